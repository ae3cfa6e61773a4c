//! Options for the pictures of a study: further curves by name, what is shown of them, and how large.

use matchboxes::arena::{Curve, Finals, StudySetting};
use matchboxes::learn::Learners;
use matchboxes::text::{count, float};
use matchboxes_pictures::plot::{Band, Look, StudyView};

use crate::messages::usage;
use crate::options::choice;
use crate::options::number::{small, whole};

#[derive(Debug, clap::Args)]
pub(super) struct ViewOptions {
    /// Also draw this curve for all trainings, by its name in the CSV, such as `first_wins` or
    /// `first_exact_worst_case_loss`. Repeat it for more curves
    #[arg(long = "curve", value_name = "NAME")]
    names: Vec<String>,

    /// Compare the trainings by this figure of figures.csv, such as `first_wins`. Repeat it for more
    ///
    /// The intervals are corrected for all of them. Without it the games not lost and the worst case are compared; where
    /// opponents differ, also the losses to random and perfect play.
    #[arg(long, value_name = "FIGURE")]
    pub(super) compare_by: Vec<String>,

    /// Print all tables of several trainings
    #[arg(long)]
    pub(super) all_tables: bool,

    /// Start the pictures after N games
    #[arg(long, value_name = "N", value_parser = whole)]
    after: Option<u64>,

    /// End the pictures after N games
    #[arg(long, value_name = "N", value_parser = whole)]
    until: Option<u64>,

    /// What the bands around the curves show
    #[arg(long, value_name = "BAND", default_value = "runs", value_parser = choice([
        ("runs", "8 runs in 10", Band::Runs),
        ("mean", "the 95 % confidence interval of the mean, of shares and chances", Band::Mean),
    ]))]
    band: Band,

    /// Begin the axes of shares and chances at this percentage
    #[arg(long, value_name = "PERCENT", value_parser = percentage)]
    y_from: Option<f64>,

    /// End the axes of shares and chances at this percentage
    #[arg(long, value_name = "PERCENT", value_parser = percentage)]
    y_to: Option<f64>,

    /// Draw at most N curves in one picture, and the others in further ones
    #[arg(long, value_name = "N", default_value = "6", value_parser = small::<u16, 1, 1_000>)]
    per_picture: u16,
}

fn percentage(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "write a percentage, 0 to 100".to_owned())
}

impl ViewOptions {
    /// What the pictures of a study of this setting show; checked before any game is played.
    pub(super) fn of(&self, setting: &StudySetting, look: Look) -> anyhow::Result<StudyView> {
        let all = setting.size().games_per_run();
        let (after, until) = (self.after.unwrap_or(0), self.until.unwrap_or(all));
        if after >= until || after >= all {
            let games = count(all, "game", "games");
            return Err(usage(format!(
                "--after {after} --until {until} leaves none of {games} to show"
            )));
        }
        let (from, to) = (self.y_from.unwrap_or(0.0), self.y_to.unwrap_or(100.0));
        if from >= to {
            return Err(usage(format!(
                "--y-from {from} --y-to {to} leaves nothing to show"
            )));
        }
        if self.band == Band::Mean && setting.runs < Finals::FEW {
            let what = format!("--band mean needs at least {} runs", Finals::FEW);
            return Err(usage(what));
        }
        if let Some(what) = Finals::misnamed(setting, &self.compare_by) {
            return Err(usage(what));
        }
        let is_cut = self.after.is_some() || self.until.is_some();
        Ok(StudyView {
            curves: self.curves(setting.learners, setting.exact.has_sets())?,
            band: self.band,
            games: is_cut.then(|| (float(after), float(until.min(all)))),
            percentages: (from, to),
            per_picture: self.per_picture,
            look,
        })
    }

    /// The curves that were asked for, if a study of these learners has them.
    fn curves(&self, learners: Learners, exact: bool) -> anyhow::Result<Vec<Curve>> {
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
