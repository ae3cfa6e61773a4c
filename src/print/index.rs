//! The index: every position in every orientation, sorted by its text, with the number of its box.

use super::colour;
use super::frame::{Frame, MARGIN};
use super::label::{Area, draw_board, fit, float};
use super::paper::Printed;
use crate::draw::{Colour, Drawing, Ink};
use crate::kit::Board;

/// The width and height of an entry with a board, and of its board.
const ENTRY: (f64, f64) = (19.0, 10.5);
const BOARD: f64 = 9.0;
const WORDS: (f64, f64) = (47.0, 5.5);

pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    let mut frame = Frame::new(printed, "index");
    let drawn = printed.kit.boxes.iter().any(|b| b.board.columns > 0);
    let language = printed.setting.language;
    let note = language.say(match printed.kit.boxes.first() {
        Some(first) if drawn && first.board.rows.is_empty() => "index.board",
        _ => "index.plain",
    });
    frame.begin();
    frame.paragraph(&note, &Ink::new(3.4));
    frame.y += 2.0;
    let (width, height) = if drawn { ENTRY } else { WORDS };
    let columns = fit(frame.room(), width);
    let width = frame.room() / float(columns);
    for stage in printed.kit.boxes.chunk_by(|a, b| a.stage == b.stage) {
        let mut entries: Vec<(&str, &Board, usize)> = stage
            .iter()
            .flat_map(|b| {
                let images = b.images.iter();
                images.map(|(text, board)| (text.as_str(), board, b.number))
            })
            .collect();
        entries.sort_unstable_by_key(|&(text, ..)| text);
        heading(&mut frame, stage[0].stage, stage.len(), height);
        for line in entries.chunks(columns) {
            let (y, page) = frame.row(height);
            for (column, entry) in line.iter().enumerate() {
                let x = MARGIN + float(column) * width;
                draw_entry(page, *entry, (x, y), height);
            }
        }
        frame.y += 2.0;
    }
    frame.finish()
}

/// Draws the heading of a stage, on the same page as its first positions.
fn heading(frame: &mut Frame<'_>, stage: usize, boxes: usize, below: f64) {
    let language = frame.printed.setting.language;
    let boxes = language.count("boxes", boxes as u64);
    let text = language.fill("stage.of", &[("n", &(stage + 1)), ("boxes", &boxes)]);
    let room = frame.room();
    frame.ensure(7.0 + below);
    let (y, page) = frame.row(7.0);
    page.fill((MARGIN, y), (room, 5.5), colour::stage(stage));
    page.text(text, (MARGIN + 2.0, y + 4.0), &Ink::new(3.5).bold());
}

fn draw_entry(
    page: &mut Drawing,
    (text, board, number): (&str, &Board, usize),
    (x, y): (f64, f64),
    height: f64,
) {
    let number = number.to_string();
    if board.columns == 0 {
        let ink = Ink::new(3.2);
        page.text(text, (x, y + height * 0.7), &ink.fitting(text, 34.0));
        page.text(number, (x + 44.0, y + height * 0.7), &ink.bold().ending());
        return;
    }
    let area = Area {
        at: (x, y + (height - BOARD) / 2.0),
        size: (BOARD, BOARD),
    };
    draw_board(page, area, board);
    let ink = Ink::new(3.4).bold().colour(Colour::BLACK);
    page.text(number, (x + BOARD + 1.2, y + height * 0.62), &ink);
}
