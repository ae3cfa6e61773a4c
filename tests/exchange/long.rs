//! Files are read row by row, with the same results and errors as text in memory.

use std::fs;

use matchboxes::Result;
use matchboxes::exchange::{Encoding, Gaps, Sheet, SheetContent};
use matchboxes::learn::{Learners, preset};
use matchboxes::store::Model;

use super::{bytes, nim, nim_policy, rote, trained};
use crate::place::Text as _;

fn model(sheet: Result<Sheet>) -> Result<Model, String> {
    let model = sheet.and_then(|sheet| {
        let rule = sheet.rule().cloned();
        let rule = rule.unwrap_or_else(|| match sheet.content() {
            SheetContent::Values => preset("sarsa").unwrap(),
            _ => rote(),
        });
        sheet.model(&nim(), &rule, Gaps::Refuse)
    });
    model.map_err(|error| error.to_string())
}

fn nim_values(form: Encoding) -> String {
    let model = trained(nim(), "sarsa", Learners::Both);
    let sheet = Sheet::of_boxes(&nim().into(), &model, "x.menace").unwrap();
    String::from_utf8(bytes(&sheet, form)).unwrap()
}

#[test]
fn reading_a_file_equals_parsing_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let name = path.display().to_string();
    for (form, text) in [Encoding::Csv, Encoding::Json]
        .into_iter()
        .flat_map(|form| [(form, nim_policy(form)), (form, nim_values(form))])
    {
        let first = text.lines().find(|line| line.contains(" second")).unwrap();
        let first_line = 1 + text.lines().position(|line| line == first).unwrap();
        // The row again at the end, long after its box was complete.
        let again = match form {
            Encoding::Csv => format!("{text}{first}\n"),
            Encoding::Json => {
                let end = text.rfind("\n  ]").unwrap();
                let row = first.trim_end_matches(',');
                format!("{},\n{row}{}", &text[..end], &text[end..])
            }
        };
        let (cut, _) = text.split_at(text.len() * 2 / 3);
        let odd = text.replacen("second", "nobody", 9);
        for text in [&*text, &*again, cut, &*odd, "", "{", "position,side"] {
            fs::write(&path, text).unwrap();
            let read = model(Sheet::read(&path));
            assert_eq!(read, model(Sheet::parse(&name, text.as_bytes())));
            if text == again {
                let error = read.unwrap_err();
                let expected = format!("appears twice, first on line {first_line}");
                error.has([expected]);
            }
        }
    }
}

#[test]
fn overlong_rows_are_refused() {
    let long = "x".repeat(3 << 20);
    for text in [
        format!("position,side,move,weight\n\"{long}\n"),
        format!("{long},side,move,weight\n"),
        format!("{{\"game\":\"x\",\"policy\":[\n{{\"position\":\"{long}\"}}]}}"),
        format!("{{\"game\":\"{long}\"}}"),
    ] {
        let error = model(Sheet::parse("f", text.as_bytes())).unwrap_err();
        error.has(["is longer than the 1048576 bytes"]);
    }
}
