//! The best lines of a search that visits one position after the other.

use crate::game::Move;

/// The best line from each ply on; past the depth of its value, moves that are never read.
pub(crate) struct PrincipalLines {
    /// A row for each ply, all of one length.
    moves: Vec<Move>,
    /// How much of each row is the line.
    lengths: Vec<u16>,
    row: u16,
}

impl Default for PrincipalLines {
    fn default() -> Self {
        Self::of_rows(16)
    }
}

impl PrincipalLines {
    fn of_rows(row: u16) -> Self {
        Self {
            moves: vec![Move(0); usize::from(row) * usize::from(row)],
            lengths: vec![0; usize::from(row)],
            row,
        }
    }

    /// Makes room for a line from this ply on.
    #[inline]
    pub(super) fn reach(&mut self, ply: u16) {
        if ply >= self.row {
            self.grow(ply);
        }
    }

    #[cold]
    fn grow(&mut self, ply: u16) {
        let mut larger = Self::of_rows(2 * ply);
        for ply in 0..self.row {
            larger.replace(ply, self.line_from(ply));
        }
        *self = larger;
    }

    pub(crate) fn line_from(&self, ply: u16) -> &[Move] {
        let from = usize::from(ply) * usize::from(self.row);
        &self.moves[from..from + usize::from(self.lengths[usize::from(ply)])]
    }

    /// Makes these moves the line from this ply on.
    pub(crate) fn replace(&mut self, ply: u16, line: &[Move]) {
        let length = u16::try_from(line.len()).expect("a line ends");
        self.reach(ply.max(length));
        let from = usize::from(ply) * usize::from(self.row);
        self.moves[from..from + line.len()].copy_from_slice(line);
        self.lengths[usize::from(ply)] = length;
    }

    /// Keeps at most the first moves of a line.
    pub(crate) fn cut(&mut self, ply: u16, most: u16) {
        let length = &mut self.lengths[usize::from(ply)];
        *length = most.min(*length);
    }

    /// Makes a move and the line from the next ply on, of which at most `rest` moves count, the line from this ply on.
    #[inline]
    pub(super) fn improve(&mut self, ply: u16, m: Move, rest: u16) {
        let ply = usize::from(ply);
        let rest = rest.min(self.lengths[ply + 1]);
        self.lengths[ply] = rest + 1;
        let (above, below) = self.moves.split_at_mut((ply + 1) * usize::from(self.row));
        let line = &mut above[ply * usize::from(self.row)..];
        line[0] = m;
        // Written out, since most lines are too short for a call that copies.
        let mut at = 0;
        while at < usize::from(rest) {
            line[at + 1] = below[at];
            at += 1;
        }
    }
}
