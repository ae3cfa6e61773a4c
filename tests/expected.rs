//! Tests of expected learning curves: golden figures, sums of chances, and studies as samples of them.

use matchboxes::arena::{Curve, ExpectedCurve, ExpectedGame, Ground, Study};
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Learners, Rule, Training, preset, presets};
use matchboxes::player::Random;
use matchboxes::text::float;
use serde::Deserialize;

use crate::data::rows;
use crate::tools::rule_with;
use crate::whole::whole_or;

#[derive(Deserialize)]
struct Golden {
    game: String,
    rule: String,
    learner: String,
    number: u64,
    won: String,
    defeats: String,
    never_loses: String,
}

#[derive(Deserialize)]
struct Reached {
    game: String,
    rule: String,
    learner: String,
    states: usize,
    last_states: Option<usize>,
    games: Option<f64>,
}

fn curve(game: &str, rule: &str, learner: &str) -> (Ground<AnyGame>, ExpectedCurve) {
    let ground = Ground::new(parse(game).expect("a game")).expect("small");
    let side = Side::named(learner);
    let random = ground.policy(&Random);
    let rule = preset(rule).expect("a rule");
    let curve = ExpectedCurve::new(&ground, &rule, side.expect("a side"), &random);
    (ground, curve.expect("a curve"))
}

/// Whether the figure is the golden one, rounded or cut off after as many decimals.
fn agrees(figure: f64, golden: &str) -> bool {
    let decimals = golden.split_once('.').map_or(0, |(_, after)| after.len());
    let least = 10.0_f64.powi(-i32::try_from(decimals).expect("few"));
    let golden: f64 = golden.parse().expect("a number");
    (figure - golden).abs() < least
}

#[test]
fn curves_have_the_golden_figures() {
    let golden: Vec<Golden> = rows("expected.csv");
    let machine = |row: &Golden| [row.game.clone(), row.rule.clone(), row.learner.clone()];
    for rows in golden.chunk_by(|one, other| machine(one) == machine(other)) {
        let [game, rule, learner] = machine(&rows[0]);
        let (_, mut curve) = curve(&game, &rule, &learner);
        for row in rows {
            let mut found = curve.next_game().expect("few states");
            while found.game < row.number {
                found = curve.next_game().expect("few states");
            }
            assert_eq!(found.game, row.number);
            for (figure, golden) in [
                (found.won, &row.won),
                (found.defeats, &row.defeats),
                (found.never_loses, &row.never_loses),
            ] {
                let is_right = golden.is_empty() || agrees(figure, golden);
                let place = format!("{game} {rule} {learner}, game {}", row.number);
                assert!(is_right, "{place}: {figure} instead of {golden}");
            }
        }
    }
}

#[test]
fn machines_that_only_lose_beads_have_the_golden_number_of_states() {
    for row in rows::<Reached>("expected-states.csv") {
        let (_, mut curve) = curve(&row.game, &row.rule, &row.learner);
        let until = curve.until_never_loses().expect("few states");
        println!("{} {until:?}", row.game);
        assert_eq!(until.states, row.states, "{}", row.game);
        if let Some(last) = row.last_states {
            assert_eq!(until.last_states, last, "{}", row.game);
        }
        if let Some(golden) = row.games {
            let games = until.games.expect("certain");
            assert!((games - golden).abs() < 1e-5, "{}: {games}", row.game);
        }
    }
}

/// Rules of machines that play on at an empty box, or to which a draw is worth more on one side.
fn elsewhere() -> [Rule; 3] {
    [
        rule_with("her", "name = 'any-move'; empty = 'any-move'"),
        rule_with("rote", "name = 'any-move-alone'; empty = 'any-move'"),
        rule_with("michie-304", "name = 'by-side'; draw-second = '+3 all'"),
    ]
}

/// The chances of each game sum to 1, and the results of many runs agree with them; the short form has one game for each rule
/// in turn, the whole form all with more runs.
#[test]
fn runs_of_every_rule_are_samples_of_its_curve() {
    let (games, runs) = whole_or((6, 1_500), (4, 400));
    let mut compared = 0;
    let on = [
        ("nim:3,2:take=2", Learners::First),
        ("nim:4:take=3:misere", Learners::Second),
        ("hexapawn", Learners::First),
    ];
    for (number, rule) in presets().into_iter().chain(elsewhere()).enumerate() {
        let step = whole_or(1, 3);
        for (name, learners) in on.into_iter().skip(number % step).step_by(step) {
            let game = parse(name).expect("a game");
            let ground = Ground::new(game.clone()).expect("small");
            let random = ground.policy(&Random);
            let side = learners.sides().next().expect("a learner");
            let Ok(mut curve) = ExpectedCurve::new(&ground, &rule, side, &random) else {
                continue;
            };
            curve.most = whole_or(30_000, 6_000);
            let expected = std::iter::from_fn(|| curve.next_game().ok());
            let expected: Vec<ExpectedGame> = expected.take(games).collect();
            let training = Training::new(game, rule.clone()).learners(learners);
            let training = training.games_per_set(1);
            let study = Study::conduct(&training, runs, expected.len() as u64, None, &()).unwrap();
            for (game, point) in expected.iter().zip(&study.points) {
                let sum = game.won + game.drawn + game.lost + game.refused;
                assert!((sum - 1.0).abs() < 1e-12, "{sum}");
                for (chance, curve) in [
                    (game.won, Curve::Wins(side)),
                    (game.drawn, Curve::Draws),
                    (game.lost, Curve::Wins(side.other())),
                    (game.resigned, Curve::Resigned(side)),
                ] {
                    let error = (chance * (1.0 - chance) / float(runs)).sqrt();
                    let share = point.curves[&curve].mean();
                    let is_near = (share - chance).abs() <= 4.5 * error + 1e-12;
                    let (rule, game) = (&rule.name, game.game);
                    assert!(is_near, "{name} {rule} game {game}: {share}, not {chance}");
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} figures");
    assert!(compared > whole_or(600, 200));
}

#[test]
fn rules_with_more_than_beads_are_refused() {
    let ground = Ground::new(parse("hexapawn").expect("a game")).expect("small");
    let random = ground.policy(&Random);
    let refused = |rule: &Rule| {
        let curve = ExpectedCurve::new(&ground, rule, Side::First, &random);
        curve.expect_err("refused").to_string()
    };
    let odds = refused(&preset("michie-1963-odds").expect("a rule"));
    assert!(odds.contains("multiplies odds"), "{odds}");
    for (fields, reason) in [
        ("empty = 'refill'", "refills boxes"),
        ("empty = 'one-bead'", "refills boxes"),
        ("boxes = 'second-meeting'", "second meeting"),
    ] {
        let error = refused(&rule_with("her", fields));
        assert!(error.contains(reason), "{error}");
    }
}

/// A budget of states is a clear end: the games before it are there, and the reason is said.
#[test]
fn a_curve_ends_where_its_states_do() {
    let (_, mut curve) = curve("hexapawn", "michie-304", "first");
    curve.most = 1_000;
    let games = std::iter::from_fn(|| curve.next_game().ok()).count();
    assert!((1..100).contains(&games), "{games}");
    let message = curve.next_game().expect_err("too many states").to_string();
    let s = if games == 1 { "" } else { "s" };
    let known = format!("after {games} game{s} the machine has more than 1,000 states");
    assert_eq!(message, known);
    let adds = curve.until_never_loses().expect_err("it adds beads");
    assert!(adds.to_string().contains("adds beads"), "{adds}");
}
