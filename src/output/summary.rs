//! The summary of a training: what was learnt, and how well it plays.

use std::io::Write;
use std::sync::Arc;

use matchboxes::arena::{Contest, Ground};
use matchboxes::game::{Results, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::{Learners, Reading, Table};
use matchboxes::player::{Perfect, PerfectPace, Player, Random};
use matchboxes::store::Model;
use matchboxes::text::{count, percent, share, thousands};
use matchboxes_report::{how_made, row};

use crate::output::score;
use crate::output::width::layout;

pub(crate) fn write(game: &AnyGame, model: &Model, out: &mut dyn Write) -> anyhow::Result<()> {
    write!(out, "{}", how_made(model))?;
    if model.last().terms.batch > 1 && Ground::offered(game).is_some() {
        writeln!(out, "{}", layout().wrapped(SMALL, "  "))?;
    }
    for table in model.tables.iter().flatten() {
        let known = format!(
            "The {} knows {}; in {} of them {}",
            match model.learners() {
                Learners::Shared => "machine".to_owned(),
                _ => format!("{} side", table.side().name()),
            },
            count(table.len() as u64, "matchbox", "matchboxes"),
            thousands(table.missing_colour().iter().sum()),
            if model.rule().values().is_some() {
                "some moves are worth less than others"
            } else {
                "a move has lost all its beads"
            }
        );
        write!(out, "\n{}", layout().sentence(&known, 0))?;
        if let Some(note) = full(model, table) {
            writeln!(out, "{note}")?;
        }
        let rows = performance(game, model, table.side())?;
        write!(out, "{}", layout().fitted(&rows, &[3, 1, 2, 4]))?;
        if let Some(warning) = given_up(model, table.side()) {
            writeln!(out, "{}", layout().wrapped(&warning, "  "))?;
        }
    }
    if model.chapters.iter().all(|chapter| chapter.has_score()) {
        write!(out, "\n{}", score::table(model))?;
    }
    Ok(())
}

/// What batches are worth in a small game; they were measured in docs/growth.md.
const SMALL: &str = "Batches pay in large games alone: in a game as small as this, games one by one are quicker, and few of them \
    teach more. There, `menace study` plays many runs on all cores";

fn full(model: &Model, table: &Table) -> Option<String> {
    let chapter = model.last();
    let [boxes, bytes] = chapter.terms.each(model.learners().sides().count() as u64);
    let (len, footprint) = (table.len() as u64, table.footprint());
    let is_full = len >= boxes || bytes.saturating_sub(footprint) <= footprint / len.max(1);
    let how = match chapter.fallback.as_str() {
        "" => "at random".to_owned(),
        fallback => format!("by {fallback}"),
    };
    is_full.then(|| {
        format!(
            "  The table is full: new positions are played {how} and not kept (--max-boxes, --max-memory)"
        )
    })
}

/// A warning about a side that resigned nine in ten or more of its last games.
fn given_up(model: &Model, side: Side) -> Option<String> {
    let last = model.history.last(10);
    let snapshot = last.snapshots[side.index()].as_ref();
    let refused = snapshot.map_or(0, |s| s.refused);
    let given_up = last.resigned[side.index()].saturating_add(refused);
    // A file can give counts so large that ten times as many do not fit in 64 bits.
    let most = 10 * u128::from(given_up) >= 9 * u128::from(last.begun());
    (given_up > 0 && most).then(|| {
        format!(
            "It resigned {} of the last {}: a box that it cannot avoid is empty. Rules that start with more \
             beads, or refill empty boxes, continue to play (menace list rules)",
            thousands(given_up),
            count(last.begun(), "game", "games")
        )
    })
}

/// The number of games that measure a table if the game is too large for exact chances.
const SAMPLE: u64 = 10_000;

/// How well one side of a model plays: in its last 10 sets, against random and against perfect play.
fn performance(game: &AnyGame, model: &Model, side: Side) -> matchboxes::Result<Vec<Vec<String>>> {
    let last = model.history.last(10);
    let outcome = |what: String, seat: Side, parts: Results<f64>, note: String| {
        let [won, drawn, lost] = parts.seen_by(seat).map(percent);
        let cells = [
            format!("{won} won"),
            format!("{drawn} drawn"),
            format!("{lost} lost"),
            note,
        ];
        row(what, cells)
    };
    let shares = |results: Results<u64>| results.map(|n| share(n, results.games()));
    let snapshot = last.snapshots[side.index()].as_ref();
    let is_valued = model.rule().values().is_some();
    let mut notes = Vec::new();
    notes.extend(is_valued.then(|| "exploring".to_owned()));
    for (n, what) in [
        (last.resigned[side.index()], "resigned"),
        (last.refused(), "refused"),
        (snapshot.map_or(0, |s| s.rescued), "boxes rescued"),
        (snapshot.map_or(0, |s| s.saturated), "boxes full"),
    ] {
        if n > 0 {
            notes.push(format!("{} {what}", thousands(n)));
        }
    }
    let games = format!("  last {}", count(last.begun(), "game", "games"));
    let mut recent = outcome(games, side, shares(last.results), notes.join(", "));
    if last.results.games() == 0 {
        recent[1..4].fill("-".to_owned());
    }
    let mut rows = vec![recent];
    let learner = model.player(game, Reading::Draw)?;
    let exact = Ground::offered(game).map(|ground| (ground.policy(&learner), ground));
    let mut others: Vec<(&str, Arc<dyn Player<AnyGame>>)> = vec![("random", Arc::new(Random))];
    if exact.is_some() {
        others.push((
            "perfect",
            Arc::new(Perfect::shared(game, PerfectPace::Any)?),
        ));
    }
    let greedy = if is_valued { "greedy, " } else { "" };
    let seats = Side::BOTH.into_iter();
    for seat in seats.filter(|&seat| model.learners().table_of(seat) == Some(side)) {
        let as_side = match model.learners() {
            Learners::Shared => format!("{} ", seat.name()),
            _ => String::new(),
        };
        for (name, other) in &others {
            let (parts, how) = if let Some((own, ground)) = &exact {
                let other = ground.policy(&**other);
                let chances = ground.chances(seat.ordered([own, &other]));
                (chances, "exact chances".to_owned())
            } else {
                let players: [&dyn Player<AnyGame>; 2] = seat.ordered([&learner, &**other]);
                let results = Contest::new(game, players).sample(SAMPLE, 0).results;
                (shares(results), format!("of {} games", thousands(SAMPLE)))
            };
            let against = format!("  {as_side}against {name}");
            rows.push(outcome(against, seat, parts, greedy.to_owned() + &how));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use matchboxes::learn::{Record, Snapshot, TrainingSpec, preset};
    use matchboxes::store::Chapter;

    use super::*;

    #[test]
    fn more_games_than_can_be_played_are_compared() {
        let spec = TrainingSpec::new("nim:2,1", Learners::First, preset("rote").unwrap());
        let mut model = Model::new(Chapter::new(spec));
        let refused = 1 << 61;
        let snapshot = Snapshot {
            refused,
            ..Snapshot::default()
        };
        model.history.push(Record {
            sets: 1,
            snapshots: [Some(snapshot), None],
            ..Record::default()
        });
        assert!(given_up(&model, Side::First).is_some());
        model.history.records[0].results.draws = refused;
        assert!(given_up(&model, Side::First).is_none());
    }
}
