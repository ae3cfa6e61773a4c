//! Values are written in full, read to the nearest 2^-32, and refused with their line.

use matchboxes::Error;
use matchboxes::exchange::{Encoding, Gaps, Sheet, SheetContent};
use matchboxes::game::Game;
use matchboxes::games::{self, End, Nim};
use matchboxes::graph::Merging;
use matchboxes::learn::{Boxes, Duplicates, Rule, preset};
use matchboxes::store::{Model, Provenance};
use proptest::prelude::*;

use super::{bytes, reread};
use crate::place::Text as _;
use crate::tools::rows;

/// One in units of a value, and the largest value.
const ONE: i64 = 1 << 32;
const MOST: i64 = 100 * ONE;

const COLUMNS: &str = "position,side,ply,moves,value,visits";

/// The rule with the boxes of Michie's machine: equivalent positions and moves share theirs.
pub(super) fn merging(name: &str) -> Rule {
    Rule {
        symmetry: Merging::Full,
        duplicates: Duplicates::Merge,
        boxes: Boxes::Choice,
        ..preset(name).unwrap()
    }
}

/// A model of one box with two moves.
fn model(form: Encoding, values: [&str; 2], visits: [u64; 2]) -> Result<Model, Error> {
    let [one, other] = values;
    let [n, m] = visits;
    let text = match form {
        Encoding::Csv => {
            format!("{COLUMNS}\n2 first,first,0,a1,{one},{n}\n2 first,first,0,a2,{other},{m}\n")
        }
        Encoding::Json => {
            let row = |m: &str, value: &str, visits: u64| {
                let place = "\"position\":\"2 first\",\"side\":\"first\",\"ply\":0";
                format!("{{{place},\"moves\":\"{m}\",\"value\":{value},\"visits\":{visits}}}")
            };
            let rows = format!("{},\n{}", row("a1", one, n), row("a2", other, m));
            format!("{{\"game\":\"nim:2\",\"values\":[\n{rows}\n]}}")
        }
    };
    let sheet = Sheet::parse("f", text.as_bytes())?;
    assert_eq!(sheet.content(), SheetContent::Values);
    sheet.model(&two(), &preset("q-learning").unwrap(), Gaps::Refuse)
}

fn two() -> Nim {
    Nim::new(&[2], End::Normal).unwrap()
}

/// The values of that box in units, and its visits.
fn held(model: &Model) -> (Vec<i64>, Vec<u64>) {
    let table = model.tables[0].as_ref().unwrap();
    let (values, visits) = table.values_of(two().key(&two().start())).unwrap();
    (values.to_vec(), visits.to_vec())
}

/// A whole number of 2^-32 with all its digits.
fn in_full(units: i64) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let size = u128::from(units.unsigned_abs());
    // 2^-32 is 5^32 * 10^-32.
    let decimals = (size % (1 << 32)) * 5_u128.pow(32);
    format!("{sign}{}.{decimals:032}", size >> 32)
}

/// Checks that a value with all its digits is read, and that what is written for it is read back.
fn is_exact(units: i64) {
    for form in [Encoding::Csv, Encoding::Json] {
        let text = in_full(units);
        let model = model(form, [&text, "0"], [1, 0]).unwrap();
        assert_eq!(held(&model), (vec![units, 0], vec![1, 0]), "{text}");
        let sheet = Sheet::of_boxes(&two().into(), &model, "x").unwrap();
        let back = reread(&sheet, form).model(&two(), model.rule(), Gaps::Refuse);
        assert_eq!(back.unwrap().tables, model.tables, "{text}");
    }
}

#[test]
fn every_value_is_written_so_that_it_reads_back() {
    for size in [0, 1, 2, 3, ONE - 1, ONE, ONE + 1, MOST / 3, MOST - 1, MOST] {
        is_exact(size);
        is_exact(-size);
    }
    for place in 0..39 {
        is_exact(1 << place);
        is_exact(-((1 << place) | 1));
    }
}

proptest! {
    #[test]
    fn any_value_reads_back(units in -MOST..=MOST) {
        is_exact(units);
    }
}

/// The rows as written, in words that other programs read.
#[test]
fn rows_of_values_are_plain_numbers() {
    let model = model(Encoding::Csv, ["-0.5", "0.1"], [7, u64::MAX - 7]).unwrap();
    let sheet = Sheet::of_boxes(&two().into(), &model, "x").unwrap();
    let text = |form| String::from_utf8(bytes(&sheet, form)).unwrap();
    let rows =
        "2 first,first,0,a1,-0.5,7\n2 first,first,0,a2,0.10000000009313226,18446744073709551608\n";
    assert_eq!(text(Encoding::Csv), format!("{COLUMNS}\n{rows}"));
    let json = text(Encoding::Json);
    let row = "{\"position\":\"2 first\",\"side\":\"first\",\"ply\":0,\"moves\":\"a1\",\"value\":-0.5,\"visits\":7}";
    json.has([row, "\"values\": ["]);
}

/// A decimal of another program is rounded to the nearest 2^-32, halves up, and the same in both encodings.
#[test]
fn decimals_are_rounded_to_the_nearest_value() {
    for (text, units) in [
        ("1", ONE),
        ("-100", -MOST),
        ("100.0", MOST),
        ("-0", 0),
        ("1e-3", 4_294_967),
        ("-1E-3", -4_294_967),
        ("0.1", 429_496_730),
        ("-0.1", -429_496_730),
        ("0.3333333333333333", 1_431_655_765),
        ("1e-300", 1),
        ("-1e-300", 0),
        // A half of 2^-32, and the doubles beside it.
        ("1.16415321826934814453125e-10", 1),
        ("1.1641532182693481e-10", 1),
        // The other value is 0, and different values stay different.
        ("1.1641532182693480e-10", 1),
        ("-1.16415321826934814453125e-10", 0),
        ("-1.1641532182693483e-10", -1),
    ] {
        for form in [Encoding::Csv, Encoding::Json] {
            let model = model(form, [text, "0"], [1, 1]).unwrap();
            assert_eq!(held(&model).0[0], units, "{text} {form:?}");
        }
    }
}

/// Any finite doubles keep their order, and those that are equal stay equal; a value within 100 is at its nearest place
/// unless another one of the box is there.
#[test]
fn the_order_of_finite_values_is_kept() {
    let (tiny, most) = (1.0 / 4_294_967_296.0, 100.0);
    let mut cases = vec![
        vec![0.0, 1e-10],
        vec![0.9, 0.899_999_999_999_999_9, 0.9],
        vec![-0.0, 0.0, f64::MIN_POSITIVE, -f64::MIN_POSITIVE],
        vec![
            most,
            most - tiny / 4.0,
            most - tiny / 2.0,
            -most,
            tiny / 8.0 - most,
        ],
        vec![100.0, 99.0, 101.0, 1e-300],
        vec![f64::MAX, f64::MIN, 1.0, 0.0, -1.0],
    ];
    let mut state = 7_u64;
    let mut bits = || {
        // A generator of George Marsaglia's (xorshift).
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..200 {
        let all = (0..7).map(|_| f64::from_bits(bits()));
        cases.push(all.filter(|value| value.is_finite()).collect());
        // A few neighbours of one double.
        let near = 1_f64.to_bits() + bits() % 1000;
        cases.push((0..7).map(|_| f64::from_bits(near + bits() % 4)).collect());
    }
    for values in cases.into_iter().filter(|values| !values.is_empty()) {
        let game = games::parse(&format!("nim:{}", values.len())).unwrap();
        let start = game.write_position(&game.start());
        let row = |(n, value)| format!("{start},first,0,a{n},{value},0\n");
        let rows: String = (1..).zip(&values).map(row).collect();
        let sheet = Sheet::parse("f", format!("{COLUMNS}\n{rows}").as_bytes()).unwrap();
        let rule = preset("q-learning").unwrap();
        let (model, kept) = sheet.build(&game, &rule, Gaps::Refuse).unwrap();
        let table = model.tables[0].as_ref().unwrap();
        let units = table.values_of(game.key(&game.start())).unwrap().0;
        for (one, unit) in values.iter().zip(units) {
            for (other, another) in values.iter().zip(units) {
                let wanted = one.partial_cmp(other);
                assert_eq!(unit.partial_cmp(another), wanted, "{values:?} {units:?}");
            }
        }
        let sizes = values.iter().map(|value| value.abs());
        let largest = sizes.fold(0.0, f64::max);
        let is_divided = kept.iter().any(|kept| kept.contains("divided by"));
        assert_eq!(is_divided, largest > 100.0, "{values:?}");
        let Provenance::Imported { file: from, .. } = &model.chapters[0].how else {
            panic!("an import");
        };
        assert_eq!(from.as_str() != "f", kept.is_some(), "{from}");
    }
}

#[test]
fn impossible_values_are_refused_with_their_line() {
    let refused = |form, values, visits| {
        let error = model(form, values, visits).unwrap_err();
        assert!(matches!(error, Error::Line { .. }), "{error:?}");
        error.to_string()
    };
    let large = ["1e999", "-1e999"];
    let csv = ["", "x", "NaN", "inf", "-infinity", "0x1", "1/2", "1 "];
    let json = ["\"0.5\"", "null", "[1]", "true"];
    for (form, other) in [(Encoding::Csv, &csv[..]), (Encoding::Json, &json)] {
        for text in [&large[..], other].concat() {
            let expected = format!("f line 3: the value `{text}` is not a finite number");
            assert_eq!(refused(form, ["0", text], [0, 0]), expected);
        }
    }
    for form in [Encoding::Csv, Encoding::Json] {
        let expected = "f line 2: the visits of `2 first` add up to 2^64 or more";
        assert_eq!(refused(form, ["0", "0"], [u64::MAX, 1]), expected);
    }
}

/// The last columns of a row, and how the message begins after `f line 2`.
const ROWS: &str = "\
b2,0 | has 5 of 6 columns
b2,0,-4 | `-4` in the column visits is not a whole number
b2,0;5,4 | the value `0;5` is not a finite number";

/// The names of the columns, and how the message begins after `f line 1`.
const HEADERS: &str = "\
position,side,ply,moves,value | the column `visits` is missing
position,side,ply,moves,value,visits,beads | the first line must name the columns
position,side,ply,moves,value,visits,value | the column `value` appears twice
position,side,ply,moves,value,visits,n | there is no column `n`";

#[test]
fn errors_in_rows_of_values_name_the_line() {
    let refused = |text: &str, expected: &str| {
        let found = Sheet::parse("f", text.as_bytes()).unwrap_err().to_string();
        assert!(found.starts_with(&format!("f line {expected}")), "{found}");
    };
    for [row, expected] in rows(ROWS) {
        let text = format!("{COLUMNS}\n.../.../...,first,0,{row}\n");
        refused(&text, &format!("2: {expected}"));
    }
    for [header, expected] in rows(HEADERS) {
        refused(header, &format!("1: {expected}"));
    }
}
