//! Generates `docs/records/baselines.md` and its pictures: beads beside the value learners of the textbook.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use matchboxes::arena::{Evaluation, Ground, Interval};
use matchboxes::game::Side;
use matchboxes::games::{self, AnyGame};
use matchboxes::learn::decimal::Decimal;
use matchboxes::learn::{
    Beads, Evaluator, Exact, Layout, Learners, Opponent, Reading, Record, Rule, SEED, Schedule,
    SchedulePace, StepSize, Training, Update, preset,
};
use matchboxes::roster;
use matchboxes::text::thousands;
use matchboxes_pictures::plot::{self, Bands, Heading, Series};
use rayon::prelude::*;

use crate::machines::{Mean, float, point, series};
use crate::place::is_current;
use crate::whole::{is_whole, whole_or};

/// Parameters are chosen on the first runs, and the figures are those of the others.
const CHOSEN_ON: u64 = 100;
const RUNS: u64 = 1_000;

/// The points of a curve.
const POINTS: u64 = 25;
/// The runs that one thread plays at once.
const TOGETHER: u64 = 10;

/// A learner under different parameters, each with the words for them.
struct Family {
    name: &'static str,
    candidates: Vec<(String, Rule)>,
}

/// A training task: a game, the side that learns, and its opponent, or the other side's learner.
struct Task {
    title: &'static str,
    file: &'static str,
    game: AnyGame,
    side: Side,
    opponent: Option<&'static str>,
    sets: u64,
    evaluation: Arc<Evaluation>,
}

/// One run: the exact evaluation of the greedy play at each point, and the games of the last tenth.
struct RunResults {
    points: Vec<Exact>,
    end: Record,
}

/// What parameters are chosen by: how soon greedy play never loses, or how often it never loses at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Speed,
    Strength,
}

/// A family with the parameters chosen for a task.
struct Winner {
    name: &'static str,
    parameters: String,
    runs: Vec<RunResults>,
}

fn number(text: &str) -> Decimal {
    Decimal::parse(text).expect("a number")
}

/// The rule whose boxes all learners have: positions with a choice, mirror images merged.
fn common() -> Rule {
    preset("michie-304").expect("a preset")
}

/// The preset's update on these boxes.
fn learning_as(name: &str) -> Rule {
    let Rule { update, .. } = preset(name).expect("a preset");
    Rule { update, ..common() }
}

fn families() -> Vec<Family> {
    let beads = |name: &str, start: Vec<u64>| {
        let says = format!("start = {start:?}");
        let mut rule = learning_as(name);
        if let Update::Beads(Beads { start: own, .. }) = &mut rule.update {
            *own = start;
        }
        (says, rule)
    };
    let falling = Schedule {
        from: number("1"),
        to: Decimal::ZERO,
        pace: SchedulePace::Over(1),
    };
    let explore = |text: &str| match text {
        "from 1 to 0" => falling,
        text => Schedule::constant(number(text)),
    };
    let values = |name: &str, alpha: Option<&str>, epsilon: &str, initial: &str| {
        let mut says = Vec::new();
        let mut rule = learning_as(name);
        if let Update::Values(values) = &mut rule.update {
            if let Some(alpha) = alpha {
                values.alpha = StepSize::Share(Schedule::constant(number(alpha)));
                says.push(format!("alpha = {alpha}"));
            }
            values.epsilon = explore(epsilon);
            values.initial = number(initial);
        }
        let is = if epsilon.starts_with("from") {
            ""
        } else {
            "= "
        };
        says.push(format!("epsilon {is}{epsilon}"));
        says.push(format!("initial = {initial}"));
        (says.join(", "), rule)
    };
    let grid = |name, alphas: &[Option<&str>]| {
        let mut all = Vec::new();
        for &alpha in alphas {
            for epsilon in ["0", "0.1", "0.3", "from 1 to 0"] {
                all.extend(["0", "1"].map(|initial| values(name, alpha, epsilon, initial)));
            }
        }
        all
    };
    let stepped = |name| grid(name, &[Some("0.1"), Some("0.3"), Some("0.5")]);
    let bandits = ["0.2", "0.35", "0.7", "1.4", "2.8"].map(|c| {
        let mut rule = learning_as("ucb");
        if let Update::Values(values) = &mut rule.update {
            values.c = number(c);
        }
        (format!("c = {c}"), rule)
    });
    let started = |name| {
        let starts: [&[u64]; 6] = [&[1], &[2], &[4], &[8], &[16], &[4, 3, 2, 1]];
        starts.map(|start| beads(name, start.to_vec())).to_vec()
    };
    let families = [
        ("beads, Michie's rewards", started("michie-304")),
        ("beads, rote learning", started("rote")),
        ("Q-learning", stepped("q-learning")),
        ("SARSA", stepped("sarsa")),
        ("Monte-Carlo control", grid("monte-carlo", &[None])),
        ("UCB", bandits.to_vec()),
    ];
    families
        .map(|(name, candidates)| Family { name, candidates })
        .into()
}

fn tasks() -> Vec<Task> {
    let games = [
        ("Tic-tac-toe", "tic-tac-toe", Side::First, 50),
        ("Hexapawn", "hexapawn", Side::Second, 10),
        ("Nim with 3, 4 and 5", "nim:3,4,5", Side::First, 20),
    ];
    let mut tasks = Vec::new();
    for (title, name, side, sets) in games {
        let game = games::parse(name).expect("a game");
        let layout = Layout::from(&common());
        let ground = Ground::new(game.clone()).expect("a small game");
        let evaluation = Arc::new(Evaluation::on(&ground, layout));
        let file = name.split(':').next().unwrap_or_default();
        for opponent in [Some("random"), Some("perfect"), None] {
            let (game, evaluation) = (game.clone(), evaluation.clone());
            tasks.push(Task {
                title,
                file,
                game,
                side,
                opponent,
                sets,
                evaluation,
            });
        }
    }
    tasks
}

impl Task {
    fn learners(&self) -> Learners {
        match (self.opponent, self.side) {
            (None, _) => Learners::Both,
            (_, Side::First) => Learners::First,
            (_, Side::Second) => Learners::Second,
        }
    }

    fn opponent(&self) -> Opponent<AnyGame> {
        self.opponent.map_or(Opponent::Nobody, |name| {
            roster::opponent(&self.game, name, self.side.other()).expect("an opponent")
        })
    }

    fn heading(&self) -> String {
        let (title, side) = (self.title, self.side.name());
        match self.opponent {
            Some(name) => format!("{title}: {side} learning from {name} play"),
            None => format!("{title}: {side}, both sides learning from each other"),
        }
    }

    fn picture_name(&self) -> String {
        let from = self.opponent.unwrap_or("itself");
        format!("baselines-{}-{from}.svg", self.file)
    }

    /// Evaluates the greedy play of a learner that gives the weights of the moves of a box.
    fn evaluate(&self, weights: impl Fn(matchboxes::game::Key) -> Option<Vec<u64>>) -> Exact {
        self.evaluation.evaluate(self.side, &mut |key, beads| {
            let found = weights(key);
            let is_met = found.is_some();
            *beads = Reading::Greedy.weights(&found.unwrap_or_default());
            is_met
        })
    }

    /// Plays these runs with this seed, all of them on one thread.
    fn play(&self, rule: &Rule, seed: u64, runs: Range<u64>) -> Vec<RunResults> {
        let each = self.sets / POINTS.min(self.sets);
        let mut rule = rule.clone();
        if let Update::Values(values) = &mut rule.update
            && values.epsilon.from != values.epsilon.to
        {
            values.epsilon.pace = SchedulePace::Over(self.games());
        }
        let training = Training::new(self.game.clone(), rule)
            .learners(self.learners())
            .opponent("random", self.opponent())
            .seed(seed);
        let count = usize::try_from(runs.end - runs.start).expect("a few");
        let mut group = training.begin_group(runs).unwrap();
        let mut points = vec![Vec::new(); count];
        for set in 1..=self.sets {
            group.play_set();
            if set % each == 0 {
                for (run, points) in points.iter_mut().enumerate() {
                    points.push(self.evaluate(|key| group.beads(run, self.side, key)));
                }
            }
        }
        let histories = group.histories();
        let ends = histories.map(|history| history.last(self.sets / 10));
        let both = points.into_iter().zip(ends);
        both.map(|(points, end)| RunResults { points, end })
            .collect()
    }

    /// The same on all threads.
    fn play_all(&self, rule: &Rule, seed: u64, runs: Range<u64>) -> Vec<RunResults> {
        let chunks = (runs.end - runs.start).div_ceil(TOGETHER);
        let chunk = |i| {
            let from = runs.start + i * TOGETHER;
            self.play(rule, seed, from..(from + TOGETHER).min(runs.end))
        };
        let played: Vec<_> = (0..chunks).into_par_iter().map(chunk).collect();
        played.into_iter().flatten().collect()
    }

    const fn games(&self) -> u64 {
        100 * self.sets
    }

    /// The games until greedy play never lost for the first time.
    fn until(&self, run: &RunResults) -> Option<u64> {
        let first = run.points.iter().position(never_loses)?;
        Some((first as u64 + 1) * self.games() / run.points.len() as u64)
    }

    /// The candidates that soonest never lose, and most often at the end; among equals those that lose least
    /// against random play.
    fn winners(&self, family: &Family) -> [Winner; 2] {
        let scores = family.candidates.iter().map(|(_, rule)| {
            let runs = self.play_all(rule, SEED, 0..CHOSEN_ON);
            let games = self.games();
            let soon = runs
                .iter()
                .map(|run| games - self.until(run).unwrap_or(games));
            let on_the_way = runs.iter().flat_map(|run| &run.points).map(not_lost);
            let ends = || runs.iter().filter_map(|run| run.points.last());
            let never_lose = ends().filter(|end| never_loses(end)).count() as u64;
            [
                (soon.sum::<u64>(), on_the_way.sum::<u64>()),
                (never_lose, ends().map(not_lost).sum()),
            ]
        });
        let scores: Vec<[(u64, u64); 2]> = scores.collect();
        [By::Speed, By::Strength].map(|by| {
            let rank = |&i: &usize| (scores[i][by as usize], scores.len() - i);
            let best = (0..scores.len()).max_by_key(rank);
            let (parameters, rule) = &family.candidates[best.expect("some parameters")];
            Winner {
                name: family.name,
                parameters: parameters.clone(),
                runs: self.play_all(rule, SEED, CHOSEN_ON..CHOSEN_ON + RUNS),
            }
        })
    }
}

impl Winner {
    fn mean(&self, of: impl Fn(&RunResults) -> f64) -> Mean {
        Mean::of(self.runs.iter().map(|run| (of(run), 1.0)))
    }

    /// A chance of the greedy play at the end, in percent.
    fn end(&self, of: impl Fn(&Exact) -> u64) -> Mean {
        self.mean(|run| percent(of(run.points.last().expect("a point"))))
    }

    /// How many runs never lose at the end.
    fn never_lose(&self) -> u64 {
        let ends = self.runs.iter().filter_map(|run| run.points.last());
        ends.filter(|end| never_loses(end)).count() as u64
    }

    /// The games until runs never lost for the first time: the median with its interval, and how many never were.
    fn until(&self, task: &Task) -> String {
        let mut games: Vec<u64> = self.runs.iter().filter_map(|run| task.until(run)).collect();
        games.sort_unstable();
        let never = self.runs.len() - games.len();
        let runs = self.runs.len() as u64;
        let at = |rank: Option<u64>| {
            let place = rank.and_then(|rank| usize::try_from(rank).ok());
            let found = place.and_then(|rank| games.get(rank - 1));
            found.map_or_else(|| "never".to_owned(), |&games| thousands(games))
        };
        let [low, high] = Interval::ranks(runs, 0.5, LEVEL);
        let [median, low, high] = [Some(runs.div_ceil(2)), low, high].map(at);
        let whole = if low == "never" {
            low
        } else {
            format!("{median} ({low} to {high})")
        };
        format!("{whole} | {}", share(never as u64, runs))
    }

    /// The row of the one that is chosen by speed.
    fn soonest(&self, task: &Task) -> String {
        let games = self.until(task);
        format!("| {} | {} | {games} |\n", self.name, self.parameters)
    }

    /// The row of the one that is chosen by strength.
    fn strongest(&self, side: Side) -> String {
        let explored = Mean::of(self.runs.iter().map(|run| {
            let results = &run.end.results;
            let games = float(results.games().max(1));
            (100.0 * float(results.not_lost(side)), games)
        }));
        format!(
            "| {} | {} | {} | {} | {explored} |\n",
            self.name,
            self.parameters,
            share(self.never_lose(), self.runs.len() as u64),
            self.end(not_lost),
        )
    }

    fn series(&self, games: u64) -> Series {
        let count = self.runs[0].points.len();
        let points = (0..count).map(|i| {
            let Mean { mean, error } = self.mean(|run| percent(not_lost(&run.points[i])));
            let [low, high] = [-2.0, 2.0].map(|n| (mean + n * error).clamp(0.0, 100.0));
            let games = games * (i as u64 + 1) / count as u64;
            point(float(games), [low, mean, high])
        });
        series(self.name, points)
    }
}

const fn never_loses(exact: &Exact) -> bool {
    exact.worst_case_loss == 0
}

/// The chance not to lose against random play.
const fn not_lost(exact: &Exact) -> u64 {
    exact.random[0] + exact.random[1]
}

fn percent(chance: u64) -> f64 {
    float(chance) * 1e-10
}

const LEVEL: f64 = 0.95;

/// The interval of the share of runs.
fn interval(times: u64, runs: u64, level: f64) -> Interval {
    let values = [(0.0, runs - times), (1.0, times)];
    let values: Vec<_> = values.into_iter().filter(|&(_, times)| times > 0).collect();
    Interval::of_mean(&values, [0.0, 1.0], level)
}

/// A share of the runs in percent, with its interval.
fn share(times: u64, runs: u64) -> String {
    let Interval { low, high } = interval(times, runs, LEVEL);
    let [share, low, high] = [float(times) / float(runs), low, high].map(|x| 100.0 * x);
    format!("{share:.1} ({low:.1} to {high:.1})")
}

fn picture(task: &Task, winners: &[&Winner]) -> String {
    let games = task.games();
    let [runs, each] = [RUNS, games].map(thousands);
    let picture = plot::panels(&Bands {
        heading: Heading::new(
            task.heading(),
            format!("{runs} runs of {each} games, seed {SEED}"),
        ),
        x_label: "games".to_owned(),
        y_label: "greedy: not lost against random (%)".to_owned(),
        series: winners.iter().map(|w| w.series(games)).collect(),
        band_note: "band: the mean with two standard errors on each side".to_owned(),
        ..Bands::default()
    });
    picture.svg()
}

/// The page and its pictures: `MENACE_BLESS=1` writes them.
#[test]
#[ignore = "takes half an hour"]
fn the_page_of_baselines_is_up_to_date() {
    let (tasks, families) = (tasks(), families());
    let mut sections = String::new();
    for task in &tasks {
        let winners = families.iter().map(|family| task.winners(family));
        let winners: Vec<[Winner; 2]> = winners.collect();
        let all = || winners.iter();
        let soonest: String = all().map(|[soonest, _]| soonest.soonest(task)).collect();
        let strongest = all().map(|[_, strongest]| strongest.strongest(task.side));
        let strongest: String = strongest.collect();
        sections += &format!(
            "## {}\n\nAfter {} games. {SOONEST}{soonest}\n{STRONGEST}{strongest}\n![{}]({})\n\n",
            task.heading(),
            thousands(task.games()),
            task.heading(),
            task.picture_name(),
        );
        let shown: Vec<&Winner> = winners.iter().map(|[_, strongest]| strongest).collect();
        let file = format!("docs/records/{}", task.picture_name());
        is_current(&file, picture(task, &shown));
    }
    let page = format!(
        include_str!("baselines/page.md"),
        chosen_on = CHOSEN_ON,
        last_chosen = CHOSEN_ON - 1,
        last = thousands(CHOSEN_ON + RUNS - 1),
        runs = thousands(RUNS),
        seed = SEED,
        other = SEED + 1,
        sections = sections.trim_end(),
    );
    is_current("docs/records/baselines.md", page);
}

const SOONEST: &str = "\
Chosen for never losing soonest:

| learner | parameters | games | never (%) |
|---|---|---|---|
";

const STRONGEST: &str = "\
Chosen for never losing at the end:

| learner | parameters | never loses (%) | greedy (%) | learning (%) |
|---|---|---|---|---|
";

/// A row of the page: its task, its learner, what it was chosen by, and its first share of runs in percent.
struct Said {
    task: usize,
    family: usize,
    by: By,
    parameters: String,
    share: f64,
}

impl Said {
    /// What was trained: rows that were chosen by different figures can share it.
    fn training(&self) -> (usize, usize, String) {
        (self.task, self.family, self.parameters.clone())
    }
}

/// The rows of the page in its order.
fn said(tasks: &[Task], families: &[Family]) -> Vec<Said> {
    let page = include_str!("../docs/records/baselines.md");
    let mut said = Vec::new();
    let (mut task, mut by) = (None, By::Speed);
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            task = tasks.iter().position(|task| task.heading() == heading);
        }
        if line.starts_with("Chosen for never losing at") {
            by = By::Strength;
        } else if line.contains("Chosen for never losing soonest") {
            by = By::Speed;
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let named = |name: &&str| families.iter().position(|family| family.name == *name);
        let family = cells.get(1).and_then(named);
        if let (Some(task), Some(family)) = (task, family) {
            let place = if by == By::Speed { 4 } else { 3 };
            let number = cells[place].split(' ').next().expect("a share");
            said.push(Said {
                task,
                family,
                by,
                parameters: cells[2].to_owned(),
                share: number.parse::<f64>().expect("a number") / 100.0,
            });
        }
    }
    said
}

/// What the page says, tried on runs of another seed: each share of runs could be that of these, and the claims hold for
/// the page's own shares. The short form plays what every third row was trained as, the whole form more runs of all, enough
/// to try the claims on these.
#[test]
fn the_page_of_baselines_holds_on_other_runs() {
    let runs = whole_or(0..40, 0..10);
    let tried_on = runs.end - runs.start;
    let (tasks, families) = (tasks(), families());
    let said = said(&tasks, &families);
    assert_eq!(said.len(), 2 * tasks.len() * families.len());
    let mut shares = vec![vec![0.0; families.len()]; tasks.len()];
    let kinds = said.iter().step_by(whole_or(1, 3)).map(Said::training);
    let kinds: BTreeSet<_> = kinds.collect();
    let play = |kind: (usize, usize, String)| {
        let mut known = families[kind.1].candidates.iter();
        let (_, rule) = known
            .find(|(says, _)| *says == kind.2)
            .expect("known parameters");
        let played = tasks[kind.0].play(rule, SEED + 1, runs.clone());
        (kind, played)
    };
    let played: BTreeMap<_, _> = kinds.into_par_iter().map(play).collect();
    for row in &said {
        if row.by == By::Strength {
            shares[row.task][row.family] = row.share;
        }
        let Some(played) = played.get(&row.training()) else {
            continue;
        };
        let is_it = |run: &&RunResults| match row.by {
            By::Speed => tasks[row.task].until(run).is_none(),
            By::Strength => run.points.last().is_some_and(never_loses),
        };
        let times = played.iter().filter(is_it).count() as u64;
        // A hundred such intervals: one in ten thousand may be wrong by chance.
        let found = interval(times, tried_on, 0.9999);
        let (task, family) = (tasks[row.task].heading(), families[row.family].name);
        let is_likely = (found.low..=found.high).contains(&row.share);
        let said = row.share;
        assert!(
            is_likely,
            "{task}, {family}: {times} of {tried_on}, not {said}"
        );
        if is_whole() && row.by == By::Strength {
            shares[row.task][row.family] = float(times) / float(tried_on);
        }
    }
    check_claims(&shares);
}

/// The claims in the text of the page, by the shares of runs that never lose at the end; tasks and learners are in
/// the order of the page.
fn check_claims(shares: &[Vec<f64>]) {
    let all = |tasks: &[usize], learners: &[usize], is_it: &dyn Fn(f64) -> bool| {
        for &task in tasks {
            for &learner in learners {
                let share = shares[task][learner];
                assert!(is_it(share), "task {task}, learner {learner}: {share}");
            }
        }
    };
    // Tic-tac-toe from random play, from perfect play, and of both sides.
    all(&[0], &[2, 3, 4, 5], &|share| share > 0.95);
    all(&[0], &[1], &|share| share > 0.85);
    all(&[0], &[0], &|share| (0.5..0.95).contains(&share));
    all(&[1], &[0, 1, 2, 3, 4, 5], &|share| share == 0.0);
    // Hexapawn.
    all(&[3, 4, 5], &[2, 3, 4, 5], &|share| share > 0.95);
    // Nim from random play, from perfect play, and of both sides.
    all(&[6], &[1], &|share| (0.5..0.95).contains(&share));
    all(&[6], &[2, 3], &|share| (0.05..0.5).contains(&share));
    all(&[6], &[0, 4, 5], &|share| share == 0.0);
    all(&[7], &[1, 2, 3, 4, 5], &|share| share > 0.95);
    all(&[7], &[0], &|share| share < 0.05);
    all(&[8], &[2, 3, 5], &|share| share > 0.95);
    all(&[8], &[0, 1, 4], &|share| share < 0.6);
}
