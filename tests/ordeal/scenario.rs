//! A command that writes files in its own folder: the files that it leaves undisturbed, and those that it may
//! leave when disturbed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use matchboxes::dice::Dice;
use matchboxes::store::{self, Chapter, Model};
use serde_json::Value;
use tempfile::TempDir;

use super::commands::{Again, SCENARIOS, Scenario};
use super::place::BoundUser;
use super::run::{ALL, Ended, Running, menace, run, start};
use super::sources::{Kind, Sources};

/// All files of a folder with their bytes, hidden ones too.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// The files below a folder, without those that cannot be read because they are just being removed.
pub(crate) fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = fs::read(&path) {
                let name = path.strip_prefix(folder).expect("below it");
                let name = name.to_string_lossy().into_owned();
                found.insert(name, bytes);
            }
        }
    }
    found
}

/// A scenario, the files from which it starts, and the files that it leaves undisturbed.
pub(crate) struct Prepared {
    pub(crate) scenario: &'static Scenario,
    before: Files,
    whole: Files,
    pub(crate) took: Duration,
    /// The size of its largest file in bytes.
    pub(crate) largest: u64,
    /// The disk space of all its files in bytes.
    pub(crate) room: u64,
}

impl Prepared {
    fn new(scenario: &'static Scenario, folder: &Path) -> Self {
        fs::create_dir_all(folder).expect("a folder of our own");
        for line in &scenario.before {
            let ended = run(folder, line);
            assert_eq!(ended.code, Some(0), "{ended:?}");
        }
        let before = files(folder);
        let ended = scenario.command(folder, |_| {}).end();
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let whole = files(folder);
        assert!(whole != before, "{} writes", scenario.line);
        let largest = whole.values().map(Vec::len).max().unwrap_or(0) as u64;
        let whole_room = whole.values().map(|bytes| bytes.len() as u64 + 4096).sum();
        Self {
            scenario,
            before,
            whole,
            took: ended.took,
            largest,
            room: whole_room,
        }
    }

    /// A new folder with the files from which it starts.
    pub(crate) fn place(&self) -> TempDir {
        self.filled(tempfile::tempdir().expect("a folder for a case"))
    }

    /// This folder with the files from which it starts.
    pub(crate) fn filled(&self, place: TempDir) -> TempDir {
        self.fill(place.path());
        place
    }

    /// Writes the files from which it starts into a folder.
    pub(crate) fn fill(&self, folder: &Path) {
        for (name, bytes) in &self.before {
            let path = folder.join(name);
            let inner = path.parent().expect("a folder");
            fs::create_dir_all(inner).expect("a folder of our own");
            fs::write(path, bytes).expect("room for a case");
        }
    }

    /// Whether nothing is left to do in a folder, judged by the models and parts in it.
    pub(crate) fn is_done(&self, folder: &Path) -> bool {
        files(folder)
            .iter()
            .filter(|(name, bytes)| is_model(name) || is_part(bytes))
            .all(|(name, bytes)| self.whole.get(name) == Some(bytes))
    }

    /// Checks that every file is the old one or the new one or, in a training, a sound unfinished model that
    /// does not replace one of another training; that no file is lost; and that no half-written or lock file
    /// is left unless `may_litter`.
    pub(crate) fn whole_law(&self, folder: &Path, may_litter: bool) -> Result<(), String> {
        let present = files(folder);
        for (name, bytes) in &present {
            if is_hidden(name) {
                if may_litter {
                    continue;
                }
                return Err(format!("left {name}"));
            }
            if self.before.get(name) == Some(bytes) || self.whole.get(name) == Some(bytes) {
                continue;
            }
            let line = self.scenario.line;
            let is_training = line.starts_with("train") || line.starts_with("play");
            if is_training && is_model(name) {
                let model = store::verify(&folder.join(name)).map_err(|error| error.to_string())?;
                self.gain_law(name, &model)?;
            } else if is_part(bytes) && !self.scenario.line.contains("--merge") {
                // A stopped part is a part with fewer runs.
                if !Kind::Part.reads(bytes) {
                    return Err(format!("{name} is damaged"));
                }
            } else if name.ends_with("result.json") {
                self.list_law(name, bytes)?;
            } else if self.scenario.again != Again::Onward {
                return Err(format!(
                    "{name} is neither old nor new, of {} bytes",
                    bytes.len()
                ));
            }
        }
        let lost = self.before.keys().find(|name| !present.contains_key(*name));
        lost.map_or(Ok(()), |name| Err(format!("{name} is lost")))
    }

    /// While the files of a result are written, its list is of the same result and has them all.
    fn list_law(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap_or_default();
        let (now, whole) = (
            read(bytes),
            read(self.whole.get(name).map_or(&[], |bytes| bytes)),
        );
        let is_same = ["kind", "mark", "of"]
            .iter()
            .all(|key| now[*key] == whole[*key]);
        let files = whole["files"].as_object().into_iter().flatten();
        let mut names = files.map(|(file, _)| file);
        let is_listed = |file: &str| {
            now["files"]
                .get(file)
                .is_some_and(|mark| mark.is_null() || *mark == whole["files"][file])
        };
        if is_same && names.all(|file| is_listed(file)) {
            return Ok(());
        }
        Err(format!("{name} lists other files"))
    }

    /// Checks that an unfinished model replaces a sound one only if it continues it.
    fn gain_law(&self, name: &str, model: &Model) -> Result<(), String> {
        let before = self.before.get(name).map(|bytes| store::decode(bytes));
        let Some(Ok(before)) = before else {
            return Ok(());
        };
        let begins = |model: &Model| {
            let first = model.chapters.first().cloned();
            first.map(|first| Chapter { sets: 0, ..first })
        };
        if begins(&before) == begins(model) && before.games() <= model.games() {
            return Ok(());
        }
        Err(format!(
            "{name} had {} games and has {} of another training that is not complete",
            before.games(),
            model.games()
        ))
    }

    /// Checks that the same command again leads to the undisturbed result and removes leftover files.
    pub(crate) fn again_law(&self, folder: &Path) -> Result<Option<Ended>, String> {
        if self.scenario.again == Again::Once && self.is_done(folder) {
            let lock = store::Lock::take(&folder.join("x.menace"));
            drop(lock.map_err(|error| error.to_string())?);
            return self.end_law(folder, false).map(|()| None);
        }
        let ended = self.scenario.command(folder, |_| {}).end();
        ended.law(&[0])?;
        self.end_law(folder, false)?;
        Ok(Some(ended))
    }

    /// Checks that a command that reports success has left the undisturbed result, and no hidden files unless
    /// `may_litter`.
    pub(crate) fn done_law(&self, folder: &Path, may_litter: bool) -> Result<(), String> {
        let law = self.end_law(folder, may_litter);
        law.map_err(|what| format!("reports success, but {what}"))
    }

    /// The files from which it starts.
    pub(crate) fn files_before(&self) -> &Files {
        &self.before
    }

    /// Checks that the files are the undisturbed result, apart from hidden files if `may_litter`.
    fn end_law(&self, folder: &Path, may_litter: bool) -> Result<(), String> {
        let mut present = files(folder);
        if may_litter {
            present.retain(|name, _| !is_hidden(name));
        }
        if let Some(name) = present.keys().find(|name| is_hidden(name)) {
            return Err(format!("{name} is left at the end"));
        }
        if self.scenario.again == Again::Onward {
            return self.whole_law(folder, may_litter);
        }
        for name in present.keys().chain(self.whole.keys()) {
            if present.get(name) != self.whole.get(name) {
                return Err(format!("{name} differs from the undisturbed result"));
            }
        }
        Ok(())
    }
}

/// Whether a file is a model, or an unfinished training that will replace one.
pub(crate) fn is_model(name: &str) -> bool {
    name.ends_with(".menace") || store::replaced_by(Path::new(name)).is_some()
}

/// Whether these are the bytes of a part.
fn is_part(bytes: &[u8]) -> bool {
    bytes.starts_with(Kind::Part.magic())
}

/// Whether a file is a lock or a half-written file.
fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || name.contains("/.")
}

impl Scenario {
    /// Starts it in a folder, after `change` has modified the command.
    pub(crate) fn command(&self, folder: &Path, change: impl FnOnce(&mut Command)) -> Running {
        self.read_by(folder, ALL, change)
    }

    /// The same, reading only the given number of bytes of its output.
    pub(crate) fn read_by(
        &self,
        folder: &Path,
        reads: Option<u64>,
        change: impl FnOnce(&mut Command),
    ) -> Running {
        let mut command = menace(folder, self.line);
        let input = folder.with_extension("input");
        fs::write(&input, &self.input).expect("room for a case");
        change(&mut command);
        command.current_dir(folder);
        command.stdin(Stdio::from(fs::File::open(&input).expect("just written")));
        let _ = fs::remove_file(&input);
        start(self.line, &mut command, reads)
    }
}

/// What all cases share, made on first use.
pub(crate) struct Workshop {
    pub(crate) is_long: bool,
    folder: TempDir,
    prepared: Vec<OnceLock<Prepared>>,
    sources: OnceLock<Sources>,
    policy: OnceLock<Vec<u8>>,
    bound_user: OnceLock<Option<BoundUser>>,
}

impl Workshop {
    pub(crate) fn new(is_long: bool) -> Self {
        Self {
            is_long,
            folder: tempfile::tempdir().expect("a folder"),
            prepared: SCENARIOS.iter().map(|_| OnceLock::new()).collect(),
            sources: OnceLock::new(),
            policy: OnceLock::new(),
            bound_user: OnceLock::new(),
        }
    }

    /// One of the scenarios.
    pub(crate) fn scenario(&self, dice: &mut Dice) -> &Prepared {
        self.numbered(dice.below(SCENARIOS.len() as u64))
    }

    /// The scenario of this number, or of what is left beyond the last one.
    pub(crate) fn numbered(&self, number: u64) -> &Prepared {
        let which = usize::try_from(number).expect("few") % SCENARIOS.len();
        let folder = self.at(&format!("scenario-{which}"));
        self.prepared[which].get_or_init(|| Prepared::new(&SCENARIOS[which], &folder))
    }

    pub(crate) fn sources(&self) -> &Sources {
        self.sources
            .get_or_init(|| Sources::new(&self.at("sources")))
    }

    /// A user without the rights of root, if there can be one.
    pub(crate) fn bound_user(&self) -> Option<&BoundUser> {
        self.bound_user.get_or_init(BoundUser::find).as_ref()
    }

    /// A small policy to import.
    pub(crate) fn policy(&self) -> &[u8] {
        self.policy.get_or_init(|| {
            let folder = self.at("policy");
            fs::create_dir_all(&folder).expect("our own");
            run(&folder, "export random --game nim:1,2").out
        })
    }

    /// Tables of beads and of values, and a policy, as JSON.
    pub(crate) fn sheets(&self) -> Vec<Vec<u8>> {
        self.sources();
        let lines = [
            "export e.menace --table --format json",
            "export n.menace --table --format json",
            "export f.menace --table --format csv",
            "export random --game nim:1,2 --format json",
        ];
        lines.map(|line| run(&self.at("sources"), line).out).into()
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
