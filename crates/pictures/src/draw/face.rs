//! Reads a font file: the glyph of a character, its width and its outline.
//!
//! It supports only what our own fonts contain, which are subsets of TrueType fonts without hints
//! (`font/README.md`): the tables `cmap` (format 4), `hmtx`, `kern` (format 0), `loca` and `glyf`, as
//! described in Microsoft's and Apple's specifications of TrueType. Crates that read any font take longer to
//! compile than everything else that pictures need. A test reads every glyph, so nothing here can fail.

/// A point of an outline: the distances to the right and up.
type GlyphPoint = (f64, f64);

/// A font file and where its tables are.
pub(super) struct Face {
    pub(super) file: &'static [u8],
    head: &'static [u8],
    hhea: &'static [u8],
    map: &'static [u8],
    widths: &'static [u8],
    /// The entries of `kern`, six bytes each, ascending; may be empty.
    pairs: &'static [u8],
    places: &'static [u8],
    outlines: &'static [u8],
}

/// A part of an outline; lengths are fractions of the font size, and upwards is positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum OutlineStep {
    /// Begins a contour.
    Move(GlyphPoint),
    Line(GlyphPoint),
    /// A quadratic Bézier curve: its control point and its end.
    Curve(GlyphPoint, GlyphPoint),
    Close,
}

fn word(table: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([table[at], table[at + 1]])
}

fn signed(table: &[u8], at: usize) -> i16 {
    word(table, at).cast_signed()
}

fn long(table: &[u8], at: usize) -> usize {
    (usize::from(word(table, at)) << 16) | usize::from(word(table, at + 2))
}

/// A table of a file; empty if the file has none.
fn table(file: &'static [u8], name: &str) -> &'static [u8] {
    let entries = file[12..].chunks_exact(16);
    let mut entries = entries.take(word(file, 4).into());
    let entry = entries.find(|entry| entry.starts_with(name.as_bytes()));
    entry.map_or(&[], |entry| {
        let from = long(entry, 8);
        &file[from..from + long(entry, 12)]
    })
}

impl Face {
    /// Reads one of our own fonts; any other file may panic.
    pub(super) fn new(file: &'static [u8]) -> Self {
        let cmap = table(file, "cmap");
        let subtables = (0..word(cmap, 2).into()).map(|n: usize| &cmap[long(cmap, 8 + 8 * n)..]);
        let mut subtables = subtables.filter(|table| word(table, 0) == 4);
        let kern = table(file, "kern");
        let pairs = kern.get(18..);
        Self {
            file,
            head: table(file, "head"),
            hhea: table(file, "hhea"),
            map: subtables.next_back().expect("a map of format 4"),
            widths: table(file, "hmtx"),
            pairs: pairs.map_or(&[], |pairs| &pairs[..6 * usize::from(word(kern, 10))]),
            places: table(file, "loca"),
            outlines: table(file, "glyf"),
        }
    }

    /// The units of the file per font size.
    fn em(&self) -> f64 {
        word(self.head, 18).into()
    }

    pub(super) fn glyphs(&self) -> u16 {
        u16::try_from(self.places.len() / 2 - 1).unwrap_or(u16::MAX)
    }

    /// The bounding box of all letters: left, bottom, right, top; then the ascent and descent of the font.
    pub(super) fn bounds(&self) -> [f64; 6] {
        let [left, bottom, right, top] = [36, 38, 40, 42].map(|at| signed(self.head, at));
        let [ascent, descent] = [4, 6].map(|at| signed(self.hhea, at));
        [left, bottom, right, top, ascent, descent].map(|length| f64::from(length) / self.em())
    }

    pub(super) fn glyph(&self, c: char) -> Option<u16> {
        let c = u16::try_from(u32::from(c)).ok()?;
        let double = usize::from(word(self.map, 6));
        let [ends, starts, deltas, ranges] = [14, 16 + double, 16 + 2 * double, 16 + 3 * double];
        let mut segments = (0..double).step_by(2);
        let segment = segments.find(|n| word(self.map, ends + n) >= c)?;
        let inside = c.checked_sub(word(self.map, starts + segment))?;
        let listed = match word(self.map, ranges + segment) {
            0 => c,
            range => {
                let at = ranges + segment + usize::from(range) + 2 * usize::from(inside);
                Some(word(self.map, at)).filter(|glyph| *glyph != 0)?
            }
        };
        let glyph = listed.wrapping_add(word(self.map, deltas + segment));
        Some(glyph).filter(|glyph| *glyph != 0)
    }

    /// The distance from a glyph to the next, for a font size of 1.
    pub(super) fn advance(&self, glyph: u16) -> f64 {
        // All glyphs after the last entry have its width.
        let last = word(self.hhea, 34) - 1;
        let width = word(self.widths, 4 * usize::from(glyph.min(last)));
        f64::from(width) / self.em()
    }

    /// The correction of that distance for a pair of glyphs.
    pub(super) fn kerning(&self, left: u16, right: u16) -> f64 {
        let (pairs, _) = self.pairs.as_chunks::<6>();
        let found = pairs.binary_search_by_key(&(left, right), |pair: &[u8; 6]| {
            (word(pair, 0), word(pair, 2))
        });
        let more = found.map_or(0, |place| signed(&pairs[place], 4));
        f64::from(more) / self.em()
    }

    /// The outline of a glyph, to be filled by the nonzero winding rule; the outline of a space is empty.
    pub(super) fn outline(&self, glyph: u16) -> Vec<OutlineStep> {
        let mut steps = Vec::new();
        self.draw(glyph, (0.0, 0.0), &mut steps);
        steps
    }

    fn draw(&self, glyph: u16, shift: GlyphPoint, steps: &mut Vec<OutlineStep>) {
        let place = |n: usize| 2 * usize::from(word(self.places, 2 * n));
        let glyph = usize::from(glyph);
        let outline = &self.outlines[place(glyph)..place(glyph + 1)];
        if !outline.is_empty() {
            match usize::try_from(signed(outline, 0)) {
                Ok(contours) => simple(outline, contours, shift, self.em(), steps),
                Err(_) => self.compound(outline, shift, steps),
            }
        }
    }

    /// Draws a glyph made of several others, such as a letter and its accent.
    fn compound(&self, outline: &[u8], (right, up): GlyphPoint, steps: &mut Vec<OutlineStep>) {
        const WORDS: u16 = 1;
        const MORE: u16 = 0x20;
        let mut at = 10;
        loop {
            let (flags, part) = (word(outline, at), word(outline, at + 2));
            let (by, length) = if flags & WORDS == 0 {
                ([4, 5].map(|n| outline[at + n].cast_signed().into()), 6)
            } else {
                ([4, 6].map(|n| signed(outline, at + n)), 8)
            };
            at += length;
            let [x, y] = by.map(|by| f64::from(by) / self.em());
            self.draw(part, (right + x, up + y), steps);
            if flags & MORE == 0 {
                return;
            }
        }
    }
}

/// Draws a glyph with contours of its own.
fn simple(
    outline: &[u8],
    contours: usize,
    shift: GlyphPoint,
    em: f64,
    steps: &mut Vec<OutlineStep>,
) {
    let ends = (0..contours).map(|n| usize::from(word(outline, 10 + 2 * n)) + 1);
    let ends: Vec<usize> = ends.collect();
    let hints = usize::from(word(outline, 10 + 2 * contours));
    let mut bytes = outline[12 + 2 * contours + hints..].iter().copied();
    let mut byte = || bytes.next().unwrap_or(0);
    let count = ends.last().copied().unwrap_or(0);
    let mut flags = Vec::with_capacity(count);
    while flags.len() < count {
        const REPEATED: u8 = 8;
        let flag = byte();
        let times = if flag & REPEATED == 0 { 0 } else { byte() };
        flags.extend(std::iter::repeat_n(flag, usize::from(times) + 1));
    }
    // Each coordinate is one byte with its sign in the flag, two signed bytes, or none if unchanged.
    let mut along = |short: u8, same: u8, from: f64| -> Vec<f64> {
        let mut at = 0.0;
        let lengths = flags.iter().map(|flag| {
            at += match (flag & short != 0, flag & same != 0) {
                (true, true) => f64::from(byte()),
                (true, false) => -f64::from(byte()),
                (false, true) => 0.0,
                (false, false) => f64::from(i16::from_be_bytes([byte(), byte()])),
            };
            from + at / em
        });
        lengths.collect()
    };
    let (across, upwards) = (along(2, 16, shift.0), along(4, 32, shift.1));
    let places = across.into_iter().zip(upwards).zip(flags);
    let nodes: Vec<(GlyphPoint, bool)> = places.map(|(at, flag)| (at, flag & 1 == 1)).collect();
    let mut from = 0;
    for end in ends {
        contour(&nodes[from..end], steps);
        from = end;
    }
}

/// Draws a closed contour of places, each with whether it is on the contour or a control point; between two
/// control points, their midpoint is on the contour.
fn contour(nodes: &[(GlyphPoint, bool)], steps: &mut Vec<OutlineStep>) {
    let middle = |a: GlyphPoint, b: GlyphPoint| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
    let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
    let start = match (first.1, last.1) {
        (true, _) => first.0,
        (false, true) => last.0,
        (false, false) => middle(first.0, last.0),
    };
    steps.push(OutlineStep::Move(start));
    let mut control: Option<GlyphPoint> = None;
    for &(at, on) in nodes.iter().skip(usize::from(first.1)) {
        match (control, on) {
            (None, true) => steps.push(OutlineStep::Line(at)),
            (Some(by), true) => steps.push(OutlineStep::Curve(by, at)),
            (None, false) => {}
            (Some(by), false) => steps.push(OutlineStep::Curve(by, middle(by, at))),
        }
        control = (!on).then_some(at);
    }
    if let Some(by) = control {
        steps.push(OutlineStep::Curve(by, start));
    }
    steps.push(OutlineStep::Close);
}
