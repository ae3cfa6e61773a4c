//! The figures that are compared over all runs, by their names in the report.
//!
//! A figure `n` has the values `n.run0`, for run 0; `n.least`, `n.mean` and `n.most`, over all runs;
//! `n.from`, the least without its unit; and `n.row`, the cells of a table: mean, least, most, run 0.

use matchboxes::arena::Moments;
use matchboxes::game::{Results, Side};
use matchboxes::learn::Record;
use matchboxes::text::{decimal, float, share, tenths, thousands};

use super::boards;
use super::figures::{FigureRange, Figures, all_boxes, boxes};
use super::published;
use super::ruled_out::PLIES;
use crate::template::TemplateValues;

/// The names of the trainings in comparisons: experiments 2 and 3, 5, and 6.
const TRAININGS: [&str; 3] = ["apart", "onward", "together"];

pub(super) fn add(figures: &[Figures], values: &mut TemplateValues) {
    let mut all = All { figures, values };
    all.learner("2", Side::First, |f| &f.first);
    all.learner("3", Side::Second, |f| &f.second);
    all.percent("4.first", |f| f.readings[0].meeting.first_wins);
    all.percent("4.draws", |f| f.readings[0].meeting.draws);
    all.percent("4.second", |f| f.readings[0].meeting.second_wins);
    all.both("5", |f| &f.onward);
    all.boxes("5.before", |f| f.boxes_in_all()[0]);
    all.boxes("5.after", |f| f.boxes_in_all()[1]);
    all.both("6", |f| &f.together);
    all.boxes("6.boxes-first", |f| boxes(&f.together, Side::First));
    all.boxes("6.boxes-second", |f| boxes(&f.together, Side::Second));
    all.boxes("6.boxes", |f| all_boxes(&f.together));
    for (how, name) in TRAININGS.into_iter().enumerate() {
        all.boxes(&format!("ruled.{name}"), |f| {
            f.missing_colour()[how].iter().sum()
        });
        all.boxes(&format!("several.{name}"), |f| f.several[how].iter().sum());
    }
    for (which, name) in ["2", "3", "6"].into_iter().enumerate() {
        let part = |part: &str| format!("reach.{name}.{part}");
        all.boxes(&part("open"), |f| f.reaches[which].open);
        all.boxes(&part("met"), |f| f.reaches[which].met);
        all.boxes(&part("busy"), |f| f.reaches[which].busy);
        all.percent(&part("leaving"), |f| f.reaches[which].leaving);
    }
    all.percent("lead", |f| {
        let [opening, _] = &f.openings;
        share(boards::most(opening), boards::total(opening))
    });
    several_by_ply(figures, values);
    article(values);
}

const PARTS: [&str; 6] = ["run0", "least", "mean", "most", "from", "row"];

type Ends = Results<u64>;

struct All<'a> {
    figures: &'a [Figures],
    values: &'a mut TemplateValues,
}

impl All<'_> {
    /// Adds a figure; `write` gets the number of decimals.
    fn one(
        &mut self,
        name: &str,
        write: fn(f64, usize) -> String,
        value: impl Fn(&Figures) -> f64,
    ) {
        let here = write(self.figures.first().map_or(0.0, &value), 0);
        let FigureRange {
            least, mean, most, ..
        } = FigureRange::over(self.figures, value);
        let [least, most] = [least, most].map(|end| write(end, 0));
        let mean = write(mean, 1);
        let row = [&*mean, &*least, &*most, &*here].join(" | ");
        let from = least.trim_end_matches(" %").to_owned();
        let texts = [here, least, mean, most, from, row];
        for (part, text) in PARTS.into_iter().zip(texts) {
            self.values.put(format!("{name}.{part}"), text);
        }
    }

    fn boxes(&mut self, name: &str, value: impl Fn(&Figures) -> u64) {
        self.one(name, decimal, |f| float(value(f)));
    }

    fn percent(&mut self, name: &str, value: impl Fn(&Figures) -> f64) {
        self.one(name, |value, _| tenths(value), value);
    }

    /// Adds a share of the last games of an experiment.
    fn part(&mut self, name: [&str; 2], of: fn(&Figures) -> &Record, count: impl Fn(&Ends) -> u64) {
        self.percent(&name.join("."), |f| {
            let results = &of(f).results;
            share(count(results), results.games())
        });
    }

    /// Adds the figures of one learner against random play.
    fn learner(&mut self, name: &str, side: Side, of: fn(&Figures) -> &Record) {
        self.boxes(&format!("{name}.boxes"), |f| boxes(of(f), side));
        self.part([name, "won"], of, |ends| ends.wins(side));
        self.part([name, "drawn"], of, |ends| ends.draws);
        self.part([name, "lost"], of, |ends| ends.wins(side.other()));
        self.part([name, "kept"], of, |ends| ends.not_lost(side));
    }

    /// Adds the results of games between two learners.
    fn both(&mut self, name: &str, of: fn(&Figures) -> &Record) {
        self.part([name, "first"], of, |ends| ends.first_wins);
        self.part([name, "draws"], of, |ends| ends.draws);
        self.part([name, "second"], of, |ends| ends.second_wins);
    }
}

/// Adds the boxes with several moves without beads, apart and together.
fn several_by_ply(figures: &[Figures], values: &mut TemplateValues) {
    let mut row = |name: &str, count: &dyn Fn(&[u64; PLIES]) -> u64| {
        let of = |f: &Figures, how: usize| count(&f.several[how]);
        let more = figures.iter().filter(|f| of(f, 2) > of(f, 0)).count() as u64;
        let mean = |how: usize| FigureRange::over(figures, |f| float(of(f, how))).mean;
        let here = |how: usize| figures.first().map_or(0, |f| of(f, how));
        let mut differences = Moments::default();
        for f in figures {
            differences.add(float(of(f, 2)) - float(of(f, 0)));
        }
        let error = differences.error();
        let error = error.map(|x| format!(" \u{b1} {}", decimal(x, 1)));
        let cells = [
            decimal(mean(0), 1),
            decimal(mean(2), 1),
            decimal(differences.mean(), 1) + &error.unwrap_or_default(),
            thousands(more),
            thousands(here(0)),
            thousands(here(2)),
        ];
        for (part, cell) in ["mean-apart", "mean-together"].iter().zip(&cells) {
            values.put(format!("several.{name}.{part}"), cell.as_str());
        }
        values.put(format!("several.{name}.row"), cells.join(" | "));
    };
    row("all", &|plies| plies.iter().sum());
    row("to-move4", &|plies| plies[..4].iter().sum());
    for ply in 0..PLIES {
        row(&format!("ply{ply}"), &|plies| plies[ply]);
    }
}

/// Adds the article's own figures.
fn article(values: &mut TemplateValues) {
    let [opening, _] = published::openings();
    for (name, n) in [
        ("2.boxes.article", published::BOXES[0]),
        ("3.boxes.article", published::BOXES[1]),
        ("5.before.article", published::BOXES_IN_ALL[0]),
        ("5.after.article", published::BOXES_IN_ALL[1]),
        ("opening.article.most", boards::most(&opening)),
        ("opening.article.total", boards::total(&opening)),
    ] {
        values.put(name, thousands(n));
    }
}
