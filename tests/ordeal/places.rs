//! Paths that are not plain files: folders, pipes, devices, links that lead nowhere.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use matchboxes::dice::Dice;

use super::damaged::some;
use super::run::Ended;
use super::scenario::Workshop;
use super::tally::Case;

/// Commands that write a file `OUT`, with the ending that its name must have.
const WRITERS: &[&str] = &[
    "train --sets 1 --plots none --out OUT.menace",
    "train --sets 1 --plots none --force --out OUT.menace",
    "train --sets 1 --out x.menace --plots svg --plots-dir OUT",
    "export random --game nim:1,2 --out OUT.csv",
    "export random --game nim:1,2 --force --out OUT.json",
    "import p.csv --game nim:1,2 --out OUT.menace",
    "merge m.menace n.menace --force --out OUT.menace",
    "match random random --games 3 --record OUT.txt",
    "match random random --games 3 --force --record OUT.txt",
    "tournament random first --csv OUT",
    "tournament random first --force --plots svg --plots-dir OUT",
    "solve --game nim:1,2 --database OUT.endgames",
    "solve --game nim:1,2 --force --book OUT.book",
    "tree --game split-nim:5 --format svg --force --out OUT.svg",
    "study --growth --runs 2 --sets 1 --plots none --csv OUT",
    "train --out no-model.menace --force --sets 1 --plots none --csv OUT",
    "man --out OUT",
    "play --watch random random --force --record OUT.txt",
    "print m.menace --format svg --force --out OUT",
];

/// Commands that read a file, `IN`.
const READERS: &[&str] = &[
    "show IN",
    "check IN",
    "log IN",
    "match IN random --games 1",
    "train --sets 1 --plots none --out x.menace --from IN",
    "train --sets 1 --plots none --out x.menace --opponent IN",
    "train --sets 1 --plots none --out x.menace --rule IN",
    "import IN --out x.menace",
    "export IN --table",
    "merge IN m.menace -o x.menace",
    "diff m.menace IN",
    "plot IN --plots svg",
    "play --replay IN",
    "list models --models IN",
    "solve --game nim:1,2 --algorithm alphabeta:database=IN",
    "match alphabeta:book=IN random --game nim:1,2 --games 1",
    "print IN --format svg --out kit",
];

/// Makes something that is not a plain file, usually in the folder and with this ending; returns its name.
fn odd_place(folder: &Path, ending: &str, dice: &mut Dice) -> String {
    let name = format!("odd{ending}");
    let path = folder.join(&name);
    match dice.below(12) {
        0 => fs::create_dir(&path).expect("our own"),
        1 => symlink("nowhere/at/all", &path).expect("our own"),
        2 => symlink(&name, &path).expect("our own"),
        3 => {
            let made = Command::new("mkfifo").arg(&path).status();
            assert!(made.is_ok_and(|made| made.success()), "a pipe");
        }
        4 => return "/dev/null".to_owned(),
        5 => return "/dev/full".to_owned(),
        6 => return format!("/proc/odd{ending}"),
        7 => return format!("{}{ending}", "n".repeat(300)),
        8 => return format!("p.csv/odd{ending}"),
        9 => return format!("{}odd{ending}", "deep/".repeat(900)),
        10 => symlink("/dev/null", &path).expect("our own"),
        _ => symlink("p.csv", &path).expect("our own"),
    }
    name
}

fn prepared(workshop: &Workshop) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (which, name) in [(0, "m.menace"), (1, "n.menace")] {
        let source = &workshop.sources().0[which];
        fs::write(folder.path().join(name), &source.bytes).expect("room for a case");
    }
    fs::write(folder.path().join("p.csv"), workshop.policy()).expect("room for a case");
    folder
}

/// Runs a line with a path, which may have blanks, in the place of this word.
fn run_words(folder: &Path, line: &str, word: &str, path: &str) -> Ended {
    let words: Vec<String> = line.split(' ').map(|own| own.replace(word, path)).collect();
    super::faults::line(folder, &words)
}

/// The names in a folder and their types.
fn kinds(folder: &Path) -> Vec<(String, fs::FileType)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let kind = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, entry.file_type().expect("it is there"))
    };
    let mut found: Vec<_> = entries.map(kind).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

pub(crate) fn outputs(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = prepared(workshop);
    let folder = folder.path();
    let line = *some(WRITERS, dice);
    let named = line.split(' ').find(|word| word.starts_with("OUT"));
    let named = named.expect("a file");
    let out = odd_place(folder, &named[3..], dice);
    let before = kinds(folder);
    let ended = run_words(folder, line, named, &out);
    case.tried += 1;
    case.judge(&ended, &[0, 1, 2]);
    let after = kinds(folder);
    for (name, kind) in &before {
        let mut after = after.iter();
        if !after.any(|(other, now)| other == name && now == kind) {
            case.broke(ended.describe(&format!("{name} has another type")));
        }
    }
    if let Some((name, _)) = after.iter().find(|(name, _)| name.starts_with('.')) {
        case.broke(ended.describe(&format!("left {name}")));
    }
    for (which, name) in [(0, "m.menace"), (1, "n.menace")] {
        let now = fs::read(folder.join(name)).unwrap_or_default();
        if now != workshop.sources().0[which].bytes {
            case.broke(ended.describe(&format!("{name} is lost")));
        }
    }
}

pub(crate) fn inputs(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = prepared(workshop);
    let folder = folder.path();
    let words = *some(READERS, dice);
    let devices = "/dev/zero /dev/random /proc/self/mem /proc/kmsg / /dev/tty".split(' ');
    let odd = if dice.below(3) == 0 {
        (*some(&devices.collect::<Vec<_>>(), dice)).to_owned()
    } else {
        let ending = *some(&[".menace", ".toml", ".csv", ""], dice);
        odd_place(folder, ending, dice)
    };
    let ended = run_words(folder, words, "IN", &odd);
    case.tried += 1;
    case.judge(&ended, &[0, 1, 2]);
}
