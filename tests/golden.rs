//! Results that must never change: the tables and the last set's counts of short trainings with fixed seeds.
//!
//! `data/golden.csv` was recorded from this implementation once it agreed with the plain learner of
//! `differential.rs` everywhere. A commit that changes a number must explain why.

use std::sync::Arc;

use matchboxes::game::Side;
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Opponent, Table, Training, preset};
use matchboxes::player::{First, Perfect, Random};

const GOLDEN: &str = include_str!("data/golden.csv");
const SETS: u64 = 10;

/// One training, as five words: game, rule, learners, opponent, seed.
struct Case<'a>([&'a str; 5]);

impl Case<'_> {
    /// The line of the table for this training: its words and its results.
    fn line(self, game: &AnyGame) -> String {
        let [_, rule, learners, opponent, seed] = self.0;
        let mut run = Training {
            game: game.clone(),
            rule: preset(rule).expect("a preset"),
            learners: learners.parse().expect("learners"),
            opponent: Opponent::Player(match opponent {
                "random" => Arc::new(Random),
                "first" => Arc::new(First),
                "perfect" => Arc::new(Perfect::new(game.clone()).expect("a small game")),
                _ => panic!("no opponent is called {opponent}"),
            }),
            games_per_set: 100,
            seed: seed.parse().expect("a seed"),
            run: 0,
        }
        .begin();
        run.play(SETS);
        let last = run.history().last(1);
        let mut words = self.0.map(str::to_owned).to_vec();
        words.extend(
            Side::BOTH.map(|side| run.table(side).as_ref().map_or("-".to_owned(), fingerprint)),
        );
        let counts = [
            last.results.first_wins,
            last.results.draws,
            last.results.second_wins,
        ];
        words.extend(counts.iter().chain(&last.resigned).map(u64::to_string));
        words.join(";")
    }
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
    let hash = bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
    format!("{hash:016x}")
}

#[test]
fn fixed_seeds_give_the_recorded_results() {
    let lines: Vec<&str> = GOLDEN
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert!(lines.len() > 10);
    let played = lines[1..].iter().map(|line| {
        let words: Vec<&str> = line.split(';').take(5).collect();
        let case = Case(words.try_into().expect("five words at least"));
        parse(case.0[0])
            .map(|game| case.line(&game))
            .expect("a game")
    });
    let played: Vec<String> = played.collect();
    assert_eq!(
        lines[1..],
        played,
        "all current results:\n{}",
        played.join("\n")
    );
}
