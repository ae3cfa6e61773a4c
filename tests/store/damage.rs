//! Whatever is not a whole and sensible model is refused, with what is wrong, and never a panic.

use std::fs;
use std::path::Path;

use menace::Error;
use menace::error::Damage;
use menace::game::Side;
use menace::learn::{Learners, Update};
use menace::store::{self, Model, Pending, decode, encode};
use proptest::prelude::*;

use super::golden::{GOLDEN, GOLDEN_RULE, Payload, sealed, table};
use super::{small, use_all};

#[test]
fn every_cut_and_every_flipped_bit_is_noticed() {
    for whole in [encode(&small()), GOLDEN.to_vec()] {
        for cut in 0..whole.len() {
            let reason = decode(&whole[..cut]).unwrap_err();
            assert!(reason.to_string().starts_with("cut short"), "{reason}");
        }
        let mut bytes = whole.clone();
        for bit in 0..8 * whole.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(decode(&bytes).is_err(), "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        for more in [&b"\0"[..], b"\n", &whole] {
            let reason = decode(&[&whole, more].concat()).unwrap_err();
            assert!(matches!(reason, Damage::Long { .. }), "{reason}");
        }
    }
}

#[test]
fn a_damaged_file_is_named_with_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    let whole = encode(&small());
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let text = String::from_utf8_lossy(&whole).into_owned().into_bytes();
    let unix = [&b"\x8DMEN\n\x1A\n"[..], &whole[8..]].concat();
    let length = whole.len();
    let cases = [
        (b"name = \"rote\"\n".to_vec(), "not a model file".to_owned()),
        (text, "not a model file".to_owned()),
        (unix, "text mode".to_owned()),
        (Vec::new(), "cut short: 0 bytes".to_owned()),
        (
            whole[..40].to_vec(),
            format!("cut short: 40 of {length} bytes"),
        ),
        (flipped(8), "the checksum differs".to_owned()),
        (flipped(30), "the checksum differs".to_owned()),
        (sealed(3, b"of later times"), "a newer program".to_owned()),
        (sealed(2, b"of no sense"), "makes no sense".to_owned()),
        (sealed(0, &whole[24..]), "makes no sense".to_owned()),
        (sealed(1, b""), "makes no sense".to_owned()),
    ];
    for (bytes, message) in cases {
        fs::write(&path, bytes).unwrap();
        let error = store::read(&path).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
        assert!(error.to_string().contains(&message), "{error}");
        assert!(error.to_string().contains("a.menace"), "{error}");
    }
    let error = store::read(&folder.path().join("none")).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
}

#[test]
fn what_is_not_a_model_is_not_read_to_its_end() {
    if Path::new("/dev/zero").exists() {
        let error = store::read(Path::new("/dev/zero")).unwrap_err();
        assert!(error.to_string().contains("not a model file"), "{error}");
    }
}

#[test]
fn made_up_lengths_are_refused() {
    let start = || Payload::default().text("nim:1,2").text("0.1.0");
    for length in [1 << 20, 1 << 40, u128::from(u64::MAX), u128::MAX] {
        let chapter = || start().raw(&[0]).number(1).text(GOLDEN_RULE).text("");
        let tables = || chapter().numbers([1, 1, 1, 0, 0, 0]).raw(&[0, 1]);
        for payload in [
            Payload::default().number(length),
            start().raw(&[0]).number(length),
            start().raw(&[0]).number(1).number(length),
            chapter().numbers([1, 1, 1, 0]).number(length),
            tables().number(length),
            tables().numbers([1, 5, 0]).number(length),
            tables().number(0).raw(&[0]).number(length),
            tables()
                .raw(&[0, 0])
                .numbers([1, 0, 0, 0, 0, 0, 0])
                .raw(&[1, 0])
                .number(length),
        ] {
            let reason = decode(&payload.sealed()).unwrap_err();
            assert!(matches!(reason, Damage::Contents(_)), "{reason}");
        }
    }
    let whole = encode(&small());
    let payload = &whole[24..];
    for at in 0..payload.len() {
        let huge = [0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F];
        let bytes = sealed(1, &[&payload[..at], &huge, &payload[at + 1..]].concat());
        if let Ok(model) = decode(&bytes) {
            use_all(&model);
        }
    }
}

#[test]
fn parts_that_do_not_agree_are_refused() {
    type Change = fn(&mut Model);
    let changes: [(&str, Change); 13] = [
        ("no chapter", |m| m.chapters.clear()),
        ("a rule", |m| {
            if let Update::Beads(beads) = &mut m.chapters[0].rule.update {
                beads.start.clear();
            }
        }),
        ("different sets", |m| m.chapters[0].sets += 1),
        ("different sets", |m| m.chapters[0].sets = u64::MAX),
        ("games than", |m| m.chapters[0].games_per_set = u64::MAX),
        ("counts more", |m| {
            m.history.records[0].results.draws = u64::MAX;
        }),
        ("counts more", |m| {
            let snapshot = m.history.records[0].snapshots[0].as_mut().unwrap();
            snapshot.zeroed = vec![u64::MAX, 1];
        }),
        ("sets left", |m| {
            m.pending = Some(Pending {
                requested: 1,
                left: 2,
            });
        }),
        ("sides that learn", |m| m.learners = Learners::Both),
        ("sides that learn", |m| m.tables[0] = None),
        ("other side", |m| {
            m.tables[0] = Some(table(Side::Second, &[]));
        }),
        ("key 0x5 cannot be", |m| {
            m.tables[0] = Some(table(Side::First, &[(5, 0, &[])]));
        }),
        ("key 0x6 cannot be", |m| {
            m.tables[0] = Some(table(Side::First, &[(6, 0, &[1 << 56, 1])]));
        }),
    ];
    for (message, change) in changes {
        let mut model = small();
        assert_eq!(model.check(), Ok(()));
        change(&mut model);
        let reason = model.check().unwrap_err();
        assert!(reason.to_string().contains(message), "{reason}");
    }
}

#[test]
fn boxes_that_are_out_of_order_are_refused() {
    let with_keys = |keys: [u64; 2]| {
        let chapter = Payload::default().text("g").text("v").raw(&[0, 1]);
        let chapter = chapter
            .text(GOLDEN_RULE)
            .text("")
            .numbers([1, 1, 1, 0, 0, 0]);
        let tables = chapter.raw(&[0, 1]).number(2);
        let boxes = keys
            .into_iter()
            .fold(tables, |payload, key| payload.numbers([key, 0, 1, 1]));
        boxes.raw(&[0]).number(0).sealed()
    };
    assert!(decode(&with_keys([1, 2])).is_ok());
    for keys in [[2, 1], [1, 1]] {
        let reason = decode(&with_keys(keys)).unwrap_err();
        assert!(reason.to_string().contains("ascend"), "{reason}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(decode(&bytes).is_err());
        if let Ok(model) = decode(&sealed(1, &bytes)) {
            use_all(&model);
        }
    }

    #[test]
    fn a_changed_file_is_read_or_refused(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut bytes = GOLDEN.to_vec();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.map_or(bytes.len(), |cut| cut.index(bytes.len())));
        prop_assert!(bytes == GOLDEN || decode(&bytes).is_err());
        if let Some(payload) = bytes.get(24..)
            && let Ok(model) = decode(&sealed(1, payload))
        {
            use_all(&model);
        }
    }
}
