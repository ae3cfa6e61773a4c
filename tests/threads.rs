//! Threads change no byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::place::{Place, contents, files};
use crate::train::whole::{TRAININGS, WAITING};
use crate::whole::whole_or;

/// A line for each way to use threads, and one at least of each command.
const COMMANDS: &[&str] = &[
    "study --rule rote --rule michie-304 --runs 5 --sets 4 --games-per-set 25 --exact --csv data --plots svg",
    "study --rule rote --learner both --runs 11 --sets 7 --json --plots none",
    "study --rule given/waiting.toml --fallback perfect --runs 4 --sets 3 --games-per-set 20 --json --plots none",
    "study --growth --runs 2 --games 2k --learner both --batch 50 --plots none --json",
    "study --game othello:6 --opponent random --opponent first --runs 5 --sets 4 --games-per-set 25 --json --plots none",
    "study --expected --game nim:1,2 --sets 2 --games-per-set 5 --json --plots none",
    "study --runs 9 --sets 3 --part 2/3 --out x.part",
    "sweep --rule rote --rule bridle --opponent random --opponent self --runs 3 --sets 4 --exact --csv data --plots svg",
    "sweep --game hexapawn --game nim:1,2,3 --learner first --learner second --runs 3 --sets 5 --out x.part",
    "article --runs 2 --out . --plots svg",
    "match given/a.menace random --games 2500 --json",
    "match alphabeta:depth=3 mcts:playouts=20 --games 8 --json",
    "tournament perfect random first --games 2500 --csv data --plots svg",
    "tournament given/a.menace perfect random --csv data",
    "tournament --game othello:4 m2 m3 random --games 20 --json",
    "prove given/a.menace",
    "explain given/a.menace --json",
    "solve --game connect-four:4x4 --algorithm pvs:table=12",
    "solve --game othello:4 --positions given/positions --algorithm pvs",
    "solve --game nim:1,2,3 --database x.endgames --book x.book",
    "tree --game split-nim:7 --out x.svg",
    "print --game hexapawn --out kit",
    "play --watch given/a.menace perfect",
    "show given/a.menace",
    "plot given/a.menace --plots both",
    "log given/a.menace",
    "check given",
    "diff given/a.menace given/b.menace",
    "merge given/a.menace given/b.menace -o x.menace",
    "export given/a.menace --table --out x.csv",
    "import given/p.csv --game nim:1,2,3 --out x.menace",
    "list",
    "completions bash",
    "man",
    "licences",
];

/// Does not end; what it writes is compared with what `train` and `play` write.
const ENDLESS: &str = "serve";

/// The files that the commands read.
fn given() -> Place {
    let place = Place::new();
    place.ok("train --sets 5 --plots none --out given/a.menace");
    place.ok("train --sets 5 --seed 3 --plots none --out given/b.menace");
    place.ok("export perfect --game nim:1,2,3 --out given/p.csv");
    fs::write(place.at("given/waiting.toml"), WAITING).unwrap();
    let start = "..../.OX./.XO./.... X";
    let positions = [start, "..../XXX./.XO./.... O", start].join("\n");
    fs::write(place.at("given/positions"), positions).unwrap();
    place
}

/// A text without the times in it, such as `0.002 s`, which no two runs share.
fn without_times(text: &str) -> String {
    let is_time = |part: &str| {
        let seconds = part.trim_end().strip_suffix(" s");
        seconds.is_some_and(|n| n.parse::<f64>().is_ok())
    };
    let parts = text.split([',', '\n']);
    parts.filter(|part| !is_time(part.trim_start())).collect()
}

/// What a command prints, but for times, and all files that it leaves.
fn left(given: &Path, line: &str) -> (String, BTreeMap<String, Vec<u8>>) {
    let place = Place::new();
    fs::create_dir(place.at("given")).unwrap();
    for name in files(given) {
        fs::copy(given.join(&name), place.at("given").join(&name)).unwrap();
    }
    let printed = without_times(&place.ok(line));
    (printed, contents(place.path()))
}

/// Threads change no byte: any command on 1, 2 or 7 threads prints the same and leaves the same files. The short form trains
/// for less long, and takes 2 or 7 threads in turn.
#[test]
fn threads_change_no_byte() {
    let given = given();
    let sets = whole_or(40, 4);
    let trainings = TRAININGS.iter().map(|training| {
        let training = training.replace("waiting.toml", "given/waiting.toml");
        format!("train {training} --sets {sets} --plots none --out x.menace")
    });
    let commands = COMMANDS.iter().map(|&line| line.to_owned());
    for (number, line) in trainings.chain(commands).enumerate() {
        let on = |threads| left(&given.at("given"), &format!("{line} --threads {threads}"));
        let alone = on(1);
        for &threads in whole_or(&[2, 7][..], &[[2], [7]][number % 2]) {
            let (printed, files) = on(threads);
            assert_eq!(alone.0, printed, "{threads} threads: {line}");
            assert!(alone.1.keys().eq(files.keys()), "{threads} threads: {line}");
            for (name, bytes) in &files {
                let same = alone.1[name] == *bytes;
                assert!(same, "{name} on {threads} threads: {line}");
            }
        }
    }
}

/// Every command has `--threads`, so every command stands above.
#[test]
fn no_command_is_missing_from_the_table() {
    let commands = Place::new().commands().into_iter();
    let commands = commands.filter(|name| !["train", ENDLESS].contains(&&**name));
    for command in commands {
        let is_here = COMMANDS
            .iter()
            .any(|line| line.split(' ').next() == Some(&command));
        assert!(is_here, "{command}");
    }
}
