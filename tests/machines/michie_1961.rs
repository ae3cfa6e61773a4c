//! `docs/records/michie-1961.md` and its pictures: the score of the machine of 1961 next to our runs of its
//! tournament, for each way to read its rule.

use matchboxes::game::{Game as _, Side};
use matchboxes::learn::{Empty, Rule, SEED, Training, preset};
use matchboxes::player::tictactoe::script;
use matchboxes::roster;
use matchboxes::text::thousands;
use matchboxes_pictures::plot::{self, Bands, Heading, Point};

use super::{GAME, Mean, float, has, point, series};
use crate::place::is_current;
use crate::whole::{is_whole, whole_or};

const RUNS: u64 = 5_000;

/// His machine's score at the end, and how far from his points a run may be to count as near.
const HIS: i64 = script::PUBLISHED[script::PUBLISHED.len() - 1].1;
const NEAR: u64 = 30;

/// The last games, which some machines resign one and all.
const LAST: u64 = 10;

/// The runs of one reading of the rule.
struct Reading {
    name: String,
    /// The score of each run after each game.
    scores: Vec<Vec<i64>>,
    /// The numbers of runs that resign the last games, and of those whose opening box then holds most beads
    /// for a corner, an edge and the centre.
    given_up: u64,
    openings: [u64; 3],
}

/// The place of the reading that refills an empty box.
const REFILL: usize = 4;

/// The rule as its preset has it, with other answers to what the paper of 1963 leaves open: what a machine
/// does at an empty box, and which positions have a box.
fn readings() -> Vec<(String, Rule)> {
    use Empty::{KeepFirst, KeepLast, Refill, Refuse, Resign};
    let rule = preset(script::RULE).expect("a preset");
    let own = [Resign, Refuse, KeepFirst, KeepLast, Refill].map(|empty| {
        let rule = rule.clone();
        Rule { empty, ..rule }
    });
    let other = preset("michie-304").expect("a preset");
    let all = own.into_iter().chain([other]);
    let name = |rule: &Rule| format!("`{}`, empty box: `{}`", rule.name, rule.empty);
    all.map(|rule| (name(&rule), rule)).collect()
}

fn play((name, rule): (String, Rule)) -> Reading {
    let training = Training::new(GAME, rule)
        .opponent(
            script::NAME,
            roster::opponent(&GAME, script::NAME, Side::Second).expect("an opponent"),
        )
        .games_per_set(1);
    let mut group = training.begin_group(0..RUNS).unwrap();
    let mut scores = vec![vec![0]; usize::try_from(RUNS).expect("some thousands")];
    let mut resigned = vec![0; scores.len()];
    for game in 0..script::GAMES {
        group.play_set();
        for ((scores, resigned), record) in scores.iter_mut().zip(&mut resigned).zip(group.latest())
        {
            scores.push(scores.last().expect("zero at first") + record.score(Side::First));
            if game >= script::GAMES - LAST {
                *resigned += record.resigned[0] + record.refused();
            }
        }
    }
    let opening = GAME.key(&GAME.start());
    let mut openings = [0; 3];
    for run in (0..scores.len()).filter(|&run| resigned[run] < LAST) {
        let beads = group
            .beads(run, Side::First, opening)
            .expect("it has opened");
        let beads: [u64; 3] = beads.try_into().expect("corner, edge and centre");
        let most = (0..3).max_by_key(|&i| beads[i]).expect("three");
        openings[most] += 1;
    }
    Reading {
        name,
        given_up: resigned.iter().filter(|&&n| n == LAST).count() as u64,
        scores,
        openings,
    }
}

impl Reading {
    /// The scores of all runs after this number of games, in ascending order.
    fn after(&self, games: u64) -> Vec<i64> {
        let game = usize::try_from(games).expect("at most 220");
        let mut scores: Vec<i64> = self.scores.iter().map(|run| run[game]).collect();
        scores.sort_unstable();
        scores
    }

    fn end(&self) -> Vec<i64> {
        self.after(script::GAMES)
    }

    /// The number of runs that are near his at every point of his curve.
    fn near(&self) -> u64 {
        let near = |run: &&Vec<i64>| {
            script::PUBLISHED.iter().all(|&(games, his)| {
                let game = usize::try_from(games).expect("at most 220");
                run[game].abs_diff(his) <= NEAR
            })
        };
        self.scores.iter().filter(near).count() as u64
    }

    fn row(&self) -> String {
        let end = self.end();
        let counted = |of: fn(&&i64) -> bool| end.iter().filter(of).count() as u64;
        let [corner, edge, centre] = self.openings.map(share);
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            self.name,
            share(counted(|score| **score >= HIS)),
            share(counted(|score| **score < 0)),
            share(self.near()),
            median(&end),
            share(self.given_up),
            corner,
            centre,
            edge,
        )
    }
}

/// The percentage that these runs are of all, with its standard error.
fn share(runs: u64) -> Mean {
    let outcomes = (0..RUNS).map(|run| (if run < runs { 100.0 } else { 0.0 }, 1.0));
    Mean::of(outcomes)
}

/// The value that a share of the runs does not exceed.
fn quantile(sorted: &[i64], share: f64) -> i64 {
    let place = (share * float(sorted.len() as u64)).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most the number of runs"
    )]
    let place = (place as usize).clamp(1, sorted.len());
    sorted[place - 1]
}

/// The median and its 95 % interval from order statistics (Conover, Practical Nonparametric Statistics, 1999,
/// section 3.2), with the normal approximation to the binomial ranks.
fn median(sorted: &[i64]) -> String {
    let half = 1.96 * 0.5 / float(sorted.len() as u64).sqrt();
    let [low, middle, high] = [0.5 - half, 0.5, 0.5 + half].map(|at| quantile(sorted, at));
    format!("{middle} ({low} to {high})")
}

#[expect(clippy::cast_precision_loss, reason = "scores of hundreds")]
fn signed(score: i64) -> f64 {
    score as f64
}

/// The table of the curve: his points, and the scores of our runs after the same games.
fn curve(reading: &Reading) -> String {
    let rows = script::PUBLISHED.iter().skip(1).map(|&(games, his)| {
        let scores = reading.after(games);
        let mean = Mean::of(scores.iter().map(|&score| (signed(score), 1.0)));
        let below = scores.iter().filter(|&&score| score < his).count() as u64;
        format!(
            "| {games} | {his} | {mean} | {} | {} to {} | {} |\n",
            median(&scores),
            quantile(&scores, 0.1),
            quantile(&scores, 0.9),
            share(below),
        )
    });
    rows.collect()
}

fn flat(x: f64, y: f64) -> Point {
    point(x, [y; 3])
}

fn score_picture(reading: &Reading) -> String {
    let middle = (0..=script::GAMES).map(|games| {
        let scores = reading.after(games);
        let band = [0.1, 0.5, 0.9].map(|at| signed(quantile(&scores, at)));
        point(float(games), band)
    });
    let his = script::PUBLISHED.iter();
    let his = his.map(|&(games, score)| flat(float(games), signed(score)));
    let all = vec![
        series("median of our runs", middle),
        series("1961, read from a figure", his),
    ];
    let picture = plot::bands(&Bands {
        heading: Heading::new(
            "The tournament of 1961",
            format!("{} runs of michie-1961, seed {SEED}", thousands(RUNS)),
        ),
        x_label: "games".to_owned(),
        y_label: "3 x wins + draws - losses".to_owned(),
        series: all,
        notes: vec!["band: a tenth to nine tenths of our runs".to_owned()],
        ..Bands::default()
    });
    picture.svg()
}

/// The share of the runs of each reading that end at a score or below it.
fn end_picture(readings: &[Reading]) -> String {
    let ends = readings.iter().map(|reading| {
        let end = reading.end();
        let points = (0..=200).map(|i| {
            let at = f64::from(i) / 200.0;
            flat(signed(quantile(&end, at)), 100.0 * at)
        });
        let name = reading.name.replace('`', "").replace("empty box: ", "");
        series(name, points)
    });
    let his = series("1961", [0.0, 100.0].map(|y| flat(signed(HIS), y)));
    let picture = plot::bands(&Bands {
        heading: Heading::new(
            "Where the tournament of 1961 ends",
            format!("{} runs of each reading, seed {SEED}", thousands(RUNS)),
        ),
        x_label: "score after 220 games".to_owned(),
        y_label: "runs that end there or below (%)".to_owned(),
        x_range: Some((-250.0, 350.0)),
        y_range: Some((0.0, 100.0)),
        series: ends.chain([his]).collect(),
        ..Bands::default()
    });
    picture.svg()
}

const PAGE: &str = "docs/records/michie-1961.md";

/// A page shows the tournament as our machines play it; the short form plays the first reading of the rule, the whole form
/// all of them.
#[test]
fn the_page_of_1961_is_up_to_date() {
    let readings: Vec<Reading> = readings()
        .into_iter()
        .take(whole_or(usize::MAX, 1))
        .map(play)
        .collect();
    let first = &readings[0];
    let rows: String = readings.iter().map(Reading::row).collect();
    is_current("docs/records/michie-1961-score.svg", score_picture(first));
    assert!(
        readings.iter().all(|r| r.near() * 5 < RUNS),
        "no reading makes his course likely"
    );
    assert!(first.openings[2] > 5 * first.openings[0], "the centre");
    if !is_whole() {
        has(PAGE, &(curve(first) + &rows));
        return;
    }
    let lucky = first.scores[0].last().expect("220 games");
    let page = format!(
        include_str!("michie_1961.md"),
        runs = thousands(RUNS),
        seed = SEED,
        his = HIS,
        near = NEAR,
        last = LAST,
        curve = curve(first),
        readings = rows,
        lucky = lucky,
        resigns_near = share(first.near()),
        refills_near = share(readings[REFILL].near()),
        above_lucky = share(first.end().iter().filter(|score| *score >= lucky).count() as u64),
    );
    is_current(PAGE, page);
    is_current("docs/records/michie-1961-end.svg", end_picture(&readings));
    let nearest = (0..readings.len()).max_by_key(|&i| readings[i].near());
    assert_eq!(nearest, Some(REFILL));
}
