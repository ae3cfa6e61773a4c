//! Small trainings whose results were worked out by hand.

use matchboxes::game::{Game, Side, Verdict};
use matchboxes::games::{End, TicTacToe};
use matchboxes::learn::{Boxes, History, Learners, Record, Run, Snapshot, Terms, Training};
use matchboxes::player::{First, Perfect, Player, Random};

use crate::tools::{nim, results, rule, rule_with};

/// A training whose sets are single games.
fn games_of<G: Game>(
    game: G,
    rule: &str,
    learners: Learners,
    player: impl Player<G> + 'static,
) -> Run<G> {
    let training = Training::new(game, self::rule(rule)).learners(learners);
    let training = training.games_per_set(1).seed(1);
    training.against(player).begin().unwrap()
}

fn play_one<G: Game>(run: &mut Run<G>) -> Record {
    run.play(1);
    run.history().records.last().expect("a set").clone()
}

/// The beads of a side in the position with this text.
fn beads<G: Game>(run: &Run<G>, game: &G, side: Side, text: &str) -> Option<Vec<u64>> {
    let at = game.read_position(text).expect("a position");
    let table = run.table(side).expect("it learns");
    Some(table.get(game.key(&at))?.beads.clone())
}

/// Three single counters; taking the last one loses, and the first side must always take it. Against an
/// opponent that always takes the lowest pile left, its boxes are the start (`a1 b1 c1`), the last counter in
/// `c` (after `a1 b1` and `b1 a1`) and in `b` (after `c1 a1`). A lost game empties the box of the last
/// counter; the next game that reaches it is resigned there, and the opening bead that led there is removed.
/// So resignation spreads back to the start: two losses at the last counter, three resignations there, and
/// then a resignation at the start of every game.
#[test]
fn resignation_spreads_back_to_the_start() {
    let rules = nim(&[1, 1, 1], End::Misere);
    let mut run = games_of(rules.clone(), "rote", Learners::First, First);
    let mut resigned = Vec::new();
    for _ in 0..8 {
        let record = play_one(&mut run);
        assert_eq!(record.results.second_wins, 1);
        resigned.push(record.resigned[0]);
    }
    assert_eq!(resigned[0], 0, "the first game is played to its end");
    assert_eq!(resigned.iter().sum::<u64>(), 3 + 3);
    for (at, colours) in [("1 1 1 first", 3), ("0 0 1 first", 1), ("0 1 0 first", 1)] {
        let found = beads(&run, &rules, Side::First, at);
        assert_eq!(found, Some(vec![0; colours]), "{at}");
    }
    assert_eq!(run.table(Side::First).expect("it learns").len(), 3);
    let [snapshot, _] = run.history().last(1).snapshots;
    assert_eq!(snapshot.expect("it learns").missing_colour, [1, 0, 2]);
}

/// Two single counters: the two openings are mirror images, so the box has one colour with four beads. Taking
/// the last counter wins: the box loses one bead in each game until the machine resigns. The forced move at
/// the end has no box. In the misere form the box gains three beads in each game.
#[test]
fn michie_on_two_single_counters() {
    let rules = nim(&[1, 1], End::Normal);
    let mut run = games_of(rules.clone(), "michie-304", Learners::Both, Random);
    for left in [3, 2, 1, 0, 0, 0] {
        let record = play_one(&mut run);
        assert_eq!(record.results.second_wins, 1);
        let found = beads(&run, &rules, Side::First, "1 1 first");
        assert_eq!(found, Some(vec![left]));
        assert!(run.table(Side::Second).expect("it learns").is_empty());
    }
    assert_eq!(run.history().last(6).resigned, [2, 0]);
    let rules = nim(&[1, 1], End::Misere);
    let mut run = games_of(rules.clone(), "michie-304", Learners::First, Random);
    for now in [7, 10, 13] {
        assert_eq!(play_one(&mut run).results.first_wins, 1);
        let found = beads(&run, &rules, Side::First, "1 1 first");
        assert_eq!(found, Some(vec![now]));
    }
}

/// Every game of tic-tac-toe changes the beads by Michie's +3, +1 or -1: one colour in each box used, none in
/// all others. New boxes begin with 4, 3, 2 or 1.
#[test]
fn michie_changes_one_colour_of_each_box_used() {
    let perfect = Perfect::new(TicTacToe).expect("a small game");
    let mut verdicts = [0; 3];
    for mut run in [
        games_of(TicTacToe, "michie-304", Learners::First, Random),
        games_of(TicTacToe, "michie-304", Learners::First, perfect),
    ] {
        for _ in 0..150 {
            let before = run.table(Side::First).expect("it learns");
            let record = play_one(&mut run);
            let after = run.table(Side::First).expect("it learns");
            let (verdict, change) = match (record.results.first_wins, record.results.draws) {
                (1, 0) => (Verdict::Win, 3),
                (0, 1) => (Verdict::Draw, 1),
                _ => (Verdict::Loss, -1),
            };
            verdicts[verdict as usize] += 1;
            let mut used: Vec<u16> = Vec::new();
            for (key, matchbox) in &after {
                let start = [4, 3, 2, 1][usize::from(matchbox.ply / 2)];
                let new = vec![start; matchbox.beads.len()];
                let old = &before.get(key).map_or(new, |matchbox| matchbox.beads);
                let pairs = matchbox.beads.iter().zip(old);
                let changes = pairs.map(|(now, then)| now.cast_signed() - then.cast_signed());
                let changes: Vec<i64> = changes.filter(|&change| change != 0).collect();
                if !changes.is_empty() {
                    assert_eq!(changes, [change], "{key:?} after a {verdict:?}");
                    used.push(matchbox.ply);
                }
                let is_new = before.get(key).is_none();
                assert!(!changes.is_empty() || !is_new, "a new box is used");
            }
            used.sort_unstable();
            let expected: Vec<u16> = (0..).step_by(2).take(used.len()).collect();
            assert_eq!(used, expected, "one box at each of the machine's moves");
            assert!(!used.is_empty() || record.resigned[0] == 1);
        }
    }
    assert!(verdicts.iter().all(|&n| n > 10), "{verdicts:?}");
}

/// Stages count the machine's own moves, and the last entry of `start` applies to all later stages.
#[test]
fn new_boxes_are_filled_by_stage() {
    let rule = rule_with("rote", "start = [7, 5]; win = 'nothing'; loss = 'nothing'");
    let training = Training::new(nim(&[9], End::Normal), rule).learners(Learners::Both);
    let mut run = training.games_per_set(200).begin().unwrap();
    run.play(1);
    for side in Side::BOTH {
        for (_, matchbox) in &run.table(side).expect("both learn") {
            assert_eq!(usize::from(matchbox.ply % 2), side.index());
            let expected = if matchbox.ply < 2 { 7 } else { 5 };
            assert!(matchbox.beads.iter().all(|&n| n == expected));
        }
    }
}

fn one_set() -> Record {
    Record {
        sets: 1,
        ..Record::default()
    }
}

#[test]
fn a_history_never_exceeds_its_points_and_loses_no_game() {
    let mut history = History::default();
    for set in 0..5 * History::POINTS as u64 + 3 {
        let mut record = one_set();
        record.results.draws = 2;
        record.snapshots[0] = Some(Snapshot {
            boxes: set,
            rescued: 1,
            ..Snapshot::default()
        });
        history.push(record);
        assert!(history.records.len() <= History::POINTS);
        assert_eq!((history.sets(), history.games()), (set + 1, 2 * (set + 1)));
    }
    let sizes: Vec<u64> = history.records.iter().map(|record| record.sets).collect();
    let (_, whole) = sizes.split_last().unwrap();
    assert!(whole.iter().all(|&n| n == 8), "{sizes:?}");
    let records = history.records.iter();
    let snapshots = || records.clone().map(|r| r.snapshots[0].as_ref().unwrap());
    assert_eq!(snapshots().map(|s| s.rescued).sum::<u64>(), history.sets());
    assert_eq!(snapshots().next_back().unwrap().boxes, history.sets() - 1);
    assert_eq!(history.last(17).sets, 8 + 8 + 3);
}

#[test]
fn wins_count_three() {
    let record = |first_wins, draws, second_wins| {
        let mut record = one_set();
        record.results = results([first_wins, draws, second_wins]);
        record
    };
    let history = History {
        records: vec![record(0, 1, 4), record(5, 0, 0)],
    };
    assert_eq!(history.scores(Side::First), [(0, 0), (5, -3), (10, 12)]);
    assert_eq!(history.scores(Side::Second), [(0, 0), (5, 13), (10, 8)]);
    assert_eq!(record(u64::MAX, 0, 0).score(Side::First), i64::MAX);
}

#[test]
fn positions_are_left_out_by_a_limit_or_by_the_rule() {
    let usual = Terms::default();
    let mut rule = rule("rote");
    assert!(!usual.may_lack_boxes(&rule));
    for (max_boxes, max_memory) in [(Some(7), None), (None, Some(7))] {
        let limited = Terms {
            max_boxes,
            max_memory,
            ..usual
        };
        assert!(limited.may_lack_boxes(&rule));
    }
    for boxes in [Boxes::Choice, Boxes::Hopeful, Boxes::SecondMeeting] {
        rule.boxes = boxes;
        assert!(usual.may_lack_boxes(&rule));
    }
}
