//! Exact chances against sampled games and against plain recursion over the rules.

use std::sync::Arc;

use super::GAME;
use matchboxes::arena::{Chances, Contest, Ground, Tally};
use matchboxes::game::{Game, Outcome, Side};
use matchboxes::games::Nim;
use matchboxes::games::nim::End;
use matchboxes::learn::{Learners, Reader, Reading, Training};
use matchboxes::player::{First, Perfect, Player, Random};

use super::{near, player};
use crate::tools::{rule, weights};

const GAMES: u64 = 10_000;
const SEED: u64 = 1961;

/// The largest deviation of the three counts from their expected values, in standard errors.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn standard_errors(chances: &Chances, tally: &Tally) -> f64 {
    let games = tally.results.games() as f64;
    let pairs = [
        (chances.first_wins, tally.results.first_wins),
        (chances.draws, tally.results.draws),
        (chances.second_wins, tally.results.second_wins),
    ];
    let deviations = pairs.map(|(chance, count)| {
        let off = (count as f64 / games - chance).abs();
        let error = (chance * (1.0 - chance) / games).sqrt();
        if off < 1e-12 { 0.0 } else { off / error }
    });
    deviations.into_iter().fold(0.0, f64::max)
}

/// Plays every pair and compares; returns the number of resigned games.
fn compare<G: Game>(
    game: &G,
    firsts: &[Arc<dyn Player<G>>],
    seconds: &[Arc<dyn Player<G>>],
) -> u64 {
    let ground = Ground::new(game.clone()).unwrap();
    let mut resigned = 0;
    for first in firsts {
        let own = ground.policy(&**first);
        for second in seconds {
            let chances = ground.chances([&own, &ground.policy(&**second)]);
            let tally = Contest::new(game, [&**first, &**second]).sample(GAMES, SEED);
            let deviation = standard_errors(&chances, &tally);
            let name = format!("{}: {} {}", game.name(), first.name(), second.name());
            assert!(
                deviation < 4.0,
                "{name}: {deviation} errors, {chances:?} {tally:?}"
            );
            resigned += tally.resigned[0] + tally.resigned[1];
        }
    }
    resigned
}

/// The tables of a small training as players, one for each way of reading them.
fn tables<G: Game>(game: &G, name: &str, learners: Learners, sets: u64) -> Vec<Arc<dyn Player<G>>> {
    let training = Training::new(game.clone(), rule(name)).learners(learners);
    let mut run = training.games_per_set(50).seed(SEED).begin().unwrap();
    run.play(sets);
    let tables = Side::BOTH.map(|side| run.table(side).map(Arc::new));
    let readings = [Reading::Draw, Reading::Greedy, Reading::Sharpness(3)];
    let players = readings.map(|reading| -> Arc<dyn Player<G>> {
        let name = format!("{learners} {reading:?}");
        Arc::new(Reader::new(name, tables.clone(), reading))
    });
    players.into()
}

#[test]
fn sampled_games_of_tables_and_mixtures_agree() {
    let mixtures = [
        "random",
        "ai13s",
        "mix:0.9*perfect+0.1*random",
        "mix:0.125*ai4+0.7*ai6s+0.175*ai11s:v1",
    ];
    let mixtures = mixtures.map(player);
    let mut resigned = 0;
    for (rule, sets) in [("rote", 40), ("michie-304", 12), ("scroggs", 20)] {
        let firsts = tables(&GAME, rule, Learners::First, sets);
        let seconds = tables(&GAME, rule, Learners::Second, sets);
        let both = tables(&GAME, rule, Learners::Both, sets);
        resigned += compare(&GAME, &firsts, &mixtures);
        resigned += compare(&GAME, &mixtures, &seconds);
        resigned += compare(&GAME, &firsts, &seconds);
        resigned += compare(&GAME, &both, &both);
    }
    assert!(resigned > 1_000, "{resigned} resignations");
}

#[test]
fn sampled_games_of_nim_agree() {
    let game = Nim::new(&[3, 4, 5], End::Misere).unwrap();
    let perfect: Arc<dyn Player<Nim>> = Arc::new(Perfect::new(game.clone()).unwrap());
    let mut players: Vec<Arc<dyn Player<Nim>>> = vec![Arc::new(First), perfect];
    players.extend(tables(&game, "rote", Learners::Both, 10));
    assert!(compare(&game, &players, &players) > 0);
}

/// Chances by plain recursion, without graph, fractions or policies.
fn recursive_chances<G: Game>(
    game: &G,
    players: [&dyn Player<G>; 2],
    at: &G::Position,
) -> [f64; 3] {
    let index = |outcome| match outcome {
        Outcome::Win(side) => side.index() * 2,
        Outcome::Draw => 1,
    };
    let mut chances = [0.0; 3];
    if let Some(outcome) = game.outcome(at) {
        chances[index(outcome)] = 1.0;
        return chances;
    }
    let side = game.side(at);
    let weights = weights(players[side.index()], game, at);
    #[expect(clippy::cast_precision_loss, reason = "a test")]
    let weights: Vec<f64> = weights.iter().map(|&weight| weight as f64).collect();
    let total: f64 = weights.iter().sum();
    if total == 0.0 {
        chances[index(Outcome::Win(side.other()))] = 1.0;
        return chances;
    }
    for (m, weight) in game.moves(at).zip(weights) {
        if weight > 0.0 {
            let after = recursive_chances(game, players, &game.play(at, m));
            for (sum, chance) in chances.iter_mut().zip(after) {
                *sum += weight / total * chance;
            }
        }
    }
    chances
}

#[test]
fn chances_on_the_graph_agree_with_plain_recursion() {
    let game = Nim::new(&[2, 3, 2], End::Misere).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let mut players = tables(&game, "rote", Learners::Both, 4);
    players.push(Arc::new(Random));
    players.push(Arc::new(Perfect::new(game.clone()).unwrap()));
    let mut small = 0;
    for first in &players {
        for second in &players {
            let policies = [&ground.policy(&**first), &ground.policy(&**second)];
            let chances = ground.chances(policies);
            let found = [chances.first_wins, chances.draws, chances.second_wins];
            let expected = recursive_chances(&game, [&**first, &**second], &game.start());
            assert!((0..3).all(|i| near(found[i], expected[i])));
            if let Some(exact) = ground.fractions(policies) {
                let exact = [exact.first_wins, exact.draws, exact.second_wins];
                assert!((0..3).all(|i| near(found[i], exact[i].value())));
                small += 1;
            }
        }
    }
    assert!(small >= 10, "{small} pairs have small fractions");
}
