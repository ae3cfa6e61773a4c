//! The report: a walk over its chapters, their tables and pictures.

use super::chapter::{Chapter, Part};
use super::chapters::{AFTER, BEFORE, INTRODUCTION};
use super::experiments::EXPERIMENTS;
use super::findings::Findings;
use super::markdown::{join, table, verbatim};
use super::pictures::PLATES;
use super::tables;

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
        let listed = |chapter: &'static Chapter| (chapter.heading, chapter.parts);
        let chapters = BEFORE.iter().map(listed);
        let chapters = chapters.chain(EXPERIMENTS.iter().map(|e| (e.heading, e.parts)));
        let mut text = vec![TITLE.to_owned(), self.filled(INTRODUCTION)];
        for (heading, parts) in chapters.chain(AFTER.iter().map(listed)) {
            text.push(format!("## {heading}"));
            text.extend(parts.iter().map(|part| self.part(part)));
        }
        text.extend(self.again());
        join(&text)
    }

    /// The main figures, for a terminal.
    pub(crate) fn summary(&self) -> Vec<Vec<String>> {
        let head = ["", "article", "run 0", &self.findings.runs()].map(str::to_owned);
        let rows = tables::main_figures(self.findings);
        std::iter::once(head.to_vec()).chain(rows).collect()
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Text(text) => self.filled(text),
            Part::Told(tell) => tell(self.findings),
            Part::Table(shown) => {
                let head: Vec<String> = shown.head.iter().map(|cell| self.filled(cell)).collect();
                table(&head, &(shown.rows)(self.findings))
            }
            Part::Boards(draw) => verbatim(&draw(self.findings)),
            Part::Picture(name) => self.picture(name),
            Part::Maps(name) => self.maps(name),
        }
    }

    /// A text with the seed and the number of runs in their places.
    fn filled(&self, text: &str) -> String {
        let seed = self.findings.seed.to_string();
        text.replace("{runs}", &self.findings.runs())
            .replace("{seed}", &seed)
    }

    /// A picture by the name of its file.
    fn picture(&self, name: &str) -> String {
        let plate = PLATES.iter().find(|plate| plate.name == name);
        let about = plate.map_or("", |plate| plate.about);
        format!("![{about}]({name}.{})", self.ending)
    }

    /// The four heat maps of a box.
    fn maps(&self, name: &str) -> String {
        let row = |title: &str, whose: &str| {
            let map = |how: &str| self.picture(&format!("{name}-{how}{whose}"));
            vec![title.to_owned(), map("apart"), map("together")]
        };
        let head = ["", "trained apart", "trained together"].map(str::to_owned);
        table(&head, &[row("run 0", ""), row("article", "-article")])
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
