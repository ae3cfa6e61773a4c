//! The layers of the sources: a module imports only what stands before it in the order below, and
//! no two files of one folder import each other, be it by way of others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The library's modules and then the binary's, each above all before it.
const ORDER: &[&str] = &[
    "text", "decimal", "error", "dice", "game", "games", "graph", "player", "search", "learn",
    "arena", "store", "kit", "draw", "plot", "print", "roster", "session", "article", "serve",
    "cli", "main",
];
/// The first that belongs to the binary and sees only what the library makes public.
const BINARY: &str = "article";

fn place(module: &str) -> Option<usize> {
    ORDER.iter().position(|name| *name == module)
}

fn is_binary(module: &str) -> bool {
    place(module) >= place(BINARY)
}

/// A source file, without its comments.
struct Source {
    path: PathBuf,
    /// The module it is, from the root: `["games", "nim"]`; none for the root itself.
    module: Vec<String>,
    text: String,
}

impl Source {
    fn top(&self) -> &str {
        self.module.first().map_or("lib", String::as_str)
    }

    /// The text before the tests.
    fn work(&self) -> &str {
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }
}

fn without_comments(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

fn sources() -> Vec<Source> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("src");
    let mut folders = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let is_source = path.extension().is_some_and(|kind| kind == "rs");
            if !is_source || path.ends_with("program/lib.rs") {
                continue;
            }
            let within = path
                .strip_prefix(&root)
                .expect("below the root")
                .with_extension("");
            let words = within
                .iter()
                .map(|word| word.to_string_lossy().into_owned());
            let module = words
                .filter(|word| !["mod", "lib", "program"].contains(&word.as_str()))
                .collect();
            let text = without_comments(&fs::read_to_string(&path).expect("a source"));
            found.push(Source { path, module, text });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The names that follow `prefix`, the members of a group in braces one by one.
fn names_after(text: &str) -> Vec<String> {
    let word = |text: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        text.chars().take_while(|&c| is_part(c)).collect::<String>()
    };
    let Some(group) = text.strip_prefix('{') else {
        return vec![word(text)];
    };
    let mut depth = 0;
    let mut starts = vec![0];
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => starts.push(i + 1),
            _ => {}
        }
    }
    let names = starts.into_iter().map(|at| word(group[at..].trim_start()));
    names.filter(|name| !name.is_empty()).collect()
}

/// The top modules a file names by way of `crate::` or of enough `super::`.
fn imports(text: &str, module: &[impl AsRef<str>]) -> Vec<String> {
    let mut found: Vec<String> = text
        .match_indices("crate::")
        .flat_map(|(at, prefix)| names_after(&text[at + prefix.len()..]))
        .collect();
    let tests = text.find("#[cfg(test)]").unwrap_or(text.len());
    let mut at = 0;
    while let Some(offset) = text[at..].find("super::") {
        let start = at + offset;
        let mut end = start;
        let mut up = 0;
        while text[end..].starts_with("super::") {
            end += "super::".len();
            up += 1;
        }
        // Within the module of tests at the foot of a file one more step leads out.
        let depth = module.len() + usize::from(start > tests);
        if up == depth {
            found.extend(names_after(&text[end..]));
        }
        assert!(up <= depth, "`super` leads out of the crate");
        at = end;
    }
    // What the root re-exports under a type's name comes from the lowest module.
    for name in &mut found {
        if name == "Error" || name == "Result" {
            "error".clone_into(name);
        }
    }
    found
}

#[test]
fn imports_are_found() {
    let text = "use crate::a::X;\nuse crate::{b, c::{d, Y}, e};\nlet f = super::super::f::g();\n\
                use super::h;\nfn k(_: crate::Error) {}\n#[cfg(test)]\nmod tests {\n\
                use super::*;\nuse super::super::i;\nuse super::super::super::j::Z;\n}\n";
    let found = imports(text, &["learn", "run"]);
    assert_eq!(found, ["a", "b", "c", "e", "error", "f", "j"]);
    assert_eq!(imports("use super::up::X;", &["games"]), ["up"]);
}

#[test]
fn no_module_imports_one_above_it() {
    let sources = sources();
    assert!(sources.len() > 20);
    for source in &sources {
        let (path, top) = (source.path.display(), source.top());
        if top == "lib" {
            for module in &ORDER[place(BINARY).expect("in the order")..] {
                let own = source.text.contains(&format!("mod {module};"));
                assert!(!own, "{path}: {module} is the binary's");
            }
            continue;
        }
        let here = place(top);
        assert!(
            here.is_some(),
            "{path}: say where `{top}` stands in the order"
        );
        for name in imports(&source.text, &source.module) {
            let there = place(&name);
            if is_binary(top) {
                let own = there.is_none() || is_binary(&name);
                assert!(
                    own,
                    "{path}: `{name}` is the library's: write `menace::{name}`"
                );
            } else {
                assert!(
                    there.is_some(),
                    "{path}: `{name}` has no place in the order"
                );
            }
            assert!(
                there <= here,
                "{path}: `{top}` imports `{name}`, which is above it"
            );
        }
    }
}

/// What each member of a folder imports: a member is a file, a folder below it, or `mod`, the file of
/// the folder itself.
type Rooms = BTreeMap<String, BTreeSet<String>>;

/// The paths that a text names by way of `crate`, `super` or, if it is a module of modules, the name
/// of one of these: each from the root, as far as it goes.
fn paths(text: &str, module: &[String], modules: &BTreeSet<Vec<String>>) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let starts = text.match_indices(|c: char| c.is_alphabetic() || c == '_');
    for (at, _) in starts {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let word = names_after(&text[at..]).remove(0);
        let rest = &text[at + word.len()..];
        let mut base = match word.as_str() {
            "crate" => Vec::new(),
            "super" => module[..module.len().saturating_sub(1)].to_vec(),
            _ => [module, &[word]].concat(),
        };
        let named = matches!(text[at..].split("::").next(), Some("crate" | "super"));
        let Some(mut rest) = rest.strip_prefix("::") else {
            continue;
        };
        if !named && !modules.contains(&base) {
            continue;
        }
        while let Some(higher) = rest.strip_prefix("super::") {
            base.pop();
            rest = higher;
        }
        spread(rest, base, &mut found);
    }
    found
}

/// Follows a path through its groups in braces.
fn spread(text: &str, base: Vec<String>, found: &mut Vec<Vec<String>>) {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let Some(group) = text.strip_prefix('{') else {
        let word: String = text.chars().take_while(|&c| part(c)).collect();
        let rest = &text[word.len()..];
        let path = [base, vec![word]].concat();
        return match rest.strip_prefix("::") {
            Some(rest) => spread(rest, path, found),
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
                    spread(member, base.clone(), found);
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

/// Parts a module of modules into what it hands on, by `pub use`, and all else.
fn handed_on(text: &str) -> (String, String) {
    let (mut handed, mut own) = (String::new(), String::new());
    let mut within = false;
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().take(2).collect();
        within |= matches!(words[..], [public, "use"] if public.starts_with("pub"));
        let to = if within { &mut handed } else { &mut own };
        to.push_str(line);
        within &= !line.contains(';');
    }
    (handed, own)
}

/// What imports what among the members of each folder.
fn folders(sources: &[Source]) -> BTreeMap<Vec<String>, Rooms> {
    let modules: BTreeSet<Vec<String>> = sources.iter().map(|s| s.module.clone()).collect();
    let has_below = |module: &[String]| {
        let below = |other: &Vec<String>| other.len() > module.len() && other.starts_with(module);
        modules.iter().any(below)
    };
    let mut handed: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| has_below(&source.module)) {
        for path in paths(&handed_on(source.work()).0, &source.module, &modules) {
            let name = path.last().cloned().unwrap_or_default();
            handed.insert([&source.module[..], &[name]].concat(), path);
        }
    }
    let mut folders: BTreeMap<Vec<String>, Rooms> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.top() != "lib") {
        let own = handed_on(source.work()).1;
        let folder = has_below(&source.module);
        let text = if folder { &own } else { source.work() };
        for mut path in paths(text, &source.module, &modules) {
            // A name that is handed on is imported from where it is made.
            for _ in 0..4 {
                let known = (1..=path.len()).rev().find_map(|n| handed.get(&path[..n]));
                match known {
                    Some(made) => path.clone_from(made),
                    None => break,
                }
            }
            let here = &source.module;
            let shared = here.iter().zip(&path).take_while(|(a, b)| a == b).count();
            let room = |names: &[String], is_module: bool| match names.get(shared) {
                Some(name) if is_module => name.clone(),
                _ => "mod".to_owned(),
            };
            let from = room(here, true);
            let inner = &path[..path.len().min(shared + 1)];
            let to = room(
                &path,
                modules.iter().any(|module| module.starts_with(inner)),
            );
            if from != to && shared > 0 {
                let rooms = folders.entry(here[..shared].to_vec()).or_default();
                rooms.entry(from).or_default().insert(to);
            }
        }
    }
    folders
}

/// Members of a folder that reach themselves again by what they import.
fn circle(rooms: &Rooms) -> Vec<&str> {
    let comes_back = |start: &&String| {
        let mut seen = BTreeSet::new();
        let mut next: Vec<&String> = rooms[*start].iter().collect();
        while let Some(room) = next.pop() {
            if seen.insert(room) {
                next.extend(rooms.get(room).into_iter().flatten());
            }
        }
        seen.contains(*start)
    };
    rooms
        .keys()
        .filter(comes_back)
        .map(String::as_str)
        .collect()
}

#[test]
fn circles_are_found() {
    let source = |module: &str, text: &str| Source {
        path: PathBuf::from(module),
        module: module.split('/').map(str::to_owned).collect(),
        text: text.to_owned(),
    };
    let circles = |texts: &[(&str, &str)]| {
        let sources: Vec<Source> = texts.iter().map(|(m, t)| source(m, t)).collect();
        let folders = folders(&sources);
        let found = folders.values().map(|rooms| circle(rooms).join(" "));
        found.collect::<Vec<_>>().concat()
    };
    let top = ("a", "mod b;\nmod c;\npub use b::B;\npub use c::{C, d};\n");
    let b = ("a/b", "use super::c::C;\n");
    assert_eq!(circles(&[top, b, ("a/c", "")]), "");
    assert_eq!(circles(&[top, b, ("a/c", "use super::b;\n")]), "b c");
    assert_eq!(
        circles(&[top, b, ("a/c", "use crate::a::{b::B};\n")]),
        "b c"
    );
    assert_eq!(circles(&[top, b, ("a/c", "use super::{B, x};\n")]), "b c");
    assert_eq!(
        circles(&[top, b, ("a/c/e", "use super::super::b;\n")]),
        "b c"
    );
    let own = ("a", "mod b;\nfn f() { b::g() }\n");
    assert_eq!(circles(&[own, ("a/b", "use super::f;\n")]), "b mod");
    assert_eq!(circles(&[own, ("a/b", "fn g() {}\n")]), "");
}

#[test]
fn no_files_of_a_folder_import_each_other_in_a_circle() {
    let circles: Vec<String> = folders(&sources())
        .iter()
        .filter(|(_, rooms)| !circle(rooms).is_empty())
        .map(|(folder, rooms)| format!("src/{}: {:?}", folder.join("/"), circle(rooms)))
        .collect();
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn the_library_neither_prints_nor_stops() {
    for source in sources().iter().filter(|source| !is_binary(source.top())) {
        let forbidden = [
            "println!",
            "print!",
            "dbg!",
            ".unwrap()",
            "todo!",
            "unimplemented!",
            "process::exit",
            "thread_rng",
            "SystemTime",
            "Instant::now",
        ];
        for word in forbidden {
            assert!(
                !source.work().contains(word),
                "{}: {word}",
                source.path.display()
            );
        }
    }
}

#[test]
fn sources_are_ascii() {
    for source in sources() {
        assert!(source.text.is_ascii(), "{}", source.path.display());
    }
}
