//! Which parts of a study or a sweep are still to be played.

use std::fs;

use super::parts::damage;
use crate::place::Place;

#[test]
fn missing_parts_are_named() {
    let place = Place::new();
    for line in [
        "study --runs 20 --sets 2 --rule rote --rule bridle",
        "sweep --runs 5 --sets 2 --rule rote --rule bridle",
    ] {
        let missing = |place: &Place| place.ok(&format!("{line} --out parts --missing 3"));
        assert_eq!(missing(&place), "1\n2\n3\n");
        place.ok(&format!("{line} --part 2/3 --out parts/2.part"));
        assert_eq!(missing(&place), "1\n3\n");
        for i in [1, 3] {
            place.ok(&format!("{line} --part {i}/3 --out parts/{i}.part"));
        }
        assert_eq!(missing(&place), "");
        let command = line.split(' ').next().unwrap();
        // Another study is said to be another, and how.
        let other = format!("instead of | {command} | parts/1.part is not part 1 of 3 of this");
        let rules = line.replace("--rule bridle", "--rule scroggs");
        let longer = line.replace("--sets 2", "--sets 3");
        place.refuses(&format!(
            "
            1 {line} --seed 5 --out parts --missing 3 => seed  | {other}
            1 {rules} --out parts --missing 3 => {other}
            1 {longer} --out parts --missing 3 => 3 sets of 100 games | {other}
            1 {line} --out parts --missing 4 => parts/1.part is not part 1 of 4 | instead of runs 0 to  \
                | it is part 1 of 3, so ask for 3 parts
            2 {line} --out parts --missing 0 => --missing
            2 {line} --missing 3 => --out
            2 {line} --out parts --missing 3 --part 1/3 => --missing
            2 {line} --out parts/1.part --missing 3 => is not a folder
            "
        ));
        damage(&place, "parts/3.part");
        place.refuses(&format!(
            "1 {line} --out parts --missing 3 => parts/3.part | checksum"
        ));
        fs::remove_dir_all(place.at("parts")).unwrap();
    }
    // A part that was begun and not completed is missing; a part of something else says what it is.
    place.does(
        "
        study --runs 4 --sets 2 --part 1/2 --out parts/1.part
        study --merge parts/1.part --out half
        sweep --runs 4 --sets 2 --rule rote --rule bridle --out parts/1.part --force
        1 study --runs 4 --sets 2 --out parts --missing 2 => parts/1.part | it is a part of a sweep | menace sweep --merge
        1 sweep --merge half => half | it is a part of a study | menace study --merge
        ",
    );
}

#[test]
fn a_part_that_a_merge_would_take_too_is_refused() {
    let place = Place::new();
    place.ok("study --runs 8 --sets 2 --part 1/2 --out parts/1.part");
    for stray in ["parts/4.part", "parts/old/2.part", "parts/x"] {
        place.ok(&format!("study --runs 8 --sets 2 --part 4/4 --out {stray}"));
        let line = "study --runs 8 --sets 2 --out parts --missing 2";
        place.fails(line, 1, &[stray, "is none of 1.part to 2.part"]);
        fs::remove_file(place.at(stray)).unwrap();
    }
    let missing = place.ok("study --runs 8 --sets 2 --out parts --missing 2");
    assert_eq!(missing, "2\n");
}
