//! Rules as text: every preset reads back, and what makes no sense is refused by name.

use menace::Error;
use menace::graph::Merging;
use menace::learn::{
    Boxes, Change, Duplicates, Effect, Empty, MOST_BEADS, Rule, Scope, names, preset, presets,
};

#[test]
fn presets_read_back() {
    let presets = presets();
    assert_eq!(presets[0].name, "rote", "the default is the first");
    for rule in &presets {
        let text = rule.to_toml();
        assert!(text.is_ascii(), "{text}");
        assert_eq!(
            &Rule::from_toml(&text, "a test").expect("its own text"),
            rule
        );
        assert_eq!(&preset(&rule.name).expect("its own name"), rule);
        assert!(!rule.source.is_empty());
    }
    let mut sorted = names();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), presets.len(), "names differ");
}

#[test]
fn unknown_presets_are_refused_with_the_nearest() {
    let error = preset("michie-1960")
        .expect_err("no such machine")
        .to_string();
    assert!(error.contains("unknown rule `michie-1960`"), "{error}");
    assert!(error.contains("did you mean michie-1961"), "{error}");
}

#[test]
fn the_shortest_rule_changes_nothing() {
    let rule = Rule::from_toml("name = \"idle\"\nstart = [2, 1]", "a test").expect("a rule");
    let nothing = Change::default();
    assert_eq!(nothing.effect, Effect::Nothing);
    assert_eq!(
        (rule.win, rule.draw, rule.loss),
        (nothing, nothing, nothing)
    );
    assert_eq!(rule.symmetry, Merging::None);
    assert_eq!(rule.duplicates, Duplicates::Keep);
    assert_eq!(rule.boxes, Boxes::Every);
    assert_eq!(rule.empty, Empty::Resign);
    assert_eq!(
        [0, 1, 2, 90].map(|stage| rule.start_beads(stage)),
        [2, 1, 1, 1]
    );
}

#[test]
fn changes_read_back() {
    let effects = [
        Effect::Add(1),
        Effect::Add(MOST_BEADS),
        Effect::Subtract(3),
        Effect::Wipe,
    ];
    for effect in effects {
        for scope in [Scope::All, Scope::Last] {
            let change = Change { effect, scope };
            let text = change.to_string();
            assert_eq!(Change::try_from(text.clone()), Ok(change), "{text}");
        }
    }
    let text = Change::default().to_string();
    assert_eq!(
        (text.as_str(), Change::try_from(text.clone())),
        ("nothing", Ok(Change::default()))
    );
    let spaced = Change::try_from(" +3   all ".to_owned()).expect("blanks do not matter");
    assert_eq!(spaced.to_string(), "+3 all");
}

/// Reads a sound rule with one line replaced or added.
fn spoilt(field: &str, line: &str) -> String {
    let sound = [
        "name = \"x\"",
        "symmetry = \"full\"",
        "duplicates = \"merge\"",
        "boxes = \"choice\"",
        "start = [4, 3, 2, 1]",
        "win = \"+3 all\"",
        "draw = \"+1 all\"",
        "loss = \"-1 all\"",
        "empty = \"resign\"",
    ];
    assert!(Rule::from_toml(&sound.join("\n"), "a test").is_ok());
    let kept = sound
        .into_iter()
        .filter(|l| l.split(' ').next() != Some(field));
    let lines: Vec<&str> = kept.chain([line]).collect();
    let error = Rule::from_toml(&lines.join("\n"), "rules/x.toml").expect_err(line);
    assert!(matches!(error, Error::Rule { .. }), "{error:?}");
    error.to_string()
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    let wrong = [
        ("name", ""),
        ("name", "name = \"\""),
        ("name", "name = \"Rote\""),
        ("name", "name = \"my rule\""),
        ("name", "name = \"r\\u00f4le\""),
        ("name", "name = \"../x\""),
        ("name", "name = 3"),
        ("start", ""),
        ("start", "start = []"),
        ("start", "start = [0]"),
        ("start", "start = [4, 0]"),
        ("start", "start = [-1]"),
        ("start", "start = [1.5]"),
        ("start", "start = [4294967297]"),
        ("start", "start = [18446744073709551616]"),
        ("start", "start = 4"),
        ("symmetry", "symmetry = \"mirror\""),
        ("symmetry", "symmetry = true"),
        ("duplicates", "duplicates = \"Merge\""),
        ("boxes", "boxes = \"304\""),
        ("empty", "empty = \"rest\""),
        ("win", "win = \"+3\""),
        ("win", "win = \"+0 all\""),
        ("win", "win = \"3 all\""),
        ("win", "win = \"++3 all\""),
        ("win", "win = \"+3 all last\""),
        ("win", "win = \"+3 ALL\""),
        ("win", "win = \"+1.5 all\""),
        ("win", "win = \"+ 3 all\""),
        ("win", "win = \"+72057594037927937 all\""),
        ("win", "win = \"+99999999999999999999 all\""),
        ("win", "win = 3"),
        ("draw", "draw = \"\""),
        ("draw", "draw = \"nothing all\""),
        ("draw", "draw = \"\\u00e9 all\""),
        ("loss", "loss = \"-x last\""),
        ("loss", "loss = \"- last\""),
        ("loss", "loss = \"-0 last\""),
        ("loss", "loss = \"wipe\""),
        ("loss", "loss = \"wipe some\""),
        ("loss", "loss = [\"wipe\", \"last\"]"),
        ("reward", "reward = \"+3 all\""),
        ("win", "win = \"+3 all\"\nwin = \"+1 all\""),
    ];
    for (field, line) in wrong {
        let error = spoilt(field, line);
        assert!(error.contains("rules/x.toml"), "{line}: {error}");
        assert!(
            error.contains(field),
            "{line} does not name {field}: {error}"
        );
        assert!(!error.contains('\n'), "{line}: {error}");
    }
}

#[test]
fn what_is_no_toml_is_refused() {
    for text in [
        "",
        "rote",
        "name = ",
        "\u{0}",
        "[name]\nstart = [1]",
        "name = 'x'\nstart = [1",
    ] {
        let error = Rule::from_toml(text, "rules/x.toml")
            .expect_err("no rule")
            .to_string();
        assert!(error.starts_with("rule `rules/x.toml`: "), "{error}");
    }
}

#[test]
fn the_largest_beads_are_accepted() {
    let text = "name = \"big\"\nstart = [4294967296]\nwin = \"+72057594037927936 all\"";
    let rule = Rule::from_toml(text, "a test").expect("just within");
    assert_eq!(rule.win.effect, Effect::Add(MOST_BEADS));
    assert_eq!(rule.start_beads(0), 1 << 32);
}
