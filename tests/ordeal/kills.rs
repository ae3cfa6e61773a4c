//! A command that is stopped or killed at any time and given again leaves the files of an undisturbed one.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use matchboxes::dice::Dice;
use matchboxes::store;

use super::commands::{Again, SCENARIOS, Scenario};
use super::place::Place;
use super::run::run;
use super::scenario::{Prepared, Workshop};
use super::tally::{Case, some};

/// How often a command is tried until a signal hits it while it runs.
const TRIES: u32 = 6;

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    if case.number == 0 {
        no_command_is_missing();
    }
    let prepared = workshop.numbered(case.number);
    prepared.scenario.name.clone_into(&mut case.what);
    // Sometimes the command is killed again when it continues.
    let stops = 1 + dice.below(3) / 2;
    let place = prepared.place();
    let mut may_litter = false;
    let mut tries = 0;
    while case.tried < stops && tries < TRIES {
        tries += 1;
        let signal = *some(&["KILL", "INT", "TERM"], dice);
        let wait = moment(prepared, dice) / tries;
        let mut running = prepared.scenario.command(place.path(), |_| {});
        sleep(wait);
        running.signal(signal);
        // Clusters say the same thing several times, in different words.
        if signal != "KILL" {
            for _ in 0..dice.below(4) {
                sleep(Duration::from_micros(dice.below(3_000)));
                let again = some(&["TERM", "USR1", "HUP"], dice);
                running.signal(again);
            }
        }
        let ended = running.end();
        case.note(&ended);
        let hit = ended.signal.is_some() || ended.code == Some(130);
        case.tried += u64::from(hit);
        may_litter |= ended.signal.is_some();
        if !hit {
            case.check(ended.law(&[0]));
        } else if ended.signal.is_none() {
            case.check(ended.law(&[130]));
        }
        let seen = prepared.whole_law(place.path(), may_litter);
        case.check(seen.map_err(|what| format!("SIG{signal} after {wait:?}: {what}")));
        if hit && prepared.scenario.again == Again::Once && prepared.is_done(place.path()) {
            // It was stopped after its last write; the same line would be a new command.
            break;
        }
        if !hit && (prepared.is_done(place.path()) || tries == TRIES) {
            // It ended before the signal; start again from the initial files.
            for (name, _) in super::scenario::files(place.path()) {
                let _ = std::fs::remove_file(place.path().join(name));
            }
            prepared.fill(place.path());
            may_litter = false;
        }
    }
    if prepared.scenario.line.starts_with("train") && is_begun(place.path()) && dice.below(2) == 0 {
        let mut line = prepared.scenario.line.to_owned();
        for word in [
            " --force",
            " --continue",
            " --from x.menace",
            " --from m.menace",
        ] {
            line = line.replace(word, "");
        }
        let ended = run(place.path(), &(line + " --continue"));
        case.check(ended.law(&[0]));
    }
    match prepared.again_law(place.path()) {
        Ok(ended) => ended.iter().for_each(|ended| case.note(ended)),
        Err(what) => case.broke(what),
    }
}

/// Whether a training is left that `--continue` can finish.
fn is_begun(folder: &Path) -> bool {
    let left = ["x.menace", "x.menace.new"].map(|name| store::read(&folder.join(name)));
    let mut left = left.into_iter().flatten();
    left.any(|model| model.pending.is_some())
}

/// Every command that can write a file has a scenario.
fn no_command_is_missing() {
    let place = Place::new();
    let writes = ["--out", "--csv", "--plots", "--record", "--database"];
    let mut found = 0;
    for name in place.commands().iter().filter(|name| *name != "serve") {
        let help = place.ok(&format!("{name} --help"));
        let options = help.lines().map(str::trim_start);
        let mut options = options.filter(|line| line.starts_with('-'));
        if options.any(|line| writes.iter().any(|option| line.contains(option))) {
            let is_here = |scenario: &Scenario| scenario.line.split(' ').next() == Some(&**name);
            assert!(SCENARIOS.iter().any(is_here), "{name} has no scenario");
            found += 1;
        }
    }
    assert!(found >= 15, "{found}");
}

/// When to send a signal: at any moment from the start of the command until shortly after its usual end.
fn moment(prepared: &Prepared, dice: &mut Dice) -> Duration {
    let micros = u64::try_from(prepared.took.as_micros()).expect("short");
    Duration::from_micros(dice.below(micros + micros / 10 + 1))
}
