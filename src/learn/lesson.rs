//! What a game that is over does to the boxes that were drawn from in it.

use super::rule::{Change, Effect, Incident, Multipliers, Origin, Rule, Scope};
use crate::game::Verdict;

/// What is learnt from one game, by one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    verdict: Verdict,
    change: Change,
    /// Whence the moves are counted back that odds go by.
    end: u16,
    origin: Origin,
}

/// What a lesson has done to a box.
pub(super) struct Done {
    /// How many beads there were of the colour drawn.
    pub(super) before: u64,
    /// Whether some colour had no beads.
    pub(super) lacked: bool,
    /// Whether some colour has none now.
    pub(super) lacks: bool,
    pub(super) incident: Option<Incident>,
}

/// A rule with what its odds are multiplied by, if it has any.
#[derive(Clone, Copy)]
pub(super) struct Teacher<'a> {
    pub(super) rule: &'a Rule,
    pub(super) odds: Option<&'a Multipliers>,
}

impl Teacher<'_> {
    /// What a game teaches that ended so after so many moves, the last of them the learner's own after
    /// `last` others.
    pub(super) fn lesson(
        self,
        verdict: Verdict,
        (last, plies): (Option<u16>, u16),
        origin: Origin,
    ) -> Lesson {
        let change = self.rule.beads().map(|beads| beads.change(verdict));
        let end = self.odds.map(|odds| odds.end(verdict, last, plies));
        Lesson {
            verdict,
            change: change.unwrap_or_default(),
            end: end.unwrap_or(plies),
            origin,
        }
    }

    /// Moves the origin on by one play, where odds go by one.
    pub(super) fn slide(self, origin: &mut Origin, verdict: Verdict) {
        if let Some(odds) = self.odds {
            odds.slide(origin, verdict);
        }
    }

    /// Whether a lesson concerns the box that was drawn from after so many moves, be it the last or not.
    pub(super) fn concerns(self, lesson: &Lesson, (ply, is_last): (u16, bool)) -> bool {
        if self.odds.is_some() {
            return true;
        }
        let reaches = is_last || lesson.change.scope == Scope::All;
        reaches && self.rule.weigh(lesson.change.effect, ply) != Effect::Nothing
    }

    /// Changes the beads of a box, first met after `met` moves, of which a colour was drawn after `ply`.
    pub(super) fn teach(
        self,
        lesson: &Lesson,
        (colour, ply): (usize, u16),
        met: u16,
        beads: &mut [u64],
    ) -> Done {
        let (before, lacked) = (beads[colour], beads.contains(&0));
        let incident = if let Some(odds) = self.odds {
            let n = lesson.end - ply;
            odds.apply(beads, colour, n, lesson.verdict, lesson.origin);
            None
        } else {
            let effect = self.rule.weigh(lesson.change.effect, ply);
            self.rule.apply(effect, beads, colour, met)
        };
        Done {
            before,
            lacked,
            lacks: beads.contains(&0),
            incident,
        }
    }
}
