//! A search as a player wins soon and loses late.

use matchboxes::game::{Game, Move};
use matchboxes::games;
use matchboxes::graph::{Graph, Merging};
use matchboxes::player::{Pace, Perfect, Player};
use matchboxes::search::Searching;

/// Without a limit, a search that takes all best moves is the perfect player in a hurry, in every position.
#[test]
fn searches_without_a_limit_play_as_the_quickest_perfect_player() {
    for (name, skip, step) in [
        ("tic-tac-toe", 350, 41),
        ("hexapawn", 0, 3),
        ("nim:2,3,4", 10, 7),
    ] {
        let game = games::parse(name).unwrap();
        let perfect = Perfect::at_pace(game.clone(), Pace::Quickest).unwrap();
        let graph = Graph::complete(game.clone(), Merging::None, 20_000, "a test").unwrap();
        for search in [
            "minimax",
            "negamax",
            "alphabeta",
            "negaalpha",
            "alphabeta-soft",
            "pvs",
            "pvs:table=10",
            "sss",
            "mt-sss:table=10",
            "dual:table=10",
            "mtdf:table=10",
            "id:alphabeta",
            "id:pvs:table=10",
            "solve",
            "best",
            "best:table=2",
        ] {
            let comma = if search.replace("id:", "").contains(':') {
                ','
            } else {
                ':'
            };
            let [first, all] = ["first", "all"].map(|ties| {
                let name = format!("{search}{comma}ties={ties}");
                Searching::named(&game, &name, &())
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
            });
            for node in graph.nodes().skip(skip).step_by(step) {
                let at = graph.position(node);
                let moves: Vec<Move> = game.moves(at).collect();
                let weights = |player: &dyn Player<_>| {
                    let mut weights = vec![0; moves.len()];
                    player.weigh(&game, at, &moves, &mut weights);
                    weights
                };
                let (wanted, one) = (weights(&perfect), weights(&first));
                let place = format!("{search} at {}", game.write_position(at));
                assert_eq!(weights(&all), wanted, "{place}");
                assert!(
                    one.iter().zip(&wanted).all(|(one, of)| one <= of),
                    "{place}"
                );
                assert_eq!(
                    one.iter().sum::<u64>(),
                    u64::from(!moves.is_empty()),
                    "{place}"
                );
            }
        }
    }
}

/// A win in one that a longer win comes before in the order of moves, and a loss that can be put off.
#[test]
fn a_win_at_hand_is_taken() {
    let game = games::parse("tic-tac-toe").unwrap();
    for (at, best) in [(".X./.O./OXX", "c1"), ("XO./.X./O..", "c3")] {
        let at = game.read_position(at).unwrap();
        let moves: Vec<Move> = game.moves(&at).collect();
        for name in [
            "minimax",
            "alphabeta",
            "alphabeta:depth=3",
            "pvs:ties=all",
            "mtdf:nodes=100000",
        ] {
            let player = Searching::named(&game, name, &()).unwrap();
            let mut weights = vec![0; moves.len()];
            player.weigh(&game, &at, &moves, &mut weights);
            let chosen = moves.iter().zip(weights).filter(|(_, weight)| *weight > 0);
            let chosen: Vec<String> = chosen.map(|(&m, _)| game.write_move(m)).collect();
            assert_eq!(chosen, [best], "{name}");
        }
    }
}
