//! `docs/learning-rules.md` and the comments of a printed rule are complete and correct.

use std::collections::BTreeSet;

use matchboxes::games::TicTacToe;
use matchboxes::learn::{Empty, Rule, Training, baselines, presets};
use proptest::prelude::*;

use crate::differential::any_rule;

const PAGE: &str = include_str!("../../docs/learning-rules.md");

/// The rule written on the page.
fn example() -> Rule {
    let (_, block) = PAGE.split_once("```toml\n").expect("an example");
    let (text, _) = block.split_once("```").expect("an end");
    Rule::from_toml(text, "the page").expect("a rule")
}

#[test]
fn the_example_of_the_page_learns() {
    let mut run = Training::new(TicTacToe, example()).begin().unwrap();
    run.play(30);
    let won = |from: usize, to: usize| -> u64 {
        let records = &run.history().records[from..to];
        records.iter().map(|record| record.results.first_wins).sum()
    };
    assert!(won(20, 30) > won(0, 1) * 10 + 50, "it learns to win");
    assert_eq!(run.history().last(30).resigned[0], 0, "it plays on");
}

#[test]
fn the_page_names_every_field_and_value() {
    for empty in Empty::PLAIN.into_iter().chain([Empty::ResetAt(10)]) {
        assert!(PAGE.contains(&format!("| `\"{empty}\"` |")), "{empty}");
    }
    // The first cell of a row names a field, a few that are alike, or a table.
    let first = |line: &'static str| line.strip_prefix("| `")?.split(" |").next();
    let names = PAGE
        .lines()
        .filter_map(first)
        .flat_map(|cell| cell.split("`, `"));
    let named: Vec<&str> = names.map(|name| name.trim_end_matches('`')).collect();
    for field in Rule::fields() {
        let name = field.rsplit('.').next().expect("a name");
        let table = format!("[{name}]");
        assert!(named.contains(&name) || named.contains(&&*table), "{field}");
    }
    let values = "none | rotations | full | keep | merge | every | choice | hopeful | first | second | both | end | \
         own-move | last-box | play | set | +3 all | +3 last | +1 random all | -1 all | -1 last | wipe all | wipe last | nothing";
    for value in values.split(" | ") {
        assert!(PAGE.contains(&format!("`\"{value}\"`")), "{value}");
    }
}

/// Every field that is written and read has its line in `explained.txt`, and no other name has one.
#[test]
fn every_field_that_is_read_is_described() {
    let mut read = BTreeSet::new();
    for (table, within) in [("", ""), ("odds.", "[odds]"), ("values.", "[values]")] {
        let text = format!("{within}\nzzz = 1");
        let refused = toml::from_str::<Rule>(&text).unwrap_err().to_string();
        let (_, names) = refused.split_once("expected one of ").expect("a list");
        let names = names.lines().next().unwrap_or_default().split(", ");
        read.extend(names.map(|name| format!("{table}{}", name.trim_matches('`'))));
    }
    let described: BTreeSet<String> = Rule::fields().map(str::to_owned).collect();
    assert_eq!(read, described);
}

/// Rules with every field, none at its default: what moves beads, what moves odds, and what learns values.
const WHOLE: [&str; 3] = [
    "name = 'whole'\nsource = 'a test'\nsymmetry = 'full'\nduplicates = 'merge'\nboxes = 'choice'\nstart = [4, 3]\n\
     win = '+3 all'\ndraw = '+1 all'\ndraw-second = '+2 all'\nloss = '-1 all'\nweights = [1, 2]\nempty = 'refill'\n\
     opponent = 'first'\nlearner = 'second'\ngames = 7",
    "name = 'odds'\nstart = [1]\n[odds]\na = 1.025\nb = 1.5\nfrom = 'own-move'\ndecay = 0.99\nevery = 100\nper = 'set'",
    "name = 'values'\nstart = [1]\n[values]\nmethod = 'sarsa'\nalpha = '1/n'\nepsilon = 0.1\ngamma = 0.9\nc = 1.4\n\
     initial = 0.5\nwin-reward = 2.5\ndraw-reward = 0.25\ndraw-reward-second = 0.75\nloss-reward = -1.5",
];

#[test]
fn every_field_is_written_and_read_back() {
    let mut written = BTreeSet::new();
    for text in WHOLE {
        let rule = Rule::from_toml(text, "whole").unwrap();
        assert_eq!(Rule::from_toml(&rule.to_toml(), "whole").unwrap(), rule);
        let table = toml::Table::try_from(&rule).unwrap();
        let given: toml::Table = text.parse().unwrap();
        for (name, value) in given {
            assert_eq!(table[&name], value, "{name}");
            let inside = value.as_table().into_iter().flatten();
            written.extend(inside.map(|(inner, _)| format!("{name}.{inner}")));
            written.insert(name);
        }
    }
    let described: BTreeSet<String> = Rule::fields().map(str::to_owned).collect();
    assert_eq!(written, described, "a field is missing in WHOLE");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A rule in which any field is set is written and read back.
    #[test]
    fn any_rule_is_written_and_read_back(rule in any_rule()) {
        let text = rule.to_toml();
        prop_assert_eq!(Rule::from_toml(&text, "any").unwrap().to_toml(), text);
    }
}

/// A printed rule has every field that it uses, and those that it could use as comments.
#[test]
fn a_printed_rule_explains_every_field() {
    let all = presets().into_iter().chain(baselines());
    let texts: Vec<String> = all.map(|rule| rule.to_explained_toml()).collect();
    let lines: Vec<&str> = texts.iter().flat_map(|text| text.lines()).collect();
    for field in Rule::fields() {
        let name = field.rsplit('.').next().expect("a name");
        let is_it = |line: &&str| {
            let line = line.trim_start_matches("# ");
            line.split(" =").next() == Some(name) || line == format!("[{name}]")
        };
        assert!(lines.iter().any(is_it), "{field} is not in explained.txt");
    }
}

#[test]
fn a_rule_printed_with_comments_reads_back() {
    for rule in presets().into_iter().chain([example()]) {
        let text = rule.to_explained_toml();
        assert_eq!(Rule::from_toml(&text, "printed").expect("a rule"), rule);
        for field in ["weights = ", "opponent = ", "learner = ", "games = "] {
            assert!(text.contains(field), "{field} in {text}");
        }
        for line in text.lines() {
            let is_short = !line.starts_with('#') || line.len() <= 96;
            assert!(line.is_ascii() && is_short, "{line}");
        }
        // With the commented fields enabled, it is still a rule.
        let bare = text.replace("\n# weights =", "\nweights =");
        let bare = bare.replace("\n# learner =", "\nlearner =");
        assert!(Rule::from_toml(&bare, "printed").is_ok(), "{bare}");
    }
}
