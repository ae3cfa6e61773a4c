//! The definitions of the hand-written players, in the order of the article.

use super::method::Criterion::{
    self, EachThreat, EachThreatAndLines, InCentre, Special, Threatened, Threats, Wins,
};
use super::method::MethodStep::{AnyMove, Block, Centre, FirstCell, FirstCorner, Win};
use super::method::PlayerMethod::{self, Scores, Steps};
use super::score::{Halves, LineValues};
use crate::player::Naming;

/// The names of all hand-written players in all versions; `ai11s` also takes free parameters.
///
/// The names of one entry are the same player; the first is its full name.
pub const ROLL: [Naming; DEFINITIONS.len()] = {
    let mut roll = [Naming::new(&[""], ""); DEFINITIONS.len()];
    let mut i = 0;
    while i < roll.len() {
        let (names, about, _) = DEFINITIONS[i];
        roll[i] = Naming::new(names, about);
        i += 1;
    }
    roll
};

/// Finds the full name of the player with this name, and its method.
pub(super) fn find(name: &str) -> Option<(&'static str, PlayerMethod)> {
    let mut definitions = DEFINITIONS.iter();
    let (names, _, method) = definitions.find(|(names, ..)| names.contains(&name))?;
    Some((names[0], *method))
}

/// All names, without those with free parameters.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().flat_map(|(names, ..)| *names).copied()
}

/// The names of each player, what it does and its method.
const DEFINITIONS: &[(&[&str], &str, PlayerMethod)] = &[
    (
        &["ai1"],
        "always the first free cell, row by row from the top left",
        Steps(&[FirstCell]),
    ),
    (
        &["ai1s"],
        "the same player as ai1, written with scores",
        Steps(&[FirstCell]),
    ),
    (
        &["ai2"],
        "any move, each with the same chance",
        Steps(&[AnyMove]),
    ),
    (
        &["ai2s"],
        "the same player as ai2, written with scores",
        Steps(&[AnyMove]),
    ),
    (
        &["ai3"],
        "the centre if it is free, else any move",
        Steps(&[Centre, AnyMove]),
    ),
    (
        &["ai3s"],
        "the same player as ai3, written with scores",
        Steps(&[Centre, AnyMove]),
    ),
    (
        &["ai4"],
        "the centre, else the first free corner, else any edge; ignores wins",
        Steps(&[Centre, FirstCorner, AnyMove]),
    ),
    (
        &["ai4s"],
        "the same player as ai4, written with scores",
        Steps(&[Centre, FirstCorner, AnyMove]),
    ),
    (
        &["ai5"],
        "the first winning move, else any move",
        Steps(&[Win, AnyMove]),
    ),
    (
        &["ai5s"],
        "any winning move, else any move",
        Scores(&[Wins(1)], NONE),
    ),
    (
        &["ai6"],
        "wins if it can, else blocks the first threat, else any move",
        Steps(&[Win, Block, AnyMove]),
    ),
    (
        &["ai6s"],
        "wins if it can, else avoids moves that leave a threat (blocks neither of two threats)",
        Scores(&[Wins(1), Threatened(-1)], NONE),
    ),
    (
        &["ai7"],
        "the centre, else as ai6",
        Steps(&[Centre, Win, Block, AnyMove]),
    ),
    (
        &["ai7s"],
        "the centre, else as ai6s",
        Scores(&[InCentre(2), Wins(1), Threatened(-1)], NONE),
    ),
    (
        &["ai8s"],
        "as ai7s, but prefers to make a threat",
        Scores(&[InCentre(3), Wins(2), Threatened(-1), Threats(1, 1)], NONE),
    ),
    (
        &["ai9s"],
        "as ai8s, but prefers two threats to one",
        Scores(
            &[
                InCentre(4),
                Wins(3),
                Threatened(-1),
                Threats(2, 2),
                Threats(1, 1),
            ],
            NONE,
        ),
    ),
    (
        &["ai10s"],
        "centre, win, leaves no threat, makes two threats, else counts its open lines: H(1, 1, 0)",
        Scores(CENTRE_FIRST, lines(2, 2, 0)),
    ),
    (
        &["ai11s:v1"],
        "as ai10s, but the opponent's open lines count against a move: H(1, 1, -1)",
        Scores(CENTRE_FIRST, lines(2, 2, -2)),
    ),
    (
        &["ai11s:v2"],
        "as ai11s:v1, but a threat counts double: H(2, 1, -1)",
        Scores(CENTRE_FIRST, lines(4, 2, -2)),
    ),
    (
        &["ai11s:v3", "ai11s"],
        "as ai11s:v2, but its own open lines count half: H(2, 0.5, -1); also named `ai11s`",
        Scores(CENTRE_FIRST, LINES_11_V3),
    ),
    (
        &["ai12s:v1"],
        "as ai11s:v3 plus rule 12, an edge against two opposite corners; never loses",
        Scores(
            &[
                InCentre(400),
                Wins(300),
                Threatened(-100),
                Threats(2, 200),
                Special(100),
            ],
            LINES_11_V3,
        ),
    ),
    (
        &["ai12s:v2", "ai12s"],
        "as ai12s:v1 without the rule for the centre; never loses; also named `ai12s`",
        Scores(
            &[Wins(300), Threatened(-100), Threats(2, 200), Special(100)],
            LINES_11_V3,
        ),
    ),
    (
        &["ai12s:v3"],
        "as ai12s:v2, but two threats score as much as a win; never loses, wins less often",
        Scores(
            &[Wins(200), Threatened(-100), Threats(2, 200), Special(100)],
            LINES_11_V3,
        ),
    ),
    (
        &["ai13s"],
        "as ai12s:v2, but leaves as few threats as possible; never loses",
        Scores(
            &[Wins(300), EachThreat(-100), Threats(2, 200), Special(100)],
            LINES_11_V3,
        ),
    ),
    (
        &["ai14s"],
        "as ai13s, but counts its lines even if it leaves a threat; never loses",
        Scores(
            &[
                Wins(300),
                EachThreatAndLines(-100),
                Threats(2, 200),
                Special(100),
            ],
            LINES_11_V3,
        ),
    ),
];

/// The criteria of ai10s and of all versions of ai11s.
pub(super) const CENTRE_FIRST: &[Criterion] =
    &[InCentre(300), Wins(200), Threatened(-100), Threats(2, 100)];

const NONE: LineValues = lines(0, 0, 0);
/// The line values of the third version of ai11s, which all later players use.
pub(super) const LINES_11_V3: LineValues = lines(4, 1, -2);

/// The line values H(a, b, c), each in halves.
const fn lines(a: i32, b: i32, c: i32) -> LineValues {
    LineValues {
        a: Halves(a),
        b: Halves(b),
        c: Halves(c),
    }
}
