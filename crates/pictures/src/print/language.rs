//! The languages of the sheets: texts by key, with the same keys in each language.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use matchboxes::kit::{Bead, Kit, Piece, PieceShape};
use matchboxes::text::thousands;
use serde::Deserialize;

/// A language of the sheets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
}

type Words = BTreeMap<String, String>;

static WORDS: LazyLock<[Words; 2]> = LazyLock::new(|| {
    [include_str!("words/en.toml"), include_str!("words/ja.toml")]
        .map(|text| toml::from_str(text).expect("the words are a list of texts"))
});

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Its code, such as `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    fn words(self) -> &'static Words {
        &WORDS[self as usize]
    }
}

/// How the sheets of a kit speak: in a language, and of cups and slips where these are its boxes and beads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speech {
    pub(super) language: Language,
    pub(super) is_cups: bool,
}

impl Speech {
    /// The text for this key, or the key itself if it has no text.
    pub(super) fn say(self, name: &str) -> String {
        let words = self.language.words();
        if !self.is_cups {
            return words.get(name).map_or(name, String::as_str).to_owned();
        }
        if let Some(own) = words.get(&format!("{name}.cups")) {
            return own.clone();
        }
        let text = words.get(name).map_or(name, String::as_str).to_owned();
        let pairs = words["cups"].split(';').filter_map(|p| p.split_once('>'));
        pairs.fold(text, |text, (from, to)| {
            // The names of values stay.
            let text = text.replace(from, to);
            text.replace(&format!("{{{to}"), &format!("{{{from}"))
        })
    }

    /// The text for this key, with values for the names in braces.
    pub(super) fn fill(self, name: &str, places: &[(&str, &dyn Display)]) -> String {
        let mut text = self.say(name);
        for (place, value) in places {
            text = text.replace(&format!("{{{place}}}"), &value.to_string());
        }
        text
    }

    pub(super) fn sentences(self, texts: &[String]) -> String {
        texts.join(&self.say("join.sentences"))
    }

    pub(super) fn stage(self, stage: usize) -> String {
        self.fill("stage", &[("n", &(stage + 1))])
    }

    /// The same with a number for `{n}`; if the number is 1, the key ending in `.one` is used if it exists.
    pub(super) fn count(self, name: &str, n: u64) -> String {
        let one = format!("{name}.one");
        let known = n == 1 && self.language.words().contains_key(&one);
        self.fill(if known { &one } else { name }, &[("n", &thousands(n))])
    }

    /// The name of a kind of bead; a slip is named by its text.
    pub(super) fn bead(self, bead: Bead) -> String {
        if self.is_cups {
            return self.fill("take", &[("n", &(bead.0 + 1))]);
        }
        let colour = self.say(&format!("bead.{}", bead.colour()));
        if bead.is_large() {
            return self.fill("bead.large", &[("colour", &colour)]);
        }
        colour
    }

    /// A number of beads of a kind: `3 red`, or `3 x take 2` of slips.
    pub(super) fn beads(self, n: u64, kind: &str) -> String {
        self.fill("filling.some", &[("n", &thousands(n)), ("kind", &kind)])
    }

    /// What a piece is called: its colour, or the mark that it is.
    pub(super) fn piece(self, piece: Piece) -> String {
        match (piece.shape, piece.is_white) {
            (PieceShape::Mark, _) => piece.mark.to_string(),
            (_, true) => self.say("bead.white"),
            (_, false) => self.say("bead.black"),
        }
    }

    /// The name of a game: words for its kind and its parameters where there are some, else as it is written. A game
    /// without words is quoted.
    pub(super) fn game(self, name: &str) -> String {
        let mut parts = name.split(':');
        let known = |part: &str| self.language.words().get(&format!("game.{part}")).cloned();
        let kind = parts.next().unwrap_or_default();
        let Some(called) = known(kind) else {
            return self.fill("game.other", &[("game", &name)]);
        };
        let parameters = parts.map(|part| match part.split_once('=') {
            Some((what, n)) if n.contains(',') => {
                let n = n.trim_end_matches(',').replace(',', &self.say("join.list"));
                self.fill(&format!("game.{what}.set"), &[("n", &n)])
            }
            Some((what, n)) => self.fill(&format!("game.{what}"), &[("n", &n)]),
            None => known(&format!("{kind}.{part}"))
                .or_else(|| known(part))
                .unwrap_or_else(|| part.to_owned()),
        });
        let parameters: Vec<String> = parameters.collect();
        format!("{called} {}", parameters.join(&self.say("join.list")))
            .trim_end()
            .to_owned()
    }

    /// A description of a kit in one line, with the name of the rule that commands take.
    pub(super) fn subject(self, kit: &Kit) -> String {
        self.about("subject", kit)
    }

    /// The same as sentences, with a name of the rule in words if there is one.
    pub(super) fn introduced(self, kit: &Kit) -> String {
        let mut texts = vec![self.about("guide.subject", kit)];
        let called = format!("rule:{}", kit.rule.name);
        if self.language.words().contains_key(&called) {
            let rule = self.say(&called);
            texts.push(self.fill("guide.rule", &[("rule", &rule)]));
        }
        self.sentences(&texts)
    }

    fn about(self, name: &str, kit: &Kit) -> String {
        let game = self.game(&kit.game);
        let side = self.say(&format!("side.{}", kit.seat()));
        let boxes = self.count("boxes", kit.boxes.len() as u64);
        let places: [(&str, &dyn Display); 4] = [
            ("game", &game),
            ("side", &side),
            ("rule", &kit.rule.name),
            ("boxes", &boxes),
        ];
        self.fill(name, &places)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::draw;

    #[test]
    fn both_languages_have_the_same_texts() {
        // Each text has another version for cups, where exchanging words is not enough.
        let of = |language: Language| {
            let words = language.words();
            words.keys().filter(|name| {
                let plain = name.strip_suffix(".cups");
                assert!(plain.is_none_or(|name| words.contains_key(name)), "{name}");
                plain.is_none()
            })
        };
        let [mut english, japanese] =
            Language::ALL.map(|language| of(language).collect::<BTreeSet<_>>());
        // Japanese has no plural.
        english.retain(|name| japanese.contains(name) || name.strip_suffix(".one").is_none());
        assert_eq!(english, japanese);
    }

    #[test]
    fn both_languages_use_the_same_values() {
        let places = |text: &str| -> BTreeSet<String> {
            let rests = text.split('{').skip(1);
            let names = rests.filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()));
            names.collect()
        };
        let [english, japanese] = Language::ALL.map(Language::words);
        for (name, text) in english.iter().filter(|(name, _)| *name != "cups") {
            if let Some(other) = japanese.get(name) {
                assert_eq!(places(text), places(other), "{name}");
            }
        }
        for words in [english, japanese] {
            for (name, text) in words {
                if let Some(plain) = name.strip_suffix(".cups") {
                    assert_eq!(places(text), places(&words[plain]), "{name}");
                }
            }
        }
    }

    #[test]
    fn a_kit_of_cups_has_no_boxes_and_beads() {
        let japanese = ["\u{7bb1}", "\u{30d3}\u{30fc}\u{30ba}"];
        let all = [
            (Language::English, ["box", "bead"]),
            (Language::Japanese, japanese),
        ];
        for (language, others) in all {
            let is_cups = true;
            let speech = Speech { language, is_cups };
            for name in language.words().keys().filter(|name| *name != "cups") {
                let text = speech.say(name);
                let text = text.replace("{box", "");
                for other in others {
                    assert!(!text.to_lowercase().contains(other), "{name}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_character_used_is_in_the_fonts() {
        for (name, text) in Language::ALL.into_iter().flat_map(Language::words) {
            for c in text.chars() {
                assert!(draw::has(c), "{c} of {name}");
            }
        }
    }
}
