//! The pictures of the report, in the order in which they are drawn.

use matchboxes::game::{Game, Move, Side};
use matchboxes::games::TicTacToe;
use matchboxes::kit::Bead;
use matchboxes_pictures::plot::{
    self, Board, Colour, Heading, Picture, Training, curve, missing_colour,
};

use super::boards::{self, Beads};
use super::findings::Findings;
use super::play::ArticleRun;
use super::{comparisons, published as article};

/// The name of a picture's file without extension, and what draws it.
type Entry = (&'static str, fn(&Findings) -> Picture);

pub(super) const PICTURES: [Entry; 24] = [
    ("1-curve", |f| curve(&training(f, 1))),
    ("2-curve", |f| curve(&training(f, 2))),
    ("2-missing-colour", |f| missing_colour(&training(f, 2))),
    ("3-curve", |f| curve(&training(f, 3))),
    ("3-missing-colour", |f| missing_colour(&training(f, 3))),
    ("4-curve", |f| curve(&training(f, 4))),
    ("5-curve", |f| curve(&training(f, 5))),
    ("5-missing-colour", |f| missing_colour(&training(f, 5))),
    ("6-curve", |f| curve(&training(f, 6))),
    ("6-missing-colour", |f| missing_colour(&training(f, 6))),
    ("5-boxes", comparisons::onward_boxes),
    ("boxes", comparisons::boxes),
    ("missing-colour", comparisons::missing_colour),
    ("missing-colour-by-ply", comparisons::by_ply),
    ("several-by-ply", comparisons::several_by_ply),
    ("luck", comparisons::luck),
    ("opening-apart", |f| ours(f, boards::openings, 0)),
    ("opening-together", |f| ours(f, boards::openings, 1)),
    ("opening-apart-article", |_| theirs(article::openings, 0)),
    ("opening-together-article", |_| theirs(article::openings, 1)),
    ("answer-apart", |f| ours(f, boards::answers, 0)),
    ("answer-together", |f| ours(f, boards::answers, 1)),
    ("answer-apart-article", |_| theirs(article::answers, 0)),
    ("answer-together-article", |_| theirs(article::answers, 1)),
];

const TITLES: [&str; 6] = [
    "1. No side learns: random against random",
    "2. First learns against random",
    "3. Second learns against random",
    "4. The tables of 2 and 3 meet and learn no more",
    "5. The tables of 2 and 3 continue to learn from each other",
    "6. Both learn from each other, from nothing",
];

/// The games of an experiment, by its number in the article.
fn training(findings: &Findings, number: usize) -> Training<'_> {
    let run0 = &findings.run0;
    let (first, second) = (&run0.first.history, &run0.second.history);
    let history = match number {
        1 => &findings.idle,
        2 => first,
        3 => second,
        4 => &findings.meeting,
        5 => &run0.onward.history,
        _ => &run0.together.history,
    };
    let end = |side: Side| {
        let last = [first, second][side.index()].records.last();
        last.and_then(|record| record.snapshots[side.index()].clone())
    };
    // Only experiment 5 continues with tables.
    let start = Side::BOTH.map(|side| end(side).filter(|_| number == 5));
    Training {
        heading: Heading::new(TITLES[number - 1], findings.subtitle()),
        start: start.map(Option::unwrap_or_default),
        ..Training::new(history)
    }
}

/// The picture of one of our boxes, trained apart or together.
fn ours(f: &Findings, boxes: fn(&ArticleRun) -> [Beads; 2], how: usize) -> Picture {
    let subtitle = format!("seed {}, run 0, after 10,000 games", f.seed);
    board(&boxes(&f.run0)[how], how, subtitle)
}

/// The picture of one of the article's boxes, trained apart or together.
fn theirs(boxes: fn() -> [Beads; 2], how: usize) -> Picture {
    board(&boxes()[how], how, "the article's single run".to_owned())
}

fn board(beads: &Beads, how: usize, subtitle: String) -> Picture {
    let (what, at) = match beads[4] {
        Some(_) => ("Opening", TicTacToe.start()),
        None => ("Answer to the centre", boards::centre()),
    };
    let how = ["apart", "together"][how];
    let colours = (0_u16..9).zip(beads).filter_map(|(square, beads)| {
        let m = Move(square);
        Some(Colour {
            moves: vec![(m, TicTacToe.write_move(m))],
            bead: Bead(square.into()),
            beads: (*beads)?,
            value: None,
        })
    });
    plot::beads(&Board {
        heading: Heading::new(format!("{what}, trained {how}"), subtitle),
        sketch: TicTacToe.sketch(&at),
        colours: colours.collect(),
        met: true,
        when_empty: "it resigns",
        ..Board::default()
    })
}
