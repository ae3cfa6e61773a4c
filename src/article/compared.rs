//! The figures that are compared: by name, of the article, of run 0, and over all runs.

use menace::game::Side;
use menace::learn::Record;

use super::figures::{Figures, Range, boxes};
use super::published;
use crate::text::{decimal, float, share, tenths, thousands};

/// One figure of ours beside the article's.
pub(super) struct Compared {
    /// Which experiment it belongs to.
    experiment: &'static str,
    /// What it is.
    name: &'static str,
    /// What the article has.
    pub(super) article: String,
    /// Whether the summary shows it.
    pub(super) main: bool,
    unit: Unit,
    here: f64,
    range: Range,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Boxes,
    Percent,
}

impl Compared {
    /// What it is, and of which experiment.
    pub(super) fn full_name(&self) -> String {
        format!("{}: {}", self.experiment, self.name)
    }

    /// The figure of run 0.
    pub(super) fn here(&self) -> String {
        self.write(self.here, 0)
    }

    /// The least, the mean and the most of all runs.
    pub(super) fn spread(&self) -> [String; 3] {
        let Range { least, mean, most } = self.range;
        [
            self.write(least, 0),
            self.write(mean, 1),
            self.write(most, 0),
        ]
    }

    /// The least and the most of all runs.
    pub(super) fn ends(&self) -> String {
        let [least, _, most] = self.spread();
        match least.strip_suffix(" %") {
            _ if least == most => least,
            Some(number) => format!("{number} to {most}"),
            None => format!("{least} to {most}"),
        }
    }

    fn write(&self, value: f64, decimals: usize) -> String {
        match self.unit {
            Unit::Percent => tenths(value),
            Unit::Boxes => decimal(value, decimals),
        }
    }
}

/// All figures in the order of the experiments.
pub(super) fn all(figures: &[Figures]) -> Vec<Compared> {
    let build = Build { figures };
    let mut all = Vec::new();
    all.extend(build.learner("2. first learns", Side::First, |f| &f.first));
    all.extend(build.learner("3. second learns", Side::Second, |f| &f.second));
    all.extend([
        build.percent("4. the tables meet", "first wins, exactly", "", |f| {
            f.chances.first_wins
        }),
        build
            .percent(
                "4. the tables meet",
                "draws, exactly",
                "mostly draws",
                |f| f.chances.draws,
            )
            .main(),
        build.percent("4. the tables meet", "second wins, exactly", "", |f| {
            f.chances.second_wins
        }),
    ]);
    all.extend(build.both("5. both go on", "even more draws", |f| &f.onward));
    let [before, after] = published::BOXES_IN_ALL.map(thousands);
    all.extend([
        build.boxes("5. both go on", "boxes of both, before", &before, |f| {
            f.boxes_in_all()[0]
        }),
        build
            .boxes("5. both go on", "boxes of both, after", &after, |f| {
                f.boxes_in_all()[1]
            })
            .main(),
    ]);
    all.extend(build.both("6. both from nothing", "soon mostly draws", |f| &f.together));
    all.extend([
        build.boxes("6. both from nothing", "boxes met by first", "", |f| {
            boxes(&f.together, Side::First)
        }),
        build.boxes("6. both from nothing", "boxes met by second", "", |f| {
            boxes(&f.together, Side::Second)
        }),
    ]);
    let zeroed = |how: usize| move |f: &Figures| f.zeroed()[how].iter().sum();
    all.extend([
        build.boxes("2 and 3", "boxes with a move without beads", "", zeroed(0)),
        build.boxes(
            "5. both go on",
            "boxes with a move without beads",
            "",
            zeroed(1),
        ),
        build.boxes(
            "6. both from nothing",
            "boxes with a move without beads",
            "",
            zeroed(2),
        ),
    ]);
    all
}

/// Makes figures of all runs.
struct Build<'a> {
    figures: &'a [Figures],
}

impl Build<'_> {
    fn one(
        &self,
        (experiment, name): (&'static str, &'static str),
        article: &str,
        unit: Unit,
        value: impl Fn(&Figures) -> f64,
    ) -> Compared {
        Compared {
            experiment,
            name,
            article: article.to_owned(),
            main: false,
            unit,
            here: self.figures.first().map_or(0.0, &value),
            range: Range::over(self.figures, value),
        }
    }

    fn boxes(
        &self,
        experiment: &'static str,
        name: &'static str,
        article: &str,
        value: impl Fn(&Figures) -> u64,
    ) -> Compared {
        let value = |f: &Figures| float(value(f));
        self.one((experiment, name), article, Unit::Boxes, value)
    }

    fn percent(
        &self,
        experiment: &'static str,
        name: &'static str,
        article: &str,
        value: impl Fn(&Figures) -> f64,
    ) -> Compared {
        self.one((experiment, name), article, Unit::Percent, value)
    }

    /// The figures of one learner against random play.
    fn learner(
        &self,
        experiment: &'static str,
        side: Side,
        of: impl Fn(&Figures) -> &Record + Copy,
    ) -> Vec<Compared> {
        let part = |count: fn(&Record, Side) -> u64| {
            move |f: &Figures| share(count(of(f), side), of(f).games())
        };
        let met = thousands(published::BOXES[side.index()]);
        vec![
            self.boxes(experiment, "boxes met", &met, |f| boxes(of(f), side))
                .main(),
            self.percent(experiment, "won", "", part(Record::wins)),
            self.percent(experiment, "drawn", "", part(|r, _| r.draws)),
            self.percent(experiment, "lost", "", part(|r, side| r.wins(side.other()))),
            self.percent(
                experiment,
                "not lost",
                "about nine in ten",
                part(Record::not_lost),
            )
            .main(),
        ]
    }

    /// How the games of two learners ended.
    fn both(
        &self,
        experiment: &'static str,
        article: &str,
        of: impl Fn(&Figures) -> &Record + Copy,
    ) -> Vec<Compared> {
        let part =
            |count: fn(&Record) -> u64| move |f: &Figures| share(count(of(f)), of(f).games());
        vec![
            self.percent(experiment, "first wins", "", part(|r| r.first_wins)),
            self.percent(experiment, "draws", article, part(|r| r.draws))
                .main(),
            self.percent(experiment, "second wins", "", part(|r| r.second_wins)),
        ]
    }
}

impl Compared {
    fn main(self) -> Self {
        Self { main: true, ..self }
    }
}
