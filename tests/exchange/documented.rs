//! The forms in docs/knowledge-base.md and their variants: each example is imported, and the model has the numbers beside it.

use std::fs;

use matchboxes::game::Game;
use matchboxes::games::{parse, position};

use crate::place::{Place, Text as _, cases};
use crate::tools::rows;

/// The code of a cell of the table: its file, and its options.
fn example(cell: &str) -> (String, String) {
    let (text, options) = match cell.rsplit_once(" `--") {
        Some((text, options)) => (text, format!("--{}", options.trim_end_matches('`'))),
        None => (cell, String::new()),
    };
    let text = text.trim_matches('`').replace("<br>", "\n");
    (text.replace("\\|", "|"), options)
}

/// The rows of the table on the page and of the table of its variants: a form, its example and what is read.
fn forms() -> Vec<[String; 3]> {
    let tables = ["docs/knowledge-base.md", "tests/data/import_forms.md"];
    let tables = tables.map(|path| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + path;
        let text = fs::read_to_string(path).unwrap();
        let rows = text
            .lines()
            .skip_while(|line| !line.starts_with("| form |"));
        let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
        rows.map(str::to_owned).collect::<Vec<_>>()
    });
    let cells = tables.iter().flatten().map(|row| {
        let row = row.replace("\\|", "\0");
        let cells = row.trim_matches(['|', ' ']).split(" | ");
        let cells = cells.map(|cell| cell.replace('\0', "\\|"));
        cells.collect::<Vec<_>>().try_into().expect("three columns")
    });
    cells.collect()
}

#[test]
fn every_form_has_an_example_that_is_read_so() {
    let place = Place::new();
    let forms = forms();
    assert!(forms.len() > 25, "{}", forms.len());
    for [form, cell, wanted] in forms {
        let is_example = cell.starts_with('`') && !wanted.is_empty();
        assert!(is_example, "{form}: no example");
        let (text, options) = example(&cell);
        fs::write(place.at("t.txt"), text).unwrap();
        let out = place.ok(&format!("import t.txt {options} --out m.menace --force"));
        let own = place.ok("export m.menace --table");
        for board in wanted.split("; ") {
            let (position, moves) = board.split_once(": ").unwrap();
            let position = position.trim_matches('`');
            for one in moves.split(", ") {
                let (m, number) = one.split_once(' ').unwrap();
                let found = own.lines().any(|line| {
                    let fields: Vec<&str> = line.split(',').collect();
                    fields[0] == position && fields[3] == m && fields[4] == number
                });
                assert!(found, "{form}: {position} {one}\n{out}\n{own}");
            }
        }
    }
}

/// Texts, with `~` for the end of a line, and how they are refused. In one of them a mark happens to be the number of its cell,
/// which makes it no free cell.
const UNREAD: &str = r#"
{"a": {"b": "c"}} => t.txt line 1: this JSON has no table; read are JSON and CSV of boards
state,action,value~~X........,b1,many~ => t.txt line 3: `many` is no number; read are
a,b,c,d~X........,b1,0.5~ => t.txt line 2: it has 3 columns, and the first row 4; read are
state,action,q,visits~X........,4,0.5,3~ => t.txt line 2: `X........`: `action` is no move; a column beside the board, the move and its number must be taken out
hello~ => t.txt line 1: it has a single column; read are
{~"X...": 1,~"XO..": 2} => t.txt line 2: `X...` is no board of 9 cells; read are
{~"X........": [0, 1, 2, 3, -Infinity, 0, 0, 0, 0]} => t.txt line 2: `X........`: the number of b2 is not finite
{~"X........": Infinity} => t.txt line 2: `X........`: the number is not finite
{"X........|X-b1": 0.5} => t.txt line 1: `X........`: `O` is to move there, not `X`
{"X........|b1": 0.5,~"X........:b1": 0.5} => t.txt line 1: `X........|b1` is no board of 9 cells
{".1.......": [1, 0, 0, 0, 0, 0, 0, 0, 0]} => t.txt line 1: it lacks the position `X../.../...` and 2095 others
{"XXXOO....": -1, "XX.OOX...": 1} => say --view second if they are of that player
{"XX.OO...X": 1} => it has no board where the game is over
{"X........": 1, "X-_......": 2} => boards have one of three marks"#;

/// A description, an option before it, and what is said.
const DESCRIBED: &str = r#"form = "after" | --form keys | --form keys --numbers values
form = "after" | --form key | --form: unknown variant `key`
form = "keys" | | --form keys --numbers values
frm = "keys" | | d.toml: unknown field `frm`
cells_from = 2 | --form keys | --cells-from 2: it must be 0 or 1"#;

/// What is not read is refused by one message, with what was seen and in which line.
#[test]
fn what_is_not_read_is_refused_with_its_line() {
    let place = Place::new();
    for (text, expected) in cases(UNREAD) {
        fs::write(place.at("t.txt"), text.replace('~', "\n")).unwrap();
        let refused = place.run("import t.txt --out m.menace");
        refused.err.has([expected]);
    }
    // Moves from the start are a position, too.
    fs::write(place.at("t.txt"), "{\"a1 b1\": 0.5}").unwrap();
    let expected = "2 ways, and one must be named: --form keys: the board `a1` and the move `b1`, 1 board; --form after: the board";
    place.fails("import t.txt --game nim:3,3 --out m.menace", 2, &[expected]);
    // A description is options, or a file, which they precede.
    for [description, line, wanted] in rows(DESCRIBED) {
        fs::write(place.at("d.toml"), description).unwrap();
        let line = format!(
            "import t.txt --game nim:3,3 --numbers values --description d.toml {line} --out m.menace --force"
        );
        let ran = place.run(&line);
        (ran.out + &ran.err).has([wanted]);
    }
    // What is asked for must suit the form.
    fs::write(place.at("t.txt"), "{\"X........\": 0.5}").unwrap();
    let weights = "import t.txt --numbers weights --out m.menace";
    place.fails(weights, 2, &["weights are not for boards after a move"]);
}

/// Tables and positions as others write them, each with what its writer's own program makes of it: another program has
/// computed the figures.
#[test]
fn what_others_write_is_read_as_they_mean_it() {
    let place = Place::new();
    let data = include_str!("../data/foreign.csv");
    let mut rows = csv::Reader::from_reader(data.as_bytes());
    for row in rows.records().map(Result::unwrap) {
        let [what, game, options, text, expected] = std::array::from_fn(|i| row[i].to_owned());
        let text = text.replace("<br>", "\n").replace("<tab>", "\t");
        let found = if what == "import" {
            fs::write(place.at("t.txt"), &text).unwrap();
            let import = format!("import t.txt --game {game} {options} --force --out m.menace");
            let ran = place.run(&import);
            ran.out + &ran.err
        } else {
            let rules = parse(&game).unwrap();
            match position(&rules, &text) {
                Ok(at) => rules.write_position(&at),
                Err(error) => error.to_string(),
            }
        };
        let mut rest = &*found;
        for part in expected.split(" & ") {
            let after = rest.split_once(part).map(|(_, after)| after);
            rest = after.unwrap_or_else(|| panic!("{text}: no {part} in {found}"));
        }
    }
}
