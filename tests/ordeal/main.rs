//! The ordeal: the program is killed, starved, raced and fed with damage, and has to lose nothing,
//! misread nothing, panic nowhere, and answer soon in few words.
//!
//! Without arguments, as `cargo test` runs it, it tries little of everything. In numbers:
//!
//! ```sh
//! cargo test --release --test ordeal -- --kills 1000 --damaged 80000 --forged 20000 \
//!     --faults 2000 --races 200 --odd 10000 --large 1
//! ```
//!
//! Every case is told by its kind and number, such as `kills/17`, and is drawn from these and
//! `--seed` alone; `--case kills/17` tries it again. Only when a signal comes, and what writers that
//! race see of each other, is not in the seed. `docs/reliability.md` has the laws and the figures of
//! a long run.

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
mod places;
#[cfg(unix)]
mod races;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod scenario;
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
    println!("signals and limits are those of Unix: nothing is tried here");
}
