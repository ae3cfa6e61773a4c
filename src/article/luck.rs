//! The chapters that compare: apart and together, ours and the article's, one run and many.

use super::boards::{self, Beads, Kind, beside};
use super::figures::{Figures, PLIES, Range, float};
use super::lines::{self, tenths};
use super::markdown::{table, verbatim};
use super::report::Report;
use super::theirs;
use crate::text::{share, thousands};

impl Report<'_> {
    /// Boxes met in the course of the trainings.
    pub(super) fn boxes_met(&self) -> Vec<String> {
        vec![
            "## Boxes met, apart and together".to_owned(),
            "How many positions each side has met, trained apart against random play and trained together \
             against the other learner."
                .to_owned(),
            self.picture("Boxes met in the course of the trainings", "boxes"),
        ]
    }

    /// Boxes with a move without beads.
    pub(super) fn ruled_out(&self) -> Vec<String> {
        let zeroed = self.findings.figures[0].zeroed();
        let row = |name: String, count: &dyn Fn(&[u64; PLIES]) -> u64| {
            let cells = zeroed.iter().map(|plies| thousands(count(plies)));
            std::iter::once(name).chain(cells).collect::<Vec<String>>()
        };
        let mut rows = vec![row("all plies".to_owned(), &|plies| plies.iter().sum())];
        for ply in 0..PLIES {
            let side = ["first", "second"][ply % 2];
            rows.push(row(format!("ply {ply} ({side})"), &|plies| plies[ply]));
        }
        let head = [
            "boxes of both sides",
            "apart (2 and 3)",
            "going on (5)",
            "together (6)",
        ];
        vec![
            "## Moves ruled out, apart and together".to_owned(),
            "A move whose beads are all gone will not be played again. Punishment strikes the last move of \
             a lost game only, so it begins near the end of the game; a box that has lost all its beads \
             resigns, and then the move before it is struck. The table counts boxes with at least one such \
             move. A box of ply *n* stands for a position after *n* moves; the article counts from 1 and \
             shows its move numbers 1 to 7, our plies 0 to 6, as curves."
                .to_owned(),
            table(&head, &rows),
            self.picture("Boxes with a move without beads, apart and together", "zeroed"),
            self.picture("The same in the end, by ply", "zeroed-by-ply"),
        ]
    }

    /// The opening box and the answer to the centre.
    pub(super) fn heat_maps(&self) -> Vec<String> {
        let pass = &self.findings.pass;
        let openings = [&pass.first, &pass.together].map(boards::opening);
        let answers = [&pass.second, &pass.together].map(boards::answer);
        vec![
            "## The opening and the answer to the centre".to_owned(),
            "The beads of two boxes in the end: the first side's opening, and the second side's answer to \
             an opening in the centre, trained apart (2 and 3) and together (6). Beads count wins: one to \
             begin with and one for every game won with this move, unless a loss has swept them away."
                .to_owned(),
            "Opening:".to_owned(),
            verbatim(&four(&openings, &theirs::OPENING)),
            self.maps("opening"),
            "Answer to an opening in the centre; `X` is the square taken, for which the article lists a \
             bead that is never drawn:"
                .to_owned(),
            verbatim(&four(&answers, &theirs::ANSWER)),
            self.maps("answer"),
        ]
    }

    /// The four heat maps of a box.
    fn maps(&self, name: &str) -> String {
        let map = |how: &str, whose: &str| {
            self.picture(
                &format!("{name}, trained {how}"),
                &format!("{name}-{how}{whose}"),
            )
        };
        let row = |name: &str, whose: &str| {
            vec![name.to_owned(), map("apart", whose), map("together", whose)]
        };
        let rows = [row("run 0", ""), row("article", "-article")];
        table(&["", "trained apart", "trained together"], &rows)
    }

    /// Which opening comes out on top.
    pub(super) fn centre(&self) -> Vec<String> {
        let figures = &self.findings.figures;
        let runs = figures.len() as u64;
        let times = |how: usize, kind: Option<Kind>| {
            let favourite = |f: &&Figures| Kind::favourite(&f.openings[how]) == kind;
            figures.iter().filter(favourite).count() as u64
        };
        let kinds = Kind::ALL.into_iter().zip(theirs::FAVOURITES);
        let mut rows: Vec<Vec<String>> = kinds
            .map(|((kind, squares), elsewhere)| {
                vec![
                    kind.name().to_owned(),
                    thousands(times(0, Some(kind))),
                    thousands(times(1, Some(kind))),
                    thousands(elsewhere),
                    format!("{:.1}", float(squares * runs) / 9.0),
                ]
            })
            .collect();
        if times(0, None) + times(1, None) > 0 {
            let shared = [times(0, None), times(1, None)].map(thousands);
            let [apart, together] = shared;
            let none = String::new;
            rows.push(vec![
                "none alone".to_owned(),
                apart,
                together,
                none(),
                none(),
            ]);
        }
        let of = self.runs();
        let head = [
            "favourite opening",
            &format!("{of}, apart (2)"),
            &format!("{of}, together (6)"),
            "another program, 40 runs, apart",
            "if all squares were alike",
        ];
        let [apart, _] = theirs::OPENING;
        vec![
            "## Is the centre the best opening?".to_owned(),
            format!(
                "The article's first side ended experiment 2 with {} of the {} beads of its opening box on \
                 the centre, and the article takes the centre for the best opening. One run cannot show \
                 that. Every win adds a bead to its opening, which is then played, and wins, more often: a \
                 square that is ahead early tends to stay ahead. Here is which kind of square \
                 had the most beads in the end.",
                thousands(boards::most(&apart)),
                thousands(boards::total(&apart))
            ),
            table(&head, &rows),
            self.lead(),
            "What is known exactly: if both sides go on at random, the first side wins 97/140 = 69.3 % of \
             the games it opens in the centre, 17/28 = 60.7 % of those it opens in a corner and 15/28 = \
             53.6 % of those it opens at an edge. So the centre has the best start while nothing has been \
             learnt. Between players who make no mistakes every opening leads to a draw."
                .to_owned(),
        ]
    }

    /// How far the favourite square was ahead.
    fn lead(&self) -> String {
        let part = |f: &Figures| share(boards::most(&f.openings[0]), boards::total(&f.openings[0]));
        let Range { least, mean, most } = Range::over(&self.findings.figures, part);
        match self.findings.figures.len() {
            1 => format!(
                "In experiment 2 the favourite square held {} of the beads of its box.",
                tenths(mean)
            ),
            _ => format!(
                "In experiment 2 the favourite square held {} of the beads of its box on average; the \
                 least was {}, the most {}.",
                tenths(mean),
                tenths(least),
                tenths(most)
            ),
        }
    }

    /// All figures over all runs.
    pub(super) fn luck(&self) -> Vec<String> {
        let lines = lines::all(&self.findings.figures);
        let rows: Vec<Vec<String>> = lines
            .iter()
            .map(|line| {
                let [least, mean, most] = line.spread();
                let name = format!("{}: {}", line.experiment, line.name);
                vec![name, line.article.clone(), line.here(), least, mean, most]
            })
            .collect();
        let head = [
            "experiment and figure",
            "article",
            "run 0",
            "least",
            "mean",
            "most",
        ];
        vec![
            "## How much of it is luck".to_owned(),
            format!(
                "Everything but the random numbers being the same, over {}. Shares of games are those of \
                 the last 1,000 games of an experiment; those of experiment 4 are exact. Won, drawn and \
                 lost are the learner's.",
                self.runs()
            ),
            table(&head, &rows),
            self.picture("Games not lost and games drawn, over all runs", "luck"),
        ]
    }
}

/// Ours and the article's, apart and together.
fn four(ours: &[Beads; 2], article: &[Beads; 2]) -> String {
    beside(&[
        ("run 0, apart", ours[0]),
        ("article, apart", article[0]),
        ("run 0, together", ours[1]),
        ("article, together", article[1]),
    ])
}
