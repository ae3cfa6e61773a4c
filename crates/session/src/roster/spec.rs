//! A player as it was asked for: a name, read once into the parts it is made of, a model in memory, or a player made in
//! code.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::namings::{is_in_turn, is_script, is_training_only};
use crate::games::AnyGame;
use crate::games::{Error, Result};
use crate::learn::Reading;
use crate::learn::decimal::Decimal;
use crate::player::{PerfectPace, Player};
use crate::search::{SearchKind, files_in};
use crate::store::{self, EXTENSION, FileMark, Model};
use crate::text::{escaped, is_unprintable};

/// A player as it was asked for, mostly by its name, for any game: [`PlayerSpec::player`] and [`PlayerSpec::opponent`]
/// make it.
///
/// # Examples
///
/// ```
/// use matchboxes_games::games::parse;
/// use matchboxes_session::roster::PlayerSpec;
///
/// let spec: PlayerSpec = "mix:0.9*perfect+0.1*random".parse()?;
/// assert!(spec.player(&parse("nim:3,4,5")?).is_ok());
/// let spec: PlayerSpec = "models/x.menace:greedy".parse()?;
/// assert_eq!(spec.model_path().and_then(|path| path.to_str()), Some("models/x.menace"));
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
#[derive(Clone)]
pub struct PlayerSpec {
    pub(super) name: String,
    pub(super) form: PlayerKind,
}

#[derive(Clone)]
pub(super) enum PlayerKind {
    Random,
    First,
    Perfect(PerfectPace),
    Model(ModelSpec),
    /// Players with their shares, which have no common divisor.
    Mixture(Vec<(u32, PlayerSpec)>),
    /// A search, whose options the game reads.
    Search,
    /// One player at first, and more and more often another.
    Fading {
        from: Box<PlayerSpec>,
        to: Box<PlayerSpec>,
        games: u64,
    },
    /// One player after another: each with the number of the game in which it begins, from 0.
    Curriculum(Vec<(u64, PlayerSpec)>),
    /// A script of players made for one game, for training only.
    Script,
    /// A player made for one game, or an unknown name.
    Own,
    /// A model in memory.
    Loaded(Arc<Model>),
    /// A player made in code.
    Made(Arc<dyn Player<AnyGame>>),
}

/// A model as a player, such as `models/x.menace:greedy:fallback=m3`.
#[derive(Clone)]
pub(super) struct ModelSpec {
    pub(super) path: PathBuf,
    pub(super) reading: Reading,
    /// The player that moves where the model has no box.
    pub(super) fallback: Option<Box<PlayerSpec>>,
}

/// The most bytes of a name.
const LONGEST: usize = 1 << 20;

/// The most players of which each is asked where the one before it has no box.
const MOST_LINKS: usize = 8;

/// The most players of a curriculum.
const MOST_LESSONS: usize = 16;

/// The most games over which one player can fade into another, and of a player of a curriculum.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Reads a name.
///
/// # Errors
///
/// [`Error::Parameter`] when its parts are not written as they should be. Whether there is a player of this
/// name is known only with the game.
impl FromStr for PlayerSpec {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        if name.len() > LONGEST {
            let begin: String = name.chars().take(40).collect();
            let reason = format!("a name of a player has at most {LONGEST} bytes");
            return Err(Error::parameter(format!("{begin}..."), reason));
        }
        if is_unprintable(name) {
            let reason = "a name has no control character and no mark of direction";
            return Err(Error::parameter(escaped(name), reason));
        }
        Self::read(name, MOST_LINKS)
    }
}

/// The name.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PlayerSpec").field(&self.name).finish()
    }
}

impl PlayerSpec {
    /// A model in memory, which plays as its beads are drawn. A training that names it can be continued only while there
    /// is a file of that name.
    #[must_use]
    pub fn of_model(name: impl Into<String>, model: impl Into<Arc<Model>>) -> Self {
        let form = PlayerKind::Loaded(model.into());
        let name = name.into();
        Self { name, form }
    }

    /// A player made in code, under its own name. No file can name it, so a training against it cannot be continued.
    #[must_use]
    pub fn made(player: Arc<dyn Player<AnyGame>>) -> Self {
        Self {
            name: player.name(),
            form: PlayerKind::Made(player),
        }
    }

    /// What the file of a model in memory would hold, under its name.
    pub(crate) fn mark_in_memory(&self) -> Option<FileMark> {
        let PlayerKind::Loaded(model) = &self.form else {
            return None;
        };
        Some(FileMark {
            path: self.name.clone(),
            hash: model.hash(),
        })
    }

    /// The name, as files have it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) const fn is_random(&self) -> bool {
        matches!(self.form, PlayerKind::Random)
    }

    /// Whether it plays perfectly.
    pub(crate) const fn is_perfect(&self) -> bool {
        matches!(self.form, PlayerKind::Perfect(_))
    }

    /// Whether it is the script of 1961, which has a training of its own.
    pub(crate) const fn is_script(&self) -> bool {
        matches!(self.form, PlayerKind::Script)
    }

    /// Reads a name that may contain this many `:fallback=` one after the other.
    fn read(name: &str, links: usize) -> Result<Self> {
        let word = name.split_once(':').map_or(name, |(word, _)| word);
        let form = match (split_model(name), word) {
            (Some(split), _) => PlayerKind::Model(model(name, split, links)?),
            _ if name == "random" => PlayerKind::Random,
            _ if name == "first" => PlayerKind::First,
            (_, "perfect") => PlayerKind::Perfect(pace(name)?),
            (_, "mix") => PlayerKind::Mixture(mixture(name, links)?),
            _ if SearchKind::has(name) => PlayerKind::Search,
            (_, "fading") => fading(name, links)?,
            (_, "curriculum") => PlayerKind::Curriculum(curriculum(name, links)?),
            _ if is_script(name) => PlayerKind::Script,
            _ if store::is_pipe(Path::new(word)) => {
                let reason = format!(
                    "it is a pipe, and a model is read more than once: copy its contents into a file whose name ends in \
                     .{EXTENSION}"
                );
                return Err(Error::parameter(word, reason));
            }
            _ => PlayerKind::Own,
        };
        Ok(Self {
            name: name.to_owned(),
            form,
        })
    }

    /// The file of the model that the name refers to; `None` if the player is not a model.
    pub fn model_path(&self) -> Option<&Path> {
        match &self.form {
            PlayerKind::Model(model) => Some(&model.path),
            _ => None,
        }
    }

    /// The file of a model whose beads are drawn as they are, which alone can learn; `None` for every other player.
    pub fn model_file(&self) -> Option<&Path> {
        let path = self.model_path();
        path.filter(|path| path.as_os_str() == self.name.as_str())
    }

    /// The models, endgame databases and opening books that the name contains, in its order.
    pub(crate) fn files(&self) -> Vec<&str> {
        match &self.form {
            PlayerKind::Model(model) => {
                let fallback = model.fallback.iter().flat_map(|fallback| fallback.files());
                model.path.to_str().into_iter().chain(fallback).collect()
            }
            PlayerKind::Mixture(parts) => parts.iter().flat_map(|(_, part)| part.files()).collect(),
            PlayerKind::Fading { from, to, .. } => [from.files(), to.files()].concat(),
            PlayerKind::Curriculum(parts) => {
                parts.iter().flat_map(|(_, part)| part.files()).collect()
            }
            PlayerKind::Search => {
                let files = files_in(&self.name).into_iter();
                files.map(|(_, file)| file).collect()
            }
            PlayerKind::Random
            | PlayerKind::First
            | PlayerKind::Perfect(_)
            | PlayerKind::Script
            | PlayerKind::Own
            | PlayerKind::Loaded(_)
            | PlayerKind::Made(_) => Vec::new(),
        }
    }
}

/// The parts of the name of a model.
type Split<'a> = (&'a Path, &'a str, Option<&'a str>);

/// The path of a model, the option after it and the player for positions without a box. `None` for a mixture and
/// opponents that change, whose models are read part by part, and for a search, which evaluates with its model.
fn split_model(name: &str) -> Option<Split<'_>> {
    if name.starts_with("mix:") || SearchKind::has(name) || is_in_turn(name) {
        return None;
    }
    let (table, fallback) = match name.split_once(":fallback=") {
        Some((table, fallback)) => (table, Some(fallback)),
        None => (name, None),
    };
    let ending = format!(".{EXTENSION}");
    let end = table.to_ascii_lowercase().rfind(&ending);
    let end = end.map(|start| start + ending.len())?;
    let (path, option) = table.split_at(end);
    Some((Path::new(path), option, fallback))
}

/// Reads the name of a model with what follows it.
fn model(name: &str, (path, option, fallback): Split<'_>, links: usize) -> Result<ModelSpec> {
    let fallback = match (fallback, links.checked_sub(1)) {
        (None, _) => None,
        (Some(fallback), Some(links)) => Some(Box::new(PlayerSpec::read(fallback, links)?)),
        (Some(_), None) => {
            let reason = format!(
                "at most {MOST_LINKS} players can follow one another with `:fallback=`; leave some out"
            );
            return Err(Error::parameter(name, reason));
        }
    };
    let reading = match option {
        "" => Reading::Draw,
        ":greedy" => Reading::Greedy,
        _ if !option.starts_with(':') => {
            let reason =
                format!("the name of a model ends in .{EXTENSION}: copy the file to such a name");
            return Err(Error::parameter(name, reason));
        }
        _ => {
            let power = option.strip_prefix(":sharpness=");
            let power = power.and_then(|n| n.parse().ok());
            let power = power.filter(|n| (1..=64).contains(n)).ok_or_else(|| {
                Error::parameter(
                    name,
                    "write the file name alone, with `:greedy`, or with `:sharpness=` and 1 to 64; \
                     `:fallback=` and a player for positions without a box may follow",
                )
            })?;
            Reading::Sharpness(power)
        }
    };
    Ok(ModelSpec {
        path: path.to_owned(),
        reading,
        fallback,
    })
}

fn pace(name: &str) -> Result<PerfectPace> {
    let pace = PerfectPace::ALL
        .into_iter()
        .find(|pace| pace.player() == name);
    let form = "write perfect alone, or with `:quickest` or `:prolong`";
    pace.ok_or_else(|| Error::parameter(name, form))
}

fn mixture(name: &str, links: usize) -> Result<Vec<(u32, PlayerSpec)>> {
    let wrong = || {
        Error::parameter(
            name,
            "write a mixture as shares of players, such as mix:0.9*perfect+0.1*random, each share with at \
             most three decimals",
        )
    };
    let parts = name.strip_prefix("mix:").ok_or_else(wrong)?;
    let mut shares = Vec::new();
    for part in parts.split('+') {
        let (share, name) = part.split_once('*').ok_or_else(wrong)?;
        if name.starts_with("mix") {
            return Err(wrong());
        }
        let share = thousandths(share).ok_or_else(wrong)?;
        shares.push((share, PlayerSpec::read(name, links)?));
    }
    let all = shares.iter().map(|&(share, _)| share);
    let unit = all.fold(0, num_integer::gcd).max(1);
    for (share, _) in &mut shares {
        *share /= unit;
    }
    Ok(shares)
}

/// A share with at most three decimals, in thousandths.
fn thousandths(text: &str) -> Option<u32> {
    const BILLIONTHS: i64 = 1_000_000;
    let share = Decimal::parse(text).filter(|_| !text.starts_with('-'))?;
    let share = share.billionths();
    let whole = share % BILLIONTHS == 0;
    u32::try_from(share / BILLIONTHS).ok().filter(|_| whole)
}

fn fading(name: &str, links: usize) -> Result<PlayerKind> {
    let form = || {
        Error::parameter(
            name,
            "write one player, `-to-`, another player, and the number of games, such as \
             fading:random-to-perfect:5000",
        )
    };
    let rest = name.strip_prefix("fading:").ok_or_else(form)?;
    let (players, games) = rest.rsplit_once(':').ok_or_else(form)?;
    let (from, to) = players.split_once("-to-").ok_or_else(form)?;
    if from.is_empty() || to.is_empty() || to.contains("-to-") {
        return Err(form());
    }
    let games = games.parse().ok();
    let games = games
        .filter(|n| (1..=MOST_GAMES).contains(n))
        .ok_or_else(|| {
            Error::parameter(
                name,
                "the number of games at the end must be 1 to 1000000000000",
            )
        })?;
    let [from, to] = [from, to].map(|part| lasting(name, part, links));
    Ok(PlayerKind::Fading {
        from: Box::new(from?),
        to: Box::new(to?),
        games,
    })
}

/// Reads one of the players of an opponent that changes, which does not change itself.
fn lasting(name: &str, part: &str, links: usize) -> Result<PlayerSpec> {
    if is_training_only(part) {
        let reason =
            format!("`{part}` changes from game to game itself; name only players that do not");
        return Err(Error::parameter(name, reason));
    }
    PlayerSpec::read(part, links)
}

fn curriculum(name: &str, links: usize) -> Result<Vec<(u64, PlayerSpec)>> {
    let form = || {
        let reason = format!(
            "write 2 to {MOST_LESSONS} players with `-then-` between them, each but the last with its number of games, \
             such as curriculum:random:1000-then-perfect"
        );
        Error::parameter(name, reason)
    };
    let rest = name.strip_prefix("curriculum:").ok_or_else(form)?;
    let (before, last) = rest.rsplit_once("-then-").ok_or_else(form)?;
    let (mut parts, mut begins) = (Vec::new(), 0);
    for part in before.split("-then-") {
        let (player, games) = part.rsplit_once(':').ok_or_else(form)?;
        let games: u64 = games.parse().map_err(|_| form())?;
        parts.push((begins, lasting(name, player, links)?));
        begins += Some(games)
            .filter(|n| (1..=MOST_GAMES).contains(n))
            .ok_or_else(form)?;
    }
    parts.push((begins, lasting(name, last, links)?));
    if parts.len() > MOST_LESSONS {
        return Err(form());
    }
    Ok(parts)
}
