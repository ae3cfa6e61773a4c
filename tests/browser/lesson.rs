//! A lesson on the page: its steps, and guesses before something is shown.

use serde_json::json;

use crate::visit::{Visit, begin};

/// Opens a lesson with its steps.
fn learn(visit: &mut Visit, lesson: &str) {
    visit.click("#first-page");
    visit.click(&format!("[data-lesson={lesson}]"));
    visit.wait(
        "document.getElementById('path').offsetParent && document.querySelector('#board .can')",
    );
}

/// In a lesson somebody says which slip goes, before the page shows it.
#[test]
fn which_slip_goes_is_guessed_before_it_is_shown() {
    let Some(mut visit) = begin(&[]) else { return };
    learn(&mut visit, "cups");
    // The machine wins 63 of 100 such games by luck, and all of forty in 1 of 100 million tests.
    let mut lost = false;
    for _ in 0..40 {
        visit.finish_game();
        let said = visit.text("#status");
        assert!(said.ends_with("Which slip goes?"), "{said}");
        lost = said.starts_with("You won.");
        let drawn = visit.eval("document.querySelectorAll('#matchbox .guesses button').length - 1");
        let drawn = drawn.as_u64().unwrap();
        assert!(drawn >= 1);
        // The picture does not tell it.
        assert_eq!(visit.count("#matchbox :is(.piece, .drawn), #row .drawn"), 0);
        assert_eq!(visit.text("#changes-title"), "Cups used in this game");
        let gone = visit.games() - 1 - won(&mut visit);
        visit.wait_for_count("#row .slip.gone", gone);
        // It is the last one drawn, or none if the machine has won.
        let right = if lost { drawn } else { drawn + 1 };
        visit.click(&format!("#matchbox .guesses button:nth-child({right})"));
        visit.wait("document.getElementById('status').textContent.startsWith('Right! ')");
        if lost {
            visit.wait_for("#changes .slip.gone");
            break;
        }
        visit.click("#new");
        visit.wait_for_game();
    }
    assert!(lost);
    visit.wait_for("#row .slip.gone");
    // A wrong guess is said, and shows what is right. Nothing does before, and a new game waits for it.
    visit.click("#new");
    visit.wait_for_game();
    visit.finish_game();
    let beside = visit.text("#changes-none") + &visit.text("#who");
    assert!(!beside.contains("after a loss"), "{beside}");
    assert_eq!(visit.count("#new:disabled:not(.main)"), 1);
    let lost = visit.text("#status").starts_with("You won.");
    let wrong = if lost { "last" } else { "first" };
    visit.click(&format!("#matchbox .guesses button.main:{wrong}-child"));
    let named = ["All slips drawn go back.", "goes, it was drawn last."][usize::from(lost)];
    for said in ["Not so. ", named] {
        visit.reads("#status", said);
        visit.reload();
    }
    // Without a lesson nothing is asked, unless somebody wants it.
    visit.click("#path-leave");
    visit.click("#new");
    visit.wait_for_game();
    visit.finish_game();
    assert!(!visit.text("#status").contains('?'));
    visit.click("#guess-first");
    visit.wait("document.querySelector('#guess-first').checked");
    visit.click("#new");
    visit.wait_for_game();
    visit.finish_game();
    assert!(visit.text("#status").ends_with("Which slip goes?"));
    visit.end();
}

/// The number of games that the machine has won before this one, as they are listed.
fn won(visit: &mut Visit) -> u64 {
    visit.wait("(select => select.options.length === Number(select.value))(document.getElementById('which'))");
    let won = "[...document.querySelectorAll('#which option')].slice(0, -1).filter(it => it.textContent.includes('machine won')).length";
    visit.eval(won).as_u64().unwrap()
}

#[test]
fn a_lesson_is_a_path_that_can_be_left() {
    let Some(mut visit) = begin(&[]) else { return };
    for (lesson, steps) in [("cups", 7), ("hexapawn", 6), ("tic-tac-toe", 5)] {
        learn(&mut visit, lesson);
        for step in 1..=steps {
            assert_eq!(visit.text("#path-title"), format!("Step {step} of {steps}"));
            assert!(visit.text("#path-text").ends_with('?'), "{lesson} {step}");
            if step < steps {
                visit.click("#path-next");
                visit.wait(&format!(
                    "document.getElementById('path-title').textContent.startsWith('Step {} ')",
                    step + 1
                ));
            }
        }
        assert_eq!(
            visit.text("#games option:checked") == "100",
            lesson != "tic-tac-toe"
        );
        // The last steps take place where their tab is, and a reload goes on with the step.
        assert!(visit.is_hidden("game"));
        visit.reload();
        visit.wait_for_text("#path-title", &format!("Step {steps} of {steps}"));
        visit.click("#path-back");
        visit.wait(&format!(
            "document.getElementById('path-title').textContent.startsWith('Step {} ')",
            steps - 1
        ));
        visit.click("#path-leave");
        visit.wait("document.getElementById('path').hidden");
    }
    visit.end();
}

/// A guess before a training is drawn into the curve beside what came.
#[test]
fn wins_are_guessed_before_a_training() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.go("?game=nim:8:take=3&seed=1961");
    visit.tab("training");
    visit.choose("opponent", "perfect");
    visit.choose("games", "100");
    assert_eq!(
        visit.text("#guessing span"),
        "How many of the next 100 will it win?"
    );
    visit.eval("document.getElementById('guess').focus()");
    visit
        .browser
        .call("Input.insertText", &json!({ "text": "60" }));
    visit.click("#train");
    visit.wait_for("#curve path.guess");
    visit.wait("document.getElementById('progress').textContent.endsWith('Your guess was 60 wins in 100. It won 88 in 100.')");
    assert!(visit.text("#curve").contains("your guess"));
    // The history of a cup names the games of the training that emptied it.
    visit.tab("boxes");
    visit.wait_for_count("#stages .cup", 7);
    visit.click("#stages .open-box:has(.over)");
    visit.wait_for_count("#story li div", 3);
    let story = visit.text("#story li div");
    assert!(
        story.starts_with("Its game ") && story.contains("took the last slip \u{201c}take "),
        "{story}"
    );
    visit.reload();
    visit.tab("training");
    visit.wait_for("#curve path.guess");
    // A training without a guess has none.
    visit.choose("games", "100");
    visit.click("#train");
    visit.reads("#who", "200 games");
    visit.wait(
        "document.querySelector('#curve path.won') && !document.querySelector('#curve path.guess')",
    );
    visit.end();
}
