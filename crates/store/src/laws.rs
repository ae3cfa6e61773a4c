//! What the parts of a model must agree on: the rules of `laws.md`, by their numbers there.

use std::collections::HashMap;

use super::chapter::{Chapter, MOST_NAMES, Provenance, steps};
use super::listed_game::ListedGame;
use super::model::{
    MOST, MOST_CHAPTERS, MOST_MISSING, Model, PLIES, check_table, check_values, missing_colour,
};
use super::place::invalid;
use crate::arena::Point;
use crate::error::Damage;
use crate::game::{Game, Outcome, Results, Side};
use crate::learn::{Exact, History, Learners, Record, Rule, SlidingOrigin, Snapshot, Terms};
use crate::text::is_unprintable;

/// The largest absolute value of the mean of an origin: twice the length of a result.
const LARGEST_MEAN: i64 = 1 << 33;
/// The largest absolute value of the sums of an origin.
const LARGEST_SUM: i64 = 1 << 62;
/// How far the figures of [`Exact`] may be off by rounding.
const ROUNDING: u64 = 100;

/// What a model that breaks a rule is told, and whether a model keeps it.
type Law = (&'static str, fn(&Model) -> bool);

/// The rules in the order of their numbers, from 1. A rule may rely on those before it.
const LAWS: [Law; 30] = [
    ("it has no chapter", |m| !m.chapters.is_empty()),
    ("its chapters describe an impossible merge", |m| {
        steps(&m.chapters).is_some()
    }),
    ("its chapters are of different games or learners", |m| {
        let one = (m.game(), m.learners());
        each(m, |c| (&*c.game, c.learners) == one)
    }),
    ("a rule in it is invalid", |m| {
        // In a merged model thousands of chapters may have the same rule.
        let mut rules = m.chapters.chunk_by(|one, next| one.rule == next.rule);
        rules.all(|those| reads_back(&those[0].rule))
    }),
    ("it has more chapters than the limit", |m| {
        let names: usize = m.chapters.iter().map(Chapter::names).sum();
        m.chapters.len() <= MOST_CHAPTERS && names <= MOST_NAMES
    }),
    ("it has played sets without games", |m| {
        each(m, |c| c.sets == 0 || c.games_per_set > 0)
    }),
    (
        "it has played sets where boxes were imported or merged",
        |m| each(m, |c| c.sets == 0 || !c.is_taken_over()),
    ),
    (
        "it was imported after its beginning, or is a merge of imported boxes",
        |m| {
            let after = usize::from(!is_merge(m));
            let mut others = m.chapters.iter().skip(after);
            others.all(|c| !matches!(c.how, Provenance::Imported { .. }))
        },
    ),
    ("it names an opponent where there was none", |m| {
        each(m, |c| {
            c.opponent.is_empty() || (c.is_trained() && c.learners != Learners::Both)
        })
    }),
    (
        "it lists more or fewer games with people than it may",
        |m| each(m, Chapter::lists_its_games),
    ),
    ("in a game with a person it has the other side", |m| {
        each(m, Chapter::sits_in_its_seats)
    }),
    ("it has not learnt whole lists of recorded games", |m| {
        each(m, |c| match &c.how {
            Provenance::Recorded { games, .. } => c.sets.is_multiple_of(games.games),
            _ => true,
        })
    }),
    ("games that others moved in are not sets of one game", |m| {
        each(m, |c| {
            c.is_trained() || c.is_taken_over() || c.games_per_set == 1
        })
    }),
    (
        "a batch in it has no game, or more games than the limit",
        |m| each(m, |c| (1..=Terms::MOST_BATCH).contains(&c.terms.batch)),
    ),
    (
        "its rule and its learners disagree about a machine for both sides",
        |m| m.layout().shared == (m.learners() == Learners::Shared),
    ),
    ("its tables do not belong to the sides that learn", |m| {
        Side::BOTH
            .iter()
            .all(|&side| m.tables[side.index()].is_some() == m.learners().learns(side))
    }),
    ("its history is longer than the limit", |m| {
        let numbers: usize = m.history.records.iter().map(missing_colour).sum();
        m.history.records.len() <= History::POINTS && numbers <= MOST_MISSING
    }),
    ("its history counts more than the limit", |m| {
        m.counted().is_some_and(|sum| sum < MOST)
    }),
    ("a record of its history is impossible", |m| {
        m.history.records.iter().all(is_possible)
    }),
    ("its chapters and its history count different sets", |m| {
        let mut noted = m.chapters.iter().map(|c| c.sets);
        noted.try_fold(0, u64::checked_add) == Some(m.history.sets())
    }),
    ("its sets have more games than the limit", |m| {
        // One set more than there are: the count must not overflow with the next set.
        let next = m.history.sets().saturating_add(1);
        each(m, |c| {
            c.games_per_set
                .checked_mul(next)
                .is_some_and(|games| games < MOST)
        })
    }),
    (
        "a record counts other games than its sets have",
        counts_its_games,
    ),
    ("a record has more games resigned than lost", |m| {
        m.history.records.iter().all(|record| {
            let results = &record.results;
            let [first, second] = record.resigned;
            first <= results.second_wins && second <= results.first_wins
        })
    }),
    ("a record has a side that does not learn", |m| {
        snapshots(m).all(|(side, _)| m.learners().learns(Side::BOTH[side]))
    }),
    (
        "a record has more boxes without some colour than boxes",
        |m| snapshots(m).all(|(_, s)| s.missing_colour_total() <= s.boxes),
    ),
    ("a record has more boxes than there are at the end", |m| {
        snapshots(m).all(|(side, s)| {
            m.tables[side]
                .as_ref()
                .is_none_or(|t| s.boxes <= t.len() as u64)
        })
    }),
    ("it has more boxes than its limit", |m| {
        let limit = m
            .chapters
            .iter()
            .try_fold(0, |most, chapter| match &chapter.how {
                Provenance::Trained { from, .. } if from.is_empty() => {
                    chapter.terms.max_boxes.map(|limit| most.max(limit))
                }
                _ => None,
            });
        limit.is_none_or(|limit| m.tables.iter().flatten().all(|t| t.len() as u64 <= limit))
    }),
    ("the chances in a record do not add up to one", |m| {
        snapshots(m).all(|(_, s)| s.exact.as_ref().is_none_or(adds_up))
    }),
    (
        "it has sets left that were not requested, or where nothing was played",
        |m| {
            m.pending
                .is_none_or(|p| p.left <= p.requested && !m.last().is_taken_over())
        },
    ),
    (
        "a text in it has a control character or a mark of direction",
        |m| {
            ![&m.made_by, &m.written_by]
                .into_iter()
                .any(|text| is_unprintable(text))
                && each(m, |c| !c.texts().any(is_unprintable))
        },
    ),
];

/// The rules about tables among these.
const OF_TABLES: [usize; 3] = [16, 26, 27];

/// The rule that the last record counts the boxes of the tables.
const COUNTED: usize = LAWS.len() + 1;
/// The rule that each box belongs to the game.
const OF_THE_GAME: usize = LAWS.len() + 2;

/// The rule that games with people are games.
const LISTED: usize = LAWS.len() + 3;
/// The rule that records have the results of games with people.
const RESULTS: usize = LAWS.len() + 4;
/// The rule that the last games with people led to what lies in the boxes.
const LEARNT: usize = LAWS.len() + 5;

/// Plays the games with people again, and compares their results with the records, and what the last ones taught with
/// the tables.
pub(super) fn check_listed_games<G: Game>(game: &G, model: &Model) -> Result<(), Damage> {
    let (mut played, mut sets) = (Vec::new(), 0);
    let mut last = Vec::new();
    for chapter in &model.chapters {
        sets += chapter.sets;
        let texts = chapter.listed().unwrap_or_default();
        last.clear();
        for (text, left) in texts.iter().zip((1..=texts.len() as u64).rev()) {
            let read = ListedGame::read(game, &chapter.rule, text);
            let drawn = |read: &ListedGame| chapter.is_by_hand() || read.moves.iter().all(|m| m.1);
            let Some(listed) = read.filter(drawn) else {
                let broken = format!("no game with a person has the text `{text}`");
                return Err(Damage::Boxes(numbered(&broken, LISTED)));
            };
            // One machine for both sides is counted as the first.
            let is_turned = chapter.learners == Learners::Shared && listed.machine == Side::Second;
            let outcome = listed.ending(game).outcome();
            let turned = |outcome: Outcome| if is_turned { outcome.turned() } else { outcome };
            played.push((sets.saturating_sub(left), outcome.map(turned)));
            last.push(listed);
        }
    }
    let (mut played, mut end) = (played.into_iter().peekable(), 0);
    let agree = model.history.records.iter().all(|record| {
        end += record.sets;
        let mut results = Results::default();
        while let Some((_, outcome)) = played.next_if(|(set, _)| *set < end) {
            if let Some(outcome) = outcome {
                results.count(outcome);
            }
        }
        let counted = &record.results;
        results.first_wins <= counted.first_wins
            && results.draws <= counted.draws
            && results.second_wins <= counted.second_wins
    });
    if !agree {
        let broken = "a record has other results than games with people";
        return Err(invalid(numbered(broken, RESULTS)));
    }
    // The record of a box that was drawn from by hand may have been corrected since.
    if model.last().is_by_hand() || leads_to_its_boxes(game, model, &last) {
        return Ok(());
    }
    let broken = "its boxes hold other beads than its last game with a person left in them";
    Err(Damage::Boxes(numbered(broken, LEARNT)))
}

/// Whether the last games of a model left in their boxes what later ones found there, or what lies there now. Only those
/// can be told that the history has one by one.
fn leads_to_its_boxes<G: Game>(game: &G, model: &Model, games: &[ListedGame]) -> bool {
    let mut found = HashMap::new();
    let (mut records, mut begun) = (&model.history.records[..], model.history.begun());
    for listed in games.iter().rev() {
        let Some((record, before)) = records.split_last().filter(|(one, _)| one.sets == 1) else {
            return true;
        };
        (records, begun) = (before, begun.saturating_sub(record.begun()));
        let table = model.table(listed.machine);
        let lies = |key| match found.get(&key) {
            Some(lay) => Option::clone(lay),
            None => table.and_then(|table| table.content(key)),
        };
        let side = model.learners().table_of(listed.machine);
        let last = side.and_then(|side| before.last()?.snapshots[side.index()].as_ref());
        let own = listed.table(model.rule(), |key| lies(key).is_some());
        let learnt = listed.learnt(game, model.rule(), begun, (&own, last));
        let mut boxes = listed.boxes.iter();
        if !learnt.is_some_and(|learnt| boxes.all(|(key, _)| learnt.content(*key) == lies(*key))) {
            return false;
        }
        found.extend(listed.boxes.iter().cloned());
    }
    true
}

/// Checks that the history counts the boxes that the tables have.
pub(super) fn check_boxes(model: &Model) -> Result<(), Damage> {
    for table in model.tables.iter().flatten() {
        let last = model.history.records.last();
        let snapshot = last.and_then(|last| last.snapshots[table.side().index()].as_ref());
        let met = table.len() as u64;
        if let Some(Snapshot { boxes, .. }) = snapshot.filter(|s| s.boxes != met) {
            let side = table.side().name();
            let broken =
                format!("the history counts {boxes} boxes of the {side} side, the table has {met}");
            return Err(Damage::Boxes(numbered(&broken, COUNTED)));
        }
    }
    Ok(())
}

/// The damage of a box that does not belong to the game.
pub(super) fn foreign_box(reason: &str) -> Damage {
    Damage::Boxes(numbered(reason, OF_THE_GAME))
}

impl Model {
    /// Checks that its parts agree, by the rules of the format that have numbers, and that a run can continue from its
    /// counts.
    ///
    /// [`Table::check`](crate::learn::Table::check) checks whether the boxes belong to the game.
    ///
    /// # Errors
    ///
    /// [`Damage::Contents`] with what disagrees.
    pub fn check(&self) -> Result<(), Damage> {
        self.check_laws(|_| true)?;
        for side in Side::BOTH {
            let table = self.tables[side.index()].as_ref();
            if let Some(table) = table {
                check_table(table, side, self.layout())?;
                check_values(table, self.rule())?;
            }
        }
        Ok(())
    }

    /// Checks a model without its tables.
    pub(super) fn check_history(&self) -> Result<(), Damage> {
        self.check_laws(|number| !OF_TABLES.contains(&number))
    }

    fn check_laws(&self, applies: impl Fn(usize) -> bool) -> Result<(), Damage> {
        let mut laws = (1..).zip(LAWS);
        match laws.find(|(number, (_, holds))| applies(*number) && !holds(self)) {
            Some((number, _)) => Err(broken(number)),
            None => Ok(()),
        }
    }
}

/// The damage of a model that breaks the rule of this number.
pub(super) fn broken(number: usize) -> Damage {
    invalid(numbered(LAWS[number - 1].0, number))
}

/// The numbers of the rules that are checked while a file is read: it has a chapter, it has few enough, and so many
/// records.
pub(super) const A_CHAPTER: usize = 1;
pub(super) const CHAPTERS: usize = 5;
pub(super) const RECORDS: usize = 17;

/// Which rule is broken, with its number.
fn numbered(broken: &str, number: usize) -> String {
    format!("{broken} (rule {number})")
}

fn is_merge(model: &Model) -> bool {
    let mut chapters = model.chapters.iter();
    chapters.any(|c| matches!(c.how, Provenance::Merged { .. }))
}

fn each(model: &Model, holds: impl FnMut(&Chapter) -> bool) -> bool {
    model.chapters.iter().all(holds)
}

/// All snapshots with the places of their sides.
fn snapshots(model: &Model) -> impl Iterator<Item = (usize, &Snapshot)> {
    let records = model.history.records.iter();
    let sides = records.flat_map(|record| record.snapshots.iter().enumerate());
    sides.filter_map(|(side, snapshot)| Some((side, snapshot.as_ref()?)))
}

fn reads_back(rule: &Rule) -> bool {
    Rule::from_stored(&rule.to_toml()).is_ok_and(|read| read == *rule)
}

/// Whether a run can reach such a record and continue from it.
fn is_possible(record: &Record) -> bool {
    record.sets > 0
        && record.snapshots.iter().flatten().all(|snapshot| {
            let SlidingOrigin {
                sum, weight, mu, ..
            } = snapshot.origin;
            snapshot.missing_colour.len() <= usize::from(PLIES)
                && (-LARGEST_MEAN..=LARGEST_MEAN).contains(&mu)
                && (0..=LARGEST_SUM).contains(&weight)
                && (-LARGEST_SUM..=LARGEST_SUM).contains(&sum)
                && snapshot.exact.as_ref().is_none_or(is_chance)
        })
}

/// Whether the figures are between 0 and 1, and the best opponent's between -1 and 1.
pub(super) fn is_chance(exact: &Exact) -> bool {
    let shares = [exact.optimal, exact.optimal_reached];
    let chances = exact.random.into_iter().chain(exact.perfect);
    let chances = chances.chain([exact.worst_case_loss]);
    let mut parts = chances.chain(shares.into_iter().flatten());
    let most = Point::ONE + ROUNDING;
    parts.all(|part| part <= most) && exact.best_response.unsigned_abs() <= most
}

fn adds_up(exact: &Exact) -> bool {
    let certain = |chances: [u64; 3]| chances.iter().sum::<u64>().abs_diff(Point::ONE) <= ROUNDING;
    certain(exact.random) && certain(exact.perfect)
}

/// Whether each record has as many games, refused ones included, as its sets. They may be fewer where the counts of a
/// side may be missing: it had not learnt yet when a record of the same sets, or of another model, was begun.
fn counts_its_games(model: &Model) -> bool {
    let is_merge = is_merge(model);
    let mut chapters = model.chapters.iter();
    let (mut left, mut each) = (0, 0);
    model.history.records.iter().all(|record| {
        let (mut sets, mut games) = (record.sets, 0);
        while sets > 0 {
            while left == 0 {
                let Some(next) = chapters.next() else {
                    return false;
                };
                (left, each) = (next.sets, next.games_per_set);
            }
            let covered = sets.min(left);
            games += covered * each;
            (sets, left) = (sets - covered, left - covered);
        }
        let mut sides = model.learners().sides();
        let is_whole = !is_merge && sides.all(|side| record.snapshots[side.index()].is_some());
        let begun = record.begun();
        begun == games || (!is_whole && begun < games)
    })
}
