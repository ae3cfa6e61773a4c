//! What a search says is proved is true, and a proof ends it.

use matchboxes::game::{Game, Verdict};
use matchboxes::games::{self, AnyGame};
use matchboxes::graph::{Budget, Graph, Merging, Node, Solved};
use matchboxes::search::{
    Limits, OFFERED, Question, Score, SearchFiles, SearchResult, Status, Worth, named, worth_of,
};

use crate::search_trees::{ask, find};

const SMALL: [&str; 4] = ["tic-tac-toe", "hexapawn", "nim:3,4,5", "connect-four:4x3"];

/// Searches that are repeated to increasing depths.
const REPEATED: &str = "minimax negamax alphabeta negaalpha alphabeta-soft pvs:table=10,order=table/killer/history mtdf:table=10 \
     dual:table=10 sss";

/// Some unfinished positions of a game with what is known of each.
fn each_position(
    name: &str,
    step: usize,
    check: impl Fn(&AnyGame, &Graph<AnyGame>, &Solved<AnyGame>, Node),
) {
    let game = games::parse(name).unwrap();
    let graph =
        Graph::complete(game.clone(), Merging::None, Budget::new(20_000), "a test").unwrap();
    let solution = Solved::from_graph(graph.clone()).unwrap();
    for node in graph.nodes().step_by(step) {
        if game.outcome(graph.position(node)).is_none() {
            check(&game, &graph, &solution, node);
        }
    }
}

fn search(
    game: &AnyGame,
    graph: &Graph<AnyGame>,
    node: Node,
    name: &str,
    limits: Limits<'_>,
) -> SearchResult {
    let at = *graph.position(node);
    let search = named(game, name, &SearchFiles::default())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    find(&*search, &Question { game, at, limits })
}

#[test]
fn deepening_ends_with_the_quickest_win_and_the_latest_loss() {
    for (name, step) in SMALL.into_iter().zip([41, 3, 5, 97]) {
        each_position(name, step, |game, graph, solution, node| {
            let side = graph.side(node);
            let verdict = solution.outcome(node).verdict(side);
            let length = solution.length(node);
            for inner in REPEATED.split(' ') {
                let name = format!("id:{inner}");
                let found = search(game, graph, node, &name, Limits::default());
                let at = game.write_position(graph.position(node));
                let name = format!("{name} at {at}");
                assert_eq!(found.verdict, Some(verdict), "{name}");
                let ended = (found.status, found.whole);
                assert_eq!(ended, (Status::Exact, true), "{name}");
                assert_eq!(found.line.first(), found.best.as_ref(), "{name}");
                if verdict == Verdict::Draw {
                    continue;
                }
                assert_eq!(found.limit, Some(length), "{name}");
                let to = game.play(graph.position(node), found.best.unwrap());
                let to = graph.find(&to).unwrap();
                assert_eq!(solution.outcome(to).verdict(side), verdict, "{name}");
                assert_eq!(solution.length(to) + 1, length, "{name}");
            }
        });
    }
}

/// The length of what each move is proved to lead to; only `solve` knows that of a draw.
#[test]
fn every_move_has_its_result_and_its_length() {
    for (name, step) in SMALL.into_iter().zip([83, 5, 17, 397]) {
        each_position(name, step, |game, graph, solution, node| {
            let side = graph.side(node);
            let plain = REPEATED.split(' ').chain(["solve"]).map(str::to_owned);
            let deepening = REPEATED.split(' ').map(|inner| format!("id:{inner}"));
            for name in deepening.chain(plain) {
                let search = named(game, &name, &SearchFiles::default()).unwrap();
                let at = *graph.position(node);
                let question = ask(game, at, None);
                for choice in search.choices(&question).unwrap() {
                    let to = game.play(&at, choice.m);
                    let node = graph.find(&to).unwrap();
                    let verdict = solution.outcome(node).verdict(side);
                    let wanted = Worth {
                        verdict,
                        distance: solution.length(node) + 1,
                    };
                    let worth = worth_of(&*search, &question, &choice).unwrap();
                    let place = format!("{name} after {}", game.write_position(&to));
                    assert_eq!(choice.found.verdict, Some(verdict.reversed()), "{place}");
                    assert_eq!(worth.unwrap_or(wanted), wanted, "{place}");
                    let is_known = worth.is_some() || verdict == Verdict::Draw && name != "solve";
                    assert!(is_known, "{place}");
                }
            }
        });
    }
}

/// Whatever limit ends a search, with any evaluation, what it proves is the result of perfect play, and a move that
/// wins at once is found.
#[test]
fn what_is_proved_is_true() {
    for (name, step, evaluation) in [
        ("tic-tac-toe", 61, "lines"),
        ("hexapawn", 5, "pawns"),
        ("nim:3,4,5", 17, "zero"),
        ("connect-four:4x3", 197, "lines"),
    ] {
        each_position(name, step, |game, graph, solution, node| {
            let verdict = solution.outcome(node).verdict(graph.side(node));
            let at_once = verdict == Verdict::Win && solution.length(node) == 1;
            for inner in REPEATED.split(' ') {
                let comma = if inner.contains(':') { ',' } else { ':' };
                let all = u64::MAX;
                for (depth, nodes) in [(1, all), (2, all), (4, all), (30, 7), (30, 90)] {
                    let plain = format!("{inner}{comma}eval={evaluation}");
                    for name in [plain, format!("id:{inner}")] {
                        let limits = Limits {
                            depth: Some(depth),
                            nodes: Some(nodes),
                            ..Limits::default()
                        };
                        let found = search(game, graph, node, &name, limits);
                        let at = game.write_position(graph.position(node));
                        let name = format!("{name} to {depth}, {nodes} nodes, at {at}");
                        assert_eq!(found.verdict.unwrap_or(verdict), verdict, "{name}");
                        let is_proved = found.verdict.is_some();
                        assert!(is_proved || !(found.whole || at_once), "{name}");
                    }
                }
            }
        });
    }
}

/// A win at the end of a wide and deep tree is found before anything else is searched; to look for it is no part of
/// the counts.
#[test]
fn a_win_at_once_ends_a_search_with_a_table() {
    let game = games::parse("connect-four").unwrap();
    let at = "......./......./......./OX...../OX...../OX.....";
    let at = game.read_position(at).unwrap();
    for name in "pvs:table=10,depth=20 alphabeta-soft:table=10 mtdf id:pvs".split(' ') {
        let search = named(&game, name, &SearchFiles::default()).unwrap();
        let found = find(&*search, &ask(&game, at, None));
        let best = found.best.map(|m| game.write_move(m));
        assert_eq!(best.as_deref(), Some("b"), "{name}");
        assert_eq!(found.verdict, Some(Verdict::Win), "{name}");
        assert!(found.counts.nodes < 10, "{name}");
    }
}

/// An evaluation may give an unfinished position the value of a result only if the result is certain. Those here never
/// do.
#[test]
fn values_of_unfinished_positions_lie_between_those_of_results() {
    for (name, step) in [
        ("tic-tac-toe", 1),
        ("hexapawn", 1),
        ("nim:3,4,5", 1),
        ("connect-four:4x3", 7),
    ] {
        let own = OFFERED.iter().filter(|part| {
            let first = name.split(':').next().unwrap();
            part.form.starts_with("eval=") && (part.games.is_empty() || part.games.contains(&first))
        });
        for part in own.filter(|part| !part.form.ends_with(".menace")) {
            each_position(name, step, |game, graph, _, node| {
                let name = format!("minimax:{}", part.form);
                let at_leaf = Limits {
                    depth: Some(0),
                    ..Limits::default()
                };
                let found = search(game, graph, node, &name, at_leaf);
                let wins = if part.form == "eval=zero" {
                    Score::WIN
                } else {
                    Score::new(1_000_000)
                };
                assert!(-wins < found.value && found.value < wins, "{name}");
                assert_eq!(found.verdict, None);
            });
        }
    }
}
