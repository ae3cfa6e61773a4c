//! The six experiments in the article's order.

use menace::learn::History;

use super::findings::Findings;

/// The games of an experiment.
type Games = fn(&Findings) -> &History;

/// One experiment.
pub(super) struct Experiment {
    /// The title of its pictures.
    pub(super) title: &'static str,
    /// Its games.
    pub(super) history: Games,
    /// The experiments whose tables the two sides continue with.
    pub(super) after: [Option<Games>; 2],
}

/// All experiments.
pub(super) static EXPERIMENTS: [Experiment; 6] = [
    Experiment {
        title: "1. No side learns: random against random",
        history: |f| &f.idle,
        after: [None, None],
    },
    Experiment {
        title: "2. First learns against random",
        history: first,
        after: [None, None],
    },
    Experiment {
        title: "3. Second learns against random",
        history: second,
        after: [None, None],
    },
    Experiment {
        title: "4. The tables of 2 and 3 meet and learn no more",
        history: |f| &f.meeting,
        after: [None, None],
    },
    Experiment {
        title: "5. The tables of 2 and 3 continue to learn from each other",
        history: |f| &f.run0.onward.history,
        after: [Some(first), Some(second)],
    },
    Experiment {
        title: "6. Both learn from each other, from nothing",
        history: |f| &f.run0.together.history,
        after: [None, None],
    },
];

fn first(findings: &Findings) -> &History {
    &findings.run0.first.history
}

fn second(findings: &Findings) -> &History {
    &findings.run0.second.history
}
