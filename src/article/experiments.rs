//! The six experiments in the article's order.

use menace::learn::History;

use super::chapter::Part::{self, Picture, Table, Text, Told};
use super::findings::Findings;
use super::{tables, told};

/// The games of an experiment.
type Games = fn(&Findings) -> &History;

/// One experiment.
pub(super) struct Experiment {
    /// Its heading in the report.
    pub(super) heading: &'static str,
    /// What its pictures are headed with.
    pub(super) title: &'static str,
    /// Its games.
    pub(super) history: Games,
    /// The experiments from which each side goes on.
    pub(super) after: [Option<Games>; 2],
    /// What the report says of it.
    pub(super) parts: &'static [Part],
}

/// All experiments.
pub(super) static EXPERIMENTS: [Experiment; 6] = [
    Experiment {
        heading: "1. Nobody learns",
        title: "1. Nobody learns: random against random",
        history: |f| &f.idle,
        after: [None, None],
        parts: &[
            Text(
                "Both sides draw every move at random. There is nothing to learn, and the chance of \
                 every result can be computed exactly; the article shows a curve. What varies in it \
                 from set to set is luck alone.",
            ),
            Table(&tables::RANDOM),
            Picture("1-curve"),
        ],
    },
    Experiment {
        heading: "2. The first side learns",
        title: "2. First learns against random",
        history: first,
        after: [None, None],
        parts: &[
            Text(
                "The first side learns, the second draws its moves at random. The article's learner \
                 ends with about nine games in ten not lost.",
            ),
            Table(&tables::FIRST),
            Told(told::first_known),
            Picture("2-curve"),
            Picture("2-zeroed"),
        ],
    },
    Experiment {
        heading: "3. The second side learns",
        title: "3. Second learns against random",
        history: second,
        after: [None, None],
        parts: &[
            Text(
                "The other way round: the second side learns, the first draws its moves at random. \
                 The article's learner loses more than it wins at first, then overtakes, and ends with \
                 about nine games in ten not lost.",
            ),
            Table(&tables::SECOND),
            Told(told::overtaking),
            Told(told::second_known),
            Picture("3-curve"),
            Picture("3-zeroed"),
        ],
    },
    Experiment {
        heading: "4. The two tables meet",
        title: "4. The tables of 2 and 3 meet and learn no more",
        history: |f| &f.meeting,
        after: [None, None],
        parts: &[
            Text(
                "The first side plays as it learnt in experiment 2, the second as it learnt in \
                 experiment 3, and neither learns any more. In a position it has never met a table draws \
                 any free square, as from a new box. The chances follow exactly from the beads; the \
                 curve is of games played.",
            ),
            Table(&tables::MEETING),
            Picture("4-curve"),
        ],
    },
    Experiment {
        heading: "5. Both go on learning",
        title: "5. The tables of 2 and 3 go on learning from each other",
        history: |f| &f.pass.onward.history,
        after: [Some(first), Some(second)],
        parts: &[
            Text(
                "The two tables meet again and both go on learning. In the article there are even more \
                 draws than in experiment 4.",
            ),
            Table(&tables::ONWARD),
            Told(told::boxes_of_both),
            Picture("5-curve"),
            Picture("5-boxes"),
            Picture("5-zeroed"),
        ],
    },
    Experiment {
        heading: "6. Both learn from nothing",
        title: "6. Both learn from each other, from nothing",
        history: |f| &f.pass.together.history,
        after: [None, None],
        parts: &[
            Text(
                "Both sides learn from the start, against each other. In the article the first side is \
                 ahead at the beginning, and soon most games are drawn.",
            ),
            Table(&tables::TOGETHER),
            Told(told::boxes_of_each),
            Picture("6-curve"),
            Picture("6-zeroed"),
        ],
    },
];

fn first(findings: &Findings) -> &History {
    &findings.pass.first.history
}

fn second(findings: &Findings) -> &History {
    &findings.pass.second.history
}
