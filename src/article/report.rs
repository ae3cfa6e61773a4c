//! The report: its frame, its summary, and its end.

use super::lines::{self, Line};
use super::markdown::{join, table, verbatim};
use super::play::Findings;
use crate::text::count;

/// What a report begins with.
pub(crate) const TITLE: &str = "# The rote-learning article, played again\n";

/// A report in the making.
pub(crate) struct Report<'a> {
    /// What was found.
    pub(crate) findings: &'a Findings,
    /// What the files of the pictures end with.
    pub(crate) ending: &'static str,
}

impl Report<'_> {
    /// All of it, as Markdown.
    pub(crate) fn text(&self) -> String {
        let mut parts = vec![
            TITLE.to_owned(),
            self.introduction(),
            "## In short".to_owned(),
            self.in_short(),
        ];
        parts.extend(self.experiments());
        parts.extend(self.boxes_met());
        parts.extend(self.ruled_out());
        parts.extend(self.heat_maps());
        parts.extend(self.centre());
        parts.extend(self.luck());
        parts.extend(self.again());
        join(&parts)
    }

    /// The main figures, for a terminal.
    pub(crate) fn summary(&self) -> Vec<Vec<String>> {
        let head = ["", "article", "run 0", &self.runs()].map(str::to_owned);
        std::iter::once(head.to_vec())
            .chain(self.main_figures())
            .collect()
    }

    /// `40 runs`.
    pub(super) fn runs(&self) -> String {
        count(self.findings.figures.len() as u64, "run", "runs")
    }

    /// A picture by the name of its file.
    pub(super) fn picture(&self, about: &str, name: &str) -> String {
        format!("![{about}]({name}.{})", self.ending)
    }

    fn introduction(&self) -> String {
        format!(
            "In 2019 an article in Japanese had a program learn tic-tac-toe by rote, as Donald Michie's \
             matchboxes did in 1961, in six experiments. Here they are played again by \
             `menace article`, our figures beside the article's, and then all of them over {}, so that \
             luck shows.\n\n\
             The rule the learners follow:\n\n\
             * There is a matchbox for every position in which the learner is to move, made when the \
             position is first met, with one bead for each free square.\n\
             * To move, a bead is drawn at random; its colour tells the square. From an empty box nothing \
             can be drawn: the learner resigns, which is a loss.\n\
             * After a win every box used gets one more bead of the colour drawn from it. After a loss \
             the box of the learner's last move loses all beads of the colour drawn. After a draw nothing \
             changes.\n\n\
             An experiment is 100 sets of 100 games; a set is a point of a curve. *First* is the side that \
             moves first, *second* the other. Unless something else is said, figures are those of run 0 \
             of seed {}, shares of games are those of its last 1,000 games, and an empty cell means that \
             the article has no number.",
            self.runs(),
            self.findings.seed
        )
    }

    fn in_short(&self) -> String {
        let head = ["experiment and figure", "article", "run 0", &self.runs()];
        let rows: Vec<Vec<String>> = self.main_figures().collect();
        table(&head, &rows)
    }

    /// The main figures, each with its name, the article's, that of run 0, and the ends of all runs.
    fn main_figures(&self) -> impl Iterator<Item = Vec<String>> {
        let lines = lines::all(&self.findings.figures).into_iter();
        lines.filter(|line| line.main).map(|line: Line| {
            vec![
                format!("{}: {}", line.experiment, line.name),
                line.article.clone(),
                line.here(),
                line.ends(),
            ]
        })
    }

    /// How everything can be had again.
    fn again(&self) -> Vec<String> {
        let Findings { seed, figures, .. } = self.findings;
        let commands = format!(
            "menace article --seed {seed} --runs {}\n\n\
             menace train --learner first --seed {seed}\n\
             menace train --learner second --seed {seed}\n\
             menace match models/tic-tac-toe-first.menace models/tic-tac-toe-second.menace --seed {seed}\n\
             menace train --learner both --seed {seed} --out models/onward.menace \\\n    \
             --from models/tic-tac-toe-first.menace --from models/tic-tac-toe-second.menace\n\
             menace train --learner both --seed {seed}\n",
            figures.len()
        );
        vec![
            "## To have it again".to_owned(),
            "The first command writes this report and its pictures, the same bytes every time. The others \
             play experiments 2 to 6 of run 0 one by one and keep what is learnt as models; `--run 7` makes \
             the trainings those of run 7. Experiments with the same run number draw from the same random \
             numbers."
                .to_owned(),
            verbatim(&commands),
        ]
    }
}
