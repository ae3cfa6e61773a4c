//! Generates `docs/baselines.md` and its pictures: beads beside the textbook's learners of values.

use std::sync::Arc;

use matchboxes::arena::Evaluation;
use matchboxes::decimal::Decimal;
use matchboxes::game::Side;
use matchboxes::games::{self, AnyGame};
use matchboxes::learn::{
    Beads, Evaluator, Exact, Layout, Learners, Opponent, Reading, Record, Rule, SEED, Schedule,
    StepSize, Training, Update, preset,
};
use matchboxes::roster;
use matchboxes::text::thousands;
use matchboxes_pictures::plot::{self, Bands, Point, Series};
use rayon::prelude::*;

use crate::machines::{Mean, check, float};

/// Parameters are chosen on the first runs, and the figures are those of the others.
const CHOSEN_ON: u64 = 10;
const RUNS: u64 = 30;

/// The points of a curve.
const POINTS: u64 = 20;

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
        games: 1,
    };
    let explore = |text: Option<&str>| text.map_or(falling, |n| Schedule::constant(number(n)));
    let values = |name: &str, alpha: Option<&str>, epsilon: Option<&str>| {
        let mut says = Vec::new();
        let mut rule = learning_as(name);
        if let Update::Values(values) = &mut rule.update {
            if let Some(alpha) = alpha {
                values.alpha = StepSize::Share(Schedule::constant(number(alpha)));
                says.push(format!("alpha = {alpha}"));
            }
            values.epsilon = explore(epsilon);
        }
        says.push(epsilon.map_or("epsilon from 1 to 0".to_owned(), |n| {
            format!("epsilon = {n}")
        }));
        (says.join(", "), rule)
    };
    let stepped = |name| {
        let alphas = [Some("0.1"), Some("0.3")];
        let each = alphas.map(|alpha| [Some("0.1"), None].map(|eps| values(name, alpha, eps)));
        each.concat()
    };
    let bandits = ["0.35", "0.7", "1.4", "2.8"].map(|c| {
        let mut rule = learning_as("ucb");
        if let Update::Values(values) = &mut rule.update {
            values.c = number(c);
        }
        (format!("c = {c}"), rule)
    });
    let carlo = [Some("0.05"), Some("0.1"), Some("0.3"), None];
    vec![
        Family {
            name: "beads, Michie's rewards",
            candidates: [vec![2], vec![4], vec![8], vec![4, 3, 2, 1]]
                .map(|start| beads("michie-304", start))
                .into(),
        },
        Family {
            name: "beads, rote learning",
            candidates: [vec![1], vec![2], vec![4], vec![8]]
                .map(|start| beads("rote", start))
                .into(),
        },
        Family {
            name: "Q-learning",
            candidates: stepped("q-learning"),
        },
        Family {
            name: "SARSA",
            candidates: stepped("sarsa"),
        },
        Family {
            name: "Monte-Carlo control",
            candidates: carlo
                .map(|epsilon| values("monte-carlo", None, epsilon))
                .into(),
        },
        Family {
            name: "UCB",
            candidates: bandits.into(),
        },
    ]
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
        let evaluation = Arc::new(Evaluation::new(game.clone(), layout).expect("a small game"));
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

    fn says(&self) -> String {
        match self.opponent {
            Some(name) => format!("{} learning from {name} play", self.side.name()),
            None => format!("{}, both sides learning from each other", self.side.name()),
        }
    }

    fn picture_name(&self) -> String {
        format!(
            "baselines-{}-{}.svg",
            self.file,
            self.opponent.unwrap_or("itself")
        )
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

    fn play(&self, rule: &Rule, run: u64) -> RunResults {
        let each = self.sets / POINTS.min(self.sets);
        let mut rule = rule.clone();
        if let Update::Values(values) = &mut rule.update
            && values.epsilon.from != values.epsilon.to
        {
            values.epsilon.games = 100 * self.sets;
        }
        let training = Training {
            learners: self.learners(),
            opponent: self.opponent(),
            ..Training::new(self.game.clone(), rule)
        };
        let mut group = training.begin_group(run..run + 1);
        let mut points = Vec::new();
        for set in 1..=self.sets {
            group.play_set();
            if set % each == 0 {
                points.push(self.evaluate(|key| group.beads(0, self.side, key)));
            }
        }
        let end = group.histories().next().expect("a run");
        let end = end.last(self.sets / 10);
        RunResults { points, end }
    }

    /// The candidate whose greedy play loses least against random play, on average over the training.
    fn winner(&self, family: &Family) -> Winner {
        let by_score = |(_, rule): &&(String, Rule)| {
            let runs = (0..CHOSEN_ON).map(|run| self.play(rule, run));
            runs.map(|run| run.points.iter().map(not_lost).sum::<u64>())
                .sum::<u64>()
        };
        let scores: Vec<u64> = family.candidates.iter().map(|c| by_score(&c)).collect();
        let best = (0..scores.len())
            .max_by_key(|&i| (scores[i], scores.len() - i))
            .expect("some parameters");
        let (parameters, rule) = &family.candidates[best];
        let runs = CHOSEN_ON..CHOSEN_ON + RUNS;
        Winner {
            name: family.name,
            parameters: parameters.clone(),
            runs: runs.map(|run| self.play(rule, run)).collect(),
        }
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

    /// The games that greedy play does not lose against random play, on average over the training: the more, the
    /// sooner it is learnt.
    fn speed(&self) -> Mean {
        self.mean(|run| {
            let points = run.points.iter().map(|point| percent(not_lost(point)));
            points.sum::<f64>() / float(run.points.len() as u64)
        })
    }

    fn row(&self, side: Side) -> String {
        let explored = Mean::of(self.runs.iter().map(|run| {
            let results = &run.end.results;
            (
                100.0 * float(results.not_lost(side)),
                float(results.games().max(1)),
            )
        }));
        format!(
            "| {} | {} | {explored} | {} | {} | {} |\n",
            self.name,
            self.parameters,
            self.speed(),
            self.end(not_lost),
            self.end(|exact| CERTAIN.saturating_sub(exact.worst_loss)),
        )
    }

    fn series(&self, games: u64) -> Series {
        let count = self.runs[0].points.len();
        let points = (0..count).map(|i| {
            let Mean { mean, error } = self.mean(|run| percent(not_lost(&run.points[i])));
            Point {
                x: float(games * (i as u64 + 1) / count as u64),
                low: (mean - 2.0 * error).max(0.0),
                mid: mean,
                high: (mean + 2.0 * error).min(100.0),
            }
        });
        Series {
            name: self.name.to_owned(),
            points: points.collect(),
            ..Series::default()
        }
    }
}

/// A certain event in the figures of [`Exact`].
const CERTAIN: u64 = 1_000_000_000_000;

/// The chance not to lose against random play.
const fn not_lost(exact: &Exact) -> u64 {
    exact.random[0] + exact.random[1]
}

fn percent(chance: u64) -> f64 {
    float(chance) * 1e-10
}

fn picture(task: &Task, winners: &[Winner]) -> String {
    let games = 100 * task.sets;
    let picture = plot::panels(&Bands {
        title: format!("{}: {}", task.title, task.says()),
        subtitle: format!("{RUNS} runs of {} games, seed {SEED}", thousands(games)),
        x_label: "games".to_owned(),
        y_label: "greedy: not lost against random (%)".to_owned(),
        series: winners.iter().map(|w| w.series(games)).collect(),
        band_note: "band: the mean with two standard errors on each side".to_owned(),
        ..Bands::default()
    });
    picture.svg()
}

#[test]
fn the_page_of_baselines_is_up_to_date() {
    let (tasks, families) = (tasks(), families());
    let pairs: Vec<(usize, usize)> = (0..tasks.len())
        .flat_map(|task| (0..families.len()).map(move |family| (task, family)))
        .collect();
    let mut winners: Vec<Winner> = pairs
        .par_iter()
        .map(|&(task, family)| tasks[task].winner(&families[family]))
        .collect();
    let mut sections = String::new();
    let mut all = Vec::new();
    for task in &tasks {
        let rest = winners.split_off(families.len());
        let own = std::mem::replace(&mut winners, rest);
        let rows: String = own.iter().map(|winner| winner.row(task.side)).collect();
        let games = thousands(100 * task.sets);
        sections += &format!(
            "## {}: {}\n\nAfter {games} games.\n\n{HEAD}{rows}\n![{}, {}]({})\n\n",
            task.title,
            task.says(),
            task.title,
            task.says(),
            task.picture_name(),
        );
        check(&task.picture_name(), &picture(task, &own));
        all.push(own);
    }
    let page = format!(
        include_str!("baselines/page.md"),
        chosen_on = CHOSEN_ON,
        last_chosen = CHOSEN_ON - 1,
        last = CHOSEN_ON + RUNS - 1,
        runs = RUNS,
        seed = SEED,
        sections = sections.trim_end(),
    );
    check("baselines.md", &page);
    check_claims(&all);
}

/// The claims in the text of the page; tasks and learners are in the order of the page.
fn check_claims(all: &[Vec<Winner>]) {
    let unbeatable = |task: usize, learner: usize| {
        let mean = all[task][learner].end(|exact| CERTAIN.saturating_sub(exact.worst_loss));
        mean.mean
    };
    let strength = |task: usize, learner: usize| all[task][learner].end(not_lost).mean;
    let values = 2..6;
    // Nim from random play.
    assert!(unbeatable(6, 1) > 50.0 && values.clone().all(|i| unbeatable(6, i) < 1.0));
    // Tic-tac-toe from random play.
    assert!(unbeatable(0, 1) > 99.9 && values.clone().all(|i| unbeatable(0, i) > 75.0));
    // Self-play in nim.
    assert!([2, 3, 5].into_iter().all(|i| unbeatable(8, i) > 99.9));
    assert!([0, 1, 4].into_iter().all(|i| unbeatable(8, i) < 75.0));
    // Michie's rewards in tic-tac-toe, and from perfect play.
    assert!((0..3).all(|task| {
        values
            .clone()
            .all(|i| strength(task, 0) < strength(task, i))
    }));
    assert!(strength(1, 0) < 50.0 && strength(7, 0) < 1.0);
    // Perfect play in tic-tac-toe.
    assert!((0..6).all(|i| unbeatable(1, i) < 50.0));
    // Hexapawn.
    assert!((3..6).all(|task| (0..6).all(|i| strength(task, i) > 99.0)));
}

const HEAD: &str = "\
| learner | parameters chosen | not lost while exploring, last tenth (%) | greedy: not lost against random, mean of the training (%) | the same at the end (%) | greedy: not lost against the best opponent (%) |
|---|---|---|---|---|---|
";
