//! The figures that the rote-learning article (2019) reports, to compare ours with.

use super::boards::Beads;

/// Boxes met in experiments 2 and 3.
pub(super) const BOXES: [u64; 2] = [2_156, 2_071];

/// Boxes met by both sides, before and after experiment 5.
pub(super) const BOXES_IN_ALL: [u64; 2] = [4_227, 4_313];

/// Beads of the first side's opening box, row by row: trained apart, and together with the other side.
pub(super) fn openings() -> [Beads; 2] {
    let boxes: [[u64; 9]; 2] = [
        [1_282, 48, 16, 46, 4_948, 82, 154, 369, 922],
        [284, 140, 362, 112, 573, 251, 268, 38, 387],
    ];
    boxes.map(|beads| beads.map(Some))
}

/// The same for the second side's answer to an opening in the centre.
pub(super) fn answers() -> [Beads; 2] {
    let boxes: [[u64; 9]; 2] = [
        [19, 3, 20, 17, 0, 0, 387, 12, 80],
        [42, 0, 73, 0, 0, 0, 39, 0, 35],
    ];
    boxes.map(|beads| {
        let mut beads = beads.map(Some);
        beads[4] = None;
        beads
    })
}
