//! Everything for a small machine on one sheet: the guide, the labels, beads of paper, and counters.

use super::colour;
use super::frame::{MARGIN, SheetFrame};
use super::label::{fit, in_order, sheet, taken};
use super::paper::Printed;
use super::slips::{adds, changes};
use super::{guide, pieces, ruler};
use crate::draw::{Colour, Drawing, Ink, Stroke, extent};
use matchboxes::kit::{Bead, Choice, KitBox};

/// The size of a bead of paper, wider if its move is on it; for a board the move is in the picture.
fn paper(printed: &Printed<'_>, scale: f64) -> (f64, f64) {
    (
        if is_wide(printed) { 23.5 } else { 13.5 } * scale,
        8.5 * scale,
    )
}

fn is_wide(printed: &Printed<'_>) -> bool {
    printed.kit.start.is_piles() || printed.kit.start.columns == 0
}

/// The pages: one, if everything fits.
pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    guide::smaller(4.0, |size| layout(printed, size)).finish()
}

fn layout<'a>(printed: &'a Printed<'_>, size: f64) -> SheetFrame<'a> {
    let mut frame = SheetFrame::new(printed, "one-sheet");
    frame.begin();
    guide::write(&mut frame, &guide::steps(printed, true), size);
    let label = printed.setting.label;
    let boxes = in_order(printed);
    let columns = fit(frame.room(), label.width);
    let mut rest = &boxes[..];
    while !rest.is_empty() {
        frame.ensure(label.height + 8.0);
        frame.y += 4.0;
        let rows = fit(frame.bottom() - frame.y - 4.0, label.height);
        let (now, later) = rest.split_at(rest.len().min(columns * rows));
        sheet(&mut frame, now);
        rest = later;
    }
    frame.y += 3.0;
    paper_beads(&mut frame, &boxes, 1.0, |_| 1);
    // A board would need its own sheet; the guide has it.
    if printed.kit.start.is_piles() {
        frame.y += 2.0;
        pieces::add(&mut frame);
    }
    ruler::add(&mut frame);
    frame
}

/// Sheets of paper beads alone, with spares, as large as fit on their least number of sheets.
pub(super) fn beads(printed: &Printed<'_>) -> Vec<Drawing> {
    largest(2.4, |scale| bead_sheets(printed, scale)).finish()
}

/// The layout at the largest scale, from `most` down to 1 in 16 steps, that takes no more pages than at 1. Layouts of
/// large kits take long, so their number is halved each time: a larger scale takes as many pages, or more.
pub(super) fn largest<'a>(most: f64, layout: impl Fn(f64) -> SheetFrame<'a>) -> SheetFrame<'a> {
    const STEPS: u32 = 16;
    let mut best = layout(1.0);
    let (mut fits, mut over) = (0, STEPS + 1);
    while over - fits > 1 {
        let step = u32::midpoint(fits, over);
        let larger = layout(1.0 + (most - 1.0) * f64::from(step) / f64::from(STEPS));
        if larger.pages() == best.pages() {
            (best, fits) = (larger, step);
        } else {
            over = step;
        }
    }
    best
}

fn bead_sheets<'a>(printed: &'a Printed<'_>, scale: f64) -> SheetFrame<'a> {
    let mut frame = SheetFrame::new(printed, "paper-beads");
    frame.begin();
    let note = printed.speech().say("paper-beads.note");
    frame.paragraph(&note, &Ink::new(3.4));
    frame.y += 3.0;
    // As many spares as beads in all boxes.
    paper_beads(&mut frame, &in_order(printed), scale, |rows| rows.max(1));
    frame
}

/// A bead of paper: for a box, or a spare.
#[derive(Clone)]
struct PaperBead<'a> {
    of: Option<&'a KitBox>,
    bead: Bead,
    /// The text about its move, if any.
    word: String,
}

/// Draws a bead of paper for each bead, with the number of its box and its move; then spares without a number, if
/// the rule adds beads: of a colour whose beads fill so many rows as many rows as `spares` returns.
fn paper_beads(
    frame: &mut SheetFrame<'_>,
    boxes: &[usize],
    scale: f64,
    spares: fn(usize) -> usize,
) {
    let printed = frame.printed;
    let kit = printed.kit;
    let beads = boxes.iter().flat_map(|&place| {
        let (b, counts) = (&kit.boxes[place], &printed.content.beads[place]);
        let choices = b.choices.iter().zip(counts);
        choices.flat_map(move |(choice, &n)| {
            let one = PaperBead {
                of: Some(b),
                bead: choice.bead,
                word: word(printed, choice),
            };
            (0..n).map(move |_| one.clone())
        })
    });
    let beads: Vec<_> = beads.collect();
    rows(frame, &beads, scale);
    if !changes(printed).iter().any(adds) {
        return;
    }
    let language = printed.speech();
    frame.ensure(8.0 + paper(printed, scale).1);
    frame.y += 1.5;
    frame.paragraph(&language.say("paper-beads.spare"), &Ink::new(3.2));
    frame.y += 1.0;
    let each = fit(frame.room(), paper(printed, scale).0);
    for bead in kit.beads() {
        let choices = kit.boxes.iter().flat_map(|b| &b.choices);
        let mut words = choices
            .filter(|choice| choice.bead == bead)
            .map(|choice| word(printed, choice));
        // A spare has no text about its move if the same bead has other moves in other boxes.
        let common = words.next().filter(|one| words.all(|word| word == *one));
        let filled = beads.iter().filter(|one| one.bead == bead);
        let count = spares(filled.count().div_ceil(each)) * each;
        let spare = PaperBead {
            of: None,
            bead,
            word: common.unwrap_or_default(),
        };
        rows(frame, &vec![spare; count], scale);
    }
}

/// The text on a bead of paper about its move; the moves of a board are clear from the picture.
fn word(printed: &Printed<'_>, choice: &Choice) -> String {
    match (taken(printed, choice), &choice.moves[..]) {
        (Some(n), _) => printed.speech().fill("take", &[("n", &n)]),
        (_, [m]) if is_wide(printed) => m.text.clone(),
        _ => String::new(),
    }
}

/// Draws these beads of paper in rows; a spare has room for the number of a box.
fn rows(frame: &mut SheetFrame<'_>, beads: &[PaperBead<'_>], scale: f64) {
    let (width, height) = paper(frame.printed, scale);
    for line in beads.chunks(fit(frame.room(), width)) {
        let (y, page) = frame.row(height);
        for (column, one) in line.iter().enumerate() {
            let (x, middle) = (MARGIN + extent(column) * width, y + height / 2.0);
            let ink = Ink::new(3.2 * scale).bold().centred();
            let low = middle + 1.2 * scale;
            if let Some(b) = one.of {
                page.fill((x, y), (6.0 * scale, height), colour::stage(b.stage));
                let number = b.number.to_string();
                page.fitted(&number, (x + 3.0 * scale, low), 5.0 * scale, &ink);
            } else {
                page.frame((x, y), (6.0 * scale, height), Stroke::hair(Colour::GREY));
            }
            page.frame((x, y), (width, height), Stroke::hair(Colour::GREY));
            colour::bead(page, one.bead, (x + 9.2 * scale, middle), 2.7 * scale);
            page.fitted(&one.word, (x + 17.6 * scale, low), 10.4 * scale, &ink);
        }
    }
}
