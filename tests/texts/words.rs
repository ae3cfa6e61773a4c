//! Words of all English texts: terms that were replaced, and words that make a sentence hard to read, do not come back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Words that were replaced, with those to use, the reason, and the files that may still hold them.
const OLD: &str = include_str!("../data/old_words.csv");

/// A text in lower case, its words separated by single spaces, and where it is from.
struct Prose {
    place: String,
    text: String,
}

impl Prose {
    fn new(place: String, text: &str) -> Self {
        let words = text.split_whitespace().map(str::to_lowercase);
        let text = words.collect::<Vec<_>>().join(" ");
        Self { place, text }
    }

    /// Whether it has these words, and not only as parts of longer ones.
    fn has(&self, words: &str) -> bool {
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        self.text.match_indices(words).any(|(at, _)| {
            let [before, after] = [&self.text[..at], &self.text[at + words.len()..]];
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
    }
}

/// The files below a folder of this repository with one of these endings.
pub(super) fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = crate::place::files(&folder).into_iter();
    let paths = paths.map(|name| folder.join(name));
    let is_kind = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        endings.contains(&&*ending)
    };
    paths.filter(is_kind).collect()
}

fn read(path: &Path) -> (String, String) {
    let place = path.strip_prefix(env!("CARGO_MANIFEST_DIR"));
    let place = place.expect("a file of this repository").display();
    let text = fs::read_to_string(path).expect("a text");
    (place.to_string().replace('\\', "/"), text)
}

fn whole(paths: &[PathBuf]) -> Vec<Prose> {
    let texts = paths.iter().map(|path| read(path));
    let proses = texts.map(|(place, text)| Prose::new(place, &text));
    proses.collect()
}

/// The texts of JSON and TOML, without their keys.
fn values(path: &str) -> Prose {
    let (place, text) = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let lines = text.lines().filter_map(|line| {
        let json = line.split_once("\": ");
        Some(json.or_else(|| line.split_once(" = "))?.1)
    });
    Prose::new(place, &lines.collect::<Vec<_>>().join("\n"))
}

/// The documentation comments of Rust sources, without code.
fn documentation(folder: &str) -> Vec<Prose> {
    let paths = files(folder, &["rs"]);
    let paths = paths.iter().map(|path| read(path));
    let is_source = |place: &str| place.starts_with("src/") || place.contains("/src/");
    let sources = paths.filter(|(place, _)| is_source(place));
    sources
        .map(|(place, text)| {
            let lines = text.lines().map(str::trim_start);
            let marks = ["///", "//!"];
            let lines =
                lines.filter_map(|line| marks.iter().find_map(|mark| line.strip_prefix(mark)));
            let text = lines.collect::<Vec<_>>().join("\n");
            // Between two backticks, or two times three, is code.
            let prose: Vec<&str> = text.split('`').step_by(2).collect();
            Prose::new(place, &prose.join("_"))
        })
        .collect()
}

fn menace(words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_menace"));
    let output = command.args(words).output().expect("the program");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The whole help of the program and of each of its commands, by name.
fn whole_help() -> impl Iterator<Item = (String, String)> {
    let front = menace(&["--help"]);
    let commands = front.lines().skip_while(|line| *line != "Learn:");
    let commands = commands.take_while(|line| *line != "Options:");
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = commands.filter(|name| *name != "help").map(str::to_owned);
    let names: Vec<String> = names.collect();
    let whole = names.into_iter().map(|name| {
        let help = menace(&[&name, "--help"]);
        (name, help)
    });
    [("menace".to_owned(), front)].into_iter().chain(whole)
}

fn help() -> Vec<Prose> {
    let prose = |(name, text): (String, String)| Prose::new(format!("help of {name}"), &text);
    whole_help().map(prose).collect()
}

/// The sentences of a help or a message: each ends with a mark before a gap, a line of the examples or a paragraph.
fn sentences(text: &str) -> Vec<String> {
    let is_listed = |block: &&str| {
        let [head, next] = [0, 1].map(|at| block.lines().nth(at).unwrap_or_default());
        let is_name = |c: char| c.is_ascii_lowercase();
        head.ends_with(':') && next.trim_start().starts_with(is_name)
    };
    let blocks = text.split("\n\n").filter(|block| !is_listed(block));
    let mut sentences = Vec::new();
    // A possible value begins a line of its own.
    for block in blocks.flat_map(|block| block.split(" - ")) {
        sentences.push(String::new());
        for word in block.split_whitespace() {
            let last = sentences.last_mut().expect("a sentence");
            *last += &format!(" {word}");
            if word.ends_with(['.', '!', '?', ';', '|']) {
                sentences.push(String::new());
            }
        }
    }
    sentences
}

/// A help or a message is read once, between two commands: its sentences are short.
#[test]
fn no_sentence_of_a_help_or_message_has_more_than_forty_words() {
    let (_, messages) =
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/mistakes.md"));
    let answers = messages.lines().filter_map(|line| line.split_once(" => "));
    let answers = answers.map(|(asked, answer)| (asked.to_owned(), answer.to_owned()));
    let all: Vec<(String, String)> = whole_help().chain(answers).collect();
    assert!(all.len() > 200, "{}", all.len());
    let mut long = Vec::new();
    for (from, text) in &all {
        let found = sentences(text).into_iter();
        let found = found.filter(|sentence| sentence.split_whitespace().count() > 40);
        long.extend(found.map(|sentence| format!("{from}:{sentence}")));
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// All English texts by kind; the generated records of results are none of them.
fn texts() -> Vec<(&'static str, Vec<Prose>)> {
    let client = "crates/page/src/client";
    let page = ["en.json", "class/en.json"].map(|name| format!("{client}/{name}"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lists = [
        "src/options/help.txt",
        "crates/measure/src/study/figures.txt",
    ];
    let mut rustdoc = documentation("src");
    rustdoc.extend(documentation("crates"));
    let mut python = whole(&files("python/package", &["py", "pyi"]));
    python.extend(documentation("python/src"));
    let mut docs = files("docs", &["md"]);
    docs.retain(|path| {
        let (name, folder) = (path.file_name(), path.parent());
        let name = name.unwrap_or_default().to_string_lossy();
        folder == Some(&root.join("docs")) && !name.ends_with(".ja.md") && name != "CHANGELOG.md"
    });
    docs.extend(["README.md", "python/README.md"].map(|name| root.join(name)));
    let sheets = "crates/pictures/src/print/words/en.toml";
    vec![
        ("help", help()),
        ("page", page.iter().map(|path| values(path)).collect()),
        ("sheets", vec![values(sheets)]),
        ("lists", whole(&lists.map(|name| root.join(name)))),
        ("messages", whole(&[root.join("tests/cases/mistakes.md")])),
        ("rustdoc", rustdoc),
        ("python", python),
        ("docs", whole(&docs)),
    ]
}

#[test]
fn replaced_terms_do_not_come_back() {
    let mut found = Vec::new();
    for (_, all) in texts() {
        for line in OLD.lines().skip(1) {
            let parts: Vec<&str> = line.split(',').collect();
            let [old, say, reason, allowed] = parts[..] else {
                panic!("four columns: {line}")
            };
            let strict = all.iter().filter(|prose| !allowed.contains(&*prose.place));
            let with = strict.filter(|prose| prose.has(old));
            found.extend(with.map(|prose| format!("{}: {old}; say {say}: {reason}", prose.place)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_long_help_is_complete() {
    for prose in help() {
        let end = "--help` explains what the command does";
        for words in [end, "--help` has more options"] {
            assert!(!prose.text.contains(words), "{}", prose.place);
        }
    }
}
