//! The roll of the hand-written players: each rule of the article, in the article's order.

use super::method::{Plan, Rule, Step, Test, Worth};
use super::score::{Halves, Lines};

/// A hand-written player, as `menace list players` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its whole name, version included.
    pub name: &'static str,
    /// One line on how it plays.
    pub about: &'static str,
    pub(super) plan: Plan,
}

/// Every hand-written player with every version; `ai11s` also takes free parameters.
pub const ROLL: &[Entry] = &[
    Entry {
        name: "ai1",
        about: "always the first free cell, row by row from the top left",
        plan: Plan::Steps(&[Step::FirstCell]),
    },
    Entry {
        name: "ai1s",
        about: "ai1 written with scores: the same player",
        plan: Plan::Steps(&[Step::FirstCell]),
    },
    Entry {
        name: "ai2",
        about: "any move with the same chance",
        plan: Plan::Steps(&[Step::AnyMove]),
    },
    Entry {
        name: "ai2s",
        about: "ai2 written with scores: the same player",
        plan: Plan::Steps(&[Step::AnyMove]),
    },
    Entry {
        name: "ai3",
        about: "the centre if it is free, else any move",
        plan: Plan::Steps(&[Step::Centre, Step::AnyMove]),
    },
    Entry {
        name: "ai3s",
        about: "ai3 written with scores: the same player",
        plan: Plan::Steps(&[Step::Centre, Step::AnyMove]),
    },
    Entry {
        name: "ai4",
        about: "the centre, else the first free corner, else any edge; blind to wins",
        plan: Plan::Steps(&[Step::Centre, Step::FirstCorner, Step::AnyMove]),
    },
    Entry {
        name: "ai4s",
        about: "ai4 written with scores: the same player",
        plan: Plan::Steps(&[Step::Centre, Step::FirstCorner, Step::AnyMove]),
    },
    Entry {
        name: "ai5",
        about: "the first winning move, else any move",
        plan: Plan::Steps(&[Step::Win, Step::AnyMove]),
    },
    Entry {
        name: "ai5s",
        about: "any winning move, else any move",
        plan: Plan::Scores(&[win(1)], Lines::NONE),
    },
    Entry {
        name: "ai6",
        about: "wins if it can, else blocks the first threat, else any move",
        plan: Plan::Steps(&[Step::Win, Step::Block, Step::AnyMove]),
    },
    Entry {
        name: "ai6s",
        about: "wins if it can, else shuns moves that leave a threat (blocks nothing if two stand)",
        plan: Plan::Scores(&[win(1), threatened(-1)], Lines::NONE),
    },
    Entry {
        name: "ai7",
        about: "the centre, else as ai6",
        plan: Plan::Steps(&[Step::Centre, Step::Win, Step::Block, Step::AnyMove]),
    },
    Entry {
        name: "ai7s",
        about: "the centre, else as ai6s",
        plan: Plan::Scores(&[centre(2), win(1), threatened(-1)], Lines::NONE),
    },
    Entry {
        name: "ai8s",
        about: "as ai7s, and rather makes a threat than none",
        plan: Plan::Scores(
            &[centre(3), win(2), threatened(-1), threats(1, 1)],
            Lines::NONE,
        ),
    },
    Entry {
        name: "ai9s",
        about: "as ai8s, and rather makes two threats than one",
        plan: Plan::Scores(
            &[
                centre(4),
                win(3),
                threatened(-1),
                threats(2, 2),
                threats(1, 1),
            ],
            Lines::NONE,
        ),
    },
    Entry {
        name: "ai10s",
        about: "centre, win, no threat left, two threats, else its open lines: H(1, 1, 0)",
        plan: Plan::Scores(CENTRE_FIRST, LINES_10),
    },
    Entry {
        name: "ai11s:v1",
        about: "as ai10s, but the opponent's open lines count against a move: H(1, 1, -1)",
        plan: Plan::Scores(CENTRE_FIRST, LINES_11_V1),
    },
    Entry {
        name: "ai11s:v2",
        about: "as ai11s:v1, but a threat counts twice: H(2, 1, -1)",
        plan: Plan::Scores(CENTRE_FIRST, LINES_11_V2),
    },
    Entry {
        name: "ai11s:v3",
        about: "as ai11s:v2, but its own open lines count half: H(2, 0.5, -1); plain `ai11s`",
        plan: Plan::Scores(CENTRE_FIRST, LINES_11_V3),
    },
    Entry {
        name: "ai12s:v1",
        about: "as ai11s:v3 with rule 12, an edge against two opposite corners; never loses",
        plan: Plan::Scores(
            &[
                centre(400),
                win(300),
                threatened(-100),
                threats(2, 200),
                special(100),
            ],
            LINES_11_V3,
        ),
    },
    Entry {
        name: "ai12s:v2",
        about: "as ai12s:v1 without the rule for the centre; never loses; plain `ai12s`",
        plan: Plan::Scores(
            &[win(300), threatened(-100), threats(2, 200), special(100)],
            LINES_11_V3,
        ),
    },
    Entry {
        name: "ai12s:v3",
        about: "as ai12s:v2, but two threats are as good as a win; never loses, wins less",
        plan: Plan::Scores(
            &[win(200), threatened(-100), threats(2, 200), special(100)],
            LINES_11_V3,
        ),
    },
    Entry {
        name: "ai13s",
        about: "as ai12s:v2, and leaves the fewest threats when it must leave some; never loses",
        plan: Plan::Scores(
            &[
                win(300),
                for_each_threat(Worth::EachThreat(Halves::whole(-100))),
                threats(2, 200),
                special(100),
            ],
            LINES_11_V3,
        ),
    },
    Entry {
        name: "ai14s",
        about: "as ai13s, and looks at its lines even when it leaves a threat; never loses",
        plan: Plan::Scores(
            &[
                win(300),
                for_each_threat(Worth::EachThreatAndLines(Halves::whole(-100))),
                threats(2, 200),
                special(100),
            ],
            LINES_11_V3,
        ),
    },
];

/// The rules of ai10s and of every ai11s.
pub(super) const CENTRE_FIRST: &[Rule] =
    &[centre(300), win(200), threatened(-100), threats(2, 100)];

const LINES_10: Lines = lines(2, 2, 0);
const LINES_11_V1: Lines = lines(2, 2, -2);
const LINES_11_V2: Lines = lines(4, 2, -2);
/// The third version's, kept by all later players.
pub(super) const LINES_11_V3: Lines = lines(4, 1, -2);

/// H(a, b, c), each in halves.
const fn lines(a: i32, b: i32, c: i32) -> Lines {
    Lines {
        a: Halves(a),
        b: Halves(b),
        c: Halves(c),
    }
}

const fn flat(test: Test, score: i32) -> Rule {
    Rule {
        test,
        worth: Worth::Flat(Halves::whole(score)),
    }
}

const fn centre(score: i32) -> Rule {
    flat(Test::Centre, score)
}

const fn win(score: i32) -> Rule {
    flat(Test::Win, score)
}

const fn threatened(score: i32) -> Rule {
    flat(Test::Threatened, score)
}

const fn for_each_threat(worth: Worth) -> Rule {
    Rule {
        test: Test::Threatened,
        worth,
    }
}

const fn threats(least: u8, score: i32) -> Rule {
    flat(Test::Threats(least), score)
}

const fn special(score: i32) -> Rule {
    flat(Test::Special, score)
}
