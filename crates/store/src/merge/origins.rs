//! What the models of a merge have learnt from, so that no games count twice.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::ptr;

use super::MergedParent;
use crate::chapter::{Chapter, LINK, LineageStep, Provenance, plain_name};
use crate::container::Hash;
use crate::file_mark::FileMark;
use crate::model::Model;

/// What a model has learnt from, as far as it is known.
pub(super) struct Origins {
    pub(super) name: PathBuf,
    hash: Hash,
    digest: [u8; 16],
    /// The models whose tables it began with.
    from: Vec<FileMark>,
    /// Its first and its recorded games: what tells them from others, a first game against a person, and their description.
    games: Vec<(String, FirstGame, String)>,
}

/// A first game against a person as far as it is known, since such machines often have one seed.
#[derive(Debug, Default)]
struct FirstGame {
    /// Its text, if the file still lists it.
    text: Option<String>,
    /// Its record, if the history has it by itself.
    record: Option<String>,
}

impl Origins {
    pub(super) fn new(name: &str, hash: Hash, model: &Model) -> Self {
        let mut found = Vec::new();
        beginnings(&model.steps(), &mut found);
        let from = found.iter().flat_map(|chapter| chapter.files()[0]);
        let from = from.cloned().collect();
        let mut games = Vec::new();
        for chapter in &found {
            let (seed, size, opponent) = (chapter.seed, chapter.games_per_set, &chapter.opponent);
            let mut first = FirstGame::default();
            let words = match &chapter.how {
                // What tells its games is their digest.
                Provenance::Recorded { file, .. } if file == LINK => continue,
                Provenance::Recorded { file, .. } => {
                    format!("both learnt from the games of {file}")
                }
                Provenance::ByHand { machine, .. } => {
                    format!("games drawn by hand at the same machine, number {machine}")
                }
                _ if chapter.sets == 0 => continue,
                Provenance::WithPerson { .. } => {
                    // A long history has one record for several games.
                    let record = model.history.records.first();
                    let is_first = ptr::eq(*chapter, model.chapters.as_ptr());
                    let known = record.filter(|record| is_first && record.sets == 1);
                    let listed = chapter.listed().unwrap_or_default();
                    let is_whole = listed.len() as u64 == chapter.sets;
                    first = FirstGame {
                        text: listed.first().filter(|_| is_whole).cloned(),
                        record: known.map(|record| format!("{record:?}")),
                    };
                    format!("both began with seed {seed} against a person")
                }
                _ => format!("both began with seed {seed}, run {}", chapter.run()),
            };
            games.push((format!("{words} {seed} {size} {opponent}"), first, words));
        }
        let digest = digest(&found, &games);
        for chapter in &model.chapters {
            if let Provenance::Recorded { games: own, .. } = &chapter.how {
                let first = FirstGame::default();
                games.push((format!("{own:?}"), first, chapter.in_words()));
            }
        }
        let words = "one of them is a link to the other, or both are links to one machine";
        games.push((
            format!("{digest:?}"),
            FirstGame::default(),
            words.to_owned(),
        ));
        let name = plain_name(name);
        Self {
            name,
            hash,
            digest,
            from,
            games,
        }
    }
}

/// What marks the games of a model, in a machine and in each link to it: a digest of how its first
/// ones came about, so that it stays the same while the machine learns on.
pub(crate) fn games_digest(model: &Model) -> [u8; 16] {
    Origins::new("", [0; 32], model).digest
}

fn digest(beginnings: &[&Chapter], games: &[(String, FirstGame, String)]) -> [u8; 16] {
    let hash = match beginnings {
        [
            Chapter {
                how: Provenance::Recorded { file, games },
                ..
            },
        ] if file == LINK => games.hash,
        _ => hmac_sha256::Hash::hash(format!("{games:?}").as_bytes()),
    };
    hash[..16].try_into().unwrap_or_default()
}

/// What the models of a merge have learnt from, each with the number of the first of them, so that a further model need
/// not be compared with each.
#[derive(Default)]
pub(super) struct KnownOrigins {
    pub(super) models: KnownFiles,
    from: KnownFiles,
    games: HashMap<String, KnownGames>,
}

/// Files by name and by contents: a file may be renamed, and a file of one name may learn more.
#[derive(Default)]
pub(super) struct KnownFiles {
    pub(super) names: HashMap<PathBuf, usize>,
    hashes: HashMap<Hash, usize>,
}

impl KnownFiles {
    /// The models that may have to do with this file.
    fn find(&self, name: &Path, hash: &Hash) -> impl Iterator<Item = usize> {
        let found = [self.names.get(name), self.hashes.get(hash)];
        found.into_iter().flatten().copied()
    }

    fn add(&mut self, number: usize, name: PathBuf, hash: Hash) {
        self.names.entry(name).or_insert(number);
        self.hashes.entry(hash).or_insert(number);
    }
}

/// The models whose games have one origin, by their first game.
#[derive(Default)]
struct KnownGames {
    texts: HashMap<String, usize>,
    /// By its record: all of them, and the ones without a text.
    records: [HashMap<Option<String>, usize>; 2],
}

impl KnownGames {
    /// The first model that may have begun with this game. Two that are known and differ are of two machines.
    fn find(&self, first: &FirstGame) -> Option<usize> {
        let alike = |known: &HashMap<Option<String>, usize>| match &first.record {
            Some(_) => known
                .get(&None)
                .into_iter()
                .chain(known.get(&first.record))
                .min()
                .copied(),
            None => known.values().min().copied(),
        };
        let [all, unlisted] = &self.records;
        let Some(text) = &first.text else {
            return alike(all);
        };
        self.texts
            .get(text)
            .copied()
            .into_iter()
            .chain(alike(unlisted))
            .min()
    }

    fn add(&mut self, number: usize, FirstGame { text, record }: FirstGame) {
        let [all, unlisted] = &mut self.records;
        match text {
            Some(text) => self.texts.entry(text).or_insert(number),
            None => unlisted.entry(record.clone()).or_insert(number),
        };
        all.entry(record).or_insert(number);
    }
}

impl KnownOrigins {
    /// The name of the first model that has learnt games of this one, and a description of these games.
    pub(super) fn shared<'p>(
        &self,
        own: &Origins,
        parents: &'p [MergedParent],
    ) -> Option<(&'p str, String)> {
        let name = own.name.display();
        let mut found = Vec::new();
        for one in self.from.find(&own.name, &own.hash) {
            let other = &parents[one].name;
            found.push((one, format!("{other} began with the tables of {name}")));
        }
        for FileMark { path, hash } in &own.from {
            let plain = plain_name(path);
            for one in self.models.find(&plain, hash) {
                let other = &parents[one].name;
                found.push((one, format!("{name} began with the tables of {other}")));
            }
            for one in self.from.find(&plain, hash) {
                found.push((one, format!("both began with the tables of {path}")));
            }
        }
        for (origin, first, words) in &own.games {
            let Some(known) = self.games.get(origin) else {
                continue;
            };
            found.extend(known.find(first).map(|one| (one, words.clone())));
        }
        let (one, words) = found.into_iter().min_by_key(|(one, _)| *one)?;
        Some((&parents[one].name, words))
    }

    /// Adds what the model of this number has learnt from.
    pub(super) fn add(&mut self, number: usize, own: Origins) {
        self.models.add(number, own.name, own.hash);
        for before in own.from {
            self.from.add(number, plain_name(&before.path), before.hash);
        }
        for (origin, first, _) in own.games {
            self.games.entry(origin).or_default().add(number, first);
        }
    }
}

/// Finds the first chapter of each training that these steps contain.
fn beginnings<'a>(steps: &[LineageStep<'a>], found: &mut Vec<&'a Chapter>) {
    match steps.first() {
        Some(LineageStep::Chapter(chapter)) => found.push(chapter),
        Some(LineageStep::Merge(parents)) => {
            for parent in parents {
                beginnings(&parent.steps, found);
            }
        }
        None => {}
    }
}
