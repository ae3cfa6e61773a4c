//! The presets: the published machines as named rules.

use super::super::learners::Learners;
use super::change::Change;
use super::meaning::{Beads, Boxes, Duplicates, Empty, Rule, Update};
use super::odds::{CountFrom, DecayPer, Odds};
use super::values::{LearningMethod, Schedule, StepSize, Values};
use crate::decimal::Decimal;
use crate::error::{Error, Result};
use crate::graph::Merging;

/// The names of all presets, the default first.
pub fn names() -> Vec<String> {
    every().map(|rule| rule.name).collect()
}

/// What the preset of this name is, in Japanese, as its source is in English.
pub fn in_japanese(name: &str) -> Option<&'static str> {
    let mut lines = include_str!("presets.ja.txt").lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

fn every() -> impl Iterator<Item = Rule> {
    presets().into_iter().chain(baselines())
}

/// The preset with this name.
///
/// # Errors
///
/// [`Error::Name`] with the nearest names if no preset has this name.
pub fn preset(name: &str) -> Result<Rule> {
    let found = every().find(|rule| rule.name == name);
    found.ok_or_else(|| match name {
        // The usual name of the machine of Michie, which no preset has.
        "menace" | "michie" => Error::Name {
            kind: "rule",
            name: name.to_owned(),
            nearest: ["michie-304", "michie-1961"].map(str::to_owned).to_vec(),
        },
        _ => Error::unknown("rule", name, names().iter().map(String::as_str)),
    })
}

/// A rule that moves beads; the changes are written as in the text of a rule.
fn beads(start: &[u64], win: &str, draw: &str, loss: &str) -> Update {
    let [win, draw, loss] =
        [win, draw, loss].map(|text| Change::read(text).expect("a change of beads"));
    Update::Beads(Beads {
        start: start.to_vec(),
        win,
        draw,
        loss,
        ..Beads::default()
    })
}

/// Michie's machine of 1961. Many later machines are variations of it.
fn michie(name: &str, source: &str, start: &[u64]) -> Rule {
    Rule {
        name: name.to_owned(),
        source: source.to_owned(),
        symmetry: Merging::Full,
        duplicates: Duplicates::Merge,
        boxes: Boxes::Choice,
        update: beads(start, "+3 all", "+1 all", "-1 all"),
        empty: Empty::Resign,
        opponent: None,
        learner: None,
        games: None,
    }
}

/// A rule that ignores symmetry.
fn plain(name: &str, source: &str, start: &[u64]) -> Rule {
    Rule {
        symmetry: Merging::None,
        duplicates: Duplicates::Keep,
        boxes: Boxes::Every,
        ..michie(name, source, start)
    }
}

/// All presets that move beads or multiply odds, the default first; [`baselines`] has the others.
pub fn presets() -> Vec<Rule> {
    let mut presets = vec![Rule {
        update: beads(&[1], "+1 all", "nothing", "wipe last"),
        ..plain(
            "rote",
            "the rote-learning article (2019): a bead for a win, the last move wiped after a loss",
            &[1],
        )
    }];
    presets.extend(historical());
    presets.extend(modern());
    presets.extend(classroom());
    presets
}

/// The numbers of the trial runs of the paper of 1963, in which outcomes have fixed values.
fn trial() -> Odds {
    Odds {
        a: decimal("1.025"),
        b: decimal("2"),
        from: CountFrom::End,
        decay: Decimal::ZERO,
        every: 1,
        per: DecayPer::Play,
    }
}

fn pegasus(name: &str, source: &str, odds: Odds) -> Rule {
    Rule {
        update: Update::Odds(odds),
        ..michie(name, source, &[1])
    }
}

/// Michie's own machines and Gardner's.
fn historical() -> Vec<Rule> {
    vec![
        Rule {
            boxes: Boxes::Hopeful,
            ..michie(
                "michie-1961",
                "Michie, Experiments on the mechanization of game-learning, Computer Journal 6 \
                 (1963): the 287 boxes of 1961",
                &[4, 3, 2, 1],
            )
        },
        michie(
            "michie-304",
            "the common reading of Michie 1961: a box for each of the 304 positions with a choice",
            &[4, 3, 2, 1],
        ),
        pegasus(
            "michie-1963-odds",
            "the same paper: the trial runs of the Pegasus program, odds multiplied, moves counted \
             back from the end of the play",
            trial(),
        ),
        pegasus(
            "michie-1963-sliding",
            "the same with the sliding origin as the program of the time had it: D applied to the \
             average of each hundred plays (D = 0.5 is our choice)",
            Odds {
                decay: decimal("0.5"),
                every: 100,
                per: DecayPer::Set,
                ..trial()
            },
        ),
        pegasus(
            "michie-1963-per-play",
            "the same with the sliding origin as the paper wishes it: D applied after every play \
             (D = 0.99 is our choice)",
            Odds {
                decay: decimal("0.99"),
                ..trial()
            },
        ),
        pegasus(
            "odds-own-last",
            "ours: michie-1963-odds, but a lost game is counted from the loser's own last move, \
             which is never made again",
            Odds {
                from: CountFrom::OwnMove,
                ..trial()
            },
        ),
        pegasus(
            "odds-last-box",
            "ours: the same, but counted from the loser's last move that was drawn from a box, \
             even if he was forced to moves after it",
            Odds {
                from: CountFrom::LastBox,
                ..trial()
            },
        ),
        Rule {
            boxes: Boxes::Every,
            update: beads(&[1], "nothing", "nothing", "-1 last"),
            learner: Some(Learners::Second),
            games: Some(300),
            ..michie(
                "her",
                "Gardner, Mathematical Games, Scientific American (March 1962): only the bead of \
                 the last move is taken after a loss; meant for the second player of hexapawn",
                &[1],
            )
        },
    ]
}

/// A row of cups for nim, as schools build it: a slip for each move, and the last slip drawn goes after a loss.
fn cups(name: &str, source: &str) -> Rule {
    Rule {
        update: beads(&[1], "nothing", "nothing", "-1 last"),
        ..michie(name, source, &[1])
    }
}

/// The presets that keep values: the learners of the textbooks, as baselines beside the beads.
pub fn baselines() -> Vec<Rule> {
    let constant = |text| Schedule::constant(decimal(text));
    let rule = |name, source, values| Rule {
        update: Update::Values(values),
        ..plain(name, source, &[1])
    };
    let values = |method| Values {
        method,
        alpha: StepSize::Share(constant("0.1")),
        epsilon: constant("0.1"),
        gamma: Decimal::ONE,
        c: Decimal::ZERO,
        initial: Decimal::ZERO,
        win_reward: Decimal::ONE,
        draw_reward: Decimal::ZERO,
        draw_reward_second: None,
        loss_reward: Decimal::whole(-1),
    };
    vec![
        rule(
            "q-learning",
            "Watkins, Learning from delayed rewards (1989); Watkins and Dayan, Machine Learning 8 (1992); \
             alpha and epsilon 0.1 are our choice",
            values(LearningMethod::QLearning),
        ),
        rule(
            "sarsa",
            "Rummery and Niranjan, On-line Q-learning using connectionist systems (1994); alpha and \
             epsilon 0.1 are our choice",
            values(LearningMethod::Sarsa),
        ),
        rule(
            "monte-carlo",
            "Sutton and Barto, Reinforcement Learning (2018), section 5.4: on-policy Monte Carlo control; \
             epsilon 0.1 is our choice",
            Values {
                alpha: StepSize::Visits,
                ..values(LearningMethod::MonteCarlo)
            },
        ),
        rule(
            "td-afterstates",
            "Sutton and Barto, Reinforcement Learning (2018), section 1.5: TD(0) on the positions after its moves, a \
             draw as bad as a loss; alpha and epsilon 0.1 are our choice",
            Values {
                initial: decimal("0.5"),
                loss_reward: Decimal::ZERO,
                ..values(LearningMethod::TdAfterstates)
            },
        ),
        rule(
            "ucb",
            "Auer, Cesa-Bianchi and Fischer, Machine Learning 47 (2002): UCB1 in each box, rewards 1, 0.5 \
             and 0, c the square root of 2",
            Values {
                alpha: StepSize::Visits,
                epsilon: Schedule::default(),
                c: decimal("1.414213562"),
                draw_reward: decimal("0.5"),
                loss_reward: Decimal::ZERO,
                ..values(LearningMethod::Ucb)
            },
        ),
    ]
}

/// The machines that school classes build for nim.
fn classroom() -> Vec<Rule> {
    vec![
        Rule {
            boxes: Boxes::Every,
            ..cups(
                "cups",
                "Duchene and Parreau, Lyon: nim with a cup for every number, the last slip drawn goes \
                 after a loss; the machine resigns at an empty cup",
            )
        },
        Rule {
            empty: Empty::KeepLast,
            ..cups(
                "cups-keep",
                "SMZ Stuttgart, Nim und die Pappbecher-KI: no cup where one move is legal, and each cup \
                 keeps its last slip",
            )
        },
        Rule {
            update: beads(&[1], "+1 last", "nothing", "-1 last"),
            ..cups(
                "cups-reward",
                "Tueftellab, Nim: no cup where one move is legal; the slip goes after a loss, one more of \
                 the last slip comes after a win (an empty cup is not described: it resigns)",
            )
        },
    ]
}

/// Machines that others have built since.
fn modern() -> Vec<Rule> {
    vec![
        Rule {
            empty: Empty::Refuse,
            ..michie(
                "scroggs",
                "Scroggs, MENACE in the browser (2015): 304 boxes, 8, 4, 2, 1 beads; refuses to \
                 play once its first box is empty",
                &[8, 4, 2, 1],
            )
        },
        Rule {
            learner: Some(Learners::Second),
            ..michie(
                "scroggs-second",
                "Scroggs's second machine: 289 boxes for the player who answers, 8, 4, 2, 1 beads",
                &[8, 4, 2, 1],
            )
        },
        michie(
            "msf-saturday",
            "Scroggs at the Manchester Science Festival (2017), first day: 8, 3, 2, 1 beads",
            &[8, 3, 2, 1],
        ),
        Rule {
            duplicates: Duplicates::Keep,
            ..michie(
                "msf-sunday",
                "the same, second day: 4, 3, 2, 1 beads, and mirror moves keep beads of their own",
                &[4, 3, 2, 1],
            )
        },
        michie(
            "menacepy",
            "Scroggs, MENACEpy: 9, 3, 2, 1 beads",
            &[9, 3, 2, 1],
        ),
        Rule {
            update: beads(&[4, 3, 2, 1], "+1 all", "nothing", "-1 all"),
            ..michie(
                "bridle",
                "Bridle, a MENACE for Playful (2009), as reported: +1 for a win, -1 for a loss \
                 (beads and draws are not reported: Michie's beads, nothing for a draw)",
                &[4, 3, 2, 1],
            )
        },
        Rule {
            empty: Empty::KeepFirst,
            ..michie(
                "kimber",
                "Kimber's MENACE, by its readme: the first box keeps its last bead (beads are \
                 settable there: 8, 4, 2, 1, as the program begins)",
                &[8, 4, 2, 1],
            )
        },
        Rule {
            duplicates: Duplicates::Keep,
            boxes: Boxes::Every,
            empty: Empty::Floor,
            opponent: Some("fading:random-to-perfect:5000".to_owned()),
            ..michie(
                "annealed",
                "generatives/menace: 338 boxes, no move below one bead, an opponent whose random \
                 share falls from 1 to 0 over 5,000 games",
                &[5, 4, 3, 2, 1],
            )
        },
        Rule {
            update: beads(&[1_000], "+10 all", "+1 all", "-10 all"),
            empty: Empty::ResetAt(10),
            ..plain(
                "boxes-100",
                "bzerker's machine: 100 of each, +1, +0.1, -1, a box that has come down to 1 is reset \
                 (all in tenths: 1,000, +10, +1, -10, 10)",
                &[1_000],
            )
        },
    ]
}

/// A number written in this file.
fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).expect("a number with at most nine decimals")
}
