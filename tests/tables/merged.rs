//! Merged tables: the sum of boxes, models without a sum, and the history of the merged model.

use std::collections::BTreeSet;

use matchboxes::Error;
use matchboxes::dice::{Dice, Purpose};
use matchboxes::error::Mismatch;
use matchboxes::game::{Game, Key, Move, Side};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{
    Empty, History, Layout, Learner, Learners, Matchbox, Record, Rule, Snapshot, Table, Training,
};
use matchboxes::store::{
    self, Chapter, FileMark, LineageStep, Merge, Model, Provenance, TableDifference,
};

use crate::tools::{results, rule, rule_with};

/// A model of the first side with this table and history.
fn model<G: Game + Clone>(
    game: &G,
    rule: Rule,
    seed: u64,
    table: Table,
    history: History,
) -> Model {
    let spec = Training::new(game.clone(), rule)
        .games_per_set(20)
        .seed(seed)
        .spec;
    let chapter = Chapter {
        sets: history.sets(),
        ..Chapter::new(spec)
    };
    Model {
        tables: [Some(table), None],
        history,
        ..Model::new(chapter)
    }
}

fn trained(rule: &str, seed: u64, sets: u64) -> Model {
    let rule = self::rule(rule);
    let training = Training::new(TicTacToe, rule.clone());
    let mut run = training.games_per_set(20).seed(seed).begin().unwrap();
    run.play(sets);
    let table = run.table(Side::First).unwrap();
    model(&TicTacToe, rule, seed, table, run.history().clone())
}

/// A model with one box, that of the empty board, and one set without results.
fn single(rule: &Rule, seed: u64, beads: [u64; 3]) -> (String, Model) {
    let mut table = Table::new(Side::First, Layout::from(rule));
    let beads = beads.to_vec();
    table.insert(Key(0), Matchbox { ply: 0, beads });
    let snapshot = Snapshot {
        boxes: 1,
        missing_colour: table.missing_colour(),
        ..Snapshot::default()
    };
    let records = vec![Record {
        sets: 1,
        snapshots: [Some(snapshot), None],
        ..Record::default()
    }];
    let model = model(&TicTacToe, rule.clone(), seed, table, History { records });
    (seed.to_string(), model)
}

/// A rule with three beads of each colour in the opening box, one less for a loss, and this value of `empty` for empty
/// boxes.
fn counting(empty: Empty) -> Rule {
    let results = "win = '+1 all'; draw = 'nothing'; loss = '-1 all'";
    rule_with(
        "michie-304",
        &format!("start = [3]; {results}; empty = '{empty}'"),
    )
}

fn sum(rule: &Rule, boxes: &[[u64; 3]]) -> Vec<u64> {
    let models: Vec<(String, Model)> = (1..)
        .zip(boxes)
        .map(|(seed, &beads)| single(rule, seed, beads))
        .collect();
    let merged = store::merge(&TicTacToe, &models).unwrap();
    let table = merged.tables[0].as_ref().unwrap();
    table.get(Key(0)).unwrap().beads.clone()
}

#[test]
fn starting_beads_count_once() {
    let rule = counting(Empty::Resign);
    assert_eq!(sum(&rule, &[[3, 3, 3], [3, 3, 3]]), [3, 3, 3]);
    assert_eq!(sum(&rule, &[[5, 2, 3], [4, 2, 3]]), [6, 1, 3]);
    assert_eq!(sum(&rule, &[[5, 2, 0], [4, 2, 9], [3, 3, 4]]), [6, 1, 7]);
    // A sum below zero is zero.
    assert_eq!(sum(&rule, &[[0, 0, 3], [1, 2, 3]]), [0, 0, 3]);
}

#[test]
fn the_policy_for_empty_boxes_applies_to_a_sum() {
    use Empty::{
        AnyMove, Floor, KeepFirst, KeepLast, OneBead, Refill, RefillMove, Reset, ResetAt, Resign,
    };
    let of = |empty| sum(&counting(empty), &[[1, 2, 1], [1, 0, 0]]);
    for empty in [Resign, AnyMove, OneBead, Refill] {
        assert_eq!(of(empty), [0, 0, 0], "{empty}");
    }
    assert_eq!(of(Floor), [1, 1, 1]);
    assert_eq!([KeepLast, KeepFirst].map(of), [[1, 1, 0]; 2]);
    assert_eq!([RefillMove, Reset, ResetAt(2)].map(of), [[3, 3, 3]; 3]);
    let rule = counting(Empty::ResetAt(2));
    assert_eq!(sum(&rule, &[[1, 2, 1], [3, 3, 5]]), [1, 2, 3]);
}

#[test]
fn wiped_beads_stay_removed() {
    let rule = rule_with(
        "michie-304",
        "start = [3]; draw = 'nothing'; loss = 'wipe all'",
    );
    assert_eq!(sum(&rule, &[[0, 4, 3], [9, 3, 0]]), [0, 4, 0]);
}

/// The same with as many sets as a history has records.
fn long(rule: &Rule, seed: u64) -> (String, Model) {
    let (name, mut model) = single(rule, seed, [3, 3, 3]);
    let record = model.history.records[0].clone();
    model.history.records = vec![record; History::POINTS];
    model.chapters[0].sets = History::POINTS as u64;
    (name, model)
}

/// Machines of people may have one seed. Their first games tell them apart, also beside a history that is long.
#[test]
fn machines_of_people_are_told_apart_by_their_first_games() {
    let rule = counting(Empty::Resign);
    let of_person = |name: &str, wins: u64| {
        let (_, mut model) = single(&rule, 2, [3, 3, 3]);
        model.chapters[0].how = Provenance::WithPerson { games: Vec::new() };
        model.chapters[0].spec.opponent.clear();
        model.chapters[0].spec.games_per_set = 1;
        model.history.records[0].results = results([wins, 1 - wins, 0]);
        (name.to_owned(), model)
    };
    let models = [long(&rule, 1), of_person("a", 1), of_person("b", 0)];
    store::merge(&TicTacToe, &models).unwrap();
    // Where both list it, only the game itself counts: these two have one record.
    let listing = |name: &str, moves: &str| {
        let (_, mut model) = of_person(name, 1);
        model.chapters[0].sets = 1;
        model.history.records[0].sets = 1;
        let text = format!("first: {moves} |");
        *model.chapters[0].listed_mut().unwrap() = vec![text];
        (name.to_owned(), model)
    };
    let [d, f] = ["d", "f"].map(|name| listing(name, "a1 b1 a2 b2 a3"));
    let e = listing("e", "b1 a1 b2 a2 b3");
    store::merge(&TicTacToe, &[d.clone(), e.clone()]).unwrap();
    says(&refused(&[d, e, f]), "d and f hold the same games");
    for again in [&models[1], &models[2]] {
        let copy = ("copy".to_owned(), again.1.clone());
        let words = format!("{} and copy hold the same games", again.0);
        says(&refused(&[&models[..], &[copy]].concat()), &words);
    }
}

#[test]
fn a_merge_of_trainings_is_a_model() {
    for rule in ["rote", "michie-304"] {
        let [a, b, c] = [1, 2, 3].map(|seed| (seed.to_string(), trained(rule, seed, 6)));
        let all = [a.clone(), b.clone(), c.clone()];
        let merged = store::merge(&TicTacToe, &all).unwrap();
        merged.check().unwrap();
        merged.check_game(&TicTacToe, "merged").unwrap();
        assert_eq!((merged.sets(), merged.games()), (18, 360));
        let table = merged.tables[0].as_ref().unwrap();
        let last = merged.history.records.last().unwrap();
        let snapshot = last.snapshots[0].as_ref().unwrap();
        assert_eq!(snapshot.boxes, table.len() as u64);
        assert_eq!(snapshot.missing_colour, table.missing_colour());
        assert_eq!(store::decode(&store::encode(&merged)).unwrap(), merged);

        let reordered = store::merge(&TicTacToe, &[c.clone(), a.clone(), b.clone()]).unwrap();
        // The order makes no difference.
        assert_eq!(reordered.tables, merged.tables);
        let boxes = |model: &Model| model.tables[0].as_ref().unwrap().clone();
        let parts = all.iter().map(|(_, own)| boxes(own));
        assert!({ parts }.all(|own| own.iter().all(|(key, _)| table.get(key).is_some())));
        // A model that has learnt nothing adds nothing.
        let blank = ("blank".to_owned(), trained(rule, 4, 0));
        let same = store::merge(&TicTacToe, &[a.clone(), blank]).unwrap();
        assert_eq!(boxes(&same), boxes(&a.1));

        // A merge of a merge gives the whole tree, and detects games that would count twice.
        let both = store::merge(&TicTacToe, &[a.clone(), b]).unwrap();
        let first = ("ab".to_owned(), both);
        let tree = store::merge(&TicTacToe, &[c, first.clone()]).unwrap();
        let steps = tree.steps();
        let [LineageStep::Merge(parents)] = steps.as_slice() else {
            panic!("{steps:?}");
        };
        assert_eq!((parents[0].name, parents[1].name), ("3", "ab"));
        let [LineageStep::Merge(inner)] = parents[1].steps.as_slice() else {
            panic!("{parents:?}");
        };
        assert_eq!((inner[0].name, inner[1].name), ("1", "2"));
        assert_eq!(inner[1].steps, [LineageStep::Chapter(&tree.chapters[4])]);
        says(&refused(&[first, a]), "hold the same games");
    }
}

fn refused(models: &[(String, Model)]) -> Mismatch {
    match store::merge(&TicTacToe, models) {
        Err(Error::Mismatch(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn says(reason: &Mismatch, words: &str) {
    assert!(reason.to_string().contains(words), "{reason}");
}

#[test]
fn meaningless_sums_are_refused() {
    let one = || ("one".to_owned(), trained("rote", 1, 3));
    let with = |change: &dyn Fn(&mut Model)| {
        let mut other = trained("rote", 2, 3);
        change(&mut other);
        refused(&[one(), ("other".to_owned(), other)])
    };
    let game = with(&|m| m.chapters[0].spec.game = Nim::new(&[2, 1], End::Normal).unwrap().name());
    says(&game, "only tables of one game");
    let sides = with(&|m| {
        m.chapters[0].spec.learners = Learners::Second;
        m.tables.swap(0, 1);
    });
    assert!(matches!(sides, Mismatch::Learners(_)), "{sides}");
    let rule = with(&|m| m.chapters[0].spec.rule = counting(Empty::Resign));
    says(&rule, "only beads of one rule");
    let namesakes = with(&|m| m.chapters[0].spec.rule.empty = Empty::Refill);
    says(&namesakes, "different rules named");
    let changed = with(&|m| {
        let mut before = m.chapters[0].clone();
        before.spec.rule.name = "before".to_owned();
        m.chapters.insert(0, before);
    });
    says(&changed, "has followed the rule before and then");
    let imported = with(&|m| {
        let mut import = m.chapters[0].clone();
        import.sets = 0;
        import.spec.opponent.clear();
        import.how = Provenance::Imported {
            file: "x.json".to_owned(),
            boxes: [4; 32],
        };
        m.chapters.insert(0, import);
    });
    says(&imported, "was imported");
    let full = with(&|m| {
        let snapshot = m.history.records[1].snapshots[0].as_mut().unwrap();
        snapshot.saturated = 1;
    });
    says(&full, "has had full boxes");
    let same = "hold the same games";
    says(&with(&|m| m.chapters[0].spec.seed = 1), same);
    let beginning = |name: &str| Provenance::Trained {
        run: 0,
        from: vec![FileMark {
            path: name.to_owned(),
            hash: [name.as_bytes()[0]; 32],
        }],
        players: Vec::new(),
    };
    says(&with(&|m| m.chapters[0].how = beginning("one")), same);
    let began = |name: &str, seed: u64, before: &str| {
        let mut model = trained("rote", seed, 3);
        model.chapters[0].how = beginning(before);
        (name.to_owned(), model)
    };
    // Under another name the contents tell.
    let renamed = |name: &str, seed: u64, path: &str| {
        let (name, mut model) = began(name, seed, path);
        let Provenance::Trained { from, .. } = &mut model.chapters[0].how else {
            panic!("a training");
        };
        from[0].hash = one().1.hash();
        (name, model)
    };
    for other in [began("other", 2, "one"), renamed("other", 2, "before")] {
        for models in [[other.clone(), one()], [one(), other]] {
            says(&refused(&models), "other began with the tables of one");
        }
    }
    let both = [renamed("a", 2, "before"), renamed("b", 3, "after")];
    says(&refused(&both), "both began with the tables of after");
    let both = [began("a", 1, "c"), began("b", 2, "c")];
    says(&refused(&both), "both began with the tables of c");
    let odds = [1, 2].map(|seed| (seed.to_string(), trained("michie-1963-odds", seed, 2)));
    says(&refused(&odds), "multiplies odds");
    says(&refused(&[one(), one()]), "is named twice");
    let most = matchboxes::learn::MOST_BEADS;
    let rule = counting(Empty::Resign);
    let heavy = [1, 2].map(|seed| single(&rule, seed, [most - 9, 3, 3]));
    says(&refused(&heavy), "the box of key 0x0 would hold more");
}

#[test]
fn impossible_chapters_of_a_merge_are_refused() {
    let [a, b] = [1, 2].map(|seed| (seed.to_string(), trained("rote", seed, 2)));
    let merged = store::merge(&TicTacToe, &[a, b]).unwrap();
    assert_eq!(merged.chapters.len(), 4);
    let wrong = |change: &dyn Fn(&mut Vec<Chapter>)| {
        let mut model = merged.clone();
        change(&mut model.chapters);
        assert!(model.check().is_err(), "{:?}", model.chapters);
        assert!(model.steps().is_empty());
    };
    for chapters_of_it in [0, 2, 3, 4, u64::MAX] {
        for place in [1, 3] {
            wrong(&|chapters| {
                let Provenance::Merged { chapters, .. } = &mut chapters[place].how else {
                    panic!("the end of a merged model");
                };
                *chapters = chapters_of_it;
            });
        }
    }
    wrong(&|chapters| chapters[1].how = Provenance::WithPerson { games: Vec::new() });
    wrong(&|chapters| {
        chapters.remove(1);
    });
    // The depth of nested merges is limited.
    let nested = |depth| {
        let mut model = merged.clone();
        for _ in 0..depth {
            let (mut mark, mut other) = (model.chapters[1].clone(), model.chapters[..2].to_vec());
            mark.how = Provenance::Merged {
                model: "y".to_owned(),
                hash: [0; 32],
                chapters: model.chapters.len() as u64,
            };
            other[0].sets = 0;
            model.chapters.push(mark);
            model.chapters.extend(other);
        }
        model.check()
    };
    assert_eq!(nested(50), Ok(()));
    assert!(nested(100).is_err());
}

#[test]
fn tables_differ_where_their_chances_do() {
    let rule = counting(Empty::Resign);
    let table = |beads| single(&rule, 1, beads).1.tables[0].clone().unwrap();
    let difference = |a: &Table, b: &Table| TableDifference::between(&TicTacToe, a, b, usize::MAX);
    let between = |a, b| difference(&table(a), &table(b)).unwrap();
    let same = between([1, 2, 3], [1, 2, 3]);
    assert_eq!((same.same_beads, same.other_chances), (1, 0));
    let alike = between([1, 2, 3], [2, 4, 6]);
    assert_eq!((alike.same_chances, alike.other_chances), (1, 0));
    let apart = |a, b| between(a, b).largest[0].distance;
    assert!((apart([4, 0, 0], [1, 3, 0]) - 0.75).abs() < 1e-12);
    assert!((apart([4, 0, 0], [0, 3, 1]) - 1.0).abs() < 1e-12);
    assert!((apart([4, 0, 0], [0, 0, 0]) - 1.0).abs() < 1e-12);
    assert_eq!(between([0; 3], [0; 3]).same_beads, 1);

    let [a, b] = [1, 2].map(|seed| trained("rote", seed, 5).tables[0].clone().unwrap());
    let found = difference(&a, &b).unwrap();
    let both = found.same_beads + found.same_chances + found.other_chances as u64;
    let boxes = [&a, &b].map(|table| table.len() as u64);
    assert_eq!(found.only.map(|only| only + both), boxes);
    let ordered = |pair: &[matchboxes::store::ChangedBox]| pair[0].distance >= pair[1].distance;
    assert!(found.largest.windows(2).all(ordered));
    let other = trained("michie-304", 1, 1).tables[0].clone().unwrap();
    let layouts_differ = difference(&a, &other).is_none();
    assert!(layouts_differ);

    // Values that differ are not the same, though greedy play may be.
    let [a, b] = [1, 2].map(|seed| trained("q-learning", seed, 5).tables[0].clone().unwrap());
    let found = difference(&a, &b).unwrap();
    let keys = a.iter().map(|(key, _)| key);
    let same = keys.filter(|&key| a.values_of(key) == b.values_of(key));
    assert_eq!(found.same_beads, same.count() as u64);
    assert!(found.same_beads > 0 && found.same_chances > 0);
    let same = difference(&a, &a).unwrap();
    assert_eq!(same.same_beads, a.len() as u64);
}

/// The positions of the first side that get a box when they are next met, found by trying each.
fn met_once(table: &Table, rule: &Rule) -> BTreeSet<Key> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut learner = Learner::new(TicTacToe, rule.clone(), Side::First);
    let own = learner.resume_from(Some(table), None);
    own.expect("its own table");
    let mut ways = vec![Vec::new()];
    while let Some(way) = ways.pop() {
        let play = |at, m: &Move| TicTacToe.play(&at, *m);
        let at = way.iter().fold(TicTacToe.start(), play);
        if TicTacToe.outcome(&at).is_some() || !seen.insert(TicTacToe.key(&at)) {
            continue;
        }
        ways.extend(TicTacToe.moves(&at).map(|m| [&way[..], &[m]].concat()));
        if TicTacToe.side(&at) == Side::First {
            learner.begin(0);
            for m in &way {
                learner.played(*m).unwrap();
            }
            let mut dice = Dice::new(1, Purpose::Trial, 0, 0);
            learner.choose(&mut dice);
            let boxes = learner.table();
            let keys = boxes.iter().map(|(key, _)| key);
            found.extend(keys.filter(|&key| table.get(key).is_none()));
        }
    }
    found
}

/// Models that are added one after the other give what they give together, also where their records no longer fit into one
/// history; what cannot be added is refused at once.
#[test]
fn models_are_merged_one_after_the_other() {
    let models: Vec<_> = [3, 2_100, 1, 2_500, 900, 4_000]
        .into_iter()
        .zip(1..)
        .map(|(sets, seed)| {
            let training = Training::new(TicTacToe, rule("rote"));
            let mut run = training.games_per_set(1).seed(seed).begin().unwrap();
            run.play(sets);
            let table = run.table(Side::First).unwrap();
            let (rule, history) = (rule("rote"), run.history().clone());
            let model = model(&TicTacToe, rule, seed, table, history);
            (seed.to_string(), model)
        })
        .collect();
    let mut merge = Merge::new(&TicTacToe);
    for (name, model) in &models {
        merge.add(name, model.clone()).unwrap();
        let again = merge.add("a copy", model.clone()).unwrap_err();
        let words = format!("{name} and a copy hold the same games");
        assert!(again.to_string().starts_with(&words), "{again}");
    }
    let merged = merge.finish().unwrap();
    assert_eq!(merged, store::merge(&TicTacToe, &models).unwrap());
    let records = &merged.history.records;
    assert!(records.len() <= History::POINTS && records.len() > History::POINTS / 3);
    let sets: u64 = models.iter().map(|(_, model)| model.sets()).sum();
    assert_eq!(merged.sets(), sets);
    let alone = store::merge(&TicTacToe, &models[..1]).unwrap_err();
    assert!(alone.to_string().contains("at least two models"), "{alone}");
}

#[test]
fn a_sum_remembers_positions_met_once_without_a_box() {
    let rule = rule_with("rote", "name = 'waiting'; boxes = 'second-meeting'");
    let models = [1, 2].map(|seed| {
        let training = Training::new(TicTacToe, rule.clone());
        let mut run = training.games_per_set(20).seed(seed).begin().unwrap();
        run.play(3);
        let table = run.table(Side::First).unwrap();
        let model = model(&TicTacToe, rule.clone(), seed, table, run.history().clone());
        (seed.to_string(), model)
    });
    let merged = store::merge(&TicTacToe, &models).unwrap();
    let table = |model: &Model| model.tables[0].clone().unwrap();
    let [a, b, sum] = [&models[0].1, &models[1].1, &merged].map(table);
    let once = [&a, &b].map(|table| met_once(table, &rule));
    assert!(once.iter().all(|keys| keys.len() > 20));
    let mut all: BTreeSet<Key> = &once[0] | &once[1];
    assert!(all.iter().any(|key| sum.get(*key).is_some()));
    all.retain(|key| sum.get(*key).is_none());
    assert_eq!(met_once(&sum, &rule), all);
    assert_eq!(sum.first().len(), all.len() as u64);
    assert_eq!(store::decode(&store::encode(&merged)).unwrap(), merged);
}
