//! Endgame databases and opening books: with one, a search finds the same values with fewer nodes.

use std::sync::Arc;

use matchboxes::game::{Game, Move, Verdict};
use matchboxes::games::{self, AnyGame, TicTacToe};

use matchboxes::graph::{Budget, Graph, Merging, Solved};
use matchboxes::search::{
    Algorithm, Book, Database, Score, SearchFiles, Searcher, Searching, Setting, Status, Worth,
    named,
};

use crate::search_trees::{Hashed, ask, find};
use crate::tools::weights;

/// One database and one book under any name.
fn shelf(database: Arc<Database>, book: Arc<Book>) -> SearchFiles {
    SearchFiles {
        evaluation: Some(Arc::new(Hashed { seed: 1, range: 9 })),
        database: Some(database),
        book: Some(book),
    }
}

fn solved<G: Game>(game: &G, merging: Merging) -> Solved<G> {
    Solved::new(game.clone(), merging, Budget::EXACT, "a test").expect("a small game")
}

/// The games, and the most moves before the end that their databases cover.
const GAMES: [(&str, u16); 6] = [
    ("tic-tac-toe", 4),
    ("hexapawn", 3),
    ("nim:1,2,3", 3),
    ("split-nim:9", 2),
    ("split-nim:10:misere", 3),
    ("connect-four:3x3", 5),
];

fn on_all_games(check: impl Fn(AnyGame, u16)) {
    for (name, within) in GAMES {
        check(games::parse(name).expect("a game"), within);
    }
}

/// Searches every position with and without a database.
fn with_and_without(game: &AnyGame, depth: u16) {
    let whole = solved(game, Merging::None);
    let graph = whole.graph();
    let value = |node| Score::for_verdict(whole.outcome(node).verdict(graph.side(node)));
    for merging in [Merging::None, Merging::Full] {
        let solved = solved(game, merging);
        for within in [None, Some(depth)] {
            let database = Database::from_solved(&solved, within);
            let has_all = database.entries().len() == solved.graph().len();
            assert_eq!(within.is_none(), has_all);
            let shelf = shelf(Arc::new(database), Arc::new(Book::from_solved(&solved, 1)));
            for name in "alphabeta negamax pvs:table=8,keys=canonical mtdf:table=6 sss".split(' ') {
                let with = if name.contains(':') { ',' } else { ':' };
                let plain = named(game, name, &SearchFiles::default()).expect("a search");
                let helped = named(game, &format!("{name}{with}database=x"), &shelf);
                let helped = helped.expect("a search");
                let mut nodes = [0; 2];
                for node in graph.nodes() {
                    let question = ask(game, *graph.position(node), None);
                    let helped = find(&*helped, &question);
                    assert_eq!(helped.value, value(node), "{name}");
                    assert!(helped.whole && helped.status == Status::Exact);
                    if let Some(m) = helped.best {
                        let after = graph.find(&game.play(&question.at, m)).expect("known");
                        assert_eq!(-value(after), helped.value, "{name}");
                    }
                    // Searching all of them to the end would take too long.
                    if node.index().is_multiple_of(graph.len() / 60 + 1) {
                        let plain = find(&*plain, &question);
                        assert_eq!(helped.value, plain.value, "{name}");
                        assert_eq!(helped.best.is_some(), plain.best.is_some());
                        assert!(helped.counts.nodes <= plain.counts.nodes, "{name}");
                        nodes[0] += plain.counts.nodes;
                        nodes[1] += helped.counts.nodes;
                    }
                }
                assert!(nodes[1] < nodes[0], "{name}: {nodes:?}");
            }
        }
    }
}

#[test]
fn a_database_changes_no_value_and_saves_nodes() {
    on_all_games(|game, within| with_and_without(&game, within));
}

/// Minimax to a depth, with the positions of a database as leaves.
fn oracle<G: Game>(game: &G, at: &G::Position, left: u16, database: Option<&Database>) -> Score {
    if let Some(worth) = database.and_then(|database| database.find(game, at)) {
        return Score::for_verdict(worth.verdict);
    }
    if let Some(outcome) = game.outcome(at) {
        return Score::for_verdict(outcome.verdict(game.side(at)));
    }
    if left == 0 {
        return Score::DRAW;
    }
    let after = |m: Move| -oracle(game, &game.play(at, m), left - 1, database);
    game.moves(at).map(after).max().expect("there are moves")
}

fn to_a_depth(game: &AnyGame, depth: u16) {
    let solved = solved(game, Merging::Full);
    let database = Arc::new(Database::from_solved(&solved, Some(depth)));
    let shelf = shelf(database.clone(), Arc::new(Book::from_solved(&solved, 1)));
    for depth in 1..5 {
        let searches = "minimax alphabeta negaalpha pvs:table=6 mt-sss:table=6 dual:table=6";
        for name in searches.split(' ') {
            let with = if name.contains(':') { ',' } else { ':' };
            let name = format!("{name}{with}depth={depth},database=x");
            let search = named(game, &name, &shelf).expect("a search");
            for node in solved.graph().nodes().step_by(7) {
                let at = *solved.graph().position(node);
                if game.outcome(&at).is_some() {
                    continue;
                }
                let after = |m| -oracle(game, &game.play(&at, m), depth - 1, Some(&database));
                let value = game.moves(&at).map(after).max().expect("moves");
                let found = find(&*search, &ask(game, at, None));
                assert_eq!(found.value, value, "{name}");
            }
        }
    }
}

#[test]
fn a_search_to_a_depth_uses_known_positions_as_leaves() {
    on_all_games(|game, within| to_a_depth(&game, within));
}

fn books(game: &AnyGame) {
    let whole = solved(game, Merging::None);
    let graph = whole.graph();
    let longest = whole.longest();
    for (merging, moves) in [(Merging::None, 3), (Merging::Full, 4)] {
        let solved = solved(game, merging);
        let book = Arc::new(Book::from_solved(&solved, moves));
        let shelf = shelf(Arc::new(Database::from_solved(&solved, None)), book.clone());
        let player = |ties| {
            let name = format!("alphabeta:depth=1,ties={ties},book=x");
            Searching::named(game, &name, &shelf).expect("a player")
        };
        let [first, all] = ["first", "all"].map(player);
        let bare =
            Searching::named(game, "alphabeta:depth=1", &SearchFiles::default()).expect("a player");
        for node in graph.nodes() {
            let at = graph.position(node);
            assert!(longest[node.index()] >= whole.length(node));
            let legal: Vec<Move> = game.moves(at).collect();
            let weights = |player: &Searching| weights(player, game, at);
            let Some(best) = book.find(game, at) else {
                // With merged mirror images, one position can be reached at different plies.
                assert!(graph.ply(node) >= moves || legal.is_empty());
                assert_eq!(weights(&first), weights(&bare));
                continue;
            };
            assert!(graph.ply(node) < moves && !legal.is_empty());
            assert_eq!(best, best_moves(game, at), "{}", game.write_position(at));
            let is_best = |m: &Move| u64::from(best.contains(m));
            assert_eq!(weights(&all), legal.iter().map(is_best).collect::<Vec<_>>());
            let is_first = |m: &Move| u64::from(*m == best[0]);
            let only = legal.iter().map(is_first);
            assert_eq!(weights(&first), only.collect::<Vec<_>>());
        }
    }
}

fn solve<G: Game>() -> Searcher<G> {
    Searcher::new(Setting::new(Algorithm::Solve))
}

/// The best moves, found by searching every move to the end.
fn best_moves<G: Game>(game: &G, at: &G::Position) -> Vec<Move> {
    let worth = |m: Move| {
        let found = find(&solve(), &ask(game, game.play(at, m), None));
        let all = [Verdict::Win, Verdict::Draw, Verdict::Loss].into_iter();
        let verdict = all.max_by_key(|&verdict| Score::for_verdict(verdict) == found.value);
        let verdict = verdict.expect("one of them");
        let distance = found.depth;
        Worth { verdict, distance }.before()
    };
    let all: Vec<(Move, Worth)> = game.moves(at).map(|m| (m, worth(m))).collect();
    let ranks = all.iter().map(|(_, worth)| worth.rank());
    let most = ranks.max().expect("moves");
    let mut best = all;
    best.retain(|(_, worth)| match most.0 {
        Verdict::Draw => worth.verdict == most.0,
        _ => worth.rank() == most,
    });
    best.into_iter().map(|(m, _)| m).collect()
}

#[test]
fn a_player_uses_its_book_while_the_position_is_in_it() {
    for game in ["tic-tac-toe", "hexapawn", "split-nim:9", "connect-four:3x3"] {
        books(&games::parse(game).expect("a game"));
    }
}

#[test]
fn a_database_can_start_from_any_position() {
    let game = &games::parse("tic-tac-toe").expect("a game");
    let at = game.read_position("XO./.X./..O").expect("a position");
    let graph = Graph::starting_at(game.clone(), &at, Merging::Full);
    let graph = graph
        .completed(Budget::EXACT, "a test")
        .expect("a small game");
    let solved = Solved::from_graph(graph).unwrap();
    let database = Database::from_solved(&solved, None);
    assert_eq!(database.origin.game, "tic-tac-toe");
    assert!(database.find(game, &game.start()).is_none());
    let worth = database.find(game, &at).expect("the root");
    let found = find(&solve(), &ask(game, at, None));
    assert_eq!(
        (Score::for_verdict(worth.verdict), worth.distance),
        (found.value, found.depth)
    );
    let again = Database::new(database.origin.clone(), None, database.entries());
    assert_eq!(again.as_ref(), Some(&database));
    let backward: Vec<_> = database.entries().collect();
    let backward = backward.into_iter().rev();
    assert!(Database::new(database.origin.clone(), None, backward).is_none());
}

#[test]
fn a_database_needs_an_evaluation_of_results_only() {
    let game = AnyGame::from(TicTacToe);
    let solved = solved(&game, Merging::Full);
    let shelf = shelf(
        Arc::new(Database::from_solved(&solved, None)),
        Arc::new(Book::from_solved(&solved, 1)),
    );
    let read = |name: &str| named(&game, name, &shelf).map(|_| ());
    assert!(read("alphabeta:database=x").is_ok());
    for (name, words) in [
        ("alphabeta:eval=hashed,database=x", "leave out `database`"),
        ("alphabeta:book=x", "unknown option `book`"),
    ] {
        let error = read(name).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    let error = named(&game, "alphabeta:database=x", &SearchFiles::default()).err();
    assert!(error.unwrap().to_string().contains("cannot be named here"));
}
