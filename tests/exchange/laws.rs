//! What export writes, import reads, for every kind of table; and what import accepts can be trained, written and
//! read again.

use std::path::Path;

use matchboxes::exchange::{Encoding, Gaps, Sheet, SheetContent};
use matchboxes::game::Game;
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{
    History, Learners, MOST_BEADS, Opponent, Rule, Training, baselines, preset, presets,
};
use matchboxes::store::{Model, Provenance, decode, encode_sound, hash_of_boxes};
use proptest::prelude::*;

use super::values::merging;
use super::{bytes, reread};
use crate::whole::whole_or;

/// Small games of every kind. In nim of one stick the second side never moves, so its table stays empty.
const GAMES: &str = "tic-tac-toe nim:1 nim:1,2 nim:1,2,3:misere split-nim:7 split-nim:6:equal:misere hexapawn \
    connect-four:4x4 mnk:3,3,3 othello:4";

fn training(game: &AnyGame, rule: &Rule, learners: Learners) -> Training<AnyGame> {
    let rule = rule.clone().for_learners(learners);
    let mut training = Training::new(game.clone(), rule).learners(learners);
    if matches!(learners, Learners::Both | Learners::Shared) {
        training.opponent = Opponent::Nobody;
    }
    training.games_per_set(10).seed(3)
}

/// Every kind of table comes back: every rule with every game, and all of these with each kind of learner in the whole
/// form.
#[test]
fn every_kind_of_table_comes_back() {
    let merged: Vec<Rule> = baselines().iter().map(|rule| merging(&rule.name)).collect();
    let rules = [presets(), baselines(), merged].concat();
    let mut kinds = 0;
    for game in GAMES.split(' ').map(|name| parse(name).expect("a game")) {
        let both_seats = game.without_side(&game.start()).is_some();
        for (number, rule) in rules.iter().enumerate() {
            let mut all = vec![Learners::First, Learners::Second, Learners::Both];
            all.extend(both_seats.then_some(Learners::Shared));
            let every = whole_or(1, all.len());
            for learners in all.into_iter().skip(number % every).step_by(every) {
                let mut run = training(&game, rule, learners).begin().unwrap();
                run.play(2);
                comes_back(&game, &Model::from_run(&run), rule);
                kinds += 1;
            }
        }
    }
    assert!(kinds > whole_or(700, 200), "{kinds}");
}

/// Exports a model in both encodings and imports it by its rule as it is named on a command line.
fn comes_back(game: &AnyGame, model: &Model, named: &Rule) {
    let what = format!("{}, {}, {}", model.game(), named.name, model.learners());
    let sheet = Sheet::of_boxes(game, model, "x").expect("its own game");
    let content = match named.values() {
        Some(_) => SheetContent::Values,
        None => SheetContent::Boxes,
    };
    assert_eq!(sheet.content(), content, "{what}");
    for (form, name) in [(Encoding::Csv, "x.csv"), (Encoding::Json, "x.json")] {
        let read = reread(&sheet, form);
        let is_json = form == Encoding::Json;
        assert_eq!(read.rule(), is_json.then(|| model.rule()), "{what}");
        assert_eq!(read.game(), is_json.then_some(model.game()), "{what}");
        let rule = read.rule().unwrap_or(named).clone();
        let back = read.model(game, &rule, Gaps::Refuse);
        let back = back.unwrap_or_else(|error| panic!("{what}: {error}"));
        if model.tables.iter().flatten().all(|table| !table.is_empty()) {
            assert_eq!(back.tables, model.tables, "{what}");
            assert_eq!(back.learners(), model.learners(), "{what}");
            assert_eq!(back.layout(), model.layout(), "{what}");
        }
        // The model says that it is an import, without games.
        let (file, boxes) = (name.to_owned(), hash_of_boxes(&back.tables));
        assert_eq!(back.chapters.len(), 1);
        assert_eq!(back.chapters[0].how, Provenance::Imported { file, boxes });
        assert_eq!((back.games(), back.sets()), (0, 0));
        let again = Sheet::of_boxes(game, &back, "x").expect("its own game");
        assert!(bytes(&again, form) == bytes(&sheet, form), "{what}");
        let written = encode_sound(Path::new("x.menace"), &back).expect("a sound model");
        assert_eq!(decode(&written).as_ref(), Ok(&back), "{what}");
    }
}

/// Numbers at the limits of what can be written.
fn extreme() -> impl Strategy<Value = u64> {
    let limits = [0, 1, 1 << 32, MOST_BEADS, 1 << 63, u64::MAX];
    (prop::sample::select(limits.to_vec()), -2_i64..=2)
        .prop_map(|(n, by)| n.saturating_add_signed(by))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn what_is_accepted_can_be_trained_and_written(
        numbers in prop::array::uniform4(extreme()),
        values in prop::array::uniform2(prop::sample::select(vec!["0", "-100", "100", "99.9999999999", "1e-10", "100.1"])),
        plies in prop::array::uniform2(prop::sample::select(vec![0_u64, 1, 2, 253, 254, 255, 256, 65_533, 65_534, 65_535, 65_536])),
        rule in 0..100_usize,
        learners in prop::sample::select(vec!["first", "shared"]),
    ) {
        let rules = [presets(), baselines()].concat();
        let rule = &rules[rule % rules.len()];
        let game = parse("nim:2").expect("a game");
        let [a, b, c, _] = numbers;
        let [x, y] = values;
        let [p, q] = plies;
        let small = if learners == "shared" { "1 first" } else { "1 second" };
        let side = if learners == "shared" { "shared" } else { "first" };
        let text = if rule.values().is_some() {
            format!("position,side,ply,moves,value,visits\n2 first,{side},{p},a1,{x},{a}\n2 first,{side},{p},a2,{y},{b}\n")
        } else {
            format!("position,side,ply,moves,beads\n2 first,{side},{p},a1,{a}\n2 first,{side},{p},a2,{b}\n")
        };
        let other = match (rule.values().is_some(), learners) {
            (true, "shared") => format!("{small},{side},{q},a1,{y},{c}\n"),
            (false, "shared") => format!("{small},{side},{q},a1,{c}\n"),
            _ => String::new(),
        };
        let sheet = Sheet::parse("x.csv", (text + &other).as_bytes());
        let Ok(model) = sheet.and_then(|sheet| sheet.model(&game, rule, Gaps::Refuse)) else {
            return Ok(());
        };
        let path = Path::new("x.menace");
        let written = encode_sound(path, &model);
        prop_assert!(written.is_ok(), "{}", written.unwrap_err());
        prop_assert!(decode(&written.unwrap()).as_ref() == Ok(&model));
        let training = training(&game, model.rule(), model.learners());
        let tables = model.tables.each_ref().map(Option::as_ref);
        let mut run = training.resume(tables, History::default()).expect("its own tables");
        run.play(3);
        let trained = Model::from_run(&run);
        let written = encode_sound(path, &trained);
        prop_assert!(written.is_ok(), "{}", written.unwrap_err());
        prop_assert!(decode(&written.unwrap()).as_ref() == Ok(&trained));
        let sheet = Sheet::of_boxes(&game, &trained, "x").expect("its own game");
        let back = reread(&sheet, Encoding::Csv).model(&game, trained.rule(), Gaps::Refuse);
        prop_assert_eq!(back.map(|back| back.tables).map_err(|error| error.to_string()), Ok(trained.tables));
    }
}

/// The sum of all visits of a box can be the largest number: then it stays.
#[test]
fn visits_at_their_limit_can_be_trained_on() {
    let game = parse("nim:2").expect("a game");
    let rule = preset("monte-carlo").expect("a rule");
    let half = u64::MAX / 2;
    let text = format!(
        "position,side,ply,moves,value,visits\n2 first,first,0,a1,0.5,{half}\n2 first,first,0,a2,0.25,{}\n",
        half + 1
    );
    let sheet = Sheet::parse("x.csv", text.as_bytes()).expect("rows");
    let model = sheet.model(&game, &rule, Gaps::Refuse).expect("a model");
    let tables = model.tables.each_ref().map(Option::as_ref);
    let training = training(&game, &rule, Learners::First);
    let run = training.resume(tables, History::default());
    let mut run = run.expect("its own table");
    run.play(5);
    let trained = Model::from_run(&run);
    encode_sound(Path::new("x.menace"), &trained).expect("a model that can be written");
}
