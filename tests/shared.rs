//! A machine for both sides of an impartial game: one table, whoever begins.

use std::collections::BTreeMap;

use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{
    History, Layout, Learners, Matchbox, Opponent, Reading, Reference, Run, Table, Training, preset,
};
use matchboxes::store::{Model, decode, encode};

use crate::tools;

fn training(game: &str, opponent: Opponent<AnyGame>) -> Training<AnyGame> {
    let name = match &opponent {
        Opponent::Player(player) => player.name(),
        _ => String::new(),
    };
    Training::new(parse(game).unwrap(), preset("cups-keep").unwrap())
        .opponent(name, opponent)
        .games_per_set(25)
        .learners(Learners::Shared)
}

fn against_random(game: &str) -> Training<AnyGame> {
    let usual = Training::new(parse(game).unwrap(), preset("cups-keep").unwrap());
    training(game, usual.opponent)
}

fn played(training: &Training<AnyGame>, sets: u64) -> Run<AnyGame> {
    let mut run = training.clone().begin().unwrap();
    run.play(sets);
    run
}

#[test]
fn any_rule_against_any_opponent_or_itself_equals_the_reference() {
    for name in [
        "nim:8:take=3",
        "nim:3,4:misere",
        "nim:2,2,2",
        "nim:1",
        "split-nim:8",
    ] {
        let game = parse(name).unwrap();
        let mut opponents = crate::cases::opponents(&game);
        opponents.push(("itself", Opponent::Nobody));
        for rule in crate::cases::rules() {
            for (opponent_name, opponent) in &opponents {
                let case = format!("{name} {opponent_name} {}", rule.to_toml());
                let mut training = training(name, opponent.clone());
                training.spec.rule = rule.clone();
                let mut reference = Reference::new(training.clone());
                reference.play(4);
                let run = played(&training, 4);
                assert_eq!(run.history(), reference.history(), "{case}");
                let boxes = |table: &Table| table.iter().collect::<BTreeMap<_, Matchbox>>();
                let table = run.table(Side::First).expect("it learns");
                assert_eq!(Some(boxes(&table)), reference.table(Side::First), "{case}");
                assert_eq!(run.table(Side::Second), None, "{case}");
                table.check(&game).unwrap();

                let half = played(&training, 2);
                let before = half.table(Side::First);
                let resumed = training.resume([before.as_ref(), None], half.history().clone());
                let mut resumed = resumed.unwrap();
                resumed.play(2);
                assert_eq!(resumed.history(), run.history(), "{case}");
                assert_eq!(resumed.table(Side::First), Some(table), "{case}");
            }
        }
    }
}

/// With one counter, whoever begins takes it. The machine begins in every other game against an opponent, and
/// its wins are counted as those of the first side.
#[test]
fn it_begins_in_odd_games_against_an_opponent() {
    for (game, alone) in [("nim:1", [25, 0]), ("nim:1:misere", [0, 25])] {
        let wins = |history: &History| {
            let results = history.last(1).results;
            [results.first_wins, results.second_wins]
        };
        let first = played(&against_random(game), 1);
        let begins = if alone[0] > 0 { [13, 12] } else { [12, 13] };
        assert_eq!(wins(first.history()), begins, "{game}");
        let itself = played(&training(game, Opponent::Nobody), 1);
        assert_eq!(wins(itself.history()), alone, "{game}");
    }
}

#[test]
fn it_plays_both_sides_by_the_same_beads() {
    let run = played(&against_random("nim:3,4:misere"), 20);
    let game = parse("nim:3,4:misere").unwrap();
    let player = run.player();
    let model_player = Model::from_run(&run).player(&game, Reading::Draw).unwrap();
    let weights = |text: &str| {
        let at = game.read_position(text).unwrap();
        let own = tools::weights(&player, &game, &at);
        assert_eq!(own, tools::weights(&model_player, &game, &at));
        own
    };
    let mut seen = 0;
    for piles in ["1 4", "2 2", "1 3", "1 1", "2 0"] {
        let [first, second] = ["first", "second"].map(|side| weights(&format!("{piles} {side}")));
        assert_eq!(first, second, "{piles}");
        seen += usize::from(first.iter().any(|&n| n != first[0]));
    }
    assert!(seen > 1);
}

#[test]
fn it_is_kept_in_a_file() {
    for training in [
        against_random("nim:3,4"),
        training("split-nim:9", Opponent::Nobody),
    ] {
        let model = Model::from_run(&played(&training, 3));
        let read = decode(&encode(&model)).unwrap();
        assert_eq!(read, model);
        assert_eq!(read.learners(), Learners::Shared);
        assert_eq!(read.tables[1], None);
        assert_eq!(read.table(Side::Second), read.table(Side::First));
        read.check_game(&parse(read.game()).unwrap(), "it").unwrap();
    }
}

#[test]
fn other_learners_and_games_have_no_such_machine() {
    let model = Model::from_run(&played(&against_random("nim:3,4"), 3));
    let mut first = model.clone();
    first.chapters[0].spec.learners = Learners::First;
    assert!(first.check().is_err());

    // A shared table of a game in which boxes depend on the side.
    let rule = preset("rote").unwrap().for_learners(Learners::Shared);
    let tic_tac_toe = parse("tic-tac-toe").unwrap();
    let mut table = Table::new(Side::First, Layout::from(&rule));
    let (key, beads) = (tic_tac_toe.key(&tic_tac_toe.start()), vec![1; 9]);
    table.insert(key, Matchbox { ply: 0, beads });
    assert!(table.check(&tic_tac_toe).is_err());
}
