//! Learners that keep values, against a program in Python, exact values, and themselves stopped and resumed.

use matchboxes::game::{Game, Key, Side, Verdict};
use matchboxes::games::{End, TicTacToe};
use matchboxes::learn::{Learners, Rule, Run, Table, Training, baselines};
use matchboxes::player::{Perfect, Random};
use matchboxes::store::{self, Model};

use crate::tools::{nim, rule, rule_with, solved};

const UNIT: i64 = 1 << 32;
const TD: &str = "td-afterstates";

/// The training that `tests/data/values.py` repeats.
fn as_in_python(name: &str) -> Training<TicTacToe> {
    let both = ["q-learning", "sarsa"].contains(&name);
    let usual = "gamma = 0.9, draw-reward = 0.25, epsilon = '0.5 to 0.1 over 100'";
    let fields = match name {
        "ucb" => "gamma = 0.9".to_owned(),
        _ if both || name == TD => format!("{usual}, alpha = '0.5 to 0.2 over 120'"),
        _ => usual.to_owned(),
    };
    let rule = rule_with(name, &format!("values = {{ {fields} }}"));
    let learners = [Learners::First, Learners::Both][usize::from(both)];
    let training = Training::new(TicTacToe, rule).learners(learners);
    training.games_per_set(50).seed(7)
}

fn numbers<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> Vec<T> {
    let numbers = text.split(' ');
    numbers.map(|n| n.parse().expect("a number")).collect()
}

#[test]
fn every_value_is_that_of_a_few_lines_of_python() {
    let written = include_str!("data/values.csv");
    for rule in baselines() {
        let mut run = as_in_python(&rule.name).begin().unwrap();
        let sets = if rule.name == TD { 1 } else { 3 };
        run.play(sets);
        let tables = Side::BOTH.map(|side| run.table(side));
        let mut boxes = 0;
        for line in written.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(',').collect();
            if fields[0] != rule.name {
                continue;
            }
            let side = usize::from(fields[1] == "second");
            let at = TicTacToe.read_position(fields[2]).expect("a position");
            let table = tables[side].as_ref().expect("it learns");
            let (values, visits) = table.values_of(TicTacToe.key(&at)).expect("a box");
            assert_eq!(values, numbers::<i64>(fields[3]), "{line}");
            assert_eq!(visits, numbers::<u64>(fields[4]), "{line}");
            boxes += 1;
        }
        let met: usize = tables.iter().flatten().map(Table::len).sum();
        assert!(
            boxes == met && met > 60 * usize::try_from(sets).unwrap(),
            "{}: {boxes} of {met}",
            rule.name
        );
    }
}

/// Training in halves, through a file, gives the bytes of one training; and a group those of single runs.
#[test]
fn stopped_through_a_file_grouped_or_whole_the_model_is_the_same() {
    for rule in baselines() {
        let training = as_in_python(&rule.name);
        let bytes = |run: &Run<TicTacToe>| store::encode(&Model::from_run(run));
        let mut whole = training.clone().begin().unwrap();
        let mut stopped = training.clone().begin().unwrap();
        for set in 0..6 {
            whole.play(1);
            stopped.play(1);
            let model = store::decode(&bytes(&stopped)).expect("its own bytes");
            assert_eq!(model, Model::from_run(&stopped));
            assert_eq!(bytes(&stopped), bytes(&whole), "{} after {set}", rule.name);
            let tables = model.tables.each_ref().map(Option::as_ref);
            let resumed = training.clone().resume(tables, model.history.clone());
            stopped = resumed.expect("its own tables");
        }
        let mut group = training.clone().begin_group(0..3).unwrap();
        (0..2).for_each(|_| group.play_set());
        let both = group.tables(Side::First).zip(group.histories());
        for (number, (table, history)) in (0..).zip(both) {
            let mut alone = training.clone().numbered(number).begin().unwrap();
            alone.play(2);
            assert_eq!(table, alone.table(Side::First));
            assert_eq!(history, alone.history());
        }
    }
}

/// Against perfect play, with every move tried again and again, the values are those of the game.
#[test]
fn q_learning_that_only_explores_finds_the_exact_values() {
    let rule = rule_with("q-learning", "values = { epsilon = 1, alpha = 1 }");
    let mut checked = 0;
    for end in [End::Normal, End::Misere] {
        for piles in [&[2, 2, 1][..], &[3, 2], &[4]] {
            let game = nim(piles, end);
            let solved = solved(&game);
            let perfect = Perfect::new(game.clone()).expect("small");
            let training = Training::new(game.clone(), rule.clone()).against(perfect);
            let mut run = training.begin().unwrap();
            run.play(100);
            let table = run.table(Side::First).expect("it learns");
            for (key, _) in &table {
                let at = game.position(key).expect("a position");
                let (values, _) = table.values_of(key).expect("it has values");
                for (m, &value) in game.moves(&at).zip(values) {
                    let outcome = solved[&game.key(&game.play(&at, m))].outcome;
                    let exact = match outcome.verdict(Side::First) {
                        Verdict::Win => UNIT,
                        Verdict::Draw => 0,
                        Verdict::Loss => -UNIT,
                    };
                    assert_eq!(value, exact, "{piles:?} {key:?} {m:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn the_table_is_the_greedy_policy() {
    let training = Training::new(TicTacToe, rule("q-learning"));
    let mut run = training.begin().unwrap();
    run.play(5);
    let table = run.table(Side::First).expect("it learns");
    for (key, matchbox) in &table {
        let (values, _) = table.values_of(key).expect("it has values");
        let best = values.iter().max().expect("a move");
        let beads: Vec<u64> = values.iter().map(|n| u64::from(n == best)).collect();
        assert_eq!(matchbox.beads, beads);
    }
    assert!(table.values_of(Key(u128::MAX)).is_none());
}

#[test]
fn rules_of_values_are_read_back_and_checked() {
    for rule in baselines() {
        for text in [rule.to_toml(), rule.to_explained_toml()] {
            assert_eq!(Rule::from_toml(&text, "a test").ok(), Some(rule.clone()));
        }
        let json = serde_json::to_string(&rule).expect("plain data");
        assert_eq!(serde_json::from_str::<Rule>(&json).expect("a rule"), rule);
    }
    let text = rule("sarsa").to_toml();
    let scheduled = |words: &str| {
        let text = text.replace("epsilon = 0.1", &format!("epsilon = \"{words}\""));
        let read = Rule::from_toml(&text, "a test").expect("a rule");
        assert_eq!(read.to_toml(), text);
        read.values().expect("it keeps values").epsilon
    };
    let epsilon = scheduled("0.5 to 0.01 over 300");
    let fallen = [0, 150, 300].map(|n| epsilon.billionths(n));
    assert_eq!(fallen, [500_000_000, 255_000_000, 10_000_000]);
    let epsilon = scheduled("0.5 to 0.01 by 0.99");
    // 0.5 times 0.99^n: exactly, and in billionths; 0.01 from the 390th game on.
    let fallen = [0, 1, 2, 100, 389, 390, u64::MAX].map(|n| epsilon.billionths(n));
    let known = [
        500_000_000,
        495_000_000,
        490_050_000,
        183_016_171,
        10_024_453,
    ];
    assert_eq!(fallen[..5], known);
    assert_eq!(fallen[5..], [10_000_000; 2]);
    for (from, to, field) in [
        (
            "epsilon = 0.1",
            "epsilon = \"0.1 to 0.2 by 0.9\"",
            "epsilon",
        ),
        ("epsilon = 0.1", "epsilon = \"0.2 to 0.1 by 1\"", "epsilon"),
        ("epsilon = 0.1", "epsilon = 1.1", "epsilon"),
        ("alpha = 0.1", "alpha = \"2/n\"", "alpha"),
        ("gamma = 1.0", "gamma = 2", "gamma"),
        ("win-reward = 1.0", "win-reward = -101", "win-reward"),
        ("boxes = \"every\"", "boxes = \"second-meeting\"", "boxes"),
        ("empty = \"resign\"", "empty = \"floor\"", "empty"),
        ("\"sarsa\"\nalpha", "\"ucb\"\nalpha", "epsilon"),
    ] {
        let wrong = text.replace(from, to);
        assert_ne!(wrong, text, "{from}");
        let error = Rule::from_toml(&wrong, "a test").expect_err("a wrong rule");
        assert!(error.to_string().contains(field), "{error}");
    }
}

#[test]
fn beads_and_values_do_not_continue_each_other() {
    let training = |name| Training::new(TicTacToe, rule(name)).against(Random);
    for (one, other) in [("rote", "sarsa"), ("sarsa", "rote")] {
        let mut run = training(one).begin().unwrap();
        run.play(1);
        let table = run.table(Side::First);
        let tables = [table.as_ref(), None];
        let Err(error) = training(other).resume(tables, run.history().clone()) else {
            panic!("{other} cannot continue from {one}");
        };
        assert!(error.to_string().contains("cannot continue"), "{error}");
    }
}
