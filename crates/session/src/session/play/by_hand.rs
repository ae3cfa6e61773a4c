//! Games whose beads were drawn by hand, which the file of the machine keeps as texts so that they can be taken back,
//! and what the hand is asked for.

use super::turns::{End, Round, Turn};
use crate::arena::Ending;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Side};
use crate::games::AnyGame;
use crate::learn::{Empty, Learners, Record, Rule};
use crate::store::{BoxView, ListedGame, Model, Provenance};

/// What the hand is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A bead from the box.
    Bead,
    /// The box is empty and is filled with its starting beads; then a bead from it.
    Refill,
    /// The box is empty and gets one bead of any colour, chosen by lot, which is also drawn.
    OneBead,
    /// The box is empty and stays so: any move, chosen by lot.
    AnyMove,
    /// The rule makes the box only when its position is met again: any move, chosen by lot.
    NotYet,
    /// The rule has no box for the position: any move, chosen by lot.
    NoBox,
}

impl Asked {
    /// Its name, as the page knows it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bead => "bead",
            Self::Refill => "refill",
            Self::OneBead => "one-bead",
            Self::AnyMove => "any-move",
            Self::NotYet => "not-yet",
            Self::NoBox => "no-box",
        }
    }

    /// What is asked for at a box; `None` if the machine cannot move from it.
    pub(super) fn at(rule: &Rule, view: &BoxView<AnyGame>) -> Option<Self> {
        match rule.empty {
            _ if view.total() > 0 => Some(Self::Bead),
            Empty::Refill => Some(Self::Refill),
            Empty::OneBead => Some(Self::OneBead),
            Empty::AnyMove => Some(Self::AnyMove),
            _ => None,
        }
    }
}

/// The text of a game in which the machine had this side.
pub(super) fn text(game: &AnyGame, machine: Side, round: &Round) -> String {
    let turns = round.turns.iter();
    let listed = ListedGame {
        machine,
        moves: turns.map(|turn| (turn.m, turn.chosen)).collect(),
        boxes: round.used.iter().flatten().cloned().collect(),
    };
    listed.text(game)
}

/// The game of a text and the side that the machine had; `None` if the text is of no such game.
fn round(game: &AnyGame, rule: &Rule, text: &str) -> Option<(Side, Round)> {
    let kept = ListedGame::read(game, rule, text)?;
    let dice = Dice::new(0, Purpose::Match, 0, 0);
    let mut round = Round::new(game.start(), dice.clone(), [None, None]);
    for (m, chosen) in kept.moves {
        round.turns.push(Turn {
            at: round.at,
            side: game.side(&round.at),
            m,
            thought: None,
            chosen,
        });
        round.before.push(dice.clone());
        round.at = game.play(&round.at, m);
    }
    round.used[kept.machine.index()] = kept.boxes;
    let ending = match game.outcome(&round.at) {
        Some(outcome) => Ending::Over(outcome),
        None => Ending::Resigned(game.side(&round.at)),
    };
    round.end = Some(End {
        ending,
        thought: None,
        changes: Vec::new(),
    });
    round.counts = true;
    Some((kept.machine, round))
}

/// Takes the games drawn by hand, which can be taken back, from the end of a model's history, the last ones first as
/// far as it has each by itself, and the machine had this side or could change sides: the games with their records, in
/// their order, and the sides of the machine. Its tables stay as they are.
pub(super) fn take_games(
    game: &AnyGame,
    model: &mut Model,
    seat: Side,
) -> Vec<(Side, Round, Record)> {
    let mut games = Vec::new();
    let shared = model.learners() == Learners::Shared;
    let rule = model.rule().clone();
    let Some(chapter) = model.chapters.last_mut() else {
        return games;
    };
    let Provenance::ByHand { games: texts, .. } = &mut chapter.how else {
        return games;
    };
    while let Some(text) = texts.last() {
        let Some((machine, mut round)) = round(game, &rule, text) else {
            break;
        };
        if machine != seat && !shared {
            break;
        }
        let records = &mut model.history.records;
        let Some(record) = records.pop_if(|record| record.sets == 1) else {
            break;
        };
        texts.pop();
        chapter.sets -= 1;
        let last = records.last();
        let kept = chapter.spec.learners.table_of(machine).unwrap_or(machine);
        let snapshot = last.and_then(|last| last.snapshots[kept.index()].clone());
        round.snapshots[machine.index()] = snapshot;
        games.push((machine, round, record));
    }
    games.reverse();
    games
}
