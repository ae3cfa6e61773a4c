//! Checks that only real keys are read as positions.

use std::collections::BTreeSet;

use matchboxes::game::{Game, Key};
use matchboxes::graph::{Budget, Graph, Merging};

use super::step;
use crate::whole::whole_or;

/// Checks that numbers near real keys are refused unless they are real keys too, and that the complete graph
/// contains every real key.
pub(crate) fn check_keys<G: Game>(game: &G, real: &BTreeSet<Key>) {
    let graph = Graph::complete(game.clone(), Merging::Full, Budget::new(1 << 16), "a test")
        .expect("small");
    let mut candidates = vec![0_u128];
    for byte in 0..16 {
        let own = real.iter().map(|key| key.0.to_le_bytes()[byte]);
        let near = own.flat_map(|v| [v, v.wrapping_add(1), v.wrapping_sub(1)]);
        let mut values: BTreeSet<u8> = near.collect();
        if values == BTreeSet::from([0, 1, u8::MAX]) {
            values = BTreeSet::from([0]);
            candidates.extend(real.iter().map(|key| key.0 | 1 << (8 * byte)));
        }
        let shifted = |v: u8| u128::from(v) << (8 * byte);
        // In the short form some of many, at an odd distance.
        let step = whole_or(1, (candidates.len() * values.len() / 20_000) | 1);
        let lows = candidates.iter();
        let all = lows.flat_map(|low| values.iter().map(move |&v| low | shifted(v)));
        candidates = all.step_by(step).collect();
    }
    assert!(candidates.len() > real.len());
    for key in candidates.into_iter().map(Key) {
        let at = game.position(key);
        let is_real = real.contains(&key);
        assert_eq!(at.is_some(), is_real, "{}: {key:?}", game.name());
        assert!(at.is_none_or(|at| game.key(&at) == key && graph.find(&at).is_some()));
    }
}

/// Checks that a key with one flipped bit is refused or belongs to a position that obeys the rules.
pub(crate) fn check_spoilt_keys<G: Game>(game: &G, real: &[G::Position]) {
    let some = real.iter().step_by(step(real.len()));
    for (at, bit) in some.flat_map(|at| (0..128).map(move |bit| (at, bit))) {
        let key = Key(game.key(at).0 ^ 1 << bit);
        let Some(spoilt) = game.position(key) else {
            continue;
        };
        let text = game.write_position(&spoilt);
        assert_eq!(game.key(&spoilt), key, "{text}: key and back");
        let read = game.read_position(&text).ok();
        assert_eq!(read, Some(spoilt), "{text}: text and back");
        let is_over = game.moves(&spoilt).next().is_none();
        assert_eq!(is_over, game.outcome(&spoilt).is_some(), "{text}");
    }
}
