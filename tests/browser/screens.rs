//! A disk that is full, and two devices at one machine.

use crate::visit::begin;

#[test]
fn the_page_says_what_is_not_saved_until_it_is() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.play(2);
    assert_eq!(visit.text("#keeping"), "");
    if !visit.fill_disk(true) {
        return;
    }
    visit.play(3);
    let said = visit.text("#keeping");
    let words = "3 games not saved yet. Save the machine as a file";
    assert!(
        said.starts_with(words) && said.contains("File too large"),
        "{said}"
    );
    assert_eq!(visit.games(), 5);
    // Neither a training nor another board drops them.
    visit.tab("training");
    visit.click("#train");
    let refused =
        "document.getElementById('failure').textContent.includes('3 games are not saved yet')";
    visit.wait(refused);
    visit.reload();
    assert_eq!(visit.games(), 5);
    for (language, words) in [("ja", "3局がまだ保存されていません"), ("en", "3 games not")]
    {
        visit.click("#language");
        visit.wait(&format!("document.documentElement.lang === '{language}'"));
        assert!(visit.text("#keeping").starts_with(words));
    }
    visit.fill_disk(false);
    visit.play(1);
    assert_eq!((visit.games(), visit.text("#keeping")), (6, String::new()));
    visit.restart_server();
    visit.reload();
    assert_eq!(visit.games(), 6);
    visit.refusals = 20;
    visit.end();
}

#[test]
fn two_devices_at_one_machine_see_the_same_board() {
    let Some(mut one) = begin(&[]) else { return };
    one.move_once();
    let mut other = one.beside();
    let first = one.text("#at");
    assert_eq!(other.text("#at"), first);
    let is_at = |at: &str| format!("document.getElementById('at').textContent === '{at}'");
    // What one of them does is on both.
    one.move_once();
    let at = one.text("#at");
    other.wait(&is_at(&at));
    other.click("#undo");
    one.wait(&is_at(&first));
    one.finish_game();
    other.wait("document.getElementById('status').dataset.over === 'true'");
    assert_eq!(other.text("#status"), one.text("#status"));
    other.click("#new");
    one.wait(&is_at("1 / 1"));
    // A screen that has not heard of a move does not move from where it was.
    other.hide(true);
    one.move_once();
    let at = one.text("#at");
    other.click("#board button.can");
    other.reads("#failure", "another screen");
    assert_eq!((&other.text("#at"), &one.text("#at")), (&at, &at));
    other.play(1);
    one.wait("document.getElementById('status').dataset.over === 'true'");
    assert_eq!((one.games(), other.games()), (2, 2));
    other.refusals = 1;
    other.end();
    one.end();
}

/// Nothing is asked while the page is hidden.
#[test]
fn a_hidden_page_asks_nothing() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.eval(
        "window.asked = 0; { const real = fetch; window.fetch = (...all) => { asked++; return real(...all); }; } 0",
    );
    visit.hide(true);
    let before = visit.eval("new Promise(done => setTimeout(() => done(asked), 500))");
    let after = visit.eval("new Promise(done => setTimeout(() => done(asked), 3000))");
    assert_eq!(before, after);
    visit.hide(false);
    visit.wait(&format!("asked > {after}"));
    visit.end();
}
