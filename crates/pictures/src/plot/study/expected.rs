//! A picture of the expected games, with the sample beside them.

use matchboxes::arena::ExpectedGame;
use matchboxes::session::Expected;
use matchboxes::text::float;

use crate::plot::bands::{Bands, Point, Series};

/// The most points of a line in a picture.
const POINTS: usize = 500;

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
    let point = |game: &ExpectedGame| Point::flat(float(game.game), 100.0 * chance(game));
    shown.map(|(_, game)| point(game)).collect()
}
