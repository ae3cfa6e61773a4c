//! The bytes of the format, also written by hand, and the files of every version.

use std::fs;
use std::ops::Range;

use matchboxes::game::{Key, Side};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{
    Exact, Examined, FirstMeetings, History, Layout, Learners, Matchbox, Record, Rule,
    SlidingOrigin, Snapshot, Table, Terms, Training, TrainingSpec, ValueBox, ValueBoxes, preset,
};
use matchboxes::store::{Chapter, FileMark, Model, Pending, Provenance, decode, encode};

use super::small;
use crate::place::sealed::{sealed, sections};
use crate::place::{Place, files};
use crate::shipped::root;
use crate::tools::{results, rows};

pub(crate) const GOLDEN: &[u8] = include_bytes!("../data/files-2026/golden.menace");

pub(crate) const GOLDEN_RULE: &str = r#"
name = "golden"
source = "tests/store.rs"
symmetry = "none"
duplicates = "keep"
boxes = "second-meeting"
start = [4, 2]
win = "+3 all"
draw = "nothing"
loss = "wipe last"
empty = "refill"
"#;

/// The contents of `tests/data/files-2026/golden.menace`.
pub(crate) fn golden() -> Model {
    let rule = Rule::from_toml(GOLDEN_RULE, "golden").unwrap();
    let spec = TrainingSpec {
        fallback: "first".to_owned(),
        games_per_set: 14,
        seed: u64::MAX,
        exact: Examined::EachSet,
        terms: Terms {
            batch: 10,
            max_boxes: Some(300),
            max_memory: None,
        },
        ..TrainingSpec::new("nim:1,2", Learners::Both, rule)
    };
    let by = |from, players| Provenance::Trained {
        run: 251,
        from,
        players,
    };
    let chapter = Chapter {
        spec,
        sets: 1,
        how: by(
            vec![mark("models/\u{e9}.menace", 251), mark("b", 0)],
            vec![mark("c.menace", 255)],
        ),
    };
    let boxes: [(u128, u16, &[u64]); 2] = [(0x402, 0, &[250, 251, 65_536]), (0x200, 2, &[1 << 32])];
    let others: [(u128, u16, &[u64]); 2] = [(3, 1, &[1 << 56]), (0x401, 1, &[0, 65_535])];
    let first = table_by(&chapter.rule, Side::First, &boxes);
    let other = table_by(&chapter.rule, Side::Second, &others);
    let second = Chapter {
        spec: TrainingSpec {
            games_per_set: 7,
            ..TrainingSpec::new("nim:1,2", Learners::Both, chapter.rule.clone())
        },
        sets: 3,
        how: by(Vec::new(), Vec::new()),
    };
    Model {
        made_by: "0.1.0".to_owned(),
        written_by: "0.1.0".to_owned(),
        sections: Vec::new(),
        pending: Some(Pending {
            requested: 1_000,
            left: 997,
        }),
        tables: [Some(first.with_first(met_once(&[7, 300]))), Some(other)],
        history: golden_history(),
        chapters: vec![chapter, second],
    }
}

/// The mark of a file whose hash has these bytes.
pub(crate) fn mark(path: &str, hash: u8) -> FileMark {
    let path = path.to_owned();
    FileMark {
        path,
        hash: [hash; 32],
    }
}

fn golden_history() -> History {
    let mut records = [(1, [4, 0, 3]), (3, [20, 1, 0])].map(|(sets, all)| Record {
        sets,
        results: results(all),
        ..Record::default()
    });
    let boxes = Snapshot {
        boxes: 2,
        ..Snapshot::default()
    };
    let whole = Snapshot {
        missing_colour: vec![0, 1],
        rescued: 5,
        saturated: 6,
        refused: 7,
        origin: SlidingOrigin {
            sum: -1,
            weight: 1 << 32,
            mu: -(1 << 31),
            since: 3,
        },
        exact: Some(Exact {
            random: [1, 2, 999_999_999_997],
            perfect: [0, 1_000_000_000_000, 0],
            worst_case_loss: 4,
            best_response: -5,
            optimal: Some(6),
            optimal_reached: Some(300),
        }),
        ..boxes.clone()
    };
    (records[0].resigned, records[0].snapshots) = ([2, 1], [Some(boxes), Some(whole)]);
    let records = records.into();
    History { records }
}

/// The table of these boxes by the rule `rote`.
pub(crate) fn table(side: Side, boxes: &[(u128, u16, &[u64])]) -> Table {
    table_by(&preset("rote").unwrap(), side, boxes)
}

fn table_by(rule: &Rule, side: Side, boxes: &[(u128, u16, &[u64])]) -> Table {
    let mut table = Table::new(side, Layout::from(rule));
    for &(key, ply, beads) in boxes {
        let beads = beads.to_vec();
        table.insert(Key(key), Matchbox { ply, beads });
    }
    table
}

/// A writer that follows `docs/format.md` and shares no code with the program's own writer: the contents of all sections,
/// and where each begins.
#[derive(Default)]
pub(crate) struct Payload(pub(crate) Vec<u8>, pub(crate) Vec<([u8; 4], usize)>);

impl Payload {
    /// A model up to its chapters.
    pub(crate) fn made() -> Self {
        let start = Self::default().section(*b"MADE").number(1);
        start.text("0.1.0").text("0.1.0")
    }

    /// What a file holds.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut all = Self::default();
        for (tag, contents) in sections(bytes) {
            all = all.section(tag).raw(&contents);
        }
        all
    }

    /// Begins a section.
    pub(crate) fn section(mut self, tag: [u8; 4]) -> Self {
        self.1.push((tag, self.0.len()));
        self
    }

    /// Puts these bytes in the place of others.
    pub(crate) fn splice(&mut self, at: Range<usize>, bytes: &[u8]) {
        self.0.splice(at.clone(), bytes.iter().copied());
        for (_, start) in &mut self.1 {
            if *start > at.start {
                let moved = (*start + bytes.len()).saturating_sub(at.len());
                *start = moved.max(at.start);
            }
        }
    }

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

    /// A number of equal chapters by this rule against this opponent, without a limit, a player asked or a name; the
    /// numbers are games per set, seed, exact, run and sets.
    pub(crate) fn chapters(
        self,
        count: usize,
        game: &str,
        learners: u8,
        [rule, opponent]: [&str; 2],
        [games, seed, exact, run, sets]: [u64; 5],
    ) -> Self {
        let chapter = Self::default().text(game).raw(&[learners]);
        let chapter = chapter.text(rule).text(opponent).text("");
        let chapter = chapter.numbers([games, seed, exact, 1, 0, 0, sets, 0, run, 0, 0]);
        self.number(count as u128).raw(&chapter.0.repeat(count))
    }

    pub(crate) fn sealed(&self) -> Vec<u8> {
        self.of_kind(*b"MEN", [1, 1])
    }

    /// A file of this kind, of this version and for readers from this one on.
    pub(crate) fn of_kind(&self, kind: [u8; 3], versions: [u16; 2]) -> Vec<u8> {
        let ends = self.1.iter().map(|(_, start)| *start).skip(1);
        let sections = self.1.iter().zip(ends.chain([self.0.len()]));
        let sections = sections.map(|((tag, start), end)| (*tag, self.0[*start..end].to_vec()));
        let magic = [0x8D, kind[0], kind[1], kind[2], b'\r', b'\n', 0x1A, b'\n'];
        sealed(magic, versions, &sections.collect())
    }
}

fn met_once(prints: &[u64]) -> FirstMeetings {
    let mut first = FirstMeetings::default();
    assert!(prints.iter().all(|print| first.add(*print)));
    first
}

/// The payload of the golden model, written by hand.
pub(crate) fn golden_payload(rule: &str) -> Payload {
    let mut second = Payload::default().chapters(1, "nim:1,2", 2, [rule, ""], [7, 0, 0, 251, 3]);
    second.0.remove(0);
    let made = Payload::made().number(2).text("nim:1,2").raw(&[2]);
    let made = made.text(rule).text("").text("first");
    let made = made.numbers([14, u64::MAX, 1, 10, 1, 300, 0, 1, 0, 251, 2]);
    let made = made.text("models/\u{e9}.menace").raw(&[251; 32]);
    let made = made.text("b").raw(&[0; 32]);
    let made = made.number(1).text("c.menace").raw(&[255; 32]);
    let made = made.raw(&second.0).numbers([1, 1_000, 997]);
    let history = made.section(*b"HIST").numbers([2, 1, 4, 0, 3, 2, 1]);
    let history = history.numbers([1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let history = history.numbers([1, 2, 2, 0, 1, 5, 6, 7, 1, 1 << 33, (1 << 32) - 1, 3]);
    let figures = [1, 2, 999_999_999_997, 0, 1_000_000_000_000, 0, 4, 9, 6, 300];
    let history = history.number(1).numbers(figures);
    let history = history.numbers([3, 20, 1, 0, 0, 0, 0, 0]);
    let beads = history
        .section(*b"BEAD")
        .numbers([1, 2, 0x200, 2, 1, 1 << 32]);
    let beads = beads.numbers([0x202, 0, 3, 250, 251, 65_536]);
    let beads = beads.numbers([2, 7, 293]);
    let beads = beads.numbers([1, 2, 3, 1, 1, 1 << 56]);
    beads.numbers([0x3FE, 1, 2, 0, 65_535, 0])
}

#[test]
fn the_bytes_are_as_documented() {
    assert_eq!(decode(GOLDEN).unwrap(), golden());
    let rule = golden().rule().clone();
    assert_eq!(golden_payload(GOLDEN_RULE.trim_start()).sealed(), GOLDEN);
    // The bytes that are written now are those the document describes.
    assert_eq!(golden_payload(&rule.to_toml()).sealed(), encode(&golden()));
    let nim = Nim::new(&[1, 2], End::Normal).unwrap();
    for table in golden().tables.iter().flatten() {
        table.check(&nim).unwrap();
    }
}

/// A model of values with two boxes, and its payload up to them.
fn valued() -> (Model, Payload) {
    let rule = preset("sarsa").unwrap();
    let training = Training::new(TicTacToe, rule.clone()).games_per_set(1);
    let mut model = Model::from_run(&training.begin().unwrap());
    let found = |ply, value, visits| ValueBox {
        ply,
        values: vec![value, -value],
        visits: vec![visits, 0],
    };
    let boxes = [(Key(5), found(2, 1, 300)), (Key(260), found(0, -200, 0))];
    let boxes = ValueBoxes::from(boxes);
    model.tables[0] = Some(Table::valued(Side::First, Layout::from(&rule), boxes));
    let toml = rule.to_toml();
    let texts = [&*toml, "random"];
    let payload = Payload::made().chapters(1, "tic-tac-toe", 0, texts, [1, 1961, 0, 0, 0]);
    (model, payload.raw(&[0]).section(*b"HIST").number(0))
}

#[test]
fn values_are_signed_and_have_their_visits_beside_them() {
    let (model, payload) = valued();
    let whole = |tag: &[u8; 4], boxes: &[u64]| {
        let payload = Payload(payload.0.clone(), payload.1.clone());
        let (payload, numbers) = (payload.section(*tag).raw(&[1]), boxes.iter());
        let payload = numbers.fold(payload, |payload, &n| payload.number(n.into()));
        // Nothing met once, no second table.
        payload.numbers([0]).raw(&[0]).sealed()
    };
    // The second key is 260.
    let [one, two] = [[5, 2, 2, 2, 1, 2, 300, 0], [255, 0, 2, 399, 400, 2, 0, 0]];
    let bytes = whole(b"VALU", &[&[2][..], &one, &two].concat());
    assert_eq!(encode(&model), bytes);
    assert_eq!(decode(&bytes), Ok(model));
    let same_key = [&[2][..], &one, &[0], &two[1..]].concat();
    for (tag, boxes, reason) in [
        (b"VALU", same_key, "do not ascend"),
        (b"VALU", vec![1, 5, 2, 2, 2, 1, 1, 300], "invalid"),
        (b"VALU", vec![1, 5, 2, 2, 2, 1, 2, u64::MAX, 1], "invalid"),
        (b"VALU", vec![1, 5, 2, 1, 1 << 40, 1, 0], "invalid"),
        (b"VALU", vec![1, 5, 2, 0, 0], "invalid"),
        (b"VALU", vec![1, 5, 65_534, 1, 0, 1, 0], "invalid"),
        (b"BEAD", vec![1, 5, 2, 2, 2, 1], "has no values"),
        (b"MORE", vec![0], "uses section MORE"),
        (b"more", vec![0], "lacks a section"),
    ] {
        let error = decode(&whole(tag, &boxes)).unwrap_err().to_string();
        assert!(error.contains(reason), "{boxes:?}: {error}");
    }
}

/// Files of 0.1.0 as it wrote them, by these commands, and what `check` says of them. Later releases add what they write
/// otherwise; none ever changes.
const FILES_2026: &str = "\
golden.menace | by hand | \
    nim:1,2, both sides learning, rule golden, 28 games in 4 sets, 4 boxes, stopped with 997 sets left
beads.menace | train --game othello:4 --rule michie-1963-sliding --batch 10 --max-boxes 60 --fallback m1 --sets 3 | \
    othello:4, first side learning, rule michie-1963-sliding, 300 games in 3 sets, 60 boxes
values.menace | train --game nim:1,2,3 --learner both --rule sarsa --sets 3 --exact | \
    nim:1,2,3, both sides learning, rule sarsa, 300 games in 3 sets, 37 boxes
shared.menace | train --game nim:3,4 --rule cups-reward --learner shared --sets 3 | \
    nim:3,4, one machine for both sides learning, rule cups-reward, 300 games in 3 sets, 12 boxes
nim.endgames | solve --game nim:1,2,3 --database nim.endgames --within 4 | \
    an endgame database of nim:1,2,3, 19 positions
nim.book | solve --game nim:1,2,3 --book nim.book | an opening book of nim:1,2,3, 21 positions
study.part | study --game hexapawn --runs 5 --sets 3 --exact | \
    a part of a study, runs 0 to 4 of 5: hexapawn, first learning, rote against random, 3 sets of 100 games, seed \
    1961, exact
grid.sweep | sweep --game hexapawn --rule rote --rule her --learner second --runs 3 --sets 6 --exact | \
    a part of a sweep, runs 0 to 11 of 12: 2 trainings, 3 runs of 6 sets of 100 games each on seed 1961 and on seed \
    1962
stopped.part | study --game nim:1,2,3 --learner both --rule sarsa --runs 2 --sets 900 --games-per-set 200000, stopped | \
    a part of a study, runs 0 to 1 of 2, 0 of 2 played: nim:1,2,3, both learning, sarsa against each other, 900 \
    sets of 200,000 games, seed 1961; values: games explore, exact figures are greedy
class.jsonl | serve --class 7b, with each kind of line but a resigned game | the class 7b, 2 groups, 7 games
nim.games | match first perfect --game nim:1,2 --games 2 --record nim.games | 1 game of nim:1,2
policy.json | export of a training of nim:1,2 | a policy of nim:1,2, 5 rows
boxes.csv | export --table of that training | matchboxes, 5 rows, without the name of its game";

/// The promise of `docs/format.md`.
#[test]
fn files_of_every_version_stay_readable() {
    let place = Place::new();
    let folder = root().join("tests/data/files-2026");
    let mut known: Vec<&str> = rows::<3>(FILES_2026).map(|[file, _, _]| file).collect();
    // What a folder of results holds, by which it is kept from another study.
    let results = "result.json";
    known.push(results);
    known.sort_unstable();
    assert_eq!(files(&folder), known);
    fs::copy(folder.join(results), place.at(results)).unwrap();
    let other = "study --game nim:1,2 --runs 2 --sets 1 --seed 2 --csv . --plots none";
    place.fails(other, 1, &["holds results of another study"]);
    for [file, _, said] in rows(FILES_2026) {
        fs::copy(folder.join(file), place.at(file)).unwrap();
        let found = place.ok(&format!("check {file}"));
        assert_eq!(found, format!("{file}: undamaged: {said}\n"));
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
    // The step from 2^64 to the greatest key.
    let last = [&[0xFE][..], &[0xFF; 8], &[0xFE], &[0xFF; 7], &[0, 1, 1, 0]].concat();
    assert!(bytes.windows(last.len()).any(|window| window == last));
}
