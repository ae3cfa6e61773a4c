//! What `docs/stability.md` promises for later releases.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use matchboxes::arena::figures;
use matchboxes::store::{from_link, hash_of_boxes};

use crate::place::{Place, files};
use crate::shipped::root;

/// The names of 0.1.0 and what has come in since, each with its kind.
const NAMES: &str = "tests/data/names-2026.txt";
/// Links of 0.1.0, each behind the digest of its boxes; only added to.
const LINKS: &str = include_str!("../data/links-2026.txt");

/// The names of commands and options, by the completions for fish: `-l` of the command that is asked for.
fn typed(place: &Place, names: &mut BTreeSet<String>) {
    for line in place.ok("completions fish").lines() {
        let mut words = line.split_whitespace().skip_while(|word| *word != "-n");
        let Some(command) = words.nth(1) else {
            continue;
        };
        let command = match command.trim_matches('"') {
            "__fish_menace_needs_command" => "menace",
            _ => words.next().unwrap_or_default(),
        };
        let command = command.trim_matches(['"', ';']);
        if let Some(option) = words.clone().skip_while(|word| *word != "-l").nth(1) {
            names.insert(format!("option {command} --{option}"));
        }
        names.insert(format!("command {command}"));
    }
}

/// All names that people write in commands, scripts and files, or read from results.
fn names() -> BTreeSet<String> {
    let place = Place::new();
    let mut names = BTreeSet::new();
    typed(&place, &mut names);
    let lists = place.json("list --json");
    for kind in ["games", "players", "searches", "rules"] {
        for entry in lists[kind].as_array().unwrap() {
            let own = entry["name"].as_str().into_iter();
            let others = entry["names"].as_array().into_iter().flatten();
            let own = own.chain(others.map(|name| name.as_str().unwrap()));
            names.extend(own.map(|name| format!("{kind} {name}")));
        }
    }
    for rule in ["michie-304", "michie-1963-sliding", "q-learning"] {
        for field in place.ok(&format!("list rules --toml {rule}")).lines() {
            let field = field.trim_start_matches("# ").split(" = ");
            let field = field
                .take(1)
                .filter(|field| !field.contains([' ', '#', '.']) && !field.is_empty());
            names.extend(field.map(|field| format!("field {field}")));
        }
    }
    names.extend(figures().map(|figure| format!("figure {}", figure.name)));
    names
}

/// A name that a release had is there in every later one. `MENACE_BLESS=1` adds the names that are new.
#[test]
fn no_name_that_people_use_has_gone() {
    let path = root().join(NAMES);
    let now = names();
    let known = fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeSet<String> = known.lines().map(str::to_owned).collect();
    let gone: Vec<&String> = known.difference(&now).collect();
    assert!(gone.is_empty(), "gone since they were promised: {gone:?}");
    if std::env::var_os("MENACE_BLESS").is_some() {
        let lines: Vec<String> = now.iter().map(|name| format!("{name}\n")).collect();
        fs::write(&path, lines.concat()).unwrap();
    } else {
        let new: Vec<&String> = now.difference(&known).collect();
        assert!(
            new.is_empty(),
            "MENACE_BLESS=1 adds to {NAMES}, for ever: {new:?}"
        );
    }
}

#[test]
fn links_of_every_version_stay_readable() {
    let lines: Vec<&str> = LINKS.lines().collect();
    assert!(lines.len() >= 3, "{LINKS}");
    for line in lines {
        let (digest, link) = line.split_once(' ').unwrap();
        let model = from_link(link).unwrap();
        let boxes = hash_of_boxes(&model.tables).map(|byte| format!("{byte:02x}"));
        assert_eq!(boxes.concat(), digest, "{link}");
    }
}

/// Each test that the page names is there, so that no line of it stands for itself.
#[test]
fn each_promise_names_tests_that_are_there() {
    let page = fs::read_to_string(root().join("docs/stability.md")).unwrap();
    let sources = ["tests", "python/tests", "crates"].map(|folder| {
        let folder = root().join(folder);
        let code = files(&folder).into_iter().filter(|name| {
            let ending = Path::new(name).extension();
            ending.is_some_and(|ending| ending == "rs" || ending == "py")
        });
        let texts: Vec<String> = code
            .map(|name| fs::read_to_string(folder.join(name)).unwrap())
            .collect();
        texts.concat()
    });
    let sources = sources.concat();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let rows: Vec<&str> = rows.filter(|line| !line.starts_with("| what ")).collect();
    assert!(rows.len() > 10);
    for row in rows {
        let held = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap();
        let tests: Vec<&str> = held.split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty() || held.contains("none: "), "{row}");
        for test in tests.into_iter().filter(|test| !test.contains('/')) {
            let is_there = ["fn", "def"].map(|word| sources.contains(&format!("{word} {test}(")));
            assert!(is_there.contains(&true), "{test}: {row}");
        }
    }
}
