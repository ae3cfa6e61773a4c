//! Signals at any moment of every command that writes.

use std::thread::sleep;
use std::time::Duration;

use menace::dice::Dice;

use crate::commands::Again;
use crate::scenario::{Prepared, Workshop};
use crate::tally::Case;

/// How often one command is tried until a signal meets it at work.
const TRIES: u32 = 6;

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let prepared = workshop.scenario(dice.below(1 << 32));
    prepared.scenario.name.clone_into(&mut case.what);
    // Now and then the command that goes on is killed too.
    let stops = 1 + dice.below(3) / 2;
    let place = prepared.place();
    let mut may_litter = false;
    let mut tries = 0;
    while case.tried < stops && tries < TRIES {
        tries += 1;
        let signal = ["KILL", "INT", "TERM"][usize::try_from(dice.below(3)).expect("small")];
        let wait = moment(prepared, dice) / tries;
        let mut running = prepared.scenario.command(place.path(), |_| {});
        sleep(wait);
        running.signal(signal);
        let ended = running.end();
        case.note(&ended);
        let met = ended.signal.is_some() || ended.code == Some(130);
        case.tried += u64::from(met);
        may_litter |= ended.signal.is_some();
        if !met {
            case.check(ended.law(&[0]));
        } else if ended.signal.is_none() {
            case.check(ended.law(&[130]));
        }
        let seen = prepared.whole_law(place.path(), may_litter);
        case.check(seen.map_err(|what| format!("SIG{signal} after {wait:?}: {what}")));
        if met && prepared.scenario.again == Again::Once && prepared.is_done(place.path()) {
            // It was stopped after its last write: the same line would be another command.
            break;
        }
        if !met && (prepared.is_done(place.path()) || tries == TRIES) {
            // It was too quick: from the start.
            for (name, _) in crate::scenario::files(place.path()) {
                let _ = std::fs::remove_file(place.path().join(name));
            }
            prepared.fill(place.path());
            may_litter = false;
        }
    }
    match prepared.again_law(place.path()) {
        Ok(ended) => ended.iter().for_each(|ended| case.note(ended)),
        Err(what) => case.broke(what),
    }
}

/// When to send a signal: at any moment that the command takes, those at its ends too.
fn moment(prepared: &Prepared, dice: &mut Dice) -> Duration {
    let micros = u64::try_from(prepared.took.as_micros()).expect("short");
    Duration::from_micros(dice.below(micros + micros / 10 + 1))
}
