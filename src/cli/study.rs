//! `menace study`: the same training many times over, so that luck shows.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use menace::arena::{Evaluation, Ground, Study};
use menace::game::Game;
use menace::learn::{Examiner, Layout, Learners, Opponent, Rule, Training};
use menace::player::Random;
use menace::{roster, store};

use super::study_progress::Bar;
use super::text::{columns, count, thousands};
use super::{
    AboutGame, GameOption, Pictures, Usage, print_json, study_data, study_pictures, study_table,
    two_learn,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace study --runs 1000                      the default training, a thousand times
  menace study --rule rote --rule michie-304    two rules in one picture
  menace study --opponent random --opponent perfect --csv figures/")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameOption,

    /// Who learns: first, second or both [default: whom the rules are meant for, or first]
    #[arg(long, short, value_name = "SIDE")]
    learner: Option<Learners>,

    /// Whom a single learner plays; give it again to compare [default: whom the rule was described
    /// with, or random]
    #[arg(long, value_name = "PLAYER")]
    opponent: Vec<String>,

    /// How beads move: the name of a rule or a TOML file; give it again to compare [default: rote]
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,

    /// How many runs to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    runs: u64,

    /// How many sets of games a run has
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sets: u64,

    /// How many games make a set
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games_per_set: u64,

    /// The seed of all randomness
    #[arg(long, short, value_name = "S", default_value_t = 1961)]
    seed: u64,

    /// Also follow what the tables are worth exactly after every set
    #[arg(long)]
    exact: bool,

    /// The pictures to draw
    #[arg(long, value_name = "FORM", value_enum, default_value = "png", num_args = 0..=1, default_missing_value = "png")]
    plots: Pictures,

    /// The folder for the pictures
    #[arg(long, value_name = "DIR", default_value = "plots")]
    plots_dir: PathBuf,

    /// Write the curves and the final figures of every run as CSV files into this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    args.game.run(args, out)
}

/// One of the trainings that are compared, and what came of its runs.
pub(super) struct Entry {
    pub(super) rule: String,
    pub(super) opponent: String,
    pub(super) study: Study,
}

impl Entry {
    /// What tells it from the others.
    pub(super) fn name(&self, others: &[Self]) -> String {
        let rules = others.iter().any(|other| other.rule != self.rule);
        let opponents = others.iter().any(|other| other.opponent != self.opponent);
        match (rules, opponents) {
            (true, true) => format!("{} against {}", self.rule, self.opponent),
            (false, true) => format!("against {}", self.opponent),
            _ => self.rule.clone(),
        }
    }
}

/// What all the trainings that are compared have in common.
pub(super) struct Setting {
    pub(super) exact: bool,
    pub(super) game: String,
    pub(super) learners: Learners,
    pub(super) runs: u64,
    pub(super) sets: u64,
    pub(super) games_per_set: u64,
    pub(super) seed: u64,
}

impl AboutGame for Args {
    fn run<G: Game + 'static>(&self, game: G, out: &mut impl Write) -> anyhow::Result<()> {
        let rules = rules(self)?;
        let learners = learners(self, &rules)?;
        let setting = Setting {
            exact: self.exact,
            game: game.name(),
            learners,
            runs: self.runs,
            sets: self.sets,
            games_per_set: self.games_per_set,
            seed: self.seed,
        };
        let trainings = trainings(self, &game, &rules, learners)?;
        let exams = trainings
            .iter()
            .map(|(_, _, training)| self.exact.then(|| exam(&game, &training.rule)).transpose())
            .collect::<menace::Result<Vec<_>>>()?;
        if self.plots != Pictures::None {
            prepare(&self.plots_dir)?;
        }
        if let Some(folder) = &self.csv {
            prepare(folder)?;
        }
        let runs = self.runs.saturating_mul(trainings.len() as u64);
        let bar = Bar::new(runs, self.sets, self.games_per_set);
        let mut entries = Vec::new();
        for ((rule, opponent, training), exam) in trainings.into_iter().zip(exams) {
            let study = Study::conduct(&training, self.runs, self.sets, exam.as_ref(), &bar);
            entries.push(Entry {
                rule,
                opponent,
                study,
            });
        }
        bar.clear();
        if let Some(folder) = &self.csv {
            store::replace(
                &folder.join("study-sets.csv"),
                &study_data::sets_csv(&entries)?,
            )?;
            store::replace(
                &folder.join("study-runs.csv"),
                &study_data::runs_csv(&game, &setting, &entries)?,
            )?;
        }
        let drawn = study_pictures::draw(&setting, &entries, &self.plots_dir, self.plots)?;
        if self.json {
            return print_json(out, &study_data::json(&game, &setting, &entries));
        }
        writeln!(
            out,
            "{}, {} learning: {} of {} of {}, seed {}",
            setting.game,
            setting.learners,
            count(self.runs, "run", "runs"),
            count(self.sets, "set", "sets"),
            count(self.games_per_set, "game", "games"),
            self.seed
        )?;
        for entry in &entries {
            writeln!(out, "\n{}", heading(&entry.rule, &entry.opponent))?;
            write!(out, "{}", columns(&study_table::figures(&setting, entry)))?;
            if let Some(line) = favourites(&game, entry) {
                writeln!(out, "  {line}")?;
            }
        }
        for (i, picture) in drawn.iter().enumerate() {
            let title = if i == 0 { "\nPictures" } else { "        " };
            writeln!(out, "{title}  {}", picture.display())?;
        }
        Ok(())
    }
}

/// Who finds out what tables under this rule are worth.
fn exam<G: Game>(game: &G, rule: &Rule) -> menace::Result<Arc<dyn Examiner>> {
    let ground = Ground::shared(game)?;
    Ok(Arc::new(Evaluation::on(&ground, Layout::from(rule))))
}

/// The rules to be compared, each with what it was asked for by.
fn rules(args: &Args) -> menace::Result<Vec<(&str, Rule)>> {
    let names = args.rule.iter().map(String::as_str);
    let usual = args.rule.is_empty().then_some("rote");
    names
        .chain(usual)
        .map(|name| Ok((name, roster::rule(name)?)))
        .collect()
}

/// Who learns: what the command line says, or the rules, if they agree.
fn learners(args: &Args, rules: &[(&str, Rule)]) -> anyhow::Result<Learners> {
    if let Some(learners) = args.learner {
        return Ok(learners);
    }
    let mut meant = rules
        .iter()
        .map(|(name, rule)| (name, rule.learner.unwrap_or_default()));
    let (one, learners) = meant.next().unwrap_or((&"", Learners::default()));
    match meant.find(|&(_, other)| other != learners) {
        None => Ok(learners),
        Some((other, theirs)) => Err(Usage(format!(
            "the rules are for different learners, {one} for {learners} and {other} for {theirs}; \
             say who learns with --learner"
        ))
        .into()),
    }
}

/// The trainings to be compared: every rule with every opponent.
fn trainings<G: Game + 'static>(
    args: &Args,
    game: &G,
    rules: &[(&str, Rule)],
    learners: Learners,
) -> anyhow::Result<Vec<(String, String, Training<G>)>> {
    if learners == Learners::Both && !args.opponent.is_empty() {
        return Err(two_learn().into());
    }
    let mut trainings = Vec::new();
    for (asked, rule) in rules {
        let usual = rule.opponent.clone().unwrap_or_else(|| "random".to_owned());
        let opponents = match args.opponent.as_slice() {
            [] => vec![usual],
            names => names.to_vec(),
        };
        for name in opponents {
            let (name, opponent) = match learners.against() {
                None => (String::new(), Opponent::Player(Arc::new(Random))),
                Some(side) if args.opponent.is_empty() => {
                    (name, roster::rule_opponent(game, asked, rule, side)?)
                }
                Some(side) => {
                    let opponent = roster::opponent(game, &name, side)?;
                    (name, opponent)
                }
            };
            let training = Training {
                game: game.clone(),
                rule: rule.clone(),
                learners,
                opponent,
                games_per_set: args.games_per_set,
                seed: args.seed,
                run: 0,
            };
            trainings.push((rule.name.clone(), name, training));
        }
    }
    for (i, (rule, opponent, _)) in trainings.iter().enumerate() {
        let same = |(other, against, _): &(String, String, _)| other == rule && against == opponent;
        if trainings[..i].iter().any(same) {
            return Err(Usage(format!(
                "two trainings are called `{}`; give every rule a name of its own, and every rule \
                 and opponent once",
                heading(rule, opponent)
            ))
            .into());
        }
    }
    Ok(trainings)
}

/// Makes a folder, and makes sure that files can be written there before hours of work are done.
fn prepare(folder: &Path) -> menace::Result<()> {
    let failed = |action| {
        move |source| menace::Error::File {
            path: folder.to_owned(),
            action,
            source,
        }
    };
    fs::create_dir_all(folder).map_err(failed("making the folder"))?;
    tempfile::tempfile_in(folder).map_err(failed("writing into the folder"))?;
    Ok(())
}

/// What a training is called.
fn heading(rule: &str, opponent: &str) -> String {
    match opponent {
        "" => format!("{rule} against each other"),
        opponent => format!("{rule} against {opponent}"),
    }
}

/// Which openings came out on top, and how often.
fn favourites<G: Game>(game: &G, entry: &Entry) -> Option<String> {
    let mut times: Vec<_> = entry.study.favourites().into_iter().collect();
    times.sort_by_key(|&(m, n)| (std::cmp::Reverse(n), m));
    let times: Vec<String> = times
        .iter()
        .map(|&(m, n)| format!("{} {}", game.write_move(m), thousands(n)))
        .collect();
    (!times.is_empty()).then(|| format!("favourite opening: {}", times.join(", ")))
}
