//! Tries a law on files and on the files of folders, without the engine:
//! `cargo run -p menace-fuzz --example replay -- model FILE...`. Where one breaks it, the panic is its report.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let law = menace_fuzz::LAWS.iter().find(|(of, _)| *of == name);
    let Some((_, law)) = law else {
        let names: Vec<&str> = menace_fuzz::LAWS.iter().map(|(name, _)| *name).collect();
        println!("write the name of a law and files: {}", names.join(", "));
        return ExitCode::from(2);
    };
    let mut left: Vec<PathBuf> = words.map(PathBuf::from).collect();
    let mut tried = 0;
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let below = fs::read_dir(&path).expect("a folder that can be read");
            left.extend(below.map(|entry| entry.expect("an entry").path()));
        } else {
            println!("{}", path.display());
            law(&fs::read(&path).expect("a file that can be read"));
            tried += 1;
        }
    }
    println!("{name}: {tried} files, none breaks it");
    ExitCode::SUCCESS
}
