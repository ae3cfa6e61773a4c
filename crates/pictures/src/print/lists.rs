//! Lists of beads: how many of each colour are needed, and which ones go into each box.

use super::colour;
use super::frame::{MARGIN, SheetFrame};
use super::paper::Printed;
use super::slips::{adds, changes};
use crate::draw::{Colour, Drawing, Ink, Stroke, extent};
use matchboxes::kit::{Bead, KitBox};
use matchboxes::text::thousands;

/// The beads to buy: a row for each colour, a column for each stage.
pub(super) fn beads(printed: &Printed<'_>) -> Vec<Drawing> {
    const ROW: f64 = 8.5;
    const NAMES: f64 = 50.0;
    let (kit, language) = (printed.kit, printed.speech());
    let mut frame = SheetFrame::new(printed, "beads");
    frame.begin();
    let note = if printed.is_trained() {
        "beads.trained"
    } else {
        "beads.new"
    };
    let mut notes = vec![language.say(note)];
    if changes(printed).iter().any(adds) {
        notes.push(language.say("beads.spare"));
    }
    frame.paragraph(&language.sentences(&notes), &Ink::new(3.6));
    frame.y += 4.0;

    let (left, right) = (MARGIN, frame.right());
    let stages = kit.stages();
    let width = (right - left - NAMES) / extent(stages + 1);
    let end = |column: usize| left + NAMES + extent(column + 1) * width - 2.0;
    let ink = Ink::new(3.6).ending();
    let write = |page: &mut Drawing, y: f64, counts: &[u64], ink: &Ink| {
        let total = counts.iter().fold(0_u64, |sum, &n| sum.saturating_add(n));
        for (column, &n) in counts.iter().chain([&total]).enumerate() {
            let text = thousands(n);
            let ink = if column == stages { ink.bold() } else { *ink };
            page.fitted(&text, (end(column), y + 5.6), width - 1.0, &ink);
        }
    };

    let (y, page) = frame.row(ROW);
    let head = Ink::new(3.4).bold();
    page.text(language.say("beads.colour"), (left, y + 5.6), &head);
    for stage in 0..stages {
        let at = (left + NAMES + extent(stage) * width, y);
        page.fill(at, (width, ROW), colour::stage(stage));
        let name = language.stage(stage);
        page.fitted(&name, (end(stage), y + 5.6), width - 3.0, &head.ending());
    }
    let total = language.say("beads.total");
    page.text(total, (end(stages), y + 5.6), &head.ending());

    let mut all = vec![0_u64; stages];
    for bead in kit.beads() {
        let counts = printed.content.by_stage(kit, bead);
        for (sum, n) in all.iter_mut().zip(&counts) {
            *sum = sum.saturating_add(*n);
        }
        let (y, page) = frame.row(ROW);
        colour::bead(page, bead, (left + 3.5, y + ROW / 2.0), 3.0);
        page.text(language.bead(bead), (left + 9.0, y + 5.6), &Ink::new(3.8));
        write(page, y, &counts, &ink);
        page.line([(left, y), (right, y)], Stroke::hair(Colour::PALE));
    }
    let (y, page) = frame.row(ROW);
    page.line([(left, y), (right, y)], Stroke::hair(Colour::BLACK));
    page.text(language.say("beads.total"), (left, y + 5.6), &head);
    write(page, y, &all, &ink.bold());
    frame.finish()
}

struct ListedColour {
    /// Its bead; `None` for the note that the box is empty.
    bead: Option<Bead>,
    text: String,
    /// Its line and its offset to the right.
    line: usize,
    right: f64,
}

pub(super) fn filling(printed: &Printed<'_>) -> Vec<Drawing> {
    const LINE: f64 = 4.6;
    const COLUMNS: usize = 2;
    const NUMBER: f64 = 10.0;
    let (kit, language) = (printed.kit, printed.speech());
    let mut frame = SheetFrame::new(printed, "filling");
    frame.begin();
    let note = if printed.is_trained() {
        let [met, all] = [printed.content.met, kit.boxes.len()].map(|n| thousands(n as u64));
        language.fill("filling.trained", &[("met", &met), ("all", &all)])
    } else {
        language.say("filling.new")
    };
    frame.paragraph(&note, &Ink::new(3.4));
    frame.y += 3.0;
    let width = frame.room() / extent(COLUMNS);
    let ink = Ink::new(3.1);
    let mut top = frame.y;
    let mut column = 0;
    for (b, beads) in kit.boxes.iter().zip(&printed.content.beads) {
        let colours = colours(printed, b, beads, width - NUMBER - 3.0, &ink);
        let lines = colours.last().map_or(1, |colour| colour.line + 1);
        let height = extent(lines) * LINE + 1.2;
        if frame.y + height > frame.bottom() {
            column += 1;
            if column == COLUMNS {
                frame.begin();
                frame.y += 3.0;
                top = frame.y;
                column = 0;
            }
            frame.y = top;
        }
        let (x, y) = (MARGIN + extent(column) * width, frame.y);
        let page = frame.last();
        page.fill((x, y), (NUMBER - 1.5, LINE), colour::stage(b.stage));
        let number = ink.bold().ending();
        page.text(b.number.to_string(), (x + NUMBER - 2.3, y + 3.4), &number);
        for colour in colours {
            let (x, y) = (x + NUMBER + colour.right, y + extent(colour.line) * LINE);
            if let Some(bead) = colour.bead {
                colour::bead(page, bead, (x + 1.7, y + LINE / 2.0), 1.7);
            }
            page.text(colour.text, (x + 4.0, y + 3.4), &ink);
        }
        frame.y += height;
    }
    frame.finish()
}

/// The colours in a box, in lines of at most this length.
fn colours(
    printed: &Printed<'_>,
    b: &KitBox,
    beads: &[u64],
    room: f64,
    ink: &Ink,
) -> Vec<ListedColour> {
    let language = printed.speech();
    let held = b.choices.iter().zip(beads).filter(|(_, n)| **n > 0);
    let mut texts: Vec<(Option<Bead>, String)> = held
        .map(|(choice, &n)| {
            (
                Some(choice.bead),
                language.beads(n, &language.bead(choice.bead)),
            )
        })
        .collect();
    if texts.is_empty() {
        texts.push((None, language.say("filling.empty")));
    }
    let (mut line, mut end) = (0, 0.0);
    let placed = texts.into_iter().map(|(bead, text)| {
        let width = 4.0 + ink.width(&text) + 2.5;
        if end > 0.0 && end + width > room {
            line += 1;
            end = 0.0;
        }
        let right = end;
        end += width;
        ListedColour {
            bead,
            text,
            line,
            right,
        }
    });
    placed.collect()
}
