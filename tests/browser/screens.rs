//! A disk that is full, two devices at one machine, and networks that are slow, broken or not there.

use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::visit::{Visit, begin};
use crate::whole::whole_or;

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
    visit.reload();
    assert_eq!(visit.games(), 5);
    visit.fill_disk(false);
    visit.play(1);
    assert_eq!((visit.games(), visit.text("#keeping")), (6, String::new()));
    // The server comes back while the page is open, in the middle of a game.
    visit.click("#new");
    visit.wait_for_text("#at", "1 / 1");
    visit.move_once();
    visit.restart_server();
    visit.finish_game();
    visit.reads("#who", "7 games");
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

/// The network of a page: whether it is there, and the delay of an answer in milliseconds.
fn set_network(visit: &mut Visit, is_there: bool, delay: u32) {
    let network = json!({ "offline": !is_there, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1 });
    visit
        .browser
        .call("Network.emulateNetworkConditions", &network);
}

/// A tap is marked at once, and those before its answer do nothing.
#[test]
fn a_slow_network_plays_one_move_for_each_answer() {
    let Some(mut visit) = begin(&[]) else { return };
    set_network(&mut visit, true, 500);
    let taps = "[...document.querySelectorAll('#board button.can, #new')].forEach(button => button.click()); \
                [document.body.matches('.busy'), document.querySelectorAll('.tapped').length]";
    assert_eq!(visit.eval(taps), json!([true, 1]));
    visit.wait("!document.body.matches('.busy')");
    assert_eq!(visit.text("#at"), "3 / 3");
    visit.wait_for_count(".tapped", 0);
    set_network(&mut visit, true, 0);
    visit.end();
}

/// A message about the network names who can do something, and ends when the server answers.
#[test]
fn a_message_ends_with_its_cause() {
    let Some(mut visit) = begin(&[]) else { return };
    for (times, seconds) in whole_or(vec![0, 1, 5, 60], vec![0]).into_iter().enumerate() {
        for step in ["#board button.can", "#new"] {
            set_network(&mut visit, false, 0);
            visit.click(step);
            visit.reads("#failure", "This device has no network");
            thread::sleep(Duration::from_secs(seconds));
            set_network(&mut visit, true, 0);
            visit.wait_for_text("#failure", "");
            visit.finish_game();
        }
        assert_eq!(visit.games(), times as u64 + 1);
        visit.click("#new");
        visit.wait_for_game();
    }
    // The login page of a network.
    let pages = "const real = fetch; window.fetch = path => path.startsWith('api/') ? Promise.resolve(new Response('<p>log in')) \
                 : real(path); window.freed = () => { window.fetch = real; }; 0";
    visit.eval(&format!("{{ {pages} }}"));
    visit.click("#board button.can");
    visit.reads("#failure", "login of a network");
    visit.eval("freed()");
    visit.wait_for_text("#failure", "");
    visit.refusals = 100;
    visit.end();
}

/// Each tab has the unfinished game of its own machine again after the server, whatever the other one does.
#[test]
fn two_tabs_keep_the_games_of_two_machines() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.move_once();
    let (one, at) = (visit.own(), visit.text("#at"));
    let first = visit.open_tab("");
    visit.click("#first-page");
    visit.lesson("hexapawn");
    let other = visit.own();
    visit.click("#board .can");
    visit.click("#board .can:not(.from)");
    visit.wait_for_text("#at", "2 / 2");
    visit.restart_server();
    visit.refusals = 100;
    for (times, (name, at)) in [(&one, &*at), (&other, "2 / 2"), (&one, &at)]
        .into_iter()
        .enumerate()
    {
        visit.go(&format!("?again={times}#{name}"));
        visit.wait_for_text("#at", at);
    }
    // Its page asks for changes of a machine that the new server has not heard of.
    visit.browser.turn_to(first);
    visit.wait_for_text("#at", &at);
    visit.finish_game();
    visit.reads("#who", "1 game");
    // Where a browser has no room for it, it says so. The first move of a game ends none, so there is one to keep.
    visit.click("#new");
    visit.wait_for_text("#at", "1 / 1");
    let full = "{ const free = localStorage.setItem.bind(localStorage); window.full = []; \
                for (let length = 1 << 20; length >= 1; length /= 2) try { for (;;) { \
                const key = String.fromCharCode(0x4e00 + full.length); free(key, 'x'.repeat(length - 1)); full.push(key); } } catch {} } 0";
    visit.eval(full);
    visit.move_once();
    visit.reads("#keeping", "no room for names");
    visit.eval("full.forEach(key => localStorage.removeItem(key))");
    visit.click("#undo");
    visit.wait_for_text("#keeping", "");
    visit.end();
}
