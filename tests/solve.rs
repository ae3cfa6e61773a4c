//! `menace solve`, `menace tree` and searches as players, run through the program; and the page and the
//! pictures made with them.

use matchboxes::game::Game;
use matchboxes::games::parse;
use matchboxes::search::minimax_nodes;
use serde_json::{Value, json};

#[path = "solve/page.rs"]
mod page;
#[path = "solve/pictures.rs"]
mod pictures;
#[path = "solve/rote.rs"]
mod rote;

use crate::data::rows;
use crate::place::{Place, Text as _};

/// The values of these keys.
fn of(found: &Value, keys: &str) -> Value {
    keys.split(' ').map(|key| found[key].clone()).collect()
}

/// What plain minimax will visit is estimated well enough to say how long it takes: tic-tac-toe has 549,946 nodes, and Othello
/// and connect four to a depth have the sum of their perft numbers.
#[test]
fn the_size_of_a_tree_is_estimated() {
    for (name, depth, nodes) in [
        ("tic-tac-toe", None, 549_946.0),
        ("othello", Some(8), 455_221.0),
        ("connect-four", Some(6), 137_257.0),
    ] {
        let game = parse(name).unwrap();
        let estimate = minimax_nodes(&game, &game.start(), depth);
        let error = (estimate / nodes - 1.0).abs();
        assert!(error < 0.1, "{name}: {estimate}");
        let again = minimax_nodes(&game, &game.start(), depth);
        assert_eq!(estimate.to_bits(), again.to_bits());
    }
}

/// A number that others have counted: the game, the moves, how mirror images count, what is counted, and how much.
type Counted = (String, Option<u64>, String, String, u64);

#[test]
fn games_and_positions_are_as_many_as_others_have_counted() {
    let place = Place::new();
    let known: Vec<Counted> = rows("counts.csv");
    for game in known.chunk_by(|one, other| one.0 == other.0) {
        let name = &game[0].0;
        let limit = ["", "--depth 8"][usize::from(name == "connect-four")];
        let found = place.json(&format!("solve --counts --json --game {name} {limit}"));
        assert_eq!(found["whole"], limit.is_empty());
        for (_, ply, images, figure, number) in game {
            let row = found["counts"].as_array().unwrap().iter();
            let is_it = |row: &&Value| row["ply"] == json!(ply) && row["mirror_images"] == **images;
            let row = row.clone().find(is_it).unwrap();
            assert_eq!(row[figure], *number, "{name} {ply:?} {images} {figure}");
        }
    }
    // A position that occurs after several numbers of moves is one position.
    let text = place.ok("solve --counts --csv - --game nim:2");
    assert!(text.contains("\n,apart,4,1,0,1,1,0,1\n"), "{text}");
}

/// What does not fit is left out by whole numbers of moves, and said first.
#[test]
fn a_count_of_games_keeps_its_limits() {
    let place = Place::new();
    let text = place.ok("solve --counts --entries 30000 --game connect-four --csv counts");
    let line = "0 games, of at most 6 moves: longer ones do not fit into memory (--entries)";
    assert!(text.contains(line), "{text}");
    let written = place.text("counts/counts.csv");
    assert!(written.contains("6,apart,16422,0,0,0,0,0,0"), "{written}");
    assert!(!written.contains("7,apart"), "{written}");
    let text = place.ok("solve --counts --game nim:99");
    assert!(text.contains("longer ones are more than"), "{text}");
}

/// Who says that these are all the best moves has all of them, also where a win at once is seen before anything else.
#[test]
fn all_best_moves_are_all() {
    let place = Place::new();
    for position in ["OO./XX./...", "XX./OO./...", "X.O/.O./X..", "XO./XO./..."] {
        let of = |search: &str| {
            let line = format!("solve --json --position {position} -a {search}");
            of(&place.json(&line), "best all_best")
        };
        let all = of("minimax");
        assert_eq!(all[1], json!(true));
        let searches = "alphabeta alphabeta-soft pvs negamax negaalpha sss mt-sss dual mtdf id:mtdf id:pvs id:alphabeta";
        for search in searches.split(' ') {
            let found = of(search);
            let is_one = found[1] != json!(true) && found[0].as_array().unwrap().len() == 1;
            assert!(is_one || found == all, "{position} {search}: {found}");
        }
    }
}

#[test]
fn every_move_is_listed_with_its_value_and_length() {
    let place = Place::new();
    let at = "--position .X./.O./OXX --json";
    let explained = place.json(&format!("explain first {at}"));
    let known = |found: &Value| -> Vec<Value> {
        let moves = found["moves"].as_array().unwrap().iter();
        moves.map(|each| of(each, "move result distance")).collect()
    };
    for search in ["solve", "alphabeta", "id:pvs", "mtdf", "best"] {
        let found = place.json(&format!("solve --all -a {search} {at}"));
        assert_eq!(known(&found), known(&explained), "{search}");
        assert_eq!(of(&found, "value best"), json!([1, ["c1"]]));
    }
    let game = "--game connect-four --position ......./......./......./XO...../XO...../XO.....";
    let text = place.ok(&format!("solve --all --depth 4 {game}"));
    for known in [
        "a 1 wins in 1 exact",
        "b 0 to depth 4",
        "g -1 loses in 2 exact",
    ] {
        let mut lines = text.lines().filter(|line| line.starts_with(&known[..2]));
        let words: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        assert_eq!(words.join(" "), known);
    }
    let line = "solve --all --game connect-four --nodes 3000 --algorithm id:pvs --json";
    let stopped = place.json(line);
    let moves = stopped["moves"].as_array().unwrap().iter();
    let depths = moves.map(|each| each["depth_limit"].as_u64().unwrap());
    let mut depths: Vec<u64> = depths.collect();
    depths.sort_unstable();
    assert!(depths.len() == 7 && depths[6] - depths[0] <= 1, "{stopped}");
}

#[test]
fn many_positions_are_searched_in_one_process() {
    let place = Place::new();
    let lines =
        "# moves, a board, numbers\na1 b2 c3\n\nXO./.X./O..\n1 0 0 0 -1 0 0 0 0\nxoxoxooxb\n";
    std::fs::write(place.at("many"), lines).unwrap();
    let table = place.ok("solve --positions many");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 5, "{table}");
    let head = "number,position,value,result,distance,best,status";
    assert!(rows[0].starts_with(head), "{table}");
    assert!(rows[2].starts_with("4,XO./.X./O..,1,win,"), "{table}");
    let text = place.ok("solve --positions many --json");
    for (row, line) in rows[1..].iter().zip(text.lines()) {
        let one: Value = serde_json::from_str(line).unwrap();
        let at = one["position"].as_str().unwrap();
        let alone = place.json(&format!("solve --json --position {at}"));
        let keys = "format command position value result best nodes";
        assert_eq!(of(&one, keys), of(&alone, keys));
        let begins = format!("{},{at},{}", one["number"], one["value"]);
        assert!(row.starts_with(&begins), "{row}");
    }
    std::fs::write(place.at("many"), "a1\na1a1\n").unwrap();
    let refused = place.run("solve --positions many");
    assert!(refused.err.contains("many, line 2"));
    // A position with a blank in it.
    let search = "solve --game othello:4 -a pvs:eval=discs,table=10 --json";
    let found = place.json(&format!("{search} --position '-----OX--XO----- X'"));
    assert_eq!(found["value"], -8);
}

/// Published scores in the lines of a file: Pons's of connect four, discs of Othello, and a wrong one.
#[test]
fn scores_of_a_file_are_checked() {
    let place = Place::new();
    let pons = "solve --game connect-four --positions pons --scores pons --first-best";
    let endings = "45461667 11\n121212,18\n";
    std::fs::write(place.at("pons"), endings).unwrap();
    let ran = place.run(pons);
    assert!(ran.code == Some(0) && ran.err == "2 of 2 scores right\n");
    let ends = [",nodes,known,score,right", ",11,11,true", ",18,18,true"];
    for (row, end) in ran.out.lines().zip(ends) {
        assert!(row.ends_with(end), "{row}");
    }
    assert_eq!(ran.out.lines().count(), 3);

    std::fs::write(place.at("discs"), "-----OX--XO----- X; b1:-8; a2:-8\n").unwrap();
    let othello = "solve --game othello:4 --positions discs --scores value";
    let ran = place.run(&format!("{othello} --json -a best:eval=discs"));
    assert_eq!(ran.code, Some(0));
    let told = of(&ran.json(), "known score right");
    assert_eq!(told, json!([-8, -8, true]));

    std::fs::write(place.at("pons"), format!("{endings}121212 -3\n")).unwrap();
    let told = "2 of 3 scores right, 1 wrong, 0 not proved";
    place.run(pons).fails(1, &[told]);
    std::fs::write(place.at("pons"), "4455\n").unwrap();
    let told = place.run(pons).err;
    let form = "pons, line 1: write a position and its score";
    assert!(told.contains(form), "{told}");
}

/// The code of a refusal, the command, and words of the refusal.
const NO_FILE: &str = "\
1 solve --game connect-four:4x3 -a pvs:database=d => is for connect-four:4x4
1 solve --game connect-four:4x4 -a pvs:database=b => not an endgame database
1 match pvs:depth=1,book=d random --game connect-four:4x4 => not an opening book
2 solve -a pvs:book=b => unknown option `book`
1 solve --database b => holds something else
2 solve --database x --book ./x --force => the same file
1 solve --database x --entries 100 => more than 100 positions
2 solve --force => --book
2 solve --game othello:4 -a pvs:eval=discs,database=o => leave out `database`
2 solve -a solve --depth 3 => cannot stop at depth 3
2 solve -a sss:entries=10 => more than 10
2 tree -a solve => keeps no tree
2 match minimax random --game connect-four => too large";

#[test]
fn a_database_and_a_book_are_made_and_used() {
    let place = Place::new();
    let game = "--game connect-four:4x4";
    let solve = format!("solve {game}");
    let files = "--database d --within 8 --book b --moves 4";
    place.ok(&format!("{solve} {files}"));
    let bytes = [place.bytes("d"), place.bytes("b")];
    let again = place.json(&format!("solve {game} --database d --within 8 --json"));
    assert_eq!(of(&again, "value distance"), json!([0, 16]));
    assert_eq!(again["files"][0]["bytes"], bytes[0].len());
    assert_eq!(bytes, [place.bytes("d"), place.bytes("b")]);
    let nodes = |search: &str| {
        let found = place.json(&format!("solve {game} --json --first-best -a {search}"));
        let expected = json!([0, true, 16]);
        assert_eq!(of(&found, "value whole depth"), expected);
        found["nodes"].as_u64().unwrap()
    };
    assert!(nodes("pvs:table=16,database=d") < nodes("pvs:table=16"));
    let player = "pvs:depth=1,book=b";
    place.does(&format!(
        "match {player} random {game} --games 20 => {player}"
    ));
    place.ok("solve --game othello:4 --database o --within 2");
    place.refuses(NO_FILE);
    place.ok("solve --database b --force");
    let mut cut = bytes[0].clone();
    cut.pop();
    std::fs::write(place.at("d"), cut).unwrap();
    let line = format!("solve {game} -a pvs:database=d");
    place.run(&line).fails(1, &["d: cut short"]);
}

#[test]
fn searches_play_by_their_names() {
    let place = Place::new();
    let drawn = |first: &str, second: &str| {
        let found = place.json(&format!("match {first} {second} --exact --json"));
        found["matches"][0]["draws"].as_f64().unwrap()
    };
    for search in ["minimax", "alphabeta:ties=all", "pvs:table=10", "solve"] {
        assert!((drawn(search, "perfect") - 1.0).abs() < 1e-12, "{search}");
        assert!((drawn("perfect", search) - 1.0).abs() < 1e-12, "{search}");
    }
    let mixed = drawn("mix:0.5*alphabeta:depth=9+0.5*perfect", "perfect");
    assert!((mixed - 1.0).abs() < 1e-12);
    place.does(
        "
        solve --algorithm minimax --depth 3 --nodes 5 => value unknown (cut short;
        list players => alphabeta:depth=4 | id:pvs:nodes=10000 | mcts:playouts=1000
        tournament alphabeta:depth=2 minimax random --json
        match pvs:depth=3,eval=lines,order=centre random --game connect-four --games 4
        match pvs:depth=2,eval=pawns,order=captures random --game hexapawn --exact
        match alphabeta:depth=2,eval=discs,passes=free random --game othello:4 --games 10
        ",
    );
    // A search as the opponent of a training, and the trained model as the evaluation of another search.
    place.run("train --opponent alphabeta:depth=2 --sets 3 --plots none");
    let names = place.files();
    let model = names.iter().find(|name| name.ends_with(".menace"));
    let model = model.expect("a model").clone();
    let with_model = format!("alphabeta:depth=1,eval={model}");
    place.ok(&format!("match {with_model} random --exact"));
    place.does(&format!(
        "1 match {with_model} random --game nim:3,4 => tic-tac-toe"
    ));
}

/// The record of a game that no chance decides has no seed.
#[test]
fn two_deterministic_players_play_one_game() {
    let place = Place::new();
    let text = place.ok("match mcts:playouts=20 first --show 5 --games 50 --record g.txt");
    let games = place.text("g.txt");
    let head = "menace games 1\ngame tic-tac-toe\nfirst mcts:playouts=20\nsecond first\n";
    assert!(games.starts_with(head), "{games}");
    games.lacks(["seed"]);
    let game = games.lines().last().unwrap();
    assert!(text.ends_with(&format!("\n1. {game}\n")), "{text}");
    assert_eq!(games.lines().count(), 6, "{games}");
}

#[test]
fn a_tree_shows_windows_values_and_cuts() {
    let place = Place::new();
    let tree = place.json("tree --game split-nim:7 --format json");
    let visits = tree["visits"].as_array().unwrap();
    let cut = visits.iter().filter(|node| node["state"] == "cut").count();
    assert_eq!((visits.len(), cut), (21, 2));
    assert_eq!(of(&visits[0], "alpha beta"), json!([null, null]));
    let dot = place.ok("tree --game split-nim:7 --format dot");
    assert!(dot.starts_with("digraph") && dot.matches("->").count() == 20);
    assert_eq!(dot.matches("style=dashed").count(), 4);
    let svg = place.ok("tree --format svg");
    assert!(svg.matches("<rect").count() < 100);
}
