//! Rows of bytes: the key, ply and beads of one box, without gaps.

use prefetch_index::prefetch_index;

use crate::game::Key;

/// The number of low bits of a box's number that give its row in the block.
pub(super) const ROW_BITS: u32 = 8;
pub(super) const ROWS: usize = 1 << ROW_BITS;

/// The layout of the row of a box, which all rows of its block share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowForm {
    /// Bytes of a key: 4, 8, 12 or 16.
    key: u8,
    /// Bytes of the ply: 1 or 2.
    ply: u8,
    /// Bytes of a count: 1, 2, 4 or 8.
    width: u8,
    pub(super) colours: u32,
}

impl RowForm {
    /// The number of forms for one number of colours.
    pub(super) const EACH: usize = 32;

    /// The narrowest form that holds this box.
    pub(super) fn narrowest(key: Key, ply: u16, beads: &[u64]) -> Self {
        let words = (128 - key.0.leading_zeros()).div_ceil(32).max(1);
        Self {
            key: (4 * words).to_le_bytes()[0],
            ply: 1 + u8::from(ply > 0xff),
            width: Self::width(beads),
            colours: u32::try_from(beads.len()).expect("a box has few colours"),
        }
    }

    fn width(beads: &[u64]) -> u8 {
        match beads.iter().fold(0, |bits, n| bits | n) {
            0..0x100 => 1,
            0x100..0x1_0000 => 2,
            0x1_0000..0x1_0000_0000 => 4,
            _ => 8,
        }
    }

    fn write_beads(self, counts: &mut [u8], beads: &[u64]) {
        let width = usize::from(self.width);
        if width == 1 {
            for (count, n) in counts.iter_mut().zip(beads) {
                [*count, ..] = n.to_le_bytes();
            }
            return;
        }
        for (count, n) in counts.chunks_exact_mut(width).zip(beads) {
            count.copy_from_slice(&n.to_le_bytes()[..width]);
        }
    }

    pub(super) const fn stride(self) -> usize {
        self.key as usize + self.ply as usize + self.colours as usize * self.width as usize
    }

    /// A number for each form of one number of colours, below [`RowForm::EACH`].
    pub(super) const fn slot(self) -> usize {
        let (key, ply) = (self.key as usize / 4 - 1, self.ply as usize - 1);
        (key * 2 + ply) * 4 + self.width.trailing_zeros() as usize
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct RowMarks([u64; ROWS / 64]);

impl RowMarks {
    pub(super) const fn has(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, row: usize, mark: bool) {
        let word = &mut self.0[row / 64];
        *word = *word & !(1 << (row % 64)) | u64::from(mark) << (row % 64);
    }
}

/// Up to [`ROWS`] rows of one form.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) form: RowForm,
    rows: usize,
    /// The bytes of the rows, then zeros in reserve for more rows.
    pub(super) bytes: Vec<u8>,
    /// The rows whose box has been met again.
    pub(super) again: RowMarks,
    /// The rows that are free because their box has moved.
    pub(super) free: RowMarks,
}

impl Block {
    pub(super) fn new(form: RowForm, rows: usize) -> Self {
        Self {
            form,
            rows: 0,
            bytes: vec![0; rows * form.stride()],
            again: RowMarks::default(),
            free: RowMarks::default(),
        }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = usize> {
        (0..self.rows).filter(|row| !self.free.has(*row))
    }

    pub(super) const fn is_full(&self) -> bool {
        self.rows == ROWS
    }

    /// Adds a row of zeros and returns its number.
    pub(super) fn add(&mut self) -> usize {
        let (row, stride) = (self.rows, self.form.stride());
        self.rows += 1;
        if self.bytes.len() < self.rows * stride {
            let twice = (2 * row).clamp(1, ROWS);
            self.bytes.resize(twice * stride, 0);
        }
        row
    }

    pub(super) fn row(&self, row: usize) -> PackedRow<'_> {
        let stride = self.form.stride();
        PackedRow {
            form: self.form,
            bytes: &self.bytes[row * stride..][..stride],
        }
    }

    pub(super) fn fetch(&self, row: usize) {
        prefetch_index(&self.bytes, row * self.form.stride());
    }

    pub(super) fn write(&mut self, row: usize, key: Key, ply: u16, beads: &[u64]) {
        let (form, stride) = (self.form, self.form.stride());
        let bytes = &mut self.bytes[row * stride..][..stride];
        let (first, rest) = bytes.split_at_mut(usize::from(form.key));
        let whole = key.0.to_le_bytes();
        // One arm per length, because copying a length that is not known at compile time is slower.
        match form.key {
            4 => first.copy_from_slice(&whole[..4]),
            8 => first.copy_from_slice(&whole[..8]),
            12 => first.copy_from_slice(&whole[..12]),
            _ => first.copy_from_slice(&whole),
        }
        let (middle, counts) = rest.split_at_mut(usize::from(form.ply));
        match form.ply {
            1 => middle.copy_from_slice(&ply.to_le_bytes()[..1]),
            _ => middle.copy_from_slice(&ply.to_le_bytes()),
        }
        form.write_beads(counts, beads);
    }

    /// Rewrites the beads of a box if they still need a row of this form, and returns whether they do.
    pub(super) fn write_beads(&mut self, row: usize, beads: &[u64]) -> bool {
        let (form, stride) = (self.form, self.form.stride());
        let stays = form.width == RowForm::width(beads) && form.colours as usize == beads.len();
        if stays {
            let counts = usize::from(form.key) + usize::from(form.ply);
            form.write_beads(&mut self.bytes[row * stride..][counts..stride], beads);
        }
        stays
    }

    pub(super) fn has(&self, row: usize, key: Key) -> bool {
        !self.free.has(row) && self.row(row).key() == key
    }
}

#[derive(Clone, Copy)]
pub(super) struct PackedRow<'a> {
    pub(super) form: RowForm,
    bytes: &'a [u8],
}

impl PackedRow<'_> {
    pub(super) fn key(self) -> Key {
        let mut key = [0; 16];
        // As in `Block::write`.
        match self.form.key {
            4 => key[..4].copy_from_slice(&self.bytes[..4]),
            8 => key[..8].copy_from_slice(&self.bytes[..8]),
            12 => key[..12].copy_from_slice(&self.bytes[..12]),
            _ => key.copy_from_slice(&self.bytes[..16]),
        }
        Key(u128::from_le_bytes(key))
    }

    /// Reads its beads into `beads`, and returns its ply.
    pub(super) fn read(self, beads: &mut Vec<u64>) -> u16 {
        let rest = &self.bytes[usize::from(self.form.key)..];
        let (ply, counts) = rest.split_at(usize::from(self.form.ply));
        beads.clear();
        match self.form.width {
            1 => beads.extend(counts.iter().map(|&n| u64::from(n))),
            width => beads.extend(counts.chunks_exact(usize::from(width)).map(|count| {
                let mut n = [0; 8];
                n[..count.len()].copy_from_slice(count);
                u64::from_le_bytes(n)
            })),
        }
        match *ply {
            [low] => u16::from(low),
            _ => u16::from_le_bytes([ply[0], ply[1]]),
        }
    }
}
