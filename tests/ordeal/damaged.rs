//! Damaged files: they are always refused.

use std::fs;

use matchboxes::dice::Dice;

use super::run::run;
use super::scenario::Workshop;
use super::sources::Kind;
use super::tally::Case;

/// One in this number of cases also goes through the program.
const SAMPLE: u64 = 40;

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let source = workshop.sources().some(dice);
    let other = workshop.sources().some(dice);
    let mut bytes = source.bytes.clone();
    let (what, damage) = some(DAMAGES, dice);
    damage(&mut bytes, &other.bytes, dice);
    (*what).clone_into(&mut case.what);
    // Some changes give the same bytes again or another whole file; these are not damaged.
    let mut whole = workshop.sources().0.iter();
    if whole.any(|whole| whole.bytes == bytes) {
        return;
    }
    case.tried = 1;
    if source.kind.reads(&bytes) {
        let (kind, game) = (source.kind, &source.game);
        case.broke(format!("a damaged {kind:?} of {game} is read"));
    }
    if dice.below(SAMPLE) == 0 {
        let line = some(lines(source.kind), dice);
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join(source.kind.file());
        fs::write(&path, &bytes).expect("room for a case");
        let ended = run(place.path(), &line.replace("GAME", &source.game));
        case.judge(&ended, &[1, 2]);
        let left = fs::read_dir(place.path()).expect("a folder").count();
        if left != 1 || fs::read(&path).expect("it is there") != bytes {
            case.broke(ended.describe("the damaged file was changed, or there are other files"));
        }
    }
}

/// Commands that read such a file.
pub(crate) fn lines(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Model => &[
            "check x.menace",
            "check . --json",
            "show x.menace",
            "export x.menace",
            "export x.menace --table --out y.csv",
            "match x.menace random --games 10",
            "train --continue --out x.menace --game GAME --sets 1 --plots none",
            "train --out x.menace --game GAME --sets 1 --plots none",
            "train --out y.menace --game GAME --from x.menace --sets 1 --plots none",
            "train --out y.menace --game GAME --opponent x.menace --plots none",
            "diff x.menace x.menace",
            "merge x.menace x.menace -o y.menace",
            "log x.menace",
            "plot x.menace",
            "play x.menace --learn",
            "tournament x.menace random --csv y",
            "prove x.menace",
            "print x.menace --out kit",
        ],
        Kind::Database => &[
            "solve --game GAME --algorithm alphabeta:database=x.endgames",
            "match alphabeta:database=x.endgames random --games 1 --game GAME",
            "check x.endgames",
        ],
        Kind::Book => &[
            "match alphabeta:book=x.book random --games 1 --game GAME",
            "export alphabeta:book=x.book --game GAME",
            "check x.book",
        ],
        Kind::Sweep => &[
            "sweep --merge x.sweep --plots none",
            "sweep --merge x.sweep --out y.sweep",
            "sweep --game hexapawn --opponent random --opponent first --runs 5 --sets 2 --out x.sweep",
            "check x.sweep",
        ],
        Kind::Part => &[
            "study --merge x.part --plots none",
            "study --merge x.part --out y.part",
            "study --game hexapawn --runs 5 --sets 3 --exact --out x.part",
            "check x.part",
        ],
    }
}

type Damage = fn(&mut Vec<u8>, &[u8], &mut Dice);

const DAMAGES: &[(&str, Damage)] = &[
    ("flipped bits", |bytes, _, dice| {
        for _ in 0..=dice.below(8) {
            let at = place(bytes.len(), dice);
            bytes[at] ^= 1 << dice.below(8);
        }
    }),
    ("other bytes", |bytes, _, dice| {
        for _ in 0..=dice.below(20) {
            let at = place(bytes.len(), dice);
            bytes[at] = byte(dice);
        }
    }),
    ("truncated", |bytes, _, dice| {
        let at = place(bytes.len(), dice);
        bytes.truncate(at);
    }),
    ("truncated at the front", |bytes, _, dice| {
        let at = place(bytes.len(), dice);
        bytes.drain(..at);
    }),
    ("a piece removed", |bytes, _, dice| {
        let (from, to) = piece(bytes.len(), dice);
        bytes.drain(from..to);
    }),
    ("a piece zeroed", |bytes, _, dice| {
        let (from, to) = piece(bytes.len(), dice);
        bytes[from..to].fill(0);
    }),
    ("a piece doubled", |bytes, _, dice| {
        let (from, to) = piece(bytes.len(), dice);
        let copy = bytes[from..to].to_vec();
        bytes.splice(to..to, copy);
    }),
    ("a piece moved", |bytes, _, dice| {
        let (from, to) = piece(bytes.len(), dice);
        let copy: Vec<u8> = bytes.drain(from..to).collect();
        let at = place(bytes.len() + 1, dice);
        bytes.splice(at..at, copy);
    }),
    ("a piece of another file", |bytes, other, dice| {
        let (from, to) = piece(bytes.len().min(other.len()), dice);
        bytes.splice(from..to, other[from..to].iter().copied());
    }),
    ("the end of another file", |bytes, other, dice| {
        bytes.truncate(place(bytes.len(), dice));
        bytes.extend(&other[place(other.len(), dice)..]);
    }),
    ("bytes appended", |bytes, other, dice| match dice.below(3) {
        0 => bytes.extend(other),
        1 => (0..=dice.below(100)).for_each(|_| bytes.push(byte(dice))),
        _ => bytes.resize(bytes.len() + place(100_000, dice) + 1, 0),
    }),
    ("line ends changed", |bytes, _, dice| {
        let ends: [(&[u8], &[u8]); 2] = [(b"\n", b"\r\n"), (b"\r\n", b"\n")];
        let (from, to) = ends[place(2, dice)];
        let mut at = 0;
        let next = |bytes: &[u8]| bytes.windows(from.len()).position(|here| here == from);
        while let Some(found) = next(&bytes[at..]) {
            bytes.splice(at + found..at + found + from.len(), to.iter().copied());
            at += found + to.len();
        }
    }),
    ("converted to UTF-8", |bytes, _, _| {
        *bytes = String::from_utf8_lossy(bytes).into_owned().into_bytes();
    }),
];

/// A random index below a length.
pub(crate) fn place(length: usize, dice: &mut Dice) -> usize {
    dice.index(length.max(1))
}

/// One of these.
pub(crate) fn some<'a, T>(of: &'a [T], dice: &mut Dice) -> &'a T {
    &of[dice.index(of.len())]
}

fn byte(dice: &mut Dice) -> u8 {
    u8::try_from(dice.below(256)).expect("a byte")
}

/// A random range of at least one byte, usually a small one.
fn piece(length: usize, dice: &mut Dice) -> (usize, usize) {
    let most = if dice.below(4) == 0 {
        length
    } else {
        length.min(40)
    };
    let size = 1 + place(most, dice);
    let from = place(length - size + 1, dice);
    (from, from + size)
}
