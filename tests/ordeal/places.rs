//! Paths that are not plain files: folders, pipes, devices, links that lead nowhere.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use matchboxes::dice::Dice;

use super::damaged::{place, some};
use super::faults::line;
use super::scenario::Workshop;
use super::tally::Case;

/// Commands that write a file `OUT`, and the ending that its name must have.
const WRITERS: &[(&str, &str)] = &[
    ("train --sets 1 --plots none --out OUT", ".menace"),
    ("train --sets 1 --plots none --force --out OUT", ".menace"),
    (
        "train --sets 1 --out x.menace --plots svg --plots-dir OUT",
        "",
    ),
    ("export random --game nim:1,2 --out OUT", ".csv"),
    ("export random --game nim:1,2 --force --out OUT", ".json"),
    ("import p.csv --game nim:1,2 --out OUT", ".menace"),
    ("merge m.menace n.menace --force --out OUT", ".menace"),
    ("match random random --games 3 --record OUT", ".txt"),
    ("match random random --games 3 --force --record OUT", ".txt"),
    ("tournament random first --csv OUT", ""),
    (
        "tournament random first --force --plots svg --plots-dir OUT",
        "",
    ),
    ("solve --game nim:1,2 --database OUT", ".endgames"),
    ("solve --game nim:1,2 --force --book OUT", ".book"),
    (
        "tree --game split-nim:5 --format svg --force --out OUT",
        ".svg",
    ),
    (
        "study --growth --runs 2 --sets 1 --plots none --csv OUT",
        "",
    ),
    (
        "train --out no-model.menace --force --sets 1 --plots none --csv OUT",
        "",
    ),
    ("man --out OUT", ""),
    ("play --watch random random --force --record OUT", ".txt"),
    ("print m.menace --format svg --force --out OUT", ""),
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

/// The names in a folder and their types.
fn kinds(folder: &Path) -> Vec<(String, fs::FileType)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, entry.file_type().expect("it is there"))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

pub(crate) fn outputs(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = prepared(workshop);
    let folder = folder.path();
    let &(words, ending) = some(WRITERS, dice);
    let out = odd_place(folder, ending, dice);
    let before = kinds(folder);
    let words: Vec<String> = words
        .split(' ')
        .map(|word| word.replace("OUT", &out))
        .collect();
    let ended = line(folder, &words);
    case.tried += 1;
    case.note(&ended);
    case.check(ended.law(&[0, 1, 2]).and_then(|()| ended.soon()));
    let after = kinds(folder);
    for (name, kind) in &before {
        if !after
            .iter()
            .any(|(other, now)| other == name && now == kind)
        {
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
    let odd = match dice.below(3) {
        0 => [
            "/dev/zero",
            "/dev/random",
            "/proc/self/mem",
            "/proc/kmsg",
            "/",
            "/dev/tty",
        ][place(6, dice)]
        .to_owned(),
        _ => odd_place(
            folder,
            [".menace", ".toml", ".csv", ""][place(4, dice)],
            dice,
        ),
    };
    let words: Vec<String> = words
        .split(' ')
        .map(|word| word.replace("IN", &odd))
        .collect();
    let ended = line(folder, &words);
    case.tried += 1;
    case.note(&ended);
    case.check(ended.law(&[0, 1, 2]).and_then(|()| ended.soon()));
}
