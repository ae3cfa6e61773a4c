//! The forms in which other programs write boards and moves: what is recognised stands in these tables, and nothing else
//! is guessed.

use crate::error::Error;

/// Why a table is not read. The reason names fields of [`BoardReading`](super::BoardReading) in backquotes, in this order.
pub(super) struct UnreadTable {
    fields: Vec<&'static str>,
    reason: String,
}

impl From<String> for UnreadTable {
    fn from(reason: String) -> Self {
        Self::naming(Vec::new(), reason)
    }
}

impl UnreadTable {
    pub(super) const fn naming(fields: Vec<&'static str>, reason: String) -> Self {
        Self { fields, reason }
    }

    /// The refusal of what stands on this board.
    pub(super) fn on_board(self, board: &str) -> Self {
        Self::naming(self.fields, format!("`{board}`: {}", self.reason))
    }

    /// The error for a table of this name.
    pub(super) fn error(self, origin: &str) -> Error {
        Error::fields(self.fields, format!("{origin}: {}", self.reason))
    }
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

/// Whether some form has this mark for a free cell, where the other two are those of the sides in it.
pub(super) fn is_free(mark: &str, stones: [&str; 2]) -> bool {
    let [one, other] = stones;
    is_usual([mark, one, other]) || is_usual([mark, other, one])
}

/// Three marks, of which those that a table lacks are the usual ones beside the others.
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
    // Where the marks are of no form, as many as are needed are left.
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

/// A way to write the cells of a board one after another.
type Layout = fn(&str) -> Vec<String>;

/// All of them: one character for each cell, words, fields between commas, of which some may be empty, one character each in
/// rows that are set apart, or apart in some other way.
const LAYOUTS: [Layout; 5] = [
    |board| characters(board, |_| false),
    words,
    |board| {
        let inside = board.trim_matches(|c: char| "()[]{}".contains(c));
        let fields = inside
            .split(',')
            .map(|field| field.trim().trim_matches(['\'', '"']));
        fields.map(str::to_owned).collect()
    },
    |board| characters(board, |c| "|/\n".contains(c)),
    |board| characters(board, |c| c.is_whitespace() || ",;|/()[]{}'\"".contains(c)),
];

fn characters(board: &str, is_apart: fn(char) -> bool) -> Vec<String> {
    let kept = board.chars().filter(|&c| !is_apart(c));
    kept.map(String::from).collect()
}

/// The marks of the cells of each board, all in the layout in which most boards have as many as the game has cells; `None`
/// for the others.
pub(super) fn cells(boards: &[&str], count: usize) -> Vec<Option<Vec<String>>> {
    let fits = |layout: &Layout| {
        boards
            .iter()
            .filter(|board| layout(board).len() == count)
            .count()
    };
    let mut best = (0, LAYOUTS[0]);
    for layout in LAYOUTS {
        let fits = fits(&layout);
        if fits > best.0 {
            best = (fits, layout);
        }
    }
    boards
        .iter()
        .map(|board| {
            let words = (best.1)(board);
            (words.len() == count).then(|| words.iter().map(|word| mark(word)).collect())
        })
        .collect()
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
