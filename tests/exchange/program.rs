//! The commands `export` and `import` write a whole model or none.

use std::fs;

use crate::place::{Place, Text as _};

/// Values go out as a table and come back as a model that plays and learns like the exported one.
#[test]
fn the_program_exchanges_values() {
    let place = Place::new();
    place.does(
        "
        train --game hexapawn --learner second --rule sarsa --sets 3 --plots none -q --out a.menace
        export a.menace --table --out v.csv
        export a.menace --table --out v.json
        import v.json --out b.menace
        import v.csv --game hexapawn --rule sarsa --out c.menace
        alike export a.menace | export b.menace
        alike export a.menace --table | export b.menace --table
        train --continue --sets 2 --plots none -q --out b.menace
        train --continue --sets 2 --plots none -q --out c.menace
        alike export b.menace --table | export c.menace --table
        check v.json => values of hexapawn
        check a.menace b.menace c.menace v.csv
        2 import v.csv --game hexapawn --out d.menace => take a rule that keeps values
        ",
    );
}

#[test]
fn the_program_writes_a_whole_model_or_none() {
    let place = Place::new();
    let write = |text: &str| fs::write(place.at("p.csv"), text).unwrap();
    let game = "--game nim:1,2,3:misere";
    place.ok(&format!("export perfect {game} --out p.csv"));
    let import = format!("import p.csv {game} --out m.menace");
    let good = fs::read_to_string(place.at("p.csv")).unwrap();
    let bad = good.replacen("c2,1,1", "c2,x,1", 1);
    let line = 1 + bad.lines().position(|line| line.contains('x')).unwrap();

    write(&bad);
    let refused = place.run(&import);
    assert_eq!(refused.code, Some(1));
    let expected = format!("menace: p.csv line {line}: `x` in the column weight");
    assert!(refused.err.starts_with(&expected), "{refused:?}");
    assert_eq!(place.files(), ["p.csv"]);

    write(&good);
    place.ok(&import);
    assert_eq!(place.files(), ["m.menace", "p.csv"]);
    let model = place.bytes("m.menace");
    place.ok("check m.menace");
    // Exporting the model gives the same file, and importing it again is no conflict.
    assert_eq!(place.ok("export m.menace"), good);
    place.ok(&import);

    // An existing model is changed neither by a bad file nor by a different good one without `--force`.
    write(&bad);
    assert_eq!(place.run(&import).code, Some(1));
    place.run(&format!("export random {game} --out p.csv --force"));
    place.run(&import).fails(1, &["--force"]);
    assert_eq!(place.bytes("m.menace"), model);
    place.ok(&format!("{import} --force"));
    assert_ne!(place.bytes("m.menace"), model);
    assert_eq!(place.files(), ["m.menace", "p.csv"]);
}

/// A table that can be read in two ways is refused with what to type for each; both then give other machines, and the
/// first line and the log say how the values are kept.
#[test]
fn what_an_error_names_can_be_typed() {
    let place = Place::new();
    let mut rows = Vec::new();
    // The player is always `1`: it begins, or the other one does.
    for (board, best) in [
        ("0 0 0 0 0 0 0 0 0", 4),
        ("2 0 0 0 0 0 0 0 0", 4),
        ("2 0 0 0 1 0 0 0 0", 2),
    ] {
        let mut values = [-1; 9];
        values[best] = 250;
        rows.push(format!("\"{board}\": {values:?}"));
    }
    let text = format!("{{{}}}", rows.join(", "));
    fs::write(place.at("t.json"), text).unwrap();
    let refused = place.run("import t.json --out m.menace");
    assert_eq!(refused.code, Some(2));
    let [own, marks] = ["--own 1 --marks 012", "--marks 021"].map(|option| {
        refused.err.has([format!("{option}: ")]);
        let out = place.ok(&format!("import t.json {option} --out m.menace --force"));
        let lines: Vec<&str> = out.lines().collect();
        let begins = "Reads 3 positions, 24 values";
        assert!(lines[0].starts_with(begins), "{out}");
        let is_told = lines[1].ends_with("in t.json; all values divided by 4");
        assert!(is_told, "{out}");
        place.does("log m.menace => t.json (all values divided by 4)");
        place.ok("export m.menace")
    });
    assert_ne!(own, marks);
    own.has(["\nO../.X./...,first,c1,1,1\n"]);
    marks.has(["\nX../.O./...,first,c1,1,1\n"]);
    place.does("2 import t.json --own 1 --cells-from 2 --out m.menace => cells-from");
}

/// The first line counts what a table lacks and what is left out of it.
#[test]
fn the_first_line_counts_missing_and_unused_numbers() {
    let place = Place::new();
    for (numbers, wanted) in [
        (
            "7,0.5,-0.25,,0,0,0,0,1",
            "; 1 move has no number, read as 0; 1 number other than 0 is for cells that are not free, and left out; `.`",
        ),
        (
            ",0.5,-0.25,,,0,0,0,1",
            "6 values; 2 moves have no number, read as 0; `.`",
        ),
        ("0,0.5,-0.25,0,0,0,0,0,1", "8 values; `.`"),
    ] {
        fs::write(place.at("t.csv"), format!("X........,{numbers}\n")).unwrap();
        let out = place.ok("import t.csv --marks .XO --out m.menace --force");
        out.lines().next().unwrap().has([wanted]);
    }
}
