//! How the result of a game changes the boxes that were drawn from in it.

use super::rule::{Change, Effect, Incident, Multipliers, Origin, Rule, Scope};
use crate::game::Verdict;

/// What one side learns from one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    verdict: Verdict,
    change: Change,
    /// The ply from which an odds rule counts moves backwards.
    end: u16,
    origin: Origin,
}

/// The effect of a lesson on a box.
pub(super) struct Done {
    /// The number of beads of the drawn colour before.
    pub(super) before: u64,
    /// Whether some colour had no beads before.
    pub(super) lacked: bool,
    /// Whether some colour has no beads now.
    pub(super) lacks: bool,
    pub(super) incident: Option<Incident>,
}

/// A rule and, if it multiplies odds, its multipliers.
#[derive(Clone, Copy)]
pub(super) struct Teacher<'a> {
    pub(super) rule: &'a Rule,
    pub(super) odds: Option<&'a Multipliers>,
}

impl Teacher<'_> {
    /// The lesson of a game that ended with this verdict after `plies` moves, in which the learner made its
    /// last own move after `last` moves.
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

    /// Updates the origin after one game, if the rule multiplies odds.
    pub(super) fn slide(self, origin: &mut Origin, verdict: Verdict) {
        if let Some(odds) = self.odds {
            odds.slide(origin, verdict);
        }
    }

    /// Whether a lesson changes the box that was drawn from after `ply` moves; `is_last` says whether that
    /// was the learner's last move.
    pub(super) fn concerns(self, lesson: &Lesson, (ply, is_last): (u16, bool)) -> bool {
        if self.odds.is_some() {
            return true;
        }
        let reaches = is_last || lesson.change.scope == Scope::All;
        reaches && self.rule.weigh(lesson.change.effect, ply) != Effect::Nothing
    }

    /// Changes the beads of a box that was first met after `met` moves and from which `colour` was drawn
    /// after `ply` moves.
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
