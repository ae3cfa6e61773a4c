//! Policies and matchboxes as text: what goes out comes back, and nothing else comes in.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use menace::Error;
use menace::arena::Ground;
use menace::game::{Game, Move, Side};
use menace::games::{End, Nim, TicTacToe};
use menace::learn::{
    History, Learners, MOST_BEADS, Opponent, Reader, Reading, Rule, Training, preset,
};
use menace::player::{Player, Random};
use menace::roster;
use menace::store::exchange::{Form, Gaps, Kind, Sheet};
use menace::store::{Chapter, Model, decode, encode};
use proptest::prelude::*;

fn rote() -> Rule {
    preset("rote").unwrap()
}

fn nim() -> Nim {
    Nim::new(&[1, 2, 3], End::Misere).unwrap()
}

fn bytes(sheet: &Sheet, form: Form) -> Vec<u8> {
    let mut bytes = Vec::new();
    sheet.write(form, &mut bytes).unwrap();
    bytes
}

/// Writes a sheet and reads it again.
fn again(sheet: &Sheet, form: Form) -> Sheet {
    let name = match form {
        Form::Csv => "x.csv",
        Form::Json => "x.json",
    };
    Sheet::parse(name, &bytes(sheet, form)).unwrap()
}

fn reader(model: &Model) -> Reader {
    let tables = model.tables.clone().map(|table| table.map(Arc::new));
    Reader::new(String::new(), tables, model.layout(), Reading::Draw)
}

fn trained<G: Game + 'static>(game: G, rule: &str, learners: Learners) -> Model {
    let training = Training {
        rule: preset(rule).unwrap(),
        learners,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 100,
        seed: 3,
        run: 0,
        game,
    };
    let mut run = training.clone().begin();
    assert!(run.play(5, &mut ()).is_continue());
    Model {
        game: training.game.name(),
        version: "0.1.0".to_owned(),
        learners,
        chapters: vec![Chapter {
            rule: training.rule.clone(),
            opponent: "random".to_owned(),
            games_per_set: 100,
            seed: 3,
            run: 0,
            sets: 5,
            from: Vec::new(),
        }],
        pending: None,
        tables: Side::BOTH.map(|side| run.table(side)),
        history: run.history().clone(),
    }
}

/// Exports and imports a policy in both forms; every weight comes back as it was.
fn policy_round_trip<G: Game + 'static>(game: &G, player: &dyn Player<G>) {
    let ground = Ground::new(game.clone()).unwrap();
    let sheet = Sheet::of_policy(game, player).unwrap();
    assert_eq!(sheet.kind(), Kind::Policy);
    for form in [Form::Csv, Form::Json] {
        let read = again(&sheet, form);
        assert_eq!(read.len(), sheet.len());
        let model = read.model(game, &rote(), Gaps::Refuse).unwrap();
        assert_eq!(decode(&encode(&model)).as_ref(), Ok(&model));
        assert_eq!(
            ground.policy(&reader(&model)),
            ground.policy(player),
            "{}",
            player.name()
        );
        // And once more out of the model, row for row.
        let out = Sheet::of_policy(game, &reader(&model)).unwrap();
        assert_eq!(bytes(&out, Form::Csv), bytes(&sheet, Form::Csv));
    }
}

#[test]
fn policies_come_back_weight_for_weight() {
    let names = [
        "random",
        "perfect",
        "first",
        "ai1",
        "ai6",
        "ai12s",
        "ai14s",
        "mix:0.9*perfect+0.1*random",
        "mix:0.333*ai3+0.667*ai6s",
    ];
    for name in names {
        policy_round_trip(&TicTacToe, &*roster::player(&TicTacToe, name).unwrap());
    }
    for name in ["random", "perfect", "mix:0.5*first+0.5*random"] {
        policy_round_trip(&nim(), &*roster::player(&nim(), name).unwrap());
    }
    for (rule, learners) in [
        ("rote", Learners::First),
        ("michie-304", Learners::Both),
        ("michie-1961", Learners::Second),
    ] {
        let model = trained(TicTacToe, rule, learners);
        policy_round_trip(&TicTacToe, &reader(&model));
        let sharp = model.tables.clone().map(|table| table.map(Arc::new));
        let sharp = Reader::new(String::new(), sharp, model.layout(), Reading::Sharpness(5));
        policy_round_trip(&TicTacToe, &sharp);
    }
}

/// Exports and imports matchboxes in both forms; every box comes back as it was.
fn boxes_round_trip<G: Game + 'static>(game: &G, model: &Model) {
    let sheet = Sheet::of_boxes(game, model, "x.menace").unwrap();
    assert_eq!(sheet.kind(), Kind::Boxes);
    for form in [Form::Csv, Form::Json] {
        let read = again(&sheet, form);
        let told = form == Form::Json;
        assert_eq!(read.rule(), told.then(|| model.rule()));
        assert_eq!(read.game(), told.then_some(model.game.as_str()));
        let back = read.model(game, model.rule(), Gaps::Refuse).unwrap();
        assert_eq!(back.tables, model.tables);
        assert_eq!(back.layout(), model.layout());
        assert_eq!(back.learners, model.learners);
        let ground = Ground::new(game.clone()).unwrap();
        assert_eq!(ground.policy(&reader(&back)), ground.policy(&reader(model)));
        // It tells what it is: nothing was played.
        assert!(back.chapters.len() == 1 && back.chapters[0].is_import());
        let name = if told { "x.json" } else { "x.csv" };
        assert_eq!(back.chapters[0].from, [name]);
        assert_eq!((back.games(), back.sets()), (0, 0));
        assert_eq!(decode(&encode(&back)).as_ref(), Ok(&back));
    }
}

#[test]
fn matchboxes_come_back_bead_for_bead() {
    for rule in ["rote", "michie-1961", "michie-304", "scroggs"] {
        for learners in [Learners::First, Learners::Second, Learners::Both] {
            boxes_round_trip(&TicTacToe, &trained(TicTacToe, rule, learners));
        }
        boxes_round_trip(&nim(), &trained(nim(), rule, Learners::Both));
    }
}

#[test]
fn an_imported_model_learns_on() {
    let model = trained(TicTacToe, "michie-304", Learners::First);
    let sheet = Sheet::of_boxes(&TicTacToe, &model, "x").unwrap();
    let imported = sheet.model(&TicTacToe, model.rule(), Gaps::Refuse).unwrap();
    let training = Training {
        game: TicTacToe,
        rule: imported.rule().clone(),
        learners: Learners::First,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 10,
        seed: 1,
        run: 0,
    };
    let tables = imported.tables.each_ref().map(Option::as_ref);
    let mut run = training.resume(tables, History::default()).unwrap();
    assert!(run.play(2, &mut ()).is_continue());
    assert_eq!(run.history().games(), 20);
}

#[test]
fn rows_are_sorted_and_whole() {
    let random = roster::player(&TicTacToe, "random").unwrap();
    let sheet = Sheet::of_policy(&TicTacToe, &*random).unwrap();
    let text = String::from_utf8(bytes(&sheet, Form::Csv)).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position,side,move,weight,probability"));
    assert_eq!(
        lines.next(),
        Some(".../.../...,first,a1,1,0.1111111111111111")
    );
    let rows: Vec<(&str, Move)> = text
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            (fields[0], TicTacToe.read_move(fields[2]).unwrap())
        })
        .collect();
    assert!(rows.is_sorted());
    // 16,167 moves out of the 4,520 unfinished positions (5,478 less 958).
    assert_eq!(rows.len(), 16_167);
    let model = trained(TicTacToe, "michie-304", Learners::First);
    let sheet = Sheet::of_boxes(&TicTacToe, &model, "x").unwrap();
    let text = String::from_utf8(bytes(&sheet, Form::Csv)).unwrap();
    assert!(text.starts_with("position,side,ply,moves,beads\n.../.../...,first,0,a1 c1 a3 c3,"));
}

/// What is said of a file.
fn refused(game: &impl Game, text: &[u8], rule: &Rule) -> String {
    let model = Sheet::parse("f", text).and_then(|sheet| sheet.model(game, rule, Gaps::Refuse));
    let error = model.unwrap_err();
    assert!(matches!(error, Error::Row { .. }), "{error:?}");
    error.to_string()
}

fn nim_policy(form: Form) -> String {
    let player = roster::player(&nim(), "perfect").unwrap();
    let sheet = Sheet::of_policy(&nim(), &*player).unwrap();
    String::from_utf8(bytes(&sheet, form)).unwrap()
}

#[test]
fn bad_rows_of_a_policy_are_told_by_line() {
    let text = nim_policy(Form::Csv);
    let lines: Vec<&str> = text.lines().collect();
    // Line 44 with something else in one of its columns.
    let changed = |column: usize, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let mut fields: Vec<&str> = lines[43].split(',').collect();
        fields[column] = to;
        lines[43] = fields.join(",");
        refused(&nim(), lines.join("\n").as_bytes(), &rote())
    };
    assert_eq!(lines[43].split(',').next(), Some("0 2 3 second"));
    for (column, to, expected) in [
        (
            0,
            "9 9 9 first",
            "f line 44: `9 9 9 first` is not a position of nim:1,2,3:misere",
        ),
        (0, "", "f line 44: `` is not a position"),
        (
            0,
            "0 0 0 first",
            "f line 44: the game is over in `0 0 0 first`",
        ),
        (
            0,
            "0 2 2 first",
            "f line 44: first is to move in `0 2 2 first`, not second",
        ),
        (
            1,
            "first",
            "f line 44: second is to move in `0 2 3 second`, not first",
        ),
        (1, "X", "f line 44: `X` is no side; write first or second"),
        (2, "a1", "f line 44: a1 is no legal move in `0 2 3 second`"),
        (2, "z9", "f line 44: `z9` is not a move of nim:1,2,3:misere"),
        (
            2,
            "c3",
            "f line 45: the move c3 of `0 2 3 second` is there twice, first on line 44",
        ),
        (
            2,
            "c2 c3",
            "f line 44: `c2 c3` is not the moves of one colour",
        ),
        (
            3,
            "-1",
            "f line 44: `-1` in the column weight is no whole number",
        ),
        (
            3,
            "",
            "f line 44: `` in the column weight is no whole number",
        ),
        (
            3,
            "1.5",
            "f line 44: `1.5` in the column weight is no whole number",
        ),
        (
            3,
            "18446744073709551616",
            "f line 44: `18446744073709551616` in the column weight",
        ),
        (4, "0.77", "f line 44: the probability 0.77 is not"),
        (4, "NaN", "f line 44: the probability NaN is not"),
        (4, "often", "f line 44: `often` is no probability"),
    ] {
        let found = changed(column, to);
        assert!(found.starts_with(expected), "{column} {to}: {found}");
    }
}

#[test]
fn bad_files_are_told_by_line() {
    let text = nim_policy(Form::Csv);
    let lines: Vec<&str> = text.lines().collect();
    let with = |lines: &[&str]| refused(&nim(), lines.join("\n").as_bytes(), &rote());
    let last = lines.len();

    let cut = with(&lines[..last - 1]);
    assert!(
        cut.contains("there is no row for the move") || cut.contains("ends without"),
        "{cut}"
    );
    let mut without = lines.clone();
    let gone = without
        .iter()
        .rposition(|line| line.starts_with("0 0 1 first"))
        .unwrap();
    without.remove(gone);
    assert_eq!(
        with(&without),
        format!(
            "f line {}: the file ends without the position `0 0 1 first`; a policy tells every \
             one of the sides it plays",
            last - 1
        )
    );
    let mut without = lines.clone();
    without.remove(17);
    assert!(
        with(&without).starts_with("f line 18: there is no row for the move b1"),
        "{}",
        with(&without)
    );

    assert_eq!(refused(&nim(), b"", &rote()), "f line 1: the file is empty");
    assert_eq!(
        refused(&nim(), b"\n\n", &rote()),
        "f line 1: the file is empty"
    );
    let header = with(&["a,b,c"]);
    assert!(
        header.starts_with("f line 1: the first line names the columns"),
        "{header}"
    );
    assert_eq!(with(&lines[..1]), "f line 1: there are no rows");
    let twice = with(&["position,side,move,weight,weight"]);
    assert_eq!(twice, "f line 1: the column `weight` is there twice");
    let lacks = with(&["position,move,weight"]);
    assert_eq!(lacks, "f line 1: the column `side` is missing");
    let more = with(&["position,side,move,weight,colour"]);
    assert!(
        more.starts_with("f line 1: there is no column `colour`"),
        "{more}"
    );
    let short = with(&[lines[0], "", lines[1], "0 0 1 second,second"]);
    assert_eq!(short, "f line 4: has 2 of 5 columns");
    let not_text = [text.as_bytes()[..40].to_vec(), vec![b'\n', 0xff, 0xfe]].concat();
    assert_eq!(
        refused(&nim(), &not_text, &rote()),
        "f line 3: is not text in UTF-8"
    );
    // A position of the game that its own play never reaches, and one of another game.
    let other = refused(&TicTacToe, text.as_bytes(), &rote());
    assert!(
        other.starts_with("f line 2: `0 0 1 first` is not a position of tic-tac-toe"),
        "{other}"
    );
}

#[test]
fn spreadsheets_may_have_been_at_it() {
    let text = nim_policy(Form::Csv);
    let plain = Sheet::parse("f", text.as_bytes()).unwrap();
    let plain = plain.model(&nim(), &rote(), Gaps::Refuse).unwrap();
    let model = |text: &str| {
        let sheet = Sheet::parse("f", text.as_bytes()).unwrap();
        sheet.model(&nim(), &rote(), Gaps::Refuse).unwrap()
    };
    assert_eq!(
        model(&format!("\u{feff}{}", text.replace('\n', "\r\n"))),
        plain
    );
    let mut rows: Vec<&str> = text.lines().skip(1).collect();
    rows.reverse();
    assert_eq!(
        model(&format!(
            "{}\n{}",
            text.lines().next().unwrap(),
            rows.join("\n")
        )),
        plain
    );
    // Columns in another order, no probabilities, text in quotes, blank lines.
    let bare: String = text
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            format!(
                "{},\"{}\",{},{}\n\n",
                fields[3], fields[0], fields[2], fields[1]
            )
        })
        .collect();
    assert_eq!(model(&bare), plain);
    let wrong = bare.replacen("c3,second", "c9,second", 1);
    let number = wrong
        .lines()
        .position(|line| line.contains("c9,second"))
        .unwrap()
        + 1;
    let told = refused(&nim(), wrong.as_bytes(), &rote());
    assert!(
        told.starts_with(&format!("f line {number}: `c9`")),
        "{told}"
    );
}

#[test]
fn a_part_of_a_policy_is_taken_when_asked_for() {
    let text = "position,side,move,weight\n\
                0 0 1 first,first,c1,1\n";
    let sheet = Sheet::parse("f", text.as_bytes()).unwrap();
    assert!(sheet.model(&nim(), &rote(), Gaps::Refuse).is_err());
    let model = sheet.model(&nim(), &rote(), Gaps::Random).unwrap();
    assert_eq!(model.learners, Learners::First);
    assert_eq!(model.tables[0].as_ref().unwrap().len(), 1);
}

#[test]
fn bad_boxes_are_told_by_line() {
    let michie = preset("michie-304").unwrap();
    let told = |rows: &str| {
        let text = format!("position,side,ply,moves,beads\n{rows}");
        refused(&TicTacToe, text.as_bytes(), &michie)
    };
    let start = ".../.../...,first,0";
    let whole = format!("{start},a1 c1 a3 c3,4\n{start},b1 a2 c2 b3,4\n{start},b2,4\n");
    for (rows, expected) in [
        (
            format!("{start},a1,4\n"),
            "f line 2: `a1` is not the moves of one colour; the colours are a1 c1 a3 c3, b1 a2 c2 b3, b2",
        ),
        (
            format!("{start},a1 c1 a3 c3,4\n"),
            "f line 2: there is no row for the move b1 a2 c2 b3 of `.../.../...`",
        ),
        (
            whole.replace(",0,b2", ",2,b2"),
            "f line 4: its box has ply 2 here and 0 on line 2",
        ),
        (
            whole.replace(",0,", ",1,"),
            "f line 2: first cannot be to move after 1 moves",
        ),
        (
            whole.replace(",0,", ",70000,"),
            "f line 2: no game is 70000 moves long",
        ),
        (
            whole.replace("b2,4", "b2,72057594037927936"),
            "f line 2: the numbers of `.../.../...` add up to more than 2^56",
        ),
        (
            format!("{whole}.../.../..X,second,1,a1,4\n"),
            "f line 5: under this rule the box of `.../.../..X` is that of `X../.../...`",
        ),
        (
            format!("{whole}XOX/OXX/O.O,first,8,b3,4\n"),
            "f line 5: the rule has no box for `XOX/OXX/O.O`",
        ),
    ] {
        let found = told(&rows);
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn bad_json_is_told_by_line() {
    let text = nim_policy(Form::Json);
    let json = |text: &str| refused(&nim(), text.as_bytes(), &rote());
    let line = |needle: &str| text.lines().position(|line| line.contains(needle)).unwrap() + 1;
    let at = line("\"0 2 3 second\"");
    for (from, to, expected) in [
        (
            "\"0 2 3 second\"",
            "\"0 2 3 4\"",
            "`0 2 3 4` is not a position",
        ),
        (
            "\"position\":\"0 2 3 second\"",
            "\"place\":\"0 2 3 second\"",
            "unknown field `place`",
        ),
        (
            "\"0 2 3 second\",\"side\":\"second\"",
            "\"0 2 3 second\",\"side\":2",
            "invalid type: integer `2`",
        ),
    ] {
        let found = json(&text.replacen(from, to, 1));
        assert!(found.starts_with(&format!("f line {at}: ")), "{found}");
        assert!(found.contains(expected), "{found}");
    }
    let cut = json(&text[..text.len() / 2]);
    assert!(cut.contains("ends in the middle of its JSON"), "{cut}");
    assert!(json("{}").starts_with("f line 1: missing field `game`"));
    assert!(json("[]").starts_with("f line 1: "));
    assert!(json("{\"game\":\"x\"}").starts_with("f line 1: the object has a list"));
    assert!(json("{\"game\":\"x\",\"policy\":[]}").ends_with("there are no rows"));
    let rule = "{\"game\":\"x\",\n\"rule\":{\"name\":\"!\",\"start\":[1]},\"boxes\":[]}";
    assert!(
        json(rule).starts_with("f line 2: its rule: `name`"),
        "{}",
        json(rule)
    );
    let huge = "{\"game\":\"x\",\n\"rule\":{\"name\":\"a\",\"start\":[18446744073709551615]},\"boxes\":[]}";
    assert!(
        json(huge).starts_with("f line 2: its rule: "),
        "{}",
        json(huge)
    );
}

#[test]
fn a_policy_wants_a_rule_without_symmetries() {
    let sheet = Sheet::parse("f", nim_policy(Form::Csv).as_bytes()).unwrap();
    let error = sheet
        .model(&nim(), &preset("scroggs").unwrap(), Gaps::Refuse)
        .unwrap_err();
    assert!(matches!(error, Error::Mismatch(_)), "{error:?}");
}

#[test]
fn large_weights_lose_a_common_divisor_and_nothing_else() {
    let small = Nim::new(&[2], End::Normal).unwrap();
    let model = |a: u64, b: u64| {
        let text =
            format!("position,side,move,weight\n2 first,first,a1,{a}\n2 first,first,a2,{b}\n");
        Sheet::parse("f", text.as_bytes())
            .unwrap()
            .model(&small, &rote(), Gaps::Refuse)
    };
    let beads = |a, b| {
        let model = model(a, b).unwrap();
        let table = model.tables[0].as_ref().unwrap();
        table.sorted()[0].1.beads.clone()
    };
    assert_eq!(beads(6, 4), [6, 4]);
    assert_eq!(beads(0, 0), [0, 0]);
    assert_eq!(beads(MOST_BEADS, 0), [MOST_BEADS, 0]);
    assert_eq!(beads(3 << 60, 1 << 60), [3, 1]);
    assert_eq!(beads(u64::MAX, u64::MAX), [1, 1]);
    assert!(model(MOST_BEADS, 1).is_err());
}

/// Runs the program in a folder.
fn menace(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_menace"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn the_program_writes_a_whole_model_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |words: &[&str]| menace(folder, words);
    let game = "nim:1,2,3:misere";
    let done = run(&["export", "perfect", "--game", game, "--out", "p.csv"]);
    assert!(done.status.success(), "{done:?}");
    let import = ["import", "p.csv", "--game", game, "--out", "m.menace"];
    let good = fs::read_to_string(folder.join("p.csv")).unwrap();
    let bad = good.replacen("c2,1,1", "c2,x,1", 1);
    let line = 1 + bad.lines().position(|line| line.contains('x')).unwrap();

    fs::write(folder.join("p.csv"), &bad).unwrap();
    let failed = run(&import);
    assert_eq!(failed.status.code(), Some(1));
    let said = String::from_utf8(failed.stderr).unwrap();
    let expected = format!("menace: p.csv line {line}: `x` in the column weight");
    assert!(said.starts_with(&expected), "{said}");
    assert_eq!(names(folder), ["p.csv"]);

    fs::write(folder.join("p.csv"), &good).unwrap();
    assert!(run(&import).status.success());
    assert_eq!(names(folder), ["m.menace", "p.csv"]);
    let model = fs::read(folder.join("m.menace")).unwrap();
    let check = run(&["check", "m.menace"]);
    assert!(check.status.success(), "{check:?}");
    // What it plays is what was exported, and the same again changes nothing.
    let out = run(&["export", "m.menace"]).stdout;
    assert_eq!(String::from_utf8(out).unwrap(), good);
    assert!(run(&import).status.success());

    // A bad file leaves a model that is there as it was, and so does a good one without force.
    fs::write(folder.join("p.csv"), &bad).unwrap();
    assert_eq!(run(&import).status.code(), Some(1));
    run(&[
        "export", "random", "--game", game, "--out", "p.csv", "--force",
    ]);
    let failed = run(&import);
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        String::from_utf8(failed.stderr)
            .unwrap()
            .contains("--force")
    );
    assert_eq!(fs::read(folder.join("m.menace")).unwrap(), model);
    assert!(run(&[&import[..], &["--force"]].concat()).status.success());
    assert_ne!(fs::read(folder.join("m.menace")).unwrap(), model);
    assert_eq!(names(folder), ["m.menace", "p.csv"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Whatever is done to a file, it is taken or refused.
    #[test]
    fn no_file_makes_it_panic(
        json in any::<bool>(),
        cut in any::<prop::sample::Index>(),
        cuts in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            "", "\"", ",", "\n", "1", "-", "18446744073709551615", "1e400", "NaN", "{", "]",
            "first", "c3", "0 0 1 first", "\u{feff}", "\\u0000", "\r",
        ])), 0..4),
    ) {
        let form = if json { Form::Json } else { Form::Csv };
        let mut bytes = nim_policy(form).into_bytes();
        if cuts {
            bytes.truncate(cut.index(bytes.len()));
        }
        for (place, word) in swaps {
            let place = place.index(bytes.len() + 1);
            bytes.splice(place..place, word.bytes());
        }
        for (place, byte) in changes {
            if !bytes.is_empty() {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
        }
        for rule in [rote(), preset("michie-304").unwrap()] {
            for gaps in [Gaps::Refuse, Gaps::Random] {
                let model = Sheet::parse("f", &bytes).and_then(|s| s.model(&nim(), &rule, gaps));
                match model {
                    Ok(model) => prop_assert_eq!(decode(&encode(&model)), Ok(model)),
                    Err(error) => prop_assert!(!error.to_string().contains('\n')),
                }
            }
        }
    }

    /// The same with boxes, whose rows a byte can leave sensible more often.
    #[test]
    fn no_boxes_make_it_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 32..127_u8), 1..4),
    ) {
        let michie = preset("michie-304").unwrap();
        let mut bytes = b"position,side,ply,moves,beads\n\
            .../.../...,first,0,a1 c1 a3 c3,4\n\
            .../.../...,first,0,b1 a2 c2 b3,4\n\
            .../.../...,first,0,b2,4\n".to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let sheet = Sheet::parse("f", &bytes);
        if let Ok(model) = sheet.and_then(|s| s.model(&TicTacToe, &michie, Gaps::Refuse)) {
            prop_assert_eq!(decode(&encode(&model)), Ok(model));
        }
    }
}
