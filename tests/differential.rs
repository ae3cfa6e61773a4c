//! The engine gives exactly what a plain and slow learner gives: tables, records, everything, for
//! any rule, opponent, game and seed.

mod cases;
mod plain;

use std::sync::Arc;

use menace::game::{Game, Side};
use menace::games::{End, Nim, TicTacToe, Visitor, with_game};
use menace::graph::Merging;
use menace::learn::{
    Boxes, Change, Duplicates, Effect, Learners, MOST_BEADS, Opponent, Rule, Run, Scope, Training,
    preset,
};
use menace::player::Random;
use plain::Plain;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn played<G: Game>(training: &Training<G>, sets: u64) -> Run<G> {
    let mut run = training.clone().begin();
    assert!(run.play(sets, &mut ()).is_continue());
    run
}

/// Plays so many sets in both ways, compares all there is to see and hands back the engine's run.
fn compare<G: Game>(training: &Training<G>, sets: u64, case: &str) -> Run<G> {
    let case = format!(
        "{} {} {case} seed {} {}",
        training.game.name(),
        training.learners,
        training.seed,
        training.rule.to_toml()
    );
    let run = played(training, sets);
    let mut plain = Plain::new(training.clone());
    plain.play(sets);
    for (fast, slow) in run.history().records.iter().zip(&plain.history.records) {
        assert_eq!(fast, slow, "{case}");
    }
    assert_eq!(run.history(), &plain.history, "{case}");
    for side in Side::BOTH {
        assert_eq!(run.table(side), plain.table(side), "{case}");
    }
    run
}

struct Compared {
    rules: Vec<Rule>,
    games_per_set: u64,
    sets: u64,
    seeds: u64,
}

impl Visitor for Compared {
    type Output = ();

    fn visit<G: Game + 'static>(self, game: G) {
        let opponents = cases::opponents(&game);
        for rule in &self.rules {
            for seed in 0..self.seeds {
                let against = |learners, (name, opponent): &(&str, Opponent<G>)| {
                    let training = Training {
                        game: game.clone(),
                        rule: rule.clone(),
                        learners,
                        opponent: opponent.clone(),
                        games_per_set: self.games_per_set,
                        seed,
                        run: seed % 2,
                    };
                    compare(&training, self.sets, name);
                };
                for opponent in &opponents {
                    against(Learners::First, opponent);
                    against(Learners::Second, opponent);
                }
                against(Learners::Both, &opponents[0]);
            }
        }
    }
}

#[test]
fn any_rule_against_any_opponent() {
    for name in [
        "tic-tac-toe",
        "nim:3,4,5",
        "nim:2,2,2:misere",
        "nim:1",
        "nim:2,1",
        // More moves than fit into a small row, and all they leave.
        "nim:13",
        "nim:2,15:misere",
    ] {
        let compared = Compared {
            rules: cases::rules(),
            games_per_set: 30,
            sets: 3,
            seeds: 1,
        };
        with_game(name, compared).expect("a game");
    }
}

#[test]
fn sets_of_one_game() {
    for name in ["tic-tac-toe", "nim:2", "nim:1,1:misere"] {
        let compared = Compared {
            rules: cases::rules(),
            games_per_set: 1,
            sets: 30,
            seeds: 1,
        };
        with_game(name, compared).expect("a game");
    }
}

#[test]
fn long_trainings() {
    for (name, seeds) in [("tic-tac-toe", 1), ("nim:3,4,5", 2)] {
        let compared = Compared {
            rules: vec![
                preset("rote").expect("a preset"),
                preset("michie-1961").expect("a preset"),
            ],
            games_per_set: 100,
            sets: 10,
            seeds,
        };
        with_game(name, compared).expect("a game");
    }
}

fn training<G: Game>(game: G, rule: Rule, learners: Learners, seed: u64) -> Training<G> {
    Training {
        game,
        rule,
        learners,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 50,
        seed,
        run: 0,
    }
}

fn change() -> impl Strategy<Value = Change> {
    let count = prop_oneof![1_u64..6, 1_u64..1 << 40, Just(MOST_BEADS)];
    let effect = prop_oneof![
        Just(Effect::Nothing),
        count.clone().prop_map(Effect::Add),
        count.prop_map(Effect::Subtract),
        Just(Effect::Wipe),
    ];
    let scope = prop_oneof![Just(Scope::All), Just(Scope::Last)];
    (effect, scope).prop_map(|(effect, scope)| Change { effect, scope })
}

fn rule() -> impl Strategy<Value = Rule> {
    let symmetry = prop_oneof![
        Just(Merging::None),
        Just(Merging::Rotations),
        Just(Merging::Full)
    ];
    let duplicates = prop_oneof![Just(Duplicates::Keep), Just(Duplicates::Merge)];
    let boxes = prop_oneof![
        Just(Boxes::Every),
        Just(Boxes::Choice),
        Just(Boxes::Hopeful)
    ];
    let empty = proptest::sample::select(cases::EMPTY.to_vec());
    let start = prop::collection::vec(prop_oneof![1_u64..5, Just(1 << 32)], 1..6);
    let layout = (symmetry, duplicates, boxes);
    let results = (change(), change(), change());
    (layout, empty, start, results).prop_map(|(layout, empty, start, results)| Rule {
        name: "any".to_owned(),
        source: String::new(),
        symmetry: layout.0,
        duplicates: layout.1,
        boxes: layout.2,
        start,
        win: results.0,
        draw: results.1,
        loss: results.2,
        empty,
        opponent: None,
        learner: None,
        odds: None,
    })
}

struct Any {
    rule: Rule,
    learners: Learners,
    opponent: usize,
    seed: u64,
}

impl Visitor for Any {
    type Output = ();

    fn visit<G: Game + 'static>(self, game: G) {
        let (name, opponent) = cases::opponents(&game).swap_remove(self.opponent);
        let training = Training {
            opponent,
            ..training(game, self.rule, self.learners, self.seed)
        };
        compare(&training, 3, name);
    }
}

/// Several runs in step with each other are those that each would be alone.
struct InStep;

impl Visitor for InStep {
    type Output = ();

    fn visit<G: Game + 'static>(self, game: G) {
        for (i, rule) in cases::rules().into_iter().enumerate() {
            let opponents = cases::opponents(&game);
            let (name, opponent) = opponents[i % opponents.len()].clone();
            for learners in [Learners::First, Learners::Second, Learners::Both] {
                let one = Training {
                    opponent: opponent.clone(),
                    ..training(game.clone(), rule.clone(), learners, 5)
                };
                let mut group = one.clone().begin_group(3..8);
                for _ in 0..3 {
                    group.play_set();
                }
                let tables = Side::BOTH.map(|side| group.tables(side).collect::<Vec<_>>());
                for (n, (run, history)) in (3..8).zip(group.histories()).enumerate() {
                    let alone = compare(&Training { run, ..one.clone() }, 3, name);
                    assert_eq!(history, alone.history(), "run {run} {name}");
                    for side in Side::BOTH {
                        assert_eq!(
                            tables[side.index()][n],
                            alone.table(side),
                            "run {run} {name}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn runs_in_step() {
    for name in ["tic-tac-toe", "nim:2,3"] {
        with_game(name, InStep).expect("a game");
    }
}

/// One colour of the box at the start of nim:2 wins at once.
#[test]
fn beads_far_above_32_bits() {
    let rule = Rule {
        start: vec![1 << 32],
        win: Change {
            effect: Effect::Add(5_000_000_000),
            scope: Scope::All,
        },
        ..preset("rote").expect("a preset")
    };
    let nim = Nim::new(&[2], End::Normal).expect("nim");
    let run = compare(&training(nim, rule, Learners::First, 1), 20, "huge");
    let record = run.history().last(20);
    assert!(record.first_wins > 900);
    let table = run.table(Side::First).expect("first learns");
    let beads = &table.sorted()[0].1.beads;
    assert_eq!(beads[1], (1 << 32) + record.first_wins * 5_000_000_000);
}

#[test]
fn a_full_box_stays_full_and_is_counted() {
    for n in [MOST_BEADS, MOST_BEADS / 3] {
        let add = Change {
            effect: Effect::Add(n),
            scope: Scope::All,
        };
        let rule = Rule {
            win: add,
            draw: add,
            loss: add,
            ..preset("michie-304").expect("a preset")
        };
        let training = training(TicTacToe, rule, Learners::Both, 3);
        let run = compare(&training, 10, "full");
        for side in Side::BOTH {
            let records = &run.history().records;
            let standings = records
                .iter()
                .filter_map(|r| r.standing[side.index()].as_ref());
            let saturated: u64 = standings.map(|standing| standing.saturated).sum();
            assert!(saturated > 500, "{saturated}");
            for (_, matchbox) in run.table(side).expect("both learn").sorted() {
                assert!(matchbox.beads.iter().sum::<u64>() <= MOST_BEADS);
            }
            // Every game uses the first box, so it is full.
            let table = run.table(side).expect("both learn");
            let fullest = table
                .sorted()
                .into_iter()
                .map(|(_, b)| b.beads.iter().sum())
                .max();
            assert_eq!(fullest, Some(MOST_BEADS));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_rule_at_all(
        rule in rule(),
        learners in prop_oneof![
            Just(Learners::First),
            Just(Learners::Second),
            Just(Learners::Both),
        ],
        opponent in 0..8_usize,
        name in prop_oneof![Just("tic-tac-toe"), Just("nim:3,3"), Just("nim:2,3,2:misere")],
        seed in any::<u64>(),
    ) {
        let any = Any { rule, learners, opponent, seed };
        with_game(name, any).expect("a game");
    }
}
