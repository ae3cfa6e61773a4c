//! What survives a reload, a killed server, and saving to a file.

use crate::place::Text as _;
use std::fs;

use crate::visit::begin;

#[test]
fn a_tab_can_open_another_machine_and_return_to_its_own() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    let own = visit.own();
    visit.tab("settings");
    let called = visit.eval("document.getElementById('called').value");
    assert_eq!(called, "Tic-tac-toe 1");
    // A name that is no machine is said, and makes none.
    visit.open_machine("another");
    visit.reads("#failure", "no machine \u{201c}another\u{201d}");
    assert_eq!(visit.own(), own);
    assert!(!visit.folder.path().join("models/another.menace").exists());
    visit.click("#lessons-back");
    visit.tab("settings");
    // A second machine has the next name, and each is opened by the name that the class reads.
    visit.click("#machine button.main");
    visit.wait(&format!("location.hash !== '#{own}'"));
    visit.wait("document.getElementById('called').value === 'Tic-tac-toe 2'");
    visit.open_machine("tic-tac-toe 1 ");
    visit.wait(&format!(
        "location.hash === '#{own}' && document.getElementById('who').textContent.includes('1 game ')"
    ));
    // A page that is opened with the name of no machine offers the lessons and says so.
    visit.eval("location.replace(location.pathname + '?again#nobody')");
    visit.wait("document.getElementById('failure').textContent.includes('no machine') && !document.getElementById('lessons').hidden");
    visit.end();
}

#[test]
fn a_machine_is_saved_as_a_file_and_loaded_again() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    let own = visit.own();
    let file = visit.download();
    let kept = visit.folder.path().join(format!("models/{own}.menace"));
    assert_eq!(fs::read(&file).unwrap(), fs::read(kept).unwrap());

    let broken = visit.folder.path().join("broken.menace");
    fs::write(&broken, b"no model").unwrap();
    visit.upload(&broken);
    visit.reads("#failure", "broken.menace");
    assert_eq!(visit.own(), own);
    visit.upload(&file);
    visit.wait(&format!(
        "location.hash.length > 1 && location.hash !== '#{own}' && !document.getElementById('main').hidden"
    ));
    assert_eq!(visit.games(), 1);
    visit.refusals = 1;
    visit.end();
}

#[test]
fn a_machine_trained_in_another_tab_is_shown_and_not_replaced() {
    let Some(mut visit) = begin(&[]) else { return };
    let own = visit.own();
    let machine = format!("api/machines/{own}");
    // The same request as from another tab that shares the machine.
    // A page that is hidden is told nothing.
    visit.hide(true);
    let status = visit.eval(&format!(
        "fetch('{machine}').then(answer => answer.json()).then(({{ scene: {{ revision }} }}) => fetch('{machine}/train', \
         {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: JSON.stringify({{ opponent: 'random', games: 500, revision }}) }})).then(answer => answer.status)"
    ));
    assert_eq!(status, 200);
    let games = format!(
        "fetch('{machine}').then(answer => answer.json()).then(state => state.scene ? state.scene.games : 0)"
    );
    while visit.eval(&games) != 500 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(visit.games(), 0);
    visit.tab("settings");
    visit.click("#machine button");
    visit.reads(
        "#failure",
        "had learnt from 0 games when you last saw it, and from 500 now",
    );
    assert_eq!(visit.games(), 500);
    assert_eq!(visit.own(), own);
    // The second click creates a machine with a new name; the first machine is kept.
    visit.click("#machine button");
    visit.wait(&format!("location.hash.slice(1) !== '{own}'"));
    assert_eq!(visit.eval(&games), 500);
    // One refusal above, and automatic requests of the page during the training.
    visit.refusals = 3;
    visit.end();
}

/// A machine is renamed, deleted and brought back in the list, and opened from it.
#[test]
fn my_machines_are_listed_renamed_deleted_and_brought_back() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.play(2);
    let own = visit.own();
    let file = visit.folder.path().join(format!("models/{own}.menace"));
    let learnt = fs::read(&file).unwrap();
    visit.click("#first-page");
    visit.lesson("cups");
    visit.wait("document.getElementById('called').value === 'Cups 1'");
    visit.finish_game();
    visit.click("#first-page");
    visit.wait_for_count("#mine li", 2);
    let row = format!("#mine [data-name={own}]");
    let said = visit.text(&row);
    said.has(["Tic-tac-toe 1", "2 games learnt"]);
    said.has(["last used "]);
    visit.click(&format!("{row} button:nth-child(2)"));
    let text = serde_json::json!({ "text": "Class 4b" });
    visit.browser.call("Input.insertText", &text);
    visit.press("Enter");
    visit.wait(&format!(
        "document.querySelector('{row} b').textContent === 'Class 4b'"
    ));
    // A disk that is full deletes nothing, and says so.
    if visit.fill_disk(true) {
        visit.click(&format!("{row} button:nth-child(4)"));
        visit.reads("#failure", "File too large");
        assert_eq!(fs::read(&file).unwrap(), learnt);
        visit.fill_disk(false);
    }
    visit.click(&format!("{row} button:nth-child(4)"));
    visit.wait_for(&format!("{row}.gone"));
    assert!(!file.exists());
    // The keyboard is where the machine can be brought back.
    visit.wait("document.activeElement.textContent === 'Undo'");
    // Brought back, it has its name and its games.
    visit.click(&format!("{row} button"));
    visit.click(&format!("{row}:not(.gone) button"));
    visit.wait("document.getElementById('called').value === 'Class 4b'");
    assert_eq!(visit.games(), 2);
    assert_eq!(fs::read(&file).unwrap(), learnt);
    visit.refusals = 1;
    visit.end();
}
