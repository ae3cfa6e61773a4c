//! What the pictures of a study show beside the usual: curves by name, and a part of the games.

use menace::arena::Curve;
use menace::learn::Learners;
use menace::text::count;

use crate::cli::exit::Usage;
use crate::cli::number::whole;

#[derive(Debug, clap::Args)]
pub(super) struct Shown {
    /// Draw this curve of all trainings too, by its name in the CSV, such as first-wins or
    /// first-exact-worst-loss; give it again for more
    #[arg(long = "curve", value_name = "NAME")]
    names: Vec<String>,

    /// Begin the pictures after so many games
    #[arg(long, value_name = "GAMES", value_parser = whole)]
    from: Option<u64>,

    /// End the pictures after so many games
    #[arg(long, value_name = "GAMES", value_parser = whole)]
    to: Option<u64>,
}

impl Shown {
    /// Refuses what no picture can show, before any game is played.
    pub(super) fn check(&self, learners: Learners, exact: bool, all: u64) -> anyhow::Result<()> {
        let (from, to) = (self.from.unwrap_or(0), self.to.unwrap_or(all));
        if from >= to || from >= all {
            let games = count(all, "game", "games");
            let told = format!("--from {from} --to {to} leaves nothing to show of {games}");
            return Err(Usage(told).into());
        }
        self.curves(learners, exact).map(drop)
    }

    /// The games that are shown, if not all of them are.
    pub(super) fn range(&self, all: u64) -> Option<(f64, f64)> {
        let float = menace::text::float;
        let asked = self.from.is_some() || self.to.is_some();
        let to = self.to.unwrap_or(all).min(all);
        asked.then(|| (float(self.from.unwrap_or(0)), float(to)))
    }

    /// The curves that are asked for, all of which a study of these learners follows.
    pub(super) fn curves(&self, learners: Learners, exact: bool) -> anyhow::Result<Vec<Curve>> {
        let known = Curve::all(learners, exact);
        let find = |name: &String| {
            let wanted = name.replace('-', "_");
            let found = known.iter().find(|curve| curve.name() == wanted);
            found.copied().ok_or_else(|| {
                let names: Vec<String> = known.iter().map(|curve| curve.name()).collect();
                let more = if exact { "" } else { "; with --exact more" };
                Usage(format!(
                    "this study has no curve {name}: it has {}{more}",
                    names.join(", ")
                ))
                .into()
            })
        };
        self.names.iter().map(find).collect()
    }
}
