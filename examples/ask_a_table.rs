//! Trains a table in memory and draws a move from it: `cargo run --release --example ask_a_table`.

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move};
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Training, preset};
use matchboxes::player::Player;

fn main() -> matchboxes::Result<()> {
    let mut run = Training::new(TicTacToe, preset("rote")?).begin()?;
    run.play(100);
    let learner = run.player();

    let last = run.history().last(10).results;
    println!("{} losses in 1,000 games", last.second_wins);

    let game = TicTacToe;
    let at = game.read_position("XX./OO./...")?;
    let moves: Vec<Move> = game.moves(&at).collect();
    let mut weights = vec![0; moves.len()];
    learner.weigh(&game, &at, &moves, &mut weights);
    for (m, weight) in moves.iter().zip(&weights) {
        println!("{}: {weight} beads", game.write_move(*m));
    }
    match Dice::new(1, Purpose::Match, 0, 0).draw(&weights) {
        Some(i) => println!("it draws {}", game.write_move(moves[i])),
        None => println!("it resigns"),
    }
    Ok(())
}
