//! Learners that keep values, against a program in Python, exact values, and themselves stopped and resumed.

use matchboxes::decimal::{Decimal, Signed};
use matchboxes::game::{Game, Key, Outcome, Side};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{
    Learners, Method, Rule, Run, Schedule, StepSize, Training, Update, Values, baselines, preset,
};
use matchboxes::player::{Perfect, Random};
use matchboxes::store::{self, Model};

const UNIT: i64 = 1 << 32;

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).expect("a number")
}

fn signed(text: &str) -> Signed {
    Signed::parse(text).expect("a number")
}

/// The preset with other numbers.
fn changed(name: &str, change: impl FnOnce(&mut Values)) -> Rule {
    let mut rule = preset(name).expect("a preset");
    let Update::Values(values) = &mut rule.update else {
        panic!("{name} keeps values");
    };
    change(values);
    rule
}

/// The training that `tests/data/values.py` repeats.
fn as_in_python(name: &str) -> Training<TicTacToe> {
    let both = ["q-learning", "sarsa"].contains(&name);
    let rule = changed(name, |values| {
        values.gamma = decimal("0.9");
        if values.method != Method::Ucb {
            values.draw_reward = signed("0.25");
            values.epsilon = Schedule {
                from: decimal("0.5"),
                to: decimal("0.1"),
                games: 100,
            };
        }
        if both {
            values.alpha = StepSize::Share(Schedule {
                from: decimal("0.5"),
                to: decimal("0.2"),
                games: 120,
            });
        }
    });
    let learners = if both {
        Learners::Both
    } else {
        Learners::First
    };
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
        let mut run = as_in_python(&rule.name).begin();
        run.play(3);
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
        let met: usize = tables
            .iter()
            .flatten()
            .map(matchboxes::learn::Table::len)
            .sum();
        assert!(boxes == met && met > 200, "{}: {boxes} of {met}", rule.name);
    }
}

/// In its own seat the second side learns from its own reward of a draw, and the first from the other.
#[test]
fn a_draw_is_rewarded_by_seat() {
    let by = |draw: &str, second: Option<&str>| {
        changed("monte-carlo", |values| {
            values.draw_reward = signed(draw);
            values.draw_reward_second = second.map(signed);
        })
    };
    let trained = |rule: Rule, learners| {
        let mut run = Training::new(TicTacToe, rule).learners(learners).begin();
        run.play(3);
        Side::BOTH.map(|side| run.table(side))
    };
    let apart = by("0.1", Some("0.5"));
    for (learners, same, other) in [
        (Learners::First, "0.1", "0.5"),
        (Learners::Second, "0.5", "0.1"),
    ] {
        let found = trained(apart.clone(), learners);
        assert_eq!(found, trained(by(same, None), learners));
        assert_ne!(found, trained(by(other, None), learners));
    }
}

/// Training in halves, through a file, gives the bytes of one training; and a group those of single runs.
#[test]
fn stopped_through_a_file_grouped_or_whole_the_model_is_the_same() {
    for rule in baselines() {
        let training = as_in_python(&rule.name);
        let opponent = if training.learners == Learners::Both {
            ""
        } else {
            "random"
        };
        let bytes = |run: &Run<TicTacToe>| store::encode(&Model::of(run, opponent));
        let mut whole = training.clone().begin();
        let mut stopped = training.clone().begin();
        for set in 0..6 {
            whole.play(1);
            stopped.play(1);
            let model = store::decode(&bytes(&stopped)).expect("its own bytes");
            assert_eq!(model, Model::of(&stopped, opponent));
            assert_eq!(bytes(&stopped), bytes(&whole), "{} after {set}", rule.name);
            let tables = model.tables.each_ref().map(Option::as_ref);
            let resumed = training.clone().resume(tables, model.history.clone());
            stopped = resumed.expect("its own tables");
        }
        let mut group = training.clone().begin_group(0..3);
        (0..2).for_each(|_| group.play_set());
        for (number, (table, history)) in
            (0..).zip(group.tables(Side::First).zip(group.histories()))
        {
            let mut alone = Training {
                run: number,
                ..training.clone()
            }
            .begin();
            alone.play(2);
            assert_eq!(
                (table, history),
                (alone.table(Side::First), alone.history())
            );
        }
    }
}

/// The value of a position for the side to move: 1 if it wins, -1 if it loses.
fn exact<G: Game>(game: &G, at: &G::Position) -> i64 {
    let side = game.side(at);
    match game.outcome(at) {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => {
            if winner == side {
                1
            } else {
                -1
            }
        }
        None => {
            let worth = |m| {
                let after = game.play(at, m);
                let sign = if game.side(&after) == side { 1 } else { -1 };
                sign * exact(game, &after)
            };
            game.moves(at).map(worth).max().expect("a move")
        }
    }
}

/// Against perfect play, with every move tried again and again, the values are those of the game.
#[test]
fn q_learning_that_only_explores_finds_the_exact_values() {
    let rule = changed("q-learning", |values| {
        values.epsilon = Schedule::constant(decimal("1"));
        values.alpha = StepSize::Share(Schedule::constant(decimal("1")));
    });
    let mut checked = 0;
    for end in [End::Normal, End::Misere] {
        for piles in [&[2, 2, 1][..], &[3, 2], &[4]] {
            let game = Nim::new(piles, end).expect("nim");
            let perfect = Perfect::new(game.clone()).expect("small");
            let mut run = Training::new(game.clone(), rule.clone())
                .against(perfect)
                .begin();
            run.play(100);
            let table = run.table(Side::First).expect("it learns");
            for (key, _) in &table {
                let at = game.position(key).expect("a position");
                let (values, _) = table.values_of(key).expect("it has values");
                for (m, &value) in game.moves(&at).zip(values) {
                    let after = game.play(&at, m);
                    let sign = if game.side(&after) == Side::First {
                        1
                    } else {
                        -1
                    };
                    assert_eq!(
                        value,
                        UNIT * sign * exact(&game, &after),
                        "{piles:?} {key:?} {m:?}"
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn the_table_is_the_greedy_policy() {
    let mut run = Training::new(TicTacToe, preset("q-learning").expect("a preset")).begin();
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
        let explained = rule.to_explained_toml();
        for text in [rule.to_toml(), explained.clone()] {
            assert_eq!(
                Rule::from_toml(&text, "a test").expect("a rule"),
                rule,
                "{text}"
            );
        }
        let json = serde_json::to_string(&rule).expect("plain data");
        assert_eq!(serde_json::from_str::<Rule>(&json).expect("a rule"), rule);
    }
    let text = preset("sarsa").expect("a preset").to_toml();
    let scheduled = text.replace("epsilon = 0.1", "epsilon = \"0.5 to 0.01 over 300\"");
    let read = Rule::from_toml(&scheduled, "a test").expect("a rule");
    assert_eq!(read.to_toml(), scheduled);
    let epsilon = read.values().expect("it keeps values").epsilon;
    assert_eq!(
        [0, 150, 300].map(|n| epsilon.billionths(n)),
        [500_000_000, 255_000_000, 10_000_000]
    );
    for (from, to, field) in [
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
        let error = Rule::from_toml(&wrong, "a test")
            .expect_err("a wrong rule")
            .to_string();
        assert!(error.contains(field), "{error}");
    }
}

#[test]
fn beads_and_values_do_not_continue_each_other() {
    let training = |name| Training::new(TicTacToe, preset(name).expect("a preset")).against(Random);
    for (one, other) in [("rote", "sarsa"), ("sarsa", "rote")] {
        let mut run = training(one).begin();
        run.play(1);
        let table = run.table(Side::First);
        let tables = [table.as_ref(), None];
        let Err(error) = training(other).resume(tables, run.history().clone()) else {
            panic!("{other} cannot continue from {one}");
        };
        assert!(error.to_string().contains("cannot continue"), "{error}");
    }
}

/// Every cut and every flipped bit of a file is refused.
#[test]
fn damage_to_a_file_of_values_is_found() {
    let mut run = as_in_python("sarsa").games_per_set(2).begin();
    run.play(1);
    let bytes = store::encode(&Model::of(&run, ""));
    for end in 0..bytes.len() {
        assert!(store::decode(&bytes[..end]).is_err(), "cut at {end}");
    }
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(store::decode(&damaged).is_err(), "bit {bit}");
    }
}
