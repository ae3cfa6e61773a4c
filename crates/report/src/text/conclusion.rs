//! What several trainings come to: a table of them by what is compared, differences with intervals, and a sentence.

use matchboxes_games::game::Verdict;
use matchboxes_games::text::{count, decimal, percent, thousands};
use matchboxes_learn::Learners;
use matchboxes_measure::{
    Comparisons, Curve, Figure, FinalFigure, Finals, Holding, Interval, Play, Study,
};

use super::figures;
use crate::layout::{Layout, heading};
use crate::row::row;
use crate::view::TextTable;

/// What is told of trainings in one figure: what they do and where, with which sign the figure counts it, and whether less of
/// it is better.
struct Claim {
    does: &'static str,
    place: String,
    sign: f64,
    is_bad: bool,
}

impl Claim {
    fn of(finals: &Finals, study: &Study) -> Self {
        let (does, sign, is_bad) = match finals.figure {
            FinalFigure::Curve(Curve::NotLost(_)) => ("loses", -1.0, true),
            FinalFigure::Curve(Curve::Draws) => ("draws", 1.0, false),
            FinalFigure::Curve(Curve::Exact(_, figure)) => match figure {
                Figure::Random(Verdict::Loss) | Figure::Sampled(Verdict::Loss) => {
                    ("loses to random play", 1.0, true)
                }
                Figure::Perfect(Verdict::Loss) => ("loses to perfect play", 1.0, true),
                Figure::WorstCaseLoss => ("loses to its best opponent", 1.0, true),
                _ => ("", 1.0, false),
            },
            _ => ("", 1.0, false),
        };
        let mut place = match (finals.figure, finals.play) {
            _ if does.is_empty() => String::new(),
            (FinalFigure::Curve(Curve::Exact(..)), Play::Greedy) => " in greedy play".to_owned(),
            (FinalFigure::Curve(Curve::Exact(..)), _) => String::new(),
            _ => {
                let games = count(study.last_games(), "game", "games");
                format!(" in the last {games}")
            }
        };
        if let (Learners::Both, Some(side)) = (study.setting.learners, finals.figure.side()) {
            place += &format!(" as the {} side", side.name());
        }
        Self {
            does,
            place,
            sign,
            is_bad,
        }
    }
}

/// Trainings and what is compared of them.
pub(super) struct Conclusion<'a> {
    studies: &'a [Study],
    compared: &'a Comparisons,
    /// The figures compared, as of the first training that has each.
    figures: Vec<&'a Finals>,
}

impl<'a> Conclusion<'a> {
    /// The figures compared in the order in which they were asked for, if they were.
    pub(super) fn new(studies: &'a [Study], compared: &'a Comparisons) -> Self {
        let mut figures: Vec<&Finals> = Vec::new();
        for row in &compared.rows {
            let finals = compared.finals_of(row)[0];
            if !figures.iter().any(|known| known.is_same(finals)) {
                figures.push(finals);
            }
        }
        let place = |finals: &&Finals| {
            let name = finals.figure.name();
            let play = finals.play == Play::Greedy;
            (
                compared.named.iter().position(|other| *other == name),
                play,
                weight(finals),
            )
        };
        figures.sort_by_key(place);
        Self {
            studies,
            compared,
            figures,
        }
    }

    pub(super) fn text(&self, layout: Layout) -> String {
        let mut text = String::new();
        if !self.figures.is_empty() {
            text += &format!("\n{}", layout.shown(&self.trainings()));
        }
        if let Some((title, table)) = self.differences() {
            text += &format!("\n{}{}", layout.sentence(&title, 0), layout.shown(&table));
        }
        text += &layout.notes(figures::notes(self.studies, self.compared));
        if let Some(conclusion) = self.sentence() {
            text += &format!("\n{}", layout.wrapped(&conclusion, ""));
        }
        text
    }

    fn name(&self, training: usize) -> String {
        self.studies[training].setting.heading()
    }

    /// What a figure is called, with its unit.
    fn label(&self, finals: &Finals) -> String {
        let holding = Holding::from_trainings(self.studies.iter().map(|s| s.setting.explores()));
        let label = finals.label(holding).replace(", exactly:", "");
        let unit = finals.whole(&self.studies[0]).map_or("", |_| " (%)");
        format!("{}{unit}", label.replace(", sampled:", ""))
    }

    /// The same with the way of play.
    fn label_with_play(&self, finals: &Finals) -> String {
        format!("{}, {}", self.label(finals), finals.play.name())
    }

    /// The trainings, with each figure that is compared and its standard error.
    fn trainings(&self) -> TextTable {
        let rows = self.compared.finals.iter().enumerate().map(|(i, all)| {
            let cell = |finals: &&Finals| {
                let found = all
                    .iter()
                    .find(|other| other.is_same(finals) && other.runs() > 0)?;
                let number = |x: f64| number(x, found.whole(&self.studies[i]));
                let bound = if found.not_reached > 0 { ">" } else { "" };
                let error = found.error().map(|error| format!(" +- {}", number(error)));
                let mean = number(found.mean());
                Some(format!("{bound}{mean}{}", error.unwrap_or_default()))
            };
            let cells = self
                .figures
                .iter()
                .map(|finals| cell(finals).unwrap_or("-".to_owned()));
            row(format!("  {}", self.name(i)), cells)
        });
        let head =
            |finals: &&Finals| format!("{}\n{}", heading(&self.label(finals)), finals.play.name());
        let mut table = vec![row("", self.figures.iter().map(head))];
        table.extend(rows);
        let all = self.compared.finals.iter();
        // Of the first side that learns.
        let resigned = all.map(|all| {
            let mut all = all.iter();
            let found = all.find(|one| matches!(one.figure, FinalFigure::MostlyResigned(_)));
            found.map(Finals::mean)
        });
        let resigned: Vec<Option<f64>> = resigned.collect();
        if resigned.iter().flatten().any(|&share| share > 0.0) {
            table[0].push("runs that\nresigned most".to_owned());
            for (cells, share) in table[1..].iter_mut().zip(resigned) {
                cells.push(share.map_or("-".to_owned(), percent));
            }
        }
        TextTable {
            order: (1..table[0].len()).collect(),
            rows: table,
        }
    }

    /// Two trainings of the first figure with the least or the most of it: the best and the next.
    fn best(&self) -> Option<(Claim, usize, usize)> {
        let finals = self.figures.first()?;
        let claim = Claim::of(finals, &self.studies[0]);
        let all = self.compared.finals.iter().enumerate();
        let value = |all: &[Finals]| Some(all.iter().find(|other| other.is_same(finals))?.mean());
        let mut order: Vec<(f64, usize)> =
            all.filter_map(|(i, all)| Some((value(all)?, i))).collect();
        let way = if claim.is_bad {
            claim.sign
        } else {
            -claim.sign
        };
        order.sort_by(|a, b| (way * a.0).total_cmp(&(way * b.0)).then(a.1.cmp(&b.1)));
        let [(_, best), (_, next), ..] = order[..] else {
            return None;
        };
        Some((claim, best, next))
    }

    /// A figure of one training minus the same of another, with its interval and the chance of more.
    fn minus(&self, one: usize, other: usize, finals: &Finals) -> Option<Minus> {
        let mut rows = self.compared.rows.iter();
        let row = rows.find(|row| {
            let pair = [(one, other), (other, one)].contains(&(row.one, row.other));
            pair && self.compared.finals_of(row)[0].is_same(finals)
        })?;
        let (way, more) = if row.one == one {
            (1.0, row.chance_of_more)
        } else {
            (-1.0, 1.0 - row.chance_of_more)
        };
        Some(Minus {
            difference: row.difference.map(|found| way * found.mean),
            interval: row.interval.map(|of| towards(way, of)),
            more,
            runs_to_tell: self.compared.runs_to_tell(row),
        })
    }

    /// The differences, with their title: in all figures of two trainings, and of more between the best in the first figure
    /// and each of the others.
    fn differences(&self) -> Option<(String, TextTable)> {
        let label = |finals: &Finals| self.label_with_play(finals);
        let first = *self.figures.first()?;
        let mut rows = vec![row("", ["difference", "95 % CI", "more"])];
        let mut add = |name: String, one: usize, other: usize, finals: &Finals| {
            let whole = finals.whole(&self.studies[0]);
            let signed = |x: f64| signed(x, whole);
            let minus = self.minus(one, other, finals)?;
            let ends = |of: Interval| format!("{} to {}", signed(of.low), signed(of.high));
            let cells = [
                minus.difference.map(signed),
                minus.interval.map(ends),
                Some(percent(minus.more)),
            ];
            let cells = cells.map(|cell| cell.unwrap_or_else(|| "-".to_owned()));
            rows.push(row(format!("  {name}"), cells));
            Some(())
        };
        let title = if self.studies.len() == 2 {
            for finals in &self.figures {
                add(label(finals), 0, 1, finals);
            }
            format!("{} minus {}", self.name(0), self.name(1))
        } else {
            let (_, best, _) = self.best()?;
            for other in 0..self.studies.len() {
                add(self.name(other), best, other, first);
            }
            format!("{}: {} minus", label(first), self.name(best))
        };
        let order = vec![1, 2, 3];
        Some((title, TextTable { rows, order }))
    }

    /// What the runs show of the best training and the next in the first figure, or that they cannot tell; nothing for runs
    /// too few for intervals.
    fn sentence(&self) -> Option<String> {
        let finals = *self.figures.first()?;
        let (claim, best, next) = self.best()?;
        let minus = self.minus(best, next, finals)?;
        let (difference, interval) = (minus.difference?, minus.interval?);
        let whole = finals.whole(&self.studies[0]);
        let points = if whole.is_some() { " points" } else { "" };
        let next = match self.studies.len() {
            2 => self.name(next),
            n => format!("{}, the next of {n}", self.name(next)),
        };
        let is_less = claim.sign * difference < 0.0;
        let least = if is_less { "less" } else { "more" };
        let is_open = interval.contains(0.0);
        let size = if is_open {
            String::new()
        } else {
            format!("{}{points} ", number(difference.abs(), whole))
        };
        let best = self.name(best);
        let told = if claim.does.is_empty() {
            let label = self.label_with_play(finals);
            format!("{best} has {size}{least} than {next} in `{label}`")
        } else {
            let Claim { does, place, .. } = claim;
            format!("{best} {does} {size}{least} often than {next}{place}")
        };
        // In the direction of the words.
        let way = if difference < 0.0 { -1.0 } else { 1.0 };
        let Interval { low, high } = towards(way, interval);
        let [low, high] = [low, high].map(|x| number(x, whole));
        let runs = thousands(self.studies[0].setting.runs);
        let evidence = format!("95 % CI {low} to {high}, {runs} runs each");
        if !is_open {
            return Some(format!("{told} ({evidence})."));
        }
        let wanted = minus.runs_to_tell.map(thousands).map(|runs| {
            format!(" With about {runs} runs each it would be told, if all were like these.")
        });
        let size = number(difference.abs(), whole);
        let wanted = wanted.unwrap_or_default();
        Some(format!(
            "It cannot be told whether {told} ({size}{points}, {evidence}).{wanted}"
        ))
    }
}

/// A difference between two trainings.
struct Minus {
    difference: Option<f64>,
    interval: Option<Interval>,
    more: f64,
    runs_to_tell: Option<u64>,
}

/// The interval of a difference that is counted this way, 1 or -1.
fn towards(way: f64, of: Interval) -> Interval {
    let [one, other] = [way * of.low, way * of.high];
    let (low, high) = (one.min(other), one.max(other));
    Interval { low, high }
}

/// Which figure is first where none is named: play against perfection says more than the games of training, and these more
/// than the worst case.
const fn weight(finals: &Finals) -> u8 {
    match finals.figure {
        FinalFigure::Curve(Curve::Exact(_, Figure::Perfect(_))) => 0,
        FinalFigure::Curve(Curve::Exact(_, Figure::WorstCaseLoss)) => 2,
        _ => 1,
    }
}

/// A number, of what has a whole in percent.
fn number(x: f64, whole: Option<f64>) -> String {
    whole.map_or_else(|| decimal(x, 1), |whole| decimal(100.0 * x / whole, 2))
}

fn signed(x: f64, whole: Option<f64>) -> String {
    format!("{}{}", if x > 0.0 { "+" } else { "" }, number(x, whole))
}
