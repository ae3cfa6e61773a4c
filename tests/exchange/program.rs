//! The commands `export` and `import` write a whole model or none.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn menace(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_menace"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn the_program_writes_a_whole_model_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |words: &[&str]| menace(folder, words);
    let game = "nim:1,2,3:misere";
    let done = run(&["export", "perfect", "--game", game, "--out", "p.csv"]);
    assert!(done.status.success(), "{done:?}");
    let import = ["import", "p.csv", "--game", game, "--out", "m.menace"];
    let good = fs::read_to_string(folder.join("p.csv")).unwrap();
    let bad = good.replacen("c2,1,1", "c2,x,1", 1);
    let line = 1 + bad.lines().position(|line| line.contains('x')).unwrap();

    fs::write(folder.join("p.csv"), &bad).unwrap();
    let failed = run(&import);
    assert_eq!(failed.status.code(), Some(1));
    let error = String::from_utf8(failed.stderr).unwrap();
    let expected = format!("menace: p.csv line {line}: `x` in the column weight");
    assert!(error.starts_with(&expected), "{error}");
    assert_eq!(names(folder), ["p.csv"]);

    fs::write(folder.join("p.csv"), &good).unwrap();
    assert!(run(&import).status.success());
    assert_eq!(names(folder), ["m.menace", "p.csv"]);
    let model = fs::read(folder.join("m.menace")).unwrap();
    let check = run(&["check", "m.menace"]);
    assert!(check.status.success(), "{check:?}");
    // Exporting the model gives the same file, and importing it again is no conflict.
    let out = run(&["export", "m.menace"]).stdout;
    assert_eq!(String::from_utf8(out).unwrap(), good);
    assert!(run(&import).status.success());

    // An existing model is changed neither by a bad file nor by a different good one without `--force`.
    fs::write(folder.join("p.csv"), &bad).unwrap();
    assert_eq!(run(&import).status.code(), Some(1));
    run(&[
        "export", "random", "--game", game, "--out", "p.csv", "--force",
    ]);
    let failed = run(&import);
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        String::from_utf8(failed.stderr)
            .unwrap()
            .contains("--force")
    );
    assert_eq!(fs::read(folder.join("m.menace")).unwrap(), model);
    assert!(run(&[&import[..], &["--force"]].concat()).status.success());
    assert_ne!(fs::read(folder.join("m.menace")).unwrap(), model);
    assert_eq!(names(folder), ["m.menace", "p.csv"]);
}
