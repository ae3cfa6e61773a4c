//! The kiosk mode, and the Japanese page.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::group::token;
use crate::visit::{begin, in_class};

#[test]
fn a_kiosk_returns_to_the_start_after_a_minute_without_input() {
    let Some(mut visit) = begin(&["--kiosk"]) else {
        return;
    };
    assert!(visit.is_hidden("tab-settings"));
    visit.click("#language");
    visit.wait("document.documentElement.lang === 'ja'");
    visit.tab("training");
    visit.choose("games", "100");
    visit.click("#train");
    visit.reads("#who", "100局");
    visit.move_once();
    // Moves the clock on by 61 s without input.
    visit.eval("{ const now = Date.now; Date.now = () => now() + 61000; }");
    visit.reads("#who", " 0 games");
    assert_eq!(visit.text("#at"), "1 / 1");
    assert!(!visit.is_hidden("game"));
    visit.end();
}

#[test]
fn the_page_can_be_shown_in_japanese() {
    let Some(mut visit) = begin(&[]) else { return };
    visit.click("#language");
    visit.wait("document.documentElement.lang === 'ja'");
    visit.reload();
    assert_eq!(visit.eval("document.documentElement.lang"), "ja");
    assert!(visit.text("#status").contains("のビーズを引きました。"));
    visit.finish_game();
    assert!(visit.text("#changes").contains("ビーズを"));
    // Only names of rules and players are in English, and no key of a missing translation is shown.
    for tab in ["game", "training", "boxes", "settings"] {
        visit.tab(tab);
        let english = visit.eval(
            "[...document.querySelectorAll('[data-t]')].map(node => node.textContent).filter(text => /[a-z]{3}/.test(text))",
        );
        assert_eq!(english, serde_json::json!([]), "{tab}");
    }
    // Error messages of the server are translated too, except for the detail in brackets.
    visit.tab("boxes");
    visit.wait_for("#finder .can");
    visit.click("#finder-draw");
    for _ in 0..2 {
        visit.click("#finder [data-cell='4']");
    }
    visit.click("#finder-draw");
    visit.wait(
        "document.getElementById('failure').textContent.startsWith('局面として読めません（')",
    );
    // A language that only another version of the page knows.
    visit.eval("localStorage.setItem('menace-language', 'xx')");
    visit.reload();
    assert_eq!(visit.eval("document.documentElement.lang"), "en");
    visit.refusals = 1;
    visit.end();
}

/// A phone of 320 pixels with letters twice as large: nothing is wider than the screen.
#[test]
fn the_page_fits_a_narrow_screen_with_large_letters() {
    let Some((mut visit, code)) = in_class() else {
        return;
    };
    let large = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });";
    visit.before_each_page(large);
    visit.size(320, 640);
    let fits = "document.documentElement.scrollWidth <= 320";
    visit.open_page(&format!("/j/{code}"), "#form button.main");
    visit.wait(fits);
    visit.open_page(
        &format!("/teacher?token={}", token(&visit)),
        "#turnAbout, #pause",
    );
    visit.wait(fits);
    let Some(mut visit) = begin(&[]) else { return };
    visit.before_each_page(large);
    visit.size(320, 640);
    visit.reload();
    for lesson in ["cups", "hexapawn", "tic-tac-toe"] {
        visit.click("#first-page");
        visit.wait(fits);
        visit.lesson(lesson);
        for tab in ["training", "boxes", "hand", "settings", "game"] {
            visit.tab(tab);
            visit.wait(fits);
        }
    }
    visit.end();
}

/// The texts of a language, by key: those of the page, and those of the page as one file.
fn words(language: &str) -> BTreeMap<String, String> {
    let folders = ["crates/page/src/client", "tools/web/page"];
    let words = folders.map(|folder| {
        let file = format!("{folder}/{language}.json");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        serde_json::from_str::<BTreeMap<String, String>>(&text).unwrap()
    });
    words.into_iter().flatten().collect()
}

/// The placeholders of a text.
fn values(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    let mut values: Vec<&str> = parts.map(|part| part.split('}').next().unwrap()).collect();
    values.sort_unstable();
    values
}

#[test]
fn both_languages_have_the_same_keys_and_placeholders() {
    let (english, japanese) = (words("en"), words("ja"));
    // The English error messages come from the server, and a language may need texts of its own for cups.
    let is_page = |key: &&String| !key.starts_with("error.") && key.strip_suffix(".cups").is_none();
    let keys = |words: &BTreeMap<String, String>| -> Vec<String> {
        words.keys().filter(is_page).cloned().collect()
    };
    assert_eq!(keys(&english), keys(&japanese));
    for key in keys(&english) {
        assert_eq!(values(&english[&key]), values(&japanese[&key]), "{key}");
        let is_blank = |words: &BTreeMap<String, String>| words[&key].trim().is_empty();
        assert!(!is_blank(&english) && !is_blank(&japanese), "{key}");
    }
    for words in [&english, &japanese] {
        for (key, text) in words {
            if let Some(plain) = key
                .strip_suffix(".cups")
                .filter(|key| words.contains_key(*key))
            {
                assert_eq!(values(text), values(&words[plain]), "{key}");
            }
        }
    }
}

#[test]
fn colours_are_called_the_same_on_the_page_and_on_paper() {
    for language in ["en", "ja"] {
        let sheets = format!("crates/pictures/src/print/words/{language}.toml");
        let sheets = Path::new(env!("CARGO_MANIFEST_DIR")).join(sheets);
        let sheets = fs::read_to_string(sheets).unwrap();
        let words = words(language);
        let colours = words.iter().filter(|(key, _)| key.starts_with("colour."));
        assert!(colours.clone().count() > 10);
        for (key, called) in colours {
            let line = format!("{:?} = {called:?}", key.replace("colour.", "bead."));
            assert!(sheets.lines().any(|one| one == line), "{line}");
        }
    }
}

#[test]
fn the_files_of_the_page_are_small() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/page/src/client");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    // The pages of a class have a limit of their own.
    for path in paths.filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).unwrap();
        // The words of a language are a list, and have no limit of lines.
        let lines = text.lines().count();
        let is_words = path.extension().is_some_and(|kind| kind == "json");
        assert!(
            is_words || lines <= 400,
            "{}: {lines} lines",
            path.display()
        );
        if path.extension().is_some_and(|kind| kind == "js") {
            assert!(text.contains("\"use strict\";"), "{}", path.display());
            assert!(!text.contains("innerHTML"), "{}", path.display());
            // What not every browser of the last three years has.
            let newer =
                "findLast toSorted toReversed toSpliced groupBy withResolvers structuredClone";
            for name in newer.split(' ') {
                assert!(!text.contains(name), "{}: {name}", path.display());
            }
        }
    }
}
