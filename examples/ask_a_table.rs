//! Trains a table in memory and asks it for a move: `cargo run --release --example ask_a_table`.

use std::sync::Arc;

use menace::dice::{Dice, Purpose};
use menace::game::{Game, Move, Side};
use menace::games::TicTacToe;
use menace::learn::{Layout, Learners, Opponent, Reader, Reading, Training, preset};
use menace::player::{Player, Random};

fn main() -> menace::Result<()> {
    let game = TicTacToe;
    let rule = preset("rote")?;
    let layout = Layout::from(&rule);
    let mut run = Training {
        game,
        rule,
        learners: Learners::First,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: 100,
        seed: 1961,
        run: 0,
    }
    .begin();
    let _ = run.play(100, &mut ());
    let last = run.history().last(10);
    println!(
        "of its last {} games it lost {}",
        last.games(),
        last.wins(Side::Second)
    );

    let table = run.table(Side::First).map(Arc::new);
    let learner = Reader::new("the table".to_owned(), [table, None], layout, Reading::Draw);
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
