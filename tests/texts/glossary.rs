//! All Japanese texts call one thing by one word, and words that were replaced do not come back.

use std::fs;
use std::path::PathBuf;

use super::words::files;

/// Words that are not used, what stands for them, and what may hold them all the same.
const GLOSSARY: &str = include_str!("../data/glossary-ja.csv");
/// The title of an article, which is written as its authors write it.
const TITLE: &str = "(Rote Learning)";

fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff5e}')
}

/// The texts in Japanese: pages, documents, sheets and descriptions of rules.
fn texts() -> Vec<PathBuf> {
    let kinds = ["json", "toml", "txt", "md", "html"];
    let folders = "crates docs plots tests tools/web".split(' ');
    let texts = folders.flat_map(|folder| files(folder, &kinds));
    let is_named_so = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        stem == "ja" || stem.ends_with(".ja")
    };
    texts.filter(is_named_so).collect()
}

/// The lines that are read as Japanese, with their numbers: no blocks of what a program prints, and no pairs of words to exchange.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_block = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let is_fence = line.starts_with("```");
        is_block ^= is_fence;
        let is_pairs = line.starts_with("cups = ") || line.starts_with("  \"inCups\": ");
        (!is_block && !is_fence && !is_pairs).then_some((at + 1, line))
    })
}

/// The line without code, the targets of links and the names of values.
fn plain(line: &str) -> String {
    let line = line.replace(TITLE, "");
    let mut kept = String::new();
    for (n, part) in line.split('`').enumerate() {
        let mut rest = if n % 2 == 0 { part } else { "" };
        while let Some((at, open, close)) = [("](", ')'), ("{", '}')]
            .into_iter()
            .filter_map(|(open, close)| Some((rest.find(open)?, open, close)))
            .min()
        {
            kept.push_str(&rest[..at]);
            let after = &rest[at + open.len()..];
            rest = after.find(close).map_or("", |end| &after[end + 1..]);
        }
        kept.push_str(rest);
    }
    kept
}

/// The narrow brackets and colons of a line that touch Japanese text.
fn narrow(line: &str) -> Vec<String> {
    let letters: Vec<char> = plain(line).chars().collect();
    let is_near = |at: Option<&char>| at.is_some_and(|&c| is_japanese(c));
    let touches = |at: usize| match letters[at] {
        '(' | ')' => {
            is_near(at.checked_sub(1).map(|at| &letters[at])) || is_near(letters.get(at + 1))
        }
        ':' => is_near(at.checked_sub(1).map(|at| &letters[at])),
        _ => false,
    };
    let found = (0..letters.len()).filter(|&at| touches(at));
    let near = |at: usize| at.saturating_sub(10)..letters.len().min(at + 10);
    found.map(|at| letters[near(at)].iter().collect()).collect()
}

#[test]
fn japanese_texts_use_one_word_for_one_thing() {
    let mut rows = GLOSSARY.lines();
    assert_eq!(rows.next(), Some("word,instead,except"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 3) && rows.len() > 10);
    let texts = texts();
    assert!(texts.len() > 15, "{texts:?}");
    let mut found = Vec::new();
    for path in texts {
        let text = fs::read_to_string(&path).expect("a text");
        let place = path.strip_prefix(env!("CARGO_MANIFEST_DIR"));
        let place = place.unwrap_or(&path).display();
        for (at, line) in lines(&text) {
            for row in &rows {
                let right = row[2].split('|').filter(|right| !right.is_empty());
                let line = right.fold(line.to_owned(), |line, right| line.replace(right, ""));
                if line.contains(row[0]) {
                    found.push(format!("{place}:{at}: {}: write {}", row[0], row[1]));
                }
            }
            for part in narrow(line) {
                let write = "write wide brackets and colons";
                found.push(format!("{place}:{at}: {part}: {write}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn narrow_brackets_are_found_only_beside_japanese() {
    assert_eq!(narrow("\u{7bb1}(a) f(x)").len(), 1);
    assert_eq!(narrow("(\u{7bb1}) \u{7bb1}: b").len(), 3);
    let wide = "\u{7bb1}`(`\u{7bb1}\u{ff08}b\u{ff09}[\u{7bb1}](c) {n}\u{7bb1} a: (b)";
    assert!(narrow(wide).is_empty());
}
