//! Reading numbers in the names of games and in written positions.

use std::str::FromStr;

/// Reads a number without a sign or leading zeros.
pub(super) fn number<N: FromStr + ToString>(text: &str) -> Option<N> {
    let n: N = text.parse().ok()?;
    (n.to_string() == text).then_some(n)
}

/// Reads the size of a board as columns and rows, such as `7x6`.
pub(super) fn size(text: &str) -> Option<(u8, u8)> {
    let (columns, rows) = text.split_once('x')?;
    Some((number(columns)?, number(rows)?))
}
