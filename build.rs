//! Tells the program of which commit it is: of the package it was published in, or of the sources it is built from.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    let place = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let place = Path::new(&place);
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo takes a file that is not there for one that has changed.
    for note in [NOTE, ".git/logs/HEAD"] {
        if place.join(note).exists() {
            println!("cargo::rerun-if-changed={note}");
        }
    }
    let short = |commit: &str| commit.chars().take(9).collect::<String>();
    let commit = published(place).or_else(|| built(place));
    let commit = commit.map(|commit| format!(" ({})", short(commit.trim())));
    println!(
        "cargo::rustc-env=MENACE_COMMIT={}",
        commit.unwrap_or_default()
    );
}

/// The file in which `cargo package` notes the commit.
const NOTE: &str = ".cargo_vcs_info.json";

fn published(place: &Path) -> Option<String> {
    let note = fs::read_to_string(place.join(NOTE)).ok()?;
    let rest = note.split_once("\"sha1\"")?.1;
    rest.split('"').nth(1).map(str::to_owned)
}

fn built(place: &Path) -> Option<String> {
    // Not the commit of a folder above, into which an archive has been unpacked.
    place.join(".git").exists().then_some(())?;
    let asked = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(place)
        .output();
    let told = asked.ok().filter(|told| told.status.success())?;
    String::from_utf8(told.stdout).ok()
}
