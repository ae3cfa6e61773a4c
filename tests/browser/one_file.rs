//! The page as one file, `docs/menace.html`: opened from disk, with the program inside.

use std::fs;

use serde_json::json;

use crate::visit::{BOARD, Visit, of_file, of_new_file};

/// Sets up a machine of tic-tac-toe with this rule, which plays first.
fn make_machine(visit: &mut Visit, rule: &str) {
    visit.tab("settings");
    visit.choose("game-name", "tic-tac-toe");
    visit.choose("preset", rule);
    visit.click("#machine button");
    visit.wait("!document.getElementById('game').hidden");
    visit.wait(&format!(
        "document.getElementById('who').dataset.rule === '{rule}'"
    ));
}

/// Trains against random play; the drop-down list offers these numbers of games.
fn train(visit: &mut Visit, games: &str) {
    visit.tab("training");
    visit.choose("opponent", "random");
    visit.choose("games", games);
    visit.click("#train");
}

fn wait_for_games(visit: &mut Visit, games: &str) {
    visit.reads("#who", &format!("{games} games"));
}

#[test]
fn a_training_in_the_file_gives_the_bytes_of_the_program_and_does_not_freeze() {
    let Some(mut visit) = of_file() else { return };
    visit.click("#language");
    visit.wait_for_text("#new", "新しい対戦");
    visit.click("#language");
    visit.wait_for_text("#new", "New game");
    make_machine(&mut visit, "rote");
    // Frames are drawn during it.
    visit.eval(
        "window.frames = 0; const next = () => { frames += document.getElementById('train').hidden; requestAnimationFrame(next); }; next(); 0",
    );
    train(&mut visit, "100000");
    wait_for_games(&mut visit, "100,000");
    let frames = visit.eval("frames").as_u64().unwrap();
    assert!(frames > 2, "{frames} frames during the training");
    let seed = visit.eval(&format!("{BOARD}.seed"));
    let seed = seed.as_str().unwrap().to_owned();
    let file = visit.download();
    let trains = "train --out same.menace --plots none";
    let line = format!("{trains} --seed {seed} --rule rote --opponent random --games 100000");
    visit.folder.ok(&line);
    assert_eq!(fs::read(&file).unwrap(), visit.folder.bytes("same.menace"));
    // Back in under another name.
    let own = visit.own();
    visit.upload(&file);
    visit.wait(&format!(
        "(own => own !== '{own}' && ({BOARD} && ({BOARD}.name ?? own)) === own)(location.hash.slice(1))"
    ));
    wait_for_games(&mut visit, "100,000");
    // Which page it is.
    visit.eval("document.getElementById('licences').open = true");
    visit.wait(
        "document.querySelector('#licences pre').textContent.includes('from the sources ' + document.querySelector('[name=menace-sources]').content)",
    );
    visit.end();
}

/// The beads of a machine that moves second are followed, and those of one that has a second machine for its opponent.
#[test]
fn a_second_machine_learns_too() {
    let Some(mut visit) = of_file() else { return };
    visit.tab("settings");
    visit.choose("game-name", "nim:8:take=3");
    visit.choose("person", "first");
    visit.click("#machine button.main");
    visit.wait_for_count("#board button.can", 3);
    for games in ["100", "200"] {
        train(&mut visit, "100");
        wait_for_games(&mut visit, games);
        visit.wait("!document.getElementById('train').hidden");
    }
    visit.wait_for_count("#beads-seen path", 3);
    let own = visit.own();
    visit.tab("settings");
    visit.choose("person", "second");
    make_machine(&mut visit, "michie-304");
    visit.tab("training");
    visit.choose("opponent", "second-machine");
    visit.choose("games", "1000");
    visit.click("#train");
    wait_for_games(&mut visit, "1,000");
    assert_ne!(visit.own(), own);
    visit.wait_for_count("#beads-seen path", 3);
    visit.tab("boxes");
    // The boxes of the first two stages are open with their beads.
    visit.wait_for_count(".open-box", 13);
    visit.end();
}

#[test]
fn the_file_plays_where_the_browser_keeps_nothing() {
    for never in ["{ throw new Error('none'); }", "({})"] {
        let Some(mut visit) = of_new_file() else {
            return;
        };
        in_each_worker(&mut visit, &format!("indexedDB.open = () => {never};"));
        visit.reload();
        visit.reads("#keeping", "keeps nothing");
        visit.finish_game();
        assert_eq!(visit.games(), 1);
        visit.end();
    }
}

/// Runs a script in the worker of each later page before its own.
fn in_each_worker(visit: &mut Visit, script: &str) {
    visit.before_each_page(&format!(
        "const Real = Blob; window.Blob = class extends Real {{ constructor(parts, options = {{}}) {{ \
         super(options.type === 'text/javascript' ? [{}, ...parts] : parts, options); }} }};",
        json!(script)
    ));
}

/// Nothing is installed: the browser prints the pages of `menace print`, and the page is as before.
#[test]
fn the_file_prints_the_sheets_of_a_lesson_and_of_a_machine() {
    let Some(mut visit) = of_new_file() else {
        return;
    };
    visit.before_each_page("window.prints = 0; window.print = () => { window.prints++; };");
    visit.reload();
    visit.click("#first-page");
    // A group with cups needs four pages; which are printed is chosen before.
    for (lesson, pages) in [(1, 4), (2, 10)] {
        visit.click(&format!("#cards li:nth-child({lesson}) .prints"));
        if lesson == 2 {
            visit.click("#lid input[value=paper-beads]");
        }
        visit.click("#lid form button");
        visit.wait(&format!("window.prints === {lesson}"));
        assert_eq!(visit.count("#sheets > svg"), pages);
        visit.click("#lid > button");
        visit.wait("!document.getElementById('lid').open");
    }
    let titles = "[...document.querySelectorAll('#sheets > svg')].map(page => page.querySelector('text').textContent).join('; ')";
    let titles = visit.eval(titles);
    assert!(
        titles
            .as_str()
            .unwrap()
            .contains("How to play against the matchboxes; How to"),
        "{titles}"
    );
    // On the screen nothing of them is seen.
    assert_eq!(
        visit.eval("getComputedStyle(document.getElementById('sheets')).display"),
        "none"
    );
    visit.eval("dispatchEvent(new Event('afterprint'))");
    assert_eq!(visit.count("#sheets"), 0);

    visit.lesson("cups");
    visit.tab("hand");
    visit.click("#hand .sheets input[value=labels]");
    visit.click("#hand .sheets button");
    visit.wait("window.prints === 3");
    let slips = visit.eval("[...document.querySelectorAll('#sheets text')].filter(text => text.textContent === 'Game no.').length");
    assert_eq!(slips, 12);
    visit.end();
}
