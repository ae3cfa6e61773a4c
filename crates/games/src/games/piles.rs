//! Piles of which the order does not matter, as a number: the piles of split nim, and the rows of Kayles.

/// The piles as bits, from the lowest: a 1 for each pile of one stick, then a 0, a 1 for each pile of two
/// sticks, a 0, and so on; the highest bit set belongs to the largest pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piles(u64);

impl Piles {
    /// The sizes of the piles, ascending, and the number of piles of each size.
    #[inline]
    pub(super) fn sizes(self) -> impl Iterator<Item = (u8, u32)> {
        let mut rest = self.0;
        let mut size = 1;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let gap = rest.trailing_zeros();
            size += gap;
            let count = (rest >> gap).trailing_ones();
            rest = rest.checked_shr(gap + count).unwrap_or(0);
            Some((u8::try_from(size).ok()?, count))
        })
    }

    /// The piles in descending order.
    pub fn piles(self) -> Vec<u8> {
        let each = |(size, count)| std::iter::repeat_n(size, count as usize);
        let mut piles: Vec<u8> = self.sizes().flat_map(each).collect();
        piles.reverse();
        piles
    }

    pub(super) fn new(piles: &[u8]) -> Self {
        let none = Self(0);
        piles.iter().fold(none, |all, &pile| all.with(pile))
    }

    /// The index of the first bit for piles of this size.
    #[inline]
    fn place(self, size: u8) -> u32 {
        (1..size).fold(0, |at, _| at + (self.0 >> at).trailing_ones() + 1)
    }

    /// Whether there are no piles.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The piles as a number.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Piles::bits`].
    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    #[inline]
    pub(super) fn with(self, size: u8) -> Self {
        let (below, above) = self.split_at(size);
        let at = self.place(size);
        Self(below | 1 << at | above << 1 << at)
    }

    #[inline]
    pub(super) fn without(self, size: u8) -> Self {
        let (below, above) = self.split_at(size);
        Self(below | above >> 1 << self.place(size))
    }

    /// The bits of smaller sizes, and the other bits shifted down to bit 0.
    #[inline]
    fn split_at(self, size: u8) -> (u64, u64) {
        let at = self.place(size);
        (self.0 & ((1 << at) - 1), self.0 >> at)
    }

    /// The size of the largest pile.
    pub(super) const fn largest(self) -> u32 {
        self.0.count_zeros() - self.0.leading_zeros() + 1
    }
}
