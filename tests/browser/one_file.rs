//! The page as one file, `docs/menace.html`: opened from disk, with the program inside.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use matchboxes::store;
use serde_json::json;

use crate::visit::{BOARD, Visit, of_file, of_new_file, of_new_file_on, skip};

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
fn the_file_plays_takes_back_and_keeps_what_is_learnt() {
    let Some(mut visit) = of_file() else { return };
    visit.click("#language");
    visit.wait_for_text("#new", "新しい対戦");
    visit.click("#language");
    visit.wait_for_text("#new", "New game");
    visit.finish_game();
    assert_eq!(visit.games(), 1);
    visit.click("#undo-game");
    visit.reads("#who", "0 games");
    visit.finish_game();
    visit.click("#new");
    visit.wait_for_text("#at", "1 / 1");
    visit.move_once();
    let board = visit.text("#at");
    let name = visit.eval("location.hash");
    // After a reload, the machine comes from the database, and the unfinished game is played again.
    visit.reload();
    assert_eq!((visit.games(), visit.text("#at")), (1, board.clone()));
    // So does the list of its games: the first one can be stepped through.
    visit.wait_for_count("#which option", 2);
    visit.choose("which", "1");
    visit.wait("document.getElementById('at').textContent.startsWith('0 / ')");
    assert_ne!(visit.text("#at"), board);
    visit.choose("which", "2");
    assert_eq!(visit.eval("location.hash"), name);
    visit.finish_game();
    assert_eq!(visit.games(), 2);
    visit.end();
}

#[test]
fn a_training_in_the_file_gives_the_bytes_of_the_program_and_does_not_freeze() {
    let Some(mut visit) = of_file() else { return };
    make_machine(&mut visit, "rote");
    // The longest time between two frames is measured.
    visit.eval(
        "window.longest = 0; let last = performance.now(); \
         const next = now => { longest = Math.max(longest, now - last); last = now; requestAnimationFrame(next); }; \
         requestAnimationFrame(next); 0",
    );
    train(&mut visit, "100000");
    wait_for_games(&mut visit, "100,000");
    let longest = visit.eval("longest").as_f64().unwrap();
    assert!(longest < 5_000.0, "{longest} ms without a frame");
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
fn a_second_tab_takes_nothing_from_the_first() {
    let Some(mut visit) = of_file() else { return };
    visit.play(3);
    let name = visit.own();
    // Another one is opened for a moment.
    let first = visit.open_tab("");
    visit.browser.call("Page.close", &json!({}));
    visit.browser.turn_to(first.clone());
    visit.play(5);
    assert_eq!((visit.games(), visit.text("#keeping")), (8, String::new()));
    visit.reload();
    assert_eq!((visit.own(), visit.games()), (name.clone(), 8));

    // Another one with the same machine plays on, and the first one goes on from there.
    visit.open_tab(&format!("#{name}"));
    assert_eq!(visit.games(), 8);
    visit.play(2);
    assert_eq!(visit.games(), 10);
    let second = visit.browser.tab();
    visit.browser.turn_to(first);
    wait_for_games(&mut visit, "10");
    visit.play(1);
    assert_eq!((visit.games(), visit.text("#keeping")), (11, String::new()));
    visit.browser.turn_to(second);
    wait_for_games(&mut visit, "11");
    visit.reload();
    assert_eq!(visit.games(), 11);
    visit.end();
}

/// What could not be kept while another tab went on with the machine is kept under another name.
#[test]
fn what_two_tabs_learn_at_once_is_kept_twice() {
    let Some(mut visit) = of_file() else { return };
    make_faulty(&mut visit);
    visit.play(2);
    set_fault(&mut visit, "full");
    visit.play(3);
    let said = visit.text("#keeping");
    let words = "3 games not saved yet. Save the machine as a file";
    assert!(said.starts_with(words), "{said}");
    let rescue = "document.getElementById('rescue').hidden";
    assert_eq!(visit.eval(rescue), false);
    let name = visit.own();
    let first = visit.browser.tab();
    visit.open_tab(&format!("#{name}"));
    assert_eq!(visit.games(), 2);
    visit.play(1);
    assert_eq!(visit.games(), 3);
    visit.browser.turn_to(first);
    set_fault(&mut visit, "");
    visit.click("#new");
    visit.reads("#keeping", "is kept as the machine");
    let said = visit.text("#keeping");
    let kept = said.trim_end_matches('.').rsplit(' ').next().unwrap();
    visit.open_machine(kept);
    // The way back leads to the machine as the other tab has it.
    visit.click("#home");
    visit.wait(&format!("location.hash === '#{name}'"));
    wait_for_games(&mut visit, "3");
    visit.go(&format!("#{kept}"));
    wait_for_games(&mut visit, "5");
    visit.end();
}

/// The program goes on with what it has in memory whatever the browser's storage does. It says what is not kept, offers
/// it as a file, and writes all of it once it can.
#[test]
fn what_is_learnt_outlives_the_storage_of_the_browser() {
    let Some(mut visit) = of_new_file() else {
        return;
    };
    make_faulty(&mut visit);
    visit.play(1);
    let mut games = 1;
    for fault in ["full", "closing", "silent", "indexeddb", "all"] {
        let is_cleared = ["indexeddb", "all"].contains(&fault);
        if is_cleared {
            let all = json!({ "origin": "file://", "storageTypes": fault });
            visit.browser.call("Storage.clearDataForOrigin", &all);
        } else {
            set_fault(&mut visit, fault);
        }
        visit.play(2);
        games += 2;
        assert_eq!(visit.games(), games, "{fault}");
        if !is_cleared {
            visit.reads("#keeping", "2 games not saved yet. Save the machine as");
            assert!(!visit.is_hidden("rescue"));
            let file = visit.download();
            assert_eq!(store::verify(&file).unwrap().games(), games, "{fault}");
            fs::remove_file(file).unwrap();
            visit.tab("game");
            set_fault(&mut visit, "");
        }
        visit.wait_for_text("#keeping", "");
        visit.reload();
        assert_eq!(visit.games(), games, "{fault}");
    }
    visit.end();
}

/// The disk of the browser itself is full: a small one, which only an administrator can make.
#[test]
fn what_is_learnt_outlives_a_full_disk() {
    let disk = tempfile::tempdir().unwrap();
    let mounts = |program: &str, rest: &[&str]| {
        let status = Command::new(program).args(rest).arg(disk.path()).status();
        status.is_ok_and(|status| status.success())
    };
    if !mounts("mount", &["-t", "tmpfs", "-o", "size=40m", "tmpfs"]) {
        return skip("no disk can be made");
    }
    if let Some(mut visit) = of_new_file_on(disk.path()) {
        visit.play(1);
        let filling = disk.path().join("filling");
        let mut file = fs::File::create(&filling).unwrap();
        for length in [1 << 16, 1] {
            while file.write_all(&vec![1; length]).is_ok() {}
        }
        visit.play(3);
        visit.reads("#keeping", "3 games not saved yet");
        assert_eq!(store::verify(&visit.download()).unwrap().games(), 4);
        drop(file);
        fs::remove_file(filling).unwrap();
        visit.wait_for_text("#keeping", "");
        visit.reload();
        assert_eq!(visit.games(), 4);
        visit.end();
    }
    assert!(mounts("umount", &[]));
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

/// Lets [`set_fault`] change what the database does.
fn make_faulty(visit: &mut Visit) {
    in_each_worker(
        visit,
        "let fault = ''; new BroadcastChannel('test').onmessage = ({ data }) => { fault = data; }; \
         const { transaction } = IDBDatabase.prototype, { put } = IDBObjectStore.prototype; \
         IDBDatabase.prototype.transaction = function (...asked) { \
           if (fault === 'closing') throw new DOMException('', 'InvalidStateError'); \
           const made = transaction.apply(this, asked); \
           if (fault === 'silent') for (const end of ['oncomplete', 'onabort']) Object.defineProperty(made, end, { set() {} }); \
           return made; \
         }; \
         IDBObjectStore.prototype.put = function (value, key) { \
           if (fault === 'full') throw new DOMException('', 'QuotaExceededError'); \
           return put.call(this, value, key); \
         };",
    );
    visit.reload();
}

fn set_fault(visit: &mut Visit, fault: &str) {
    visit.eval(&format!(
        "new BroadcastChannel('test').postMessage('{fault}'); new Promise(done => setTimeout(done, 300))"
    ));
}

/// Without a server too a machine that is deleted comes back, as long as it is not deleted for good.
#[test]
fn the_file_deletes_a_machine_and_brings_it_back() {
    let Some(mut visit) = of_file() else { return };
    make_faulty(&mut visit);
    visit.play(2);
    let own = visit.own();
    let row = format!("#mine [data-name={own}]");
    let again = |visit: &mut Visit| {
        visit.reload();
        visit.click("#first-page");
        visit.wait_for(&row);
    };
    visit.click("#first-page");
    visit.wait(&format!(
        "document.querySelector('{row}')?.textContent.includes('2 games learnt')"
    ));
    // What cannot be written is said, and can be taken back.
    set_fault(&mut visit, "full");
    visit.click(&format!("{row} button:nth-child(4)"));
    visit.reads("#keeping", "not saved yet");
    set_fault(&mut visit, "");
    visit.click(&format!("{row}.gone button"));
    visit.wait_for_text("#keeping", "");
    again(&mut visit);
    assert_eq!(visit.count(&format!("{row}.gone")), 0);
    visit.click(&format!("{row} button:nth-child(4)"));
    visit.wait(&format!(
        "document.querySelector('{row}.gone') && !location.hash"
    ));
    again(&mut visit);
    visit.click(&format!("{row}.gone button"));
    visit.wait_for(&format!("{row}:not(.gone)"));
    again(&mut visit);
    visit.click(&format!("{row} button"));
    visit.wait(&format!("location.hash === '#{own}'"));
    wait_for_games(&mut visit, "2");
    // So are its games.
    visit.wait("document.querySelectorAll('#which option').length >= 2");
    visit.click("#first-page");
    visit.click(&format!("{row} button:nth-child(4)"));
    visit.click(&format!("{row}.gone button:nth-child(2)"));
    visit.wait(&format!("!document.querySelector('{row}')"));
    visit.end();
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
    let Some(mut visit) = of_file() else { return };
    visit.before_each_page("window.prints = 0; window.print = () => { window.prints++; };");
    visit.reload();
    visit.click("#first-page");
    visit.click("#cards li:nth-child(2) .prints");
    visit.wait("window.prints === 1");
    // Guide and labels have several pages, the other kinds one.
    assert_eq!(visit.count("#sheets > svg"), 10);
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
    visit.click(".sheets input[value=labels]");
    visit.click(".sheets button");
    visit.wait("window.prints === 2");
    let slips = visit.eval("[...document.querySelectorAll('#sheets text')].filter(text => text.textContent === 'Game no.').length");
    assert_eq!(slips, 12);
    visit.end();
}
