//! Games played with the mouse and the keyboard, undone and replayed.

use crate::place::Text as _;
use crate::visit::{Visit, begin};

/// The beads in the box of the starting position, as the finder shows them.
fn opening(visit: &mut Visit) -> Vec<String> {
    let games = visit.games();
    visit.tab("boxes");
    visit.click("#finder-start");
    visit.wait(&format!(
        "document.querySelector('#finder .cell') && !document.querySelector('#finder .stone') && \
         document.getElementById('found').dataset.games === '{games}'"
    ));
    let cells = "[...document.querySelectorAll('#found tbody td:nth-child(2)')].map(cell => cell.textContent)";
    let beads = serde_json::from_value(visit.eval(cells)).unwrap();
    visit.tab("game");
    beads
}

#[test]
fn a_game_is_played_by_clicking() {
    let Some(mut visit) = begin(&[]) else { return };
    assert_eq!(visit.games(), 0);
    let status = visit.text("#status");
    assert!(
        status.starts_with("The machine drew a bead for "),
        "{status}"
    );
    assert_eq!(visit.count("#matchbox .disc.drawn"), 1);
    let before = opening(&mut visit);
    assert_eq!(before, ["4", "4", "4"]);

    visit.finish_game();
    assert_eq!(visit.games(), 1);
    // The number of moving beads agrees with the text.
    let changes = visit.eval(
        "[...document.querySelectorAll('#changes .line')].map(line => [line.textContent, \
         line.querySelectorAll('.added, .gone').length])",
    );
    let lines = changes.as_array().unwrap();
    assert!(!lines.is_empty());
    for line in lines {
        let (text, moved) = (line[0].as_str().unwrap(), line[1].as_u64().unwrap());
        let words = [
            " beads put in for ",
            " bead put in for ",
            " beads taken out for ",
            " bead taken out for ",
        ];
        let number = words.iter().find_map(|words| text.split_once(words));
        let (number, _) = number.unwrap_or_else(|| panic!("{text}"));
        assert!(
            number.ends_with(&moved.to_string()),
            "{text}, {moved} moved"
        );
    }
    assert_ne!(opening(&mut visit), before);
    assert!(visit.text("#story").contains("Game 1: it drew "));
    visit.end();
}

#[test]
fn a_game_can_be_played_with_the_keyboard_alone() {
    let Some(mut visit) = begin(&[]) else { return };
    let focused = "document.activeElement.closest('#board') !== null";
    while visit.eval(focused) != true {
        visit.press("Tab");
    }
    while !visit.is_over() {
        let places = "[document.activeElement.dataset.cell, document.querySelector('#board button.can').dataset.cell].map(Number)";
        let places: [i64; 2] = serde_json::from_value(visit.eval(places)).unwrap();
        let [from, to] = places.map(|place| (place % 3, place / 3));
        let horizontal = if to.0 < from.0 {
            "ArrowLeft"
        } else {
            "ArrowRight"
        };
        let vertical = if to.1 < from.1 {
            "ArrowUp"
        } else {
            "ArrowDown"
        };
        for _ in 0..(to.0 - from.0).abs() {
            visit.press(horizontal);
        }
        for _ in 0..(to.1 - from.1).abs() {
            visit.press(vertical);
        }
        let before = visit.text("#at");
        visit.press("Enter");
        visit.wait_for_change("#at", &before);
    }
    // At the end, Enter starts the next game and moves the focus back to the board.
    visit.wait("document.activeElement.id === 'new'");
    visit.press("Enter");
    visit.wait(&format!(
        "document.getElementById('status').dataset.over === 'false' && {focused}"
    ));
    visit.press("h");
    visit.wait_for("#board .best");
    visit.press("u");
    visit.wait("document.getElementById('which').value === '1'");
    visit.press("n");
    visit.wait_for_text("#at", "1 / 1");
    while visit.eval("document.activeElement.id === 'tab-game'") != true {
        visit.press("Tab");
    }
    visit.press("ArrowRight");
    visit.wait("!document.getElementById('training').hidden && document.activeElement.id === 'tab-training'");
    visit.end();
}

/// The values in the box that is shown.
fn values(visit: &mut Visit, selector: &str) -> Vec<String> {
    let cells = format!(
        "[...document.querySelectorAll('{selector} td.value')].map(cell => cell.textContent)"
    );
    serde_json::from_value(visit.eval(&cells)).unwrap()
}

#[test]
fn a_machine_of_values_is_made_played_trained_and_kept() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.tab("settings");
    assert!(visit.count("#machine fieldset:not([hidden])") > 0);
    visit.choose("game-name", "hexapawn");
    visit.choose("preset", "q-learning");
    assert_eq!(visit.count("#machine fieldset:not([hidden])"), 0);
    let numbers = visit.text("#numbers");
    numbers.has(["alpha = 0.1, epsilon = 0.1"]);
    visit.click("#machine button.main");
    visit.wait("document.getElementById('who').dataset.rule === 'q-learning'");
    visit.wait("!document.getElementById('game').hidden");
    assert!(visit.text("#about").contains("a value of each move"));
    assert!(visit.text("#status").starts_with("The machine "));
    assert_eq!(visit.text("#box-title"), "The box it used");
    let before = values(&mut visit, "#matchbox");
    assert!(before.iter().all(|value| value == "0.000"), "{before:?}");

    while !visit.is_over() {
        let at = visit.text("#at");
        visit.click("#board button.can");
        visit.click("#board .can:not(.from)");
        visit.wait_for_change("#at", &at);
    }
    assert_eq!(visit.games(), 1);
    let told = visit.text("#changes");
    told.has(["The value of ", " from 0.000 to "]);
    assert!(visit.text("#status").contains("Of its values, "));
    assert_eq!(visit.count("#changes .bead"), 0);
    visit.click("#undo");
    visit.wait_for_game();
    assert_eq!(visit.games(), 0);

    visit.tab("training");
    let training = visit.text("#training");
    training.has(["Its exact strength without exploring"]);
    visit.choose("games", "1000");
    visit.click("#train");
    visit.reads("#who", "1,000 games");
    visit.wait_for_count("#strength td.n", 6);
    visit.wait("document.querySelectorAll('#beads-seen path').length > 0");
    let trained = values(&mut visit, "#heat");
    assert!(trained.iter().any(|value| value != "0.000"), "{trained:?}");
    assert!(visit.count("#heat .cell, #heat .best") > 0);

    visit.tab("boxes");
    visit.wait_for(".stage .open-box");
    assert_eq!(visit.count("#key .none"), 0);
    visit.click("#finder-start");
    visit.wait_for("#found td.value");
    assert_eq!(values(&mut visit, "#found"), trained);
    visit.reload();
    assert_eq!(visit.games(), 1000);
    visit.tab("training");
    visit.wait_for("#heat td.value");
    assert_eq!(values(&mut visit, "#heat"), trained);
    visit.end();
}

/// A hint marks every move with its result and its distance; a wild game has a board for each mark.
#[test]
fn a_hint_shows_what_every_move_leads_to() {
    let Some(mut visit) = begin(&["--game", "tic-tac-toe:wild"]) else {
        return;
    };
    visit.click("#hint");
    visit.wait("document.querySelectorAll('#board .cell .worth').length > 8");
    let marks = "[...document.querySelectorAll('#board .worth')].map(mark => mark.textContent)";
    let marks: Vec<String> = serde_json::from_value(visit.eval(marks)).unwrap();
    // The machine has put one mark on each of the two boards.
    assert_eq!(marks.len(), 16, "{marks:?}");
    assert!(
        marks.iter().all(|mark| mark.starts_with(['W', 'L', 'D'])),
        "{marks:?}"
    );
    assert_eq!(visit.count("#board .cell.absent"), 3);
    let heard = "document.querySelector('#board .cell .worth').parentElement.ariaLabel";
    let heard = visit.eval(heard);
    assert!(heard.as_str().unwrap().contains(" in "), "{heard}");
}
