//! Training, the finder of boxes, other games and players, and accessibility.

use crate::place::Text as _;
use crate::visit::begin;

#[test]
fn a_training_is_watched_and_stopped() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    visit.tab("training");
    visit.choose("games", "10000000");
    visit.click("#train");
    visit.wait_for("#curve path.won");
    // A page that is opened during it shows it too.
    visit.reload();
    visit.tab("training");
    visit.reads("#progress", " of 10,000,000 games");
    visit.wait_for("#curve path.won");
    visit.wait_for("#heat .disc");
    visit.wait_for("#met path");
    let progress = visit.text("#progress");
    progress.has([" of 10,000,000 games against random."]);
    assert_eq!(visit.text("#status"), "The machine is in training.");
    visit.click("#stop");
    visit.wait("!document.getElementById('train').hidden");
    let progress = visit.text("#progress");
    assert!(
        progress.ends_with("Stopped; what was learnt is kept."),
        "{progress}"
    );
    // The first game is listed, and the first box is followed from before it.
    visit.wait("document.querySelector('#which option').textContent.startsWith('1 · ')");
    visit.wait_for_count("#beads-seen path", 3);
    let games = visit.games();
    assert!((2..10_000_000).contains(&games), "{games}");
    visit.wait_for_count("#strength td.n", 6);
    assert!(visit.text("#strength").contains('%'));

    // The finder lists boxes that were met and boxes that were not.
    visit.tab("boxes");
    visit.wait("document.querySelectorAll('.stage').length === 4 && document.querySelector('#found tbody')");
    // The first two stages are small enough to stand open.
    visit.wait_for_count(".stage:nth-child(2) .open-box", 12);
    visit.click(".stage:nth-child(2) .open-box");
    visit.wait_for("#finder .stone");
    assert!(visit.count("#found tbody tr") > 0);
    let story = visit.text("#story");
    // It was used in the game before the training, or not.
    let is_used = story.contains("Game 1: it drew");
    assert!(
        is_used != story.contains("only these trainings can have changed it"),
        "{story}"
    );
    story.has(["games against random"]);
    visit.end();
}

/// The first games are drawn one by one, and each is a moment of the first box.
#[test]
fn the_first_games_are_drawn_one_by_one() {
    let Some(mut visit) = begin(&[]) else { return };
    for games in 1..=3 {
        visit.finish_game();
        visit.wait_for_count("#curve .dot", games);
        visit.wait("document.querySelectorAll('#beads-seen path').length >= 3");
        visit.wait_for("#heat .disc");
        visit.click("#new");
        visit.wait_for_game();
    }
    visit.tab("training");
    visit.choose("games", "100");
    visit.click("#train");
    visit.reads("#who", "103 games");
    visit.wait_for_count("#curve .dot", 103);
    visit.end();
}

#[test]
fn clicks_in_the_finder_survive_late_answers() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.tab("boxes");
    visit.wait_for("#finder .can");

    // The same position is shown again while a cell is pressed.
    let at = visit.middle("#finder [data-cell='4']");
    visit.mouse(&["mouseMoved", "mousePressed"], &at);
    visit.eval("document.getElementById('finder-start').onclick()");
    visit.mouse(&["mouseReleased"], &at);
    visit.wait_for_count("#finder .stone", 1);

    // The finder learns of a finished game only after a cell was clicked, and the answer with the box comes
    // even later.
    visit.tab("game");
    visit.finish_game();
    visit.eval(
        "{ const ask = fetch; window.holds = {}; window.fetch = async (...args) => { \
         const verb = ['stages', 'find?'].find(verb => args[0].includes(verb) && !(verb in holds)); \
         if (verb) await new Promise(go => { holds[verb] = go; }); return ask(...args); } }",
    );
    visit.tab("boxes");
    visit.wait("'stages' in holds");
    visit.click("#finder [data-cell='0']");
    visit.wait("'find?' in holds");
    visit.eval("holds.stages()");
    visit.wait("!document.getElementById('stages').textContent.includes('After 2 moves 0 of 12')");
    visit.eval("holds['find?']()");
    visit.wait_for_count("#finder .stone", 2);
    visit.end();
}

#[test]
fn every_game_on_offer_can_be_played() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.tab("settings");
    let games = visit.eval("[...document.querySelectorAll('#game-name option')].map(o => o.value)");
    for (number, game) in games.as_array().unwrap().iter().enumerate() {
        visit.tab("settings");
        visit.choose("game-name", game.as_str().unwrap());
        visit.choose("person", if number % 2 == 0 { "first" } else { "second" });
        // The stored state of the board changes when the new board is shown.
        let kept = "localStorage.getItem('menace-board-' + location.hash.slice(1))";
        let board = visit.eval(kept);
        visit.click("#machine button.main");
        visit.wait(&format!(
            "!document.getElementById('game').hidden && {board} !== {kept}"
        ));
        let before = visit.text("#at");
        let listed = visit.count("#board button.can") == 0;
        visit.click(if listed {
            "#moves button"
        } else {
            "#board button.can"
        });
        if visit.count("#board .from") > 0 {
            visit.click("#board .can:not(.from)");
        }
        visit.wait_for_change("#at", &before);
    }
    visit.end();
}

#[test]
fn two_players_can_be_watched_and_a_perfect_player_played() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.finish_game();
    let own = visit.own();
    let called = visit.eval("document.getElementById('called').value");
    visit.tab("settings");
    visit.choose("watch-first", &own);
    visit.choose("watch-second", "perfect");
    visit.click("#watch");
    visit.wait_for_text("#run", "Pause");
    visit.wait("document.getElementById('status').dataset.over === 'true'");
    let who = visit.text("#who");
    let named = format!("{} against perfect", called.as_str().unwrap());
    assert!(who.contains(&named), "{who}");

    visit.tab("settings");
    visit.choose("player", "perfect");
    visit.click("#play-player");
    visit.wait_for_text("#who", "Tic-tac-toe · perfect");
    visit.finish_game();
    assert!(!visit.text("#status").contains("You won"));
    visit.end();
}

/// That each has a name is what `tests/accessible` looks at.
#[test]
fn every_control_is_tall_enough() {
    let Some(mut visit) = begin(&[]) else { return };
    for tab in ["game", "training", "boxes", "hand", "settings"] {
        visit.tab(tab);
        let targets = "[...document.querySelectorAll('button, select, a, input')].filter(it => \
            it.offsetParent && it.getBoundingClientRect().height < 32).map(it => it.outerHTML)";
        assert_eq!(visit.eval(targets), serde_json::json!([]), "{tab}");
    }
    let role = "document.getElementById('status').getAttribute('role')";
    assert_eq!(visit.eval(role), "status");
    visit.end();
}
