//! Large inputs of the commands that read games, tables of other programs and positions, from files and pipes: they stay
//! within their memory or are refused, and four times as much takes about four times as long.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use matchboxes::dice::Dice;

use super::damaged::{place, some};
use super::run::{ALL, Ended, PROGRAM, start};
use super::scenario::Workshop;
use super::tally::Case;

/// The most memory of such a command in bytes, whatever it reads.
const MOST: u64 = 256 << 20;

/// The largest inputs in bytes, and those where `cargo test` runs this.
const LARGE: usize = 24 << 20;
const SMALL: usize = 300_000;

/// What takes four times as much may take this many times as long, and this long besides.
const LONGER: u32 = 8;
const BESIDES: Duration = Duration::from_secs(2);

/// An input: what is said of it, its beginning, what is repeated, and its end.
type Shape = (&'static str, &'static str, &'static str, &'static str);

const GAMES: &[Shape] = &[
    ("whole games", "", "b2 a1 b1 b3 c1 a3 a2 c2 c3\n", ""),
    ("games of one move", "", "b2\n", ""),
    ("games of Othello", "", "f5d6c3d3c4f4f6f3e6e7\n", ""),
    ("first moves of Othello", "", "e6\n", ""),
    ("one long line", "", "b2 a1 b1 b3 c1 a3 a2 c2 c3 ", "\n"),
    ("numbers without moves", "", "1. ", "\n"),
    ("numbered lines", "", "1. b2 a1\n2. c1 a3\n3. a2 c2\n", ""),
    ("one numbered game", "1. b2 a1\n", "2. c1 a3\n", ""),
    ("tags", "", "[Event \"x\"]\n\n1. b2 a1 *\n", ""),
    ("tags without games", "", "[Event \"x\"]\n", ""),
    ("a comment without end", "1. b2 {", "the centre ", ""),
    ("brackets", "", "(", ""),
    ("games in brackets", "", "(;GM[1]FF[4];B[ee];W[ff])\n", ""),
    ("one game in brackets", "(;GM[2]", ";B[f5];W[d6]", ")"),
    ("a property without end", "(;C[", "words ", ""),
    ("a table", "moves,players\n", "f5d6c3,somebody\n", ""),
    ("a table of one row", "moves;x\nb2;", "words ", "\n"),
    ("a table in quotes", "moves,x\nb2,\"", "words\n", "\"\n"),
    (
        "a transcript",
        "tic-tac-toe\n",
        "b2 a1 b1 b3 c1 a3 a2 c2 c3\n",
        "",
    ),
    ("zeros", "", "\0", ""),
    ("words", "", "move ", ""),
];

const TABLES: &[Shape] = &[
    ("a list of numbers", "[", "0,", "0]"),
    ("lists of nothing", "[", "[],", "[]]"),
    ("lists in lists", "", "[", ""),
    ("objects in objects", "", "{\"a\":", ""),
    (
        "boards",
        "{",
        "\"X        \":[0,1,1,1,1,1,1,1,1],",
        "\"         \":[1,0,0,0,0,0,0,0,2]}",
    ),
    ("a long text", "\"", "words ", "\""),
    (
        "rows",
        "position,side,move,weight,probability\n",
        "X.O/.../...,first,b1,1,0.14\n",
        "",
    ),
    (
        "a row without end",
        "position,side,move,weight\n",
        "X.O/.../...",
        "",
    ),
    (
        "a field in quotes",
        "position,side,move,weight\n\"",
        "words\n",
        "",
    ),
    ("commas", "", ",", ""),
    ("zeros", "", "\0", ""),
];

const POSITIONS: &[Shape] = &[
    ("positions", "", "3 first\n", ""),
    ("remarks", "", "# a remark\n", ""),
    ("empty lines", "3 first\n", "\n", ""),
    ("one long line", "3 ", "first ", "\n"),
    ("a wrong last line", "", "2 second\n", "4 first\n"),
    ("zeros", "", "\0", ""),
];

/// Commands that read `IN`, what they read, and how many times less than the largest input they get.
const READERS: &[(&str, &[Shape], usize)] = &[
    ("match --replay IN", GAMES, 1),
    ("match --replay IN --game tic-tac-toe --json", GAMES, 1),
    ("play --replay IN", GAMES, 8),
    ("play --replay IN --game tic-tac-toe", GAMES, 8),
    ("play m.menace --learn --new --replay IN", GAMES, 8),
    ("import IN --out x.menace", TABLES, 1),
    (
        "import IN --game tic-tac-toe --out x.menace --partial",
        TABLES,
        1,
    ),
    ("solve --game nim:3 --positions IN", POSITIONS, 16),
    // Each position is answered by fifty times its bytes.
    ("solve --game nim:3 --positions IN --json", POSITIONS, 64),
];

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (line, shapes, less) = some(READERS, dice);
    let shape = some(shapes, dice);
    let most = if workshop.is_long { LARGE } else { SMALL };
    let size = (most / less) >> place(4, dice);
    let is_pipe = dice.below(2) == 0;
    let model = &workshop.sources().0[0].bytes;
    let ends = [size / 4, size].map(|size| {
        fs::write(folder.join("m.menace"), model).expect("room for a case");
        write(&folder.join("in"), shape, size);
        let ended = read(folder, line, is_pipe);
        let _ = fs::remove_file(folder.join("x.menace"));
        case.note(&ended);
        case.check(ended.law(&[0, 1, 2]));
        if ended.memory > MOST {
            let words = format!("took {} bytes of memory", ended.memory);
            case.broke(told(&ended, shape, size, &words));
        }
        ended
    });
    case.tried = 1;
    let command = line.split(' ').next().unwrap_or_default();
    case.what = format!("{command}: {}", shape.0);
    let [few, many] = &ends;
    if many.spent > few.spent * LONGER + BESIDES {
        let words = format!("took {:?}, and {:?} for a quarter", many.spent, few.spent);
        case.broke(told(many, shape, size, &words));
    }
}

fn told(ended: &Ended, shape: &Shape, size: usize, words: &str) -> String {
    ended.describe(&format!("{words} for {size} bytes of {}", shape.0))
}

/// Writes an input of about this many bytes, piece by piece, because the system counts the memory of this program for the
/// commands that it starts.
fn write(path: &Path, (_, head, row, end): &Shape, size: usize) {
    let mut file = BufWriter::new(File::create(path).expect("room for a case"));
    let mut put = |text: &str| file.write_all(text.as_bytes()).expect("room for a case");
    put(head);
    (0..size / row.len()).for_each(|_| put(row));
    put(end);
    file.flush().expect("room for a case");
}

/// Runs a command that reads the input from the file or from a pipe.
fn read(folder: &Path, line: &str, is_pipe: bool) -> Ended {
    let from = if is_pipe { "/dev/stdin" } else { "in" };
    let line = line.replace("IN", from);
    let mut command = Command::new(PROGRAM);
    command.args(line.split(' ')).current_dir(folder);
    command.stdin(Stdio::null());
    let feeder = is_pipe.then(|| {
        let mut cat = Command::new("cat");
        let cat = cat
            .arg(folder.join("in"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut cat = cat.spawn().expect("cat");
        command.stdin(cat.stdout.take().expect("its output"));
        cat
    });
    let ended = start(&line, &mut command, ALL).end();
    // The command has gone, so nobody reads what is left; our own copy of the pipe goes with the command.
    drop(command);
    if let Some(mut cat) = feeder {
        let _ = cat.wait();
    }
    ended
}
