//! The files in `models/` and `plots/` are, to the byte, what the commands of the README write. `MENACE_BLESS=1` writes
//! them anew.

use std::fs;

use serde_json::Value;

use crate::place::{Place, files, is_current};
use crate::shipped::{SHIPPED, root};
use crate::whole::is_whole;

/// The commands that write these files.
const COMMANDS: &[&str] = &[
    "train",
    "train --learner second",
    "train --learner both",
    "study --runs 1000",
    "article",
    // The pictures of docs/pictures.md.
    "train --sets 10 --games-per-set 1 --out lessons/ten.menace --plots-dir plots/pictures",
    "train --game nim:3,4,5 --exact --sets 30 --out lessons/nim.menace --plots-dir plots/pictures",
    "train --rule michie-1961 --opponent michie-1961-script --sets 22 --games-per-set 10 \
     --out lessons/1961.menace --plots-dir plots/pictures",
    "study --exact --learner second --runs 20 --sets 30 --plots-dir plots/pictures/exact",
    "study --runs 20 --sets 30 --opponent random --rule rote --rule michie-1961 --rule michie-304 \
     --rule menacepy --rule bridle --curve first_wins --plots-dir plots/pictures/five-rules",
    "tournament models/tic-tac-toe-first.menace models/tic-tac-toe-second.menace ai1 ai12s perfect \
     random --plots png --plots-dir plots/pictures/tournament",
    "sweep lessons/rewards.toml --runs 20 --plots-dir plots/pictures/sweep",
];

/// The beginnings of those that take most of the time.
const LONG: [&str; 3] = ["study --runs 1000", "article", "sweep"];

/// The folder for files that are not part of those compared.
const LESSONS: &str = "lessons/";

/// The commands write the shipped files again, byte for byte: all but the three longest, which the whole form adds.
#[test]
fn the_commands_write_the_same_bytes_again() {
    let place = Place::new();
    fs::create_dir(place.at("lessons")).unwrap();
    let grid = root().join("examples/rewards.toml");
    fs::copy(grid, place.at("lessons/rewards.toml")).unwrap();
    let is_long = |command: &str| LONG.iter().any(|long| command.starts_with(long));
    let is_tried = |command: &&&str| is_whole() || !is_long(command);
    for command in COMMANDS.iter().filter(is_tried) {
        place.ok(command);
    }
    let mut kept: Vec<String> = SHIPPED.iter().map(|&name| name.to_owned()).collect();
    for folder in ["plots/rote-2019-article-21f870", "plots/pictures"] {
        // Pictures in other formats belong to the user.
        let mut names = files(&root().join(folder));
        let ships = |name: &str| {
            ["csv", "json", "md", "png"]
                .map(Some)
                .contains(&name.rsplit('.').next())
        };
        names.retain(|name| ships(name));
        kept.extend(names.iter().map(|name| format!("{folder}/{name}")));
    }
    kept.sort_unstable();
    let mut written = place.files();
    written.retain(|name| !name.starts_with(LESSONS));
    if is_whole() {
        assert_eq!(written, kept);
    }
    assert!(written.len() > 30 && written.iter().all(|name| kept.contains(name)));
    for name in written {
        is_current(&name, place.bytes(&name));
    }
}

/// A folder of results has the checksums of the files in it, so that none was changed by hand.
#[test]
fn the_checksums_are_of_these_files() {
    for name in [
        "tic-tac-toe-first-rote-study-b1e6e7",
        "rote-2019-article-21f870",
        "pictures/sweep",
    ] {
        let folder = root().join("plots").join(name);
        let result = fs::read(folder.join("result.json")).unwrap();
        let result: Value = serde_json::from_slice(&result).unwrap();
        for (file, sum) in result["files"].as_object().unwrap() {
            let bytes = fs::read(folder.join(file)).unwrap();
            assert_eq!(*sum, crc32fast::hash(&bytes), "{name}: {file}");
        }
    }
}
