//! `docs/records/michie-1963.md` and its pictures: the figures of Michie's paper of 1963 next to our runs.

use std::ops::Range;

use matchboxes::arena::{Evaluation, Ground};
use matchboxes::game::Side;
use matchboxes::games::AnyGame;
use matchboxes::learn::{Evaluator as _, Layout, Learners, Training, preset};
use matchboxes_pictures::plot::{self, Bands, Heading};
use rayon::prelude::*;

use super::{GAME, Mean, float, has, point, series};
use crate::place::is_current;
use crate::whole::is_whole;

const RUNS: u64 = 300;
/// The runs that the short form plays over 10,000 games.
const FEW: u64 = 12;
const RULES: [&str; 4] = [
    "michie-1963-odds",
    "michie-1963-sliding",
    "michie-1963-per-play",
    "odds-own-last",
];
const PUBLISHED: &str = include_str!("../data/michie-1963.csv");
const HUNDREDS: usize = 10;

/// The two counts in each hundred games: games that the first side won, and games that it did not lose.
const CURVES: [(&str, &str); 2] = [
    ("wins", "first side wins"),
    ("not-lost", "first side wins or draws"),
];

/// One of the published runs.
struct Published {
    learners: Learners,
    run: u64,
    /// Both counts of each hundred games.
    points: Vec<[u64; 2]>,
}

fn published() -> Vec<Published> {
    let mut runs: Vec<Published> = Vec::new();
    let rows = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    for row in rows.skip(1) {
        let words: Vec<&str> = row.split(';').collect();
        let number = |i: usize| words[i].parse::<u64>().expect("a number");
        let learners = words[0].parse().expect("who learns");
        let run = number(1);
        let last = runs.last().map(|last| (last.learners, last.run));
        if last != Some((learners, run)) {
            runs.push(Published {
                learners,
                run,
                points: Vec::new(),
            });
        }
        let points = &mut runs.last_mut().expect("a run").points;
        points.push([number(3), number(4)]);
        assert_eq!(points.len() as u64, number(2));
    }
    runs
}

/// For each hundred games and each count, the values of all runs in ascending order.
type Spread = Vec<[Vec<u64>; 2]>;

fn training(rule: &str, learners: Learners) -> Training<AnyGame> {
    Training::new(GAME, preset(rule).expect("a preset")).learners(learners)
}

/// The points of these runs of a rule.
fn points(rule: &str, learners: Learners, runs: Range<u64>) -> Vec<Vec<[u64; 2]>> {
    let mut points = vec![Vec::new(); runs.clone().count()];
    let mut group = training(rule, learners).begin_group(runs).unwrap();
    for _ in 0..HUNDREDS {
        group.play_set();
        for (run, record) in points.iter_mut().zip(group.latest()) {
            let wins = record.results.first_wins;
            run.push([wins, wins + record.results.draws]);
        }
    }
    points
}

fn spread(rule: &str, learners: Learners) -> Spread {
    let runs = points(rule, learners, 0..RUNS);
    let sorted = |hundred: usize, count: usize| {
        let mut values: Vec<u64> = runs.iter().map(|run| run[hundred][count]).collect();
        values.sort_unstable();
        values
    };
    let both = |hundred| [0, 1].map(|count| sorted(hundred, count));
    (0..HUNDREDS).map(both).collect()
}

/// The value that the given number of tenths of the runs do not exceed.
fn quantile(values: &[u64], tenths: usize) -> u64 {
    values[(values.len() * tenths).div_ceil(10) - 1]
}

fn mean(values: &[u64]) -> Mean {
    Mean::of(values.iter().map(|n| (float(*n), 1.0)))
}

fn figures(spreads: &[Spread; 2], published: &[Published]) -> String {
    let mut page = String::new();
    for (figure, learners) in [(7, Learners::First), (8, Learners::Second)] {
        page += &format!(
            "### Figure {figure}: the {learners} side learns\n\n| games | run 1 | run 2 | our mean | first to ninth decile |\n|---|---|---|---|---|\n"
        );
        for (i, counts) in spreads[figure - 7].iter().enumerate() {
            let run = |n: u64| {
                let mut all = published.iter();
                let run = all.find(|p| (p.learners, p.run) == (learners, n));
                let point = run.and_then(|run| run.points.get(i));
                point.map_or(String::new(), |[wins, more]| format!("{wins} ({more})"))
            };
            let [wins, more] = counts;
            let games = format!("{} to {}", 100 * i + 1, 100 * (i + 1));
            let means = format!("{} ({})", mean(wins), mean(more));
            let deciles = |of| format!("{} to {}", quantile(of, 1), quantile(of, 9));
            let deciles = format!("{} ({})", deciles(wins), deciles(more));
            let [one, two] = [run(1), run(2)];
            page += &format!("| {games} | {one} | {two} | {means} | {deciles} |\n");
        }
        page += "\n";
    }
    page
}

/// How many further runs of each rule are read as if they had been published, and in how many fours.
const FURTHER: u64 = 400;
const FOURS: usize = 200;

/// How often, in percent, the rule with the most points within its band is each of the rules, if two runs of each
/// figure, as long as those published, are of this one. Rules with as many points share the four.
fn picked(rule: &str, spreads: &[[Spread; 2]], published: &[Published]) -> [f64; RULES.len()] {
    // They have no part in the band of the rule.
    let further = [Learners::First, Learners::Second]
        .map(|learners| points(rule, learners, RUNS..RUNS + FURTHER));
    let mut times = [0.0; RULES.len()];
    for four in 0..FOURS {
        let mut within = [0; RULES.len()];
        for run in published {
            let seat = usize::from(run.learners == Learners::Second);
            let number = 2 * four + usize::try_from(run.run).expect("1 or 2") - 1;
            let points = &further[seat][number][..run.points.len()];
            for (within, spreads) in within.iter_mut().zip(spreads) {
                *within += places(&spreads[seat], points)[1];
            }
        }
        let most = within.iter().copied().max().unwrap_or(0);
        let winners = within.iter().filter(|&&n| n == most).count();
        for (times, n) in times.iter_mut().zip(within) {
            if n == most {
                *times += 100.0 / float((FOURS * winners) as u64);
            }
        }
    }
    times
}

/// The numbers of points of a run below, within and above the band.
fn places(spread: &Spread, points: &[[u64; 2]]) -> [usize; 3] {
    let mut places = [0; 3];
    for (point, values) in points.iter().zip(spread) {
        for (&n, values) in point.iter().zip(values) {
            let [low, high] = [1, 9].map(|tenths| quantile(values, tenths));
            places[usize::from(n >= low) + usize::from(n > high)] += 1;
        }
    }
    places
}

fn picture(spread: &Spread, learners: Learners, curve: usize, published: &[Published]) -> String {
    let at = |i: usize| float(100 * (i as u64 + 1));
    let band = spread.iter().enumerate().map(|(i, counts)| {
        let values = &counts[curve];
        let [low, high] = [1, 9].map(|tenths| float(quantile(values, tenths)));
        point(at(i), [low, mean(values).mean, high])
    });
    let mut all = vec![series("our mean", band)];
    for run in published.iter().filter(|run| run.learners == learners) {
        let points = run.points.iter().enumerate();
        let points = points.map(|(i, counts)| point(at(i), [float(counts[curve]); 3]));
        all.push(series(format!("1963, run {}", run.run), points));
    }
    let figure = if learners == Learners::First { 7 } else { 8 };
    let picture = plot::bands(&Bands {
        heading: Heading::new(
            format!("Michie 1963, figure {figure}: {}", CURVES[curve].1),
            format!(
                "the {learners} side learns against random play, {RUNS} runs of michie-1963-odds"
            ),
        ),
        x_label: "games".to_owned(),
        y_label: "of each hundred games".to_owned(),
        y_range: Some((0.0, 100.0)),
        series: all,
        notes: ["band: a tenth to", "nine tenths of our runs"]
            .map(str::to_owned)
            .into(),
        ..Bands::default()
    });
    picture.svg()
}

/// The quality of the tables after 10,000 games: losses to perfect play and to the best opponent in percent,
/// and the number of tables that never lose if only the most frequent beads are played.
fn quality(rule: &str, runs: u64) -> (Mean, Mean, usize) {
    let preset = preset(rule).expect("a preset");
    let ground = Ground::new(GAME).expect("a small game");
    let evaluation = Evaluation::on(&ground, Layout::from(&preset));
    let found: Vec<_> = (0..runs)
        .into_par_iter()
        .map(|run| {
            let run = training(rule, Learners::First).numbered(run);
            let mut run = run.begin().unwrap();
            run.play(100);
            let table = run.table(Side::First).expect("it learns");
            let read = |greedy: bool| {
                evaluation.evaluate(Side::First, &mut |key, beads| {
                    let found = table.get(key).map(|matchbox| matchbox.beads);
                    beads.clear();
                    beads.extend(found.iter().flatten());
                    let most = beads.iter().copied().max().unwrap_or(0);
                    if greedy {
                        for n in beads.iter_mut() {
                            *n *= u64::from(*n == most);
                        }
                    }
                    found.is_some()
                })
            };
            let drawn = read(false);
            let never_loses = read(true).worst_case_loss == 0;
            (drawn.perfect[2], drawn.worst_case_loss, never_loses)
        })
        .collect();
    let percent = |of: &dyn Fn(&(u64, u64, bool)) -> u64| {
        Mean::of(found.iter().map(|f| (float(of(f)), 1e10)))
    };
    let never_lose = found.iter().filter(|f| f.2).count();
    (percent(&|f| f.0), percent(&|f| f.1), never_lose)
}

/// The row of a rule: how many points of each published run are below, within and above its band.
fn places_row(rule: &str, spreads: &[Spread; 2], published: &[Published]) -> String {
    let place = |run: &Published| {
        let seat = usize::from(run.learners == Learners::Second);
        places(&spreads[seat], &run.points)
    };
    let found: Vec<[usize; 3]> = published.iter().map(place).collect();
    let all: usize = found.iter().flatten().sum();
    let within: usize = found.iter().map(|run| run[1]).sum();
    let cells = found.iter();
    let cells = cells.map(|[below, within, above]| format!(" {below}, {within}, {above} |"));
    let cells: String = cells.collect();
    format!("| {rule} |{cells} {within} of {all} |\n")
}

const PAGE: &str = "docs/records/michie-1963.md";

/// A page shows the figures of the paper next to our runs; the short form plays the rule of the pictures, and the other rules
/// that the whole form compares it with on a few runs.
#[test]
fn the_page_of_1963_is_up_to_date() {
    let published = published();
    let both = |rule: &&str| [Learners::First, Learners::Second].map(|l| spread(rule, l));
    let of_pictures = both(&RULES[0]);
    for (learners, spread) in [Learners::First, Learners::Second].iter().zip(&of_pictures) {
        for (curve, (name, _)) in CURVES.iter().enumerate() {
            let picture = picture(spread, *learners, curve, &published);
            let file = format!("docs/records/michie-1963-{learners}-{name}.svg");
            is_current(&file, &picture);
        }
    }
    if !is_whole() {
        has(PAGE, &figures(&of_pictures, &published));
        has(PAGE, &places_row(RULES[0], &of_pictures, &published));
        check_never_lose([0, 3].map(|i| quality(RULES[i], FEW).2), FEW);
        return;
    }
    let spreads = RULES.each_ref().map(both);
    let rows = RULES.iter().zip(&spreads);
    let rows: String = rows
        .map(|(rule, spreads)| places_row(rule, spreads, &published))
        .collect();
    let mut inside = (0, 0);
    for counts in spreads[0].iter().flatten().flatten() {
        let (low, high) = (quantile(counts, 1), quantile(counts, 9));
        inside.0 += counts.iter().filter(|n| (low..=high).contains(*n)).count() as u64;
        inside.1 += counts.len() as u64;
    }
    let picked = RULES.map(|rule| picked(rule, &spreads, &published));
    let mut chances = String::new();
    for (rule, picked) in RULES.iter().zip(picked) {
        let cells: String = picked.iter().map(|n| format!(" {n:.0} % |")).collect();
        chances += &format!("| {rule} |{cells}\n");
    }
    let qualities: Vec<_> = RULES.iter().map(|rule| quality(rule, RUNS)).collect();
    let never_lose: String = RULES
        .iter()
        .zip(&qualities)
        .map(|(rule, (perfect, worst, n))| {
            format!("| {rule} | {perfect} | {worst} | {n} of {RUNS} |\n")
        })
        .collect();
    let page = format!(
        include_str!("michie_1963.md"),
        runs = RUNS,
        figures = figures(&spreads[0], &published),
        expected = 100.0 * float(inside.0) / float(inside.1),
        places = rows,
        fours = FOURS,
        chances = chances,
        verdict = VERDICT,
        never_lose = never_lose,
        finding = FINDING,
    );
    is_current(PAGE, &page);
    // The claims in the text of the page.
    for (own, picked) in picked.iter().enumerate() {
        let is_own_last = own == 3;
        let first_is_most = picked.iter().all(|&n| n <= picked[0]);
        assert_eq!(first_is_most, !is_own_last, "{picked:?}");
        assert_eq!(picked[3] >= 70.0, is_own_last, "{picked:?}");
        assert!(is_own_last || picked[3] <= 20.0, "{picked:?}");
    }
    check_never_lose([0, 3].map(|i| qualities[i].2), RUNS);
}

/// What the page says of the numbers of these runs that never lose, of the first rule and of the last.
fn check_never_lose([first, last]: [usize; 2], runs: u64) {
    assert!(
        last as u64 == runs && first as u64 * 4 < runs * 3,
        "how many never lose"
    );
}

const VERDICT: &str = "\
More of the published points are between the deciles of `michie-1963-odds` than between those of any other reading.
But four runs cannot tell the first three readings apart: whichever of them they are of, `michie-1963-odds` is picked most
often. Only `odds-own-last` stands out: it is picked for most fours of its own and for few of the others, and it learns
too fast for figure 8. Run 1 of figure 7 is behind under every reading, with a bad sixth hundred.";

const FINDING: &str = "\
The only difference between the first rule and the last is where the count of a lost game starts, and
with this one change it never loses: the move that let the opponent win is never made again.";
