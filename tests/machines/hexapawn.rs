//! Gardner's rule `her` on hexapawn, the game it was made for.

use matchboxes::arena::{Evaluation, Ground};
use matchboxes::game::Side;
use matchboxes::games::{Hexapawn, parse};
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::learn::{Evaluator as _, Layout, Learners, Training, preset};
use matchboxes::roster;
use rayon::prelude::*;

use super::{Mean, RUNS, float};

/// The numbers of games after which the machines are evaluated; a set has 10 games.
const GAMES: [u64; 6] = [10, 20, 30, 50, 100, 200];
const OPPONENTS: [&str; 2] = ["random", "perfect:quickest"];

/// The number of positions of the second side up to mirror images, each with one box.
pub(super) fn boxes() -> usize {
    let game = Hexapawn::new(3, 3).expect("a board");
    let graph = Graph::complete(game, Merging::Full, Budget::EXACT, "a page").expect("small");
    let has_box = |node: &matchboxes::graph::Node| {
        graph.outcome(*node).is_none() && graph.side(*node) == Side::Second
    };
    graph.nodes().filter(has_box).count()
}

/// The rows of the page: the machines after each number of games against each opponent.
pub(super) fn rows() -> String {
    let rows: Vec<String> = OPPONENTS.par_iter().map(|name| against(name)).collect();
    rows.concat()
}

fn against(opponent: &str) -> String {
    let game = parse("hexapawn").expect("a board");
    let rule = preset("her").expect("a preset");
    let side = Side::Second;
    assert_eq!(rule.learner, Some(Learners::Second));
    let ground = Ground::new(game.clone()).expect("a small game");
    let evaluation = Evaluation::on(&ground, Layout::from(&rule));
    let played_by = roster::opponent(&game, opponent, side.other()).expect("an opponent");
    let training = Training::new(game, rule)
        .learners(Learners::Second)
        .opponent(opponent, played_by)
        .games_per_set(10);
    let mut group = training.begin_group(0..RUNS).unwrap();
    let (mut rows, mut before) = (String::new(), String::new());
    let mut sets = 0;
    for games in GAMES {
        while 10 * sets < games {
            group.play_set();
            sets += 1;
        }
        let last = |count: fn(&matchboxes::learn::Record) -> u64| {
            let runs = group.histories().map(|history| count(&history.last(1)));
            Mean::of(runs.map(|n| (100.0 * float(n), 10.0)))
        };
        let (won, resigned) = (
            last(|record| record.results.second_wins),
            last(|record| record.resigned[1]),
        );
        let mut boxes = Vec::new();
        let mut worst = Vec::new();
        for (run, _) in (0..RUNS).enumerate() {
            let mut met = 0;
            let exact = evaluation.evaluate(side, &mut |key, beads| {
                let found = group.beads(run, side, key);
                let is_met = found.is_some();
                met += u64::from(is_met);
                *beads = found.unwrap_or_default();
                is_met
            });
            boxes.push(met);
            worst.push(exact.worst_case_loss);
        }
        let sound = worst.iter().filter(|worst| **worst == 0).count();
        let cells = format!(
            "{won} | {resigned} | {} | {} | {sound}",
            Mean::of(boxes.iter().map(|n| (float(*n), 1.0))),
            Mean::of(worst.iter().map(|n| (float(*n), 1e10))),
        );
        if cells != before {
            rows += &format!("| `{opponent}` | {games} | {cells} |\n");
        }
        before = cells;
    }
    rows
}
