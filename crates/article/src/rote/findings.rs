//! The results of the experiments: run 0 in detail, and the figures of every run.

use matchboxes::arena::Chances;
use matchboxes::learn::{History, Reading};
use matchboxes::player::Random;
use rayon::prelude::*;

use super::figures::Figures;
use super::play::{ArticleRun, GAMES, SETS, Setup};

pub(super) struct Findings {
    pub(super) seed: u64,
    /// The exact chances of experiment 1.
    pub(super) random: Chances,
    /// The sampled games of experiment 1.
    pub(super) idle: History,
    /// The sampled games of experiment 4.
    pub(super) meeting: History,
    /// Run 0 of the trainings in detail.
    pub(super) run0: ArticleRun,
    /// The figures of every run, run 0 first.
    pub(super) figures: Vec<Figures>,
}

impl Findings {
    /// Plays the experiments in `runs` runs, on all threads of rayon's pool.
    pub(super) fn new(seed: u64, runs: u64) -> matchboxes::Result<Self> {
        let setup = Setup::new(seed)?;
        let (run0, others) = rayon::join(
            || setup.run(0),
            || -> matchboxes::Result<Vec<Figures>> {
                let runs = (1..runs).into_par_iter();
                runs.map(|run| Ok(Figures::new(run, &setup.run(run)?)))
                    .collect()
            },
        );
        let run0 = run0?;
        let mut figures = vec![Figures::new(0, &run0)];
        figures.extend(others?);
        let [first, second] = Setup::readers(&run0.first, &run0.second, Reading::Draw);
        Ok(Self {
            seed,
            random: setup.random(),
            idle: setup.matches([&Random, &Random]),
            meeting: setup.matches([&first, &second]),
            run0,
            figures,
        })
    }

    pub(super) fn subtitle(&self) -> String {
        format!(
            "tic-tac-toe, {SETS} sets of {GAMES} games, seed {}, run 0",
            self.seed
        )
    }
}

#[cfg(test)]
mod tests {
    use matchboxes::game::Side;

    use super::super::figures::{FigureRange, boxes};
    use super::*;
    use matchboxes::text::float;

    #[test]
    fn the_range_of_one_run_is_its_figure() {
        let findings = Findings::new(1, 1).unwrap();
        let boxes = |f: &Figures| float(boxes(&f.first, Side::First));
        let range = FigureRange::over(&findings.figures, boxes);
        assert!(range.least >= range.mean && range.mean >= range.most);
        let figures = &findings.figures[0];
        let last = figures.moments.last().unwrap();
        assert_eq!(
            last.not_lost[0],
            figures.first.results.not_lost(Side::First)
        );
        assert_eq!(
            last.missing_colour[1],
            figures.missing_colour()[2].iter().sum::<u64>()
        );
        assert_eq!(last.games, 1_000);
    }
}
