//! The commands with their options, and sensible and odd values for them.

use std::sync::LazyLock;

use matchboxes::dice::Dice;

use super::tally::place;

/// The kind of the value of an option or argument, as in `values.txt`; `none` is a flag. Values that decide the amount of
/// work stay small: those of the kind `work`. A `number` does not change it.
pub(crate) type Kind = &'static str;

/// A command with its arguments and options.
pub(crate) struct Grammar {
    pub(crate) command: &'static str,
    /// Options that keep its work small, each left out if it is among the options given.
    pub(crate) small: Vec<&'static str>,
    pub(crate) arguments: Vec<Kind>,
    pub(crate) options: Vec<(&'static str, Kind)>,
}

pub(crate) static GRAMMARS: LazyLock<Vec<Grammar>> = LazyLock::new(|| {
    let mut all: Vec<Grammar> = Vec::new();
    let lines = include_str!("grammar.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        if line.starts_with(' ') {
            let option = |word: &'static str| word.split_once('=').unwrap_or((word, "none"));
            let last = all.last_mut().expect("options of a command");
            last.options.extend(words.map(option));
            continue;
        }
        let command = words.next().expect("a command");
        let (small, arguments) = words.partition(|word| word.starts_with("--"));
        all.push(Grammar {
            command,
            small,
            arguments,
            options: Vec::new(),
        });
    }
    all
});

/// Sensible values of a kind; odd values are also made from them.
pub(crate) fn sensible(kind: &str) -> Vec<&'static str> {
    if kind == "none" {
        return vec![""];
    }
    let lines = include_str!("values.txt").lines();
    let mut kinds = lines.map(|line| line.split_once(": ").expect("a kind and its values"));
    let found = kinds.find(|(of, _)| *of == kind);
    let (_, words) = found.unwrap_or_else(|| panic!("no values of the kind {kind}"));
    words.split(" | ").collect()
}

/// Short pieces of words and of what is none.
const SHORT: &[&str] = &[
    "", ":", ",", "=", "-", "--", "/", ".", "..", "~", "*", "+", "(", ")", "0", "1", "-1", "1e400",
    "nan", "inf", "0x10", "\n", "\r", "\t", "\u{7}", "\u{202e}", "\u{feff}", "\u{e9}", "%s%n",
    "\\", "\"", "'", "$(id)", "`id`", " ", "random", "perfect", "menace", ".menace", ":greedy",
    ":misere", "depth=", "mix:", "0.5*", "XO.", "\u{3042}",
];

/// A piece of a word, often an odd one.
pub(crate) fn piece(dice: &mut Dice) -> &'static str {
    const LONG: [&str; 5] = [
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "\u{1b}[31m",
        "\u{9b}31m",
        "\u{1f3b2}",
    ];
    let at = place(SHORT.len() + LONG.len(), dice);
    SHORT
        .iter()
        .chain(&LONG)
        .nth(at)
        .expect("below their number")
}

/// A value, usually a sensible one.
pub(crate) fn value(kind: &str, dice: &mut Dice) -> Vec<u8> {
    let any = |kind: &str, dice: &mut Dice| {
        let known = sensible(kind);
        let word = known[place(known.len(), dice)];
        word.replace("^[", "\u{1b}").into_bytes()
    };
    let mut word = any(kind, dice);
    match dice.below(8) {
        0 => {
            let at = place(word.len() + 1, dice);
            word.splice(at..at, piece(dice).bytes());
        }
        1 => {
            word = (0..=dice.below(4))
                .flat_map(|_| piece(dice).bytes())
                .collect();
        }
        2 if dice.below(4) == 0 => {
            // The system accepts arguments of at most 128 kB.
            let piece = piece(dice).as_bytes();
            let times = [30, 300, 100_000 / piece.len().max(1)][place(3, dice)];
            word = piece.repeat(times);
        }
        2 if dice.below(3) == 0 => word.push(0xFF),
        2 => {
            let others = [
                "game", "player", "rule", "position", "search", "number", "model", "word",
            ];
            let other = any(others[place(others.len(), dice)], dice);
            // A value of another kind could be a large amount of work.
            if kind != "work" {
                word = other;
            }
        }
        _ => {}
    }
    word.retain(|&byte| byte != 0);
    word
}
