//! The figures that the rote-learning article (2019) reports, to compare ours with.

/// Boxes met in experiments 2 and 3.
pub(super) const BOXES: [u64; 2] = [2_156, 2_071];

/// Boxes met by both sides, before and after experiment 5.
pub(super) const BOXES_IN_ALL: [u64; 2] = [4_227, 4_313];

/// Beads of the first side's opening box, row by row: trained apart, and together with the other side.
pub(super) const OPENING: [[Option<u64>; 9]; 2] = [
    [
        Some(1_282),
        Some(48),
        Some(16),
        Some(46),
        Some(4_948),
        Some(82),
        Some(154),
        Some(369),
        Some(922),
    ],
    [
        Some(284),
        Some(140),
        Some(362),
        Some(112),
        Some(573),
        Some(251),
        Some(268),
        Some(38),
        Some(387),
    ],
];

/// The same for the second side's answer to an opening in the centre.
pub(super) const ANSWER: [[Option<u64>; 9]; 2] = [
    [
        Some(19),
        Some(3),
        Some(20),
        Some(17),
        None,
        Some(0),
        Some(387),
        Some(12),
        Some(80),
    ],
    [
        Some(42),
        Some(0),
        Some(73),
        Some(0),
        None,
        Some(0),
        Some(39),
        Some(0),
        Some(35),
    ],
];

/// Favourite openings in 40 runs of experiment 2 by another program with the same rule: corners, centre,
/// edges.
pub(super) const FAVOURITES: [u64; 3] = [25, 11, 4];
