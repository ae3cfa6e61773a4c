//! A rule in a form that is fast to apply, and how the result of a game changes the boxes used in it.

use super::rule::{
    Beads, Change, Effect, Empty, Incident, Multipliers, Rule, Scope, SlidingOrigin,
};
use crate::dice::{Dice, Purpose};
use crate::game::{Side, Verdict};

/// A rule, and what is computed from it once.
#[derive(Clone, Debug)]
pub(super) struct Teacher {
    pub(super) rule: Rule,
    odds: Option<Multipliers>,
    /// By side the changes for a loss, a draw and a win, in the order of [`Verdict`].
    changes: [[Change; 3]; 2],
    /// Whether results count the same in all boxes, and the change of a box is certain and depends only on the beads of
    /// the colour drawn, unless that colour has lost its last bead.
    pub(super) is_simple: bool,
}

const _: () = assert!(Verdict::Loss as usize == 0 && Verdict::Win as usize == 2);

/// What one side learns from one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameLesson {
    verdict: Verdict,
    change: Change,
    /// The ply from which an odds rule counts moves backwards.
    end: u16,
    origin: SlidingOrigin,
    dice: LessonDice,
}

/// What the random colours of a game's lesson depend on, besides their boxes: not on when it is learnt from, so a game
/// that is gone through again adds the same beads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LessonDice {
    pub(super) seed: u64,
    pub(super) run: u64,
    /// The number of the game.
    pub(super) game: u64,
}

impl LessonDice {
    /// The colour of the new beads in the box used after `ply` moves, one of this number of colours.
    pub(super) fn colour(self, ply: u16, colours: usize) -> usize {
        let mut dice = Dice::new(self.seed, Purpose::Lesson, self.run, self.game);
        for _ in 0..ply {
            dice.index(colours);
        }
        dice.index(colours)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BeadDraw {
    pub(super) colour: usize,
    /// The number of moves of the game before it.
    pub(super) ply: u16,
}

impl From<Rule> for Teacher {
    fn from(rule: Rule) -> Self {
        let counts_once = |beads: &Beads| beads.weights.iter().all(|&n| n == 1);
        Self {
            odds: rule.odds().map(Multipliers::new),
            changes: Side::BOTH.map(|seat| {
                let ends = [Verdict::Loss, Verdict::Draw, Verdict::Win];
                ends.map(|end| rule.change(end, seat))
            }),
            is_simple: rule.beads().is_some_and(counts_once)
                && !rule.adds_random()
                && !matches!(rule.empty, Empty::ResetAt(_)),
            rule,
        }
    }
}

impl Teacher {
    /// Fills `beads` as a new box of these colours, met after `ply` moves.
    pub(super) fn fill(&self, beads: &mut Vec<u64>, ply: u16, colours: usize) {
        beads.clear();
        beads.resize(colours, self.rule.start_beads(ply, colours));
    }

    /// Whether an empty box gets beads when its position is met.
    pub(super) fn revives(&self) -> bool {
        matches!(self.rule.empty, Empty::OneBead | Empty::Refill)
    }

    /// Gives beads to an empty box, first met after `ply` moves, if the rule does so when its position is met.
    /// Returns whether it did. `colour` chooses the colour of a single bead, by number of colours.
    pub(super) fn revive(
        &self,
        beads: &mut [u64],
        ply: u16,
        colour: impl FnOnce(usize) -> Option<usize>,
    ) -> bool {
        if !self.revives() || beads.iter().any(|&n| n != 0) {
            return false;
        }
        if self.rule.empty == Empty::Refill {
            beads.fill(self.rule.start_beads(ply, beads.len()));
            return true;
        }
        let colour = colour(beads.len());
        if let Some(colour) = colour {
            beads[colour] = 1;
        }
        colour.is_some()
    }

    /// Whether any move is played at an empty box.
    pub(super) fn plays_on(&self) -> bool {
        self.rule.empty == Empty::AnyMove
    }

    /// What a result does to the beads drawn on this side.
    #[inline]
    pub(super) fn change(&self, verdict: Verdict, seat: Side) -> Change {
        self.changes[seat.index()][verdict as usize]
    }

    /// Whether a side whose box is empty refuses to play; `is_first` is whether it has drawn no bead before.
    pub(super) fn refuses(&self, side: Side, is_first: bool) -> bool {
        self.rule.empty == Empty::Refuse && side == Side::First && is_first
    }

    /// The lesson on this side of a game that ended with this verdict after `plies` moves, in which the learner made
    /// its last own move after `last` moves. Then updates the origin.
    pub(super) fn lesson(
        &self,
        seat: Side,
        verdict: Verdict,
        last: Option<u16>,
        plies: u16,
        (origin, dice): (&mut SlidingOrigin, LessonDice),
    ) -> GameLesson {
        let odds = self.odds.as_ref();
        let lesson = GameLesson {
            verdict,
            change: self.change(verdict, seat),
            end: odds.map_or(plies, |odds| odds.end(verdict, last, plies)),
            origin: *origin,
            dice,
        };
        if let Some(odds) = odds {
            odds.slide(origin, verdict);
        }
        lesson
    }

    /// Whether a lesson changes the box of the move made after `ply` moves; `is_last` if it was the last one.
    pub(super) fn concerns(&self, lesson: &GameLesson, ply: u16, is_last: bool) -> bool {
        if self.odds.is_some() {
            return true;
        }
        let reaches = is_last || lesson.change.scope == Scope::All;
        reaches && self.rule.weigh(lesson.change.effect, ply) != Effect::Nothing
    }

    /// Changes the beads of a box that was first met after `box_ply` moves.
    pub(super) fn teach(
        &self,
        lesson: &GameLesson,
        BeadDraw { colour, ply }: BeadDraw,
        box_ply: u16,
        beads: &mut [u64],
    ) -> Option<Incident> {
        if let Some(odds) = &self.odds {
            let n = lesson.end - ply;
            odds.apply(beads, colour, n, lesson.verdict, lesson.origin);
            return None;
        }
        let effect = self.rule.weigh(lesson.change.effect, ply);
        let colour = match effect {
            Effect::AddRandom(_) => lesson.dice.colour(ply, beads.len()),
            _ => colour,
        };
        self.rule.apply(effect, beads, colour, box_ply)
    }
}
