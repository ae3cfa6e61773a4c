//! Othello's own players: the cross table of the article they come from, cell by cell and where a game
//! is known move by move, and what they see on a board.

mod data;

use std::sync::Arc;

use menace::arena::{OnlyGame, only_game};
use menace::game::Game;
use menace::games::Othello;
use menace::player::Player;
use menace::roster;
use rayon::prelude::*;
use serde::Deserialize;

/// The cells that the rules alone give otherwise than the article's program, which writes past the
/// end of an array in the searches of M3.
const DIFFERENT: [(&str, &str); 22] = [
    ("M1", "M3-D2"),
    ("M1", "M3-D4"),
    ("M2", "M3-D2"),
    ("M2", "M3-D4"),
    ("M3", "M3-D4"),
    ("M4", "M3-D2"),
    ("M4", "M3-D4"),
    ("M2-D2", "M3-D2"),
    ("M2-D4", "M3-D4"),
    ("M3-D2", "M3-D2"),
    ("M3-D2", "M3-D4"),
    ("M3-D4", "M1"),
    ("M3-D4", "M2"),
    ("M3-D4", "M3"),
    ("M3-D4", "M2-D2"),
    ("M3-D4", "M3-D2"),
    ("M3-D4", "M3-D4"),
    ("M3-D4", "M4-D2"),
    ("M3-D4", "M4-D4"),
    ("M4-D2", "M3-D2"),
    ("M4-D2", "M3-D4"),
    ("M4-D4", "M3-D2"),
];

#[derive(Clone, Debug, Deserialize)]
struct Cell {
    first: String,
    second: String,
    first_discs: u32,
    second_discs: u32,
    #[serde(default)]
    moves: String,
}

impl Cell {
    fn depth(&self) -> u8 {
        let depth = |name: &String| match name.split_once("-D") {
            Some((_, depth)) => depth.parse().expect("a depth"),
            None => 1,
        };
        depth(&self.first).max(depth(&self.second))
    }

    fn is_different(&self) -> bool {
        DIFFERENT.contains(&(self.first.as_str(), self.second.as_str()))
    }

    fn play(&self) -> OnlyGame {
        let game = board();
        let players = [&self.first, &self.second].map(|name| player(&name.to_lowercase()));
        let [first, second] = &players;
        only_game(&game, [&**first, &**second]).expect("nothing is left to chance")
    }

    fn check(&self) {
        let points = self.play().points.expect("discs");
        let published = [self.first_discs, self.second_discs];
        let pair = format!("{}\\{}", self.first, self.second);
        assert_eq!(
            points != published,
            self.is_different(),
            "{pair}: {points:?}"
        );
    }
}

fn board() -> Othello {
    Othello::new(8).expect("a board")
}

fn player(name: &str) -> Arc<dyn Player<Othello>> {
    roster::player(&board(), name).expect("a player")
}

fn check(depths: &[u8]) -> usize {
    let cells: Vec<Cell> = data::rows("othello_table.csv");
    assert_eq!(cells.len(), 100);
    let cells: Vec<&Cell> = cells
        .iter()
        .filter(|cell| depths.contains(&cell.depth()))
        .collect();
    cells.par_iter().for_each(|cell| cell.check());
    cells.len()
}

#[test]
fn one_ply_players_come_to_the_published_discs() {
    assert_eq!(check(&[1]), 16);
}

#[test]
fn searches_of_two_plies_come_to_the_published_discs() {
    assert_eq!(check(&[2]), 33);
}

#[test]
fn searches_of_four_plies_come_to_the_published_discs() {
    assert_eq!(check(&[4]), 51);
}

#[test]
fn known_games_are_played_move_for_move() {
    let games: Vec<Cell> = data::rows("othello_games.csv");
    assert_eq!(games.len(), 28);
    games.par_iter().for_each(|known| {
        let game = board();
        let text = |&m| match game.write_move(m).as_str() {
            "pass" => "--".to_owned(),
            square => square.to_owned(),
        };
        let played = known.play();
        let moves: String = played.moves.iter().map(text).collect();
        // Where the board is not full the source writes the two passes that end the game.
        assert_eq!(moves, known.moves.trim_end_matches('-'), "{known:?}");
        assert_eq!(played.points, Some([known.first_discs, known.second_discs]));
    });
}
