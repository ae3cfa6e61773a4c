//! Large inputs, searches and drawings: done within the memory limit of a command, or refused.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use matchboxes::dice::Dice;
use matchboxes::learn::preset;

use super::place::sealed::sealed;
use super::run::{ALL, MOST_MEMORY, PROGRAM, run, start};
use super::scenario::Workshop;
use super::sources::Kind;
use super::tally::Case;

/// The memory limit in bytes of commands that read files of about 20 MB: they must hold only what they need
/// at a time.
const LITTLE: u64 = 48 << 20;

/// Exit codes and commands that must do with little memory, the last on a game that is quickly done: each training of
/// a sweep laid out the game anew.
const FRUGAL: &str = "\
0 check rows.csv
1 import rows.csv --out y.menace
1 check rows.json
0 check values.csv
1 check records.menace
1 train --continue --out records.menace --json
1 prove random --game connect-four:5x4
1 prove perfect --game mnk:4,4,3
0 sweep --game split-nim:40 --exact --runs 1 --sets 1 --games-per-set 1 --rule rote --rule bridle --rule kimber \
    --rule menacepy --rule scroggs --rule annealed";

/// The same on a file whose lines take long to read.
const FRUGAL_LONG: &str = "2 solve --game connect-four --positions lines.txt";

const SHORT: &str = "1 tree --game othello:6 --depth 8 --most 3000 --format png --out t.png";

/// Commands that take half a minute, and much longer in an unoptimized build.
const LONG: &str = "\
2 solve --game othello:6 --algorithm pns
2 solve --game othello --algorithm sss
2 solve --game othello --algorithm solve
0 solve --game othello:6 --depth 10 --algorithm mt-sss:table=all
0 prove perfect --game nim:20,20,20,20
0 tree --game othello:6 --depth 8 --algorithm minimax --most 1000000 --format json --out t.json
0 tree --game othello:6 --depth 8 --algorithm minimax --most 100000 --format svg --out t.svg";

/// Commands on all positions of the largest games, which must fit into memory or be refused before they do not. They
/// take minutes in an unoptimized build.
const WHOLE: &str = "\
0 prove --game split-nim:60 perfect
1 prove --game split-nim:60:equal perfect
0 prove --game connect-four:4x5 perfect
1 prove --game connect-four:5x4 perfect
0 match --game split-nim:60 --exact perfect random
0 match --game nim:20,20,20,20 --exact perfect random
1 match --game mnk:5,3,3 --exact perfect random
0 train --game split-nim:60 --exact --sets 3 --out whole.menace
0 train --game nim:20,20,20,20 --exact --sets 3 --out nim.menace
0 export --game split-nim:60 perfect --out whole.csv
0 study --game connect-four:4x5 --exact --runs 4 --sets 2 --plots none
0 sweep --game split-nim:60 --exact --runs 2 --sets 2 --rule rote --rule bridle --rule kimber
2 study --expected --game nim:20,20,20,20 --rule her --games-per-set 1 --sets 2 --plots none
0 study --growth --runs 2 --sets 10 --game split-nim:60 --plots none
0 tree --game split-nim:60 --depth 3";

fn lines(text: &'static str, most: u64) -> impl Iterator<Item = (&'static str, i32, u64)> {
    text.lines().map(move |row| {
        let (code, line) = row.split_once(' ').expect("a code and a command");
        (line, code.parse().expect("a code"), most)
    })
}

pub(crate) fn case(workshop: &Workshop, _: &mut Dice, case: &mut Case) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write_files(folder, workshop.is_long);
    let long = if workshop.is_long {
        [LONG, WHOLE]
    } else {
        [""; 2]
    };
    let most = [SHORT].into_iter().chain(long);
    let most = most.flat_map(|text| lines(text, MOST_MEMORY));
    let frugal = if workshop.is_long { FRUGAL_LONG } else { "" };
    let frugal = [FRUGAL, frugal].into_iter();
    let frugal = frugal.flat_map(|text| lines(text, LITTLE));
    for (line, code, most) in frugal.chain(most) {
        let ended = run(folder, line);
        case.note(&ended);
        case.check(ended.law(&[code]));
        if ended.memory > most {
            case.broke(ended.describe(&format!("took {} bytes of memory", ended.memory)));
        }
    }
    // More threads than there is address space for.
    let line = "study --runs 8 --sets 2 --threads 1000 --plots none";
    let words = format!("ulimit -v 2000000; exec \"$0\" {line}");
    let mut command = Command::new("sh");
    command.args(["-c", &words, PROGRAM]).current_dir(folder);
    command.stdin(Stdio::null());
    let ended = start(line, &mut command, ALL).end();
    case.note(&ended);
    case.check(ended.law(&[0]));
    case.tried = 1;
    "large inputs".clone_into(&mut case.what);
}

/// Writes files of several megabytes with impossible contents. They are written row by row, because the
/// system counts the memory of this program for the commands that it starts.
fn write_files(folder: &Path, is_long: bool) {
    let rows = |name: &str, head: &str, row: &str, between: &str, count: usize, end: &str| {
        let file = File::create(folder.join(name)).expect("room for a case");
        let mut file = BufWriter::new(file);
        write!(file, "{head}{row}").expect("room for a case");
        for _ in 1..count {
            write!(file, "{between}{row}").expect("room for a case");
        }
        write!(file, "{end}").expect("room for a case");
        file.flush().expect("room for a case");
    };
    let head = "position,side,move,weight,probability\n";
    let row = "X.O/.../...,first,b1,1,0.1428571428571428";
    rows("rows.csv", head, row, "\n", 500_000, "\n");
    let head = "position,side,ply,moves,value,visits\n";
    let row = "X.O/.../...,first,2,b1,-0.1428571428571428,7";
    rows("values.csv", head, row, "\n", 500_000, "\n");
    rows(
        "rows.json",
        "{\"game\":\"tic-tac-toe\",\"player\":\"x\",\n\"policy\":[\n",
        r#"{"position":"X.O/.../...","side":"first","move":"b1","weight":1,"probability":0.1}"#,
        ",\n",
        200_000,
        "]}",
    );
    if is_long {
        rows("lines.txt", "", "d", "\n", 2_000_000, "\nno position\n");
    }
    fs::write(folder.join("records.menace"), records(300_000)).expect("room for a case");
}

/// A model with the given number of sets without games, each with its own record.
fn records(count: u32) -> Vec<u8> {
    let number = |n: u32| [&[0xFC][..], &n.to_le_bytes()].concat();
    let words = |text: &str| {
        let length = u8::try_from(text.len()).expect("short");
        [&[length][..], text.as_bytes()].concat()
    };
    let rule = preset("rote").expect("a rule").to_toml();
    let length = u16::try_from(rule.len()).expect("short");
    let version = words("0.1.0").repeat(2);
    let mut made = [&[1][..], &version, &[1], &words("tic-tac-toe"), &[0]].concat();
    made.extend([&[0xFB][..], &length.to_le_bytes(), rule.as_bytes()].concat());
    made.extend(words("random"));
    // No fallback, sets and batches of one game without a limit.
    made.extend([0, 1, 0, 0, 1, 0, 0]);
    made.extend(number(count));
    // A training from no other files, and nothing pending.
    made.extend([0, 0, 0, 0, 0]);
    let records = [1, 0, 0, 0, 0, 0, 0, 0].repeat(count as usize);
    let history = [number(count), records].concat();
    // An empty table of the first side only.
    let sections = [
        (*b"MADE", made),
        (*b"HIST", history),
        (*b"BEAD", vec![1, 0, 0, 0]),
    ];
    sealed(*Kind::Model.magic(), [1; 2], &sections.to_vec())
}
