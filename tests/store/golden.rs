//! The bytes of the format, also written by hand, and a file of every version.

use matchboxes::game::{Key, Results, Side};
use matchboxes::games::{End, Nim};
use matchboxes::learn::{
    Exact, History, Layout, Learners, Matchbox, Origin, Record, Rule, Snapshot, Table,
};
use matchboxes::store::{Chapter, Model, Pending, decode, encode};

use super::small;

pub(crate) const GOLDEN: &[u8] = include_bytes!("../data/format-1.menace");

pub(crate) const GOLDEN_RULE: &str = r#"
name = "golden"
source = "tests/store.rs"
symmetry = "none"
duplicates = "keep"
boxes = "every"
start = [4, 2]
win = "+3 all"
draw = "nothing"
loss = "wipe last"
empty = "refill"
"#;

/// The contents of `tests/data/format-1.menace`.
pub(crate) fn golden() -> Model {
    let rule = Rule::from_toml(GOLDEN_RULE, "golden").unwrap();
    let chapter = Chapter {
        rule,
        opponent: String::new(),
        games_per_set: 7,
        seed: u64::MAX,
        run: 251,
        exact: true,
        terms: matchboxes::learn::Terms::default(),
        outside: String::new(),
        sets: 1,
        from: vec!["models/a.menace".to_owned(), "b".to_owned()],
    };
    let second = Chapter {
        opponent: "random, \u{e9}".to_owned(),
        seed: 0,
        exact: false,
        terms: matchboxes::learn::Terms::default(),
        outside: String::new(),
        sets: 3,
        from: Vec::new(),
        ..chapter.clone()
    };
    Model {
        game: "nim:1,2".to_owned(),
        version: "0.1.0".to_owned(),
        learners: Learners::Both,
        chapters: vec![chapter, second],
        pending: Some(Pending {
            requested: 1_000,
            left: 997,
        }),
        tables: [
            Some(table(
                Side::First,
                &[
                    (0x402, 0, &[250, 251, 65_536]),
                    (0x200, 2, &[4_294_967_296]),
                ],
            )),
            Some(table(
                Side::Second,
                &[(3, 1, &[1 << 56]), (0x401, 1, &[0, 65_535])],
            )),
        ],
        history: History {
            records: vec![
                Record {
                    sets: 1,
                    results: Results {
                        first_wins: 4,
                        draws: 0,
                        second_wins: 3,
                    },
                    resigned: [2, 1],
                    snapshots: [
                        Some(Snapshot {
                            boxes: 2,
                            ..Snapshot::default()
                        }),
                        Some(Snapshot {
                            boxes: 2,
                            zeroed: vec![0, 1],
                            rescued: 5,
                            saturated: 6,
                            refused: 7,
                            origin: Origin {
                                sum: -1,
                                weight: 1 << 32,
                                mu: -(1 << 31),
                                since: 3,
                            },
                            exact: Some(Exact {
                                random: [1, 2, 3],
                                perfect: [0, 1_000_000_000_000, 0],
                                worst_loss: 4,
                                best_response: -5,
                                right: 6,
                                right_reached: 300,
                            }),
                        }),
                    ],
                },
                Record {
                    sets: 3,
                    results: Results {
                        first_wins: 20,
                        draws: 1,
                        second_wins: 0,
                    },
                    ..Record::default()
                },
            ],
        },
    }
}

pub(crate) fn table(side: Side, boxes: &[(u128, u16, &[u64])]) -> Table {
    let rule = Rule::from_toml(GOLDEN_RULE, "golden").unwrap();
    let mut table = Table::new(side, Layout::from(&rule));
    for &(key, ply, beads) in boxes {
        let beads = beads.to_vec();
        table.insert(Key(key), Matchbox { ply, beads });
    }
    table
}

/// A writer that follows `docs/format.md` and shares no code with the program's own writer.
#[derive(Default)]
pub(crate) struct Payload(pub(crate) Vec<u8>);

impl Payload {
    pub(crate) fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    pub(crate) fn number(self, n: u128) -> Self {
        let (mark, width) = match n {
            0..251 => return self.raw(&n.to_le_bytes()[..1]),
            251..0x1_0000 => (0xFB, 2),
            0x1_0000..0x1_0000_0000 => (0xFC, 4),
            0x1_0000_0000..0x1_0000_0000_0000_0000 => (0xFD, 8),
            _ => (0xFE, 16),
        };
        self.raw(&[mark]).raw(&n.to_le_bytes()[..width])
    }

    pub(crate) fn numbers<const N: usize>(self, numbers: [u64; N]) -> Self {
        let numbers = numbers.into_iter();
        numbers.fold(self, |payload, n| payload.number(n.into()))
    }

    pub(crate) fn text(self, text: &str) -> Self {
        self.number(text.len() as u128).raw(text.as_bytes())
    }

    pub(crate) fn sealed(&self) -> Vec<u8> {
        sealed(1, &self.0)
    }
}

pub(crate) fn sealed(version: u16, payload: &[u8]) -> Vec<u8> {
    let mut head = b"\x8DMEN\r\n\x1A\n".to_vec();
    head.extend(version.to_le_bytes());
    head.extend([0, 0]);
    head.extend((payload.len() as u64).to_le_bytes());
    let sum = crc32fast::hash(&[&head, payload].concat());
    [&head, &sum.to_le_bytes()[..], payload].concat()
}

/// The payload of the golden model, written by hand.
pub(crate) fn golden_payload(rule: &str) -> Payload {
    Payload::default()
        .text("nim:1,2")
        .text("0.1.0")
        .raw(&[2, 2])
        .text(rule)
        .text("")
        .numbers([7, u64::MAX, 251, 1, 1, 2])
        .text("models/a.menace")
        .text("b")
        .text(rule)
        .text("random, \u{e9}")
        .numbers([7, 0, 251, 0, 3, 0])
        .raw(&[1])
        .numbers([1_000, 997])
        .raw(&[1])
        .numbers([2, 0x200, 2, 1, 1 << 32])
        .numbers([0x402, 0, 3, 250, 251, 65_536])
        .raw(&[1])
        .numbers([2, 3, 1, 1, 1 << 56])
        .numbers([0x401, 1, 2, 0, 65_535])
        .numbers([2, 1, 4, 0, 3, 2, 1])
        .raw(&[1])
        .numbers([2, 0, 0, 0, 0])
        .raw(&[0, 0, 1])
        .numbers([2, 2, 0, 1, 5, 6, 7])
        .raw(&[1])
        .numbers([1, 1 << 33, (1 << 32) - 1, 3])
        .raw(&[1])
        .numbers([1, 2, 3, 0, 1_000_000_000_000, 0, 4, 9, 6, 300])
        .numbers([3, 20, 1, 0, 0, 0])
        .raw(&[0, 0])
}

/// A file of version 1 as it was first written; neither the file nor this test must change.
#[test]
fn format_1_stays_readable() {
    assert_eq!(decode(GOLDEN).unwrap(), golden());
    let rule = golden().rule().clone();
    assert_eq!(golden_payload(GOLDEN_RULE.trim_start()).sealed(), GOLDEN);
    assert_eq!(
        golden_payload(&rule.to_toml()).sealed(),
        encode(&golden()),
        "the bytes that are written now are those the document describes"
    );
    let nim = Nim::new(&[1, 2], End::Normal).unwrap();
    for table in golden().tables.iter().flatten() {
        table.check(&nim).unwrap();
    }
}

#[test]
fn keys_have_128_bits() {
    let mut model = small();
    for key in [1 << 64, u128::MAX] {
        let beads = vec![1];
        let first = model.tables[0].as_mut().unwrap();
        first.insert(Key(key), Matchbox { ply: 0, beads });
    }
    let bytes = encode(&model);
    assert_eq!(decode(&bytes).unwrap(), model);
    let last = [&[0xFE][..], &[0xFF; 16], &[0, 1, 1]].concat();
    assert!(bytes.windows(last.len()).any(|window| window == last));
}
