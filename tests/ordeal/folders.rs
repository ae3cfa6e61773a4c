//! Folders of parts in which some are spoilt: what is called a part is never left out without a word.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use matchboxes::dice::Dice;

use super::damaged::{place, some};
use super::run::{Ended, run};
use super::scenario::Workshop;
use super::tally::Case;

/// A study and a sweep in parts, without the numbers of a part.
const PLAYED: [&str; 2] = [
    "study --game hexapawn --runs 9 --sets 2",
    "sweep --game hexapawn --opponent random --opponent first --runs 5 --sets 2",
];
const PARTS: usize = 4;

/// Commands that take a folder of parts of a study, and of a sweep.
const READERS: [&[&str]; 2] = [
    &[
        "study --merge parts --plots none",
        "study --merge parts --plots none --json",
        "study --merge parts --plots none --csv tables",
        "study --merge parts --out whole.part",
        "check parts",
        "check parts --json",
    ],
    &[
        "sweep --merge parts --plots none",
        "sweep --merge parts --plots none --json",
        "sweep --merge parts --out whole.part",
        "check parts",
        "check parts --json",
    ],
];

/// The bytes of all parts, of the study and of the sweep.
fn parts() -> &'static [Vec<Vec<u8>>] {
    static MADE: OnceLock<Vec<Vec<Vec<u8>>>> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |played: &&str| {
            let part = |number: usize| {
                let line = format!("{played} --part {number}/{PARTS} --out x.part --force");
                let ended = run(folder.path(), &line);
                assert_eq!(ended.code, Some(0), "{ended:?}");
                fs::read(folder.path().join("x.part")).expect("a part")
            };
            (1..=PARTS).map(part).collect()
        };
        PLAYED.iter().map(make).collect()
    })
}

type Spoil = fn(&Path, &[u8], &mut Dice);

const SPOILS: &[(&str, Spoil)] = &[
    ("a part emptied", |path, _, _| write(path, b"")),
    ("a part cut", |path, bytes, dice| {
        write(path, &bytes[..place(bytes.len(), dice)]);
    }),
    ("a part damaged in its first bytes", |path, bytes, dice| {
        let mut bytes = bytes.to_vec();
        if dice.below(4) == 0 {
            bytes[..8].fill(0);
        } else {
            bytes[place(8, dice)] ^= 1 + u8::try_from(dice.below(255)).expect("a byte");
        }
        write(path, &bytes);
    }),
    ("a part damaged anywhere", |path, bytes, dice| {
        let mut bytes = bytes.to_vec();
        let at = place(bytes.len(), dice);
        bytes[at] ^= 1 << dice.below(8);
        write(path, &bytes);
    }),
    ("another file called a part", |path, _, dice| {
        let other: [&[u8]; 4] = [b"\n", b"position,side\n", b"{}", &[0; 4096]];
        write(path, other[place(4, dice)]);
    }),
    ("a link to nowhere called a part", |path, _, _| {
        symlink("nowhere", path).expect("a link");
    }),
    ("a link to itself called a part", |path, _, _| {
        symlink(path.file_name().expect("a name"), path).expect("a link");
    }),
    ("a device called a part", |path, _, dice| {
        let to = ["/dev/null", "/dev/zero", "/dev/random"][place(3, dice)];
        symlink(to, path).expect("a link");
    }),
    ("a pipe called a part", |path, _, _| {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|made| made.success()), "no pipe");
    }),
];

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("room for a case");
}

pub(crate) fn case(_: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let which = place(PLAYED.len(), dice);
    let inner = ["parts", "parts/deep", "parts/deep/down"];
    fs::create_dir_all(folder.join(inner[2])).expect("a folder of our own");
    // What is no part does not matter.
    write(&folder.join("parts/notes.txt"), b"played on two machines\n");
    let (what, spoil) = some(SPOILS, dice);
    let spoilt = match dice.below(8) {
        0 => 0,
        1 => 2,
        _ => 1,
    };
    let what = if spoilt == 0 { "whole parts" } else { what };
    what.clone_into(&mut case.what);
    let from = place(PARTS, dice);
    let mut names = Vec::new();
    for (number, bytes) in parts()[which].iter().enumerate() {
        let name = format!("{}/{number}.part", inner[place(inner.len(), dice)]);
        let path = folder.join(&name);
        if (number + PARTS - from) % PARTS < spoilt {
            spoil(&path, bytes, dice);
            names.push(name);
        } else {
            write(&path, bytes);
        }
    }
    let before = listed(folder);
    let line = *some(READERS[which], dice);
    let ended = run(folder, line);
    case.tried = 1;
    case.note(&ended);
    let code = i32::from(spoilt > 0);
    case.check(ended.law(&[code]).and_then(|()| ended.soon()));
    case.check(named_law(&ended, line, &names));
    if spoilt > 0 && listed(folder) != before {
        case.broke(ended.describe("wrote something nevertheless"));
    }
}

/// Whether what is spoilt is named: by a check all of it, otherwise at least the file at which the command ended.
fn named_law(ended: &Ended, line: &str, names: &[String]) -> Result<(), String> {
    let told = format!("{}{}", String::from_utf8_lossy(&ended.out), ended.err);
    let is_named = |name: &String| told.contains(name.as_str());
    let is_told = if line.starts_with("check") {
        names.iter().all(is_named)
    } else {
        names.is_empty() || names.iter().any(is_named)
    };
    if is_told {
        return Ok(());
    }
    Err(ended.describe(&format!("{names:?} are not named")))
}

/// The names of all files below a folder. None is opened, since some may have no end.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).expect("a folder").flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
            found.push(entry.path());
        }
    }
    found.sort();
    found
}
