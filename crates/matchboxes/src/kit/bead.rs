//! The kinds of bead: the one table of their letters and colours, for paper, page and screen.

/// A kind of bead, as a number: its place in the table of colours, and after these the same colours as large beads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bead(pub usize);

/// The plain colours as red, green and blue, in the order of their letters: red, blue, yellow, green, orange, purple,
/// white, black, pink, brown, light blue and grey. Those that come first are told apart by people who see no red or no
/// green, since most boxes need no others.
const COLOURS: [[u8; 3]; Bead::COLOURS] = [
    [0xd5, 0x5e, 0x00],
    [0x00, 0x72, 0xb2],
    [0xf0, 0xe4, 0x42],
    [0x00, 0x9e, 0x73],
    [0xe6, 0x9f, 0x00],
    [0x6b, 0x4c, 0x9a],
    [0xff, 0xff, 0xff],
    [0x22, 0x22, 0x22],
    [0xcc, 0x79, 0xa7],
    [0x8c, 0x51, 0x0a],
    [0x56, 0xb4, 0xe9],
    [0xbb, 0xbb, 0xbb],
];

impl Bead {
    /// The number of plain colours; after them come the same colours as large beads.
    pub const COLOURS: usize = 12;
    /// The number of kinds of bead that can be distinguished.
    pub const KINDS: usize = 2 * Self::COLOURS;

    /// Its letter, for readers or prints without colour.
    pub fn letter(self) -> char {
        ('A'..='Z').nth(self.0).unwrap_or('?')
    }

    /// The number of its plain colour.
    pub const fn colour(self) -> usize {
        self.0 % Self::COLOURS
    }

    /// Its colour as red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        COLOURS[self.colour()]
    }

    /// Whether it is a large bead.
    pub const fn is_large(self) -> bool {
        self.0 >= Self::COLOURS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a colour for a person without one kind of cone, by Machado, Oliveira and Fernandes (2009).
    fn seen(rgb: [u8; 3], matrix: [[f64; 3]; 3]) -> [f64; 3] {
        let linear = rgb.map(|c| (f64::from(c) / 255.0).powf(2.2));
        matrix.map(|row| {
            let sum: f64 = row.iter().zip(linear).map(|(a, b)| a * b).sum();
            255.0 * sum.clamp(0.0, 1.0).powf(1.0 / 2.2)
        })
    }

    #[test]
    fn the_first_colours_are_told_apart_without_red_or_green() {
        let without_red = [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ];
        let without_green = [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ];
        for matrix in [without_red, without_green] {
            for a in 0..9 {
                for b in 0..a {
                    let [x, y] = [a, b].map(|n| seen(Bead(n).rgb(), matrix));
                    let far: f64 = x.iter().zip(y).map(|(x, y)| (x - y).powi(2)).sum();
                    assert!(far.sqrt() > 35.0, "{a} and {b}: {x:?} {y:?}");
                }
            }
        }
    }
}
