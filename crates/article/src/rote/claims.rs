//! The figures of the article beside ours: means over all runs with their standard errors, judged by the law for all.

use matchboxes::arena::Chances;
use matchboxes::game::Side;
use matchboxes::learn::Record;
use matchboxes::text::{float, share};
use matchboxes_report::Row;

use super::boards;
use super::figures::{FigureRange, Figures, all_boxes, boxes};
use super::findings::Findings;
use super::play::READINGS;
use super::published;
use super::ruled_out::PLIES;
use crate::claim::StatedFigure;
use crate::content::ArticleContent;

/// Where the shares of results that the article tells in words lie, in percent.
const NINE_IN_TEN: [f64; 2] = [85.0, 95.0];
const MOSTLY: [f64; 2] = [50.0, 100.0];

type LastSets = fn(&Figures) -> &Record;

struct Claims<'a> {
    figures: &'a [Figures],
    content: &'a mut ArticleContent,
}

impl Claims<'_> {
    /// A count of the article's one run: it has the spread of a run.
    fn count(&mut self, name: &str, stated: u64, value: impl Fn(&Figures) -> u64, command: &str) {
        let range = FigureRange::over(self.figures, |f| float(value(f)));
        let text = matchboxes::text::thousands(stated);
        let stated = StatedFigure::sampled(text, float(stated), 0.0, range.deviation);
        self.content.claim(name, stated, range.found(""), command);
    }

    /// A share that the article tells in words.
    fn part(
        &mut self,
        name: &str,
        [low, high]: [f64; 2],
        value: impl Fn(&Figures) -> f64,
        command: &str,
    ) {
        let found = FigureRange::over(self.figures, |f| 100.0 * value(f)).found(" %");
        let stated = StatedFigure::between(format!("{low}-{high} %"), low, high);
        self.content.claim(name, stated, found, command);
    }

    /// That one figure is larger than another, compared run by run.
    fn more(&mut self, name: &str, value: impl Fn(&Figures) -> f64, unit: &str, command: &str) {
        let found = FigureRange::over(self.figures, value).found(unit);
        let stated = StatedFigure::above("> 0", 0.0);
        self.content.claim(name, stated, found, command);
    }

    /// A figure of which the article says nothing.
    fn own(&mut self, name: &str, value: impl Fn(&Figures) -> f64, command: &str) {
        let found = FigureRange::over(self.figures, |f| 100.0 * value(f)).found(" %");
        self.content.claim(name, None, found, command);
    }
}

pub(super) fn add(findings: &Findings, content: &mut ArticleContent) {
    let (seed, figures) = (findings.seed, &*findings.figures);
    let study = |learner: &str| {
        format!(
            "menace study --learner {learner} --runs {} --seed {seed}",
            figures.len()
        )
    };
    let [first, second, both] = ["first", "second", "both"].map(study);
    let whole = format!("menace article --runs {} --seed {seed}", figures.len());
    let mut claims = Claims { figures, content };
    let kept = |record: &Record, side| share(record.results.not_lost(side), record.results.games());
    let drawn = |record: &Record| share(record.results.draws, record.results.games());
    let alone: [(_, _, LastSets, _); 2] = [
        ("2", Side::First, |f| &f.first, &first),
        ("3", Side::Second, |f| &f.second, &second),
    ];
    for (number, side, of, command) in alone {
        let (met, stated) = (format!("{number}-boxes"), published::BOXES[side.index()]);
        claims.count(&met, stated, |f| boxes(of(f), side), command);
        let not_lost = format!("{number}-kept");
        claims.part(&not_lost, NINE_IN_TEN, |f| kept(of(f), side), command);
    }
    for (which, (name, _)) in READINGS.iter().enumerate() {
        let draws = |f: &Figures| f.readings[which].meeting.draws;
        claims.part(&format!("4-draws-{name}"), MOSTLY, draws, &meeting(which));
    }
    let more = |f: &Figures| 100.0 * (drawn(&f.onward) - f.readings[0].meeting.draws);
    claims.more("5-more-draws", more, " %", &whole);
    for (i, name) in ["5-boxes-before", "5-boxes-after"].into_iter().enumerate() {
        let stated = published::BOXES_IN_ALL[i];
        claims.count(name, stated, |f| f.boxes_in_all()[i], &whole);
    }
    claims.part("6-draws", MOSTLY, |f| drawn(&f.together), &both);
    for (name, plies) in [
        ("all", 0..PLIES),
        ("to-move4", 0..4),
        ("ply3", 3..4),
        ("ply4", 4..5),
    ] {
        let several =
            |f: &Figures, how: usize| -> u64 { f.several[how][plies.clone()].iter().sum() };
        let more = |f: &Figures| float(several(f, 2)) - float(several(f, 0));
        claims.more(&format!("several-{name}"), more, "", &whole);
    }
    let beads = |f: &Figures| boards::total(&f.openings[0]);
    let total = boards::total(&published::openings()[0]);
    claims.count("opening-beads", total, beads, &first);
    let favourite = |f: &Figures| boards::favourite(&f.openings[0]);
    let is_centre = |f: &Figures| f64::from(u8::from(favourite(f) == Some("centre")));
    claims.own("opening-centre", is_centre, &whole);
    against_perfect(&mut claims);
}

/// Adds how often each table loses to perfect play, in each way to read it.
fn against_perfect(claims: &mut Claims<'_>) {
    for (which, (name, _)) in READINGS.iter().enumerate() {
        let lost = |side: Side| move |f: &Figures| losses(&f.readings[which].against_perfect, side);
        for (side, number) in Side::BOTH.into_iter().zip(["2", "3"]) {
            let model = model(side, which);
            let command = match side {
                Side::First => format!("menace match {model} perfect --exact"),
                Side::Second => format!("menace match perfect {model} --exact"),
            };
            let name = format!("{number}-loses-to-perfect-{name}");
            claims.own(&name, lost(side), &command);
        }
    }
}

fn losses(chances: &[Chances; 2], side: Side) -> f64 {
    match side {
        Side::First => chances[0].second_wins,
        Side::Second => chances[1].first_wins,
    }
}

fn model(side: Side, which: usize) -> String {
    let suffix = ["", ":sharpness=3", ":greedy"][which];
    format!("models/tic-tac-toe-{}.menace{suffix}", side.name())
}

fn meeting(which: usize) -> String {
    let [first, second] = Side::BOTH.map(|side| model(side, which));
    format!("menace match {first} {second} --exact")
}

/// The figures of a run that are compared, as a row.
pub(super) fn row(figures: &Figures) -> Row {
    let row = Row::default()
        .with("run", figures.run)
        .with("2_boxes", boxes(&figures.first, Side::First))
        .with("3_boxes", boxes(&figures.second, Side::Second))
        .with("5_boxes", all_boxes(&figures.onward))
        .with("6_boxes", all_boxes(&figures.together));
    READINGS
        .iter()
        .zip(&figures.readings)
        .fold(row, |row, ((name, _), read)| {
            let loses = |side| losses(&read.against_perfect, side);
            row.with(format!("4_draws_{name}"), read.meeting.draws)
                .with(format!("2_loses_to_perfect_{name}"), loses(Side::First))
                .with(format!("3_loses_to_perfect_{name}"), loses(Side::Second))
        })
}
