//! Policies, matchboxes and values as text: an import restores exactly what was exported, and refuses anything else.

use std::sync::Arc;

use matchboxes::arena::Ground;
use matchboxes::exchange::{Encoding, Gaps, Sheet, SheetContent};
use matchboxes::game::{Game, Move};
use matchboxes::games::{AnyGame, End, Nim, TicTacToe};
use matchboxes::learn::{Learners, Reader, Reading, Rule, Training, preset};
use matchboxes::player::{Perfect, PerfectPace, Player, Random};
use matchboxes::roster;
use matchboxes::store::{Model, decode, encode};

#[path = "exchange/boards.rs"]
mod boards;
#[path = "exchange/documented.rs"]
mod documented;
#[path = "exchange/forms.rs"]
mod forms;
#[path = "exchange/hurt.rs"]
mod hurt;
#[path = "exchange/laws.rs"]
mod laws;
#[path = "exchange/long.rs"]
mod long;
#[path = "exchange/mistaken.rs"]
mod mistaken;
#[path = "exchange/program.rs"]
mod program;
#[path = "exchange/read_back.rs"]
mod read_back;
#[path = "exchange/refused.rs"]
mod refused;
#[path = "exchange/values.rs"]
mod values;

fn rote() -> Rule {
    preset("rote").unwrap()
}

fn nim() -> Nim {
    Nim::new(&[1, 2, 3], End::Misere).unwrap()
}

fn bytes(sheet: &Sheet, form: Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    sheet.write(form, &mut bytes).unwrap();
    bytes
}

/// Writes a sheet and reads it back.
fn reread(sheet: &Sheet, form: Encoding) -> Sheet {
    let name = match form {
        Encoding::Csv => "x.csv",
        Encoding::Json => "x.json",
    };
    Sheet::parse(name, &bytes(sheet, form)).unwrap()
}

fn reader(model: &Model) -> Reader {
    let tables = model.tables.clone().map(|table| table.map(Arc::new));
    Reader::new(String::new(), tables, Reading::Draw)
}

fn trained<G: Game + 'static>(game: G, rule: &str, learners: Learners) -> Model {
    let training = Training::new(game, preset(rule).unwrap()).learners(learners);
    let mut run = training.seed(3).begin().unwrap();
    run.play(5);
    Model::from_run(&run)
}

/// Exports and imports a policy in both encodings; every weight must be unchanged.
fn policy_round_trip(game: &AnyGame, player: &dyn Player<AnyGame>) {
    let ground = Ground::new(game.clone()).unwrap();
    let sheet = Sheet::of_policy(game, player).unwrap();
    assert_eq!(sheet.content(), SheetContent::Policy);
    for form in [Encoding::Csv, Encoding::Json] {
        let read = reread(&sheet, form);
        assert_eq!(read.len(), sheet.len());
        let model = read.model(game, &rote(), Gaps::Refuse).unwrap();
        assert_eq!(decode(&encode(&model)).as_ref(), Ok(&model));
        let found = ground.policy(&reader(&model));
        assert_eq!(found, ground.policy(player), "{}", player.name());
        // An export of the model has the same rows.
        let out = Sheet::of_policy(game, &reader(&model)).unwrap();
        assert_eq!(bytes(&out, Encoding::Csv), bytes(&sheet, Encoding::Csv));
    }
}

#[test]
fn exported_policies_are_imported_weight_for_weight() {
    let names = "perfect first ai6 ai12s mix:0.9*perfect+0.1*random mix:0.333*ai3+0.667*ai6s";
    let game = AnyGame::from(TicTacToe);
    for name in names.split(' ') {
        policy_round_trip(&game, &*roster::player(&game, name).unwrap());
    }
    let game = nim().into();
    for name in ["random", "perfect", "mix:0.5*first+0.5*random"] {
        policy_round_trip(&game, &*roster::player(&game, name).unwrap());
    }
    for (rule, learners) in [
        ("rote", Learners::First),
        ("michie-304", Learners::Both),
        ("michie-1961", Learners::Second),
    ] {
        let model = trained(TicTacToe, rule, learners);
        policy_round_trip(&TicTacToe.into(), &reader(&model));
        let sharp = model.tables.clone().map(|table| table.map(Arc::new));
        let sharp = Reader::new(String::new(), sharp, Reading::Sharpness(2));
        policy_round_trip(&TicTacToe.into(), &sharp);
    }
}

#[test]
fn exported_rows_are_sorted_and_complete() {
    let sheet = Sheet::of_policy(&TicTacToe.into(), &Random).unwrap();
    let text = String::from_utf8(bytes(&sheet, Encoding::Csv)).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position,side,move,weight,probability"));
    let first = ".../.../...,first,a1,1,0.1111111111111111";
    assert_eq!(lines.next(), Some(first));
    let row = |line: &'_ str| {
        let fields: Vec<&str> = line.split(',').collect();
        let played = TicTacToe.read_move(fields[2]).unwrap();
        (fields[0].to_owned(), played)
    };
    let rows: Vec<(String, Move)> = text.lines().skip(1).map(row).collect();
    assert!(rows.is_sorted());
    // 16,167 moves out of the 4,520 unfinished positions (5,478 less 958).
    assert_eq!(rows.len(), 16_167);
    let model = trained(TicTacToe, "michie-304", Learners::First);
    let sheet = Sheet::of_boxes(&TicTacToe.into(), &model, "x").unwrap();
    let text = String::from_utf8(bytes(&sheet, Encoding::Csv)).unwrap();
    assert!(text.starts_with("position,side,ply,moves,beads\n.../.../...,first,0,a1 c1 a3 c3,"));
}

fn nim_policy(form: Encoding) -> String {
    let game = nim().into();
    let player = Perfect::shared(&game, PerfectPace::Any).unwrap();
    let sheet = Sheet::of_policy(&game, &player).unwrap();
    String::from_utf8(bytes(&sheet, form)).unwrap()
}
