//! What is wrong with a command line that cannot be parsed, and what to type: one line.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use matchboxes::{games, learn};

/// What a number alone may count.
const NUMBER: &[&str] = &["--runs", "--games", "--sets"];

/// Options of other programs with ours that do the same, of which the first that a command has is named.
const HABITS: &[(&str, &[&str])] = &[
    (
        "-n -N --num-games --n-games --epochs --episodes --iterations --rounds",
        &["--games", "--sets", "--runs"],
    ),
    ("--repeat --repeats", &["--runs", "--games"]),
    ("--output --save --to", &["--out", "--csv", "--record"]),
    ("--side", &["--learner"]),
    ("--learner", &["--side"]),
    ("--csv", &["--json"]),
    ("--board --state", &["--position"]),
    ("--silent", &["--quiet"]),
    ("--workers --jobs -j", &["--threads"]),
];

/// Commands of other programs with ours.
const COMMANDS: &[(&str, &str)] = &[
    ("learn run", "train"),
    ("version", "--version"),
    ("eval evaluate", "match"),
    ("draw", "plot"),
    ("verify", "check"),
    ("info", "show"),
];

/// What a table of habits has for a word.
fn ours<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    let is_there = |habits: &str| habits.split(' ').any(|habit| habit == word);
    let found = table.iter().find(|(habits, _)| is_there(habits));
    found.map(|(_, ours)| *ours)
}

/// Where commands without `--csv` or `--json` have their rows.
fn rows(command: &str) -> Option<&'static str> {
    Some(match command {
        "play" => "--record FILE keeps the games, and `menace match --json` has figures",
        "plot" => "it draws; `menace show --json` and `menace study --csv` have figures",
        "import" => "it writes a model, which `menace show --json` tells of",
        "export" => "it writes CSV; --format json, or a file that ends in .json, is JSON",
        "tree" => "--format json has the nodes",
        _ => return None,
    })
}

/// The least likeness of a word that is suggested.
const NEAR: f64 = 0.8;

pub(crate) fn message(error: &Error, mut program: Command, words: &[OsString]) -> String {
    // Until then its commands have no arguments.
    program.build();
    let mut names = words.iter().skip(1);
    let command = names.find_map(|word| program.find_subcommand(word));
    let command = command.unwrap_or(&program);
    let all = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let text = |kind| all(kind).join(" ");
    let (word, value) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::InvalidValue),
    );
    let option = &without_values(&word);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            unknown_command(&text(ContextKind::InvalidSubcommand), &program)
        }
        ErrorKind::UnknownArgument => unknown(&word, command, words),
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("`{option}` needs a value: {}", in_capitals(&word))
        }
        ErrorKind::InvalidValue => {
            let known = all(ContextKind::ValidValue);
            let near = nearest(&value.to_lowercase(), known.iter().map(String::as_str));
            let of = near.map_or_else(
                || format!("it is one of {}", known.join(", ")),
                |near| format!("did you mean {near}?"),
            );
            format!("`{option}` cannot be `{value}`; {of}")
        }
        ErrorKind::ValueValidation => match error.source().map(ToString::to_string) {
            // It names the value itself.
            Some(cause) if cause.contains(&format!("`{value}`")) => format!("`{option}`: {cause}"),
            Some(cause) => format!("`{option} {value}`: {cause}"),
            None => format!("`{option}` cannot be `{value}`"),
        },
        ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            let needs = in_capitals(&word);
            if word.starts_with('-') {
                format!("`{option}` needs more values: {needs}")
            } else {
                format!("`{}` needs {needs}", command.get_name())
            }
        }
        ErrorKind::ArgumentConflict => {
            let prior = all(ContextKind::PriorArg);
            let prior: Vec<String> = prior.iter().map(|prior| without_values(prior)).collect();
            match prior.join("` and `") {
                prior if prior.is_empty() || prior == *option => {
                    format!("`{option}` is there twice")
                }
                prior => format!("`{option}` cannot be used with `{prior}`"),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let name = command.get_name();
            let missing = in_capitals(&word);
            format!("`{name}` needs {missing}; `menace {name} --help` has examples")
        }
        _ => {
            let text = error.render().to_string();
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        }
    }
}

/// The name of an option without the names of its values, and the name of a value as [`in_capitals`].
fn without_values(word: &str) -> String {
    let name = word.split(' ').next().filter(|name| name.starts_with('-'));
    name.map_or_else(|| in_capitals(word), str::to_owned)
}

/// Names of values as the help has them, without brackets.
fn in_capitals(names: &str) -> String {
    names
        .replace(['<', '>', '[', ']'], "")
        .replace("...", " ...")
}

fn unknown_command(word: &str, program: &Command) -> String {
    let names = program.get_subcommands().map(Command::get_name);
    let ours = match ours(COMMANDS, word).or_else(|| nearest(word, names)) {
        Some(ours) => format!("did you mean `menace {ours}`?"),
        None => "`menace --help` lists all".to_owned(),
    };
    format!("there is no command `{word}`; {ours}")
}

/// An option that a command does not have, or a word where it takes none.
fn unknown(word: &str, command: &Command, words: &[OsString]) -> String {
    let name = command.get_name();
    let options = || command.get_arguments().filter_map(Arg::get_long);
    let has = |option: &str| options().any(|long| option.strip_prefix("--") == Some(long));
    let first_of = |ours: &[&'static str]| ours.iter().copied().find(|ours| has(ours));
    let bare = word.trim_start_matches(['\u{2013}', '\u{2014}', '\u{2212}']);
    if bare.len() < word.len() {
        return format!("`{word}` begins with a printed dash; write --{bare}");
    }
    if ["-v", "--verbose"].contains(&word) {
        return format!("`{name}` takes no `{word}`; without --quiet it prints what it does");
    }
    if let Some(why) = rows(name).filter(|_| ["--csv", "--json"].contains(&word)) {
        return format!("`{name}` takes no `{word}`: {why}");
    }
    let is_number = word
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"_,".contains(&byte));
    let write = if word.starts_with('-') {
        let ours = ours(HABITS, word).and_then(first_of);
        let near = || nearest(word.trim_start_matches('-'), options());
        ours.map(str::to_owned)
            .or_else(|| near().map(|near| format!("--{near}")))
    } else if is_number {
        first_of(NUMBER).map(|ours| format!("{ours} {word}"))
    } else if has("--game") && games::parse(word).is_ok() {
        Some(format!("--game {word}"))
    } else if is_rule(word) && has("--rule") {
        let is_second = words.iter().any(|word| word == "--rule");
        let again = if is_second {
            ", with --rule before each"
        } else {
            ""
        };
        Some(format!("--rule {word}{again}"))
    } else if is_rule(word) && has("--toml") {
        Some(format!("--toml {word}"))
    } else if has("--position") && word.contains('/') {
        Some(format!("--position '{word}'"))
    } else {
        has("--watch").then(|| "--watch A B, where two players play".to_owned())
    };
    let write = match write {
        Some(write) => format!("did you mean {write}?"),
        None => format!("`menace {name} --help` shows what it takes"),
    };
    format!("`{name}` takes no `{word}`; {write}")
}

fn is_rule(word: &str) -> bool {
    learn::preset(word).is_ok()
}

/// The known word that is most like this one, if it is near.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let alike = known.map(|known| (strsim::jaro_winkler(word, known), known));
    let best = alike.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > NEAR).then_some(best.1)
}
