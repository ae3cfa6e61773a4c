//! All that was found: run 0 in detail, and what is kept of every run.

use menace::arena::Chances;
use menace::learn::History;
use menace::player::Random;
use rayon::prelude::*;

use super::figures::Figures;
use super::play::{GAMES, Pass, SETS, Stage};
use menace::text::count;

/// All that was found.
pub(crate) struct Findings {
    /// The seed of it all.
    pub(super) seed: u64,
    /// The exact chances of experiment 1.
    pub(super) random: Chances,
    /// The sampled games of experiment 1.
    pub(super) idle: History,
    /// The sampled games of experiment 4.
    pub(super) meeting: History,
    /// The experiments in detail, as run 0.
    pub(super) pass: Pass,
    /// What is kept of every run, run 0 first.
    pub(super) figures: Vec<Figures>,
}

impl Findings {
    /// Plays the experiments in `runs` runs, on all threads of rayon's pool.
    pub(crate) fn new(seed: u64, runs: u64) -> menace::Result<Self> {
        let stage = Stage::new(seed)?;
        let (pass, others) = rayon::join(
            || stage.pass(0),
            || -> menace::Result<Vec<Figures>> {
                let runs = (1..runs).into_par_iter();
                runs.map(|run| Ok(Figures::new(run, &stage.pass(run)?)))
                    .collect()
            },
        );
        let pass = pass?;
        let mut figures = vec![Figures::new(0, &pass)];
        figures.extend(others?);
        let [first, second] = Stage::readers(&pass.first, &pass.second);
        Ok(Self {
            seed,
            random: stage.random(),
            idle: stage.matches([&Random, &Random]),
            meeting: stage.matches([&first, &second]),
            pass,
            figures,
        })
    }

    /// `40 runs`.
    pub(super) fn runs(&self) -> String {
        count(self.figures.len() as u64, "run", "runs")
    }

    /// What stands under the title of what run 0 shows.
    pub(super) fn subtitle(&self) -> String {
        format!(
            "tic-tac-toe, {SETS} sets of {GAMES} games, seed {}, run 0",
            self.seed
        )
    }
}

#[cfg(test)]
mod tests {
    use menace::game::Side;

    use super::*;
    use crate::article::figures::{Range, boxes};
    use menace::text::float;

    #[test]
    fn a_run_is_its_own_range() {
        let findings = Findings::new(1, 1).unwrap();
        let boxes = |f: &Figures| float(boxes(&f.first, Side::First));
        let range = Range::over(&findings.figures, boxes);
        assert!(range.least >= range.mean && range.mean >= range.most);
        let figures = &findings.figures[0];
        let last = figures.moments.last().unwrap();
        assert_eq!(
            last.not_lost[0],
            figures.first.results.not_lost(Side::First)
        );
        assert_eq!(last.zeroed[1], figures.zeroed()[2].iter().sum::<u64>());
        assert_eq!(last.games, 1_000);
    }
}
