//! Options for the pictures of a study: further curves by name, and a range of games.

use matchboxes::arena::Curve;
use matchboxes::learn::Learners;
use matchboxes::text::count;

use crate::common::exit::usage;
use crate::common::number::whole;

#[derive(Debug, clap::Args)]
pub(super) struct ViewOptions {
    /// Also draw this curve for all trainings, by its name in the CSV, such as `first_wins` or
    /// `first_exact_worst_case_loss`. Repeat it for more curves
    #[arg(long = "curve", value_name = "NAME")]
    names: Vec<String>,

    /// Start the pictures after N games
    #[arg(long, value_name = "N", value_parser = whole)]
    after: Option<u64>,

    /// End the pictures after N games
    #[arg(long, value_name = "N", value_parser = whole)]
    until: Option<u64>,
}

impl ViewOptions {
    /// Checks the curves and the range before any game is played.
    pub(super) fn check(&self, learners: Learners, exact: bool, all: u64) -> anyhow::Result<()> {
        let (after, until) = (self.after.unwrap_or(0), self.until.unwrap_or(all));
        if after >= until || after >= all {
            let games = count(all, "game", "games");
            return Err(usage(format!(
                "--after {after} --until {until} leaves none of {games} to show"
            )));
        }
        self.curves(learners, exact).map(drop)
    }

    /// The range of games to show; `None` for all games.
    pub(super) fn range(&self, all: u64) -> Option<(f64, f64)> {
        let float = matchboxes::text::float;
        let is_set = self.after.is_some() || self.until.is_some();
        let until = self.until.unwrap_or(all).min(all);
        is_set.then(|| (float(self.after.unwrap_or(0)), float(until)))
    }

    /// The curves that were asked for, if a study of these learners has them.
    pub(super) fn curves(&self, learners: Learners, exact: bool) -> anyhow::Result<Vec<Curve>> {
        let known = Curve::all(learners, exact);
        let find = |name: &String| {
            let found = known.iter().find(|curve| curve.name() == *name);
            found.copied().ok_or_else(|| {
                let names: Vec<String> = known.iter().map(|curve| curve.name()).collect();
                let (names, more) = (
                    names.join(", "),
                    if exact { "" } else { "; --exact adds more" },
                );
                usage(format!(
                    "this study has no curve `{name}`, only {names}{more}"
                ))
            })
        };
        self.names.iter().map(find).collect()
    }
}
