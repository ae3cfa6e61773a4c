//! Options shared by several commands. Each is defined once, so that its name means the same everywhere.
//!
//! The help of an option holds for all commands. `help` has what a command adds, and the default where commands differ.

mod game;
pub(crate) mod help;
pub(crate) mod number;
mod training;

use std::env;
use std::path::{Component, Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
pub(crate) use game::GameOption;
use matchboxes::arena::MEMORY;
use matchboxes::game::Game;
use matchboxes::games::{self, AnyGame, Error, Position, Result};
use matchboxes::learn::Rule;
use matchboxes::roster;
use matchboxes::session::SEED;
use matchboxes_pictures::plot::Look;
use matchboxes_pictures::print::Language;

pub(crate) use training::{TrainingOptions, once};

use crate::options::number::{GAMES, PLIES, count, small, whole};

/// Reads one of these names, each with its help, which may be empty.
pub(crate) fn choice<T: Copy + Send + Sync + 'static, const N: usize>(
    choices: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = choices.map(|(name, help, _)| match help {
        "" => PossibleValue::new(name),
        help => PossibleValue::new(name).help(help),
    });
    PossibleValuesParser::new(names).map(move |text| {
        let found = choices.iter().find(|(name, _, _)| *name == text);
        found.expect("clap accepts only these names").2
    })
}

#[derive(Debug, Args)]
pub(crate) struct LanguageOption {
    /// The language of the texts
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = choice([
        ("en", "English", Language::English),
        ("ja", "Japanese", Language::Japanese),
    ]))]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
pub(crate) struct RuleOption {
    /// The rule for the beads: a name (`menace list rules`)
    #[arg(long, short, value_name = "RULE")]
    pub(crate) rule: Option<String>,
}

impl RuleOption {
    pub(crate) fn read(&self) -> Result<Option<Rule>> {
        self.rule.as_deref().map(roster::rule).transpose()
    }
}

#[derive(Debug, Args)]
pub(crate) struct SampleOptions {
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = count::<GAMES>)]
    pub(crate) games: Option<u64>,

    #[command(flatten)]
    pub(crate) seed: SeedOption,
}

#[derive(Debug, Args)]
pub(crate) struct SeedOption {
    /// The seed of all random numbers [default: 1961]
    #[arg(long, short, value_name = "S", value_parser = whole)]
    pub(crate) seed: Option<u64>,
}

impl SeedOption {
    pub(crate) fn or_default(&self) -> u64 {
        self.seed.unwrap_or(SEED)
    }
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct MemoryOption {
    /// Play fewer runs at a time to stay within about this much memory, such as 2G. This never changes a result
    /// [default: 512M]
    #[arg(long, value_name = "BYTES", value_parser = count::<{ u64::MAX }>)]
    memory: Option<u64>,
}

impl MemoryOption {
    pub(crate) fn or_default(self) -> u64 {
        self.memory.unwrap_or(MEMORY)
    }
}

#[derive(Debug, Args)]
pub(crate) struct PositionOption {
    /// The position, such as X../.O./..., or moves from the start
    #[arg(long, short, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

impl PositionOption {
    pub(crate) fn read(&self, game: &AnyGame) -> Result<Option<Position>> {
        let position = self.position.as_deref();
        position.map(|at| games::position(game, at)).transpose()
    }

    /// The given position, which may be made up, or the start: only to be searched.
    pub(crate) fn composed_or_start(&self, game: &AnyGame) -> Result<Position> {
        let position = self.position.as_deref();
        position.map_or_else(|| Ok(game.start()), |at| games::composed(game, at))
    }

    pub(crate) const fn is_given(&self) -> bool {
        self.position.is_some()
    }

    /// `, from POSITION`, if one is given.
    pub(crate) fn named(&self, game: &AnyGame, at: &Position) -> String {
        let named = self.is_given().then(|| game.write_position(at));
        named.map_or_else(String::new, |at| format!(", from {at}"))
    }

    pub(crate) fn or_start(&self, game: &AnyGame) -> Result<Position> {
        Ok(self.read(game)?.unwrap_or_else(|| game.start()))
    }

    /// The given position or the start, as [`Self::unfinished`].
    pub(crate) fn or_start_unfinished(&self, game: &AnyGame) -> Result<Position> {
        self.unfinished(game, self.or_start(game)?)
    }

    /// This position; an error if the game is over there.
    pub(crate) fn unfinished(&self, game: &AnyGame, at: Position) -> Result<Position> {
        if game.outcome(&at).is_none() {
            return Ok(at);
        }
        Err(Error::Position {
            game: game.name(),
            text: self.position.clone().unwrap_or_default(),
            reason: format!("the game is over there: {}", games::over(game, &at)),
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// The search (`menace list searches` shows all)
    #[arg(long, short, value_name = "SEARCH")]
    pub(crate) algorithm: Option<String>,

    /// Search N plies deep, or less if the search names a smaller depth
    #[arg(long, value_name = "N", value_parser = small::<u16, 1, PLIES>)]
    pub(crate) depth: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct ForceOption {
    /// Replace files that hold something else
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct JsonOption {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pictures {
    /// PNG files
    Png,
    /// SVG files
    Svg,
    /// PDF files
    Pdf,
    /// PNG and SVG files
    Both,
    /// No pictures
    None,
}

#[derive(Debug, Args)]
pub(crate) struct PlotsOption {
    /// The format of the pictures
    #[arg(long, visible_alias = "format", value_name = "FORMAT", value_enum)]
    pub(crate) plots: Option<Pictures>,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LookOptions {
    /// The width of pictures with axes in pixels, 96 to the inch: 400 fits the column of a paper. Letters keep their size
    #[arg(long, value_name = "N", default_value = "800",
        value_parser = small::<u16, { Look::WIDTHS[0] as u64 }, { Look::WIDTHS[1] as u64 }>)]
    width: u16,

    /// Leave out the title and the line under it
    #[arg(long)]
    no_title: bool,
}

impl From<LookOptions> for Look {
    fn from(options: LookOptions) -> Self {
        Self {
            width: f64::from(options.width),
            has_title: !options.no_title,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PicturesOptions {
    #[command(flatten)]
    plots: PlotsOption,

    #[command(flatten)]
    pub(crate) look: LookOptions,

    /// The folder for the pictures [default: plots, or a folder in it for this result]
    #[arg(long, value_name = "DIR")]
    pub(crate) plots_dir: Option<PathBuf>,
}

impl PicturesOptions {
    pub(crate) fn or(&self, usual: Pictures) -> Pictures {
        self.plots.plots.unwrap_or(usual)
    }

    /// The folder for the pictures of a model. Without one given, a model that is not in `models` has them below `plots`
    /// in folders as its own, so that models of one name in two folders have pictures of their own.
    pub(crate) fn folder_of(&self, model: &Path) -> PathBuf {
        if let Some(folder) = &self.plots_dir {
            return folder.clone();
        }
        let here = env::current_dir().unwrap_or_default();
        let folder = model.strip_prefix(here).unwrap_or(model).parent();
        let folders = folder.into_iter().flat_map(Path::components);
        let folders = folders.filter(|part| matches!(part, Component::Normal(_)));
        let folder: PathBuf = folders.collect();
        let own = folder.strip_prefix("models").unwrap_or(&folder);
        Path::new("plots").join(own)
    }
}
