//! Journals: their lines are read as they were added, also when something happens to the file.

use std::fs;
use std::path::{Path, PathBuf};

use matchboxes::dice::{Dice, Purpose};
use matchboxes::error::Error;
use matchboxes::store::Journal;

use crate::whole::whole_or;

/// A journal with three lines, and its path.
fn three(folder: &Path) -> (Journal, PathBuf) {
    let path = folder.join("new/lines.jsonl");
    let (mut journal, lines) = Journal::open(&path).unwrap();
    assert!(lines.is_empty());
    assert!(matches!(Journal::open(&path), Err(Error::Busy { .. })));
    for line in ["one", "two", "two"] {
        journal.add(line).unwrap();
    }
    journal.syncing().unwrap().wait().unwrap();
    (journal, path)
}

#[test]
fn a_missing_doubled_or_swapped_line_is_noticed_with_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, path) = three(folder.path());
    drop(journal);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let [one, two, three] = lines[..] else {
        panic!("{text}");
    };
    for (wrong, number) in [
        (vec![two, three], 1),
        (vec![one, three], 2),
        (vec![one, one, two, three], 2),
        (vec![one, two, two, three], 3),
        (vec![one, three, two], 2),
        (vec![two, one, three], 1),
    ] {
        fs::write(&path, wrong.concat()).unwrap();
        let Err(Error::Line { line, reason, .. }) = Journal::open(&path) else {
            panic!("{wrong:?}");
        };
        assert_eq!(line, number, "{wrong:?}");
        let advises = reason.contains(&format!("everything before line {number} is good"));
        assert_eq!(advises, number > 1, "{reason}");
        // What is advised helps.
        let kept = usize::try_from(number).unwrap() - 1;
        fs::write(&path, wrong[..kept].concat()).unwrap();
        assert_eq!(Journal::open(&path).unwrap().1.len(), kept);
    }
}

#[cfg(unix)]
#[test]
fn what_another_program_wrote_is_kept_and_the_lines_wait() {
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, path) = three(folder.path());
    let says = |refused: matchboxes::error::Result<()>, words: &str| {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    };
    fs::remove_file(path.with_file_name(".lines.jsonl.lock")).unwrap();
    let (mut other, _) = Journal::open(&path).unwrap();
    says(journal.add("four"), "its lock was removed, and process");
    other.add("theirs").unwrap();
    drop(other);
    let theirs = fs::read(&path).unwrap();
    says(journal.add("five"), "a different file there, which is kept");
    assert_eq!(fs::read(&path).unwrap(), theirs);
    // A file beside it has all lines.
    let beside = journal.rescue().unwrap().to_owned();
    let kept = Journal::read(&beside).unwrap();
    assert_eq!(kept, ["one", "two", "two", "four", "five"]);
    // Once it is moved away, all is written.
    fs::rename(&path, folder.path().join("theirs")).unwrap();
    journal.settle().unwrap();
    assert!(!beside.exists() && journal.rescue().is_none());
    drop(journal);
    assert_eq!(Journal::open(&path).unwrap().1, kept);
}

/// What another program may do to a file of lines.
#[cfg(unix)]
fn disturb(path: &Path, dice: &mut Dice) {
    let (Ok(about), number) = (fs::metadata(path), dice.below(u64::MAX)) else {
        return;
    };
    let mut bytes = fs::read(path).unwrap();
    let at = dice.index(bytes.len().max(1));
    let other = path.with_file_name(number.to_string());
    match dice.below(9) {
        0 => fs::rename(path, other).unwrap(),
        1 => {
            let away = other.with_file_name(format!("../{number}"));
            fs::rename(path.parent().unwrap(), away).unwrap();
        }
        2 => fs::remove_file(path).unwrap(),
        3 => fs::remove_file(path.with_file_name(".lines.jsonl.lock")).unwrap(),
        4 => {
            fs::copy(path, &other).unwrap();
            fs::rename(&other, path).unwrap();
        }
        5 => bytes.truncate(at),
        6 => bytes.extend(b"more"),
        7 if at < bytes.len() => bytes[at] ^= 1,
        _ => {}
    }
    if let Ok(file) = fs::OpenOptions::new().write(true).open(path) {
        fs::write(path, bytes).unwrap();
        if number % 2 == 0 {
            file.set_modified(about.modified().unwrap()).unwrap();
        }
    }
}

/// All lines are in the file or in one rescue file, for this user alone, and a file that something else has changed is not
/// written to.
#[cfg(unix)]
#[test]
fn lines_are_kept_when_another_program_disturbs_their_file() {
    for number in 0..whole_or(5_000, 40) {
        let mut dice = Dice::new(73, Purpose::Trial, 0, number);
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, path) = three(folder.path());
        let mut all = ["one", "two", "two"].map(str::to_owned).to_vec();
        for _ in 0..=dice.below(8) {
            disturb(&path, &mut dice);
            let before = fs::read(&path).ok();
            all.push(dice.below(u64::MAX).to_string());
            if journal.add(all.last().unwrap()).is_err() {
                assert_eq!(fs::read(&path).ok(), before, "{number}");
            }
            let verified = journal.verify();
            assert!(matches!(Journal::open(&path), Err(Error::Busy { .. })));
            let (rescue, kept) = (journal.rescue(), journal.rescue().unwrap_or(&path));
            assert_eq!(verified.is_err(), rescue.is_some(), "{number}");
            assert_eq!(Journal::read(kept).unwrap(), all, "{number}");
            let files = fs::read_dir(path.parent().unwrap()).unwrap();
            let names = files.map(|file| file.unwrap().file_name());
            let rescues = names.filter(|name| name.to_string_lossy().contains("-saved-"));
            assert_eq!(rescues.count(), usize::from(rescue.is_some()), "{number}");
            let about = fs::metadata(kept).unwrap().permissions();
            let mode = std::os::unix::fs::PermissionsExt::mode(&about);
            assert_eq!(mode & 0o77, 0, "{number}");
        }
    }
}
