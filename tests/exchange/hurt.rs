//! Files with random damage.

use matchboxes::exchange::{Encoding, Gaps, Sheet};
use matchboxes::games::TicTacToe;
use matchboxes::learn::preset;
use matchboxes::store::{decode, encode};
use proptest::prelude::*;

use super::values::merging;
use super::{nim, nim_policy, rote};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2 * ProptestConfig::default().cases, ..ProptestConfig::default() })]

    /// A damaged file is either read or refused.
    #[test]
    fn damaged_policies_cause_no_panic(
        json in any::<bool>(),
        cut in any::<prop::sample::Index>(),
        cuts in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            "", "\"", ",", "\n", "1", "-", "18446744073709551615", "1e400", "NaN", "{", "]",
            "first", "c3", "0 0 1 first", "\u{feff}", "\\u0000", "\r",
        ])), 0..4),
    ) {
        let form = if json { Encoding::Json } else { Encoding::Csv };
        let mut bytes = nim_policy(form).into_bytes();
        if cuts {
            bytes.truncate(cut.index(bytes.len()));
        }
        for (place, word) in swaps {
            let place = place.index(bytes.len() + 1);
            bytes.splice(place..place, word.bytes());
        }
        for (place, byte) in changes {
            if !bytes.is_empty() {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
        }
        for rule in [rote(), preset("michie-304").unwrap()] {
            for gaps in [Gaps::Refuse, Gaps::Random, Gaps::Resign] {
                let model = Sheet::parse("f", &bytes).and_then(|s| s.model(&nim(), &rule, gaps));
                match model {
                    Ok(model) => prop_assert_eq!(decode(&encode(&model)), Ok(model)),
                    Err(error) => prop_assert!(!error.to_string().contains('\n')),
                }
            }
        }
    }

    /// The same for boxes and values, where one changed byte more often leaves a valid row.
    #[test]
    fn damaged_boxes_cause_no_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 32..127_u8), 1..4),
    ) {
        let michie = preset("michie-304").unwrap();
        let boxes = "position,side,ply,moves,beads\n\
            .../.../...,first,0,a1 c1 a3 c3,4\n\
            .../.../...,first,0,b1 a2 c2 b3,4\n\
            .../.../...,first,0,b2,4\n";
        let values = "position,side,ply,moves,value,visits\n\
            .../.../...,first,0,a1 c1 a3 c3,-0.25,17\n\
            .../.../...,first,0,b1 a2 c2 b3,1e-3,0\n\
            .../.../...,first,0,b2,99.5,4\n";
        for (rule, text) in [(&michie, boxes), (&merging("q-learning"), values)] {
            let mut bytes = text.as_bytes().to_vec();
            for (place, byte) in &changes {
                let place = place.index(bytes.len());
                bytes[place] = *byte;
            }
            let sheet = Sheet::parse("f", &bytes);
            match sheet.and_then(|s| s.model(&TicTacToe, rule, Gaps::Refuse)) {
                Ok(model) => prop_assert_eq!(decode(&encode(&model)), Ok(model)),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
