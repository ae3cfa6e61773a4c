//! Everything for a small machine on one sheet: the guide, the labels, beads of paper, and counters.

use super::colour;
use super::frame::{Frame, MARGIN};
use super::label::{fit, float, sheet};
use super::paper::Printed;
use super::{guide, pieces, ruler};
use crate::draw::{Colour, Drawing, Ink, Stroke};

/// The size of a bead of paper.
const PAPER: (f64, f64) = (20.0, 8.5);

/// The pages: one, if everything fits.
pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    guide::smaller(4.0, |size| layout(printed, size)).finish()
}

fn layout<'a>(printed: &'a Printed<'_>, size: f64) -> Frame<'a> {
    let mut frame = Frame::new(printed, "one-sheet");
    frame.begin();
    guide::write(&mut frame, &guide::steps(printed, true), size);
    let label = printed.setting.label;
    let mut boxes: Vec<usize> = (0..printed.kit.boxes.len()).collect();
    boxes.sort_by_key(|&place| printed.kit.boxes[place].number);
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
    paper_beads(&mut frame, &boxes);
    // A board would need a sheet of its own; the guide has it.
    if printed.kit.start.is_piles() {
        frame.y += 2.0;
        pieces::add(&mut frame);
    }
    ruler::add(&mut frame);
    frame
}

/// Draws a bead of paper for each bead, with the number of its box and its move.
fn paper_beads(frame: &mut Frame<'_>, boxes: &[usize]) {
    let printed = frame.printed;
    let kit = printed.kit;
    let beads = boxes.iter().flat_map(|&place| {
        let (b, counts) = (&kit.boxes[place], &printed.content.beads[place]);
        let choices = b.choices.iter().zip(counts);
        choices.flat_map(move |(choice, &n)| (0..n).map(move |_| (b, choice)))
    });
    let beads: Vec<_> = beads.collect();
    let (width, height) = PAPER;
    for line in beads.chunks(fit(frame.room(), width)) {
        let (y, page) = frame.row(height);
        for (column, (b, choice)) in line.iter().enumerate() {
            let (x, middle) = (MARGIN + float(column) * width, y + height / 2.0);
            page.fill((x, y), (6.0, height), colour::stage(b.stage));
            page.frame((x, y), PAPER, Stroke::hair(Colour::GREY));
            let ink = Ink::new(3.2).bold().centred();
            let number = b.number.to_string();
            page.fitted(&number, (x + 3.0, middle + 1.2), 5.0, &ink);
            colour::bead(page, choice.bead, (x + 9.5, middle), 2.8);
            // The letter of a single pile says nothing, and the moves of a board are clear from the picture.
            let text = match &choice.moves[..] {
                [m] if kit.start.is_one_pile() => format!("\u{2212}{}", &m.text[1..]),
                [m] if kit.start.is_piles() => m.text.clone(),
                _ => String::new(),
            };
            page.fitted(&text, (x + 16.0, middle + 1.2), 6.6, &ink);
        }
    }
}
