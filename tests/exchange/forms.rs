//! Tables in the forms of other programs, made here, and evaluated here by other code than the library's: an import
//! plays as their own reader would, or it is refused with all that can be meant.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use matchboxes::arena::Ground;
use matchboxes::exchange::{BoardReading, Boards, Gaps, ReadBoards, SheetContent};
use matchboxes::game::Game as _;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::preset;
use matchboxes::roster;
use serde_json::{Map, Value, json};

use super::{reader, rote};
use crate::place::Text as _;
use crate::whole::whole_or;

/// The cells of a board: 0 is free, 1 the stone of the side that began, 2 that of the other.
pub(super) type Cells = [usize; 9];

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// The number of the side that has won; 3 for a draw.
pub(super) fn over(cells: &Cells) -> Option<usize> {
    let line = LINES.iter().map(|line| line.map(|i| cells[i]));
    let full = |[one, two, three]: &[usize; 3]| *one > 0 && one == two && two == three;
    let won = { line }.find(full).map(|line| line[0]);
    won.or_else(|| cells.iter().all(|&n| n > 0).then_some(3))
}

pub(super) fn to_move(cells: &Cells) -> usize {
    1 + cells.iter().filter(|&&n| n > 0).count() % 2
}

pub(super) fn after(cells: &Cells, cell: usize) -> Cells {
    let mut next = *cells;
    next[cell] = to_move(cells);
    next
}

/// All boards that are not over.
pub(super) fn boards() -> Vec<Cells> {
    let mut all = vec![[0; 9]];
    let mut seen = HashSet::from([[0; 9]]);
    let mut next = 0;
    while let Some(&at) = all.get(next) {
        next += 1;
        for cell in (0..9).filter(|&cell| at[cell] == 0) {
            let then = after(&at, cell);
            if over(&then).is_none() && seen.insert(then) {
                all.push(then);
            }
        }
    }
    all
}

/// A number of no pattern below 1, for a board and a cell.
pub(super) fn noise(cells: &Cells, cell: usize) -> f64 {
    let mixed = cells.iter().fold(cell as u64 + 11, |mixed, &n| {
        let mixed = (mixed ^ n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    });
    f64::from(u32::try_from(mixed >> 40).unwrap()) / f64::from(1 << 24)
}

/// The values of a machine that has learnt to win at once, and little else.
pub(super) fn values(cells: &Cells) -> Vec<f64> {
    let value = |cell: usize| match over(&after(cells, cell)) {
        Some(1 | 2) => 1.0,
        _ => noise(cells, cell) - 0.4,
    };
    (0..9)
        .map(|cell| if cells[cell] == 0 { value(cell) } else { 0.0 })
        .collect()
}

/// The chances of a first win, a draw and a second win of a player with these weights on one side against any moves.
pub(super) fn chances(
    cells: &Cells,
    seat: usize,
    weights: &dyn Fn(&Cells) -> Vec<f64>,
    known: &mut HashMap<Cells, [f64; 3]>,
) -> [f64; 3] {
    if let Some(side) = over(cells) {
        let place = [0, 0, 2, 1][side];
        let mut chances = [0.0; 3];
        chances[place] = 1.0;
        return chances;
    }
    if let Some(&chances) = known.get(cells) {
        return chances;
    }
    let free = |cell: usize| if cells[cell] == 0 { 1.0 } else { 0.0 };
    let own: Vec<f64> = if to_move(cells) == seat {
        weights(cells)
    } else {
        (0..9).map(free).collect()
    };
    let all: f64 = (0..9).map(|cell| own[cell] * free(cell)).sum();
    let mut sum = [0.0; 3];
    for cell in (0..9).filter(|&cell| cells[cell] == 0 && own[cell] > 0.0) {
        let then = chances(&after(cells, cell), seat, weights, known);
        for (sum, chance) in sum.iter_mut().zip(then) {
            *sum += own[cell] / all * chance;
        }
    }
    known.insert(*cells, sum);
    sum
}

/// One for each free cell of the greatest value.
#[expect(clippy::float_cmp, reason = "a greedy reader compares so")]
pub(super) fn greedy(cells: &Cells, values: &[f64]) -> Vec<f64> {
    let free = || (0..9).filter(|&cell| cells[cell] == 0);
    let most = free().map(|cell| values[cell]);
    let most = most.fold(f64::NEG_INFINITY, f64::max);
    let one = |cell: usize| u8::from(cells[cell] == 0 && values[cell] == most);
    (0..9).map(|cell| one(cell).into()).collect()
}

/// Checks that a table, imported so, has the chances of these weights on both sides; and returns how it was read.
pub(super) fn plays(
    table: &Value,
    reading: &BoardReading,
    seats: &[usize],
    weights: &dyn Fn(&Cells) -> Vec<f64>,
) -> BoardReading {
    let game = AnyGame::from(TicTacToe);
    let read = read(table, reading).unwrap_or_else(|error| panic!("{error}"));
    let rule = match read.sheet.content() {
        SheetContent::Values => preset("q-learning").unwrap(),
        _ => rote(),
    };
    let model = read.sheet.model(&game, &rule, Gaps::Random).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let own = ground.policy(&reader(&model));
    let random = ground.policy(&*roster::player(&game, "random").unwrap());
    for &seat in seats {
        let mut pair = [&own, &random];
        pair.rotate_right(seat - 1);
        let found = ground.chances(pair);
        let wanted = chances(&[0; 9], seat, weights, &mut HashMap::new());
        let found = [found.first_wins, found.draws, found.second_wins];
        let is_near = |i: usize| (found[i] - wanted[i]).abs() < 1e-9;
        let marks = &read.marks;
        assert!(
            (0..3).all(is_near),
            "side {seat}: {found:?} {wanted:?} {marks:?}"
        );
    }
    read.reading
}

/// Reads a table of boards of tic-tac-toe so.
pub(super) fn read(table: &Value, reading: &BoardReading) -> matchboxes::Result<ReadBoards> {
    let boards = Boards::parse(Path::new("t"), table.to_string().as_bytes())?;
    let game = AnyGame::from(TicTacToe);
    boards.unwrap().sheet(&game, "t", reading)
}

pub(super) fn refused(table: &Value, reading: &BoardReading) -> String {
    read(table, reading).unwrap_err().to_string()
}

pub(super) fn table(
    boards: &[Cells],
    key: &dyn Fn(&Cells) -> String,
    numbers: &dyn Fn(&Cells) -> Value,
) -> Value {
    let rows = boards.iter().map(|at| (key(at), numbers(at)));
    Value::Object(rows.collect::<Map<_, _>>())
}

pub(super) fn asking(
    marks: Option<&str>,
    own: Option<&str>,
    content: Option<SheetContent>,
) -> BoardReading {
    BoardReading {
        marks: marks.map(str::to_owned),
        own: own.map(str::to_owned),
        content,
        ..BoardReading::default()
    }
}

/// A board as text. With `is_own`, the second mark is that of the side to move, whichever side it has.
pub(super) fn marked(
    at: &Cells,
    marks: [&str; 3],
    between: &str,
    around: &str,
    is_own: bool,
) -> String {
    let exchanged = is_own && to_move(at) == 2;
    let mark = |&n: &usize| match n {
        0 => marks[0],
        n => marks[if exchanged { 3 - n } else { n }],
    };
    let cells: Vec<&str> = at.iter().map(mark).collect();
    let rows: Vec<String> = cells.chunks(3).map(|row| row.join(between)).collect();
    let between = if around.contains("[[") {
        "]\n ["
    } else {
        between
    };
    around.replace('*', &rows.join(between))
}

/// The marks of a form, what is between cells and around them.
const FORMS: [([&str; 3], &str, &str); 13] = [
    (["0.", "1.", "2."], " ", "[*]"),
    (["0.", "1.", "-1."], " ", "[ *]"),
    (["0.", "1.", "-1."], "  ", "[[*]]"),
    (["0.0", "1.0", "2.0"], ", ", "(*)"),
    (["None", "'X'", "'O'"], ", ", "(*)"),
    (["None", "X", "O"], ",", "*"),
    (["EMPTY", "CROSS", "NOUGHT"], " ", "*"),
    (["0.", "1.", "-1."], ", ", "array([*])"),
    (
        ["np.float64(0.0)", "np.float64(1.0)", "np.float64(-1.0)"],
        ", ",
        "(*)",
    ),
    (["0", "1", "2"], ", ", "array([*], dtype=int8)"),
    (["' '", "'X'", "'O'"], ", ", "[*]"),
    (["b", "x", "o"], "", "*"),
    ([".", "B", "W"], "", "*"),
];

/// Marks are read in every form.
#[test]
fn marks_are_read_in_every_form() {
    let boards = boards();
    let weights = |at: &Cells| greedy(at, &values(at));
    for (marks, between, around) in FORMS {
        let key = |at: &Cells| marked(at, marks, between, around, false);
        let table = table(&boards, &key, &|at| json!(values(at)));
        plays(&table, &asking(None, None, None), &[1, 2], &weights);
    }
}

/// A player that always has one mark is named or refused in every form; what is imported then, and boards of one side alone, is
/// tried in some forms, and in all of them in the whole form.
#[test]
fn a_player_that_always_has_one_mark_is_named_or_refused() {
    let boards = boards();
    let weights = |at: &Cells| greedy(at, &values(at));
    for (number, (marks, between, around)) in FORMS.into_iter().enumerate() {
        let key = |at: &Cells| marked(at, marks, between, around, true);
        let all = table(&boards, &key, &|at| json!(values(at)));
        let error = refused(&all, &asking(None, None, None));
        let own = marks[1].trim_start_matches("np.float64(");
        let own = own.trim_matches(['\'', ')']);
        let whole = own.trim_end_matches('0').trim_end_matches('.');
        let read = if own.starts_with('1') { whole } else { own };
        error.has([
            "in 2 ways",
            "4,520 boards",
            &format!("`own` {read}"),
            "the greatest number wins on",
        ]);
        if number % whole_or(1, 3) > 0 {
            continue;
        }
        plays(&all, &asking(None, Some(own), None), &[1, 2], &weights);
        let of_side = |side| {
            let own = boards.iter().copied().filter(|at| to_move(at) == side);
            table(&own.collect::<Vec<_>>(), &key, &|at| json!(values(at)))
        };
        // The second side alone can be read in one way only.
        plays(&of_side(2), &asking(None, None, None), &[2], &weights);
        // The first alone says nothing about who begins.
        let first = of_side(1);
        let error = refused(&first, &asking(None, None, None));
        error.has(["in 2 ways", "`marks`"]);
        plays(&first, &asking(None, Some(own), None), &[1], &weights);
    }
}

#[test]
fn given_marks_are_three_characters_or_words_that_the_boards_have() {
    let boards = boards();
    let weights = |at: &Cells| greedy(at, &values(at));
    let key = |at: &Cells| marked(at, ["free", "you", "me"], " ", "*", false);
    let table = table(&boards, &key, &|at| json!(values(at)));
    for marks in ["free,you,me", "free you me", "free, you, me"] {
        plays(&table, &asking(Some(marks), None, None), &[1, 2], &weights);
    }
    for (marks, own, words) in [
        (None, None, "`marks` free,you,me"),
        (Some("free,you,him"), None, "the mark `me`"),
        (Some("free,you"), None, "three words"),
        (Some("you,you,me"), None, "three words"),
        (None, Some("X"), "contradict what was asked"),
        (
            Some("free,you,me"),
            Some("free"),
            "contradict what was asked",
        ),
    ] {
        refused(&table, &asking(marks, own, None)).has([words]);
    }
    // Boards that the machine cannot meet are counted.
    let turned = asking(Some("free,you,me"), Some("you"), None);
    refused(&table, &turned).has(["contradict what was asked"]);
}

/// Values that are closer than what a model keeps, or larger, are followed in their order.
#[test]
fn a_greedy_reader_plays_by_the_order_of_the_values() {
    let boards = boards();
    let key = |at: &Cells| marked(at, [" ", "X", "O"], "", "*", false);
    for (scale, base) in [
        (1e-10, 0.9),
        (1e-12, 0.0),
        (2e-16, 0.25),
        (1e6, -3.0),
        (1e300, 1.0),
    ] {
        let scaled = |at: &Cells| -> Vec<f64> {
            let all = values(at).into_iter();
            all.map(|value| base + value * scale).collect()
        };
        let table = table(&boards, &key, &|at| json!(scaled(at)));
        let reading = asking(None, None, Some(SheetContent::Values));
        plays(&table, &reading, &[1, 2], &|at| greedy(at, &scaled(at)));
    }
}

/// Numbers without a sign are weights only if they can be nothing else.
#[test]
fn numbers_that_can_be_weights_or_values_are_refused_with_both() {
    let boards = boards();
    let key = |at: &Cells| marked(at, [" ", "X", "O"], "", "*", false);
    let free = |at: &Cells, own: &dyn Fn(usize) -> f64| -> Vec<f64> {
        let of = |cell: usize| if at[cell] == 0 { own(cell) } else { 0.0 };
        (0..9).map(of).collect()
    };
    let none = asking(None, None, None);
    let [weights, values_of] =
        [SheetContent::Policy, SheetContent::Values].map(|one| asking(None, None, Some(one)));
    let fractions = |at: &Cells| free(at, &|cell| 0.5 + values(at)[cell] / 2.0);
    let table_of =
        |numbers: &dyn Fn(&Cells) -> Vec<f64>| table(&boards, &key, &|at| json!(numbers(at)));
    let both = table_of(&fractions);
    refused(&both, &none).has(["`numbers` weights", "`numbers` values", "4,520 boards"]);
    plays(&both, &weights, &[1, 2], &fractions);
    plays(&both, &values_of, &[1, 2], &|at| greedy(at, &fractions(at)));
    // Some boards are all zero: of whole numbers, too, they can be without beads or without a value.
    let some = |at: &Cells| {
        let most = if noise(at, 9) < 0.2 { 0.0 } else { 3.0 };
        free(at, &|cell| (most * noise(at, cell)).floor())
    };
    refused(&table_of(&some), &none).has(["boards where all are 0"]);
    // Beads and chances are clear.
    let beads = |at: &Cells| free(at, &|cell| 1.0 + (9.0 * noise(at, cell)).floor());
    plays(&table_of(&beads), &none, &[1, 2], &beads);
    let shares = |at: &Cells| {
        let all: f64 = beads(at).iter().sum();
        let share = |n: f64| (n / all * 1e4).round() / 1e4;
        beads(at).into_iter().map(share).collect()
    };
    plays(&table_of(&shares), &none, &[1, 2], &shares);
    // Where one number stands on the best moves of each board and 0 elsewhere, both readings play the same.
    let half = |at: &Cells| greedy(at, &values(at)).iter().map(|n| n / 2.0).collect();
    plays(&table_of(&half), &none, &[1, 2], &half);
    plays(&table_of(&half), &values_of, &[1, 2], &half);
}

#[test]
fn moves_are_counted_from_the_number_that_the_table_shows() {
    let boards = boards();
    let key = |at: &Cells| marked(at, [" ", "X", "O"], "", "*", false);
    let weights = |at: &Cells| greedy(at, &values(at));
    let named = |name: &dyn Fn(usize) -> String| {
        table(&boards, &key, &|at| {
            let free = (0..9).filter(|&cell| at[cell] == 0);
            let all = free.map(|cell| (name(cell), json!(values(at)[cell])));
            Value::Object(all.collect())
        })
    };
    let names: [&dyn Fn(usize) -> String; 8] = [
        &|cell| format!("{},{}", cell / 3 + 1, cell % 3 + 1),
        &|cell| format!("({}, {})", cell / 3, cell % 3),
        &|cell| format!("{}-{}", cell / 3 + 1, cell % 3 + 1),
        &|cell| format!("[{}. {}.]", cell / 3, cell % 3),
        &|cell| format!("(np.int64({}), np.int64({}))", cell / 3, cell % 3),
        &|cell| (cell + 1).to_string(),
        &|cell| format!("{cell}.0"),
        &|cell| format!("{}{}", ['a', 'b', 'c'][cell % 3], cell / 3 + 1),
    ];
    for name in names {
        plays(&named(name), &asking(None, None, None), &[1, 2], &weights);
    }
    let one = |moves: Value| json!({"         ": [1, 1, 1, 1, 1, 1, 1, 1, 1], "X        ": moves});
    for (moves, words) in [
        ("0,5 0,1", "`0,5` is no move: it is off the board"),
        (
            "6148914691236517206,0 0,1",
            "`6148914691236517206,0` is no move",
        ),
        ("0,0 3,3", "`3,3` is no move: it is off the board"),
        ("0,1 -1,0", "`-1,0` is no move: it is off the board"),
        ("0 9", "`9` is no move: it is off the board"),
        ("0 -1", "`-1` is no move: it is off the board"),
        ("0 4 b2", "the move `b2` stands there twice"),
        ("1,2 2,2", "`cells_from` 0: the board"),
        ("2 5", "`cells_from` 0: the board"),
    ] {
        let moves = moves
            .split(' ')
            .zip(1..)
            .map(|(m, n)| (m.to_owned(), json!(n)));
        let moves = Value::Object(moves.collect());
        refused(&one(moves), &asking(None, None, None)).has([words]);
    }
    for from in [0, 1] {
        let reading = BoardReading {
            cells_from: Some(from),
            ..BoardReading::default()
        };
        let table = json!({"         ": {"2,2": 5, "1,1": 1}});
        let game = AnyGame::from(TicTacToe);
        let sheet = read(&table, &reading).unwrap().sheet;
        let model = sheet.model(&game, &rote(), Gaps::Random).unwrap();
        let weights = crate::tools::weights(&reader(&model), &game, &game.start());
        let (strong, weak) = if from == 0 { (8, 4) } else { (4, 0) };
        assert_eq!((weights[strong], weights[weak]), (5, 1));
    }
}

#[test]
fn a_board_that_stands_there_twice_is_refused() {
    let ones = "[1,1,1,1,1,1,1,1,1]";
    let text = format!(
        "{{\"X        \": {ones}, \"O X      \": {ones}, \"X        \": [2,1,1,1,1,1,1,1,1]}}"
    );
    let boards = Boards::parse(Path::new("t"), text.as_bytes())
        .unwrap()
        .unwrap();
    let read = boards.sheet(&AnyGame::from(TicTacToe), "t", &BoardReading::default());
    let error = read.unwrap_err().to_string();
    error.has(["`X        `: the position stands there twice"]);
    // Other numbers and words around it are no part of the table.
    let within = format!("[{}0, {{\"X        \": {ones}}}, 3]", "0,".repeat(200_000));
    let within = Boards::parse(Path::new("t"), within.as_bytes());
    let within = within.unwrap().unwrap();
    assert_eq!(within.entries.len(), 1);
    let named = format!("{{\"states\": {{\"X        \": {ones}}}}}");
    let named = Boards::parse(Path::new("t"), named.as_bytes());
    assert_eq!(named.unwrap().unwrap().entries.len(), 1);
}

/// Forms on which the reading was not made: each is read as its own reader would, or refused.
#[test]
fn other_forms_are_read_rightly_or_refused() {
    let boards = boards();
    let weights = |at: &Cells| greedy(at, &values(at));
    let none = asking(None, None, None);
    // What is asked for: who is the player, or the marks.
    for (marks, between, around, own, asked) in [
        (["0", "1", "2"], " ", "[[*]]", None, None),
        (["", "X", "O"], ",", "*", None, None),
        (["0.0", "1.0", "-1.0"], ", ", "tensor([*])", None, None),
        (["' '", "'X'", "'O'"], ", ", "[[*]]", None, None),
        ([" ", "x", "0"], "", "*", None, None),
        (["0.0", "1.0", "-1.0"], ", ", "tensor([*])", Some("1"), None),
        (["-", "O", "X"], "", "*", Some("O"), None),
        (["0", "-1", "1"], ",", "*", Some("-1"), None),
        (["-1", "0", "1"], " ", "*", None, Some("-1,0,1")),
        (
            ["None", "True", "False"],
            ", ",
            "[*]",
            None,
            Some("None,True,False"),
        ),
        (
            ["\u{2b1c}", "\u{274c}", "\u{2b55}"],
            "",
            "*",
            Some("\u{274c}"),
            None,
        ),
    ] {
        let asked = asking(asked, own, None);
        let key = |at: &Cells| marked(at, marks, between, around, own.is_some());
        let table = table(&boards, &key, &|at| json!(values(at)));
        plays(&table, &asked, &[1, 2], &weights);
        if asked != none {
            refused(&table, &none).has(["in 2 ways"]);
        }
    }
    let keys: [&dyn Fn(&Cells) -> String; 3] = [
        &|at| at.iter().rev().fold(0, |id, n| 3 * id + n).to_string(),
        &|at| {
            let cells = marked(at, ["0", "1", "2"], ", ", "(*)", false);
            format!("({cells}, {})", to_move(at))
        },
        &|at| marked(at, [" ", "X", "O"], "|", "*", false).replace('|', "-+-"),
    ];
    for key in keys {
        let table = table(&boards, key, &|at| json!(values(at)));
        refused(&table, &none).has(["is no board of 9 cells"]);
    }
}
