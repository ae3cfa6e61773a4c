//! Rescue files: every command that opens a file names those beside it and refuses to begin it anew, and one command puts
//! them back, if they are undamaged and nothing is in their place.

use std::fs;

use matchboxes::dice::Dice;
use matchboxes::session::CLASS_FILE;
use matchboxes::store::Journal;

use super::damaged::{lines, place, some};
use super::run::run;
use super::scenario::{Workshop, files};
use super::tally::Case;

const BEGUN: &str = r#"{"what":"begun","format":1,"class":"7b","code":"KVL6","token":"0123456789abcdef0123456789abcdef","lesson":"cups","seed":1}"#;

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let source = workshop.sources().some(dice);
    let (mut own, mut line) = (
        source.kind.file().to_owned(),
        some(lines(source.kind), dice).to_string(),
    );
    let mut bytes = source.bytes.clone();
    if cfg!(feature = "serve") && dice.below(4) == 0 {
        let (mut journal, _) = Journal::open(&at("class")).expect("a new file");
        journal.add(BEGUN).expect("room for a case");
        drop(journal);
        bytes = fs::read(at("class")).expect("it is there");
        fs::remove_file(at("class")).expect("it is there");
        own = format!("models/class-7b/{CLASS_FILE}");
        "serve --class 7b --listen 127.0.0.1 --port 0".clone_into(&mut line);
    }
    let (stem, ending) = own.rsplit_once('.').expect("an ending");
    let (number, copy) = (dice.below(100), 1 + dice.below(3));
    let saved = format!("{stem}-saved-{number}-{copy}.{ending}");
    let (is_there, is_damaged) = (dice.below(2) == 0, dice.below(3) == 0);
    if is_there && line.starts_with("serve") {
        line = format!("check {own}");
    }
    fs::create_dir_all(at(&own).parent().expect("a folder")).expect("our own");
    if is_there {
        fs::write(at(&own), &bytes).expect("room for a case");
    }
    if is_damaged {
        let at = place(bytes.len(), dice);
        bytes[at] ^= 1;
    }
    fs::write(at(&saved), &bytes).expect("room for a case");
    let place = if is_there { "beside" } else { "alone" };
    let state = if is_damaged { "damaged" } else { "whole" };
    case.what = format!("{place}, {state}");
    case.tried = 1;
    let before = files(folder.path());
    let ended = run(folder.path(), &line.replace("GAME", &source.game));
    case.note(&ended);
    case.check(ended.law(&[0, 1, 2]));
    let opens = line.contains(&own) || line.starts_with("serve");
    if opens && !ended.err.contains(&saved) {
        case.broke(ended.describe("does not name the rescue file"));
    }
    let after = files(folder.path());
    if after.get(&saved) != before.get(&saved)
        || opens && !is_there && (ended.code == Some(0) || after != before)
    {
        case.broke(ended.describe("has begun beside a rescue file, or changed it"));
    }
    let before = after;
    let ended = run(folder.path(), &format!("check --restore {saved}"));
    case.check(ended.law(&[0, 1]));
    let after = files(folder.path());
    let is_back = after.get(&own) == Some(&bytes) && !after.contains_key(&saved);
    let is_kept = after == before;
    let wanted = !is_there && !is_damaged;
    if [ended.code == Some(0), is_back, !is_kept] != [wanted; 3] {
        case.broke(ended.describe("has not put back what is whole, or has put back what is not"));
    }
}
