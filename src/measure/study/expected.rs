//! The expected curves of a study: as text, and as a picture with the sample beside them.

use matchboxes::arena::{ExpectedCurve, ExpectedGame, Study};
use matchboxes::game::Side;
use matchboxes::session::{Expected, Request, Trainings};
use matchboxes::text::{count, decimal, float, percent, thousands};
use matchboxes_pictures::plot::{Bands, Point, Series};
use matchboxes_report::{self as report, Column, Form, TextTable, View};

use crate::options::number::{MANY, count as positive};
use crate::output::pictures::flat;

/// The games of a study with expected curves, if no length is given.
const GAMES: u64 = 300;
/// The games in a set of such a study.
const GAMES_PER_SET: u64 = 10;
/// The most points of a line in a picture.
const POINTS: usize = 500;

#[derive(Debug, clap::Args)]
pub(super) struct ExpectedOptions {
    /// Also compute the exact chances of each game, from all states that the machine can have; 300 games in sets of
    /// 10 unless a length is given
    #[arg(long, conflicts_with = "out")]
    pub(super) expected: bool,

    /// The most states of a machine for --expected. The curve ends where there are more [default: 200000]
    #[arg(long, value_name = "N", value_parser = positive::<MANY>, requires = "expected")]
    states: Option<u64>,
}

impl ExpectedOptions {
    /// The request with the usual length of a study with expected curves, unless it gives one.
    pub(super) fn with_length(&self, mut request: Request) -> Request {
        if self.expected && request.sets.is_none() {
            request.games.get_or_insert(GAMES);
            request.games_per_set.get_or_insert(GAMES_PER_SET);
        }
        request
    }

    /// The expected curves of all trainings, if they were asked for.
    pub(super) fn curves(&self, trainings: &Trainings) -> matchboxes::games::Result<Vec<Expected>> {
        if !self.expected {
            return Ok(Vec::new());
        }
        trainings.expected(self.most_states())
    }

    fn most_states(&self) -> usize {
        let given = self.states.and_then(|states| usize::try_from(states).ok());
        given.unwrap_or(ExpectedCurve::STATES)
    }

    /// The most states of the curves, if they were asked for.
    pub(super) fn states(&self) -> Option<u64> {
        self.expected.then(|| self.most_states() as u64)
    }
}

/// The chances of some games: 1, 2, 5, 10 and so on, and the last one.
pub(super) fn table(study: &Study, expected: &Expected) -> TextTable {
    let setting = &study.setting;
    let view = View {
        title: "  expected in game".to_owned(),
        side: setting.learners.sides().next().unwrap_or(Side::First),
        columns: &[
            Column::of("SIDE_wins", 1)
                .headed("won")
                .written(Form::Percent),
            Column::of("draws", 5)
                .headed("drawn")
                .written(Form::Percent),
            Column::of("OTHER_wins", 3)
                .headed("lost")
                .written(Form::Percent),
            Column::of("SIDE_resigned", 6).written(Form::Percent),
            Column::of("SIDE_lost_so_far", 4).written(Form::Decimals(4)),
            Column::of("SIDE_never_loses", 2).headed("never loses"),
            Column::of("states", 7),
        ],
    };
    let last = expected.games.len() as u64;
    let is_round = |game: u64| {
        let power = 10_u64.pow(game.ilog10());
        [1, 2, 5].contains(&(game / power)) && game.is_multiple_of(power)
    };
    let games = expected.games.iter();
    let shown = games.filter(|game| game.game == last || is_round(game.game));
    view.table(shown.map(|game| {
        let name = format!("  {}", thousands(game.game));
        (name, report::expected_game(setting, game))
    }))
}

/// What is known beyond the table: where the curve ends too early, and the states of the machine.
pub(super) fn remarks(expected: &Expected) -> Vec<String> {
    let ended = expected.ended.iter();
    let ended = ended.map(|reason| format!("the curve ends here: {reason}"));
    let until = match &expected.until {
        Ok(until) => {
            let states = count(until.states as u64, "state", "states");
            let last = thousands(until.last_states as u64);
            let when = match until.games {
                Some(games) => format!("never loses after {} games on average", decimal(games, 5)),
                None => format!("chance to learn never to lose: {}", percent(until.chance)),
            };
            Some(format!("{states}, {last} absorbing; {when}"))
        }
        Err(reason) if expected.ended.is_none() => {
            Some(format!("states not followed to the end: {reason}"))
        }
        Err(_) => None,
    };
    ended.chain(until).collect()
}

/// The columns of an expected curve in the tables.
pub(super) fn reported(expected: &Expected) -> report::Expected<'_> {
    report::Expected {
        games: &expected.games,
        ended: expected.ended.as_deref(),
        until: expected.until.as_ref().ok(),
    }
}

/// The chance to win, game by game, beside the share won in the runs; of one training also the chance to be
/// never losing. `sampled` are the names of the trainings and their shares.
pub(super) fn picture(all: &[Expected], sampled: Vec<(String, Vec<Point>)>, frame: Bands) -> Bands {
    let mut series = Vec::new();
    let alone = all.len() == 1;
    for (place, (expected, (name, means))) in all.iter().zip(sampled).enumerate() {
        let names = if alone {
            ["won, expected", "won, mean of the runs"].map(str::to_owned)
        } else {
            ["expected", "runs"].map(|what| format!("{name}, {what}"))
        };
        let won = line(expected, |game| game.won);
        let both = names.into_iter().zip([won, means]);
        series.extend(both.map(|(name, points)| Series {
            name,
            points,
            place: (!alone).then_some(place),
            ..Series::default()
        }));
        if alone {
            series.push(Series {
                name: "never loses, expected".to_owned(),
                points: line(expected, |game| game.never_loses),
                ..Series::default()
            });
        }
    }
    let expected = "expected: computed from all states of the machine, without a sample";
    let mut bands = Bands {
        series,
        notes: vec![expected.to_owned()],
        band_note: "band: the mean of the runs, two standard errors either way".to_owned(),
        ..frame
    };
    if !alone {
        "games won (%)".clone_into(&mut bands.y_label);
    }
    bands
}

/// A chance of each game in percent, thinned to few points.
fn line(expected: &Expected, chance: fn(&ExpectedGame) -> f64) -> Vec<Point> {
    let every = expected.games.len().div_ceil(POINTS).max(1);
    let games = expected.games.iter().enumerate();
    let last = expected.games.len();
    let shown = games.filter(|(i, _)| i % every == 0 || i + 1 == last);
    let point = |game: &ExpectedGame| flat(float(game.game), 100.0 * chance(game));
    shown.map(|(_, game)| point(game)).collect()
}
