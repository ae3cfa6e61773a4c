//! What is learnt and cannot be saved: it stays, is said, and is saved as soon as that can be done.

use crate::place::Text as _;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use matchboxes::store;
use serde_json::{Value, json};

use super::client::word;
#[cfg(unix)]
use super::client::{Place, count};
use super::wood::{asked, page};

/// The number of games in a file.
fn games(path: &Path) -> u64 {
    store::verify(path).unwrap().games()
}

/// A training whose file cannot be written waits with what it has learnt, says why, and goes on or stops as asked when it can.
/// The end of the server tries once more and names what is lost.
#[cfg(unix)]
#[test]
fn a_training_that_cannot_be_saved_waits_until_it_can() {
    for (is_free, is_stopped) in [(true, false), (true, true), (false, false), (false, true)] {
        let (place, server) = Place::served();
        server.perform("mine", "sit", &json!({ "side": "second" }));
        let asked = json!({ "opponent": "random", "games": 10_000_000 });
        server.perform("mine", "train", &asked);
        while server.query("mine", "")["training"]["played"] == 0 {}
        if !server.fill_disk(true) {
            return;
        }
        let waits = || server.query("mine", "")["training"].clone();
        while waits()["failed"].is_null() {}
        let state = waits();
        assert_eq!(state["failed"]["kind"], "file", "{state}");
        let kept = games(&place.file("mine"));
        assert_eq!(kept, count(&state["played"]));
        if is_stopped {
            server.perform("mine", "stop", &json!({}));
            thread::sleep(Duration::from_millis(300));
            assert_eq!(waits()["failed"]["kind"], "file");
        }
        server.fill_disk(!is_free);
        if is_free && is_stopped {
            let after = server.wait_for_training("mine");
            assert_eq!(after["trained"]["stopped"], true, "{after}");
            assert!(games(&place.file("mine")) > kept);
        } else if is_free {
            while count(&waits()["played"]) == kept || !waits()["failed"].is_null() {}
            let said = server.stop(130);
            said.has(["all games and trainings are saved"]);
            assert!(games(&place.file("mine")) > kept);
        } else {
            let said = server.stop(1);
            said.has(["mine: the last change is not saved"]);
            assert_eq!(games(&place.file("mine")), kept);
        }
    }
}

/// A folder that goes away: something else has its name.
fn take_away(folder: &Path) -> PathBuf {
    let away = folder.with_extension("away");
    fs::rename(folder, &away).unwrap();
    fs::write(folder, "not a folder").unwrap();
    away
}

fn bring_back(folder: &Path) {
    fs::remove_file(folder).unwrap();
    fs::rename(folder.with_extension("away"), folder).unwrap();
}

#[test]
fn boards_with_games_that_are_not_saved_are_not_closed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("models");
    fs::create_dir(&folder).unwrap();
    let page = page(&folder, 1);
    let seen = |name: &str| {
        let told = asked(&page, &format!("machines/{name}"), None);
        told.map_or(Value::Null, |told| told["scene"]["revision"].clone())
    };
    let sit = |name: &str| {
        let wanted = json!({ "side": "second", "revision": seen(name) });
        asked(&page, &format!("machines/{name}/sit"), Some(&wanted))
    };
    let resign = |name: &str| {
        let body = json!({ "revision": seen(name) });
        let told = asked(&page, &format!("machines/{name}/act/resign"), Some(&body)).unwrap();
        told["scene"]["unsaved"]["games"].clone()
    };
    // As many as the page sets up at once.
    let names: Vec<String> = (0..8).map(|number| format!("board-{number}")).collect();
    for name in &names {
        sit(name).unwrap();
    }
    take_away(&folder);
    assert_eq!(resign("board-0"), 1);
    bring_back(&folder);
    // Others are closed in its place.
    sit("another").unwrap();
    for name in &names[1..] {
        sit(name).unwrap();
    }
    take_away(&folder);
    let first = asked(&page, "machines/board-0", None).unwrap();
    assert_eq!(first["scene"]["unsaved"]["games"], 1);
    for name in &names[1..] {
        assert_eq!(resign(name), 1);
    }
    let refused = sit("one-more").unwrap_err();
    assert_eq!(refused["kind"], "held");
    word(&refused["error"]).has(["1 game is not saved yet ("]);
    bring_back(&folder);
    sit("one-more").unwrap();
    assert!(page.close().is_empty());
    for name in &names {
        assert_eq!(games(&folder.join(format!("{name}.menace"))), 1, "{name}");
    }
}
