//! A run that is stopped after any set and resumed equals the run that was not stopped.

use std::sync::Arc;

use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, End, Error, Nim, Othello, TicTacToe, parse};
use matchboxes::learn::{History, Learners, Opponent, Record, Rule, Run, Table, Terms, Training};
use matchboxes::player::{First, Perfect, Player, Random};

use crate::tools::{rule, rule_with};
use crate::whole::whole_or;

fn tables<G: Game>(run: &Run<G>) -> [Option<Table>; 2] {
    Side::BOTH.map(|side| run.table(side))
}

/// The training, resumed from the tables and the history of an earlier run.
fn resumed<G: Game>(
    training: &Training<G>,
    tables: &[Option<Table>; 2],
    history: History,
) -> Result<Run<G>, Error> {
    let tables = [tables[0].as_ref(), tables[1].as_ref()];
    training.clone().resume(tables, history)
}

/// A run that the packed learner plays from the start.
fn packed<G: Game>(training: Training<G>) -> Run<G> {
    training.begin().unwrap().with_layout_limit(0)
}

/// Compares a run that is stopped after every set with one that is not stopped.
fn check<G: Game>(training: &Training<G>, sets: u64) {
    let mut whole = training.clone().begin().unwrap();
    let mut stopped = training.clone().begin().unwrap();
    for set in 0..sets {
        let case = format!("set {set}: {}", training.rule.to_toml());
        whole.play(1);
        stopped = resumed(training, &tables(&stopped), stopped.history().clone())
            .expect("its own tables");
        let before = earlier(training, set);
        assert_eq!(tables(&stopped), before, "{case}");
        stopped.play(1);
        assert_eq!(stopped.history(), whole.history(), "{case}");
        assert_eq!(tables(&stopped), tables(&whole), "{case}");
        let history = History {
            records: whole.history().records[..usize::try_from(set).expect("few")].to_vec(),
        };
        let resumed = resumed(training, &before, history);
        let mut plain = resumed.expect("its own tables").with_layout_limit(0);
        plain.play(1);
        assert_eq!(plain.history(), whole.history(), "{case}");
        assert_eq!(tables(&plain), tables(&whole), "{case}");
    }
}

fn earlier<G: Game>(training: &Training<G>, sets: u64) -> [Option<Table>; 2] {
    let mut run = training.clone().begin().unwrap();
    run.play(sets);
    tables(&run)
}

/// Checks trainings of this number of sets of so many games, with every rule, or every second one in the short form.
fn check_all(game: &AnyGame, [sets, games]: [u64; 2], number: usize) {
    let every = whole_or(1, 2);
    let rules = crate::cases::rules().into_iter();
    for rule in rules.skip(number % every).step_by(every) {
        for (name, opponent) in crate::cases::opponents(game) {
            let learners: &[Learners] = match name {
                "random" => &[Learners::First, Learners::Second, Learners::Both],
                "fading over 60" => &[Learners::First],
                "script" => &[Learners::Second],
                _ => continue,
            };
            for &learners in learners {
                let training = Training::new(game.clone(), rule.clone())
                    .learners(learners)
                    .opponent("random", opponent.clone())
                    .numbered(1);
                check(&training.games_per_set(games).seed(4), sets);
            }
        }
    }
}

/// A run can be stopped after any set: each rule in two of four games, and in all of them in the whole form.
#[test]
fn a_run_can_be_stopped_after_any_set() {
    let games = [
        ("tic-tac-toe", [5, 25]),
        ("nim:3,4,5", [5, 25]),
        ("nim:2", [12, 1]),
        ("nim:1,1,1:misere", [12, 2]),
    ];
    for (number, (name, size)) in games.into_iter().enumerate() {
        check_all(&parse(name).expect("a game"), size, number);
    }
}

fn training(rule: Rule, learners: Learners) -> Training<TicTacToe> {
    let training = Training::new(TicTacToe, rule).learners(learners);
    training.games_per_set(20).seed(9)
}

/// A history that exceeds its number of points keeps every count, whatever the interruptions.
#[test]
fn a_long_history_is_thinned_the_same_way_with_and_without_a_stop() {
    let nim = Nim::new(&[2], End::Normal).expect("nim");
    let training = Training::new(nim, rule("michie-304")).learners(Learners::Both);
    let training = training.games_per_set(1).seed(3);
    let points = History::POINTS as u64;
    let sets = 2 * points + 5;
    let mut whole = training.clone().begin().unwrap();
    let mut plain = training
        .clone()
        .begin_group(0..1)
        .unwrap()
        .with_layout_limit(0);
    whole.play(sets);
    let mut single = Vec::new();
    for _ in 0..sets {
        plain.play_set();
        single.extend(plain.latest().cloned());
    }
    let records = &whole.history().records;
    assert!(records.len() <= History::POINTS);
    assert_eq!([whole.history().sets(), whole.history().games()], [sets; 2]);
    let mut first = 0;
    for record in records {
        let next = first + usize::try_from(record.sets).expect("few");
        let single = &single[first..next];
        let added = |count: fn(&Record) -> u64| single.iter().map(count).sum::<u64>();
        assert_eq!(record.results.first_wins, added(|r| r.results.first_wins));
        assert_eq!(record.results.second_wins, added(|r| r.results.second_wins));
        assert_eq!(record.resigned[0], added(|r| r.resigned[0]));
        let last = single.last().and_then(|r| r.snapshots[0].as_ref());
        let found = record.snapshots[0].as_ref().map(|s| &s.missing_colour);
        assert_eq!(found, last.map(|s| &s.missing_colour));
        first = next;
    }
    let own = Side::BOTH.map(|side| plain.tables(side).next().flatten());
    assert_eq!(tables(&whole), own);
    for cut in [
        1,
        points - 1,
        points,
        points + 1,
        points + 2,
        2 * points + 1,
    ] {
        let mut part = training.clone().begin().unwrap();
        part.play(cut);
        let mut rest = resumed(&training, &tables(&part), part.history().clone()).expect("its own");
        rest.play(sets - cut);
        assert_eq!(rest.history(), whole.history(), "cut after {cut}");
        assert_eq!(tables(&rest), tables(&whole), "cut after {cut}");
    }
}

#[test]
fn the_table_of_a_side_that_does_not_learn_is_ignored() {
    let both = training(rule("rote"), Learners::Both);
    let first = training(rule("rote"), Learners::First);
    let mut learnt = both.clone().begin().unwrap();
    learnt.play(3);
    let [a, b] = tables(&learnt);
    let mut with = resumed(&first, &[a.clone(), b], History::default()).expect("valid tables");
    let mut without = resumed(&first, &[a, None], History::default()).expect("a valid table");
    for run in [&mut with, &mut without] {
        run.play(2);
    }
    assert_eq!(tables(&with), tables(&without));
    assert!(with.table(Side::Second).is_none());
}

/// A fading opponent continues to fade when sets of another size are added.
#[test]
fn games_are_counted_whatever_the_sizes_of_sets() {
    let fading = Opponent::Fading {
        from: Arc::new(Random),
        to: Arc::new(Perfect::new(TicTacToe).expect("a small game")),
        games: 1_000,
    };
    let training = training(rule("annealed"), Learners::First)
        .opponent("random", fading)
        .games_per_set(500);
    let mut run = training.clone().begin().unwrap();
    run.play(2);
    let training = training.games_per_set(10);
    let mut run = resumed(&training, &tables(&run), run.history().clone()).expect("its own tables");
    run.play(50);
    let last = run.history().last(50);
    assert_eq!((last.results.games(), last.results.first_wins), (500, 0));
}

fn batches_of(batch: u64) -> Terms {
    Terms {
        batch,
        ..Terms::default()
    }
}

/// Terms of a training other than the default.
fn unusual() -> [Terms; 4] {
    let [mut few_in_batches, mut few, mut little] = [batches_of(50), batches_of(1), batches_of(1)];
    few_in_batches.max_boxes = Some(90);
    few.max_boxes = Some(90);
    little.max_memory = Some(6_000);
    [batches_of(7), few_in_batches, few, little]
}

fn check_terms(game: &AnyGame, learners: Learners) {
    let waiting = rule_with("rote", "boxes = 'second-meeting'");
    let rules = crate::cases::rules().into_iter().step_by(whole_or(1, 3));
    let rules = rules.chain([waiting.clone()]);
    let all = rules.flat_map(|rule| unusual().map(|terms| (rule.clone(), terms)));
    let usual = [(waiting, Terms::default())];
    // Every third run asks another player where it has no box.
    for (number, (rule, terms)) in usual.into_iter().chain(all).enumerate() {
        let mut training = Training::new(game.clone(), rule).learners(learners);
        if number % 3 == 0 {
            training = training.fallback(Arc::new(First));
        }
        let training = training.games_per_set(50).terms(terms);
        let case = format!("{} {terms:?} {}", game.name(), training.rule.to_toml());
        let mut whole = training.clone().begin().unwrap();
        whole.play(4);
        let mut half = training.clone().begin().unwrap();
        half.play(1);
        let rest = resumed(&training, &tables(&half), half.history().clone());
        let mut half = rest.expect("its own tables");
        half.play(3);
        assert_eq!(half.history(), whole.history(), "{case}");
        assert_eq!(tables(&half), tables(&whole), "{case}");
        let sides = training.learners.sides().count() as u64;
        let [boxes, bytes] = terms.each(sides);
        for table in tables(&whole).iter().flatten() {
            assert!(table.len() as u64 <= boxes, "{case}");
            // A box has at least an index entry, a key, a ply and a bead.
            assert!(table.len() as u64 * 19 <= bytes, "{case}");
            table.check(game).expect("its own boxes");
        }
    }
}

/// Batches and limits of every rule, or every third in the short form, do not depend on stops.
#[test]
fn batches_and_limits_do_not_depend_on_stops() {
    check_terms(&parse("tic-tac-toe").expect("a game"), Learners::First);
    check_terms(&parse("nim:2,3").expect("a game"), Learners::Both);
}

/// Compares learning on all cores with learning on one: with a limit, even one that is never reached, the
/// games of a batch are learnt from one after the other.
fn check_all_cores(game: &AnyGame, number: usize, every: usize) {
    let refilled = rule_with("rote", "empty = 'refill'");
    let rules = crate::cases::rules().into_iter().chain([refilled]);
    for rule in rules.skip(number % every).step_by(every) {
        let training = Training::new(game.clone(), rule).learners(Learners::Both);
        let training = training.games_per_set(120);
        let case = format!("{} {}", game.name(), training.rule.to_toml());
        let in_batches = |max_boxes| Terms {
            batch: 100,
            max_boxes,
            ..Terms::default()
        };
        let (all_cores, one_core) = (in_batches(None), in_batches(Some(1 << 40)));
        let usual = Terms::default();
        let play = |parts: [Terms; 2]| {
            let [first, rest] = parts.map(|terms| training.clone().terms(terms));
            let mut plain = packed(first);
            plain.play(2);
            let rest = resumed(&rest, &tables(&plain), plain.history().clone());
            let mut plain = rest.expect("its own tables").with_layout_limit(0);
            plain.play(3);
            plain
        };
        for (one, other) in [
            ([all_cores, all_cores], [one_core, one_core]),
            ([usual, all_cores], [usual, one_core]),
            ([all_cores, one_core], [one_core, all_cores]),
            ([all_cores, usual], [one_core, usual]),
        ] {
            let [divided, one_by_one] = [one, other].map(play);
            assert_eq!(divided.history(), one_by_one.history(), "{case}");
            for side in Side::BOTH {
                let table = |plain: &Run<AnyGame>| plain.table(side).expect("it learns");
                let [own, other] = [&divided, &one_by_one].map(table);
                assert_eq!(own, other, "{case}");
                assert!(own.iter().eq(other.iter()), "in order: {case}");
                let (own, other) = (divided.meetings(side), one_by_one.meetings(side));
                assert_eq!(own, other, "{case}");
            }
        }
    }
}

/// Learning on all cores equals learning from one game after the other: half of the rules in one of three games, and all in
/// all of them in the whole form.
#[test]
fn learning_on_all_cores_equals_learning_from_one_game_after_the_other() {
    for (number, name) in ["tic-tac-toe", "othello:4", "nim:2,3"]
        .into_iter()
        .enumerate()
    {
        check_all_cores(&parse(name).expect("a game"), number, whole_or(1, 6));
    }
}

/// The number of positions laid out is also bounded within a set: only a small game is laid out for large
/// sets.
#[test]
fn a_large_game_is_not_laid_out_for_large_sets() {
    fn is_laid_out<G: Game>(game: G, games: u64) -> bool {
        let training = Training::new(game, rule("rote")).games_per_set(games);
        let resumed = training.clone().resume([None, None], History::default());
        let begun = training.begin().unwrap().is_laid_out();
        assert_eq!(begun, resumed.expect("no tables").is_laid_out());
        begun
    }
    let othello = || Othello::new(8).expect("a board");
    assert!(is_laid_out(TicTacToe, 1_000_000) && is_laid_out(othello(), 100));
    assert!(!is_laid_out(othello(), 1_000_000));
}

/// A table without room for a box plays at random, and a full one learns in the boxes it has.
#[test]
fn a_full_table_learns_where_it_has_boxes() {
    let rule = rule_with("rote", "loss = 'nothing'");
    let training = Training::new(TicTacToe, rule).games_per_set(200);
    let play = |boxes| {
        let terms = Terms {
            max_boxes: Some(boxes),
            ..Terms::default()
        };
        let mut run = training.clone().terms(terms).begin().unwrap();
        run.play(10);
        run
    };
    assert_eq!(tables(&play(0))[0].as_ref().map(Table::len), Some(0));
    let run = play(1);
    let table = run.table(Side::First).expect("it learns");
    assert_eq!(table.len(), 1);
    let opening = table
        .get(TicTacToe.key(&TicTacToe.start()))
        .expect("met first");
    let sum: u64 = opening.beads.iter().sum();
    let wins = run.history().last(10).results.first_wins;
    assert_eq!(sum, 9 + wins, "a bead for each square and each game won");
}

/// With a rule that changes no beads, both learners play the same games, so the positions met again are
/// known.
#[test]
fn a_box_is_opened_at_the_second_meeting() {
    let nothing = "win = 'nothing'; draw = 'nothing'; loss = 'nothing'";
    let mut every = packed(Training::new(TicTacToe, rule_with("rote", nothing)));
    let rule = rule_with("rote", &format!("{nothing}; boxes = 'second-meeting'"));
    let mut waiting = packed(Training::new(TicTacToe, rule.clone()));
    let begun = Training::new(TicTacToe, rule).begin().unwrap();
    assert!(!begun.is_laid_out());
    for sets in [1, 5, 20] {
        every.play(sets);
        waiting.play(sets);
        let results = |plain: &Run<TicTacToe>| plain.history().last(sets).results;
        assert_eq!(results(&every), results(&waiting));
        let [all, again] =
            [&every, &waiting].map(|plain| plain.table(Side::First).expect("it learns"));
        let met = every.meetings(Side::First).expect("it learns");
        assert_eq!(again.len() as u64, met.again);
        assert_eq!(again.len() as u64 + again.first().len(), all.len() as u64);
        assert!(!again.first().is_empty() && all.first().is_empty());
        assert!(again.iter().all(|(key, _)| all.get(key).is_some()));
    }
}

/// In a batch too, boxes that are met again are counted once each, and so are the boxes that are refilled.
#[test]
fn batches_count_boxes_met_again() {
    let rule = rule_with("rote", "empty = 'refill'");
    let mut plain = packed(Training::new(TicTacToe, rule).terms(batches_of(10)));
    plain.play(100);
    let boxes = plain.table(Side::First).expect("it learns").len() as u64;
    let again = plain.meetings(Side::First).expect("it learns").again;
    assert!(again > boxes / 4 && again <= boxes, "{again} of {boxes}");
    let all = plain.history().last(u64::MAX);
    assert!(all.snapshots[0].as_ref().expect("it learns").rescued > 0);
}

/// A box at which the machine resigns counts as met, in a batch too: every game begins at the first box.
#[test]
fn batches_count_boxes_at_which_the_machine_resigns() {
    let perfect = Perfect::new(TicTacToe).expect("a small game");
    let training = Training::new(TicTacToe, rule("bridle")).against(perfect);
    // With a limit, even one that is never reached, the games of a batch are learnt from one after the other.
    for (batch, max_boxes) in [(1, None), (50, None), (50, Some(1 << 40))] {
        let mut plain = packed(training.clone().terms(Terms {
            max_boxes,
            ..batches_of(batch)
        }));
        plain.play(10);
        let all = plain.history().last(10);
        assert!(all.resigned[0] > 500, "{all:?}");
        let meetings = plain.meetings(Side::First).expect("it learns");
        let counted = (meetings.met[0], meetings.known[0]);
        assert_eq!(counted, (1_000, 1_000 - batch), "{batch}");
    }
}

/// A learner without room for a box plays like the player it asks, one game at a time and in batches. Asking
/// a random player changes nothing.
#[test]
fn a_learner_plays_like_the_player_it_asks_where_it_has_no_box() {
    let training = Training::new(TicTacToe, rule("rote")).games_per_set(200);
    let terms = |batch, boxes| Terms {
        batch,
        max_boxes: Some(boxes),
        max_memory: None,
    };
    for batch in [1, 50] {
        let play = |boxes, fallback: Option<Arc<dyn Player<TicTacToe>>>| {
            let mut training = training.clone();
            if let Some(fallback) = fallback {
                training = training.fallback(fallback);
            }
            let mut run = training.terms(terms(batch, boxes)).begin().unwrap();
            run.play(10);
            run
        };
        let perfect = Perfect::new(TicTacToe).expect("a small game");
        let perfect = play(0, Some(Arc::new(perfect)));
        let results = perfect.history().last(10).results;
        assert_eq!((results.second_wins, results.games()), (0, 2_000));
        assert!(results.first_wins > 1_700, "{results:?}");
        for boxes in [0, 3, 60] {
            let (own, random) = (play(boxes, None), play(boxes, Some(Arc::new(Random))));
            assert_eq!(own.history(), random.history(), "{batch} {boxes}");
            assert_eq!(tables(&own), tables(&random), "{batch} {boxes}");
        }
        // The learner still learns in the boxes that it has.
        let few = play(1, Some(Arc::new(First)));
        let table = few.table(Side::First).expect("it learns");
        let opening = table.get(TicTacToe.key(&TicTacToe.start()));
        assert_ne!(opening.expect("met first").beads, [1; 9]);
    }
}

/// A change of only the last move does not apply to an earlier box while the last move has no box, because its position was
/// met only once, or there is no room for one: no game is lost by the first of three moves.
#[test]
fn no_earlier_box_is_changed_instead_of_one_that_is_not_there() {
    let waiting = rule_with("rote", "boxes = 'second-meeting'; win = 'nothing'");
    for (rule, max_boxes) in [(waiting, None), (rule("rote"), Some(1))] {
        for batch in [1, 50] {
            let terms = Terms {
                max_boxes,
                ..batches_of(batch)
            };
            let training = Training::new(TicTacToe, rule.clone()).terms(terms);
            let mut run = training.begin().unwrap();
            run.play(20);
            let table = run.table(Side::First).expect("it learns");
            let opening = table.get(TicTacToe.key(&TicTacToe.start()));
            let beads = opening.expect("met").beads;
            assert!(!beads.contains(&0), "{beads:?}");
            if max_boxes.is_none() {
                // The colours of other moves have been wiped.
                assert_eq!(beads, [1; 9]);
                assert!(table.missing_colour().iter().sum::<u64>() > 0);
            } else {
                assert_eq!(run.history().last(20).resigned, [0, 0]);
            }
        }
    }
}
