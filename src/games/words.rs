//! The numbers in the names of games and in the positions people write.

use std::str::FromStr;

/// A number written in the one plain way: no sign, no leading zero.
pub(super) fn number<N: FromStr + ToString>(text: &str) -> Option<N> {
    let n: N = text.parse().ok()?;
    (n.to_string() == text).then_some(n)
}

/// The size of a board as columns and rows, such as `7x6`.
pub(super) fn size(text: &str) -> Option<(u8, u8)> {
    let (columns, rows) = text.split_once('x')?;
    Some((number(columns)?, number(rows)?))
}
