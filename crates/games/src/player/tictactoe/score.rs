//! Counts of lines, and exact scores computed from them.

use std::fmt;

use crate::games::tictactoe::LINES;

/// A number of halves, for exact scores and parameters of the hand-written players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Halves(pub i32);

impl Halves {
    /// A whole number.
    #[must_use]
    pub const fn whole(number: i32) -> Self {
        Self(2 * number)
    }

    /// Reads numbers such as `2`, `-1` or `0.5`; `None` unless it is a multiple of one half from -1000 to
    /// 1000.
    pub fn parse(text: &str) -> Option<Self> {
        let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
        let (whole, places) = size.split_once('.').unwrap_or((size, "0"));
        let half = match places.trim_end_matches('0') {
            "" if !places.is_empty() => 0,
            "5" => 1,
            _ => return None,
        };
        // A number may begin with a plus for the library.
        let is_number = whole.bytes().all(|digit| digit.is_ascii_digit());
        let whole: u16 = whole.parse().ok().filter(|_| is_number)?;
        let halves = 2 * i32::from(whole) + half;
        (halves <= 2000).then_some(Self(sign * halves))
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = self.0.unsigned_abs() / 2;
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{whole}{half}"))
    }
}

/// The score of a move and the rule that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// The score.
    pub value: Halves,
    /// The rule that applied, such as `sure win`; `lines` or `any move` if none did.
    pub rule: &'static str,
}

/// The number of lines, out of eight, with each pattern: the numbers of own cells, of the opponent's and of empty ones in
/// a line of three, written as three digits such as `201`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternCounts {
    by_marks: [[u8; 4]; 4],
}

impl PatternCounts {
    /// Counts the lines of a board given as the cells of each side.
    #[must_use]
    pub fn new(own: u16, opponent: u16) -> Self {
        let mut by_marks = [[0; 4]; 4];
        for line in LINES {
            let on_line = |cells: u16| (cells & line).count_ones() as usize;
            by_marks[on_line(own)][on_line(opponent)] += 1;
        }
        Self { by_marks }
    }

    /// The number of lines that the own side can complete with one move: `201`.
    pub const fn threats(&self) -> u8 {
        self.by_marks[2][0]
    }

    /// The number of lines that the opponent can complete with one move: `021`.
    pub const fn opponent_threats(&self) -> u8 {
        self.by_marks[0][2]
    }

    /// The patterns that occur, in the order of their digits, each with its number of lines.
    pub fn iter(&self) -> impl Iterator<Item = (String, u8)> {
        let patterns = (0..=3).flat_map(|own| (0..=3 - own).map(move |opponent| (own, opponent)));
        patterns.filter_map(|(own, opponent)| {
            let lines = self.by_marks[own][opponent];
            let empty = 3 - own - opponent;
            (lines > 0).then(|| (format!("{own}{opponent}{empty}"), lines))
        })
    }
}

impl fmt::Display for PatternCounts {
    /// Writes `012:1 102:2 111:1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.iter().map(|(pattern, n)| format!("{pattern}:{n}"));
        f.pad(&words.collect::<Vec<_>>().join(" "))
    }
}

/// The values of lines if no more urgent rule decides: the heuristic H(a, b, c).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LineValues {
    /// For having exactly one own threat (`201`).
    pub a: Halves,
    /// For each line with one own mark only (`102`).
    pub b: Halves,
    /// For each line with one mark of the opponent only (`012`).
    pub c: Halves,
}

impl LineValues {
    /// The score of a position with these counts.
    pub fn score(&self, counts: &PatternCounts) -> Halves {
        let threat = i32::from(counts.threats() == 1);
        // Lines with one mark and nothing else.
        let [own, opponent] = [counts.by_marks[1][0], counts.by_marks[0][1]].map(i32::from);
        Halves(self.a.0 * threat + self.b.0 * own + self.c.0 * opponent)
    }
}

impl fmt::Display for LineValues {
    /// Writes `a=2,b=0.5,c=-1`, as the command line reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a={},b={},c={}", self.a, self.b, self.c)
    }
}
