//! Compares searches on small games with counts and values from an independent program.

#[path = "search_games/solved.rs"]
mod solved;

use crate::data::rows;
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move, Verdict};
use matchboxes::games::{self, AnyGame, Othello, Result, TicTacToe};
use matchboxes::graph::{Budget, Graph, Merging, Solved};
use matchboxes::roster;
use matchboxes::search::{
    Algorithm, Offering, Offers, Score, Search, Searcher, Setting, Status, minimal_leaves, parse,
};
use serde::Deserialize;

use crate::search_trees::{ask, find};

#[test]
fn othello_takes_the_known_numbers_of_nodes_and_leaves() {
    for row in crate::data::rows::<Row>("search_othello.csv") {
        let size = if row.game == "othello:4" { 4 } else { 8 };
        let game = Othello::new(size).expect("a board");
        let offers = game.offers();
        let mut plain = Searcher::new(Setting::new(Algorithm::Minimax));
        plain.evaluation = offers.evaluations[0].1.clone();
        row.check(&game, |name| parse(name, &offers), &plain);
    }
}

#[derive(Deserialize)]
struct Pawns {
    game: String,
    position: String,
    depth: u16,
    value: i32,
}

#[test]
fn evaluations_of_pawns_give_the_known_values() {
    let rows = crate::data::rows::<Pawns>("search_pawns.csv");
    assert_eq!(rows.len(), 44);
    for row in rows {
        let game = games::parse(&row.game).expect("a game");
        let at = game.read_position(&row.position).expect("a position");
        for name in ["minimax:eval=pawns", "pvs:eval=pawns,table=8"] {
            let search = roster::search(&game, name).expect("a search");
            let found = find(&*search, &ask(&game, at, Some(row.depth)));
            let place = format!("{} {}", row.game, row.position);
            assert_eq!(found.value.points(), row.value, "{name}: {place}");
        }
    }
}

/// A search to a fixed depth in which a pass costs no ply and is not played at the depth limit.
fn by_placements(game: Othello, at: <Othello as Game>::Position, left: u16) -> i32 {
    let moves: Vec<Move> = game.moves(&at).collect();
    if left == 0 || moves.is_empty() {
        let side = game.side(&at);
        let discs = |side| at.discs(side).count_ones().cast_signed();
        return discs(side) - discs(side.other());
    }
    let below = |&m: &Move| {
        let costs = u16::from(game.write_move(m) != "pass");
        -by_placements(game, game.play(&at, m), left - costs)
    };
    moves.iter().map(below).max().expect("a move")
}

#[test]
fn free_passes_cost_no_ply() {
    let game = Othello::new(4).expect("a board");
    let mut differ = 0;
    for depth in 1..=8 {
        let found = |name: &str| {
            let search = parse(name, &game.offers()).expect("a search");
            let found = find(&*search, &ask(&game, game.start(), Some(depth)));
            (found.value.points(), found.counts.nodes)
        };
        let wanted = by_placements(game, game.start(), depth);
        for name in ["minimax", "alphabeta", "pvs", "mtdf", "sss", "negaalpha"] {
            let free = found(&format!("{name}:eval=discs,passes=free"));
            assert_eq!(free.0, wanted, "{name} to {depth}");
        }
        let counted = found("minimax:eval=discs").1;
        differ += u32::from(found("minimax:eval=discs,passes=free").1 > counted);
    }
    assert!(differ > 0, "some line passes");
}

#[derive(Deserialize)]
struct Row {
    game: String,
    search: String,
    depth: Option<u16>,
    value: i32,
    returned: Option<u16>,
    nodes: Option<u64>,
    leaves: Option<u64>,
}

impl Row {
    fn check<G: Game>(
        &self,
        game: &G,
        named: impl FnOnce(&str) -> Result<Box<dyn Search<G>>>,
        plain: &Searcher<G>,
    ) {
        let name = format!("{} on {} to {:?}", self.search, self.game, self.depth);
        let question = ask(game, game.start(), self.depth);
        if self.search == "minimal" {
            let leaves = minimal_leaves(&question, plain);
            assert_eq!(Some(leaves), self.leaves, "{name}");
            return;
        }
        let search = named(&self.search).expect("a search");
        let found = find(&*search, &question);
        assert_eq!(found.value.points(), self.value, "{name}");
        assert_eq!(self.returned.unwrap_or(found.depth), found.depth, "{name}");
        let counts = found.counts;
        assert_eq!(self.nodes.unwrap_or(counts.nodes), counts.nodes, "{name}");
        let leaves = self.leaves.unwrap_or(counts.leaves);
        assert_eq!(leaves, counts.leaves, "{name}");
    }
}

#[test]
fn games_take_the_known_numbers_of_nodes_and_leaves() {
    for row in crate::data::rows::<Row>("search_games.csv") {
        let game = games::parse(&row.game).expect("a game");
        row.check(
            &game,
            |name| Ok(roster::search(&game, name).expect("a search")),
            &Searcher::new(Setting::new(Algorithm::Minimax)),
        );
    }
}

#[test]
fn games_have_the_known_values_and_lengths() {
    for (name, value, length) in [
        ("hexapawn:2x3", -1, Some(2)),
        ("hexapawn", -1, Some(6)),
        ("hexapawn:3x4", -1, Some(8)),
        ("hexapawn:3x5", 1, Some(11)),
        ("hexapawn:4x3", 1, Some(5)),
        ("hexapawn:4x4", 1, Some(11)),
        ("split-nim:17", 1, Some(11)),
        ("split-nim:20", -1, Some(14)),
        ("split-nim:20:misere", 1, Some(12)),
        ("split-nim:26", -1, None),
        ("connect-four:3x4", 0, None),
        ("connect-four:4x3", 0, None),
        ("mnk:4,3,3", 1, None),
    ] {
        let game = games::parse(name).expect("a game");
        for search in [
            "solve",
            "solve:keys=canonical",
            "mtdf:table=16,keys=canonical",
            "pvs:table=16,order=table/history/killer",
        ] {
            let by = parse(search, &Offers::default()).expect("a search");
            let found = find(&*by, &ask(&game, game.start(), None));
            assert_eq!(found.value.points(), value, "{search} on {name}");
            if let Some(length) = length.filter(|_| search.starts_with("solve")) {
                assert_eq!(found.depth, length, "{search} on {name}");
            }
        }
    }
}

/// Tries to prove a win and at least a draw in a sample of positions.
#[test]
fn proof_numbers_agree_with_the_solved_graph() {
    for name in "tic-tac-toe hexapawn nim:2,3,4:misere split-nim:12".split(' ') {
        let game = games::parse(name).expect("a game");
        let graph = Graph::complete(game.clone(), Merging::None, Budget::new(30_000), "a test")
            .expect("small");
        let solution = Solved::from_graph(graph.clone()).unwrap();
        for node in graph.nodes().step_by(11) {
            let at = *graph.position(node);
            let side = game.side(&at);
            let verdict = solution.outcome(node).verdict(side);
            for goal in [Verdict::Win, Verdict::Draw] {
                let search = Searcher::new(Setting {
                    goal,
                    entries: Some(1_000_000),
                    ..Setting::new(Algorithm::ProofNumbers)
                });
                let found = find(&search, &ask(&game, at, None));
                let (value, status) = match (goal, verdict) {
                    (Verdict::Win, Verdict::Win) => (Score::WIN, Status::Exact),
                    (Verdict::Win, _) => (Score::DRAW, Status::AtMost),
                    (_, Verdict::Loss) => (Score::LOSS, Status::Exact),
                    _ => (Score::DRAW, Status::AtLeast),
                };
                assert_eq!((found.value, found.status), (value, status));
                let end = found.line.iter().fold(at, |at, &m| game.play(&at, m));
                let reached = game.outcome(&end).expect("the end").verdict(side) >= goal;
                assert_eq!(reached, verdict >= goal);
                assert_eq!(found.best.is_some(), game.outcome(&at).is_none());
            }
        }
    }
}

#[test]
fn a_proof_is_cut_short_or_refused_when_it_grows_too_large() {
    let question = ask(&TicTacToe, TicTacToe.start(), None);
    for nodes in [0, 1, 5, 100] {
        let search = parse::<TicTacToe>(&format!("pns:nodes={nodes}"), &Offers::default())
            .expect("a search");
        let found = find(&*search, &question);
        assert_eq!(found.status, Status::CutShort);
        assert!(found.best.is_some() && found.counts.nodes <= nodes);
    }
    let search = parse::<TicTacToe>("pns:entries=100", &Offers::default()).expect("a search");
    assert!(search.search(&question).is_err());
}

#[test]
fn playouts_find_near_results_and_are_reproducible() {
    let at = |text| TicTacToe.read_position(text).expect("a position");
    let sampled = |name: &str, at| {
        let search = parse::<TicTacToe>(name, &Offers::default()).expect("a search");
        find(&*search, &ask(&TicTacToe, at, None))
    };
    for (board, best) in [("XX./OO./...", 2), ("X.X/.O./...", 1), ("XO./XO./...", 6)] {
        let [found, again] = [(); 2].map(|()| sampled("mcts:playouts=2000,seed=7", at(board)));
        assert_eq!(found.best, Some(Move(best)), "{board}");
        assert_eq!((found.value, found.counts), (again.value, again.counts));
        let ended = (found.status, found.counts.passes);
        assert_eq!(ended, (Status::Estimate, 2000));
    }
    let found = sampled("mcts", at("XXX/OO./..."));
    assert_eq!((found.value.points(), found.best), (-1000, None));
    let found = sampled("mcts:nodes=50", TicTacToe.start());
    assert!(found.status == Status::CutShort && found.best.is_some());
    assert!(found.counts.nodes <= 50);
    // The recorded result.
    let found = sampled("mcts:playouts=1000,seed=1", TicTacToe.start());
    let recorded = (found.best, found.value.points(), found.counts.nodes);
    assert_eq!(recorded, (Some(Move(4)), 356, 8613));
}

#[derive(Deserialize)]
struct LeafReason {
    number: u32,
    position: String,
    #[serde(rename = "move")]
    text: String,
    value: i32,
}

/// The exact value by this search.
fn points(game: &AnyGame, at: games::Position, name: &str) -> i32 {
    let search = roster::search(game, name).unwrap();
    let found = find(&*search, &ask(game, at, None));
    assert_eq!(found.status, Status::Exact);
    found.value.points()
}

/// Published endings, whose values give the empty squares to the winner; the plain difference of number 5 is 31, that of
/// number 20 is 1.
#[test]
fn published_endings_of_othello_have_their_values() {
    let game = games::parse("othello").unwrap();
    let value = |at, eval| {
        let orders = ["killer/history/corners", "mobility"];
        let classic = orders.map(|order| format!("pvs:table=18,order=table/{order},eval={eval}"));
        let [corners, mobility] = classic.each_ref().map(|name| points(&game, at, name));
        let best = points(&game, at, &format!("best:eval={eval}"));
        assert_eq!([corners, mobility], [best; 2]);
        best
    };
    let endings: Vec<LeafReason> = rows("othello_endings.csv");
    for ending in &endings {
        let at = game.read_position(&ending.position).unwrap();
        let after = game.play(&at, game.read_move(&ending.text).unwrap());
        let found = -value(after, "discs:winner");
        assert_eq!(found, ending.value, "{} {}", ending.number, ending.text);
    }
    for (number, plain) in [(5, 31), (20, 1)] {
        let of = endings.iter().find(|ending| ending.number == number);
        let at = game.read_position(&of.unwrap().position).unwrap();
        assert_eq!(value(at, "discs"), plain, "{number}");
    }
}

/// Plain recursion over random endings: the difference with the empty squares given to the winner.
#[test]
fn empty_squares_go_to_the_winner() {
    fn plain(game: Othello, at: &games::othello::Position) -> i32 {
        let side = game.side(at);
        let moves = game.moves(at).map(|m| -plain(game, &game.play(at, m)));
        moves.max().unwrap_or_else(|| {
            let [own, enemy] = [side, side.other()].map(|side| at.discs(side).count_ones());
            let empty = u32::from(game.size()).pow(2) - own - enemy;
            let difference = own.cast_signed() - enemy.cast_signed();
            difference + difference.signum() * empty.cast_signed()
        })
    }
    let (mut all, mut with_empty) = (0, 0);
    for (size, empty) in [(4, 9), (6, 7), (8, 7)] {
        let game = Othello::new(size).unwrap();
        let any = AnyGame::from(game);
        for number in 0..30 {
            let mut dice = Dice::new(3, Purpose::Trial, u64::from(size), number);
            let mut at = game.start();
            while at.score().iter().sum::<u32>() + empty < u32::from(size).pow(2) {
                let moves: Vec<Move> = game.moves(&at).collect();
                let Some(&m) = moves.get(dice.index(moves.len().max(1))) else {
                    break;
                };
                at = game.play(&at, m);
            }
            let value = plain(game, &at);
            let place = game.write_position(&at);
            let here = any.read_position(&place).unwrap();
            for name in ["minimax", "alphabeta", "pvs:table=10", "best"] {
                let comma = if name.contains(':') { ',' } else { ':' };
                let name = format!("{name}{comma}eval=discs:winner");
                assert_eq!(points(&any, here, &name), value, "{name} {place}");
            }
            let difference = points(&any, here, "pvs:table=10,eval=discs");
            all += 1;
            with_empty += u32::from(difference != value);
        }
    }
    assert!(all == 90 && with_empty > 5, "{with_empty}");
}
