//! The layers of the sources: a module imports only what stands before it in the order below.

use std::fs;
use std::path::{Path, PathBuf};

/// The library's modules and then the binary's, each above all before it.
const ORDER: &[&str] = &[
    "error", "text", "dice", "game", "games", "graph", "player", "search", "learn", "arena",
    "store", "plot", "roster", "session", "article", "cli", "main",
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|kind| kind != "rs") {
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
                .filter(|word| word != "mod" && word != "lib")
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
