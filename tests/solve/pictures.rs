//! The pictures in `plots/search/`: the program reproduces them byte for byte.

use std::fs;
use std::path::Path;

use crate::place::{Place, is_current};

/// Each picture with the arguments after `menace tree --format png`.
const PICTURES: [(&str, &str); 5] = [
    ("split-nim", "--game split-nim:7 -a minimax --bare"),
    ("split-nim-values", "--game split-nim:7 -a minimax"),
    ("cut-by-alpha", "--leaves '((3 5) (2 9))'"),
    ("cut-by-beta", "--leaves '(((3 5) (6 9)) (7 8))'"),
    ("cut-from-afar", "--leaves '((5 6) (((4 9) 7) 8))'"),
];

#[test]
fn the_program_reproduces_the_pictures() {
    let place = Place::new();
    for (name, words) in PICTURES {
        let out = format!("{name}.png");
        place.ok(&format!("tree --format png --out {out} {words}"));
        is_current(&format!("plots/search/{out}"), place.bytes(&out));
    }
}

#[test]
fn the_folder_contains_no_other_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("plots/search");
    let files = fs::read_dir(folder).unwrap().count();
    assert_eq!(files, PICTURES.len() + 1, "and the picture of the page");
}
