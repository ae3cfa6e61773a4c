//! `docs/learning-rules.md` and the comments of a printed rule are complete and correct.

use std::collections::BTreeSet;

use matchboxes::games::TicTacToe;
use matchboxes::graph::Merging;
use matchboxes::learn::decimal::Decimal;
use matchboxes::learn::{
    Beads, Boxes, Change, CountFrom, DecayPer, Duplicates, Empty, Learners, LearningMethod, Odds,
    Rule, Schedule, StepSize, Training, Update, Values, baselines, presets,
};

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

/// A field of a rule is told twice, where it is written and where its values are described, by the same names. A new field
/// does not compile here before it is set.
#[test]
fn every_field_that_is_written_is_described() {
    let (one, reward) = (Decimal::ONE, Decimal::ZERO);
    let beads = Beads {
        start: vec![4],
        win: Change::default(),
        draw: Change::default(),
        draw_second: Some(Change::default()),
        loss: Change::default(),
        weights: vec![1],
    };
    let odds = Odds {
        a: Decimal::whole(2),
        b: one,
        from: CountFrom::End,
        decay: Decimal::ZERO,
        every: 1,
        per: DecayPer::Set,
    };
    let values = Values {
        method: LearningMethod::Sarsa,
        alpha: StepSize::Visits,
        epsilon: Schedule::default(),
        gamma: one,
        c: one,
        initial: reward,
        win_reward: reward,
        draw_reward: reward,
        draw_reward_second: Some(reward),
        loss_reward: reward,
    };
    let updates = [
        Update::Beads(beads),
        Update::Odds(odds),
        Update::Values(values),
    ];
    let rules = updates.map(|update| Rule {
        name: "whole".to_owned(),
        source: "a test".to_owned(),
        symmetry: Merging::Full,
        duplicates: Duplicates::Keep,
        boxes: Boxes::Every,
        update,
        empty: Empty::Resign,
        opponent: Some("random".to_owned()),
        learner: Some(Learners::First),
        games: Some(1),
    });
    let mut written = BTreeSet::new();
    for rule in rules {
        assert_eq!(Rule::from_toml(&rule.to_toml(), "whole").unwrap(), rule);
        for (name, value) in toml::Table::try_from(&rule).unwrap() {
            let inside = value.as_table().into_iter().flatten();
            written.extend(inside.map(|(inner, _)| format!("{name}.{inner}")));
            written.insert(name);
        }
    }
    assert!(
        written
            .iter()
            .map(String::as_str)
            .eq(Rule::fields().collect::<BTreeSet<_>>())
    );
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
