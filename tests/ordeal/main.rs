//! Stress tests of the whole program: it is killed, deprived of resources, run several times at once, and
//! given damaged files. It must lose nothing, misread nothing, never panic, and answer quickly and briefly.
//!
//! Without arguments, as `cargo test` runs it, it tries a few cases of each kind. With numbers:
//!
//! ```sh
//! cargo test --release --test ordeal -- --kills 1000 --damaged 80000 --forged 20000 \
//!     --faults 2000 --races 200 --odd 10000 --large 1
//! ```
//!
//! `--seeds FOLDER` tries nothing and writes the files as inputs for the targets of `fuzz/`.
//!
//! Every case is named by its kind and number, such as `kills/17`, and depends only on these and on `--seed`;
//! `--case kills/17` repeats it. Only the moment of a signal and the timing of writers in a race do not
//! depend on the seed. `docs/reliability.md` has the requirements and the results of a long run.

#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod damaged;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod forged;
#[cfg(unix)]
mod grammar;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod large;
#[cfg(unix)]
mod odd;
#[cfg(unix)]
#[path = "../cli/place.rs"]
mod place;
#[cfg(unix)]
mod places;
#[cfg(unix)]
mod races;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod scenario;
#[cfg(unix)]
mod seeds;
#[cfg(unix)]
mod sources;
#[cfg(unix)]
mod tally;
#[cfg(unix)]
mod tokens;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    tally::main(&[
        tally::Attack::new("kills", 14, kills::case),
        tally::Attack::new("damaged", 600, damaged::case),
        tally::Attack::new("forged", 80, forged::case),
        tally::Attack::new("faults", 16, faults::case),
        tally::Attack::new("races", 3, races::case),
        tally::Attack::new("odd", 50, odd::case),
        tally::Attack::new("large", 1, large::case),
    ])
}

#[cfg(not(unix))]
fn main() {
    println!("this test needs the signals and limits of Unix: nothing is tested here");
}
