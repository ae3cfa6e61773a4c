//! Files found by their contents: all files below a folder, and the kept copies of a model.

use std::fs;
use std::path::{Path, PathBuf};

use matchboxes::games::{End, Nim};
use matchboxes::learn::Learners;
use matchboxes::session::{KnownFile, Sound};
use matchboxes::store::{self, Model};

use super::{small, trained};

/// A model of this rule with this number of sets.
fn of(rule: &str, sets: u64) -> Model {
    let nim = Nim::new(&[1, 2], End::Normal).unwrap();
    trained(nim, rule, Learners::First, sets)
}

#[test]
fn kept_copies_of_a_model_are_distinguished_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let model = of("rote", 4);
    let earlier = of("rote", 1);
    for (name, model) in [
        ("x.menace", &model),
        ("x-000004.menace", &model),
        ("x-0000003.menace", &of("rote", 3)),
        ("x-000001.menace", &earlier),
        // Other names, too few digits, another number, another rule, and sets that were never played.
        ("y-000001.menace", &earlier),
        ("x-000001.csv", &earlier),
        ("x-00001.menace", &earlier),
        ("x-+00001.menace", &earlier),
        ("x-000000.menace", &earlier),
        ("x-000002.menace", &of("michie-304", 2)),
        ("x-000005.menace", &of("rote", 5)),
    ] {
        store::write(&at(name), model).unwrap();
    }
    fs::write(at("x-000006.menace"), "no model").unwrap();
    let kept = store::kept(&at("x.menace"), &model, false).unwrap();
    let names: Vec<PathBuf> = kept.iter().map(|copy| copy.path.clone()).collect();
    let expected = ["x-000001.menace", "x-0000003.menace", "x-000004.menace"];
    assert_eq!(names, expected.map(at));
    let counts: Vec<_> = kept.iter().map(|copy| (copy.sets, copy.games)).collect();
    assert_eq!(counts, [1, 3, 4].map(|sets| (sets, 10 * sets)));
}

#[test]
fn all_known_files_below_a_folder_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["a.menace", ".b.menace", "sub/c.menace", ".sub/d.menace"] {
        store::write(&at(name), &small()).unwrap();
    }
    // A model is also recognized by its first bytes.
    fs::copy(at("a.menace"), at("sub/e")).unwrap();
    for (name, text) in [
        ("games.txt", "menace games 1\ngame tic-tac-toe\n"),
        ("sub/deep/f.csv", "position,side,move\n"),
        ("sub/game.sgf", "(;GM[2];B[f5];W[d6])"),
        ("notes.txt", "nothing that any command reads\n"),
    ] {
        store::replace(&at(name), text.as_bytes()).unwrap();
    }
    fs::create_dir(at("sub/folder.menace")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path(), at("sub/above")).unwrap();
    let (known, unread) = KnownFile::below(folder.path());
    assert!(unread.is_empty());
    let all = "a.menace games.txt sub/c.menace sub/deep/f.csv sub/e sub/game.sgf".split(' ');
    assert_eq!(known, all.map(at).collect::<Vec<_>>());
    let kind = |name: &str| KnownFile::check(&at(name)).0;
    assert_eq!(kind("sub/e"), KnownFile::Model);
    assert_eq!(kind("games.txt"), KnownFile::Games);
    assert_eq!(kind("sub/deep/f.csv"), KnownFile::Sheet);
    assert_eq!(kind("sub/game.sgf"), KnownFile::Games);
    assert!(KnownFile::check(&at("notes.txt")).1.is_err());
    let sound = KnownFile::Games.verify(&at("sub/game.sgf")).unwrap();
    assert!(matches!(sound, Sound::Games(game, 1) if game == "othello"));
    let (none, unread) = KnownFile::below(Path::new("/no/such/folder"));
    assert_eq!((none.len(), unread.len()), (0, 1));
}
