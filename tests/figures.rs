//! A law over the generated pages of `docs/`: a mean has its error and its number of runs, and a figure of a
//! single training says which one it is.

use std::fs;
use std::path::PathBuf;

/// Pages whose figures are not means: of every position of every game, of the nodes of deterministic searches, and of
/// exact chances of searches and the games of single trainings.
const EXACT: [&str; 2] = ["search.md", "search-and-rote.md"];

/// Rows that are not means: their first cell.
const OTHER_ROWS: [&str; 2] = ["their deviation", "the independent run"];

/// What is wrong with the figures of a page, each with its line.
fn complaints(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !page.contains(" runs") {
        found.push("no number of runs".to_owned());
    }
    let mut means: Vec<usize> = Vec::new();
    let mut is_code = false;
    let mut before = "";
    for line in page.lines() {
        is_code ^= line.starts_with("```");
        if is_code {
            continue;
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let is_head = cells.len() > 1 && !before.starts_with('|');
        if is_head {
            let mean = |&i: &usize| cells[i].contains("mean") || cells[i].contains("average");
            means = (0..cells.len()).filter(mean).collect();
        } else if !cells.get(1).is_some_and(|first| OTHER_ROWS.contains(first)) {
            let whole = |i: &usize| cells.get(*i).is_some_and(|cell| lacks_error(cell, false));
            if lacks_error(line, true) || (line.starts_with('|') && means.iter().any(whole)) {
                found.push(format!("no error: {line}"));
            }
        }
        before = line;
    }
    found
}

/// Whether a text has a number without an error after it: any number, or only those with a fraction. A
/// number after `=` is a parameter and has none; one after `±` is an error. A number with an interval has one.
fn lacks_error(text: &str, only_fractions: bool) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    // `76.2 (73.4 to 78.8)`: a number with its interval.
    let begins = |i: usize| {
        let ends = words.get(i + 2).is_some_and(|word| word.ends_with(')'));
        words.get(i).is_some_and(|word| word.starts_with('('))
            && words.get(i + 1) == Some(&"to")
            && ends
    };
    let is_of_interval = |i: usize| [i + 1, i].into_iter().any(begins) || i >= 2 && begins(i - 2);
    words.iter().enumerate().any(|(i, word)| {
        if is_of_interval(i) {
            return false;
        }
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        let is_number = word.replace(',', "").parse::<f64>().is_ok();
        let is_mean = is_number && (!only_fractions || word.contains('.'));
        let previous = i.checked_sub(1).map_or("", |i| words[i]);
        let next = words.get(i + 1).copied().unwrap_or_default();
        is_mean && !["=", "±"].contains(&previous) && next != "±"
    })
}

/// All pages of `docs/` and of its records.
fn documents() -> impl Iterator<Item = PathBuf> {
    let root = env!("CARGO_MANIFEST_DIR");
    let folders = ["docs", "docs/records"].map(|name| format!("{root}/{name}"));
    let entries = folders
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).expect("docs"));
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "md"))
}

#[test]
fn generated_pages_give_the_errors_of_their_means() {
    let mut read = 0;
    for path in documents() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if EXACT.contains(&&*name) {
            continue;
        }
        let page = fs::read_to_string(&path).expect("text");
        if page.contains("This page is generated") {
            assert_eq!(complaints(&page), Vec::<String>::new(), "{name}");
            read += 1;
        }
    }
    assert!(read >= 3, "only {read} pages");
}

/// The fewest runs whose mean has an error on a page.
const ENOUGH: u64 = 30;

/// The most runs that a section speaks of: `5 runs`, `ten seeds`, `1,000 further runs`.
fn most_runs(section: &str) -> Option<u64> {
    const WORDS: &str =
        "two 2, three 3, four 4, five 5, six 6, ten 10, twelve 12, twenty 20, hundred 100";
    let words = section.split(|c: char| !c.is_alphanumeric() && c != ',');
    let words = words.map(|word| word.trim_matches(',').to_lowercase());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let number = |word: &str| {
        let mut pairs = WORDS.split(", ");
        let named = pairs.find_map(|pair| pair.strip_prefix(word)?.strip_prefix(' '));
        let digits = word.replace(',', "");
        named.unwrap_or(&digits).parse().ok()
    };
    let is_runs = |word: &str| matches!(word, "runs" | "seeds" | "trainings" | "studies");
    let before = |i: usize| (1..=3).filter_map(move |back| i.checked_sub(back));
    let all = words.iter().enumerate().filter(|(_, word)| is_runs(word));
    let found = all.filter_map(|(i, _)| before(i).find_map(|at| number(&words[at])));
    found.max()
}

/// The sections with an error of too few runs. A section that names no number of runs is about those before it.
fn errors_of_few(page: &str) -> Vec<String> {
    let mut known = None;
    let mut found = Vec::new();
    for section in page.split("\n## ") {
        let text = section.split("```").step_by(2).collect::<String>();
        known = most_runs(&text).or(known);
        if text.contains('±') && known.is_none_or(|runs| runs < ENOUGH) {
            let title = section.lines().next().unwrap_or_default();
            found.push(format!("{title}: ± of {known:?} runs"));
        }
        // What a command prints of runs that it names.
        for shown in section.split("```").skip(1).step_by(2) {
            let named = shown.split("--runs ").skip(1);
            let runs = named.filter_map(|rest| rest.split_whitespace().next()?.parse().ok());
            let is_few = runs.min().is_some_and(|runs: u64| runs < ENOUGH);
            if is_few && (shown.contains("95 % CI") || shown.contains("confidence interval")) {
                found.push(format!("an interval of few runs: {shown:.80}"));
            }
        }
    }
    found
}

/// An error of five runs says next to nothing, and nothing at all where the runs are of two kinds.
#[test]
fn no_page_has_errors_of_few_runs() {
    let mut read = 0;
    for path in documents() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Japanese pages have the figures of the English ones.
        if name.ends_with(".ja.md") {
            continue;
        }
        let page = fs::read_to_string(&path).expect("text");
        assert_eq!(errors_of_few(&page), Vec::<String>::new(), "{name}");
        read += usize::from(page.contains('±'));
    }
    assert!(read >= 6, "only {read} pages have errors");
    for (page, wrong) in [
        ("means of 5 runs\n\n| 1.0 ± 0.1 |", 1),
        ("ten seeds: 2 ± 1", 1),
        ("3 ± 1", 1),
        (
            "300 runs\n\n## Then\n\nfour runs of 1,000 further runs: 2 ± 1",
            0,
        ),
        ("5 runs", 0),
    ] {
        assert_eq!(errors_of_few(page).len(), wrong, "{page}");
    }
}

#[test]
fn figures_of_single_trainings_name_their_seed() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let text = fs::read_to_string(format!("{docs}/growth.md")).expect("a page");
    let text = text.replace('\n', " ");
    assert!(text.contains("one training each, seed 1961"), "{text}");
}

#[test]
fn a_mean_without_an_error_is_found() {
    let head = "100 runs\n\n| rule | mean |\n|---|---|\n";
    for (line, wrong) in [
        ("| rote | 5.1 ± 0.2 |", 0),
        ("| rote | 5.1 (4.8 to 5.3) |", 0),
        ("| 1961 | 5 ± 1 (7 ± 1) |", 0),
        ("D = 0.5", 0),
        ("12 games", 0),
        ("| rote | 5 |", 1),
        ("| 5.1 | 5 ± 1 |", 1),
        ("| rote | 5 ± 1 (7) |", 1),
        ("It won 5.1 of ten.", 1),
    ] {
        let found = complaints(&format!("{head}{line}\n"));
        assert_eq!(found.len(), wrong, "{line}: {found:?}");
    }
    assert_eq!(complaints("It won 5.1 ± 0.2 of ten.").len(), 1, "runs");
}
