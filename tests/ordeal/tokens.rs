//! The payload of a file as a list of parts, read and written according to `docs/format.md` without the
//! program's own reader, so that any part can be changed under a valid header.

use std::collections::VecDeque;

use matchboxes::game::Game;
use matchboxes::games;

use super::place::sealed::{Sections, sealed, sections};
use super::sources::Kind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Byte(u8),
    Number(u128),
    Text(Vec<u8>),
    /// A number in so many bytes, the lowest first.
    Fixed(u64, usize),
    /// The beginning of a section with this tag.
    Section([u8; 4]),
    /// The 32 bytes of a hash.
    Hash(Vec<u8>),
    /// A whole model in the file.
    Model(Payload),
    /// Bytes written unchanged, for a part in a form that no writer uses.
    Raw(Vec<u8>),
}

/// A part with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) token: Token,
}

/// An element of a list: the range of its parts, and the index of the part with the length of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) count: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A payload as parts and list elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Payload {
    pub(crate) parts: Vec<Part>,
    pub(crate) elements: Vec<Element>,
}

/// Reads the parts of a whole file.
pub(crate) fn read(kind: Kind, bytes: &[u8]) -> Payload {
    let sections = sections(bytes);
    let contents: Vec<u8> = sections.iter().flat_map(|(_, all)| all.clone()).collect();
    let mut reader = Reader {
        tags: sections.iter().map(|(tag, _)| *tag).collect(),
        rest: &contents,
        payload: Payload::default(),
    };
    if kind != Kind::Model {
        reader.section();
    }
    match kind {
        Kind::Model => reader.model(),
        Kind::Database => reader.solved(true),
        Kind::Book => reader.solved(false),
        Kind::Part | Kind::Sweep => reader.part(),
    }
    assert!(reader.rest.is_empty(), "a whole file is read to its end");
    reader.payload
}

impl Payload {
    /// Gives the lengths of the models in the file, after these were changed.
    pub(crate) fn settle(&mut self) {
        let models = self.parts.iter().filter_map(|part| match &part.token {
            Token::Model(inner) => Some(inner.model().len() as u128),
            _ => None,
        });
        let models: Vec<u128> = models.collect();
        let parts = self.parts.iter_mut();
        let lengths = parts.filter(|part| part.name == "model length");
        for (part, length) in lengths.zip(models) {
            part.token = Token::Number(length);
        }
    }

    /// As a whole model.
    fn model(&self) -> Vec<u8> {
        sealed(*Kind::Model.magic(), [1; 2], &self.sections())
    }

    pub(crate) fn sections(&self) -> Sections {
        let mut sections = Vec::new();
        let mut lost = Vec::new();
        for part in &self.parts {
            if let Token::Section(tag) = part.token {
                sections.push((tag, Vec::new()));
                continue;
            }
            let bytes = sections.last_mut().map_or(&mut lost, |(_, bytes)| bytes);
            match &part.token {
                Token::Byte(byte) => bytes.push(*byte),
                Token::Fixed(n, width) => bytes.extend(&n.to_le_bytes()[..*width]),
                Token::Model(inner) => bytes.extend(inner.model()),
                Token::Number(n) => write(*n, bytes),
                Token::Text(text) => {
                    write(text.len() as u128, bytes);
                    bytes.extend(text);
                }
                Token::Raw(raw) | Token::Hash(raw) => bytes.extend(raw),
                Token::Section(_) => {}
            }
        }
        sections
    }
}

/// Writes a number in the shortest form that fits.
fn write(n: u128, bytes: &mut Vec<u8>) {
    let (mark, width) = match n {
        0..251 => (None, 1),
        251..0x1_0000 => (Some(0xFB), 2),
        0x1_0000..0x1_0000_0000 => (Some(0xFC), 4),
        0x1_0000_0000..0x1_0000_0000_0000_0000 => (Some(0xFD), 8),
        _ => (Some(0xFE), 16),
    };
    bytes.extend(mark);
    bytes.extend(&n.to_le_bytes()[..width]);
}

/// What the length of the results of a training depends on.
struct Course {
    sides: usize,
    openings: usize,
    exact: u8,
}

struct Reader<'a> {
    /// The tags of the sections that are still to be read.
    tags: VecDeque<[u8; 4]>,
    rest: &'a [u8],
    payload: Payload,
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Vec<u8> {
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        taken.to_vec()
    }

    fn put(&mut self, name: &'static str, token: Token) {
        self.payload.parts.push(Part { name, token });
    }

    /// A number in all of its bytes.
    fn fixed(&mut self, name: &'static str, width: usize) {
        let mut whole = [0; 8];
        whole[..width].copy_from_slice(&self.take(width));
        self.put(name, Token::Fixed(u64::from_le_bytes(whole), width));
    }

    fn byte(&mut self, name: &'static str) -> u8 {
        let byte = self.take(1)[0];
        self.put(name, Token::Byte(byte));
        byte
    }

    fn bare(&mut self) -> u128 {
        let first = self.take(1)[0];
        let width = match first {
            0xFB => 2,
            0xFC => 4,
            0xFD => 8,
            0xFE => 16,
            small => return small.into(),
        };
        let mut all = [0; 16];
        all[..width].copy_from_slice(&self.take(width));
        u128::from_le_bytes(all)
    }

    fn number(&mut self, name: &'static str) -> u128 {
        let n = self.bare();
        self.put(name, Token::Number(n));
        n
    }

    fn numbers(&mut self, names: &[&'static str]) {
        for name in names {
            self.number(name);
        }
    }

    fn section(&mut self) -> [u8; 4] {
        let tag = self.tags.pop_front().expect("a whole file");
        self.put("section", Token::Section(tag));
        tag
    }

    fn hash(&mut self) {
        let hash = self.take(32);
        self.put("hash", Token::Hash(hash));
    }

    fn files(&mut self, name: &'static str) {
        self.list(name, |r| {
            r.text("path");
            r.hash();
        });
    }

    fn text(&mut self, name: &'static str) {
        let length = usize::try_from(self.bare()).expect("a whole file");
        let text = self.take(length);
        self.put(name, Token::Text(text));
    }

    fn list(&mut self, name: &'static str, mut element: impl FnMut(&mut Self)) {
        let count = self.payload.parts.len();
        for _ in 0..self.number(name) {
            let from = self.payload.parts.len();
            element(self);
            let to = self.payload.parts.len();
            self.payload.elements.push(Element { count, from, to });
        }
    }

    fn option(&mut self, name: &'static str, inner: impl FnOnce(&mut Self)) {
        if self.byte(name) == 1 {
            inner(self);
        }
    }

    fn model(&mut self) {
        self.section();
        self.number("numbering");
        self.text("version");
        self.text("version");
        self.list("chapters", |r| {
            r.training();
            r.number("sets of a chapter");
            match r.byte("how") {
                0 => {
                    r.number("run");
                    r.files("from");
                    r.files("players");
                }
                1 => r.list("games listed", |r| r.text("game listed")),
                2 => {
                    r.number("machine");
                    r.list("games by hand", |r| r.text("game by hand"));
                }
                3 => {
                    r.text("file of games");
                    r.number("games of it");
                    r.hash();
                }
                4 => {
                    r.text("imported file");
                    r.hash();
                }
                _ => {
                    r.text("merged model");
                    r.hash();
                    r.number("chapters of it");
                }
            }
        });
        self.option("pending", |r| r.numbers(&["requested", "left"]));
        self.section();
        self.list("records", |r| {
            r.numbers(&["sets", "wins", "draws", "wins", "resigned", "resigned"]);
            for _ in 0..2 {
                r.option("snapshot", Self::snapshot);
            }
        });
        let has_values = self.section() == *b"VALU";
        for _ in 0..2 {
            self.option("table", |r| {
                r.list("boxes", |r| {
                    r.numbers(&["key", "ply"]);
                    let names = ["value", "visits of a colour"];
                    for name in if has_values { &names[..] } else { &["beads"] } {
                        r.list("colours", |r| r.numbers(&[name]));
                    }
                });
                r.list("met once", |r| r.numbers(&["print"]));
            });
        }
    }

    /// A training; returns its game, who learns, and when its figures are exact.
    fn training(&mut self) -> (String, u8, u8) {
        self.text("game");
        let game = match &self.payload.parts.last().expect("just read").token {
            Token::Text(text) => String::from_utf8_lossy(text).into_owned(),
            _ => String::new(),
        };
        let learners = self.byte("learners");
        self.text("rule");
        self.text("opponent");
        self.text("player asked");
        self.numbers(&["games per set", "seed"]);
        let exact = self.byte("exact");
        self.number("batch");
        for _ in 0..2 {
            self.option("limit", |r| r.numbers(&["most"]));
        }
        (game, learners, exact)
    }

    fn course(&mut self) -> Course {
        let (game, learners, exact) = self.training();
        let game = games::parse(&game).expect("a whole file");
        self.numbers(&["runs", "sets of a run", "window"]);
        self.files("files");
        Course {
            sides: if learners == 2 { 2 } else { 1 },
            openings: game.moves(&game.start()).count(),
            exact,
        }
    }

    /// Which runs are there: how many have ended, and the lengths of those that have not.
    fn runs(&mut self) -> (u128, Vec<[u128; 2]>) {
        let (mut done, mut begun) = (0, Vec::new());
        self.list("ranges", |r| {
            r.number("left out");
            done += r.number("runs of a range");
        });
        self.list("runs in progress", |r| {
            r.number("run");
            begun.push(["model length", "rest length"].map(|name| r.number(name)));
        });
        (done, begun)
    }

    fn spread(&mut self) {
        self.list("values", |r| r.numbers(&["value", "times"]));
    }

    fn in_progress(&mut self, lengths: &[[u128; 2]]) {
        for lengths in lengths {
            let [model, rest] = lengths.map(|n| usize::try_from(n).expect("a whole file"));
            let inner = read(Kind::Model, &self.take(model));
            self.put("model", Token::Model(inner));
            for _ in 0..rest {
                self.byte("rest");
            }
        }
    }

    fn part(&mut self) {
        self.number("results");
        let mut is_sweep = false;
        self.option("grid", |r| {
            is_sweep = true;
            r.list("parameters", |r| r.text("parameter"));
            r.list("trainings", |r| {
                r.list("values of a training", |r| r.text("value of a training"));
            });
        });
        let mut courses = Vec::new();
        self.list("courses", |r| courses.push(r.course()));
        self.numbers(&["first", "end"]);
        if is_sweep {
            self.sweep(courses[0].exact > 0);
        } else {
            self.study(&courses);
        }
    }

    fn study(&mut self, courses: &[Course]) {
        let runs: Vec<_> = courses.iter().map(|_| self.runs()).collect();
        for (course, (done, _)) in courses.iter().zip(&runs) {
            if *done > 0 {
                self.list("names of curves", |r| r.text("name of a curve"));
                self.list("points", |r| {
                    r.list("curves", Self::spread);
                    r.list("short", |r| {
                        r.numbers(&["curve", "value", "games played", "times"]);
                    });
                });
                self.list("speeds", |r| {
                    r.spread();
                    r.number("not reached");
                });
            }
            for _ in 0..*done {
                let figures = if course.exact > 0 { 20 } else { 0 };
                for _ in 0..6 + course.sides * (5 + figures + 3) {
                    self.fixed("count of a run", 8);
                }
                for _ in 0..=course.openings {
                    self.fixed("favourite", 2);
                }
            }
        }
        for (_, begun) in &runs {
            self.in_progress(begun);
        }
    }

    fn sweep(&mut self, is_exact: bool) {
        let (done, begun) = self.runs();
        for _ in 0..done {
            for _ in 0..3 + usize::from(is_exact) {
                self.fixed("figure of a run", 8);
            }
        }
        self.in_progress(&begun);
    }

    fn snapshot(&mut self) {
        self.number("boxes met");
        self.list("missing colour", |r| r.numbers(&["missing colour by ply"]));
        self.numbers(&["rescued", "saturated", "refused"]);
        self.numbers(&["sum", "weight", "mu", "since"]);
        self.option("figures", |r| {
            for _ in 0..6 {
                r.number("chances");
            }
            r.numbers(&["worst-case loss", "best response"]);
            r.numbers(&["optimal", "optimal reached"]);
        });
    }

    fn solved(&mut self, is_database: bool) {
        self.number("numbering");
        self.text("game");
        self.number("start");
        self.byte("merging");
        if is_database {
            self.option("within", |r| r.numbers(&["moves within"]));
            self.list("entries", |r| r.numbers(&["step", "value"]));
        } else {
            self.number("moves");
            self.list("pages", |r| {
                r.number("step");
                r.list("best", |r| r.numbers(&["best move"]));
            });
        }
    }
}
