//! The engine and the packed learner give exactly the tables and records of the reference for any rule,
//! opponent, game and seed. So does a run that switches from the engine to the packed learner.

use std::collections::BTreeMap;

use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, End, Nim, TicTacToe, parse};
use matchboxes::graph::Merging;
use matchboxes::learn::{
    Beads, Boxes, Change, Duplicates, Effect, Learners, MOST_BEADS, Opponent, Reference, Rule, Run,
    Scope, Table, Training, Update,
};
use proptest::prelude::*;

use crate::tools::{rule, rule_with};
use crate::whole::whole_or;

fn played<G: Game>(training: &Training<G>, sets: u64) -> Run<G> {
    let mut run = training.clone().begin().unwrap();
    run.play(sets);
    run
}

/// Plays this number of sets with all three learners, compares all results and returns the engine's run.
fn compare<G: Game>(training: &Training<G>, sets: u64, case: &str) -> Run<G> {
    let (game, rule) = (training.game.name(), training.rule.to_toml());
    let case = format!(
        "{game} {} {case} seed {} {rule}",
        training.learners, training.seed
    );
    let run = played(training, sets);
    assert_eq!(run.is_laid_out(), !training.rule.adds_random(), "{case}");
    let mut plain = training.clone().begin().unwrap().with_layout_limit(0);
    plain.play(sets);
    let mut reference = Reference::new(training.clone());
    reference.play(sets);
    assert_eq!(plain.history(), reference.history(), "{case}");
    for (fast, slow) in run.history().records.iter().zip(&plain.history().records) {
        assert_eq!(fast, slow, "{case}");
    }
    assert_eq!(run.history(), plain.history(), "{case}");
    for side in Side::BOTH {
        let table = run.table(side);
        assert_eq!(table, plain.table(side), "{case}");
        let boxes = |table: &Table| table.iter().collect::<BTreeMap<_, _>>();
        assert_eq!(table.as_ref().map(boxes), reference.table(side), "{case}");
        let last = run.history().last(1).snapshots[side.index()].clone();
        let reported = last.map(|snapshot| (snapshot.boxes, snapshot.missing_colour));
        let counted = table.map(|table| (table.len() as u64, table.missing_colour()));
        assert_eq!(reported, counted, "{case}");
    }
    run
}

/// Compares trainings of this number of sets of so many games with each rule and seed, against every opponent, or in the short
/// form against some for each rule.
fn compare_all(name: &str, rules: &[Rule], [sets, games]: [u64; 2], seeds: u64) {
    let game = parse(name).expect("a game");
    let opponents = crate::cases::opponents(&game);
    for (i, rule) in rules.iter().enumerate() {
        for seed in 0..seeds {
            let against = |learners, (name, opponent): &(&str, Opponent<AnyGame>)| {
                let training = training(game.clone(), rule.clone(), learners, seed)
                    .opponent("random", opponent.clone())
                    .numbered(seed % 2);
                compare(&training.games_per_set(games), sets, name);
            };
            let step = whole_or(1, 3);
            for opponent in opponents.iter().skip(i % step).step_by(step) {
                against(Learners::First, opponent);
                against(Learners::Second, opponent);
            }
            against(Learners::Both, &opponents[0]);
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
        // More moves than fit into a small row, and every smaller number.
        "nim:13",
        "nim:2,15:misere",
    ] {
        compare_all(name, &crate::cases::rules(), [3, 30], 1);
    }
}

#[test]
fn sets_of_one_game() {
    for name in ["tic-tac-toe", "nim:2", "nim:1,1:misere"] {
        compare_all(name, &crate::cases::rules(), [30, 1], 1);
    }
}

#[test]
fn long_trainings() {
    for (name, seeds) in [("tic-tac-toe", 1), ("nim:3,4,5", 2)] {
        let rules = ["rote", "michie-1961"].map(rule);
        compare_all(name, &rules, [10, 100], seeds);
    }
}

fn training<G: Game>(game: G, rule: Rule, learners: Learners, seed: u64) -> Training<G> {
    let training = Training::new(game, rule).learners(learners);
    training.games_per_set(50).seed(seed)
}

fn change() -> impl Strategy<Value = Change> {
    let count = prop_oneof![1_u64..6, 1_u64..1 << 40, Just(MOST_BEADS)];
    let effect = prop_oneof![
        Just(Effect::Nothing),
        count.clone().prop_map(Effect::Add),
        count.clone().prop_map(Effect::AddRandom),
        count.prop_map(Effect::Subtract),
        Just(Effect::Wipe),
    ];
    let scope = prop_oneof![Just(Scope::All), Just(Scope::Last)];
    (effect, scope).prop_map(|(effect, scope)| Change { effect, scope })
}

/// Any rule that moves beads: every field that changes what is learnt is set in some of them.
pub(crate) fn any_rule() -> impl Strategy<Value = Rule> {
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
    let empty = proptest::sample::select(crate::cases::EMPTY.to_vec());
    let start = prop::collection::vec(prop_oneof![1_u64..5, Just(1 << 32)], 1..6);
    let layout = (symmetry, duplicates, boxes);
    let results = (change(), change(), change(), prop::option::of(change()));
    let weights = prop_oneof![
        4 => Just(Vec::new()),
        1 => prop::collection::vec(0_u64..4, 1..4),
        1 => Just(vec![1, 1 << 32]),
    ];
    (layout, empty, start, results, weights).prop_map(|(layout, empty, start, results, weights)| {
        Rule {
            name: "any".to_owned(),
            source: String::new(),
            symmetry: layout.0,
            duplicates: layout.1,
            boxes: layout.2,
            update: Update::Beads(Beads {
                start,
                win: results.0,
                draw: results.1,
                draw_second: results.3,
                loss: results.2,
                weights,
            }),
            empty,
            opponent: None,
            learner: None,
            games: None,
        }
    })
}

/// Checks that runs of a group, which advance in step, equal the same runs played alone.
fn check_group(game: &AnyGame) {
    let runs = 3..whole_or(8, 5);
    for (i, rule) in crate::cases::rules().into_iter().enumerate() {
        let opponents = crate::cases::opponents(game);
        let (name, opponent) = opponents[i % opponents.len()].clone();
        for learners in [Learners::First, Learners::Second, Learners::Both] {
            let one = training(game.clone(), rule.clone(), learners, 5)
                .opponent("random", opponent.clone());
            let mut group = one.clone().begin_group(runs.clone()).unwrap();
            for _ in 0..3 {
                group.play_set();
            }
            let tables = Side::BOTH.map(|side| group.tables(side).collect::<Vec<_>>());
            for (n, (run, history)) in runs.clone().zip(group.histories()).enumerate() {
                let alone = compare(&one.clone().numbered(run), 3, name);
                assert_eq!(history, alone.history(), "run {run} {name}");
                for side in Side::BOTH {
                    let own = &tables[side.index()][n];
                    assert_eq!(own, &alone.table(side), "run {run} {name}");
                }
            }
        }
    }
}

#[test]
fn runs_of_a_group_equal_runs_played_alone() {
    for name in ["tic-tac-toe", "nim:2,3"] {
        check_group(&parse(name).expect("a game"));
    }
}

/// One colour of the box at the start of nim:2 wins at once.
#[test]
fn beads_far_above_32_bits() {
    let rule = rule_with("rote", "start = [4294967296]; win = '+5000000000 all'");
    let nim = Nim::new(&[2], End::Normal).expect("nim");
    let run = compare(&training(nim, rule, Learners::First, 1), 20, "huge");
    let record = run.history().last(20);
    assert!(record.results.first_wins > 900);
    let table = run.table(Side::First).expect("first learns");
    let beads = &table.iter().next().expect("a box").1.beads;
    let added = record.results.first_wins * 5_000_000_000;
    assert_eq!(beads[1], (1 << 32) + added);
}

#[test]
fn a_full_box_stays_full_and_is_counted() {
    for n in [MOST_BEADS, MOST_BEADS / 3] {
        let results = format!("win = '+{n} all'; draw = '+{n} all'; loss = '+{n} all'");
        let rule = rule_with("michie-304", &results);
        let training = training(TicTacToe, rule, Learners::Both, 3);
        let run = compare(&training, 10, "full");
        for side in Side::BOTH {
            let records = run.history().records.iter();
            let snapshots = records.filter_map(|r| r.snapshots[side.index()].as_ref());
            let saturated: u64 = snapshots.map(|snapshot| snapshot.saturated).sum();
            assert!(saturated > 500, "{saturated}");
            for (_, matchbox) in &run.table(side).expect("both learn") {
                assert!(matchbox.beads.iter().sum::<u64>() <= MOST_BEADS);
            }
            // Every game uses the first box, so it is full.
            let table = run.table(side).expect("both learn");
            let fullest = table.iter().map(|(_, b)| b.beads.iter().sum()).max();
            assert_eq!(fullest, Some(MOST_BEADS));
        }
    }
}

/// Checks that a run that meets more positions than the engine may lay out continues with the packed learner,
/// whenever that happens.
fn check_takeover(game: &AnyGame) {
    let rules = "rote michie-1961 scroggs boxes-100 michie-1963-sliding".split(' ');
    for (rule, (name, opponent)) in rules.map(rule).zip(crate::cases::opponents(game)) {
        for learners in [Learners::First, Learners::Second, Learners::Both] {
            let training = training(game.clone(), rule.clone(), learners, 7)
                .opponent("random", opponent.clone())
                .games_per_set(5);
            let whole = compare(&training, 12, name);
            let mut laid_out = Vec::new();
            for most in [0, 1, 20, 60, 150, 250_000] {
                let mut run = training.clone().begin().unwrap().with_layout_limit(most);
                assert_eq!(run.is_laid_out(), most > 0);
                let mut sets = 0;
                for _ in 0..12 {
                    run.play(1);
                    sets += u64::from(run.is_laid_out());
                }
                laid_out.push(sets);
                assert_eq!(run.history(), whole.history(), "{most} {name}");
                for side in Side::BOTH {
                    assert_eq!(run.table(side), whole.table(side), "{most} {name}");
                }
            }
            let grows = laid_out.is_sorted() && laid_out.ends_with(&[12]);
            assert!(grows, "{laid_out:?}");
            let between = laid_out.iter().filter(|sets| (1..12).contains(*sets));
            assert!(between.count() > 0, "{laid_out:?}: no takeover midway");
        }
    }
}

#[test]
fn the_packed_learner_takes_over_from_the_engine() {
    for name in ["tic-tac-toe", "nim:3,4,5"] {
        check_takeover(&parse(name).expect("a game"));
    }
}

/// A group switches to the packed learner as a whole, and its next runs begin with the packed learner.
#[test]
fn the_packed_learner_takes_over_a_group() {
    let one = training(TicTacToe, rule("rote"), Learners::Both, 5);
    let group = one.clone().begin_group(0..2).unwrap();
    let mut group = group.with_layout_limit(400);
    for runs in [0..3, 3..5, 7..8] {
        group.begin_again(runs.clone());
        for set in 1..6 {
            group.play_set();
            for (latest, history) in group.latest().zip(group.histories()) {
                assert_eq!(history.records.last(), Some(latest));
                assert_eq!(history.sets(), set);
            }
        }
        for (run, history) in runs.zip(group.histories()) {
            let alone = played(&one.clone().numbered(run), 5);
            assert_eq!(history, alone.history(), "run {run}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases / 4,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_rules(
        rule in any_rule(),
        learners in prop_oneof![
            Just(Learners::First),
            Just(Learners::Second),
            Just(Learners::Both),
        ],
        opponent in 0..8_usize,
        name in prop_oneof![Just("tic-tac-toe"), Just("nim:3,3"), Just("nim:2,3,2:misere")],
        seed in any::<u64>(),
    ) {
        let game = parse(name).expect("a game");
        let (name, opponent) = crate::cases::opponents(&game).swap_remove(opponent);
        let training = training(game, rule, learners, seed).opponent("random", opponent);
        compare(&training, 3, name);
    }
}
