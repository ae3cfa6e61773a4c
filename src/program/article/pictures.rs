//! The pictures of the report, in the order in which they are drawn.

use menace::game::{Game, Move, Side};
use menace::games::TicTacToe;
use menace::games::tictactoe::Position;
use menace::learn::Snapshot;
use menace::plot::{self, Board, Colour, Named, Picture, Training};

use super::boards::{self, Beads};
use super::experiments::{EXPERIMENTS, Experiment};
use super::findings::Findings;
use super::{comparisons, published};

/// A picture of the report.
struct Entry {
    /// The name of its file without extension.
    name: &'static str,
    draw: fn(&Findings) -> menace::Result<Picture>,
}

/// All pictures.
#[rustfmt::skip]
static PICTURES: [Entry; 24] = [
    entry("1-curve", |f| curve(f, 1)),
    entry("2-curve", |f| curve(f, 2)),
    entry("2-zeroed", |f| zeroed(f, 2)),
    entry("3-curve", |f| curve(f, 3)),
    entry("3-zeroed", |f| zeroed(f, 3)),
    entry("4-curve", |f| curve(f, 4)),
    entry("5-curve", |f| curve(f, 5)),
    entry("5-zeroed", |f| zeroed(f, 5)),
    entry("6-curve", |f| curve(f, 6)),
    entry("6-zeroed", |f| zeroed(f, 6)),
    entry("5-boxes", comparisons::onward_boxes),
    entry("boxes", comparisons::boxes),
    entry("zeroed", comparisons::zeroed),
    entry("zeroed-by-ply", comparisons::by_ply),
    entry("several-by-ply", comparisons::several_by_ply),
    entry("luck", comparisons::luck),
    entry("opening-apart", |f| opening(&boards::opening(&f.run0.first), "apart", &ours(f))),
    entry("opening-together", |f| opening(&boards::opening(&f.run0.together), "together", &ours(f))),
    entry("opening-apart-article", |_| opening(&published::OPENING[0], "apart", PUBLISHED)),
    entry("opening-together-article", |_| opening(&published::OPENING[1], "together", PUBLISHED)),
    entry("answer-apart", |f| answer(&boards::answer(&f.run0.second), "apart", &ours(f))),
    entry("answer-together", |f| answer(&boards::answer(&f.run0.together), "together", &ours(f))),
    entry("answer-apart-article", |_| answer(&published::ANSWER[0], "apart", PUBLISHED)),
    entry("answer-together-article", |_| answer(&published::ANSWER[1], "together", PUBLISHED)),
];

/// The subtitle of the pictures of the article's boxes.
const PUBLISHED: &str = "the article's single run";

const fn entry(name: &'static str, draw: fn(&Findings) -> menace::Result<Picture>) -> Entry {
    Entry { name, draw }
}

/// Draws all pictures; each is returned with the name of its file without extension.
pub(crate) fn draw_all(findings: &Findings) -> menace::Result<Vec<(&'static str, Picture)>> {
    let drawn = PICTURES.iter().map(|p| Ok((p.name, (p.draw)(findings)?)));
    drawn.collect()
}

/// The picture of how the games of an experiment ended.
fn curve(findings: &Findings, number: usize) -> menace::Result<Picture> {
    plot::curve(&training(findings, &EXPERIMENTS[number - 1]))
}

/// The picture of how moves were ruled out in an experiment.
fn zeroed(findings: &Findings, number: usize) -> menace::Result<Picture> {
    plot::zeroed(&training(findings, &EXPERIMENTS[number - 1]))
}

fn training<'a>(findings: &'a Findings, experiment: &Experiment) -> Training<'a> {
    let end = |side: Side| -> Snapshot {
        let before = experiment.after[side.index()].map(|history| history(findings));
        let last = before.and_then(|history| history.records.last());
        let end = last.and_then(|record| record.snapshots[side.index()].clone());
        end.unwrap_or_default()
    };
    Training {
        title: experiment.title.to_owned(),
        subtitle: findings.subtitle(),
        start: Side::BOTH.map(end),
        ..Training::new((experiment.history)(findings))
    }
}

/// The subtitle of the pictures of our boxes.
fn ours(findings: &Findings) -> String {
    format!("seed {}, run 0, after 10,000 games", findings.seed)
}

fn opening(beads: &Beads, how: &str, whose: &str) -> menace::Result<Picture> {
    let title = format!("Opening, trained {how}");
    board(TicTacToe.start(), beads, title, whose.to_owned())
}

fn answer(beads: &Beads, how: &str, whose: &str) -> menace::Result<Picture> {
    let title = format!("Answer to the centre, trained {how}");
    board(boards::centre(), beads, title, whose.to_owned())
}

fn board(at: Position, beads: &Beads, title: String, subtitle: String) -> menace::Result<Picture> {
    let colours = (0_u16..9).zip(beads).filter_map(|(square, beads)| {
        let m = Move(square);
        let text = TicTacToe.write_move(m);
        Some(Colour {
            moves: vec![Named { m, text }],
            beads: (*beads)?,
        })
    });
    plot::beads(&Board {
        title,
        subtitle,
        sketch: &TicTacToe.sketch(&at),
        stones: None,
        colours: colours.collect(),
        met: true,
    })
}
