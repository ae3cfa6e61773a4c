//! The forms in which other programs write boards and moves: what is recognised stands in these tables, and nothing else
//! is guessed.

/// What to do with a table that has counts of visits, or another column, beside its numbers.
pub(super) const EXTRA_COLUMN: &str =
    "; a column beside the board, the move and its number must be taken out";

/// A name as it is written, shortened, for people to see what was read.
pub(super) fn quoted(name: &str) -> String {
    const MOST: usize = 60;
    let short: String = name.chars().take(MOST).collect();
    let dots = ["", "..."][usize::from(short.len() < name.len())];
    format!("`{}{dots}`", short.replace(char::is_control, " "))
}

/// Marks that are used together, between commas: for a free cell, for the side that usually begins, and for the other. All
/// are in small letters, and numbers are whole ones: `mark` brings them into this form.
const FORMS: [[&str; 3]; 3] = [
    [
        " ,.,-,_,,b,e,n,0,none,null,nan,empty,blank,free",
        "x,cross",
        "o,0,nought,circle",
    ],
    ["0, ,.,-,_,none,null,nan", "1", "2,-1"],
    [" ,.,-,_,e,0,none,null,empty", "b,black", "w,white"],
];

/// Whether a kind of marks has this one.
fn has(kind: &str, mark: &str) -> bool {
    kind.split(',').any(|own| own == mark.to_lowercase())
}

/// Whether these are the usual marks of a free cell, of the side that begins and of the other.
pub(super) fn is_usual(marks: [&str; 3]) -> bool {
    let are = |form: &[&str; 3]| form.iter().zip(marks).all(|(kind, mark)| has(kind, mark));
    FORMS.iter().any(are)
}

/// Three marks: the given ones, and for each missing one a mark that makes them usual, if there is one.
pub(super) fn completed(marks: &[&str]) -> [String; 3] {
    let mut all: Vec<String> = marks.iter().map(|&mark| mark.to_owned()).collect();
    let missing = |form: &[&str; 3]| {
        let mut rest = form.to_vec();
        for mark in marks {
            rest.remove(rest.iter().position(|kind| has(kind, mark))?);
        }
        let first = rest.iter().filter_map(|kind| kind.split(',').next());
        Some(first.map(str::to_uppercase).collect())
    };
    let missing: Option<Vec<String>> = FORMS.iter().find_map(missing);
    let others = [" ", "X", "O"].map(String::from);
    for mark in missing.unwrap_or_default().into_iter().chain(others) {
        if all.len() < 3 && !all.contains(&mark) {
            all.push(mark);
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
    let words = words(&text).into_iter();
    let all: Option<Vec<i64>> = words.map(|word| mark(&word).parse().ok()).collect();
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
