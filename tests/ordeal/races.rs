//! Several writers of one model at once, with its lock or folder removed, or with readers at the same time:
//! the file stays whole, and a writer that fails says so.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use matchboxes::dice::Dice;
use matchboxes::store;

use super::damaged::some;
use super::run::{Running, begin};
use super::scenario::{Workshop, files, is_model};
use super::tally::Case;

const WRITERS: &[&str] = &[
    "train --out deep/x.menace --sets 20 --games-per-set 1000 --plots none --checkpoint-every 1 --force",
    "train --out deep/x.menace --sets 15 --games-per-set 1000 --seed 2 --plots none --checkpoint-every 1 --force",
    "train --out deep/x.menace --sets 5 --rule michie-304 --plots none --force",
    "train --out deep/x.menace --sets 3 --games-per-set 500 --plots none --continue --opponent perfect",
    "import p.csv --game nim:1,2 --out deep/x.menace --force",
    "merge m.menace n.menace -o deep/x.menace --force",
    "play deep/x.menace --teach 40 --learn",
];

const READERS: &[&str] = &[
    "check deep/x.menace",
    "show deep/x.menace",
    "export deep/x.menace --table --out OUT",
    "match deep/x.menace random --games 10",
    "list models --models deep",
    "check deep",
];

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (which, name) in [(0, "m.menace"), (1, "n.menace"), (0, "deep/x.menace")] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("our own");
        fs::write(path, &workshop.sources().0[which].bytes).expect("room for a case");
    }
    fs::write(folder.join("p.csv"), workshop.policy()).expect("room for a case");
    let disturbance = dice.below(4);
    match disturbance {
        0 => "writers, the lock removed",
        1 => "writers, the folder removed",
        2 => "writers and readers",
        _ => "writers",
    }
    .clone_into(&mut case.what);

    let writers: Vec<Running> = (0..2 + dice.below(2))
        .map(|_| {
            let line = some(WRITERS, dice);
            sleep(Duration::from_micros(dice.below(20_000)));
            begin(folder, line)
        })
        .collect();
    case.tried += writers.len() as u64;
    match disturbance {
        0 => remove_repeatedly(dice, || {
            let _ = fs::remove_file(folder.join("deep/.x.menace.lock"));
        }),
        1 => remove_repeatedly(dice, || {
            let _ = fs::remove_dir_all(folder.join("deep"));
        }),
        2 => {
            for number in 0..4 {
                let line = some(READERS, dice);
                let ended = begin(folder, &line.replace("OUT", &format!("r{number}.csv"))).end();
                case.note(&ended);
                case.tried += 1;
                // By then the model may be of another side or game.
                let may_refuse = line.starts_with("match");
                case.check(ended.law(if may_refuse { &[0, 1] } else { &[0] }));
            }
        }
        _ => {}
    }
    let mut done = 0;
    for writer in writers {
        let ended = writer.end();
        case.note(&ended);
        case.check(ended.law(&[0, 1, 2]));
        if ended.code == Some(0) {
            done += 1;
        } else if ended.err.is_empty() {
            case.broke(ended.describe("failed without a message"));
        }
    }
    for (name, _) in files(folder) {
        if name.contains("/.") || name.starts_with('.') {
            case.broke(format!("left {name}"));
        }
        if is_model(&name)
            && let Err(error) = store::verify(&folder.join(&name))
        {
            case.broke(format!("{name} is not sound: {error}"));
        }
    }
    if disturbance > 1 && (done == 0 || !folder.join("deep/x.menace").exists()) {
        case.broke(format!("{done} writers succeeded"));
    }
}

/// Removes something repeatedly for a while.
fn remove_repeatedly(dice: &mut Dice, remove: impl Fn()) {
    let begun = Instant::now();
    let duration = Duration::from_millis(dice.below(150));
    sleep(Duration::from_millis(dice.below(80)));
    while begun.elapsed() < duration {
        remove();
        sleep(Duration::from_millis(1 + dice.below(20)));
    }
}
