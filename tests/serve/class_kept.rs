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

    fn results(&self) -> usize {
        word(&self.wall()["results"]).len()
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_removed_moved_or_replaced_is_written_again() {
    let removes = |class: &Class| fs::remove_file(class.file()).unwrap();
    let moves = |class: &Class| {
        let folder = class.place.0.at(FOLDER);
        fs::rename(&folder, class.place.0.at("models/backup")).unwrap();
    };
    let replaces = |class: &Class| {
        let copy = class.place.0.at("copy");
        fs::copy(class.file(), &copy).unwrap();
        fs::rename(copy, class.file()).unwrap();
    };
    let losses: [&dyn Fn(&Class); 3] = [&removes, &moves, &replaces];
    for (number, loss) in losses.into_iter().enumerate() {
        let class = Class::new("");
        let table = class.device(&class.code, "Table 1");
        let mut dice = dice(7);
        class.plays(&table, 2, &mut dice);
        loss(&class);
        class.plays(&table, 4, &mut dice);
        assert!(class.wall()["unsaved"].is_null());
        // As well when nothing is played after that.
        let class = class.killed();
        loss_again(&class, number);
        let (code, said, _) = class.server.stop();
        assert_eq!(code, Some(130), "{said}");
        said.has(["all games of the class are saved"]);
        let class = Class::of(class.place, "");
        assert_eq!(class.learnt(&table), 4, "{number}");
    }
}

#[cfg(unix)]
fn loss_again(class: &Class, number: usize) {
    let folder = class.place.0.at(FOLDER);
    let aside = class.place.0.at(&format!("models/aside-{number}"));
    fs::rename(folder, aside).unwrap();
}

#[cfg(unix)]
#[test]
fn a_class_that_another_server_has_taken_writes_nothing_and_says_so() {
    let class = Class::new("");
    let table = class.device(&class.code, "Table 1");
    let mut dice = dice(8);
    class.plays(&table, 1, &mut dice);
    fs::remove_file(class.place.0.at(&format!("{FOLDER}/.class.jsonl.lock"))).unwrap();
    let second = class.place.serve(SERVED);
    let theirs = class.place.0.bytes(FILE);
    class.plays(&table, 3, &mut dice);
    for unsaved in [&class.shown(&table)["unsaved"], &class.wall()["unsaved"]] {
        let says = word(&unsaved["error"]);
        says.has(["its lock was removed, and process"]);
        assert_eq!(count(&unsaved["games"]), 2);
    }
    assert_eq!(class.place.0.bytes(FILE), theirs);
    // What the other one wrote stays also when it has ended.
    second.stop();
    let (code, said, _) = class.server.stop();
    assert_eq!(code, Some(1), "{said}");
    for words in [
        "7b: 3 games of 1 group are not saved yet",
        "a different file there, which is kept",
        "all is kept in models/class-7b/class-saved-",
    ] {
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(class.place.0.bytes(FILE), theirs);
    // The file beside it goes on with the class, and only its owner can read it.
    let files = fs::read_dir(class.place.0.at(FOLDER)).unwrap();
    let mut paths = files.map(|file| file.unwrap().path());
    let saved = paths.find(|path| path.to_string_lossy().contains("class-saved-"));
    let saved = saved.unwrap();
    let about = fs::metadata(&saved).unwrap().permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&about) & 0o77, 0);
    fs::rename(saved, class.place.0.at(FILE)).unwrap();
    let class = Class::of(class.place, "");
    assert_eq!(class.learnt(&table), 3);
}

/// A change that leaves the length of the file is noticed at the next move, or at the end, and what is kept comes back.
#[cfg(unix)]
#[test]
fn a_class_whose_file_was_changed_is_kept_beside_and_put_back() {
    for plays_on in [true, false] {
        let class = Class::new("");
        let table = class.device(&class.code, "Table 1");
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
        let (code, said, _) = class.server.stop();
        assert_eq!(code, Some(1), "{said}");
        said.has([
            &*format!("{games} games of 1 group are not saved yet"),
            &saved,
        ]);
        assert_eq!(class.place.0.bytes(FILE), bytes);
        let (serve, restore) = (
            format!("serve {SERVED}"),
            format!("check --restore {saved}"),
        );
        let refuses = || class.place.0.fails(&serve, 1, &[&restore]);
        refuses();
        fs::write(class.place.0.at(FILE), "").unwrap();
        refuses();
        fs::remove_file(class.place.0.at(FILE)).unwrap();
        refuses();
        class.place.0.ok(&restore).has([&*format!("{games} games")]);
        let class = Class::of(class.place, "");
        assert_eq!(class.learnt(&table), games);
    }
}

/// A class is the same in capitals and in small letters, whatever its letters are.
#[test]
fn the_capitals_of_its_name_do_not_matter_to_a_class() {
    let place = Place::new();
    let serve = |name: &str| {
        let class = format!("--class={name} --listen 127.0.0.1 --port 0");
        place.serve(&class).kill();
        fs::read_dir(place.path().join("models")).unwrap().count()
    };
    for (number, name) in [(1, "7b"), (2, "\u{c4}pfel"), (3, "\u{411}")] {
        assert_eq!(serve(name), number, "{name}");
        assert_eq!(serve(&name.to_lowercase()), number, "{name}");
        assert_eq!(serve(&name.to_uppercase()), number, "{name}");
    }
    for (name, number) in [
        ("\u{ff17}\u{ff42}", 3),
        ("A\u{308}pfel", 3),
        (&"\u{fdfa}".repeat(24), 4),
    ] {
        assert_eq!(serve(name), number, "{name}");
    }
}

#[test]
fn an_open_class_is_found_by_any_spelling_of_its_name() {
    let (_place, server) = Place::served();
    let open = |name: &str| server.post("/api/class/open", &json!({ "name": name }));
    let first = open("7b");
    assert_eq!(first.status, 200, "{}", first.text());
    for name in ["7B", "  7b ", "7b"] {
        assert_eq!(
            open(name).json()["teacher"],
            first.json()["teacher"],
            "{name}"
        );
    }
}

#[test]
fn a_last_line_without_its_end_is_kept() {
    let class = Class::new("");
    let table = class.device(&class.code, "Table 1");
    class.plays(&table, 2, &mut dice(9));
    let before = class.wall();
    let file = class.file();
    let mut class = class;
    for cut in [1, 0] {
        class.server.kill();
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - cut]).unwrap();
        class = Class::of(class.place, "");
        assert_eq!(class.wall()["results"], before["results"]);
        assert_eq!(class.learnt(&table), 2);
    }
    assert!(fs::read(&file).unwrap().ends_with(b"\n"));
}

/// The same class teaches a machine in each group, then one together, and both are collected.
#[test]
fn the_machine_that_all_teach_does_not_replace_the_sum_of_the_groups() {
    let class = Class::new("");
    let groups = [
        class.device(&class.code, "class"),
        class.device(&class.code, "Class one"),
    ];
    let files = ["class-2", "class-one-2", "class", "class-one"];
    let collected = |way: &str| {
        class.turn("cups", way);
        for group in &groups {
            class.plays(group, 2, &mut dice(5));
        }
        class.led("/collect", &json!({}));
        files.map(|file| {
            let path = class.place.0.at(&format!("{FOLDER}/{file}.menace"));
            fs::read(path).ok()
        })
    };
    let [one, other, sum, none] = collected("each");
    assert!(none.is_none());
    let now = collected("one");
    assert_eq!(now[..3], [one, other, sum]);
    assert!(now[3].is_some());
}

/// A new class whose usual port is taken says at which port it is; one that was told its port has lost none.
#[test]
fn a_class_at_another_port_says_so() {
    // It is in use either way.
    let _held = TcpListener::bind("127.0.0.1:8080");
    for (options, is_told) in [("", true), ("--port 0", false)] {
        let place = Place::new();
        let line = format!("serve --class 7b --listen 127.0.0.1 {options}");
        let mut server = place
            .0
            .command(&line)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
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
        let folder = place.path().join(FOLDER);
        assert!(said.contains(&folder.display().to_string()), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_class_that_begins_anew_beside_its_models_says_so() {
    for (is_empty, has_models) in [(true, true), (false, true), (true, false)] {
        let class = Class::new("");
        let table = class.device(&class.code, "Table 1");
        class.plays(&table, 1, &mut dice(10));
        if has_models {
            class.led("/collect", &json!({}));
        }
        let (_, said, _) = class.server.stop();
        said.lacks(["begins anew"]);
        let file = class.place.0.at(FILE);
        if is_empty {
            fs::write(file, "").unwrap();
        } else {
            fs::remove_file(file).unwrap();
        }
        let class = Class::of(class.place, "");
        let (_, said, _) = class.server.stop();
        let lines = said.lines().filter(|line| line.contains("begins anew"));
        assert_eq!(lines.count(), 1, "{said}");
        assert_eq!(said.contains("class.menace"), has_models, "{said}");
    }
}

#[test]
fn a_missing_or_doubled_line_is_refused_with_what_helps() {
    let class = Class::new("");
    let table = class.device(&class.code, "Table 1");
    class.plays(&table, 3, &mut dice(11));
    let file = class.file();
    class.server.kill();
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let ended = lines.iter().position(|line| line.contains(r#""ended""#));
    let at = ended.unwrap();
    let missing = [&lines[..at], &lines[at + 1..]].concat().concat();
    let doubled = [&lines[..=at], &lines[at..]].concat().concat();
    for (wrong, number) in [(missing, at + 1), (doubled, at + 2)] {
        fs::write(&file, wrong).unwrap();
        let (line, good) = (
            format!("class.jsonl line {number}: "),
            format!("everything before line {number} is good"),
        );
        let serve = format!("serve {SERVED}");
        class.place.0.fails(&serve, 1, &[&line, &good]);
    }
    // What the message advises.
    fs::write(&file, lines[..=at].concat()).unwrap();
    let class = Class::of(class.place, "");
    assert_eq!(class.learnt(&table), 1);
}

/// The past of a board is without a game that was taken back: neither the game, nor what the first box held after it.
#[test]
fn a_board_forgets_a_game_that_was_taken_back() {
    let class = Class::new("");
    let table = class.device(&class.code, "Table 1");
    let mut dice = dice(14);
    let asks = |what: &str| {
        let line = format!("GET /api/machines/table-1/{what}");
        class.asked(&line, &table.cookie, &Value::Null).json()
    };
    let numbers = || -> Vec<u64> {
        let told = asks("games");
        let ended = list(&told["games"])
            .iter()
            .filter(|game| game["ended"] != false);
        ended.map(|game| count(&game["number"])).collect()
    };
    let seen = || -> [u64; 2] {
        let told = asks("curve");
        let seen = list(&told["seen"]);
        [&seen[0], seen.last().unwrap()].map(|content| count(&content["games"]))
    };
    class.plays(&table, 4, &mut dice);
    assert_eq!((numbers().len(), seen()), (4, [0, 4]));
    let [first, _, _, last] = numbers()[..] else {
        panic!("four games were played")
    };
    // An earlier game, and the one on the board.
    for (game, left) in [(1, 3), (4, 2)] {
        class.led("/take-back", &json!({ "game": game }));
        assert_eq!(class.learnt(&table), left);
        assert_eq!((numbers().len() as u64, seen()), (left, [0, left]));
    }
    assert!(!numbers().contains(&first) && !numbers().contains(&last));
    class.plays(&table, 4, &mut dice);
    assert_eq!((numbers().len(), seen()), (4, [0, 4]));
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_nothing_is_collected_and_the_end_counts_what_is_lost() {
    let class = Class::new("");
    let groups = ["Table 1", "Table 2"].map(|name| class.device(&class.code, name));
    let mut dice = dice(12);
    class.plays(&groups[0], 1, &mut dice);
    if !class.server.fill_disk(true) {
        return;
    }
    class.plays(&groups[0], 3, &mut dice);
    class.plays(&groups[1], 2, &mut dice);
    let refused = class.leads("/collect", &json!({}));
    let (says, kind) = refused.refusal();
    assert_eq!((refused.status, &*kind), (409, "unsaved"));
    assert!(
        says.starts_with("4 games of 2 groups are not saved yet"),
        "{says}"
    );
    let models = || {
        let files = fs::read_dir(class.place.0.at(FOLDER)).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|ending| ending == "menace"))
            .count()
    };
    assert_eq!(models(), 0);
    // A game that does not count is not lost.
    class.led("/take-back", &json!({ "game": 5 }));
    let (code, said, _) = class.server.stop();
    assert_eq!(code, Some(1), "{said}");
    for words in [
        "the class played",
        "7b: 3 games of 2 groups are not saved yet",
    ] {
        assert!(said.contains(words), "{said}");
    }
    said.lacks(["kept in"]);
    let class = Class::of(class.place, "");
    assert_eq!(groups.each_ref().map(|group| class.learnt(group)), [1, 0]);
    let wall = class.led("/collect", &json!({}));
    assert_eq!(count(&wall["collected"]["games"]), 1);
}

#[test]
fn names_have_no_character_that_cannot_be_seen() {
    let class = Class::new("");
    for unseen in [
        "a\u{200b}",
        "\u{202e}a",
        "a\u{2066}b",
        "\u{feff}a",
        "a\u{7}b",
        "\u{3164}",
    ] {
        let refused = class.join(&class.code, unseen);
        assert_eq!((refused.status, &*refused.refusal().1), (422, "unseen"));
    }
    class.device(&class.code, "a");
    // What keyboards make is, and is compared as it looks, on the wall, in files and in folders.
    let zoe = class.device(
        &class.code,
        "Zo\u{eb} \u{2764}\u{fe0f} \u{645}\u{6cc}\u{200c}\u{631}",
    );
    for name in ["ZOE\u{308} \u{2764} \u{645}\u{6cc}\u{631}", &zoe.code] {
        let answer = class.join(&class.code, name);
        let is_known = answer.status == 200 && answer.json()["code"] == *zoe.code;
        assert!(is_known || answer.refusal().1 == "named", "{name}");
    }
    assert_eq!(
        class.device(&class.code, "\u{ff34}able \u{ff13}").file,
        "table-3"
    );
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
        class.leads(
            "/rename",
            &json!({ "group": 1, "name": name, "from": from }),
        )
    };
    let files = || -> Vec<String> {
        let files = fs::read_dir(class.place.0.at(FOLDER)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| !name.contains("class")).collect();
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
    assert_eq!(other.file, "lions-2");
    // A file of somebody else stays, and this is said; the group has its new name.
    fs::write(class.place.0.at(&format!("{FOLDER}/bears.menace")), "x").unwrap();
    let (says, _) = rename("rude!", "Bears").refusal();
    says.has([
        "the group is renamed, but",
        "rude.menace",
        "bears.menace is not as this class saved it",
    ]);
    let class = class.killed();
    assert_eq!(class.wall()["groups"][0]["name"], "Bears");
    assert_eq!(class.learnt(&rude), 2);
}

#[test]
fn a_model_that_cannot_be_replaced_stops_no_other() {
    let class = Class::new("");
    let groups = class.groups(3);
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
    assert_eq!(
        left.iter()
            .map(|one| word(&one["name"]))
            .collect::<Vec<_>>(),
        ["Table 1", "Table 2"]
    );
    word(&left[0]["error"]).has(["in use by"]);
    word(&left[1]["error"]).has(["move it away and collect again"]);
    let games = ["table-1", "table-3", "class"].map(|file| class.model(file).games());
    assert_eq!(games, [1, 2, 6]);
    // What the message advises.
    drop(held);
    fs::remove_file(class.place.0.at(&format!("{FOLDER}/table-2.menace"))).unwrap();
    let (_, collected) = plays(2, &mut dice);
    assert_eq!(collected["left"], json!([]));
    assert_eq!(
        ["table-1", "table-2"].map(|file| class.model(file).games()),
        [2, 2]
    );
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

#[test]
fn a_class_that_begins_beside_others_names_them() {
    let place = Place::new();
    let serve = |name: &str| {
        let server = place.serve(&format!("--class={name} --listen 127.0.0.1 --port 0"));
        server.stop().1
    };
    serve("7b").lacks(["is a new class"]);
    serve("8a").has(["`8a` is a new class; the classes in models are `7b`"]);
    serve("7-B").has(["than `7b`", "are `7b`, `8a`"]);
    serve("7b").lacks(["is a new class"]);
}

#[cfg(unix)]
#[test]
fn a_server_that_stops_answers_what_it_was_asked() {
    let class = Class::new("");
    let table = class.device(&class.code, "Table 1");
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
    let asked = [
        send(
            &format!("GET /api/class/{}", since(&class.wall())),
            &teacher,
            0,
        ),
        send(
            &format!("GET {board}/{}", since(&class.shown(&table))),
            &table.cookie,
            0,
        ),
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

#[test]
fn the_sums_of_the_wall_follow_the_games_that_count() {
    for way in ["each", "one"] {
        let class = Class::new("");
        class.turn("cups", way);
        let groups = class.groups(2);
        let mut dice = dice(13);
        for group in &groups {
            let before = class.learnt(group);
            class.plays(group, before + 2, &mut dice);
        }
        let all = class.results();
        let collected = |wall: &Value| count(&wall["collected"]["games"]);
        assert_eq!(collected(&class.led("/collect", &json!({}))), all as u64);
        // The games of a group that was removed stay in the machine of all.
        let wall = class.led("/remove", &json!({ "group": 2 }));
        assert!(wall["collected"].is_null());
        let left = if way == "each" { 2 } else { all };
        assert_eq!(class.results(), left, "{way}");
        let games = class.led("/games", &Value::Null)["games"].clone();
        assert_eq!(list(&games).len(), left);
        assert_eq!(collected(&class.led("/collect", &json!({}))), left as u64);
        let wall = class.led("/take-back", &json!({ "game": games[0]["number"] }));
        assert!(wall["collected"].is_null());
        assert_eq!(class.results(), left - 1);
        let wall = class.led("/collect", &json!({}));
        assert_eq!(collected(&wall), left as u64 - 1);
        assert_eq!(class.killed().results(), left - 1);
    }
}
