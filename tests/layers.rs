//! What Cargo does not hold: no two files of one folder import each other, directly or indirectly, and the library
//! does not print, read the clock or know the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::tools::rows;

/// The crates of the library, which neither print nor know a command.
const LIBRARY: &str = "games search learn measure store exchange session matchboxes pictures page";

/// A source file, without its comments.
struct Source {
    path: PathBuf,
    /// The path of the module from its crate: `["games", "games", "nim"]`.
    module: Vec<String>,
    text: String,
}

impl Source {
    fn is_of_the_library(&self) -> bool {
        LIBRARY.split(' ').any(|name| name == self.module[0])
    }

    /// The text before the tests.
    fn without_tests(&self) -> &str {
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }
}

fn without_comments(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The folder of each crate's sources, with its name; that of the program is `menace`, that of the Python module `python`.
fn crates() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = vec![
        ("menace".to_owned(), root.join("src")),
        ("python".to_owned(), root.join("python/src")),
    ];
    for entry in fs::read_dir(root.join("crates")).expect("a folder of crates") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        crates.push((name.into_owned(), path.join("src")));
    }
    crates
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for (name, root) in crates() {
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of sources") {
                let path = entry.expect("an entry").path();
                // The examples, which the front page shows, are links to files elsewhere.
                if path.ends_with("examples") {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind == "rs") {
                    let text = without_comments(&fs::read_to_string(&path).expect("a source"));
                    let module = module(&name, path.strip_prefix(&root).expect("below the root"));
                    found.push(Source { path, module, text });
                }
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn module(name: &str, within: &Path) -> Vec<String> {
    let within = within.with_extension("");
    let words = within
        .iter()
        .map(|word| word.to_string_lossy().into_owned());
    let words = words.filter(|word| !["mod", "lib", "main"].contains(&word.as_str()));
    std::iter::once(name.to_owned()).chain(words).collect()
}

/// The members of a folder, each with the members it imports. A member is a file, a folder below it, or
/// `mod`, the file of the folder itself.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The paths that a text names through `crate`, `super` or, if the module has modules of its own, the name of
/// one of these. Each path starts at the root and is followed as far as the text goes.
fn paths(text: &str, module: &[String], modules: &BTreeSet<Vec<String>>) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let starts = text.match_indices(|c: char| c.is_alphabetic() || c == '_');
    for (at, _) in starts {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let word: String = text[at..].chars().take_while(|&c| part(c)).collect();
        let rest = &text[at + word.len()..];
        let mut base = match word.as_str() {
            "crate" => module[..1].to_vec(),
            "super" => module[..module.len().saturating_sub(1)].to_vec(),
            _ => [module, &[word]].concat(),
        };
        let is_keyword = matches!(text[at..].split("::").next(), Some("crate" | "super"));
        let Some(mut rest) = rest.strip_prefix("::") else {
            continue;
        };
        if !is_keyword && !modules.contains(&base) {
            continue;
        }
        while let Some(higher) = rest.strip_prefix("super::") {
            base.pop();
            rest = higher;
        }
        expand(rest, base, &mut found);
    }
    found
}

/// Adds a path to `found`, with its groups in braces expanded.
fn expand(text: &str, base: Vec<String>, found: &mut Vec<Vec<String>>) {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let Some(group) = text.strip_prefix('{') else {
        let word: String = text.chars().take_while(|&c| part(c)).collect();
        let rest = &text[word.len()..];
        let path = [base, vec![word]].concat();
        return match rest.strip_prefix("::") {
            Some(rest) => expand(rest, path, found),
            None => found.push(path),
        };
    };
    let mut depth = 0;
    let mut from = 0;
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                let member = group[from..i].trim();
                if !member.is_empty() {
                    expand(member, base.clone(), found);
                }
                from = i + 1;
                if c == '}' {
                    return;
                }
            }
            _ => {}
        }
    }
}

/// Splits the text of a module into what it re-exports with `pub use` and the rest.
fn split_reexports(text: &str) -> (String, String) {
    let (mut reexported, mut own) = (String::new(), String::new());
    let mut within = false;
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().take(2).collect();
        within |= matches!(words[..], [public, "use"] if public.starts_with("pub"));
        let to = if within { &mut reexported } else { &mut own };
        to.push_str(line);
        within &= !line.contains(';');
    }
    (reexported, own)
}

/// The members of each folder with their imports among themselves.
fn folders(sources: &[Source]) -> BTreeMap<Vec<String>, Imports> {
    let modules: BTreeSet<Vec<String>> = sources.iter().map(|s| s.module.clone()).collect();
    let has_below = |module: &[String]| {
        let below = |other: &Vec<String>| other.len() > module.len() && other.starts_with(module);
        modules.iter().any(below)
    };
    let mut reexported: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| has_below(&source.module)) {
        let reexports = split_reexports(source.without_tests()).0;
        for path in paths(&reexports, &source.module, &modules) {
            let name = path.last().cloned().unwrap_or_default();
            reexported.insert([&source.module[..], &[name]].concat(), path);
        }
    }
    let mut folders: BTreeMap<Vec<String>, Imports> = BTreeMap::new();
    for source in sources {
        let own = split_reexports(source.without_tests()).1;
        let folder = has_below(&source.module);
        let text = if folder { &own } else { source.without_tests() };
        for mut path in paths(text, &source.module, &modules) {
            // A re-exported name counts as an import from where it is defined.
            for _ in 0..4 {
                let mut longest = (1..=path.len()).rev();
                let known = longest.find_map(|n| reexported.get(&path[..n]));
                path = known.cloned().unwrap_or(path);
            }
            let here = &source.module;
            let shared = here.iter().zip(&path).take_while(|(a, b)| a == b).count();
            let member = |names: &[String], is_module: bool| match names.get(shared) {
                Some(name) if is_module => name.clone(),
                _ => "mod".to_owned(),
            };
            let from = member(here, true);
            let inner = &path[..path.len().min(shared + 1)];
            let is_module = modules.iter().any(|module| module.starts_with(inner));
            let to = member(&path, is_module);
            if from != to {
                let imports = folders.entry(here[..shared].to_vec()).or_default();
                imports.entry(from).or_default().insert(to);
            }
        }
    }
    folders
}

/// The members of a folder that import themselves indirectly.
fn in_cycles(imports: &Imports) -> Vec<&str> {
    let imports_itself = |start: &&String| {
        let mut seen = BTreeSet::new();
        let mut next: Vec<&String> = imports[*start].iter().collect();
        while let Some(member) = next.pop() {
            if seen.insert(member) {
                next.extend(imports.get(member).into_iter().flatten());
            }
        }
        seen.contains(*start)
    };
    let members = imports.keys().filter(imports_itself);
    members.map(String::as_str).collect()
}

#[test]
fn import_cycles_are_found() {
    let source = |module: &str, text: &str| Source {
        path: PathBuf::from(module),
        module: module.split('/').map(str::to_owned).collect(),
        text: text.to_owned(),
    };
    let cycles = |texts: &[(&str, &str)]| {
        let sources: Vec<Source> = texts.iter().map(|(m, t)| source(m, t)).collect();
        let folders = folders(&sources);
        let found = folders.values().map(|imports| in_cycles(imports).join(" "));
        found.collect::<Vec<_>>().concat()
    };
    let top = ("a", "mod b;\nmod c;\npub use b::B;\npub use c::{C, d};\n");
    let b = ("a/b", "use super::c::C;\n");
    assert_eq!(cycles(&[top, b, ("a/c", "")]), "");
    assert_eq!(cycles(&[top, b, ("a/c", "use super::b;\n")]), "b c");
    assert_eq!(cycles(&[top, b, ("a/c", "use crate::{b::B};\n")]), "b c");
    assert_eq!(cycles(&[top, b, ("a/c", "use super::{B, x};\n")]), "b c");
    let deep = ("a/c/e", "use super::super::b;\n");
    assert_eq!(cycles(&[top, b, deep]), "b c");
    let own = ("a", "mod b;\nfn f() { b::g() }\n");
    assert_eq!(cycles(&[own, ("a/b", "use super::f;\n")]), "b mod");
    assert_eq!(cycles(&[own, ("a/b", "fn g() {}\n")]), "");
}

#[test]
fn no_files_of_a_folder_import_each_other_in_a_cycle() {
    for (folder, imports) in folders(&sources()) {
        assert_eq!(in_cycles(&imports), [""; 0], "{}", folder.join("/"));
    }
}

/// Each line of the picture in docs/CONTRIBUTING.md has a crate and those that it imports, which have lines above it.
#[test]
fn the_picture_of_the_crates_shows_what_they_import() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/CONTRIBUTING.md")).expect("a page");
    let mut blocks = page.split("```");
    let picture = blocks.find_map(|text| text.strip_prefix("text\n"));
    let picture = picture.expect("a picture");
    let mut drawn = BTreeSet::new();
    for line in picture.lines() {
        let mut words = line.split_whitespace();
        let name = words.next().expect("the name of a crate");
        let shown: BTreeSet<&str> = words.collect();
        let manifest = root.join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a crate of this name");
        let lines = manifest.lines();
        let lines = lines.filter(|line| line.starts_with("matchboxes"));
        let packages = lines.filter_map(|line| line.split(['.', ' ']).next());
        let bare = |package: &'_ str| package.trim_start_matches("matchboxes-").to_owned();
        let imported: BTreeSet<String> = packages.map(bare).collect();
        assert!(shown.iter().eq(&imported), "{name}: {imported:?}");
        assert!(shown.iter().all(|name| drawn.contains(*name)), "{line}");
        drawn.insert(name.to_owned());
    }
    let all = crates().into_iter().skip(2).map(|(name, _)| name);
    assert_eq!(drawn, all.collect());
}

#[test]
fn the_library_does_not_print_exit_or_read_the_clock() {
    for source in sources().iter().filter(|source| source.is_of_the_library()) {
        let forbidden = "println! print! dbg! .unwrap() todo! unimplemented! process::exit thread_rng SystemTime Instant::now";
        for word in forbidden.split(' ') {
            let is_there = source.without_tests().contains(word);
            assert!(!is_there, "{}: {word}", source.path.display());
        }
    }
}

/// What must not come back where values are handed on: a name compared, a value written as text and read again, a file
/// for what is in memory. With the crates and files in which it stands for a reason: the name of a file is all that a model
/// says of its opponent, a kind is looked up once, where its name is read, and a name is read where it is typed, or where a
/// source has it.
const VALUES: &str = r#"
script::NAME | crates/games crates/learn/src/training/spec.rs
rule.name == | crates/learn/src/rule/presets.rs crates/pictures/src/print/guide.rs crates/store/src/merge.rs
game.name() == | crates/store
opponent == " |
.name() == " |
kind.name == | crates/games/src/games/mod.rs crates/search/src/kinds.rs
.starts_with("nim |
roster::player( | crates/article crates/session/src/roster crates/page/src/machines/offered.rs python/src/exact.rs
roster::opponent( |
from_toml(& | python/src/rule.rs
tempfile | crates/store/src/disk crates/serve src/files"#;

#[test]
fn values_are_handed_on_as_values() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for source in sources() {
        let path = source.path.strip_prefix(root).expect("below the root");
        for [words, places] in rows(VALUES.trim_start()) {
            let is_known = places
                .split_whitespace()
                .any(|place| path.starts_with(place));
            let is_right = is_known || !source.without_tests().contains(words);
            assert!(is_right, "{}: {words}", path.display());
        }
    }
}

/// A caller in Rust, in Python or on the page knows no command, so a message names the field of a request, which
/// the program writes as its option.
#[test]
fn the_library_names_no_option_of_a_command() {
    for source in sources().iter().filter(|source| source.is_of_the_library()) {
        for (at, _) in source.text.match_indices("--") {
            let is_option = source.text[at + 2..].starts_with(|c: char| c.is_ascii_lowercase());
            let place = source.path.display();
            assert!(!is_option, "{place}: {:.40}", &source.text[at..]);
        }
    }
}

#[test]
fn sources_are_ascii() {
    for source in sources() {
        assert!(source.text.is_ascii(), "{}", source.path.display());
    }
}
