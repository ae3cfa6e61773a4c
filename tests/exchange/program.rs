//! The commands `export` and `import` write a whole model or none.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::store::files::names;

fn menace(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_menace"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Values go out as a table and come back as a model that plays and learns like the exported one.
#[test]
fn the_program_exchanges_values() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let done = menace(folder, &words);
        (
            done.status.code(),
            String::from_utf8(done.stdout).unwrap(),
            String::from_utf8(done.stderr).unwrap(),
        )
    };
    let ok = |line: &str| {
        let (code, out, error) = run(line);
        assert_eq!((code, &*error), (Some(0), ""), "{line}");
        out
    };
    let game = "--game hexapawn --learner second";
    ok(&format!(
        "train {game} --rule sarsa --sets 3 --plots none -q --out a.menace"
    ));
    ok("export a.menace --table --out v.csv");
    ok("export a.menace --table --out v.json");
    ok("import v.json --out b.menace");
    ok("import v.csv --game hexapawn --rule sarsa --out c.menace");
    let csv = fs::read_to_string(folder.join("v.csv")).unwrap();
    let policy = ok("export a.menace");
    for model in ["b.menace", "c.menace"] {
        assert_eq!(ok(&format!("export {model} --table")), csv);
        assert_eq!(ok(&format!("export {model}")), policy);
        ok(&format!(
            "train --continue --sets 2 --plots none -q --out {model}"
        ));
        assert_ne!(ok(&format!("export {model} --table")), csv);
    }
    // Both learnt the same in those games.
    let [b, c] = ["b.menace", "c.menace"].map(|model| ok(&format!("export {model} --table")));
    assert_eq!(b, c);
    assert!(ok("check v.json").contains("values of hexapawn"));
    ok("check a.menace b.menace c.menace v.csv");

    // Without a rule that keeps values there is no model.
    let (code, _, error) = run("import v.csv --game hexapawn --out d.menace");
    assert_eq!(code, Some(2));
    assert!(error.contains("take a rule that keeps values"), "{error}");
    let bad = csv.replacen(",0.", ",x.", 1);
    fs::write(folder.join("v.csv"), &bad).unwrap();
    let line = 1 + bad.lines().position(|line| line.contains(",x.")).unwrap();
    let (code, _, error) = run("import v.csv --game hexapawn --rule sarsa --out c.menace --force");
    assert_eq!(code, Some(1));
    let expected = format!("menace: v.csv line {line}: the value `x.");
    assert!(error.starts_with(&expected), "{error}");
    assert!(!folder.join("d.menace").exists());
    assert_eq!(ok("export c.menace --table"), c);
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
