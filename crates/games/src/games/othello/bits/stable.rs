//! Discs that no play can flip.

use super::{EIGHTH, LEFT};

const TOP: u64 = 0xff;
const BOTTOM: u64 = TOP << 56;

/// The four directions of a line: the step, and the squares from which there is none against it and none along it.
const WAYS: [(u32, u64, u64); 4] = [
    (1, LEFT, EIGHTH),
    (7, TOP | EIGHTH, BOTTOM | LEFT),
    (8, TOP, BOTTOM),
    (9, TOP | LEFT, BOTTOM | EIGHTH),
];

/// Discs of one side that are never flipped again, perhaps not all. `outside` are the bits that are no squares.
///
/// A disc cannot be flipped along a line without empty squares, nor along one on which a neighbour is missing or such a
/// disc itself.
#[inline]
pub fn stable(own: u64, empty: u64, outside: u64) -> u64 {
    let fixed = WAYS.map(|(step, first, last)| !reached(empty, step, first, last) | first | last);
    let mut stable = 0;
    loop {
        let safe = stable | outside;
        let mut next = own;
        // Neighbours across an edge make no difference: the line is fixed there.
        for ((step, ..), fixed) in WAYS.into_iter().zip(fixed) {
            next &= fixed | safe << step | safe >> step;
        }
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// The squares on a line of one direction with one of these.
#[inline]
const fn reached(from: u64, step: u32, first: u64, last: u64) -> u64 {
    let (mut up, mut down) = (from, from);
    // The squares that this many steps reach without crossing an edge.
    let (mut above, mut below) = (!first, !last);
    let mut steps = 1;
    while steps < 8 {
        let by = steps * step;
        up |= up << by & above;
        down |= down >> by & below;
        above &= above << by;
        below &= below >> by;
        steps *= 2;
    }
    up | down
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Purpose};
    use crate::game::{Game, Move, Side};
    use crate::games::Othello;

    #[test]
    fn stable_discs_are_never_flipped() {
        let mut dice = Dice::new(1, Purpose::Trial, 1, 1);
        let mut seen = 0;
        for size in [4, 6, 8].repeat(60) {
            let game = Othello::new(size).unwrap();
            let mut at = game.start();
            let squares = at.empty() | at.discs(Side::First) | at.discs(Side::Second);
            let mut kept = [0; 2];
            while game.outcome(&at).is_none() {
                let moves: Vec<Move> = game.moves(&at).collect();
                at = game.play(&at, moves[dice.index(moves.len())]);
                for side in Side::BOTH {
                    let own = at.discs(side);
                    let now = stable(own, at.empty(), !squares);
                    let before = &mut kept[side.index()];
                    assert_eq!(*before & !now, 0, "{}", game.write_position(&at));
                    *before = now;
                    assert!(at.empty() != 0 || now == own);
                }
            }
            seen += kept[0].count_ones() + kept[1].count_ones();
        }
        assert!(seen > 4_000, "{seen}");
    }
}
