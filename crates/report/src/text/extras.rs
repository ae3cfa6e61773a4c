//! What is computed of a training besides its runs: the expected games, and how its tables grow.

use matchboxes_games::game::Side;
use matchboxes_games::text::{count, decimal, percent, share, thousands};
use matchboxes_measure::{Growth, Study};
use matchboxes_session::session::Expected;

use crate::study::{by_ply, expected_game, mark};
use crate::view::{Column, Form, TextTable, View};

/// The chances of some games: 1, 2, 5, 10 and so on, and the last one.
pub(super) fn expected(study: &Study, expected: &Expected) -> TextTable {
    let setting = &study.setting;
    let view = View {
        title: "  expected in game".to_owned(),
        side: setting.learners.sides().next().unwrap_or(Side::First),
        columns: &[
            Column::of("SIDE_wins", 1)
                .headed("won")
                .written(Form::Percent),
            Column::of("draws", 5)
                .headed("drawn")
                .written(Form::Percent),
            Column::of("OTHER_wins", 3)
                .headed("lost")
                .written(Form::Percent),
            Column::of("SIDE_resigned", 6).written(Form::Percent),
            Column::of("SIDE_lost_so_far", 4).written(Form::Decimals(4)),
            Column::of("SIDE_never_loses", 2).headed("never loses"),
            Column::of("states", 7),
        ],
    };
    let last = expected.games.len() as u64;
    let is_round = |game: u64| {
        let power = 10_u64.pow(game.ilog10());
        [1, 2, 5].contains(&(game / power)) && game.is_multiple_of(power)
    };
    let games = expected.games.iter();
    let shown = games.filter(|game| game.game == last || is_round(game.game));
    view.table(shown.map(|game| {
        let name = format!("  {}", thousands(game.game));
        (name, expected_game(setting, game))
    }))
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
    let side = study.setting.learners.sides().next();
    let side = side.unwrap_or(Side::First);
    let won = format!("{} wins", side.name());
    let view = View {
        title: "  growth until game".to_owned(),
        side,
        columns: &[
            Column::part("SIDE_wins", &["first_wins", "draws", "second_wins"], 3).headed(&won),
            Column::of("boxes", 1),
            Column::part("met_again", &["boxes"], 2),
            Column::of("bytes", 4).written(Form::Bytes),
            Column::part("bytes", &["boxes"], 5)
                .headed("per box")
                .written(Form::Bytes),
        ],
    };
    view.table(marks.iter().map(|at| {
        let name = format!("  {}", thousands(at.games));
        (name, mark(study, at))
    }))
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
