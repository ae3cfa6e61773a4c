//! An exhibition, and visitors who speak Japanese.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::visit::Visit;

#[test]
fn an_exhibition_returns_to_the_start() {
    let Some(mut visit) = Visit::begin(&["--kiosk"]) else {
        return;
    };
    assert_eq!(
        visit.eval("document.getElementById('tab-settings').hidden"),
        true
    );
    visit.click("#language");
    visit.wait("document.documentElement.lang === 'ja'");
    visit.tab("training");
    visit.choose("games", "100");
    visit.click("#train");
    visit.wait("document.getElementById('who').textContent.includes('100局')");
    visit.move_once();
    // A minute goes by in which nobody does anything.
    visit.eval("{ const now = Date.now; Date.now = () => now() + 61000; }");
    visit.wait("document.getElementById('who').textContent.includes(' 0 games')");
    assert_eq!(visit.text("#at"), "1 / 1");
    assert_eq!(visit.eval("document.getElementById('game').hidden"), false);
    visit.end();
}

#[test]
fn the_page_speaks_japanese() {
    let Some(mut visit) = Visit::begin(&[]) else {
        return;
    };
    visit.click("#language");
    visit.wait("document.documentElement.lang === 'ja'");
    visit.reload();
    assert_eq!(visit.eval("document.documentElement.lang"), "ja");
    assert!(visit.text("#status").contains("のビーズを引きました。"));
    visit.play_on();
    assert!(visit.text("#changes").contains("ビーズを"));
    // No word is left in English but names of rules and players, and none is the key of a word.
    for tab in ["game", "training", "boxes", "settings"] {
        visit.tab(tab);
        let english = visit.eval(
            "[...document.querySelectorAll('[data-t]')].map(node => node.textContent).filter(text => /[a-z]{3}/.test(text))",
        );
        assert_eq!(english, serde_json::json!([]), "{tab}");
    }
    // Nor is what the server refuses, but for what exactly is wrong.
    visit.tab("boxes");
    visit.wait("document.querySelector('#finder .can')");
    visit.eval("document.getElementById('position').value = 'xx'");
    visit.click("#find button");
    visit.wait(
        "document.getElementById('failure').textContent.startsWith('局面として読めません（`xx` is not')",
    );
    visit.refusals = 1;
    visit.end();
}

/// The words of a language.
fn words(language: &str) -> BTreeMap<String, String> {
    let file = format!("src/program/serve/page/{language}.json");
    let text =
        fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(file))
            .unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The values that a text has places for.
fn values(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    let mut values: Vec<&str> = parts.map(|part| part.split('}').next().unwrap()).collect();
    values.sort_unstable();
    values
}

#[test]
fn both_languages_say_the_same() {
    let (english, japanese) = (words("en"), words("ja"));
    // What the server refuses it says in English itself.
    let is_page = |key: &&String| !key.starts_with("error.");
    let keys = |words: &BTreeMap<String, String>| -> Vec<String> {
        words.keys().filter(is_page).cloned().collect()
    };
    assert_eq!(english.len(), keys(&english).len());
    assert_eq!(keys(&english), keys(&japanese));
    for (key, text) in &english {
        assert_eq!(values(text), values(&japanese[key]), "{key}");
        assert!(
            !text.trim().is_empty() && !japanese[key].trim().is_empty(),
            "{key}"
        );
    }
}

#[test]
fn the_first_paint_is_small() {
    let folder =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("src/program/serve/page");
    let mut bytes = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().count();
        assert!(lines <= 400, "{}: {lines} lines", path.display());
        if path.extension().is_some_and(|kind| kind == "js") {
            assert!(text.contains("\"use strict\";"), "{}", path.display());
            assert!(!text.contains("innerHTML"), "{}", path.display());
        }
        // One language is asked for, here the longer one.
        if !path.ends_with("en.json") {
            bytes += text.len();
        }
    }
    assert!(bytes < 100_000, "{bytes}");
}
