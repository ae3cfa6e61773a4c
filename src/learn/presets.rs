//! The published machines as named rules.

use super::rule::{Boxes, Change, Duplicates, Effect, Empty, Rule, Scope};
use crate::error::{Error, Result};
use crate::graph::Merging;

/// The names of all presets, the default first.
#[must_use]
pub fn names() -> Vec<String> {
    presets().into_iter().map(|rule| rule.name).collect()
}

/// The preset of this name.
///
/// # Errors
///
/// [`Error::Name`] with the nearest names when there is none.
pub fn preset(name: &str) -> Result<Rule> {
    let presets = presets();
    presets
        .iter()
        .find(|rule| rule.name == name)
        .cloned()
        .ok_or_else(|| Error::unknown("rule", name, presets.iter().map(|rule| rule.name.as_str())))
}

const fn all(effect: Effect) -> Change {
    Change {
        effect,
        scope: Scope::All,
    }
}

/// Michie's machine of 1961, of which the later ones are variations.
fn michie(name: &str, source: &str, boxes: Boxes, start: &[u64]) -> Rule {
    Rule {
        name: name.to_owned(),
        source: source.to_owned(),
        symmetry: Merging::Full,
        duplicates: Duplicates::Merge,
        boxes,
        start: start.to_vec(),
        win: all(Effect::Add(3)),
        draw: all(Effect::Add(1)),
        loss: all(Effect::Subtract(1)),
        empty: Empty::Resign,
    }
}

/// All presets, the default first.
#[must_use]
pub fn presets() -> Vec<Rule> {
    vec![
        Rule {
            name: "rote".to_owned(),
            source:
                "the rote-learning article (2019): a bead for a win, the last move wiped after \
                     a loss"
                    .to_owned(),
            symmetry: Merging::None,
            duplicates: Duplicates::Keep,
            boxes: Boxes::Every,
            start: vec![1],
            win: all(Effect::Add(1)),
            draw: all(Effect::Nothing),
            loss: Change {
                effect: Effect::Wipe,
                scope: Scope::Last,
            },
            empty: Empty::Resign,
        },
        michie(
            "michie-1961",
            "Michie, Experiments on the mechanization of game-learning, Computer Journal 6 (1963): \
             the 287 boxes of 1961",
            Boxes::Hopeful,
            &[4, 3, 2, 1],
        ),
        michie(
            "michie-304",
            "the common reading of Michie 1961: a box for each of the 304 positions with a choice",
            Boxes::Choice,
            &[4, 3, 2, 1],
        ),
        michie(
            "scroggs",
            "Scroggs, MENACE in the browser (2015): 304 boxes, twice the beads in the first two",
            Boxes::Choice,
            &[8, 4, 2, 1],
        ),
    ]
}
