//! Games between machines, shown move by move.

use std::io::Write;

use matchboxes::game::{Game, Results, Side};
use matchboxes::session::Opened;
use matchboxes::text::{Shown as _, capital, count};

use super::narrate::{self, PlayerNames};
use crate::output::say;

pub(super) fn watch(opened: &mut Opened, out: &mut dyn Write) -> anyhow::Result<()> {
    // With their sides, two equal players can be distinguished.
    let players =
        Side::BOTH.map(|side| format!("{} ({})", opened.names[side.index()], side.name()));
    let names = PlayerNames {
        players,
        you: None,
        draws: opened.draws,
    };
    let head = format!("{}, seed {}", opened.play.game().name(), opened.seed);
    say(out, &head)?;
    game(opened, &names, out)
}

fn game(opened: &mut Opened, names: &PlayerNames, out: &mut dyn Write) -> anyhow::Result<()> {
    let play = &mut opened.play;
    write!(out, "{}", narrate::stones(play.game(), play.at()))?;
    let mut shown = 0;
    while play.step() {
        if let Some(turn) = play.turns().get(shown) {
            let turn = narrate::turn(play.game(), turn, names);
            write!(out, "{turn}{}", narrate::stones(play.game(), play.at()))?;
            shown += 1;
        }
    }
    if let Some(end) = play.end() {
        write!(out, "{}", narrate::end(play.game(), play.at(), end, names))?;
    }
    Ok(())
}

/// Plays the games of a lesson; `record` is called before a game is saved in the model.
pub(super) fn teach(
    opened: &mut Opened,
    games: u64,
    record: &mut dyn FnMut(&Opened) -> anyhow::Result<()>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = |side: Side| opened.names[side.index()].as_str();
    let mut sides = Side::BOTH.to_vec();
    sides.retain(|&side| opened.play.table(side).is_some());
    let (players, learner) = if let [own] = *sides {
        let mut players = Side::BOTH.map(|side| name(side).to_owned());
        "The machine".clone_into(&mut players[own.index()]);
        let (learner, side, other) = (name(own), own.name(), name(own.other()));
        (players, format!("{learner} ({side} side) against {other}"))
    } else {
        let players = Side::BOTH.map(|side| format!("The {} side", side.name()));
        (players, format!("{}, both sides", opened.names[0]))
    };
    let names = PlayerNames {
        players,
        you: None,
        draws: opened.draws,
    };
    let (what, number) = (opened.play.game().name(), count(games, "game", "games"));
    say(out, &format!("{what}: {number} for {learner}"))?;
    for number in 1..=games {
        if number > 1 {
            opened.play.begin()?;
        }
        writeln!(out, "\n-- Game {number} of {games} --")?;
        game(opened, &names, out)?;
        if let Some(end) = opened.play.end() {
            let rule = opened.rule.as_deref().unwrap_or_default();
            let changes = narrate::changes(opened.play.game(), &end.changes, rule);
            write!(out, "\n{changes}")?;
        }
        if let Some(keeper) = &opened.keeper {
            let recorded = record(opened);
            keeper.keep(&opened.play, |_| ())?;
            recorded?;
        }
    }
    let mut results = Results::default();
    for record in opened.play.records() {
        results += record.results;
    }
    writeln!(out)?;
    for side in sides {
        let who = capital(&names.players[side.index()]);
        let [won, drawn, lost] = results.seen_by(side);
        let table = opened.play.table(side);
        let boxes = count(table.map_or(0, |table| table.len() as u64), "box", "boxes");
        let line = format!("{who}: {won} won, {drawn} drawn, {lost} lost; it now has {boxes}.");
        say(out, &line)?;
    }
    let saved = match &opened.keeper {
        Some(keeper) => format!("Saved in {}.", keeper.path().shown()),
        None => "Nothing was saved; use --learn to save a named model.".to_owned(),
    };
    say(out, &saved)
}
