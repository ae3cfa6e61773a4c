//! The README and the tour show what the program prints, and the examples of `--help` work.
//!
//! `MENACE_BLESS=1 cargo test --test program cli` updates the outputs in both READMEs, `docs/tour.md` and the pages of
//! `SHOWN`.

use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::{Command, Stdio};

#[path = "cli/dialogues.rs"]
mod dialogues;
#[path = "cli/endings.rs"]
mod endings;
#[path = "cli/front.rs"]
mod front;
#[path = "cli/line_ends.rs"]
mod line_ends;
#[path = "cli/mistakes.rs"]
mod mistakes;
#[cfg(unix)]
#[path = "cli/pipes.rs"]
mod pipes;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/print.rs"]
pub(crate) mod print;
#[path = "cli/stable.rs"]
mod stable;

#[cfg(unix)]
use crate::place::Ran;
use crate::place::{PROGRAM, Place, Text as _, bring_models, files, is_current, with_slashes};
use crate::shipped::{SHIPPED, root};
use crate::whole::is_whole;

/// The pages of `docs/` with examples, besides the tour. `DEAR` are those of the whole form.
const DEAR: &str = "first-study.md";
const SHOWN: &str = "expected.md lesson-cups.md lesson-cups.ja.md lesson-hexapawn.md \
                     lesson-hexapawn.ja.md lesson-tic-tac-toe.md lesson-tic-tac-toe.ja.md nim.md \
                     nim.ja.md nimbers.md play.md search.md sweep.md";

#[test]
fn the_readme_shows_what_the_program_prints() {
    for page in ["README.md", "docs/README.ja.md"] {
        check_examples(page);
    }
}

/// One command does the main thing, one runs the tests.
#[test]
fn both_readmes_have_the_two_commands() {
    for page in ["README.md", "docs/README.ja.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        text.has(["\ncargo run --release -- train ", "\ncargo test "]);
    }
}

#[test]
fn the_tour_shows_what_the_program_prints() {
    check_examples("docs/tour.md");
}

/// The pages show what is printed. The whole form has also those whose examples take long.
#[test]
fn the_pages_on_lessons_and_studies_show_what_the_program_prints() {
    let dear = if is_whole() { DEAR } else { "" };
    for page in SHOWN.split_whitespace().chain(dear.split_whitespace()) {
        check_examples(&format!("docs/{page}"));
    }
}

/// Runs the examples of a page in a folder that contains the models of the project. Behind `> ` stands what is typed, `...`
/// stands for any lines, and `[..]` for any text in a line.
fn check_examples(name: &str) {
    let place = Place::new();
    bring_models(place.path());
    let text = fs::read_to_string(root().join(name)).unwrap();
    let mut parts: Vec<String> = text.split("```").map(str::to_owned).collect();
    let blocks = parts
        .iter_mut()
        .filter(|part| part.starts_with("console\n$ "));
    let mut examples = 0;
    for block in blocks {
        let mut updated = "console\n".to_owned();
        for example in block["console\n$ ".len()..].trim_end().split("\n$ ") {
            let (line, shown) = example.split_once('\n').unwrap_or((example, ""));
            let typed = shown.lines().filter_map(|line| line.strip_prefix("> "));
            let typed: Vec<&str> = typed.collect();
            let words = line.strip_prefix("menace ").unwrap();
            let ran = match &typed[..] {
                [] => place.run(words),
                typed => place.typed(words, &typed.join("/")),
            };
            assert_eq!(ran.code, Some(0), "{ran:#?}");
            let printed = with_slashes(&(ran.out + &ran.err));
            let printed: Vec<&str> = printed.trim_end().lines().collect();
            let shown: Vec<&str> = shown.lines().collect();
            let output = if shows(&shown, &printed) {
                shown
            } else {
                printed
            };
            for line in [&format!("$ {line}")[..]].iter().chain(&output) {
                updated += line.trim_end();
                updated += "\n";
            }
            examples += 1;
        }
        *block = updated;
    }
    assert!(examples > 0, "{name} shows nothing");
    is_current(name, parts.join("```"));
}

/// Whether these lines show what was printed.
fn shows(shown: &[&str], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], _) => printed.is_empty(),
        (["...", rest @ ..], _) => {
            (0..=printed.len()).any(|skipped| shows(rest, &printed[skipped..]))
        }
        ([line, rest @ ..], [other, others @ ..]) => {
            let is_same = match line.split_once("[..]") {
                Some((before, after)) => other.starts_with(before) && other.ends_with(after),
                None => *line == other.trim_end(),
            };
            is_same && shows(rest, others)
        }
        (_, []) => false,
    }
}

/// Files that the program writes in a clone do not appear as changes of the source.
#[test]
fn git_ignores_what_the_program_writes() {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    let has = |line: &str| ignored.lines().any(|other| other == line);
    for line in [
        "/models/*",
        "/plots/*",
        "/plots/rote-2019-article-21f870/*",
        "/*.csv",
    ] {
        assert!(has(line), "{line}");
    }
    for name in SHIPPED {
        let folder = name.rsplit_once('/').unwrap().0;
        let line = [format!("!/{name}"), format!("!/{folder}/")];
        assert!(line.iter().any(|line| has(line)), "{name} is ignored");
    }
}

/// Each block of code of the page stands, line by line, in the file named for it, which is compiled.
#[test]
fn the_page_on_the_library_quotes_code_that_is_compiled() {
    let facade = "crates/matchboxes/src/lib.rs";
    let embedding = [
        facade,
        facade,
        facade,
        "crates/learn/src/large/learner.rs",
        "examples/custom_game.rs",
    ];
    let plain = |line: &str| {
        let line = line.trim();
        let bare = ["//!", "///"]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        bare.unwrap_or(line).trim().to_owned()
    };
    let page = fs::read_to_string(root().join("docs/embedding.md")).unwrap();
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).collect();
    assert_eq!(blocks.len(), embedding.len());
    for (block, file) in blocks.into_iter().zip(embedding) {
        let (block, _) = block.split_once("```").unwrap();
        let source = fs::read_to_string(root().join(file)).unwrap();
        let mut lines = source.lines().map(plain);
        for line in block.lines().map(plain).filter(|line| !line.is_empty()) {
            assert!(lines.any(|other| other == line), "{file}: `{line}`");
        }
    }
}

/// Every link in every page, and every anchor in it, leads somewhere; every page is named by the index, or as a record by
/// the page for contributors.
#[test]
fn all_links_of_the_documents_lead_somewhere_and_the_index_names_all_pages() {
    let mut pages = vec![
        PathBuf::from("README.md"),
        PathBuf::from("python/README.md"),
    ];
    for name in files(&root().join("docs")) {
        let page = PathBuf::from("docs").join(name);
        if page.extension().is_some_and(|ending| ending == "md") {
            pages.push(page);
        }
    }
    let lists = ["docs/index.md", "docs/CONTRIBUTING.md"];
    let index = lists.map(|page| fs::read_to_string(root().join(page)).unwrap());
    let index = index.concat();
    let mut wrong = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let prose: String = text.split("```").step_by(2).collect();
        let links = prose.split("](").skip(1);
        let links = links.chain(prose.split("src=\"").skip(1));
        for link in links.filter_map(|rest| rest.split([')', ' ', '"']).next()) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = root().join(page).parent().unwrap().join(path);
            let to = if path.is_empty() {
                root().join(page)
            } else {
                to
            };
            if !to.exists() {
                wrong.push(format!("{}: {link}", page.display()));
            } else if !anchor.is_empty() && to.extension().is_some_and(|e| e == "md") {
                let there = fs::read_to_string(&to).unwrap();
                if !there
                    .lines()
                    .any(|line| line.starts_with('#') && slug(line) == anchor)
                {
                    wrong.push(format!("{}: no heading for {link}", page.display()));
                }
            }
        }
        let name = page
            .strip_prefix("docs")
            .unwrap_or(page)
            .display()
            .to_string();
        let is_named = name == "index.md" || index.contains(&format!("{name})"));
        if !is_named {
            wrong.push(format!("the index does not name {name}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// What a page and its Japanese one have in common: the levels of their headings, commands and pictures.
fn shape(page: &str) -> [Vec<String>; 3] {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let is_prose = |n: &usize| n.is_multiple_of(2);
    let parts: Vec<&str> = text.split("```").collect();
    let prose: String = (0..parts.len())
        .filter(is_prose)
        .map(|n| parts[n])
        .collect();
    let levels = prose
        .lines()
        .filter(|line| line.starts_with('#'))
        .filter_map(|line| line.split(' ').next());
    let commands = parts
        .iter()
        .flat_map(|part| part.lines())
        .filter(|line| line.starts_with("$ "));
    let pictures = prose.split("![").skip(1).filter_map(|rest| {
        let (_, link) = rest.split_once("](")?;
        link.split(')').next()?.rsplit('/').next()
    });
    [
        levels.map(str::to_owned).collect(),
        commands
            .map(|line| line.replace(" --language ja", ""))
            .collect(),
        pictures.map(|name| name.replace("-ja.", ".")).collect(),
    ]
}

/// A page in Japanese is as whole as the English one. The lesson plan has none: other schools have other forms of it.
#[test]
fn each_japanese_page_has_what_the_english_one_has() {
    let mut seen = 0;
    for name in files(&root().join("docs")) {
        let Some(english) = name.strip_suffix(".ja.md") else {
            continue;
        };
        if english == "lesson-plan" {
            continue;
        }
        let english = match english {
            "README" => "README.md".to_owned(),
            _ => format!("docs/{english}.md"),
        };
        assert_eq!(shape(&format!("docs/{name}")), shape(&english), "{name}");
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}

/// The anchor that a heading has on the pages of a project.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars()
        .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Reduces an example of a command that plays many runs to three runs, and of one that searches long to a short search.
#[cfg(unix)]
fn with_little_work(line: &str) -> String {
    let line = &line.replace("--seconds 2", "--seconds 0.2");
    let words: Vec<&str> = line.split(' ').collect();
    let is_exact = words[1] == "article" && words.get(2).is_some_and(|word| !word.starts_with('-'));
    let is_long = ["study", "sweep", "article"].contains(&words[1]) && !is_exact;
    if !is_long || words.contains(&"--merge") {
        return line.to_owned();
    }
    let option = words.iter().position(|word| *word == "--runs");
    let (before, after) = words.split_at(option.unwrap_or(words.len()));
    let after = after.get(2..).unwrap_or_default();
    [before, &["--runs", "3"], after].concat().join(" ")
}

/// The command lines in the examples of a command's help.
#[cfg(unix)]
fn examples(place: &Place, command: &str) -> Vec<String> {
    let help = place.ok(&format!("{command} --help"));
    let (_, examples) = help
        .split_once("Examples:\n")
        .unwrap_or_else(|| panic!("`menace {command} --help` gives no example"));
    // Text after a gap is a remark.
    let lines = examples.lines().take_while(|line| !line.is_empty());
    lines
        .map(|line| with_little_work(line.trim().split("   ").next().unwrap()))
        .collect()
}

/// Every example works. The whole form has also a second article, and the dear examples whose options pages show: exact
/// curves in `docs/nim.md`, beads that fit into boxes in the lesson of tic-tac-toe.
#[cfg(unix)]
#[test]
fn every_example_of_the_help_works_on_a_fresh_clone() {
    let folder = Path::new(PROGRAM).parent().unwrap();
    let mut path = vec![folder.to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let path = std::env::join_paths(path).unwrap();
    // A server runs until it is stopped; `tests/serve.rs` starts it as its examples do.
    let ending = Place::new()
        .commands()
        .into_iter()
        .filter(|name| name != "serve");
    for command in ending {
        let place = Place::new();
        bring_models(place.path());
        let mut lines = examples(&place, &command);
        if command == "import" {
            lines.splice(..0, examples(&place, "export"));
        }
        if !is_whole() {
            let dear = ["article --seed", "--expected", "--most-beads"];
            lines.retain(|line| !dear.iter().any(|words| line.contains(words)));
        }
        for line in lines {
            let mut shell = Command::new("sh");
            let shell = shell
                .args(["-c", &line])
                .stdin(Stdio::null())
                .current_dir(place.path())
                .env("PATH", &path);
            let ran = Ran::new(&line, shell.output().unwrap());
            if line.contains("--merge parts") {
                ran.merged();
            } else {
                ran.ok();
            }
        }
    }
}

#[test]
fn completions_and_manual_pages_are_complete() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.ok(&format!("completions {shell}"));
        assert!(script.contains("menace"), "{shell}");
        // The scripts for elvish and PowerShell complete no values.
        let has_values = ["bash", "zsh", "fish"].contains(&shell);
        for name in ["split-nim", "mtdf"] {
            assert_eq!(script.contains(name), has_values, "{shell}: {name}");
        }
        // A file can stand for a rule, and only the script for bash offers both.
        assert_eq!(script.contains("kimber"), shell == "bash", "{shell}");
    }
    let main = place.ok("man");
    main.has([".TH menace"]);
    assert_eq!(place.ok("man --out pages"), "");
    assert_eq!(place.bytes("pages/menace.1"), main.as_bytes());
    for command in place.commands() {
        let page = place.ok(&format!("man {command}"));
        page.has([&command]);
        let file = format!("pages/menace-{command}.1");
        assert_eq!(place.bytes(&file), page.as_bytes());
    }
    place.ok("man train").has(["<GAME>", "png", "svg", "none"]);
    place.fails("man nothing", 2, &["nothing"]);
}
