//! Many runs of one training as a curve with a band: `cargo run --release --example study_with_curve`
//! writes `study.svg` to the folder for temporary files.

use matchboxes::arena::{Curve, Study};
use matchboxes::game::Side;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Training, preset};
use matchboxes::text::float;
use matchboxes_pictures::plot::{Bands, Heading, Point, Series, bands};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut series = Vec::new();
    for name in ["rote", "michie-304"] {
        let training = Training::new(TicTacToe, preset(name)?);
        let study = Study::conduct(&training, 200, 50, None, &())?;
        let last = study.last(Curve::NotLost(Side::First));
        let last = last.expect("the first side learns");
        println!(
            "{name}: {:.1} of the last 1,000 games not lost on average, deviation {:.1}, in {} runs",
            last.mean(),
            last.deviation().unwrap_or_default(),
            study.setting.runs
        );
        let points = study.points.iter().map(|point| {
            let spread = &point.curves[&Curve::NotLost(Side::First)];
            let [low, high] = [10, 90].map(|part| float(spread.quantile(part)));
            Point {
                x: float(point.after * study.setting.games_per_set),
                low,
                mid: spread.mean(),
                high,
            }
        });
        series.push(Series {
            name: name.to_owned(),
            points: points.collect(),
            ..Series::default()
        });
    }
    let picture = bands(&Bands {
        heading: Heading::new("Two rules, 200 runs each", ""),
        x_label: "games played".to_owned(),
        y_label: "games not lost, of 100".to_owned(),
        series,
        notes: vec!["band: at each point 8 runs in 10".to_owned()],
        ..Bands::default()
    });
    let path = std::env::temp_dir().join("study.svg");
    std::fs::write(&path, picture.svg())?;
    println!("{}", path.display());
    Ok(())
}
