//! The past of a machine as the page shows it: its games and trainings, and what changed a box.

use matchboxes::game::{Game, Key, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::BoxContent;
use matchboxes::session::{BoxMoment, PastEntry, PastTraining, Replayed, Unfolded};
use matchboxes::store::{self, BoxView, MOST_LISTED, Model, MoveValue};
use matchboxes::text::float;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;

use super::curve::{FIRST, POINTS};
use super::kits::Kits;
use super::scene::{Changed, resigned_by, winner_of};

/// The games and the trainings, the first ones first.
pub(crate) fn list(game: &AnyGame, past: &Unfolded<'_>) -> Vec<Value> {
    let entries = past.entries().iter();
    let listed = entries.filter_map(|entry| match entry {
        PastEntry::Training(training) => (training.games > 0).then(|| brief(training)),
        PastEntry::Game(one) => {
            let (moves, ending) = (one.moves().into_iter(), one.ending(game));
            Some(json!({
                "number": one.number,
                "moves": moves.map(|m| game.write_move(m)).collect::<Vec<_>>(),
                "ended": true,
                "person": one.is_with_person,
                "winner": winner_of(ending),
                "resigned": resigned_by(ending),
                "stopped": ending.outcome().is_none(),
            }))
        }
    });
    listed.collect()
}

/// A training. A machine that taught has the name of its file.
fn brief(training: &PastTraining<'_>) -> Value {
    let opponent = training.chapter.opponent_in_words();
    let path = Path::new(&*opponent);
    let is_model = store::has_model_ending(path);
    let stem = path.file_stem().filter(|_| is_model);
    let opponent = stem.map_or(opponent.as_ref().into(), |stem| stem.to_string_lossy());
    json!({ "training": { "opponent": opponent, "games": training.games } })
}

pub(crate) struct PastBox<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) model: &'a Model,
    /// The side of the table.
    pub(crate) side: Side,
    pub(crate) key: Key,
}

/// What lay in a box after a number of games: beads or values by colour.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PastContent {
    games: u64,
    colours: Vec<f64>,
}

impl PastBox<'_> {
    /// What the trainings of the machine did to it, which are played again unless `known` has them.
    fn replayed<'k>(&self, known: &'k mut Option<Replayed>) -> &'k [BoxMoment] {
        let place = (self.side, self.key);
        let kept = known.take().filter(|kept| kept.is_of(self.model, place));
        let replayed = kept.unwrap_or_else(|| Replayed::new(self.game, self.model, place));
        &known.insert(replayed).moments
    }

    /// The changes of the box in the last games, each with its game, and the trainings.
    pub(crate) fn changes(
        &self,
        past: &Unfolded<'_>,
        kits: &Kits,
        known: &mut Option<Replayed>,
    ) -> Vec<Value> {
        let (moments, layout) = (self.replayed(known), self.model.layout());
        let first = past.entries().len().saturating_sub(MOST_LISTED);
        let mut found = Vec::new();
        for (place, entry) in past.entries().iter().enumerate() {
            match entry {
                PastEntry::Training(training) if training.games > 0 => {
                    let mut row = brief(training);
                    row["emptied"] = self.emptied(training, moments).into();
                    found.push(row);
                }
                PastEntry::Game(one) if place >= first && one.opened(self.key).is_some() => {
                    let unfolded = past.unfold(place);
                    for change in unfolded.iter().flat_map(|game| &game.end.changes) {
                        if layout.place(self.game, &change.before.at).key == self.key {
                            let mut row = json!(Changed::new(self.game, change, kits));
                            row["game"] = one.number.into();
                            row["winner"] = json!(winner_of(one.ending(self.game)));
                            found.push(row);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The colours that have gone in a training, and between which of its games.
    fn emptied(&self, training: &PastTraining<'_>, moments: &[BoxMoment]) -> Vec<Value> {
        let mut found = Vec::new();
        let mut before: Option<Vec<u64>> = None;
        for moment in moments {
            let BoxContent::Beads(now) = &moment.content else {
                break;
            };
            let n = now.beads.len();
            let start = || vec![self.model.rule().start_beads(now.ply, n); n];
            let lay = before.take().unwrap_or_else(start);
            let since = moment.since.checked_sub(training.before);
            let since = since.filter(|since| *since < training.games);
            for (colour, (old, new)) in lay.iter().zip(&now.beads).enumerate() {
                if let (Some(since), true, 0) = (since, *old > 0, *new) {
                    let games = [since + 1, moment.games - training.before];
                    found.push(json!({ "games": games, "colour": colour }));
                }
            }
            before = Some(now.beads.clone());
        }
        found
    }
}

/// What lay in the first box of a machine, wherever that changed as far as it is known, and what lies in it now.
pub(crate) fn seen(
    game: &AnyGame,
    model: &Model,
    side: Side,
    past: &Unfolded<'_>,
    known: &mut Option<Replayed>,
) -> Vec<PastContent> {
    let Some(view) = BoxView::landmark(game, model, side) else {
        return Vec::new();
    };
    let key = model.layout().place(game, &view.at).key;
    let first = PastBox {
        game,
        model,
        side,
        key,
    };
    let of = |games, colours| PastContent { games, colours };
    let moments = first.replayed(known);
    let after = moments.last().map_or(0, |last| last.games);
    let (ply, n) = (view.ply.unwrap_or_default(), view.colours.len());
    let unmet = content(&BoxContent::new(model.rule(), ply, n));
    // What lay in it from one game that opened it to the next, unless a training came between them.
    let (mut later, mut since) = (Vec::new(), None);
    for entry in past.entries() {
        match entry {
            PastEntry::Training(training) if training.games > 0 => since = None,
            PastEntry::Game(game) if game.games > after => {
                if let Some((_, before)) = game.opened(key) {
                    let games = since.replace(game.games).unwrap_or(game.games - 1);
                    let colours = before.as_ref().map_or_else(|| unmet.clone(), content);
                    later.push(of(games, colours));
                }
            }
            _ => {}
        }
    }
    let now = colours(&view);
    later.extend(since.map(|games| of(games, now.clone())));
    let found = later.first().map_or(&now, |one| &one.colours);
    // A player may have changed since it taught.
    let is_so = |last: &BoxMoment| content(&last.content) == *found;
    let moments = moments.last().is_some_and(is_so).then_some(moments);
    let mut seen = vec![of(0, unmet)];
    let moments = moments.into_iter().flatten();
    seen.extend(moments.map(|moment| of(moment.games, content(&moment.content))));
    seen.extend(later);
    seen.dedup_by(|next, before| next.games == before.games || next.colours == before.colours);
    let games = model.games();
    if seen.last().is_some_and(|last| last.games < games) {
        seen.push(of(games, now));
    }
    // After the first games, what was seen later takes the place of what was seen before.
    let step = games.saturating_sub(FIRST) / POINTS + 1;
    seen.dedup_by(|next, before| {
        let is_late = before.games > FIRST && next.games / step == before.games / step;
        if is_late {
            std::mem::swap(next, before);
        }
        is_late
    });
    seen
}

fn content(content: &BoxContent) -> Vec<f64> {
    match content {
        BoxContent::Beads(found) => found.beads.iter().map(|&n| float(n)).collect(),
        BoxContent::Values(found) => found.values.iter().map(|&units| value(units)).collect(),
    }
}

fn colours(view: &BoxView<AnyGame>) -> Vec<f64> {
    let colours = view.colours.iter();
    let each = colours.map(|colour| colour.value.map_or_else(|| float(colour.beads), f64::from));
    each.collect()
}

pub(super) fn value(units: i64) -> f64 {
    f64::from(MoveValue { units, visits: 0 })
}
