//! Files and folders: replaced whole, with the usual permissions, listed in order.

use std::fs;

use matchboxes::Error;
use matchboxes::store::{self, Lock};

use super::small;
use crate::place::files;

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/down/a.menace");
    store::replace(&path, b"old").unwrap();
    store::replace(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(files(path.parent().unwrap()), ["a.menace"]);

    let error = store::replace(&path.join("b"), b"lost").unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
    assert_eq!(fs::read(&path).unwrap(), b"new");

    let down = folder.path().join("deep/down");
    let error = store::replace(&down, b"lost").unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(files(&folder.path().join("deep")), ["down/a.menace"]);
}

#[test]
fn the_next_writer_removes_what_a_killed_one_left() {
    let folder = tempfile::tempdir().unwrap();
    let left = [
        ".a.menace.Xy12ab.tmp",
        ".a.menace.b.menace.Xy12ab.tmp",
        ".b.menace.Xy12ab.tmp",
        "a.menace.Xy12ab.tmp",
    ];
    for name in left {
        fs::write(folder.path().join(name), b"half").unwrap();
    }
    let path = folder.path().join("a.menace");
    drop(Lock::take(&path).unwrap());
    if cfg!(unix) {
        assert_eq!(files(folder.path()), left[1..]);
    }
    let long = "long-".repeat(48);
    store::replace(&folder.path().join(&long), b"whole").unwrap();
    assert!(files(folder.path()).contains(&long));
}

/// A temporary file that another process is still writing is locked.
#[cfg(unix)]
#[test]
fn a_file_that_is_being_written_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let [alive, dead] = ["alive1", "dead12"].map(|middle| format!(".a.csv.{middle}.tmp"));
    let held = fs::File::create(folder.path().join(&alive)).unwrap();
    held.lock().unwrap();
    fs::write(folder.path().join(&dead), "half").unwrap();
    store::replace(&folder.path().join("a.csv"), b"whole").unwrap();
    assert_eq!(files(folder.path()), [alive, "a.csv".to_owned()]);
}

#[cfg(unix)]
#[test]
fn a_link_is_kept_and_its_target_is_replaced() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("deep")).unwrap();
    symlink("../a", at("deep/link")).unwrap();
    symlink("deep/link", at("second")).unwrap();
    for bytes in [b"one", b"two"] {
        store::replace(&at("second"), bytes).unwrap();
        assert_eq!(fs::read(at("a")).unwrap(), bytes);
    }
    assert!(at("deep/link").is_symlink() && at("second").is_symlink());
    symlink("round", at("round")).unwrap();
    assert!(store::replace(&at("round"), b"lost").is_err());
}

#[cfg(unix)]
#[test]
fn a_written_file_has_the_permissions_of_a_new_file() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let [plain, model] = ["plain", "model"].map(|name| folder.path().join(name));
    fs::write(&plain, b"").unwrap();
    store::replace(&model, b"").unwrap();
    let [plain, model] = [plain, model].map(|path| path.metadata().unwrap().permissions().mode());
    assert_eq!(model, plain);
}

/// Writing into a read-only folder fails and changes nothing, except for root, who may write anywhere.
#[cfg(unix)]
#[test]
fn a_read_only_folder_is_an_error() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.menace");
    store::replace(&path, b"old").unwrap();
    let open = folder.path().metadata().unwrap().permissions();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let results = [
        Lock::take(&path).map(drop),
        store::replace(&path, b"old").map(drop),
    ];
    fs::set_permissions(folder.path(), open).unwrap();
    for error in results.into_iter().filter_map(Result::err) {
        assert!(matches!(error, Error::File { .. }), "{error:?}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(files(folder.path()), ["a.menace"]);
    let error = Lock::take(&path.join("b.menace")).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
}

#[test]
fn a_folder_lists_its_models() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["b.menace", "a-2.menace", ".hidden.menace"] {
        store::write(&at(name), &small()).unwrap();
    }
    fs::write(at("c.menace"), "something else").unwrap();
    fs::write(at("notes.txt"), "something else").unwrap();
    fs::create_dir(at("folder.menace")).unwrap();
    let models = store::list(folder.path()).unwrap();
    let found: Vec<_> = models.map(|(path, model)| (path, model.is_ok())).collect();
    let expected = [
        ("a-2.menace", true),
        ("b.menace", true),
        ("c.menace", false),
    ];
    assert_eq!(found, expected.map(|(name, whole)| (at(name), whole)));
    assert!(matches!(store::list(&at("none")), Err(Error::File { .. })));
}

/// A training in progress is renamed at its end, perhaps between the listing of its folder and the reading
/// of its file. A link that leads nowhere is still there, and is an error.
#[test]
fn a_file_that_has_gone_since_its_folder_was_read_is_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    store::write(&at("a.menace"), &small()).unwrap();
    let bytes = fs::read(at("a.menace")).unwrap();
    for name in ["b.menace", "x.menace.new", "y.menace.new"] {
        fs::write(at(name), &bytes).unwrap();
    }
    let models = store::list(folder.path());
    let trainings = store::list_in_progress(folder.path());
    fs::remove_file(at("b.menace")).unwrap();
    fs::rename(at("x.menace.new"), at("x.menace")).unwrap();
    let listed: Vec<_> = models.unwrap().chain(trainings.unwrap()).collect();
    assert!(listed.iter().all(|(_, model)| model.is_ok()));
    let paths: Vec<_> = listed.into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, [at("a.menace"), at("y.menace.new")]);

    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at("nowhere"), at("link.menace")).unwrap();
        let unreadable = store::list(folder.path())
            .unwrap()
            .filter(|(_, model)| model.is_err());
        let paths: Vec<_> = unreadable.map(|(path, _)| path).collect();
        assert_eq!(paths, [at("link.menace")]);
    }
}
