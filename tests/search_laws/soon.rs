//! A search as a player wins soon and loses late.

use matchboxes::game::Game;
use matchboxes::games;
use matchboxes::graph::{Budget, Graph, Merging};
use matchboxes::player::{Perfect, PerfectPace, Player};
use matchboxes::search::{SearchFiles, Searching};

use crate::tools::{chosen, weights};

const SEARCHES: &str = "minimax negamax alphabeta negaalpha alphabeta-soft pvs pvs:table=10 sss mt-sss:table=10 dual:table=10 \
     mtdf:table=10 id:alphabeta id:pvs:table=10 solve best best:table=2";

/// Without a limit, a search that takes all best moves is the perfect player in a hurry, in every position.
#[test]
fn searches_without_a_limit_play_as_the_quickest_perfect_player() {
    for (name, skip, step) in [
        ("tic-tac-toe", 350, 41),
        ("hexapawn", 0, 3),
        ("nim:2,3,4", 10, 7),
    ] {
        let game = games::parse(name).unwrap();
        let perfect = Perfect::new(game.clone())
            .unwrap()
            .at_pace(PerfectPace::Quickest);
        let graph =
            Graph::complete(game.clone(), Merging::None, Budget::new(20_000), "a test").unwrap();
        for search in SEARCHES.split(' ') {
            let is_bare = !search.replace("id:", "").contains(':');
            let comma = if is_bare { ':' } else { ',' };
            let [first, all] = ["first", "all"].map(|ties| {
                let name = format!("{search}{comma}ties={ties}");
                Searching::named(&game, &name, &SearchFiles::default())
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
            });
            for node in graph.nodes().skip(skip).step_by(step) {
                let at = graph.position(node);
                let [wanted, one, every] = [&perfect as &dyn Player<_>, &first, &all]
                    .map(|player| weights(player, &game, at));
                let place = format!("{search} at {}", game.write_position(at));
                assert_eq!(every, wanted, "{place}");
                let is_best = one.iter().zip(&wanted).all(|(one, of)| one <= of);
                assert!(is_best, "{place}");
                let count = one.iter().sum::<u64>();
                assert_eq!(count, u64::from(!one.is_empty()), "{place}");
            }
        }
    }
}

/// A win in one, also one that a longer win comes before in the order of moves, and a loss that can be put off; asked twice,
/// a player answers the same.
#[test]
fn a_win_at_hand_is_taken() {
    let game = games::parse("tic-tac-toe").unwrap();
    let any = "minimax alphabeta alphabeta:depth=3 pvs:ties=all mtdf:nodes=100000";
    let near = "alphabeta id:pvs:nodes=300,table=8 mtdf:depth=1 solve best sss:depth=2";
    for (at, best, searches) in [
        (".X./.O./OXX", "c1", any),
        ("XO./.X./O..", "c3", any),
        ("XX./OO./...", "c1", near),
    ] {
        let at = game.read_position(at).unwrap();
        for name in searches.split(' ') {
            let player = Searching::named(&game, name, &SearchFiles::default()).unwrap();
            for _ in 0..2 {
                let chosen = chosen(&player, &game, &at);
                let chosen: Vec<String> = chosen.iter().map(|&m| game.write_move(m)).collect();
                assert_eq!(chosen, [best], "{name}");
            }
        }
    }
}
