//! Results that must never change: the tables and the last set's counts of short trainings with fixed seeds.
//!
//! `data/golden.csv` was recorded from this implementation once it agreed with the plain learner of
//! `differential.rs` everywhere. A commit that changes a number must explain why.

use matchboxes::game::Side;
use matchboxes::games::parse;
use matchboxes::learn::{Table, Training};
use matchboxes::roster;

use crate::tools::{fnv, rule};

const GOLDEN: &str = include_str!("data/golden.csv");
const SETS: u64 = 10;

/// The line of the table for a training, given as five words (game, rule, learners, opponent, seed): these and its results.
fn line(case: [&str; 5]) -> String {
    let [game, rule, learners, opponent, seed] = case;
    let game = parse(game).expect("a game");
    let played_by = roster::opponent(&game, opponent, Side::Second).expect("an opponent");
    let training = Training::new(game, self::rule(rule))
        .learners(learners.parse().expect("learners"))
        .opponent(opponent, played_by);
    let mut run = training
        .seed(seed.parse().expect("a seed"))
        .begin()
        .unwrap();
    run.play(SETS);
    let last = run.history().last(1);
    let tables =
        Side::BOTH.map(|side| run.table(side).as_ref().map_or("-".to_owned(), fingerprint));
    let results = &last.results;
    let counts = [results.first_wins, results.draws, results.second_wins];
    let counts = counts.iter().chain(&last.resigned).map(u64::to_string);
    let words = case
        .map(str::to_owned)
        .into_iter()
        .chain(tables)
        .chain(counts);
    words.collect::<Vec<_>>().join(";")
}

/// FNV-1a, 64 bits, over all boxes by ascending key: 16 bytes of key, 2 of ply, 8 for each colour,
/// the lowest byte first.
fn fingerprint(table: &Table) -> String {
    let mut bytes = Vec::new();
    for (key, matchbox) in table {
        bytes.extend(key.0.to_le_bytes());
        bytes.extend(matchbox.ply.to_le_bytes());
        bytes.extend(matchbox.beads.iter().flat_map(|n| n.to_le_bytes()));
    }
    format!("{:016x}", fnv(bytes))
}

#[test]
fn fixed_seeds_give_the_recorded_results() {
    let lines = GOLDEN.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    assert!(lines.len() > 10);
    let played = lines[1..].iter().map(|whole| {
        let words: Vec<&str> = whole.split(';').take(5).collect();
        line(words.try_into().expect("five words at least"))
    });
    let played: Vec<String> = played.collect();
    assert_eq!(
        lines[1..],
        played,
        "all current results:\n{}",
        played.join("\n")
    );
}
