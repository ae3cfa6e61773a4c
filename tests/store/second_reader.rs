//! The reader in Python, written from `docs/format.md`, finds what the program's own reader finds.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;

use matchboxes::game::Key;
use matchboxes::store::{self, Model};
use serde_json::{Value, json};

use crate::place::files;
use crate::shipped::root;

/// What a program in Python prints of a file.
fn by_python(program: &str, path: &Path) -> Vec<u8> {
    let program = root().join("examples").join(program);
    let read = Command::new("python3").args([&program, path]).output();
    let read = read.unwrap();
    let said = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success(), "{said}");
    read.stdout
}

fn has_python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok();
    if !there {
        // Not by a macro, whose text would be kept back.
        let said = writeln!(
            io::stderr(),
            "NOT CHECKED: the readers in Python, because there is no python3"
        );
        said.unwrap();
    }
    there
}

/// The same of a model, as the program reads it.
fn by_us(model: &Model) -> Value {
    let tables = model.tables.each_ref().map(|table| {
        let table = table.as_ref()?;
        let boxes: Vec<Value> = match table.values() {
            Some(values) => values.iter().map(|(Key(key), found)| {
                let (ply, values, visits) = (found.ply, &found.values, &found.visits);
                json!({"key": format!("{key:x}"), "ply": ply, "values": values, "visits": visits})
            }).collect(),
            None => table.into_iter().map(|(Key(key), found)| {
                json!({"key": format!("{key:x}"), "ply": found.ply, "beads": found.beads})
            }).collect(),
        };
        let met_once: Vec<u64> = table.first().prints().collect();
        Some(json!({"boxes": boxes, "met_once": met_once}))
    });
    json!({"made_by": model.made_by, "written_by": model.written_by, "tables": tables})
}

#[test]
fn a_reader_in_python_agrees_with_ours() {
    if !has_python() {
        return;
    }
    let (mut models, mut others) = (0, 0);
    for folder in ["models", "tests/data/files-2026"].map(|name| root().join(name)) {
        for name in files(&folder) {
            let path = folder.join(&name);
            // Text has no header to read.
            if fs::read(&path).unwrap()[0] != 0x8D {
                continue;
            }
            let python = by_python("read_model.py", &path);
            let python: Value = serde_json::from_slice(&python).unwrap();
            let Ok(model) = store::read(&path) else {
                others += 1;
                assert_ne!(python["kind"], "model", "{name}");
                continue;
            };
            models += 1;
            for (field, own) in by_us(&model).as_object().unwrap() {
                assert!(python[field] == *own, "{name}: {field}");
            }
            assert_eq!(python["records"], json!(model.history.records), "{name}");
            let chapters = python["chapters"].as_array().unwrap();
            assert_eq!(chapters.len(), model.chapters.len());
            for (chapter, own) in chapters.iter().zip(&model.chapters) {
                assert_eq!(chapter["sets"], own.sets, "{name}");
                let spec = json!(own.spec);
                let fields = spec.as_object().unwrap().iter();
                for (field, own) in fields.filter(|(field, _)| *field != "terms") {
                    assert_eq!(chapter["training"][field], *own, "{name}");
                }
            }
        }
    }
    assert!(models >= 7 && others == 5, "{models} {others}");
}

/// The table of vectors is what `crates/games/numbering.md` says.
#[test]
fn positions_are_numbered_as_the_page_says() {
    if has_python() {
        let table = root().join("tests/data/numbering.csv");
        let said = by_python("check_numbering.py", &table);
        // Below the names of its columns.
        let lines = fs::read_to_string(&table).unwrap().lines().count() - 1;
        let expected = format!("{lines} positions as the page says\n");
        assert_eq!(String::from_utf8_lossy(&said), expected);
    }
}
