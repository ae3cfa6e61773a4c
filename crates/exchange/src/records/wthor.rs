//! WTHOR files, the database of the French Othello federation: a header of 16 bytes, then 68 bytes for each game, of
//! which the last 60 are its moves, as ten times the row and the column, without passes. The sixth byte before the
//! moves is the number of black discs at the end, with the empty squares for the winner.

use crate::arena::RawGame;

const HEADER: usize = 16;
const GAME: usize = 68;

/// The games, made one after another; `None` if this is no such file, an error if its board is another one.
pub(super) fn games(bytes: &[u8]) -> Option<Result<impl Iterator<Item = RawGame>, &'static str>> {
    let (header, rest) = bytes.split_at_checked(HEADER)?;
    let count = u32::from_le_bytes(header[4..8].try_into().ok()?);
    let fits = usize::try_from(count).ok()?.checked_mul(GAME)? == rest.len();
    // No text has such bytes.
    if !fits || !bytes.contains(&0) {
        return None;
    }
    if !matches!(header[12], 0 | 8) {
        return Some(Err("only boards of 8 x 8 squares are read"));
    }
    let games = rest.chunks_exact(GAME).map(|game| {
        let discs = game[6];
        RawGame {
            moves: game[8..].iter().map_while(|&byte| square(byte)).collect(),
            result: (discs <= 64).then(|| format!("{discs}-{}", 64 - discs)),
            ..RawGame::default()
        }
    });
    Some(Ok(games))
}

/// The name of a square; `None` after the last move. What is no square is read as it is, and then refused.
fn square(byte: u8) -> Option<String> {
    let (row, column) = (byte / 10, byte % 10);
    match (row, column) {
        (0, 0) => None,
        (1..=8, 1..=8) => Some(format!("{}{row} ", char::from(b'a' + column - 1))),
        _ => Some(format!("{byte} ")),
    }
}
