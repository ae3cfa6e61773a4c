//! Files that are refused with the line, and unusual files that are accepted.

use matchboxes::Error;
use matchboxes::exchange::{Encoding, Gaps, Sheet};
use matchboxes::game::Game;
use matchboxes::games::{AnyGame, End, Nim, TicTacToe};
use matchboxes::learn::{Learners, MOST_BEADS, Rule, preset};

use super::values::merging;
use super::{nim, nim_policy, rote};
use crate::tools::rows;

/// The error message for a file.
fn refused(game: &(impl Game + Into<AnyGame>), text: impl AsRef<[u8]>, rule: &Rule) -> String {
    let model =
        Sheet::parse("f", text.as_ref()).and_then(|sheet| sheet.model(game, rule, Gaps::Refuse));
    let error = model.unwrap_err();
    let is_of_line = matches!(error, Error::Line { .. });
    assert!(is_of_line || error.input().is_some(), "{error:?}");
    error.to_string()
}

/// A column of line 44, another value for it, and how the message begins after `f line`.
const CHANGED: &str = "\
0 | 9 9 9 first | 44: `9 9 9 first` is not a position of nim:1,2,3:misere
0 |  | 44: `` is not a position
0 | 0 0 0 first | 44: the game is over in `0 0 0 first`
0 | 0 2 2 first | 44: first is to move in `0 2 2 first`, not second
1 | first | 44: second is to move in `0 2 3 second`, not first
1 | X | 44: `X` is not a side; write first or second
2 | a1 | 44: a1 is not a legal move in `0 2 3 second`
2 | z9 | 44: `z9` is not a move of nim:1,2,3:misere
2 | c3 | 45: the move c3 of `0 2 3 second` appears twice, first on line 44
2 | c2 c3 | 44: `c2 c3` are not the moves of one colour
3 | -1 | 44: `-1` in the column weight is not a whole number
3 |  | 44: `` in the column weight is not a whole number
3 | 1.5 | 44: `1.5` in the column weight is not a whole number
3 | 18446744073709551616 | 44: `18446744073709551616` in the column weight
4 | 0.77 | 44: the probability 0.77 is not
4 | NaN | 44: the probability NaN is not
4 | often | 44: `often` is not a probability";

#[test]
fn a_whole_number_with_a_mark_before_three_zeros_is_refused_where_decimals_may_have_commas() {
    let text = nim_policy(Encoding::Csv);
    let lines: Vec<&str> = text.lines().collect();
    let with = |mark: &str, number: &str| {
        let row = |(i, line): (usize, &&str)| {
            let mut fields: Vec<&str> = line.split(',').take(4).collect();
            if i == 43 {
                fields[3] = number;
            }
            fields.join(mark).replace('~', ",")
        };
        let rows: Vec<String> = lines.iter().enumerate().map(row).collect();
        rows.join("\n")
    };
    for number in ["1.000", "1~000", "12.000", "999.000"] {
        let found = refused(&nim(), with(";", number), &rote());
        assert!(found.contains("write the whole number without"), "{found}");
    }
    for (mark, number) in [
        (";", "7.0"),
        (";", "0.000"),
        (";", "7~0000"),
        (",", "7.000"),
    ] {
        let sheet = Sheet::parse("f", with(mark, number).as_bytes()).unwrap();
        let model = sheet.model(&nim(), &rote(), Gaps::Refuse);
        assert!(model.is_ok(), "{mark} {number}: {:?}", model.err());
    }
}

#[test]
fn errors_in_rows_of_a_policy_name_the_line() {
    let text = nim_policy(Encoding::Csv);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[43].split(',').next(), Some("0 2 3 second"));
    for [column, to, expected] in rows(CHANGED) {
        let mut fields: Vec<&str> = lines[43].split(',').collect();
        fields[column.parse::<usize>().unwrap()] = to;
        let changed = fields.join(",");
        let mut lines = lines.clone();
        lines[43] = &changed;
        let found = refused(&nim(), lines.join("\n"), &rote());
        says(&found, &format!("{expected}..."));
    }
}

#[test]
fn errors_in_files_name_the_line() {
    let text = nim_policy(Encoding::Csv);
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.len();
    let with = |file: &str| refused(&nim(), file, &rote());
    let without = |line: usize| with(&[&lines[..line], &lines[line + 1..]].concat().join("\n"));

    let cut = without(last - 1);
    let unfinished = ["there is no row for the move", "it lacks the position"];
    assert!(unfinished.iter().any(|words| cut.contains(words)), "{cut}");
    let is_gone = |line: &&str| line.starts_with("0 0 1 first");
    let gone = without(lines.iter().rposition(is_gone).unwrap());
    let words =
        "it lacks the position `0 0 1 first` of its sides; with `partial` any move is played there";
    says(&gone, &format!("{}: {words}", last - 1));
    let odd = [&text.as_bytes()[..40], b"\n\xff\xfe"].concat();
    let of_other = refused(&TicTacToe, &text, &rote());
    let short = [lines[0], "", lines[1], "0 0 1 second,second"].join("\n");
    for (found, expected) in [
        (without(17), "18: there is no row for the move b1..."),
        (with(""), "1: the file is empty"),
        (with("\n\n"), "1: the file is empty"),
        (with("a,b,c"), "1: the first line must name the columns..."),
        (with(lines[0]), "1: there are no rows"),
        (
            with("position,side,move,weight,weight"),
            "1: the column `weight` appears twice",
        ),
        (
            with("position,move,weight"),
            "1: the column `side` is missing",
        ),
        (
            with("position,side,move,weight,colour"),
            "1: there is no column `colour`...",
        ),
        (with(&short), "4: has 2 of 5 columns"),
        (refused(&nim(), odd, &rote()), "3: is not text in UTF-8"),
        (
            of_other,
            "2: `0 0 1 first` is not a position of tic-tac-toe...",
        ),
    ] {
        says(&found, expected);
    }
}

/// Checks what comes after `f line`: all of it, or its beginning if dots follow.
fn says(found: &str, expected: &str) {
    let expected = format!("f line {expected}");
    let fits = match expected.strip_suffix("...") {
        Some(beginning) => found.starts_with(beginning),
        None => found == expected,
    };
    assert!(fits, "{found}, not {expected}");
}

#[test]
fn files_saved_by_spreadsheets_are_accepted() {
    let text = nim_policy(Encoding::Csv);
    let model = |text: &str| {
        let sheet = Sheet::parse("f", text.as_bytes()).unwrap();
        sheet.model(&nim(), &rote(), Gaps::Refuse).unwrap()
    };
    let plain = model(&text);
    let with_ends = text.replace('\n', "\r\n");
    assert_eq!(model(&format!("\u{feff}{with_ends}")), plain);
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].reverse();
    assert_eq!(model(&lines.join("\n")), plain);
    // Columns in another order, no probabilities, text in quotes, blank lines.
    let bare = text.lines().map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [position, side, action, weight]: [&str; 4] = fields[..4].try_into().unwrap();
        format!("{weight},\"{position}\",{action},{side}\n\n")
    });
    let bare: String = bare.collect();
    assert_eq!(model(&bare), plain);
    let wrong = bare.replacen("c3,second", "c9,second", 1);
    let line = wrong.lines().position(|line| line.contains("c9,second"));
    let error = refused(&nim(), &wrong, &rote());
    says(&error, &format!("{}: `c9`...", line.unwrap() + 1));
}

#[test]
fn a_partial_policy_is_accepted_on_request() {
    let text = "position,side,move,weight\n\
                0 0 1 first,first,c1,1\n";
    let sheet = Sheet::parse("f", text.as_bytes()).unwrap();
    assert!(sheet.model(&nim(), &rote(), Gaps::Refuse).is_err());
    let model = sheet.model(&nim(), &rote(), Gaps::Random).unwrap();
    assert_eq!(model.learners(), Learners::First);
    assert_eq!(model.tables[0].as_ref().unwrap().len(), 1);
}

#[test]
fn errors_in_boxes_and_values_name_the_line() {
    let kinds = [
        ("beads", "4", preset("michie-304").unwrap()),
        ("value,visits", "0,4", merging("q-learning")),
    ];
    for (columns, number, rule) in kinds {
        let error = |rows: &str| {
            let text = format!("position,side,ply,moves,{columns}\n{rows}");
            refused(&TicTacToe, text, &rule)
        };
        let column = columns.rsplit(',').next().unwrap();
        let (start, last) = (".../.../...,first,0", format!("b2,{number}"));
        let whole = ["a1 c1 a3 c3", "b1 a2 c2 b3", "b2"];
        let whole = whole.map(|moves| format!("{start},{moves},{number}\n"));
        let whole = whole.concat();
        let also = |row: &str| format!("{whole}{row},{number}\n");
        for (rows, expected) in [
            (
                format!("{start},a1,{number}\n"),
                "2: `a1` are not the moves of one colour; the colours are a1 c1 a3 c3, b1 a2 c2 b3, b2",
            ),
            (
                format!("{start},a1 c1 a3 c3,{number}\n"),
                "2: there is no row for the move b1 a2 c2 b3 of `.../.../...`",
            ),
            (
                also(".../.../...,first,0,b2"),
                "5: the move b2 of `.../.../...` appears twice, first on line 4",
            ),
            (
                whole.replace(",0,b2", ",2,b2"),
                "4: its box has ply 2 here and 0 on line 2",
            ),
            (
                also(".../.../...,first,2,b2"),
                "5: play cannot be at `.../.../...` after 2 moves",
            ),
            (
                whole.replace("first,0,", "first,1,"),
                "2: first cannot be the side to move after 1 moves",
            ),
            (
                whole.replace("first,0,", "first,70000,"),
                "2: no game is 70000 moves long",
            ),
            (
                whole.replace(&last, &last.replace('4', "+4")),
                &format!("4: `+4` in the column {column} is not a whole number"),
            ),
            (
                also(".../.../..X,second,1,a1"),
                "5: under this rule `.../.../..X` has the box of `X../.../...`",
            ),
            (
                also("XOX/OXX/O.O,first,8,b3"),
                "5: the rule has no box for `XOX/OXX/O.O`",
            ),
        ] {
            says(&error(&rows), &format!("{expected}..."));
        }
        if column == "beads" {
            let found = error(&whole.replace(&last, "b2,72057594037927936"));
            says(
                &found,
                "2: the numbers of `.../.../...` add up to more than 2^56...",
            );
        }
    }
}

#[test]
fn errors_in_json_name_the_line() {
    let text = nim_policy(Encoding::Json);
    let json = |text: &str| refused(&nim(), text, &rote());
    let of = |needle: &str| text.lines().position(|line| line.contains(needle));
    let at = of("\"0 2 3 second\"").unwrap() + 1;
    for (from, to, expected) in [
        ("0 2 3 second", "0 2 3 4", "`0 2 3 4` is not a position"),
        (
            r#"position":"0 2 3 s"#,
            r#"place":"0 2 3 s"#,
            "unknown field `place`",
        ),
        (
            r#"0 2 3 second","side":"second""#,
            r#"0 2 3 second","side":2"#,
            "invalid type: integer `2`",
        ),
    ] {
        let found = json(&text.replacen(from, to, 1));
        assert!(found.starts_with(&format!("f line {at}: ")), "{found}");
        assert!(found.contains(expected), "{found}");
    }
    let cut = json(&text[..text.len() / 2]);
    assert!(cut.contains("ends in the middle of its JSON"), "{cut}");
    assert!(json(r#"{"game":"x","policy":[]}"#).ends_with("there are no rows"));
    let ruled = |rule: &str| {
        let text = format!("{{\"game\":\"x\",\n\"rule\":{rule},\"boxes\":[]}}");
        json(&text)
    };
    for (found, expected) in [
        (json("{}"), "1: missing field `game`..."),
        (json("[]"), "1: ..."),
        (json(r#"{"game":"x"}"#), "1: the object must have..."),
        (
            ruled(r#"{"name":"!","start":[1]}"#),
            "2: its rule: `name`...",
        ),
        (
            ruled(r#"{"name":"a","start":[18446744073709551615]}"#),
            "2: its rule: ...",
        ),
    ] {
        says(&found, expected);
    }
}

#[test]
fn a_policy_needs_a_rule_without_symmetries() {
    let sheet = Sheet::parse("f", nim_policy(Encoding::Csv).as_bytes()).unwrap();
    let rule = preset("scroggs").unwrap();
    let error = sheet.model(&nim(), &rule, Gaps::Refuse).unwrap_err();
    assert!(matches!(error, Error::Mismatch(_)), "{error:?}");
}

#[test]
fn large_weights_are_only_divided_by_a_common_divisor() {
    let small = Nim::new(&[2], End::Normal).unwrap();
    let model = |a: u64, b: u64| {
        let rows = format!("2 first,first,a1,{a}\n2 first,first,a2,{b}\n");
        let text = "position,side,move,weight\n".to_owned() + &rows;
        let sheet = Sheet::parse("f", text.as_bytes()).unwrap();
        sheet.model(&small, &rote(), Gaps::Refuse)
    };
    let beads = |a, b| {
        let model = model(a, b).unwrap();
        let table = model.tables[0].as_ref().unwrap();
        table.iter().next().unwrap().1.beads.clone()
    };
    assert_eq!(beads(6, 4), [6, 4]);
    assert_eq!(beads(0, 0), [0, 0]);
    assert_eq!(beads(MOST_BEADS, 0), [MOST_BEADS, 0]);
    assert_eq!(beads(3 << 60, 1 << 60), [3, 1]);
    assert_eq!(beads(u64::MAX, u64::MAX), [1, 1]);
    assert!(model(MOST_BEADS, 1).is_err());
}
