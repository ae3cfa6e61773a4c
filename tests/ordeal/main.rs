//! Stress tests of the whole program: it is killed, deprived of resources, run several times at once, and
//! given damaged files. It must lose nothing, misread nothing, never panic, and answer quickly and briefly.
//!
//! Without arguments, as `cargo test` runs it, it tries a few cases of each kind; `docs/reliability.md` has the long form.
//!
//! `--seeds FOLDER` tries nothing and writes the files as inputs for the targets of `tools/fuzz/`.
//!
//! Every case is named by its kind and number, such as `kills/17`, and depends only on these and on `--seed`;
//! `--case kills/17` repeats it. Only the moment of a signal and the timing of writers in a race do not
//! depend on the seed. `docs/records/reliability.md` says what each kind does.

#[cfg(unix)]
#[path = "."]
mod unix {
    mod commands;
    mod faults;
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
    mod scenario;
    mod seeds;
    mod sources;
    mod tally;

    use tally::Attack;

    /// Runs the attacks, each given by its kind, its number of cases in the short form, and the help of its option.
    macro_rules! attacks {
        ($($kind:ident $times:literal $help:literal,)*) => {
            tally::main(&[$(Attack::new(stringify!($kind), $times, $kind::case, $help)),*])
        };
    }

    pub(crate) fn main() -> std::process::ExitCode {
        attacks! {
            // A child begins with the memory of this process, which is least at first.
            large 1 "Run the cases with large inputs N times",
            kills 40 "Run N cases in which writing commands are killed",
            forged 80 "Forge N files, with a correct checksum",
            faults 16 "Run N commands that lack something",
            races 3 "Run N races of several writers for a model",
            odd 150 "Run N odd command lines",
            readers 16 "Give N large inputs to commands that read games, tables and positions",
            rescues 60 "Open N files beside rescue files",
        }
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
