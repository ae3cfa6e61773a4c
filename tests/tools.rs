//! What tests of several areas need of the library: rules, weights, and games solved by plain recursion.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::collections::HashMap;

use matchboxes::game::{Game, Key, Move, Outcome, Results};
use matchboxes::games::{End, Nim};
use matchboxes::learn::{Rule, preset};
use matchboxes::player::Player;

/// The rule of a preset.
pub(crate) fn rule(name: &str) -> Rule {
    preset(name).expect("a preset")
}

/// The preset with these fields, as TOML with semicolons between them, instead of its own.
pub(crate) fn rule_with(name: &str, fields: &str) -> Rule {
    let read = |text: &str| text.parse::<toml::Table>().expect("fields of a rule");
    let mut whole = read(&rule(name).to_toml());
    for (field, value) in read(&fields.replace("; ", "\n")) {
        match (whole.get_mut(&field), value) {
            (Some(toml::Value::Table(own)), toml::Value::Table(inner)) => own.extend(inner),
            (_, value) => drop(whole.insert(field, value)),
        }
    }
    Rule::from_toml(&whole.to_string(), name).unwrap_or_else(|error| panic!("{fields}: {error}"))
}

/// Nim of these piles.
pub(crate) fn nim(piles: &[u8], end: End) -> Nim {
    Nim::new(piles, end).expect("nim")
}

/// The counts of the three results of games.
pub(crate) fn results([first_wins, draws, second_wins]: [u64; 3]) -> Results<u64> {
    Results {
        first_wins,
        draws,
        second_wins,
    }
}

/// The lines of a table whose cells have bars between them.
pub(crate) fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    table.lines().map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells.try_into().expect("a cell for each column")
    })
}

/// The weights of a player for the moves of a position.
pub(crate) fn weights<G: Game, P: Player<G> + ?Sized>(
    player: &P,
    game: &G,
    at: &G::Position,
) -> Vec<u64> {
    let moves: Vec<Move> = game.moves(at).collect();
    let mut weights = vec![0; moves.len()];
    player.weigh(game, at, &moves, &mut weights);
    weights
}

/// The moves to which a player gives weight, which must be as much for each.
pub(crate) fn chosen<G: Game, P: Player<G> + ?Sized>(
    player: &P,
    game: &G,
    at: &G::Position,
) -> Vec<Move> {
    let weights = weights(player, game, at);
    assert!(weights.iter().all(|&weight| weight <= 1), "uniform");
    let all = game.moves(at).zip(weights);
    all.filter(|(_, weight)| *weight > 0)
        .map(|(m, _)| m)
        .collect()
}

/// What plain recursion finds for a position: its outcome, the moves left when the winner hurries and the
/// loser delays, and the moves left when the winner delays and the loser hurries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) outcome: Outcome,
    pub(crate) hurried: u16,
    pub(crate) prolonged: u16,
}

/// Solves a position and all that can come after it.
pub(crate) fn solve<G: Game>(
    game: &G,
    at: &G::Position,
    known: &mut HashMap<Key, Solved>,
) -> Solved {
    if let Some(&found) = known.get(&game.key(at)) {
        return found;
    }
    let side = game.side(at);
    let found = if let Some(outcome) = game.outcome(at) {
        let (hurried, prolonged) = (0, 0);
        Solved {
            outcome,
            hurried,
            prolonged,
        }
    } else {
        let after = game.moves(at).map(|m| game.play(at, m));
        let after: Vec<Solved> = after.map(|at| solve(game, &at, known)).collect();
        let verdicts = after.iter().map(|solved| solved.outcome.verdict(side));
        let outcome = verdicts.max().expect("a move").outcome_for(side);
        let kept = || after.iter().filter(|solved| solved.outcome == outcome);
        let (hurried, prolonged) = (kept().map(|k| k.hurried), kept().map(|k| k.prolonged));
        let (hurried, prolonged) = if outcome == Outcome::Win(side) {
            (hurried.min(), prolonged.max())
        } else {
            (hurried.max(), prolonged.min())
        };
        Solved {
            outcome,
            hurried: hurried.expect("a move") + 1,
            prolonged: prolonged.expect("a move") + 1,
        }
    };
    known.insert(game.key(at), found);
    found
}

/// All positions of a game, solved.
pub(crate) fn solved<G: Game>(game: &G) -> HashMap<Key, Solved> {
    let mut known = HashMap::new();
    solve(game, &game.start(), &mut known);
    known
}

/// FNV-1a, 64 bits.
pub(crate) fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, mix)
}
