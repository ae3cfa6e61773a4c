//! A run that is stopped after any set and taken up again is the run that was not stopped.

mod cases;
mod plain;

use std::ops::ControlFlow;
use std::sync::Arc;

use menace::Error;
use menace::game::{Game, Side};
use menace::games::{End, Nim, TicTacToe, Visitor, with_game};
use menace::learn::{
    History, Learners, Opponent, Progress, Record, Rule, Run, Table, Training, preset,
};
use menace::player::{Perfect, Random};
use plain::Plain;

fn tables<G: Game>(run: &Run<G>) -> [Option<Table>; 2] {
    Side::BOTH.map(|side| run.table(side))
}

/// The training taken up from what an earlier run left.
fn resumed<G: Game>(
    training: &Training<G>,
    tables: &[Option<Table>; 2],
    history: History,
) -> Result<Run<G>, Error> {
    let tables = [tables[0].as_ref(), tables[1].as_ref()];
    training.clone().resume(tables, history)
}

/// Stops after every set, and compares with not stopping at all.
fn check<G: Game>(training: &Training<G>, sets: u64) {
    let mut whole = training.clone().begin();
    let mut stopped = training.clone().begin();
    for set in 0..sets {
        let case = format!("set {set}: {}", training.rule.to_toml());
        assert!(whole.play(1, &mut ()).is_continue());
        stopped = resumed(training, &tables(&stopped), stopped.history().clone())
            .expect("its own tables");
        assert_eq!(tables(&stopped), earlier(training, set), "{case}");
        assert!(stopped.play(1, &mut ()).is_continue());
        assert_eq!(stopped.history(), whole.history(), "{case}");
        assert_eq!(tables(&stopped), tables(&whole), "{case}");
    }
}

fn earlier<G: Game>(training: &Training<G>, sets: u64) -> [Option<Table>; 2] {
    let mut run = training.clone().begin();
    assert!(run.play(sets, &mut ()).is_continue());
    tables(&run)
}

struct StoppedAndResumed {
    games_per_set: u64,
    sets: u64,
}

impl Visitor for StoppedAndResumed {
    type Output = ();

    fn visit<G: Game + 'static>(self, game: G) {
        for rule in cases::rules() {
            for (name, opponent) in cases::opponents(&game) {
                let learners: &[Learners] = match name {
                    "random" => &[Learners::First, Learners::Second, Learners::Both],
                    "fading over 60" => &[Learners::First],
                    "script" => &[Learners::Second],
                    _ => continue,
                };
                for &learners in learners {
                    let training = Training {
                        game: game.clone(),
                        rule: rule.clone(),
                        learners,
                        opponent: opponent.clone(),
                        games_per_set: self.games_per_set,
                        seed: 4,
                        run: 1,
                    };
                    check(&training, self.sets);
                }
            }
        }
    }
}

#[test]
fn stopped_after_any_set() {
    for (name, games_per_set, sets) in [
        ("tic-tac-toe", 25, 5),
        ("nim:3,4,5", 25, 5),
        ("nim:2", 1, 12),
        ("nim:1,1,1:misere", 2, 12),
    ] {
        let case = StoppedAndResumed {
            games_per_set,
            sets,
        };
        with_game(name, case).expect("a game");
    }
}

fn training(rule: Rule, learners: Learners) -> Training<TicTacToe> {
    Training {
        game: TicTacToe,
        rule,
        learners,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 20,
        seed: 9,
        run: 0,
    }
}

#[test]
fn records_taken_together_continue_as_well() {
    let training = training(preset("rote").expect("a preset"), Learners::Both);
    let mut whole = training.clone().begin();
    assert!(whole.play(6, &mut ()).is_continue());
    let mut part = training.clone().begin();
    assert!(part.play(4, &mut ()).is_continue());
    let thinned = History {
        records: vec![part.history().last(4)],
    };
    assert_eq!((thinned.sets(), thinned.games()), (4, 80));
    let mut rest = resumed(&training, &tables(&part), thinned).expect("its own tables");
    assert!(rest.play(2, &mut ()).is_continue());
    // New sets are taken together as those before them are.
    assert_eq!(rest.history().records[1..], [whole.history().last(2)]);
    assert_eq!(tables(&rest), tables(&whole));
}

#[test]
fn counts_of_several_sets_are_those_of_each_added() {
    let rule = Rule {
        empty: menace::learn::Empty::Refill,
        win: preset("rote").expect("a preset").loss,
        ..preset("rote").expect("a preset")
    };
    let mut run = training(rule, Learners::First).begin();
    assert!(run.play(8, &mut ()).is_continue());
    let standings = |from: usize| {
        let records = &run.history().records[from..];
        records
            .iter()
            .filter_map(|record| record.standing[0].clone())
            .collect::<Vec<_>>()
    };
    let last = run.history().last(5).standing[0]
        .clone()
        .expect("first learns");
    let rescued: u64 = standings(3).iter().map(|standing| standing.rescued).sum();
    assert!(rescued > standings(7)[0].rescued);
    assert_eq!(last.rescued, rescued);
    assert_eq!(last.boxes, standings(7)[0].boxes);
}

/// A history that has outgrown its points keeps every count, whatever the interruptions.
#[test]
fn a_long_history_is_thinned_alike_with_and_without_a_stop() {
    let nim = Nim::new(&[2], End::Normal).expect("nim");
    let training = Training {
        game: nim,
        rule: preset("michie-304").expect("a preset"),
        learners: Learners::Both,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 1,
        seed: 3,
        run: 0,
    };
    let points = History::POINTS as u64;
    let sets = 2 * points + 5;
    let mut whole = training.clone().begin();
    let mut plain = Plain::new(training.clone());
    assert!(whole.play(sets, &mut ()).is_continue());
    plain.play(sets);
    let records = &whole.history().records;
    assert!(records.len() <= History::POINTS);
    assert_eq!(
        (whole.history().sets(), whole.history().games()),
        (sets, sets)
    );
    let mut first = 0;
    for record in records {
        let next = first + usize::try_from(record.sets).expect("few");
        let single = &plain.history.records[first..next];
        let added = |count: fn(&Record) -> u64| single.iter().map(count).sum::<u64>();
        assert_eq!(record.first_wins, added(|r| r.first_wins));
        assert_eq!(record.second_wins, added(|r| r.second_wins));
        assert_eq!(record.resigned[0], added(|r| r.resigned[0]));
        let last = single.last().and_then(|r| r.standing[0].as_ref());
        assert_eq!(
            record.standing[0].as_ref().map(|s| &s.zeroed),
            last.map(|s| &s.zeroed)
        );
        first = next;
    }
    assert_eq!(tables(&whole), Side::BOTH.map(|side| plain.table(side)));
    for cut in [
        1,
        points - 1,
        points,
        points + 1,
        points + 2,
        2 * points + 1,
    ] {
        let mut part = training.clone().begin();
        assert!(part.play(cut, &mut ()).is_continue());
        let mut rest = resumed(&training, &tables(&part), part.history().clone()).expect("its own");
        assert!(rest.play(sets - cut, &mut ()).is_continue());
        assert_eq!(rest.history(), whole.history(), "cut after {cut}");
        assert_eq!(tables(&rest), tables(&whole), "cut after {cut}");
    }
}

struct Until(u64);

impl Progress for Until {
    fn set_done(&mut self, history: &History) -> ControlFlow<()> {
        if history.sets() < self.0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

#[test]
fn progress_breaks_off_after_a_whole_set() {
    let training = training(preset("rote").expect("a preset"), Learners::Second);
    let mut run = training.clone().begin();
    assert!(run.play(10, &mut Until(3)).is_break());
    assert_eq!((run.history().sets(), run.history().games()), (3, 60));
    assert_eq!(tables(&run), earlier(&training, 3));
}

#[test]
fn the_table_of_a_side_that_does_not_learn_is_ignored() {
    let both = training(preset("rote").expect("a preset"), Learners::Both);
    let first = training(preset("rote").expect("a preset"), Learners::First);
    let mut learnt = both.clone().begin();
    assert!(learnt.play(3, &mut ()).is_continue());
    let [a, b] = tables(&learnt);
    let mut with = resumed(&first, &[a.clone(), b], History::default()).expect("sound tables");
    let mut without = resumed(&first, &[a, None], History::default()).expect("a sound table");
    for run in [&mut with, &mut without] {
        assert!(run.play(2, &mut ()).is_continue());
    }
    assert_eq!(tables(&with), tables(&without));
    assert!(with.table(Side::Second).is_none());
}

/// An opponent that fades goes on fading when sets of another size are added.
#[test]
fn games_are_counted_whatever_the_sizes_of_sets() {
    let fading = Opponent::Fading {
        from: Arc::new(Random),
        to: Arc::new(Perfect::new(TicTacToe).expect("a small game")),
        games: 1_000,
    };
    let training = Training {
        opponent: fading,
        games_per_set: 500,
        ..training(preset("annealed").expect("a preset"), Learners::First)
    };
    let mut run = training.clone().begin();
    assert!(run.play(2, &mut ()).is_continue());
    let training = Training {
        games_per_set: 10,
        ..training
    };
    let mut run = resumed(&training, &tables(&run), run.history().clone()).expect("its own tables");
    assert!(run.play(50, &mut ()).is_continue());
    let last = run.history().last(50);
    assert_eq!((last.games(), last.first_wins), (500, 0));
}
