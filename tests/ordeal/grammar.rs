//! The commands with their options, and sensible and odd values for them.

use matchboxes::dice::Dice;

use crate::damaged::place;

/// The meaning of the value of an option or argument. Values that decide the amount of work stay small.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    /// No value: a flag.
    None,
    Game,
    Player,
    Rule,
    Position,
    Search,
    /// An amount of work.
    Work,
    /// A number that does not change the amount of work.
    Number,
    Side,
    Form,
    Model,
    Input,
    Output,
    Word,
}

use Value as V;

/// A command with its arguments and options.
pub(crate) struct Grammar {
    pub(crate) command: &'static str,
    /// Options that keep its work small, each left out if it is among the options given.
    pub(crate) small: &'static [&'static str],
    pub(crate) arguments: &'static [Value],
    pub(crate) options: &'static [(&'static str, Value)],
}

const TRAINING: &[(&str, Value)] = &[
    ("--game", V::Game),
    ("--learner", V::Side),
    ("--opponent", V::Player),
    ("--rule", V::Rule),
    ("--seed", V::Number),
    ("--run", V::Number),
    ("--sets", V::Work),
    ("--games", V::Work),
    ("--out", V::Output),
    ("--from", V::Model),
    ("--continue", V::None),
    ("--force", V::None),
    ("--checkpoint-every", V::Number),
    ("--keep-every", V::Number),
    ("--batch", V::Number),
    ("--max-boxes", V::Number),
    ("--max-memory", V::Number),
    ("--outside", V::Player),
    ("--exact", V::None),
    ("--json", V::None),
    ("--plots", V::Form),
    ("--threads", V::Number),
];

pub(crate) const GRAMMARS: &[Grammar] = &[
    Grammar {
        command: "train",
        small: &["--games-per-set=3", "--sets=2"],
        arguments: &[],
        options: TRAINING,
    },
    Grammar {
        command: "study",
        small: &["--runs=2", "--games-per-set=3", "--sets=2"],
        arguments: &[],
        options: &[
            ("--game", V::Game),
            ("--learner", V::Side),
            ("--opponent", V::Player),
            ("--rule", V::Rule),
            ("--outside", V::Player),
            ("--seed", V::Number),
            ("--runs", V::Work),
            ("--growth", V::None),
            ("--batch", V::Number),
            ("--curve", V::Word),
            ("--after", V::Number),
            ("--until", V::Number),
            ("--csv", V::Output),
            ("--plots", V::Form),
            ("--json", V::None),
            ("--exact", V::None),
        ],
    },
    Grammar {
        command: "match",
        small: &["--games=5"],
        arguments: &[V::Player, V::Player],
        options: &[
            ("--game", V::Game),
            ("--seed", V::Number),
            ("--exact", V::None),
            ("--both-sides", V::None),
            ("--show", V::Number),
            ("--record", V::Output),
            ("--json", V::None),
            ("--force", V::None),
        ],
    },
    Grammar {
        command: "play",
        small: &[],
        arguments: &[V::Player],
        options: &[
            ("--game", V::Game),
            ("--side", V::Side),
            ("--learn", V::None),
            ("--rule", V::Rule),
            ("--teach", V::Work),
            ("--opponent", V::Player),
            ("--replay", V::Input),
            ("--record", V::Output),
            ("--force", V::None),
        ],
    },
    Grammar {
        command: "tournament",
        small: &["--games=3"],
        arguments: &[V::Player, V::Player],
        options: &[
            ("--game", V::Game),
            ("--csv", V::Output),
            ("--plots", V::Form),
            ("--plots-dir", V::Output),
            ("--json", V::None),
            ("--force", V::None),
            ("--seed", V::Number),
        ],
    },
    Grammar {
        command: "prove",
        small: &[],
        arguments: &[V::Player],
        options: &[
            ("--game", V::Game),
            ("--position", V::Position),
            ("--json", V::None),
        ],
    },
    Grammar {
        command: "solve",
        small: &["--nodes=500", "--seconds=1"],
        arguments: &[],
        options: &[
            ("--game", V::Game),
            ("--position", V::Position),
            ("--algorithm", V::Search),
            ("--depth", V::Number),
            ("--first-best", V::None),
            ("--compare", V::Search),
            ("--json", V::None),
        ],
    },
    Grammar {
        command: "tree",
        small: &["--depth=2"],
        arguments: &[],
        options: &[
            ("--game", V::Game),
            ("--leaves", V::Word),
            ("--position", V::Position),
            ("--algorithm", V::Search),
            ("--format", V::Form),
            ("--most", V::Number),
            ("--bare", V::None),
            ("--out", V::Output),
        ],
    },
    Grammar {
        command: "explain",
        small: &[],
        arguments: &[V::Player],
        options: &[
            ("--game", V::Game),
            ("--position", V::Position),
            ("--json", V::None),
        ],
    },
    Grammar {
        command: "show",
        small: &[],
        arguments: &[V::Model],
        options: &[("--position", V::Position), ("--json", V::None)],
    },
    Grammar {
        command: "plot",
        small: &[],
        arguments: &[V::Model],
        options: &[
            ("--position", V::Position),
            ("--copies", V::None),
            ("--plots", V::Form),
            ("--plots-dir", V::Output),
        ],
    },
    Grammar {
        command: "export",
        small: &[],
        arguments: &[V::Player],
        options: &[
            ("--game", V::Game),
            ("--table", V::None),
            ("--format", V::Form),
            ("--out", V::Output),
        ],
    },
    Grammar {
        command: "import",
        small: &["--out=y.menace"],
        arguments: &[V::Input],
        options: &[
            ("--game", V::Game),
            ("--rule", V::Rule),
            ("--partial", V::None),
        ],
    },
    Grammar {
        command: "merge",
        small: &["--out=y.menace"],
        arguments: &[V::Model, V::Model],
        options: &[("--json", V::None), ("--force", V::None)],
    },
    Grammar {
        command: "diff",
        small: &[],
        arguments: &[V::Model, V::Model],
        options: &[("--most", V::Number), ("--json", V::None)],
    },
    Grammar {
        command: "log",
        small: &[],
        arguments: &[V::Model],
        options: &[("--json", V::None)],
    },
    Grammar {
        command: "check",
        small: &[],
        arguments: &[V::Model],
        options: &[("--json", V::None)],
    },
    Grammar {
        command: "list",
        small: &[],
        arguments: &[V::Word],
        options: &[
            ("--toml", V::Rule),
            ("--models", V::Input),
            ("--json", V::None),
        ],
    },
    Grammar {
        command: "print",
        small: &["--out=kit", "--format=svg"],
        arguments: &[],
        options: &[
            ("--game", V::Game),
            ("--rule", V::Rule),
            ("--learner", V::Side),
            ("--label", V::Word),
            ("--mix-stages", V::None),
            ("--paper", V::Word),
            ("--sheets", V::Word),
            ("--language", V::Word),
        ],
    },
    Grammar {
        command: "man",
        small: &[],
        arguments: &[V::Word],
        options: &[("--out", V::Output)],
    },
    Grammar {
        command: "completions",
        small: &[],
        arguments: &[V::Word],
        options: &[],
    },
    Grammar {
        command: "article",
        small: &["--runs=0"],
        arguments: &[V::Word],
        options: &[("--seed", V::Number), ("--out", V::Output)],
    },
];

/// Sensible values; odd values are also made from them.
pub(crate) const SENSIBLE: &[(Value, &[&str])] = &[
    (V::None, &[""]),
    (
        V::Game,
        &[
            "tic-tac-toe",
            "nim:1,2,3",
            "nim:2,2:misere",
            "split-nim:7",
            "hexapawn",
            "mnk:3,3,3",
            "othello:4",
            "connect-four:3x3",
        ],
    ),
    (
        V::Player,
        &[
            "random",
            "first",
            "perfect",
            "perfect:quickest",
            "ai1",
            "ai14s",
            "m.menace",
            "m.menace:greedy",
            "m.menace:sharpness=4",
            "mix:0.5*random+0.5*first",
            "minimax:depth=1",
            "id:pvs:nodes=50",
            "best:nodes=50",
            "mcts:playouts=5",
            "m1",
            "m3-d2",
            "solve",
            "fading:random-to-first:9",
            "michie-1961-script:2",
            "alphabeta:depth=2,book=o.book",
        ],
    ),
    (
        V::Rule,
        &[
            "rote",
            "michie-304",
            "scroggs",
            "her",
            "r.toml",
            "michie-1963-sliding",
        ],
    ),
    (
        V::Position,
        &[
            ".../.../...",
            "X../.O./...",
            "1 2 3 first",
            "7 first",
            "XXX/.../OOO X",
        ],
    ),
    (
        V::Search,
        &[
            "alphabeta",
            "minimax:depth=2",
            "pvs:table=8",
            "solve",
            "pns",
            "id:alphabeta:depth=2",
            "mcts:playouts=9",
            "sss:entries=100",
            "mtdf:depth=2",
            "alphabeta:database=o.endgames",
        ],
    ),
    (V::Work, &["0", "1", "2", "3", "1e0", "02"]),
    (
        V::Number,
        &[
            "0",
            "1",
            "7",
            "100",
            "1k",
            "1e6",
            "18446744073709551615",
            "9223372036854775808",
            "1_000",
            "65536",
            "4294967296",
            "500M",
            "3G",
            "1e18",
        ],
    ),
    (V::Side, &["first", "second", "both", "shared", "X"]),
    (
        V::Form,
        &["png", "svg", "both", "none", "csv", "json", "text", "dot"],
    ),
    (
        V::Model,
        &[
            "m.menace",
            "o.menace",
            "cut.menace",
            "x\u{1b}[31m.menace",
            "no.menace",
            ".",
        ],
    ),
    (
        V::Input,
        &[
            "p.csv",
            "r.toml",
            "g.txt",
            "odd.txt",
            "m.menace",
            ".",
            "no.csv",
            "/dev/null",
        ],
    ),
    (
        V::Output,
        &[
            "y.menace",
            "y.csv",
            "y.svg",
            "y.png",
            "deep/y.menace",
            "m.menace",
            "/dev/null",
            "y",
        ],
    ),
    (
        V::Word,
        &[
            "games",
            "models",
            "bash",
            "train",
            "first-wins",
            "((3 5) (2 9))",
            "a4",
            "letter",
            "40mm",
            "labels",
            "ja",
            "zsh",
        ],
    ),
];

fn sensible(value: Value) -> &'static [&'static str] {
    let found = SENSIBLE.iter().find(|(of, _)| *of == value);
    found.map_or(&[""], |(_, words)| words)
}

pub(crate) const PIECES: &[&str] = &[
    "",
    ":",
    ",",
    "=",
    "-",
    "--",
    "/",
    ".",
    "..",
    "~",
    "*",
    "+",
    "(",
    ")",
    "0",
    "1",
    "-1",
    "1e400",
    "nan",
    "inf",
    "0x10",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "\n",
    "\r",
    "\t",
    "\u{1b}[31m",
    "\u{7}",
    "\u{9b}31m",
    "\u{202e}",
    "\u{feff}",
    "\u{e9}",
    "\u{1f3b2}",
    "%s%n",
    "\\",
    "\"",
    "'",
    "$(id)",
    "`id`",
    " ",
    "random",
    "perfect",
    "menace",
    ".menace",
    ":greedy",
    ":misere",
    "depth=",
    "mix:",
    "0.5*",
    "XO.",
    "\u{3042}",
];

/// A value, usually a sensible one.
pub(crate) fn value(value: Value, dice: &mut Dice) -> Vec<u8> {
    let known = sensible(value);
    let mut word = known[place(known.len(), dice)].as_bytes().to_vec();
    match dice.below(8) {
        0 => {
            let at = place(word.len() + 1, dice);
            word.splice(at..at, PIECES[place(PIECES.len(), dice)].bytes());
        }
        1 => {
            word = (0..=dice.below(4))
                .flat_map(|_| {
                    PIECES[place(PIECES.len(), dice)]
                        .bytes()
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        2 if dice.below(4) == 0 => {
            // The system accepts arguments of at most 128 kB.
            let piece = PIECES[place(PIECES.len(), dice)].as_bytes();
            let times = [30, 300, 100_000 / piece.len().max(1)][place(3, dice)];
            word = piece.repeat(times);
        }
        2 if dice.below(3) == 0 => word.push(0xFF),
        2 => {
            let other = [
                V::Game,
                V::Player,
                V::Rule,
                V::Position,
                V::Search,
                V::Number,
                V::Model,
                V::Word,
            ];
            let words = sensible(other[place(other.len(), dice)]);
            // A value of another kind could be a large amount of work.
            if !matches!(value, V::Work) {
                word = words[place(words.len(), dice)].as_bytes().to_vec();
            }
        }
        _ => {}
    }
    word.retain(|&byte| byte != 0);
    word
}
