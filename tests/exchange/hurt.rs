//! Files with random damage.

use matchboxes::exchange::{Encoding, Gaps, Sheet};
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::preset;
use matchboxes::store::{decode, encode};
use proptest::prelude::*;

use super::values::merging;
use super::{nim, nim_policy, rote};

/// Boxes and values, in which one changed byte more often leaves a valid row than in a policy.
const BOXES: &str = "position,side,ply,moves,beads
.../.../...,first,0,a1 c1 a3 c3,4
.../.../...,first,0,b1 a2 c2 b3,4
.../.../...,first,0,b2,4
";
const VALUES: &str = "position,side,ply,moves,value,visits
.../.../...,first,0,a1 c1 a3 c3,-0.25,17
.../.../...,first,0,b1 a2 c2 b3,1e-3,0
.../.../...,first,0,b2,99.5,4
";

proptest! {
    #![proptest_config(ProptestConfig { cases: 3 * ProptestConfig::default().cases, ..ProptestConfig::default() })]

    /// A damaged file is either read or refused.
    #[test]
    fn damaged_tables_cause_no_panic(
        which in 0..4_usize,
        cut in proptest::option::weighted(0.3, any::<prop::sample::Index>()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..5),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            "", "\"", ",", "\n", "1", "-", "18446744073709551615", "1e400", "NaN", "{", "]",
            "first", "c3", "0 0 1 first", "\u{feff}", "\\u0000", "\r",
        ])), 0..3),
    ) {
        let michie = preset("michie-304").unwrap();
        let (text, game, rule) = match which {
            0 => (nim_policy(Encoding::Csv), AnyGame::from(nim()), rote()),
            1 => (nim_policy(Encoding::Json), nim().into(), rote()),
            2 => (BOXES.to_owned(), TicTacToe.into(), michie.clone()),
            _ => (VALUES.to_owned(), TicTacToe.into(), merging("q-learning")),
        };
        let mut bytes = text.into_bytes();
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        for (place, word) in swaps {
            let place = place.index(bytes.len() + 1);
            bytes.splice(place..place, word.bytes());
        }
        for (place, byte) in changes {
            if let Some(at) = bytes.len().checked_sub(1) {
                bytes[place.index(at + 1)] = byte;
            }
        }
        for rule in [rule, michie] {
            for gaps in [Gaps::Refuse, Gaps::Random, Gaps::Resign] {
                let model = Sheet::parse("f", &bytes).and_then(|s| s.model(&game, &rule, gaps));
                match model {
                    Ok(model) => prop_assert_eq!(decode(&encode(&model)), Ok(model)),
                    Err(error) => prop_assert!(!error.to_string().contains('\n')),
                }
            }
        }
    }
}
