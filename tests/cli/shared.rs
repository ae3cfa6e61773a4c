//! One machine for both sides: every command takes it, and says where there can be none.

use crate::place::{Place, Text as _};

const TRAIN: &str = "train --game nim:7:take=3 --rule cups-reward --learner shared --plots none";

#[test]
fn every_command_takes_a_machine_for_both_seats() {
    let place = Place::new();
    place.ok(&format!(
        "{TRAIN} --opponent random --sets 4 --out a.menace"
    ));
    place.ok(&format!(
        "{TRAIN} --opponent random --sets 2 --out b.menace"
    ));
    place.ok("train --continue --sets 2 --plots none --out b.menace");
    assert_eq!(place.bytes("a.menace"), place.bytes("b.menace"));
    place.ok(&format!("{TRAIN} --sets 4 --seed 2 --out c.menace"));
    place.ok("log c.menace").has(["against itself"]);

    place.ok("merge a.menace c.menace --out sum.menace");
    place.ok("export a.menace --table --out a.json");
    place.ok("import a.json --out d.menace");
    place.ok("export d.menace --table --out d.json");
    let rows = |name: &str| {
        let text = String::from_utf8(place.bytes(name)).unwrap();
        text[text.find("\"boxes\"").unwrap()..].to_owned()
    };
    assert_eq!(rows("a.json"), rows("d.json"));
    let sound = place.ok("check a.menace c.menace sum.menace d.menace");
    assert_eq!(
        sound.matches("one machine for both sides").count(),
        4,
        "{sound}"
    );

    let proof = place.ok("prove sum.menace");
    proof.has(["First side", "Second side"]);
    place.ok("match a.menace random --game nim:7:take=3 --exact");
    place.ok("match random a.menace --game nim:7:take=3 --exact");
    for position in [
        "show a.menace --position",
        "explain a.menace --game nim:7:take=3 --position",
    ] {
        for side in ["first", "second"] {
            let mut command = place.program(position.split(' ').chain([&*format!("5 {side}")]));
            assert!(
                command.output().unwrap().status.success(),
                "{position} {side}"
            );
        }
    }
    let taught = place.ok("play a.menace --teach 2 --learn --opponent random");
    taught.has(["The machine: "]);
    place.ok("check a.menace").has(["402 games"]);
    let kit = place.ok("print a.menace --sheets labels");
    assert!(kit.starts_with("nim:7:take=3: both sides"), "{kit}");
}

#[test]
fn a_machine_for_both_seats_is_refused_where_there_is_none() {
    let place = Place::new();
    place.ok(&format!("{TRAIN} --sets 1 --out a.menace"));
    place.refuses(&format!(
        "
        2 train --learner shared => tic-tac-toe | both sides
        2 train --game hexapawn --learner shared => hexapawn | nim
        2 {TRAIN} --batch 10 => --batch | both sides
        1 train --continue --learner first --out a.menace => both sides | first side
        1 train --continue --learner shared --game nim:8 --out a.menace => nim:8
        2 study --growth --learner shared --game nim:7 --batch 10 => both sides
        2 study --expected --learner shared --game nim:7 => single learner
        2 study --learner shared --runs 2 => both sides
        2 print a.menace --learner first => both sides
        2 print --learner shared => both sides
        "
    ));
}
