//! The rows of a count of positions and games.

use matchboxes_search::PlyCounts;

use crate::row::Row;

/// A row for each number of moves, and one for all of them; `images` tells how mirror images are counted.
pub fn counted((images, counts): &(&str, PlyCounts)) -> Vec<Row> {
    let plies = (0..).map(Some).zip(&counts.plies);
    let rows = plies.chain([(None::<u64>, &counts.all)]).map(|(ply, of)| {
        Row::default()
            .with("ply", ply)
            .with("mirror_images", *images)
            .with("positions", of.positions)
            .with("first_won_positions", of.over.first_wins)
            .with("drawn_positions", of.over.draws)
            .with("second_won_positions", of.over.second_wins)
            .with("first_wins", of.games.first_wins)
            .with("draws", of.games.draws)
            .with("second_wins", of.games.second_wins)
    });
    rows.collect()
}
