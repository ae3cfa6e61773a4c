//! The file of a class when something happens to it, and what a class says then.

use crate::place::Text as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;

use matchboxes::dice::Dice;
use matchboxes::store;
use serde_json::{Value, json};

use super::class::{Class, Device, FILE, FOLDER, SERVED, dice};
use super::client::{Place, count, list, read, word};

impl Class {
    fn file(&self) -> PathBuf {
        self.place.0.at(FILE)
    }

    /// The games that the machine of a group has learnt from.
    fn learnt(&self, device: &Device) -> u64 {
        count(&self.shown(device)["games"])
    }

    fn plays(&self, device: &Device, games: u64, dice: &mut Dice) {
        while self.learnt(device) < games {
            self.goes_on(device, dice);
        }
    }
}

/// A change that leaves the length of the file is noticed at the next move, or at the end, and what is kept comes back.
#[cfg(unix)]
#[test]
fn a_class_whose_file_was_changed_is_kept_beside_and_put_back() {
    for plays_on in [true, false] {
        let (class, [table]) = Class::with_groups();
        let mut dice = dice(15);
        class.plays(&table, 2, &mut dice);
        let mut bytes = fs::read(class.file()).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(class.file(), &bytes).unwrap();
        let games = if plays_on { 3 } else { 2 };
        if plays_on {
            class.plays(&table, games, &mut dice);
            for unsaved in [&class.shown(&table)["unsaved"], &class.wall()["unsaved"]] {
                word(&unsaved["error"]).has(["all is kept in ", "class-saved-"]);
            }
            assert_eq!(class.leads("/collect", &json!({})).refusal().1, "unsaved");
        }
        let saved = format!("{FOLDER}/class-saved-{}-1.jsonl", class.server.id());
        let said = class.server.stop(1);
        let unsaved = format!("{games} games of 1 group are not saved yet");
        said.has([&unsaved, &saved]);
        let place = &class.place.0;
        assert_eq!(place.bytes(FILE), bytes);
        let serve = format!("serve {SERVED}");
        let restore = format!("check --restore {saved}");
        let refuses = || place.fails(&serve, 1, &[&restore]);
        refuses();
        fs::write(place.at(FILE), "").unwrap();
        refuses();
        fs::remove_file(place.at(FILE)).unwrap();
        refuses();
        place.ok(&restore).has([format!("{games} games")]);
        let class = Class::of(class.place, "");
        assert_eq!(class.learnt(&table), games);
    }
}

/// A class is the same in capitals and in small letters, whatever its letters are.
#[test]
fn the_capitals_of_its_name_do_not_matter_to_a_class() {
    let place = Place::new();
    for name in ["\u{c4}pfel", "\u{e4}pfel", "\u{c4}PFEL", "A\u{308}pfel"] {
        let class = format!("--class={name} --listen 127.0.0.1 --port 0");
        place.serve(&class).kill();
        let classes = fs::read_dir(place.path().join("models")).unwrap();
        assert_eq!(classes.count(), 1, "{name}");
    }
}

/// A new class whose usual port is taken says at which port it is; one that was told its port has lost none.
#[test]
fn a_class_at_another_port_says_so() {
    // It is in use either way.
    let _held = TcpListener::bind("127.0.0.1:8080");
    for (options, is_told) in [("", true), ("--port 0", false)] {
        let place = Place::new();
        let line = format!("serve --class 7b --listen 127.0.0.1 {options}");
        let mut command = place.0.command(&line);
        let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let mut told = Vec::new();
        for line in lines.map_while(Result::ok) {
            let is_last = line.starts_with("no group has joined");
            told.push(line);
            if is_last {
                break;
            }
        }
        server.kill().unwrap();
        server.wait().unwrap();
        let said = told.join("\n");
        assert_eq!(said.contains("port 8080 is in use"), is_told, "{said}");
        let folder = place.path().join("models").join("class-7b");
        assert!(said.contains(&folder.display().to_string()), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_class_that_begins_anew_beside_its_models_says_so() {
    for (is_empty, has_models) in [(true, true), (false, true), (true, false)] {
        let (class, [table]) = Class::with_groups();
        class.plays(&table, 1, &mut dice(10));
        if has_models {
            class.led("/collect", &json!({}));
        }
        class.server.stop(130).lacks(["begins anew"]);
        let file = class.place.0.at(FILE);
        if is_empty {
            fs::write(file, "").unwrap();
        } else {
            fs::remove_file(file).unwrap();
        }
        let said = Class::of(class.place, "").server.stop(130);
        let lines = said.lines().filter(|line| line.contains("begins anew"));
        assert_eq!(lines.count(), 1, "{said}");
        assert_eq!(said.contains("class.menace"), has_models, "{said}");
    }
}

#[test]
fn names_have_no_character_that_cannot_be_seen() {
    let class = Class::new("");
    let refused = class.join(&class.code, "\u{202e}a");
    assert_eq!((refused.status, &*refused.refusal().1), (422, "unseen"));
    class.device(&class.code, "a");
    // Names are compared as they look, on the wall, in files and in folders.
    class.device(&class.code, "Zo\u{eb} \u{2764}\u{fe0f}");
    let same = class.join(&class.code, "ZOE\u{308} \u{2764}");
    assert_eq!(same.refusal().1, "named");
    let wide = class.device(&class.code, "\u{ff34}able \u{ff13}");
    assert_eq!(wide.file, "table-3");
    let name = json!({ "group": 1, "name": "a\u{200f}", "from": "a" });
    let (says, kind) = class.leads("/rename", &name).refusal();
    assert_eq!(kind, "unseen");
    says.has(["U+200F"]);
    let serve = "serve --class 7b\u{200b} --listen 127.0.0.1 --port 0";
    class.place.0.fails(serve, 2, &["U+200B"]);
}

/// The files of a group follow its name in all lessons; its board stays where it is.
#[test]
fn a_renamed_group_renames_its_files() {
    let class = Class::new("");
    let [rude, other] = ["Rude", "Lions 2"].map(|name| class.device(&class.code, name));
    let mut dice = dice(15);
    for lesson in ["cups", "hexapawn"] {
        class.turn(lesson, "each");
        class.plays(&rude, 1, &mut dice);
        class.led("/collect", &json!({}));
    }
    let rename = |from: &str, name: &str| {
        let body = json!({ "group": 1, "name": name, "from": from });
        class.leads("/rename", &body)
    };
    let files = || -> Vec<String> {
        let files = fs::read_dir(class.place.0.at(FOLDER)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        // On Windows a lock stays.
        let is_model = |name: &String| name.ends_with(".menace") || cfg!(unix);
        let names = names.filter(|name| is_model(name) && !name.contains("class"));
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    };
    let taken = files();
    assert_eq!(taken, ["rude-hexapawn.menace", "rude.menace"]);
    assert_eq!(rename("Rude", "Lions").status, 200);
    assert_eq!(files(), ["lions-hexapawn.menace", "lions.menace"]);
    assert_eq!(class.wall()["groups"][0]["file"], "lions-hexapawn");
    class.plays(&rude, 2, &mut dice);
    assert!(class.led("/collect", &json!({}))["collected"]["left"] == json!([]));
    assert_eq!(class.model("lions-hexapawn").games(), 2);
    // A name is free again for the file of its own group, and not that of another.
    assert_eq!(rename("Lions", "rude!").status, 200);
    assert_eq!(files(), taken);
    assert_eq!(rename("rude!", "Lions 2").status, 409);
    // A screen that still shows the name before does not replace a newer one.
    let refused = rename("Rude", "Tigers");
    assert_eq!((refused.status, &*refused.refusal().1), (409, "stale"));
    assert_eq!(refused.json()["state"]["groups"][0]["name"], "rude!");
    assert_eq!(other.file, "lions-2");
    // A file of somebody else stays, and this is said; the group has its new name.
    fs::write(class.place.0.at(&format!("{FOLDER}/bears.menace")), "x").unwrap();
    let (says, _) = rename("rude!", "Bears").refusal();
    says.has(["the group is renamed, but", "rude.menace"]);
    says.has(["bears.menace is not as this class saved it"]);
    let class = class.killed();
    assert_eq!(class.wall()["groups"][0]["name"], "Bears");
    assert_eq!(class.learnt(&rude), 2);
}

#[test]
fn a_model_that_cannot_be_replaced_stops_no_other() {
    let (class, groups) = Class::with_groups::<3>();
    let mut dice = dice(16);
    let plays = |games: u64, dice: &mut Dice| {
        for group in &groups {
            class.plays(group, games, dice);
        }
        let wall = class.leads("/collect", &json!({}));
        (wall.status, wall.json()["collected"].clone())
    };
    plays(1, &mut dice);
    // One is open elsewhere, one is changed.
    let open = class.place.0.at(&format!("{FOLDER}/table-1.menace"));
    let held = store::Lock::take(&open).unwrap();
    fs::copy(&open, class.place.0.at(&format!("{FOLDER}/table-2.menace"))).unwrap();
    let (status, collected) = plays(2, &mut dice);
    assert_eq!((status, count(&collected["games"])), (200, 6));
    let left = list(&collected["left"]);
    let names = left.iter().map(|one| word(&one["name"]));
    assert!(names.eq(["Table 1", "Table 2"]), "{collected}");
    word(&left[0]["error"]).has(["in use by"]);
    word(&left[1]["error"]).has(["move it away and collect again"]);
    let games = ["table-1", "table-3", "class"].map(|file| class.model(file).games());
    assert_eq!(games, [1, 2, 6]);
    // What the message advises. Once more writes nothing.
    drop(held);
    fs::remove_file(class.place.0.at(&format!("{FOLDER}/table-2.menace"))).unwrap();
    let (_, collected) = plays(2, &mut dice);
    assert_eq!(collected["left"], json!([]));
    let events = class.place.0.bytes(FILE);
    plays(2, &mut dice);
    assert!(class.place.0.bytes(FILE) == events);
    let games = ["table-1", "table-2"].map(|file| class.model(file).games());
    assert_eq!(games, [2, 2]);
    // A link leads elsewhere, as one in a folder that someone hands on could.
    #[cfg(unix)]
    {
        let [own, outside] = [FOLDER, "models"].map(|folder| format!("{folder}/table-2.menace"));
        let [own, outside] = [own, outside].map(|file| class.place.0.at(&file));
        fs::rename(&own, &outside).unwrap();
        std::os::unix::fs::symlink(&outside, &own).unwrap();
        let before = fs::read(&outside).unwrap();
        let (_, collected) = plays(1, &mut dice);
        let left = list(&collected["left"]);
        assert_eq!(left.len(), 1, "{collected}");
        word(&left[0]["error"]).has(["table-2.menace is a link"]);
        let renamed = json!({ "group": 2, "name": "Bears", "from": "Table 2" });
        let (says, _) = class.leads("/rename", &renamed).refusal();
        says.has(["the group is renamed, but", "table-2.menace is a link"]);
        assert!(fs::read(&outside).unwrap() == before);
    }
}

#[cfg(unix)]
#[test]
fn a_class_that_begins_beside_others_names_them() {
    let place = Place::new();
    let serve = |name: &str| {
        let server = place.serve(&format!("--class={name} --listen 127.0.0.1 --port 0"));
        server.stop(130)
    };
    serve("7b").lacks(["is a new class"]);
    serve("8a").has(["`8a` is a new class; the classes in models are `7b`"]);
    serve("7-B").has(["than `7b`", "are `7b`, `8a`"]);
    serve("7b").lacks(["is a new class"]);
}

#[cfg(unix)]
#[test]
fn a_server_that_stops_answers_what_it_was_asked() {
    let (class, [table]) = Class::with_groups();
    let board = format!("/api/machines/{}", table.file);
    let teacher = format!("menace-token={}", class.token);
    let send = |line: &str, cookie: &str, length: usize| {
        let head = format!(
            "{line} HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n",
            class.server.host()
        );
        let mut stream = class.server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let since = |shown: &Value| format!("wait?since={}", shown["revision"]);
    let of_wall = format!("GET /api/class/{}", since(&class.wall()));
    let of_board = format!("GET {board}/{}", since(&class.shown(&table)));
    let asked = [
        send(&of_wall, &teacher, 0),
        send(&of_board, &table.cookie, 0),
    ];
    let mut half = send(&format!("POST {board}/act/new"), &table.cookie, 9);
    class.server.signal("-INT");
    for mut waits in asked {
        let answer = read(&mut waits);
        assert_eq!((answer.status, answer.json()), (200, json!({})));
    }
    let told = read(&mut half);
    assert_eq!((told.status, &*told.refusal().1), (503, "stops"));
    assert_eq!(class.server.wait(), Some(130));
}
