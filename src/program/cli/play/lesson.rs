//! Games between machines, shown move by move.

use std::io::Write;

use menace::game::{Game, Results, Side};
use menace::roster;
use menace::session::Opened;
use menace::text::{capital, count};

use super::narrate::{self, Names};
use crate::cli::common::width::wrapped;

/// Shows one game of two players.
pub(super) fn watch(opened: &mut Opened, out: &mut dyn Write) -> anyhow::Result<()> {
    let players = names_of(&opened.names);
    let names = Names {
        players: [&players[0], &players[1]],
        you: None,
        draws: opened.names.each_ref().map(|name| draws_beads(name)),
    };
    let head = format!("{}, seed {}", opened.play.game().name(), opened.seed);
    write!(out, "{}", wrapped(&head, ""))?;
    game(opened, &names, out)
}

/// Whether a name is that of a model read without options, which draws its beads as they are.
pub(super) fn draws_beads(name: &str) -> bool {
    roster::model_path(name).is_some_and(|path| path.as_os_str() == name)
}

/// The players' names with their sides, so that two equal players can be told apart.
fn names_of(names: &[String; 2]) -> [String; 2] {
    let side = |side: Side| format!("{} ({})", names[side.index()], side.name());
    Side::BOTH.map(side)
}

/// Plays one game to its end and shows every turn.
fn game(opened: &mut Opened, names: &Names<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let play = &mut opened.play;
    write!(out, "{}", narrate::stones(play.game(), play.at()))?;
    let mut shown = 0;
    while play.step() {
        if let Some(turn) = play.turns().get(shown) {
            write!(out, "{}", narrate::turn(play.game(), turn, names))?;
            write!(out, "{}", narrate::stones(play.game(), play.at()))?;
            shown += 1;
        }
    }
    if let Some(end) = play.end() {
        write!(out, "{}", narrate::end(play.game(), end, names))?;
    }
    Ok(())
}

/// Plays games in which a machine learns, and shows how its boxes change.
pub(super) fn teach(opened: &mut Opened, games: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let sides: Vec<Side> = learners(opened);
    let players = match sides.as_slice() {
        [_] => Side::BOTH.map(|side| {
            if sides.contains(&side) {
                "The machine".to_owned()
            } else {
                opened.names[side.index()].clone()
            }
        }),
        _ => Side::BOTH.map(|side| format!("The {} side", side.name())),
    };
    let names = Names {
        players: [&players[0], &players[1]],
        you: None,
        draws: Side::BOTH
            .map(|side| sides.contains(&side) || draws_beads(&opened.names[side.index()])),
    };
    let learner = match sides.as_slice() {
        [side] => format!(
            "{} ({} side) against {}",
            opened.names[side.index()],
            side.name(),
            opened.names[side.other().index()]
        ),
        _ => format!("{}, both sides", opened.names[0]),
    };
    let head = format!(
        "{}: {} for {learner}",
        opened.play.game().name(),
        count(games, "game", "games")
    );
    write!(out, "{}", wrapped(&head, ""))?;
    for number in 1..=games {
        if number > 1 {
            opened.play.begin()?;
        }
        writeln!(out, "\n-- Game {number} of {games} --")?;
        game(opened, &names, out)?;
        if let Some(end) = opened.play.end() {
            let rule = opened.rule.clone().unwrap_or_default();
            writeln!(out)?;
            write!(
                out,
                "{}",
                narrate::changes(opened.play.game(), &end.changes, &rule)
            )?;
        }
        if let Some(keeper) = &opened.keeper {
            keeper.keep(&opened.play, |_| ())?;
        }
    }
    let mut results = Results::default();
    for record in opened.play.records() {
        results += record.results;
    }
    writeln!(out)?;
    for side in sides {
        let line = format!(
            "{}: {} won, {} drawn, {} lost; it now has {}.",
            players[side.index()],
            results.wins(side),
            results.draws,
            results.wins(side.other()),
            count(
                opened
                    .play
                    .table(side)
                    .map_or(0, |table| table.len() as u64),
                "box",
                "boxes"
            ),
        );
        write!(out, "{}", wrapped(&capital(&line), ""))?;
    }
    let saved = match &opened.keeper {
        Some(keeper) => format!("Saved in {}.", keeper.path().display()),
        None => "Nothing was saved; use --learn to save a named model.".to_owned(),
    };
    Ok(write!(out, "{}", wrapped(&saved, ""))?)
}

fn learners(opened: &Opened) -> Vec<Side> {
    let learns = |side: &Side| opened.play.table(*side).is_some();
    Side::BOTH.into_iter().filter(learns).collect()
}
