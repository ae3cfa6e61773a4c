//! The contents of the box at a position: `show`, `explain` and `export` agree, under every rule, for boxes
//! met and for boxes never met.

use matchboxes::error::{Error, Mismatch};
use matchboxes::game::{Game, Side};
use matchboxes::games::{End, Nim, TicTacToe};
use matchboxes::learn::{
    Empty, Layout, Learners, Matchbox, Reading, Rule, Table, Training, baselines, preset, presets,
};
use matchboxes::store::{self, BoxView, Model};
use matchboxes::text::{float, thousands};
use serde_json::Value;

use crate::place::{Place, Text as _};
use crate::tools::{rule_with, weights};
use crate::whole::whole_or;

/// A model of ten games, trained on the side that the rule is meant for, and on this one if it is meant for none.
fn trained<G: Game + 'static>(game: G, rule: &Rule, learners: Learners) -> Model {
    let learners = rule.learner.unwrap_or(learners);
    let training = Training::new(game, rule.clone()).learners(learners);
    let mut run = training.games_per_set(10).seed(5).begin().unwrap();
    run.play(1);
    Model::from_run(&run)
}

/// The unfinished positions after at most three moves, each with its ply, in order of ply.
fn positions<G: Game>(game: &G) -> Vec<(G::Position, u16)> {
    let mut all = vec![(game.start(), 0)];
    let mut next = 0;
    while let Some(&(at, ply)) = all.get(next) {
        for m in game.moves(&at) {
            let after = game.play(&at, m);
            let new = all.iter().rev().all(|&(other, _)| other != after);
            if new && game.outcome(&after).is_none() && ply < 3 {
                all.push((after, ply + 1));
            }
        }
        next += 1;
    }
    all
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// The rows of the exported boxes of a position: the moves of each colour, and its beads or its value.
fn exported(csv: &str, position: &str) -> Vec<(String, String)> {
    let rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    rows.filter(|row| row[0] == position)
        .map(|row| (row[3].to_owned(), row[4].to_owned()))
        .collect()
}

/// Compares the three commands with each other and with the library at one position.
fn agree<G: Game + 'static>(place: &Place, game: &G, model: &Model, at: &G::Position, csv: &str) {
    let text = game.write_position(at);
    let rule = &model.rule().name;
    let view = BoxView::at(game, model, at).unwrap();
    let shown = place.json(&format!("show m.menace -p '{text}' --json"));
    let shown = &shown["boxes"][0];
    assert_eq!(shown["met"], view.met, "{rule} {text}");
    assert_eq!(number(&shown["total"]), view.total(), "{rule} {text}");
    let colours = shown["colours"].as_array().unwrap();
    assert_eq!(colours.len(), view.colours.len());
    let sum: u64 = colours.iter().map(|colour| number(&colour["beads"])).sum();
    assert_eq!(sum, view.total(), "{rule} {text}: each colour once");

    let rows = exported(csv, &text);
    if !rows.is_empty() {
        let found = colours.iter().map(|colour| {
            let moves = colour["moves"].as_str().unwrap().to_owned();
            let value = colour["value"].as_f64().map(|value| value.to_string());
            (moves, value.unwrap_or_else(|| colour["beads"].to_string()))
        });
        assert_eq!(found.collect::<Vec<_>>(), rows, "{rule} {text}");
    }

    let explain = format!("explain m.menace --position '{text}'");
    let explained = place.json(&format!("{explain} --json --game {}", model.game()));
    assert_eq!(explained["met"], view.met, "{rule} {text}");
    let player = model.player(game, Reading::Draw).unwrap();
    let weights = weights(&player, game, at);
    let in_order = explained["moves"].as_array().unwrap();
    assert_eq!(in_order.len(), view.moves().len());
    for (i, (m, colour)) in view.moves().into_iter().enumerate() {
        let entry = &in_order[i];
        assert_eq!(entry["move"], game.write_move(m));
        assert_eq!(number(&entry["beads"]), colour.beads, "{rule} {text}");
        assert_eq!(number(&shown["beads"][game.write_move(m)]), colour.beads);
        let value = colour.value.map(f64::from);
        assert_eq!(entry["value"].as_f64(), value, "{rule} {text}");
        assert_eq!(value.is_some(), model.rule().values().is_some());
        assert_eq!(number(&entry["weight"]), weights[i], "{rule} {text}");
        let chance = entry["chance"].as_f64().unwrap() - view.chance(colour);
        assert!(chance.abs() < 1e-12, "{rule} {text}");
    }

    let words = place.ok(&format!("show m.menace -p '{text}'"));
    let shared = words.contains("Moves that are mirror images share");
    assert_eq!(shared, view.is_shared(), "{words}");
    assert_eq!(words.contains("never met"), !view.met, "{words}");
    let picture = place.ok(&format!("plot m.menace --position '{text}' --plots svg"));
    let svg = place.text(picture.trim());
    let drawn = percentages(&svg);
    let is_empty = view.met && view.total() == 0;
    let has_all = drawn.len() >= view.moves().len();
    assert!(is_empty || has_all, "{rule} {text}");
    let drawn = view.moves().into_iter().zip(drawn);
    for ((_, colour), (from, to)) in drawn.filter(|_| !is_empty) {
        let chance = 100.0 * view.chance(colour);
        assert!((from..=to).contains(&chance), "{rule} {text}: {chance}");
    }
    let total = match view.colours[0].value.filter(|_| view.met) {
        Some(value) => format!(">{value}<"),
        None if view.met => format!(">{} in all<", beads(view.total())),
        None => ">Not met yet: ".to_owned(),
    };
    assert!(is_empty || svg.contains(&total), "{rule} {text} {total}");
    if model.game() == "tic-tac-toe" {
        let why = place.ok(&explain);
        assert_eq!(why.contains("never met"), !view.met, "{why}");
    }
}

/// The percentages of a picture in order, each as the range of values that it may stand for.
fn percentages(svg: &str) -> Vec<(f64, f64)> {
    let texts = svg.split(['<', '>']);
    let read = |text: &str| match text {
        "&lt;0.1" => (0.0, 0.1),
        "&gt;99" => (99.5, 100.0),
        text => {
            let half = if text.contains('.') { 0.05001 } else { 0.50001 };
            let value: f64 = text.parse().unwrap();
            (value - half, value + half)
        }
    };
    let texts = texts.filter_map(|text| text.strip_suffix('%'));
    texts.map(read).collect()
}

/// This number of beads, written as in the pictures.
fn beads(total: u64) -> String {
    match total {
        1_000_000.. => format!("{:.2e} beads", float(total)),
        _ => format!("{} beads", thousands(total)),
    }
}

/// Checks boxes that were met and one that was not.
fn all_agree<G: Game + 'static>(game: &G, rule: &Rule, learners: Learners) {
    let place = Place::new();
    let model = trained(game.clone(), rule, learners);
    store::write(&place.at("m.menace"), &model).unwrap();
    let csv = place.ok("export m.menace --table");
    let first = |command: &str| place.json(&format!("{command} m.menace --json"));
    let shown = &first("show")["boxes"][0]["position"];
    assert_eq!(first("explain")["position"], *shown);
    let layout = model.layout();
    let mut unmet = 0;
    for (at, ply) in positions(game) {
        let side = game.side(&at);
        let Some(table) = &model.tables[side.index()] else {
            continue;
        };
        if !layout.has_box(game, &at) {
            continue;
        }
        let met = table.get(layout.place(game, &at).key).is_some();
        if met && ply < 2 && unmet == 0 {
            agree(&place, game, &model, &at, &csv);
        }
        if !met && unmet == 0 {
            unmet += 1;
            let view = BoxView::at(game, &model, &at).unwrap();
            assert_eq!((view.met, view.ply), (false, Some(ply)));
            let new = rule.start_beads(ply, view.colours.len());
            assert!(view.colours.iter().all(|colour| colour.beads == new));
            agree(&place, game, &model, &at, &csv);
        }
    }
    assert_eq!(unmet, 1, "{}: ten games do not meet every box", rule.name);
}

/// All commands agree about a box under every rule, of one side and the other in turn; the short form asks them under every
/// third one.
#[test]
fn all_commands_agree_about_a_box() {
    let rules = presets().into_iter().chain(baselines());
    let learners = [Learners::First, Learners::Second].into_iter().cycle();
    for (rule, learners) in rules.step_by(whole_or(1, 3)).zip(learners) {
        all_agree(&TicTacToe, &rule, learners);
    }
    let nim = Nim::new(&[3, 4, 5], End::Normal).unwrap();
    all_agree(&nim, &preset("rote").unwrap(), Learners::First);
}

/// An empty box is shown as it plays.
#[test]
fn all_commands_agree_about_an_empty_box() {
    for (empty, says) in [
        (Empty::Resign, "it resigns"),
        (Empty::AnyMove, "it plays any move"),
        (
            Empty::OneBead,
            "it gets one bead of a random colour when it is needed",
        ),
    ] {
        let place = Place::new();
        let rule = rule_with("michie-304", &format!("empty = '{empty}'"));
        let mut model = trained(TicTacToe, &rule, Learners::First);
        let table = model.tables[0].as_mut().unwrap();
        let at = TicTacToe.start();
        let matchbox = table.get(TicTacToe.key(&at)).unwrap();
        let beads = vec![0; matchbox.beads.len()];
        table.insert(TicTacToe.key(&at), Matchbox { beads, ..matchbox });
        store::write(&place.at("m.menace"), &model).unwrap();
        let csv = place.ok("export m.menace --table");
        agree(&place, &TicTacToe, &model, &at, &csv);
        place.does(&format!("show m.menace -p .../.../... => empty: {says}"));
        let explained = place.ok("explain m.menace --position .../.../...");
        assert_eq!(explained.contains("it resigns"), empty == Empty::Resign);
        let line = place.ok("prove m.menace --json");
        let resigns = line.contains("\"resigns\": true");
        assert_eq!(resigns, empty == Empty::Resign, "{line}");
    }
}

/// An opening box filled by hand has 24 beads in three colours, not 63 in nine.
#[test]
fn beads_of_mirror_images_count_once() {
    let mut model = trained(TicTacToe, &preset("michie-304").unwrap(), Learners::First);
    let start = TicTacToe.start();
    let key = TicTacToe.key(&start);
    let table = model.tables[0].as_mut().unwrap();
    let mut opening = table.get(key).unwrap().clone();
    opening.beads = vec![8, 5, 11];
    table.insert(key, opening);
    let view = BoxView::at(&TicTacToe, &model, &start).unwrap();
    assert_eq!((view.total(), view.is_shared()), (24, true));
    let centre = &view.colours[2];
    assert_eq!(centre.moves, [TicTacToe.read_move("b2").unwrap()]);
    assert!((view.chance(centre) - 11.0 / 24.0).abs() < 1e-15);
    assert!((view.chance(&view.colours[0]) - 8.0 / 24.0 / 4.0).abs() < 1e-15);
    let nim = Nim::new(&[3, 4, 5], End::Normal).unwrap();
    let other = model.player(&nim, Reading::Greedy).err();
    let other = other.expect("a model plays its own game only");
    let is_mismatch = matches!(other, Error::Mismatch(Mismatch::Other(_)));
    assert!(is_mismatch, "{other}");
}

/// A position too deep for the search for its ply is shown with the beads of the last stage.
#[test]
fn a_box_whose_ply_is_not_found_is_shown_nevertheless() {
    let game = Nim::new(&[9, 9, 9, 9, 9], End::Normal).unwrap();
    let rule = preset("michie-304").unwrap();
    let mut model = trained(game.clone(), &rule, Learners::First);
    model.tables[0] = Some(Table::new(Side::First, Layout::from(&rule)));
    let at = game.read_position("1 1 1 0 0 first").unwrap();
    let view = BoxView::at(&game, &model, &at).unwrap();
    assert_eq!((view.met, view.ply), (false, None));
    let last = *rule.beads().unwrap().start.last().unwrap();
    assert!(view.colours.iter().all(|colour| colour.beads == last));
}

/// What is said of each move adds up to what is said of the player, by the chances of the moves.
#[test]
fn the_moves_of_an_explanation_add_up_to_the_player() {
    let place = Place::new();
    place.ok("train --sets 5 --out m.menace --plots none -q");
    for (player, game) in [
        ("m.menace", "tic-tac-toe"),
        ("ai12s", "tic-tac-toe"),
        ("random", "hexapawn"),
    ] {
        let explained = place.json(&format!("explain {player} --game {game} --json"));
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        for opponent in ["random", "perfect"] {
            let line = format!("match {player} {opponent} --game {game} --exact --json");
            let played = &place.json(&line)["matches"][0];
            for (end, all) in [
                ("won", "first_wins"),
                ("drawn", "draws"),
                ("lost", "second_wins"),
            ] {
                let moves = explained["moves"].as_array().unwrap().iter();
                let parts =
                    moves.map(|m| number(&m["chance"]) * number(&m[format!("{opponent}_{end}")]));
                let difference = parts.sum::<f64>() - number(&played[all]);
                assert!(difference.abs() < 1e-9, "{player} {opponent} {end}");
            }
        }
    }
    // The last move of a game has its result.
    let last = place.json("explain first --position XX.OO.... --json");
    let mut moves = last["moves"].as_array().unwrap().iter();
    let wins = moves.find(|m| m["move"] == "c1").unwrap();
    assert_eq!(wins["perfect_won"], 1.0);
}

/// A match that begins at the position after a move is what the explanation says of that move.
#[test]
fn a_match_begins_at_its_position() {
    let place = Place::new();
    place.ok("train --sets 5 --out m.menace --plots none -q");
    let explained = place.json("explain m.menace --json");
    for m in explained["moves"].as_array().unwrap() {
        let name = m["move"].as_str().unwrap();
        for opponent in ["random", "perfect"] {
            let of = |how: &str| {
                let line = format!("match m.menace {opponent} --position {name} {how} --json");
                place.json(&line)["matches"][0].clone()
            };
            let exact = of("--exact");
            let said = m[format!("{opponent}_won")].as_f64().unwrap();
            let found = exact["first_wins"].as_f64().unwrap();
            assert!((said - found).abs() < 1e-12, "{name} {opponent}");
            let sampled = of("--games 2000");
            let share = sampled["first_wins"].as_f64().unwrap() / 2000.0;
            assert!((share - found).abs() < 0.06, "{name} {opponent}");
        }
    }
    // The games that are shown begin there, too.
    let shown = place.ok("match first random --position b2 --games 3 --show 1");
    shown.has(["tic-tac-toe, from .../.X./..., 3 games"]);
    shown.lines().last().unwrap().lacks(["b2"]);
    place.refuses(
        "
        2 match first random --position XXX/OO./... => the game is over there
        2 match first random --position b2 --record games.txt => --record writes games from their start
        ",
    );
}

/// The training of a model is played again to say what its moves led to: every game began with one of them.
#[test]
fn the_moves_of_a_box_have_their_results_in_training() {
    let place = Place::new();
    let games = |explained: &Value| {
        let moves = explained["moves"].as_array().unwrap().iter();
        let ends = ["training_won", "training_drawn", "training_lost"];
        let all = moves.flat_map(|m| ends.map(|end| m[end].as_u64().unwrap()));
        all.sum::<u64>()
    };
    for (training, game) in [
        ("--rule michie-304", "tic-tac-toe"),
        ("--rule rote --opponent perfect", "hexapawn"),
        ("--rule cups --learner shared", "nim:8:take=3"),
        (
            "--rule michie-1961 --opponent michie-1961-script --games-per-set 100",
            "tic-tac-toe",
        ),
    ] {
        let train = format!("train {training} --game {game} --sets 1 --out m.menace");
        place.ok(&format!("{train} --plots none -q --force"));
        let explained = place.json("explain m.menace --json");
        assert!(games(&explained) > 0, "{training}");
        place.does("explain m.menace => played again");
        std::fs::remove_file(place.at("m.menace")).unwrap();
    }
    // By this rule each game moves one bead of the first move in or out, of four to begin with.
    place.ok("train --rule rote --sets 1 --games-per-set 40 --out r.menace --plots none -q");
    let explained = place.json("explain r.menace --json");
    assert_eq!(games(&explained), 40);
    for m in explained["moves"].as_array().unwrap() {
        let won = m["training_won"].as_u64().unwrap();
        assert_eq!(m["beads"].as_u64(), Some(1 + won), "{m}");
    }
    // What cannot be played again as it was has no results.
    place.ok("train --sets 1 --batch 10 --out b.menace --plots none -q");
    place.ok("train --sets 1 --rule q-learning --out v.menace --plots none -q");
    for name in ["b", "v"] {
        let explained = place.json(&format!("explain {name}.menace --json"));
        assert!(explained["moves"][0]["training_won"].is_null(), "{name}");
    }
    assert!(place.ok("explain v.menace").contains("visits"));
    // Nor has one in which the opponent searches for hours, as a file from elsewhere may say.
    let mut model = store::read(&place.at("r.menace")).unwrap();
    model.chapters[0].spec.opponent = "mcts:playouts=1000000".to_owned();
    store::write(&place.at("h.menace"), &model).unwrap();
    assert!(place.json("explain h.menace --json")["moves"][0]["training_won"].is_null());
    // Nor has a training against a model that has learnt since.
    let opponent = "train --learner second --out o.menace --plots none -q --sets";
    place.ok(&format!("{opponent} 1"));
    place.ok("train --sets 2 --opponent o.menace --out a.menace --plots none -q");
    let first = |place: &Place| place.json("explain a.menace --json")["moves"][0].clone();
    assert!(first(&place)["training_won"].is_u64());
    place.ok(&format!("{opponent} 3 --force"));
    assert!(first(&place)["training_won"].is_null());
    // Without a position it is the first box of the side that learnt.
    place.ok("train --sets 1 --learner second --out s.menace --plots none -q");
    assert!(place.ok("explain s.menace").contains("second to move"));
}
