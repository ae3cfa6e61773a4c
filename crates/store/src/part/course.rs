//! A training of a study, with everything that the results of its runs depend on.

use serde::{Deserialize, Serialize};

use crate::arena::StudySetting;
use crate::error::Result;
use crate::file_mark::FileMark;
use crate::game::Game as _;
use crate::games::{self, AnyGame};
use crate::learn::{Examined, Learners, Terms};
use crate::model::MOST;
use crate::text::{count, is_unprintable};

/// The longest name of a player or a file, in bytes.
const LONGEST_NAME: usize = 1 << 16;

/// A training of a study, with everything that the results of its runs depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The setting; its number of runs is the number of the whole study, as far as the part has it.
    pub setting: StudySetting,
    /// The files that the players of the training were read from.
    pub files: Vec<FileMark>,
}

impl Course {
    /// Its game.
    ///
    /// # Errors
    ///
    /// As [`games::parse`].
    pub fn game(&self) -> Result<AnyGame, games::Error> {
        games::parse(&self.setting.game)
    }

    /// `tic-tac-toe, first learning, rote against random, 100 sets of 100 games, seed 1961`.
    pub fn in_words(&self) -> String {
        let setting = &self.setting;
        let [exact, _alone] = exact_words(setting.exact);
        format!(
            "{}, {} learning, {}, {}, {}{exact}",
            setting.game,
            setting.learners,
            setting.heading(),
            setting.length(),
            setting.provenance()
        )
    }

    /// Why runs of the other training cannot be added to the runs of this one, if they cannot: what the other has instead.
    pub(super) fn differs(&self, other: &Self) -> Option<String> {
        let (one, two) = (&self.setting, &other.setting);
        let said: [&dyn Fn(&StudySetting) -> String; 10] = [
            &|s| s.game.clone(),
            &|s| format!("{} learning", s.learners),
            &|s| s.heading(),
            &|s| match s.fallback.as_str() {
                "" => "any move where there is no box".to_owned(),
                name => format!("{name} where there is no box"),
            },
            &StudySetting::length,
            &|s| format!("batches of {}", count(s.terms.batch, "game", "games")),
            &|s| format!("a window of {}", count(s.window, "game", "games")),
            &|s| {
                let sets = count(s.sets_of_a_point(), "set", "sets");
                format!("curves in steps of {sets}")
            },
            &|s| format!("seed {}", s.seed),
            &|s| exact_words(s.exact)[1].to_owned(),
        ];
        if let Some(words) = said.iter().find_map(|of| instead(&of(one), &of(two))) {
            return Some(words);
        }
        if one.spec != two.spec {
            return Some(format!("another rule with the name {}", one.rule.name));
        }
        let pairs = self.files.iter().zip(&other.files);
        if let Some((file, _)) = pairs.clone().find(|(one, other)| one != other) {
            return Some(format!("another file with the name {}", file.path));
        }
        (self.files.len() != other.files.len()).then(|| "other files".to_owned())
    }

    /// Why no program has made this training, if none has.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let spec = &self.setting.spec;
        let Ok(game) = self.game() else {
            return Some("its game cannot be read");
        };
        let games = self.setting.sets.checked_mul(spec.games_per_set);
        if !games.is_some_and(|games| (1..=MOST).contains(&games)) {
            return Some("its length is beyond the limit");
        }
        if !(1..=MOST).contains(&self.setting.window) {
            return Some("its window is beyond the limit");
        }
        let (sets, step) = (self.setting.sets, self.setting.step);
        if step.is_some_and(|step| !StudySetting::admits_step(sets, step)) {
            return Some("its curves have too many points");
        }
        let files = self.files.iter().map(|file| &file.path);
        let mut names = [&spec.opponent, &spec.fallback].into_iter().chain(files);
        if names.any(|name| is_unprintable(name) || name.len() > LONGEST_NAME) {
            return Some(
                "the name of a player or a file in it is too long or has a control character",
            );
        }
        let (terms, learners) = (spec.terms, spec.learners);
        if (terms.max_boxes.or(terms.max_memory)).is_some() {
            return Some("it has limits of boxes, which a study has not");
        }
        let can_wait = learners != Learners::Shared && spec.rule.values().is_none();
        let most = if can_wait {
            spec.games_per_set.min(Terms::MOST_BATCH)
        } else {
            1
        };
        if !(1..=most).contains(&terms.batch) {
            return Some("its batches do not fit its sets, its rule or its learners");
        }
        if spec.rule.clone().for_learners(learners) != spec.rule {
            return Some("its rule is for other learners");
        }
        let takes_both = game.without_side(&game.start()).is_some();
        let has_opponent = !spec.opponent.is_empty();
        let fits = match learners {
            Learners::First | Learners::Second => has_opponent,
            Learners::Both => !has_opponent,
            Learners::Shared => takes_both,
        };
        if !fits {
            return Some("its learners do not fit its game or its opponent");
        }
        if !spec.fallback.is_empty() && !spec.terms.may_lack_boxes(&spec.rule) {
            return Some("a player in it would never be asked");
        }
        (game.name() != spec.game).then_some("its game has another name")
    }
}

/// The exact figures of a training, as an addition and by themselves.
const fn exact_words(exact: Examined) -> [&'static str; 2] {
    match exact {
        Examined::Never => ["", "no exact figures"],
        Examined::EachSet => [", exact", "exact figures"],
        Examined::AtEnd => [", exact at the end", "exact figures at the end"],
        Examined::Sampled => [", sampled at the end", "sampled figures at the end"],
    }
}

/// The message that names both settings, if their descriptions differ.
pub(super) fn instead(own: &str, other: &str) -> Option<String> {
    (own != other).then(|| format!("{other} instead of {own}"))
}
