//! What is computed of a training besides its runs: the expected games, and how its tables grow.

use matchboxes_games::text::{count, decimal, percent, share, thousands};
use matchboxes_measure::{Growth, Study};
use matchboxes_session::session::Expected;

use crate::study::{by_ply, expected_game, learner, mark};
use crate::view::{Column, Form, TextTable};

/// The chances of some games: 1, 2, 5, 10 and so on, and the last one.
pub(super) fn expected(study: &Study, expected: &Expected) -> TextTable {
    let setting = &study.setting;
    let side = learner(setting.learners);
    let own = ["wins", "resigned", "lost_so_far", "never_loses"];
    let [wins, resigned, lost_so_far, never_loses] =
        own.map(|what| format!("{}_{what}", side.name()));
    let losses = format!("{}_wins", side.other().name());
    let columns = [
        Column::of(&wins, 1).headed("won").written(Form::Percent),
        Column::of("draws", 5)
            .headed("drawn")
            .written(Form::Percent),
        Column::of(&losses, 3).headed("lost").written(Form::Percent),
        Column::of(&resigned, 6).written(Form::Percent),
        Column::of(&lost_so_far, 4).written(Form::Decimals(4)),
        Column::of(&never_loses, 2).headed("never loses"),
        Column::of("states", 7),
    ];
    let last = expected.games.len() as u64;
    let is_round = |game: u64| {
        let power = 10_u64.pow(game.ilog10());
        [1, 2, 5].contains(&(game / power)) && game.is_multiple_of(power)
    };
    let games = expected.games.iter();
    let shown = games.filter(|game| game.game == last || is_round(game.game));
    let rows = shown.map(|game| {
        let name = format!("  {}", thousands(game.game));
        (name, expected_game(setting, game))
    });
    TextTable::new("  expected in game", &columns, rows)
}

/// What is known beyond the table: where the curve ends too early, and the states of the machine.
pub(super) fn remarks(expected: &Expected) -> Vec<String> {
    let ended = expected.ended.iter();
    let ended = ended.map(|reason| format!("the curve ends here: {reason}"));
    let until = match &expected.until {
        Ok(until) => {
            let states = count(until.states as u64, "state", "states");
            let last = thousands(until.last_states as u64);
            let when = match until.games {
                Some(games) => format!("never loses after {} games on average", decimal(games, 5)),
                None => format!("chance to learn never to lose: {}", percent(until.chance)),
            };
            Some(format!("{states}, {last} absorbing; {when}"))
        }
        Err(reason) if expected.ended.is_none() => {
            Some(format!("states not followed to the end: {reason}"))
        }
        Err(_) => None,
    };
    ended.chain(until).collect()
}

/// The tables after powers of ten of games.
pub(super) fn growth(study: &Study, marks: &[Growth]) -> TextTable {
    let side = learner(study.setting.learners).name();
    let (wins, won) = (format!("{side}_wins"), format!("{side} wins"));
    let columns = [
        Column::part(&wins, &["first_wins", "draws", "second_wins"], 3).headed(&won),
        Column::of("boxes", 1),
        Column::part("met_again", &["boxes"], 2),
        Column::of("bytes", 4).written(Form::Bytes),
        Column::part("bytes", &["boxes"], 5)
            .headed("per box")
            .written(Form::Bytes),
    ];
    let rows = marks.iter().map(|at| {
        let name = format!("  {}", thousands(at.games));
        (name, mark(study, at))
    });
    TextTable::new("  growth until game", &columns, rows)
}

/// The share of moves from a known box since the mark before the last, by the moves played before.
pub(super) fn known(marks: &[Growth]) -> Vec<String> {
    let Some(last) = marks.last() else {
        return Vec::new();
    };
    let games = count(last.results.games(), "game", "games");
    let known =
        by_ply(last).map(|(ply, met, known)| format!("{ply}: {}", percent(share(known, met))));
    let lines = known.collect::<Vec<_>>();
    let lines = lines.chunks(6).map(|line| format!("  {}", line.join("  ")));
    let title = format!("moves from a known box in the last {games}, by moves played before:");
    std::iter::once(title).chain(lines).collect()
}
