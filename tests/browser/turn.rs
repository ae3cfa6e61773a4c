//! A turn that is seen step by step, by a clock that the test turns. At its end is shown what is so.

use serde_json::json;

use crate::visit::{Visit, begin};

/// The clock waits for `tick`, `turn` makes a move, `see` goes through its steps, `picture` is all that is shown.
const BESIDE: &str = r"
const all = what => [...document.querySelectorAll(what)];
window.turnClock = (time, work) => { window.tick = () => { window.tick = null; spent += time; work(); }; };
window.turn = nth => { window.spent = 0, window.tick = null; all('#board .can').at(nth % all('#board .can').length).click(); all('#board .to').at(0)?.click(); };
window.see = (steps = 0) => { for (; window.tick; tick()) steps += all('#board button').length ? 99 : 1; return steps; };
window.picture = () => JSON.stringify(all('#status, #board *, #box-title, #matchbox *, #row *, #mosaic .square, #changes *, #new')
  .map(it => [it.className.baseVal ?? it.className, it.disabled, it.textContent]));";

/// Opens the game of a lesson with this clock.
fn watch(game: &str) -> Option<Visit> {
    let mut visit = begin(&[])?;
    visit.before_each_page(&format!(
        "{{ {BESIDE} localStorage['menace-quick'] = 'no'; }}"
    ));
    visit.go(&format!("?game={game}&seed=7"));
    visit.wait("document.getElementById('quick').onchange");
    Some(visit)
}

fn begin_turn(visit: &mut Visit, nth: usize) {
    let at = visit.text("#at");
    visit.eval(&format!("turn({nth})"));
    let moved = format!("document.getElementById('at').textContent !== '{at}'");
    visit.wait(&format!("window.tick || {moved}"));
}

#[test]
fn what_is_seen_of_a_turn_ends_as_what_is_so() {
    for case in "nim:8:take=3 en,hexapawn ja,tic-tac-toe en".split(',') {
        let (game, language) = case.split_once(' ').unwrap();
        let Some(mut visit) = watch(game) else { return };
        let mut other = visit.beside();
        for page in [&mut visit, &mut other] {
            page.eval(&format!("localStorage['menace-language'] = '{language}'"));
            page.reload();
            page.eval(&format!("{{ {BESIDE} }} 0"));
            page.wait("document.getElementById('quick').onchange");
        }
        let mut ends = Vec::new();
        while !ends.contains(&true) || !ends.contains(&false) {
            visit.click("#new");
            visit.wait("!document.body.matches('.busy')");
            visit.eval("see()");
            for turn in 0.. {
                begin_turn(&mut visit, ends.len() + turn);
                let seen = visit.eval("[see(), spent]");
                if visit.is_over() {
                    break;
                }
                // One's own move, the box, what is drawn, and the move; a machine with one move uses no box.
                assert!(
                    [json!([4, 2200]), json!([2, 900])].contains(&seen),
                    "{seen}"
                );
            }
            // What a loss takes out lies in the bin. Another screen, without steps, shows the same.
            ends.push(visit.count("#matchbox .bin") == 1);
            let last = visit.text("#which option:last-child");
            other.reads("#which option:last-child", &last);
            let is_same = (0..500).any(|_| visit.eval("picture()") == other.eval("picture()"));
            assert!(
                is_same && ends.len() < 20,
                "{case}: {}",
                visit.eval("picture()")
            );
        }
        let shown = visit.eval("picture()");
        visit.reload();
        visit.wait(&format!("picture() === {shown}"));
        other.end();
        visit.end();
    }
}

#[test]
fn a_turn_is_hurried_taken_back_still_or_not_seen() {
    let Some(mut visit) = watch("nim:8:take=3") else {
        return;
    };
    visit.click("#guess-first");
    // A tap or a key shows its end, and does nothing else; what was to come is over.
    let tap = "document.querySelector('#board .cell').click()";
    let key = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))";
    for (hurry, at) in [(tap, "2 / 2"), (key, "4 / 4")] {
        begin_turn(&mut visit, 0);
        let then = "setTimeout(() => done(tick()))";
        visit.eval(&format!("new Promise(done => {{ {hurry}; {then}; }})"));
        assert_eq!(visit.text("#at"), at);
    }
    begin_turn(&mut visit, 0);
    visit.click("#undo");
    visit.wait("document.querySelector('#board .can')");
    assert_eq!(visit.text("#at"), "4 / 4");
    // Without motion each step is a still picture.
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    visit.browser.call("Emulation.setEmulatedMedia", &still);
    begin_turn(&mut visit, 0);
    assert_eq!(visit.eval("tick && document.getAnimations().length"), 0);
    visit.click("#quick");
    visit.wait("localStorage['menace-quick'] === 'yes' && !(window.tick = null)");
    // The tap has ended the turn, and perhaps the game.
    visit.wait("document.querySelector('#board button.can, #status[data-over=true]')");
    visit.finish_game();
    assert_eq!(visit.eval("tick"), json!(null));
    visit.click("#quick");
    // What a game changes is seen after the guess.
    visit.click(".guesses button");
    assert_ne!(visit.eval("see()"), 0);
    visit.end();
}
