//! The forms in which other programs write boards and moves: what is recognised stands in these tables, and nothing else
//! is guessed.

use super::entry::TableEntry;
use super::reading::View;
use crate::error::Error;

/// The forms of a table, for people whose table is in none of them.
const READ: &str = "read are JSON and CSV of boards with a list of numbers, of boards with moves and their numbers, of boards and \
    moves in one key, of boards after a move with their values, and what `menace export` writes \
    (docs/knowledge-base.md has an example of each)";

/// What to do with a table that has counts of visits, or another column, beside its numbers.
pub(super) const EXTRA_COLUMN: &str =
    "; a column beside the board, the move and its number must be taken out";

/// Why a table is not read. The reason names fields of [`BoardReading`](super::BoardReading) in backquotes, in this order.
pub(super) struct UnreadTable {
    line: Option<u64>,
    fields: Vec<&'static str>,
    reason: String,
    /// The view of which its numbers seem to be, if that is the reason.
    pub(super) view: Option<View>,
}

impl From<String> for UnreadTable {
    fn from(reason: String) -> Self {
        Self::naming(Vec::new(), reason)
    }
}

impl UnreadTable {
    pub(super) const fn naming(fields: Vec<&'static str>, reason: String) -> Self {
        Self {
            line: None,
            fields,
            reason,
            view: None,
        }
    }

    /// That its numbers seem to be of this view.
    pub(super) fn of_view(view: View, seen: &str) -> Self {
        let of = match view {
            View::Mover => "the side that moves",
            View::First => "the first side on every board",
            View::Second => "the second side on every board",
            View::Opponent => "the opponent of the side that moves",
        };
        let reason = format!("{seen}: say `view` {} if they are of {of}", view.word());
        Self {
            view: Some(view),
            ..Self::naming(vec!["view"], reason)
        }
    }

    /// That this line is refused.
    pub(super) fn at_line(line: u64, reason: String) -> Self {
        Self {
            line: Some(line),
            ..Self::naming(Vec::new(), reason)
        }
    }

    /// That this was seen on a line, and what is read instead.
    pub(super) fn unknown(line: Option<u64>, seen: &str) -> Self {
        Self {
            line,
            ..format!("{seen}; {READ}").into()
        }
    }

    /// The refusal of the contents of this entry.
    pub(super) fn in_entry(self, entry: &TableEntry) -> Self {
        Self {
            line: entry.line,
            reason: format!("{}: {}", quoted(&entry.name), self.reason),
            ..self
        }
    }

    /// The error for a table of this name.
    pub(super) fn error(self, origin: &str) -> Error {
        match self.line {
            Some(line) if self.fields.is_empty() => Error::line(origin, line, self.reason),
            line => {
                let line = line.map_or_else(String::new, |line| format!(" line {line}"));
                Error::fields(self.fields, format!("{origin}{line}: {}", self.reason))
            }
        }
    }
}

/// A name as it is written, shortened, for people to see what was read.
pub(super) fn quoted(name: &str) -> String {
    const MOST: usize = 60;
    let is_long = name.chars().nth(MOST).is_some();
    let short = name.chars().take(MOST);
    let short: String = short
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("`{short}{}`", if is_long { "..." } else { "" })
}

/// Marks that are used together: for a free cell, for the side that usually begins, and for the other.
pub(super) struct MarkForm {
    free: &'static [&'static str],
    begins: &'static [&'static str],
    answers: &'static [&'static str],
}

/// All marks are written here in small letters, and numbers as whole ones: `mark` brings them into this form.
const FORMS: [MarkForm; 3] = [
    MarkForm {
        free: &[
            " ", ".", "-", "_", "", "b", "e", "n", "0", "none", "null", "nan", "empty", "blank",
            "free",
        ],
        begins: &["x", "cross"],
        answers: &["o", "0", "nought", "circle"],
    },
    MarkForm {
        free: &["0", " ", ".", "-", "_", "none", "null", "nan"],
        begins: &["1"],
        answers: &["2", "-1"],
    },
    MarkForm {
        free: &[" ", ".", "-", "_", "e", "0", "none", "null", "empty"],
        begins: &["b", "black"],
        answers: &["w", "white"],
    },
];

impl MarkForm {
    const fn kinds(&self) -> [&'static [&'static str]; 3] {
        [self.free, self.begins, self.answers]
    }

    fn has(&self, marks: [&str; 3]) -> bool {
        let mut kinds = self.kinds().into_iter().zip(marks);
        kinds.all(|(kind, mark)| kind.contains(&mark.to_lowercase().as_str()))
    }
}

/// Whether these are the usual marks of a free cell, of the side that begins and of the other.
pub(super) fn is_usual(marks: [&str; 3]) -> bool {
    FORMS.iter().any(|form| form.has(marks))
}

/// Whether some form has this mark for a free cell, where the other two are its marks of the sides.
pub(super) fn is_free(mark: &str, stones: [&str; 2]) -> bool {
    let [one, other] = stones;
    is_usual([mark, one, other]) || is_usual([mark, other, one])
}

/// Three marks: the given ones, and for each missing one the usual mark of the same form.
pub(super) fn completed(marks: &[&str]) -> [String; 3] {
    let has = |form: &&MarkForm| {
        let mut kinds = form.kinds();
        marks.iter().all(|mark| {
            let mark = mark.to_lowercase();
            let kind = kinds.iter_mut().find(|kind| kind.contains(&mark.as_str()));
            kind.map(|kind| *kind = &[]).is_some()
        })
    };
    let form = FORMS.iter().find(has).unwrap_or(&FORMS[0]);
    let mut all: Vec<String> = marks.iter().map(|&mark| mark.to_owned()).collect();
    for kind in form.kinds() {
        let is_there = all
            .iter()
            .any(|mark| kind.contains(&mark.to_lowercase().as_str()));
        if !is_there && all.len() < 3 {
            all.push(kind[0].to_uppercase());
        }
    }
    // Where marks are still missing, the usual ones fill up to three.
    for mark in [" ", "X", "O"] {
        if all.len() < 3 && all.iter().all(|own| own != mark) {
            all.push(mark.to_owned());
        }
    }
    std::array::from_fn(|i| all[i].clone())
}

/// A mark as these tables have it: a number in any of its forms (`0`, `0.`, `0.0`, `+1`) is the whole number, and any
/// white space is a blank.
pub(super) fn mark(word: &str) -> String {
    const MOST: f64 = 1e6;
    if word.trim().is_empty() {
        return if word.is_empty() { "" } else { " " }.to_owned();
    }
    let word = word.trim();
    let number: Option<f64> = word.parse().ok();
    match number.filter(|number| number.fract() == 0.0 && number.abs() < MOST) {
        // Without its sign a zero is the same.
        Some(number) => (number + 0.0).to_string(),
        None => word.to_owned(),
    }
}

/// The words of a board or of the name of a move. What stands in quotes is one word; names before an opening parenthesis,
/// as in `array([...])` and `np.float64(0.0)`, and names with their values, as in `dtype=int8`, are none.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_apart = |c: char| c.is_whitespace() || ",;|/()[]{}".contains(c);
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    for c in text.chars().chain([' ']) {
        let is_in_quotes = quote.is_some();
        if quote == Some(c) {
            quote = None;
            words.push(std::mem::take(&mut word));
        } else if !is_in_quotes && matches!(c, '\'' | '"') && word.is_empty() {
            quote = Some(c);
        } else if !is_in_quotes && is_apart(c) {
            let done = std::mem::take(&mut word);
            let is_name = c == '(' || done.contains('=');
            if !done.is_empty() && !is_name {
                words.push(done);
            }
        } else {
            word.push(c);
        }
    }
    words
}

/// The numbers of a move's name, as whole ones, if it is made of them: `4`, `(0, 1)`, `0-1`, `[0. 1.]`. One with a sign or
/// beyond any board is given as it is, so that it can be refused.
pub(super) fn coordinates(name: &str) -> Option<Vec<i64>> {
    let mut text = String::new();
    for c in name.chars() {
        // Between two numbers it is no sign.
        let joins = matches!(c, '-' | '_' | ':') && text.ends_with(|c: char| c.is_ascii_digit());
        text.push(if joins { ' ' } else { c });
    }
    let all: Option<Vec<i64>> = words(&text)
        .iter()
        .map(|word| mark(word).parse().ok())
        .collect();
    all.filter(|all| !all.is_empty())
}

/// The mark of who plays a move, where it stands before it, as in `O-4` or `O-b2`, and the move.
pub(super) fn without_side(name: &str) -> (Option<&str>, &str) {
    let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let is_cell = |text: &str| {
        let name = text.strip_prefix(|c: char| c.is_ascii_alphabetic());
        coordinates(text).is_some() || name.is_some_and(is_number)
    };
    match name.split_once(['-', ':', '_']) {
        Some((side, m))
            if !is_cell(name) && !side.contains(|c: char| c.is_ascii_digit()) && is_cell(m) =>
        {
            (Some(side), m)
        }
        _ => (None, name),
    }
}
