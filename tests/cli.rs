//! What the README and the tour show is what the program does, and what `--help` gives as an example works.
//!
//! `TRYCMD=overwrite cargo test --test program cli` brings the outputs in the README and `docs/tour.md` up to date.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[path = "cli/front.rs"]
mod front;
#[path = "cli/mistakes.rs"]
mod mistakes;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/print.rs"]
mod print;

use crate::place::{PROGRAM, Place, Ran};
use crate::shipped::{SHIPPED, bring_models, root};

/// How the README runs the program before it says what `menace` stands for.
const FRESH: &str = "$ cargo run --release -- ";

#[test]
fn the_readme_shows_what_happens() {
    shows_what_happens(
        "README.md",
        |page| page.replacen(FRESH, "$ menace ", 1),
        |page| page.replacen("$ menace ", FRESH, 1),
    );
}

#[test]
fn the_tour_shows_what_happens() {
    shows_what_happens("docs/tour.md", str::to_owned, str::to_owned);
}

/// Runs the examples of a page, as `before` makes it, in a folder that holds the models of the project.
fn shows_what_happens(name: &str, before: impl Fn(&str) -> String, after: impl Fn(&str) -> String) {
    let place = Place::new();
    let text = fs::read_to_string(root().join(name)).unwrap();
    let page = place.at("page.md");
    fs::write(&page, before(&text)).unwrap();
    bring_models(&place.at("page.in"));

    trycmd::TestCases::new()
        .register_bin("menace", PathBuf::from(PROGRAM))
        .case(&page)
        .run();

    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        let shown = fs::read_to_string(&page).unwrap();
        fs::write(root().join(name), after(&shown)).unwrap();
    }
}

/// Using the program in one's clone does not look like a change of its source.
#[test]
fn git_passes_over_what_the_program_leaves() {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    let has = |line: &str| ignored.lines().any(|other| other == line);
    for line in ["/models/*", "/plots/*", "/plots/article/*", "/*.csv"] {
        assert!(has(line), "{line}");
    }
    for name in SHIPPED {
        assert!(has(&format!("!/{name}")), "{name} is ignored");
    }
}

#[test]
fn the_readme_tells_the_commands_that_ci_runs() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    let block = readme.split("```").nth(1).unwrap();
    let commands: Vec<&str> = block
        .lines()
        .skip(1)
        .map(|line| line.split('#').next().unwrap().trim())
        .collect();
    assert_eq!(commands, ["cargo run --release -- train", "cargo test"]);
    assert!(ci.lines().any(|line| line == commands[1]));
}

#[test]
fn the_readme_quotes_the_example() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let example = fs::read_to_string(root().join("examples/ask_a_table.rs")).unwrap();
    let quoted = readme.split("```rust\n").nth(1).unwrap();
    let quoted = quoted.split("```").next().unwrap();
    let mut lines = example.lines().map(str::trim);
    for line in quoted.lines().map(str::trim) {
        assert!(
            lines.any(|other| other == line),
            "`{line}` is not in the example"
        );
    }
}

#[test]
fn the_readme_links_to_what_there_is() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let links = readme
        .split("](")
        .skip(1)
        .chain(readme.split("src=\"").skip(1));
    let mut found = 0;
    for link in links.filter_map(|rest| rest.split([')', '"']).next()) {
        assert!(root().join(link).exists(), "{link}");
        found += 1;
    }
    assert!(found > 5);
}

/// The names of all commands.
fn commands(place: &Place) -> Vec<String> {
    let help = place.ok("--help");
    let list = help.split("Commands:\n").nth(1).unwrap();
    let names = list.lines().take_while(|line| line.starts_with("  "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// An example of a command that plays many runs, with few of them.
#[cfg(unix)]
fn smaller(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    if !["study", "article"].contains(&words[1]) {
        return line.to_owned();
    }
    let asked = words.iter().position(|word| *word == "--runs");
    let (before, after) = words.split_at(asked.unwrap_or(words.len()));
    let after = after.get(2..).unwrap_or_default();
    [before, &["--runs", "3"], after].concat().join(" ")
}

/// The lines that the help of a command gives as examples.
#[cfg(unix)]
fn examples(place: &Place, command: &str) -> Vec<String> {
    let help = place.ok(&format!("{command} --help"));
    let (_, examples) = help
        .split_once("Examples:\n")
        .unwrap_or_else(|| panic!("`menace {command} --help` gives no example"));
    // What follows after a gap is a remark.
    let lines = examples.lines().take_while(|line| !line.is_empty());
    lines
        .map(|line| smaller(line.trim().split("   ").next().unwrap()))
        .collect()
}

#[cfg(unix)]
#[test]
fn every_example_of_the_help_works_on_a_fresh_clone() {
    let folder = Path::new(PROGRAM).parent().unwrap();
    let mut path = vec![folder.to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let path = std::env::join_paths(path).unwrap();
    // A server goes on until it is stopped; `tests/serve.rs` starts it as its examples do.
    let ending = commands(&Place::new())
        .into_iter()
        .filter(|name| name != "serve");
    for command in ending {
        let place = Place::new();
        bring_models(place.path());
        let mut lines = examples(&place, &command);
        if command == "import" {
            lines.splice(..0, examples(&place, "export"));
        }
        for line in lines {
            let mut shell = Command::new("sh");
            let shell = shell
                .args(["-c", &line])
                .stdin(Stdio::null())
                .current_dir(place.path())
                .env("PATH", &path);
            Ran::new(&line, shell.output().unwrap()).ok();
        }
    }
}

#[test]
fn pages_for_shells_and_readers_are_whole() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(place.ok(&format!("completions {shell}")).contains("menace"));
    }
    assert!(place.ok("man").contains(".TH menace"));
    for command in commands(&place) {
        assert!(place.ok(&format!("man {command}")).contains(&command));
    }
    place.run("man nothing").fails(2, &["nothing"]);
}
