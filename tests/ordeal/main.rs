//! Stress tests of the whole program: it is killed, deprived of resources, run several times at once, and
//! given damaged files. It must lose nothing, misread nothing, never panic, and answer quickly and briefly.
//!
//! Without arguments, as `cargo test` runs it, it tries a few cases of each kind. With numbers:
//!
//! ```sh
//! cargo test --release --test ordeal -- --kills 1000 --damaged 80000 --forged 20000 \
//!     --faults 2000 --races 200 --odd 10000 --large 1 --saves 300 --folders 5000 --readers 400 --rescues 5000
//! ```
//!
//! `--seeds FOLDER` tries nothing and writes the files as inputs for the targets of `tools/fuzz/`.
//!
//! Every case is named by its kind and number, such as `kills/17`, and depends only on these and on `--seed`;
//! `--case kills/17` repeats it. Only the moment of a signal and the timing of writers in a race do not
//! depend on the seed. `docs/records/reliability.md` has the requirements and the results of a long run.

#[cfg(unix)]
#[path = "."]
mod unix {
    mod commands;
    mod damaged;
    mod faults;
    mod folders;
    mod forged;
    mod grammar;
    mod kills;
    mod large;
    mod odd;
    #[path = "../cli/place.rs"]
    mod place;
    mod places;
    mod races;
    mod readers;
    mod rescues;
    mod run;
    #[cfg(feature = "serve")]
    mod saves;
    mod scenario;
    mod seeds;
    mod sources;
    mod tally;
    mod tokens;

    use tally::Attack;

    pub(crate) fn main() -> std::process::ExitCode {
        tally::main(&[
            // A child begins with the memory of this process, which is least at first.
            Attack::new("large", 1, large::case),
            Attack::new("kills", 40, kills::case),
            Attack::new("damaged", 600, damaged::case),
            Attack::new("forged", 80, forged::case),
            Attack::new("faults", 16, faults::case),
            Attack::new("races", 3, races::case),
            Attack::new("odd", 150, odd::case),
            #[cfg(feature = "serve")]
            Attack::new("saves", 3, saves::case),
            Attack::new("folders", 40, folders::case),
            Attack::new("readers", 16, readers::case),
            Attack::new("rescues", 60, rescues::case),
        ])
    }
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    unix::main()
}

#[cfg(not(unix))]
fn main() {
    println!("this test needs the signals and limits of Unix: nothing is tested here");
}
