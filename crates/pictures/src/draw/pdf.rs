//! Writes drawings as the pages of a PDF. The fonts are embedded, so texts can be selected and look the same
//! everywhere. The file has no date: the same drawings give the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineJoinStyle, SystemInfo, TextRenderingMode, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Settings, Str, TextStr};

use super::font::{self, FACES, Letter, NAMES};
use super::shape::{
    Colour, Coordinates, Direction, Drawing, Ink, LengthUnit, Paint, Shape, ShapeOutline,
};

/// The names of the fonts within the file.
const FONTS: [Name<'static>; 3] = [Name(b"F0"), Name(b"F1"), Name(b"F2")];

/// The numbering of letters, from their fonts.
const SYSTEM: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

const COMPACT: Settings = Settings { pretty: false };

/// Writes the drawings as the pages of one PDF in a language with this code, such as `en`.
pub(crate) fn pdf(title: &str, language: &str, drawings: &[Drawing]) -> Vec<u8> {
    let mut pdf = Pdf::with_settings(COMPACT);
    let mut next = Ref::new(1);
    let [catalog, tree, info] = [(); 3].map(|()| next.bump());
    // First in the file, so that its head tells who wrote it.
    let mut about = pdf.document_info(info);
    about.title(TextStr(title)).creator(TextStr("menace"));
    about.finish();
    pdf.catalog(catalog).pages(tree).lang(TextStr(language));

    let mut used = Used::default();
    let mut pages = Vec::new();
    for drawing in drawings {
        let (page, content) = (next.bump(), next.bump());
        stream(&mut pdf, content, &used.content(drawing));
        pages.push((page, content, drawing));
    }
    let mut fonts: Vec<(Name<'_>, Ref)> = Vec::new();
    for (face, letters) in used.letters.iter().enumerate() {
        if !letters.is_empty() {
            fonts.push((FONTS[face], embed(&mut pdf, &mut next, face, letters)));
        }
    }
    let states: Vec<(u8, Ref)> = used.alphas.iter().map(|&a| (a, next.bump())).collect();
    for &(alpha, state) in &states {
        let opaque = f32::from(alpha) / 255.0;
        let mut state = pdf.ext_graphics(state);
        state.non_stroking_alpha(opaque).stroking_alpha(opaque);
    }
    let kids = pages.iter().map(|(page, ..)| *page);
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(kids).count(count);
    for (page, content, drawing) in pages {
        let [width, height] = points(drawing);
        let mut page = pdf.page(page);
        page.parent(tree)
            .media_box(Rect::new(0.0, 0.0, width, height))
            .contents(content);
        let mut resources = page.resources();
        resources.fonts().pairs(fonts.iter().copied());
        let mut own = resources.ext_g_states();
        for (alpha, state) in &states {
            own.pair(Name(opacity(*alpha).as_bytes()), *state);
        }
    }
    pdf.finish()
}

fn stream(pdf: &mut Pdf, id: Ref, bytes: &[u8]) {
    let packed = compress_to_vec_zlib(bytes, 6);
    pdf.stream(id, &packed).filter(Filter::FlateDecode);
}

/// Embeds a face, with a map from its glyphs to their characters.
fn embed(pdf: &mut Pdf, next: &mut Ref, face: usize, letters: &BTreeMap<u16, char>) -> Ref {
    let [font, own, descriptor, file, map] = [(); 5].map(|()| next.bump());
    // Six capital letters before the name mark a subset of a font.
    let name = format!("MENACE+{}", NAMES[face]);
    let name = Name(name.as_bytes());
    let face = &FACES[face];
    pdf.type0_font(font)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(own)
        .to_unicode(map);
    let mut cid = pdf.cid_font(own);
    cid.subtype(CidFontType::Type2)
        .base_font(name)
        .system_info(SYSTEM)
        .font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    let widths = (0..face.glyphs()).map(|glyph| rounded(1000.0 * face.advance(glyph)));
    cid.widths().consecutive(0, widths);
    cid.finish();
    let [left, below, right, above, high, low] =
        face.bounds().map(|length| rounded(1000.0 * length));
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(left, below, right, above))
        .italic_angle(0.0)
        .ascent(high)
        .descent(low)
        .cap_height(730.0)
        .stem_v(90.0)
        .font_file2(file);
    stream(pdf, file, face.file);
    let mut characters = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
    for (&glyph, &character) in letters {
        characters.pair(glyph, character);
    }
    stream(pdf, map, characters.finish().as_slice());
    font
}

/// The fonts and opacities that the pages use, which are written elsewhere in the file.
#[derive(Default)]
struct Used {
    /// The glyphs used of each face, with their characters.
    letters: [BTreeMap<u16, char>; 3],
    alphas: BTreeSet<u8>,
}

impl Used {
    fn content(&mut self, drawing: &Drawing) -> Vec<u8> {
        let mut content = Content::with_settings(COMPACT);
        let scale = scale(drawing);
        // Flip the vertical axis and use the lengths of the drawing.
        content.transform([scale, 0.0, 0.0, -scale, 0.0, points(drawing)[1]]);
        content.set_line_join(LineJoinStyle::RoundJoin);
        for shape in &drawing.shapes {
            match shape {
                Shape::Figure(form, paint) => self.figure(&mut content, form, *paint),
                Shape::Text { at, text, ink } => self.text(&mut content, *at, text, ink),
            }
        }
        content.finish().into_vec()
    }

    fn figure(
        &mut self,
        content: &mut Content,
        form: &ShapeOutline,
        Paint { fill, stroke }: Paint,
    ) {
        if let Some(fill) = fill {
            self.fill_colour(content, fill);
            outline(content, form);
            content.fill_nonzero();
        }
        if let Some(stroke) = stroke {
            self.alpha(content, stroke.colour);
            let [red, green, blue] = parts(stroke.colour);
            content.set_stroke_rgb(red, green, blue);
            content.set_line_width(rounded(stroke.width));
            let pieces = stroke
                .dash
                .map(|(piece, gap)| [rounded(piece), rounded(gap)]);
            content.set_dash_pattern(pieces.into_iter().flatten(), 0.0);
            outline(content, form);
            content.stroke();
        }
    }

    fn fill_colour(&mut self, content: &mut Content, colour: Colour) {
        self.alpha(content, colour);
        let [red, green, blue] = parts(colour);
        content.set_fill_rgb(red, green, blue);
    }

    /// Sets the opacity from here on; nothing is written until the first colour that is not opaque.
    fn alpha(&mut self, content: &mut Content, colour: Colour) {
        if colour.alpha != u8::MAX || !self.alphas.is_empty() {
            self.alphas.insert(colour.alpha);
            content.set_parameters(Name(opacity(colour.alpha).as_bytes()));
        }
    }

    fn text(&mut self, content: &mut Content, (x, y): Coordinates, text: &str, ink: &Ink) {
        let back = ink.back(text);
        self.fill_colour(content, ink.colour);
        content.begin_text();
        content.set_text_matrix(match ink.direction {
            Direction::Right => [1.0, 0.0, 0.0, -1.0, rounded(x - back), rounded(y)],
            Direction::Up => [0.0, -1.0, -1.0, 0.0, rounded(x), rounded(y + back)],
        });
        let letters: Vec<Letter> = font::letters(text, ink.weight).collect();
        for run in letters.chunk_by(|one, other| one.face == other.face) {
            let face = run[0].face;
            content.set_font(FONTS[face], rounded(ink.size));
            // Its outlines are drawn too, since it has one weight only.
            if let Some(width) = font::outlined(face, ink.weight) {
                let [red, green, blue] = parts(ink.colour);
                content.set_stroke_rgb(red, green, blue);
                content.set_line_width(rounded(width * ink.size));
                content.set_text_rendering_mode(TextRenderingMode::FillStroke);
            }
            let mut pieces = content.show_positioned();
            let mut items = pieces.items();
            let mut codes = Vec::new();
            for letter in run {
                let own = self.letters[face].entry(letter.glyph);
                own.or_insert(letter.character);
                codes.extend(letter.glyph.to_be_bytes());
                let kern = rounded(1000.0 * (FACES[face].advance(letter.glyph) - letter.advance));
                if kern != 0.0 {
                    items.show(Str(&codes)).adjust(kern);
                    codes.clear();
                }
            }
            if !codes.is_empty() {
                items.show(Str(&codes));
            }
            items.finish();
            pieces.finish();
            if font::outlined(face, ink.weight).is_some() {
                content.set_text_rendering_mode(TextRenderingMode::Fill);
            }
        }
        content.end_text();
    }
}

/// The points of a PDF, 72 to the inch, per unit of the drawing.
fn scale(drawing: &Drawing) -> f32 {
    match drawing.unit {
        LengthUnit::Pixel => 72.0 / 96.0,
        LengthUnit::Millimetre => 72.0 / 25.4,
    }
}

fn points(drawing: &Drawing) -> [f32; 2] {
    let scale = f64::from(scale(drawing));
    [drawing.size.0, drawing.size.1].map(|length| rounded(length * scale))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a thousandth of a millimetre is not visible"
)]
fn rounded(value: f64) -> f32 {
    ((value * 1000.0).round() / 1000.0) as f32
}

fn parts(colour: Colour) -> [f32; 3] {
    colour.rgb().map(|part| rounded(f64::from(part) / 255.0))
}

fn opacity(alpha: u8) -> String {
    format!("A{alpha}")
}

fn outline(content: &mut Content, form: &ShapeOutline) {
    match form {
        ShapeOutline::Rect((x, y), (width, height)) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(rounded);
            content.rect(x, y, width, height);
        }
        ShapeOutline::Line(places) => path(content, places),
        ShapeOutline::Polygon(places) => {
            path(content, places);
            content.close_path();
        }
        ShapeOutline::Circle(centre, radius) => circle(content, *centre, *radius),
    }
}

fn path(content: &mut Content, places: &[Coordinates]) {
    for (number, &(x, y)) in places.iter().enumerate() {
        match (number, rounded(x), rounded(y)) {
            (0, x, y) => content.move_to(x, y),
            (_, x, y) => content.line_to(x, y),
        };
    }
}

/// Approximates a circle by four curves, which differ from it by a fiftieth of a percent.
fn circle(content: &mut Content, (x, y): Coordinates, radius: f64) {
    const HANDLE: f64 = 0.552_284_75;
    let at = |right: f64, down: f64| (rounded(x + radius * right), rounded(y + radius * down));
    let start = at(1.0, 0.0);
    content.move_to(start.0, start.1);
    let quarters = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    for (n, &from) in quarters.iter().enumerate() {
        let to = quarters[(n + 1) % 4];
        let towards = |near: Coordinates, far: Coordinates| {
            at(near.0 + HANDLE * far.0, near.1 + HANDLE * far.1)
        };
        let (first, second, end) = (towards(from, to), towards(to, from), at(to.0, to.1));
        content.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1);
    }
    content.close_path();
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    use super::*;

    #[test]
    fn a_polygon_has_all_its_sides() {
        let mut content = Content::new();
        let corners = vec![(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
        outline(&mut content, &ShapeOutline::Polygon(corners));
        let drawn = String::from_utf8(content.finish().to_vec()).unwrap();
        assert_eq!(drawn.trim_end(), "0 0 m\n1 0 l\n0 1 l\nh");
    }

    /// A PDF of two pages with this text, and all its streams.
    fn written(text: &str, colour: Colour) -> (Vec<u8>, Vec<String>) {
        let mut page = Drawing::new(LengthUnit::Millimetre, (210.0, 297.0));
        page.text(text, (10.0, 20.0), &Ink::new(5.0).colour(colour));
        let pages = [page.clone(), page];
        let pdf = pdf("A title", "en", &pages);
        assert_eq!(pdf, super::pdf("A title", "en", &pages));
        let mut streams = Vec::new();
        let mut rest = &pdf[..];
        let find = |rest: &[u8], word: &[u8]| rest.windows(word.len()).position(|w| w == word);
        while let Some(at) = find(rest, b"stream\n") {
            rest = &rest[at + 7..];
            let end = find(rest, b"endstream").unwrap();
            // Only the line end: the last byte of the data may be a space too.
            let data = rest[..end].strip_suffix(b"\n").unwrap();
            let bytes = decompress_to_vec_zlib(data).unwrap();
            streams.push(String::from_utf8_lossy(&bytes).into_owned());
            rest = &rest[end + 9..];
        }
        (pdf, streams)
    }

    fn count(pdf: &[u8], word: &str) -> usize {
        let windows = pdf.windows(word.len());
        windows.filter(|w| *w == word.as_bytes()).count()
    }

    #[test]
    fn used_fonts_are_embedded_once_with_a_character_map() {
        let (pdf, streams) = written("AVA", Colour::BLACK);
        assert_eq!(count(&pdf, "/FontFile2"), 1);
        // Two pages, the font, and its character map.
        assert_eq!(streams.len(), 4);
        let map = streams.iter().find(|s| s.contains("beginbfchar")).unwrap();
        let line = |c: char| {
            let glyph = FACES[0].glyph(c).unwrap();
            format!("<{glyph:04X}> <{:04X}>\n", u32::from(c))
        };
        for words in [&*line('A'), &*line('V'), "2 beginbfchar"] {
            assert!(map.contains(words), "{map}");
        }

        let (pdf, _) = written("A\u{7bb1}", Colour::BLACK);
        assert_eq!(count(&pdf, "/FontFile2"), 2);
        assert_eq!(count(&pdf, "MENACE+BIZUDGothic-Regular"), 3);
    }

    /// Japanese letters have one weight: in bold their outlines are drawn too, and only theirs.
    #[test]
    fn bold_japanese_letters_have_outlines() {
        let drawn = |text: &str| {
            let mut page = Drawing::new(LengthUnit::Millimetre, (210.0, 297.0));
            page.text(text, (10.0, 20.0), &Ink::new(5.0).bold());
            let mut pdf = Used::default();
            String::from_utf8_lossy(&pdf.content(&page)).into_owned()
        };
        assert!(!drawn("AVA").contains(" Tr"));
        let both = drawn("A\u{7bb1}");
        let [outlined, plain] = ["2 Tr", "0 Tr"].map(|mode| both.find(mode).unwrap());
        assert!(outlined < plain, "{both}");
    }

    #[test]
    fn text_is_kerned() {
        let (_, streams) = written("AVA", Colour::BLACK);
        let split = streams[0].split_once(") ").or(streams[0].split_once(')'));
        let (_, rest) = split.unwrap();
        let number: String = rest.chars().take_while(|c| *c != '(').collect();
        let more: f64 = number.trim().parse().unwrap();
        assert!(more > 20.0, "{}", streams[0]);
    }

    #[test]
    fn a_transparent_colour_has_its_opacity() {
        let (pdf, streams) = written("A", Colour::BLACK.faint(51));
        assert!(streams[0].contains("/A51 gs"), "{}", streams[0]);
        assert_eq!(count(&pdf, "/ca 0.2"), 1);
        assert_eq!(count(&written("A", Colour::BLACK).0, "/ca"), 0);
    }
}
