//! Journals: their lines are read as they were added, also when something happens to the file.

use std::fs;
use std::path::{Path, PathBuf};

use matchboxes::error::Error;
use matchboxes::store::Journal;

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
fn a_file_that_was_moved_or_replaced_is_completed() {
    type Loss = fn(&Path);
    let losses: [Loss; 6] = [
        |path| fs::remove_file(path).unwrap(),
        |path| fs::rename(path.parent().unwrap(), path.with_file_name("../old")).unwrap(),
        |path| {
            let copy = path.with_file_name("copy");
            fs::copy(path, &copy).unwrap();
            fs::rename(copy, path).unwrap();
        },
        |path| fs::write(path, "").unwrap(),
        |path| fs::write(path, &fs::read(path).unwrap()[..20]).unwrap(),
        |path| fs::remove_file(path.with_file_name(".lines.jsonl.lock")).unwrap(),
    ];
    for (loss, number) in losses.iter().zip(1..) {
        for adds in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let (mut journal, path) = three(folder.path());
            loss(&path);
            let mut all = vec!["one", "two", "two"];
            if adds {
                journal.add("four").unwrap();
                all.push("four");
            }
            journal.settle().unwrap();
            assert!(matches!(Journal::open(&path), Err(Error::Busy { .. })));
            drop(journal);
            let mode = std::os::unix::fs::PermissionsExt::mode(
                &fs::metadata(&path).unwrap().permissions(),
            );
            assert_eq!(mode & 0o77, 0, "{number}");
            assert_eq!(Journal::open(&path).unwrap().1, all, "{number}");
        }
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
    let beside = journal.keep_beside().unwrap();
    let (_, kept) = Journal::open(&beside).unwrap();
    assert_eq!(kept, ["one", "two", "two", "four", "five"]);
    // Once it is moved away, all is written.
    fs::rename(&path, folder.path().join("theirs")).unwrap();
    journal.settle().unwrap();
    drop(journal);
    assert_eq!(
        Journal::open(&path).unwrap().1,
        ["one", "two", "two", "four", "five"]
    );
}
