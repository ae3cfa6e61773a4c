//! The discs that a move flips, looked up for each of the four lines through its square.
//!
//! A product moves the squares of a line into one byte (as chess programs do for the moves of rooks and bishops), where
//! tables tell which of its discs are flipped; another product moves them back.

use super::{DOWN, EIGHTH, LEFT};

/// The squares of the row, of both diagonals, and of the column of each square.
static LINES: [[u64; 4]; 64] = lines();
/// By place in a line and the enemy discs there without those at both ends, the places that could enclose them.
static ENDS: [[u8; 64]; 8] = ends();
/// By place in a line and the own discs that enclose others, what is between.
static BETWEEN: [[u8; 256]; 8] = between();
/// By place in a line that has no other empty square, and the own discs there, how many discs are flipped.
static FLIPPED: [[u8; 256]; 8] = flipped();

/// Times a set of squares of one row or diagonal: the columns are the highest byte. Times a byte: that in each row.
const ROWS: u64 = LEFT;
/// Times a set of squares of the column on the left: the rows are the highest byte.
const GATHERED: u64 = 0x0102_0408_1020_4080;
/// Times a byte without its first and last bit: the others are in the column on the left, with more elsewhere.
const SPREAD: u64 = 0x0002_0408_1020_4081;

const fn lines() -> [[u64; 4]; 64] {
    const STEPS: [u32; 3] = [1, DOWN + 1, DOWN - 1];
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let placed = 1_u64 << square;
        let mut way = 0;
        while way < 3 {
            let (mut line, mut steps) = (placed, 0);
            // To the right a diagonal goes down or up; beyond the last and before the first column it ends.
            while steps < 7 {
                let [right, left] = [line & !EIGHTH, line & !LEFT];
                line |= if way == 2 {
                    right >> STEPS[way] | left << STEPS[way]
                } else {
                    right << STEPS[way] | left >> STEPS[way]
                };
                steps += 1;
            }
            lines[square][way] = line;
            way += 1;
        }
        lines[square][3] = LEFT << (square % 8);
        square += 1;
    }
    lines
}

const fn ends() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut place = 0;
    while place < 8 {
        let mut inner = 0;
        while inner < 64 {
            let enemy = inner << 1;
            let mut up = place + 1;
            while up < 8 && enemy >> up & 1 == 1 {
                up += 1;
            }
            let mut below = place;
            while below > 0 && enemy >> (below - 1) & 1 == 1 {
                below -= 1;
            }
            // A neighbour that is not an enemy's encloses nothing, so keeping it makes no difference.
            let above = if up < 8 { 1 << up } else { 0 };
            let under = if below > 0 { 1 << (below - 1) } else { 0 };
            table[place][inner] = above | under;
            inner += 1;
        }
        place += 1;
    }
    table
}

/// What is between a place of a line and the nearest of these discs on both sides.
const fn enclosed(place: usize, own: usize) -> u8 {
    let mut between = 0;
    let (mut up, mut run) = (place + 1, 0);
    while up < 8 {
        if own >> up & 1 == 1 {
            between |= run;
            break;
        }
        run |= 1 << up;
        up += 1;
    }
    let (mut down, mut run) = (place, 0);
    while down > 0 {
        down -= 1;
        if own >> down & 1 == 1 {
            between |= run;
            break;
        }
        run |= 1 << down;
    }
    between
}

const fn between() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            table[place][own] = enclosed(place, own);
            own += 1;
        }
        place += 1;
    }
    table
}

#[expect(clippy::cast_possible_truncation, reason = "at most six")]
const fn flipped() -> [[u8; 256]; 8] {
    let mut table = between();
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            table[place][own] = table[place][own].count_ones() as u8;
            own += 1;
        }
        place += 1;
    }
    table
}

/// The four lines through a square, with the place in each line and the factor that gathers it.
#[inline]
const fn through(placed: u64) -> [(u64, usize, u64); 4] {
    let square = placed.trailing_zeros() as usize % 64;
    let (row, column) = (square / 8, square % 8);
    let [across, falling, rising, upright] = LINES[square];
    [
        (across, column, ROWS),
        (falling, column, ROWS),
        (rising, column, ROWS),
        (upright, row, GATHERED >> column),
    ]
}

/// The enemy discs that a newly placed disc flips.
#[inline]
pub const fn turned(placed: u64, own: u64, enemy: u64) -> u64 {
    let spread = SPREAD << (placed.trailing_zeros() % 8);
    let lines = through(placed);
    let (mut turned, mut way) = (0, 0);
    while way < 4 {
        let (line, place, factor) = lines[way];
        let inner = (enemy & line).wrapping_mul(factor) >> 57 & 63;
        let own = (own & line).wrapping_mul(factor) >> 56;
        let ends = ENDS[place][inner as usize] & own as u8;
        let between = BETWEEN[place][ends as usize] as u64;
        turned |= between.wrapping_mul(if way == 3 { spread } else { ROWS }) & line;
        way += 1;
    }
    turned
}

/// How many discs a disc on the last empty square flips.
#[inline]
pub const fn turned_by_the_last(placed: u64, own: u64) -> u32 {
    let lines = through(placed);
    let (mut turned, mut way) = (0, 0);
    while way < 4 {
        let (line, place, factor) = lines[way];
        let own = (own & line).wrapping_mul(factor) >> 56;
        turned += FLIPPED[place][own as usize] as u32;
        way += 1;
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The discs on the way from a square to the next own one, step by step.
    fn walked(square: i32, own: u64, enemy: u64) -> u64 {
        let mut turned = 0;
        for (down, right) in (-1..=1).flat_map(|down| [-1, 0, 1].map(|right| (down, right))) {
            let (mut row, mut column) = (square / 8, square % 8);
            let mut run = 0;
            loop {
                (row, column) = (row + down, column + right);
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    break;
                }
                let bit = 1 << (8 * row + column);
                if enemy & bit == 0 {
                    turned |= if own & bit == 0 { 0 } else { run };
                    break;
                }
                run |= bit;
            }
        }
        turned
    }

    #[test]
    fn lines_flip_what_is_walked_over() {
        let mut word = 1;
        let mut random = || {
            word = crate::dice::mix(word);
            word
        };
        for number in 0..20_000 {
            let square = number % 64;
            let placed = 1 << square;
            let all = !placed;
            // Many empty squares, few, or only this one.
            let taken = all & [random(), random() | random(), all][number % 3];
            let own = taken & random();
            let enemy = taken & !own;
            let wanted = walked(i32::try_from(square).unwrap(), own, enemy);
            assert_eq!(turned(placed, own, enemy), wanted);
            if taken == all {
                assert_eq!(turned_by_the_last(placed, own), wanted.count_ones());
            }
        }
    }
}
