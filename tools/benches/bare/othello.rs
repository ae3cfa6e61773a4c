//! Othello on 8 x 8 as a program that uses only two sets of discs.

/// The directions: the shift, and the squares of enemy discs that a line in this direction may cross.
const WAYS: [(u32, u64); 4] = [
    (1, !(A | A << 7)),
    (7, !(A | A << 7)),
    (8, u64::MAX),
    (9, !(A | A << 7)),
];
const A: u64 = 0x0101_0101_0101_0101;

/// The squares on which `own` can place a disc.
pub(crate) fn places(own: u64, enemy: u64) -> u64 {
    let mut found = 0;
    for (shift, within) in WAYS {
        let between = enemy & within;
        let mut left = own << shift & between;
        let mut right = own >> shift & between;
        for _ in 0..5 {
            left |= left << shift & between;
            right |= right >> shift & between;
        }
        found |= left << shift | right >> shift;
    }
    found & !(own | enemy)
}

/// The discs that placing `disc` flips.
pub(crate) fn turns(disc: u64, own: u64, enemy: u64) -> u64 {
    let mut found = 0;
    for (shift, within) in WAYS {
        let between = enemy & within;
        let mut left = disc << shift & between;
        let mut right = disc >> shift & between;
        for _ in 0..5 {
            left |= left << shift & between;
            right |= right >> shift & between;
        }
        if left << shift & own != 0 {
            found |= left;
        }
        if right >> shift & own != 0 {
            found |= right;
        }
    }
    found
}
