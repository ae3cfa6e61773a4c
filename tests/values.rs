//! Learners of values: compared number for number with a plain program, and their greedy play with their exploring.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::sync::Arc;

use menace::arena::Evaluation;
use menace::decimal::Decimal;
use menace::game::{Game, Side};
use menace::games::{End, Nim, TicTacToe};
use menace::graph::Merging;
use menace::learn::values::{Method, ONE, Schedule, Step, ValueRun, ValueTraining, Values};
use menace::learn::{Boxes, Duplicates, Evaluator, Layout, Learners, Opponent, preset};
use menace::player::Random;
use serde::Deserialize;

const METHODS: [(&str, Method); 4] = [
    ("q-learning", Method::QLearning),
    ("sarsa", Method::Sarsa),
    ("monte-carlo", Method::MonteCarlo),
    ("ucb", Method::Ucb),
];

#[derive(Deserialize)]
struct Row {
    method: String,
    learners: String,
    position: String,
    values: String,
    visits: String,
}

fn number(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

/// The numbers of `tests/data/values.py`.
fn parameters(method: Method) -> Values {
    let step = |text| Step::By(Schedule::always(number(text)));
    Values {
        alpha: match method {
            Method::QLearning => step("0.1"),
            Method::Sarsa => step("0.25"),
            Method::MonteCarlo | Method::Ucb => Step::Mean,
        },
        epsilon: Schedule {
            from: number("0.3"),
            to: Decimal::ZERO,
            games: 600,
        },
        gamma: match method {
            Method::Sarsa | Method::MonteCarlo => number("0.9"),
            Method::QLearning | Method::Ucb => number("1"),
        },
        rewards: match method {
            Method::Ucb => [0, ONE / 2, ONE],
            _ => [-ONE, 0, ONE],
        },
        ..Values::new(method)
    }
}

fn training<G: Game>(game: G, values: Values, learners: Learners) -> ValueTraining<G> {
    ValueTraining {
        game,
        values,
        layout: Layout {
            symmetry: Merging::None,
            duplicates: Duplicates::Keep,
            boxes: Boxes::Every,
            shared: false,
        },
        learners,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 100,
        seed: 1961,
        run: 3,
    }
}

fn list<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
    numbers.join(" ")
}

/// The table of `tests/data/values.py`, which has its own nim, dice and formulas.
#[test]
fn values_are_those_of_a_plain_program() {
    let table = include_str!("data/values.csv").as_bytes();
    let rows: Vec<Row> = csv::Reader::from_reader(table)
        .deserialize()
        .collect::<Result<_, _>>()
        .unwrap();
    let game = Nim::new(&[2, 3, 4], End::Normal).unwrap();
    let mut compared = 0;
    for (name, method) in METHODS {
        for learners in [Learners::First, Learners::Both] {
            let mut run = ValueRun::new(training(game.clone(), parameters(method), learners));
            run.play(6);
            let mut boxes = 0;
            let of = |row: &&Row| row.method == name && row.learners == learners.to_string();
            for row in rows.iter().filter(of) {
                let at = game.read_position(&row.position).unwrap();
                let found = run.get(game.side(&at), game.key(&at)).unwrap();
                let place = format!("{name}, {learners}, {}", row.position);
                assert_eq!(list(&found.values), row.values, "{place}");
                assert_eq!(list(&found.visits), row.visits, "{place}");
                boxes += 1;
            }
            let tables = Side::BOTH.map(|side| run.values(side).map_or(0, |table| table.len()));
            assert_eq!(tables.iter().sum::<usize>(), boxes, "{name}, {learners}");
            compared += boxes;
        }
    }
    assert_eq!(compared, rows.len());
    assert!(compared > 600);
}

/// Every move is learnt from once, and no value is beyond the rewards if the first one is not.
#[test]
fn every_move_is_learnt_from_once() {
    for (name, method) in METHODS {
        let values = Values::new(method);
        let mut run = ValueRun::new(training(TicTacToe, values, Learners::Both));
        run.play(3);
        let [first, second] = Side::BOTH.map(|side| run.values(side).unwrap());
        let start = &first[&TicTacToe.key(&TicTacToe.start())];
        assert_eq!(start.visits.iter().sum::<u64>(), 300, "{name}");
        let visits = first.values().flat_map(|found| &found.visits);
        let moves: u64 = visits.sum();
        assert!((900..=1_500).contains(&moves), "{name}: {moves}");
        let range = values.rewards[0]..=values.rewards[2];
        let boxes = || first.values().chain(second.values());
        let mut all = boxes().flat_map(|found| &found.values);
        assert!(all.all(|value| range.contains(value)), "{name}");
        let met = [first.len(), second.len()];
        let counted = run.history().records.last().unwrap().snapshots.each_ref();
        let counted = counted.map(|snapshot| snapshot.as_ref().unwrap().boxes);
        assert_eq!(counted.map(|n| usize::try_from(n).unwrap()), met, "{name}");
    }
}

/// Exact chances of the greedy table are what playing it gives at the end of a schedule that explores no more.
#[test]
fn greedy_play_is_a_table_like_any_other() {
    let layout = Layout::from(&preset("michie-304").unwrap());
    let evaluation = Evaluation::new(TicTacToe, layout).unwrap();
    for (name, method) in METHODS {
        let mut values = Values::new(method);
        values.epsilon = Schedule {
            from: number("0.5"),
            to: Decimal::ZERO,
            games: 10_000,
        };
        let mut run = ValueRun::new(ValueTraining {
            layout,
            ..training(TicTacToe, values, Learners::First)
        });
        run.play(100);
        let table = run.policy(Side::First).unwrap();
        table.check(&TicTacToe).unwrap();
        assert_eq!(Some(table.len()), run.values(Side::First).map(|t| t.len()));
        let exact = evaluation.evaluate(Side::First, &mut |key, beads| {
            let found = table.get(key);
            let is_met = found.is_some();
            *beads = found.map(|found| found.beads).unwrap_or_default();
            is_met
        });
        let explored = run.history().last(1).results;
        assert!(exact.random[2] < 60_000_000_000, "{name}: {exact:?}");
        let lost = explored.second_wins;
        assert!(lost <= 10, "{name}: {lost} of the last hundred games");
    }
}
