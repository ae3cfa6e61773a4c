//! The index: every position in every orientation, in the order of its squares or piles, with the number of its
//! box.

use super::colour;
use super::frame::{MARGIN, SheetFrame};
use super::label::{draw_board, fit};
use super::one_sheet::largest;
use super::paper::Printed;
use crate::draw::{Colour, Drawing, Ink, Stroke, extent};
use matchboxes::kit::{BoardCell, KitBoard, KitBox};

/// The least height of an entry with a board of three rows, and its distance to the next entry.
const BOARD: f64 = 9.0;
const GAP: f64 = 1.5;
/// What an entry is wider than its board, for the number.
const NUMBER: f64 = 10.0;
/// The smallest square of a board whose letters can be read.
const SQUARE: f64 = 2.8;
/// The width and height of an entry without a board.
const WORDS: (f64, f64) = (47.0, 5.5);

pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    largest(2.2, |scale| layout(printed, scale)).finish()
}

fn layout<'a>(printed: &'a Printed<'_>, scale: f64) -> SheetFrame<'a> {
    let start = &printed.kit.start;
    let mut frame = SheetFrame::new(printed, "index");
    frame.begin();
    let turned = printed.turned().map(|how| format!("index.{how}"));
    if start.columns > 0 && !start.is_piles() {
        note(&mut frame, ["index.board"]);
        order(&mut frame);
        let names = turned.as_deref().into_iter().chain(["index.number"]);
        note(&mut frame, names);
        boards(&mut frame, scale);
    } else {
        let names = ["index.plain"].into_iter().chain(turned.as_deref());
        note(&mut frame, names);
        words(&mut frame, scale);
    }
    frame
}

fn note<'n>(frame: &mut SheetFrame<'_>, names: impl IntoIterator<Item = &'n str>) {
    let language = frame.printed.speech();
    let texts: Vec<String> = names.into_iter().map(|name| language.say(name)).collect();
    frame.paragraph(&language.sentences(&texts), &Ink::new(3.4));
}

fn boards(frame: &mut SheetFrame<'_>, scale: f64) {
    let printed = frame.printed;
    frame.y += 2.0;
    let start = &printed.kit.start;
    let (across, down) = (extent(start.columns), extent(start.height()));
    let square = SQUARE.max(BOARD / across.max(down)) * scale;
    let size = (square * across, square * down);
    let columns = fit(frame.room(), size.0 + NUMBER * scale);
    let gap = GAP * scale;
    let width = frame.room() / extent(columns);
    for stage in printed.kit.boxes.chunk_by(|a, b| a.stage == b.stage) {
        let mut entries: Vec<_> = images(stage).collect();
        entries.sort_unstable_by_key(|&(text, ..)| text);
        heading(frame, stage[0].stage, stage.len(), size.1 + gap);
        for line in entries.chunks(columns) {
            let (y, page) = frame.row(size.1 + gap);
            for (column, (_, board, number)) in line.iter().enumerate() {
                let at = (MARGIN + extent(column) * width, y + gap / 2.0);
                draw_board(page, (at, size), board, printed.kit.pieces, false);
                let ink = Ink::new(3.4 * scale).bold();
                let below = (
                    at.0 + size.0 + 1.2 * scale,
                    at.1 + size.1 / 2.0 + 1.2 * scale,
                );
                page.text(number.to_string(), below, &ink);
            }
        }
        frame.y += 2.0;
    }
}

/// All positions of the boxes, each with its board and the number of its box.
fn images(boxes: &[KitBox]) -> impl Iterator<Item = (&str, &KitBoard, usize)> {
    boxes.iter().flat_map(|b| {
        let images = b.images.iter();
        images.map(|(text, board)| (text.as_str(), board, b.number))
    })
}

/// Shows the order: what can be in a square, and a board with the numbers of its squares.
fn order(frame: &mut SheetFrame<'_>) {
    const SIDE: f64 = 7.0;
    let language = frame.printed.speech();
    let (start, pieces) = (&frame.printed.kit.start, frame.printed.kit.pieces);
    frame.y += 1.5;
    let rows = extent(start.height());
    let (y, page) = frame.row(SIDE.max(rows * 4.0) + 3.0);
    let middle = y + SIDE.max(rows * 4.0) / 2.0;
    let ink = Ink::new(3.2);
    let mut x = MARGIN;
    for cell in [BoardCell::Free, BoardCell::Mark('O'), BoardCell::Mark('X')] {
        if x > MARGIN {
            page.text(language.say("index.next"), (x + 1.0, middle + 1.3), &ink);
            x += 6.0;
        }
        let board = KitBoard {
            columns: 1,
            cells: vec![cell.clone()],
            rows: Vec::new(),
        };
        let area = ((x, middle - SIDE / 2.0), (SIDE, SIDE));
        draw_board(page, area, &board, pieces, false);
        x += SIDE;
        if cell == BoardCell::Free {
            let text = language.say("index.empty");
            page.text(&text, (x + 1.0, middle + 1.2), &ink);
            x += ink.width(&text) + 2.0;
        }
    }
    x += 16.0;
    let text = language.say("index.read");
    page.text(&text, (x, middle + 1.2), &ink);
    x += ink.width(&text) + 3.0;
    let small = Ink::new(2.6).bold().centred();
    for place in 0..start.cells.len() {
        let (row, column) = (place / start.columns, place % start.columns);
        let corner = (
            x + extent(column) * 4.0,
            middle + (extent(row) - rows / 2.0) * 4.0,
        );
        page.frame(corner, (4.0, 4.0), Stroke::new(Colour::BLACK, 0.2));
        let at = (corner.0 + 2.0, corner.1 + 2.95);
        page.text(format!("{}.", place + 1), at, &small);
    }
}

/// Draws the heading of a stage, on the same page as its first positions.
fn heading(frame: &mut SheetFrame<'_>, stage: usize, boxes: usize, below: f64) {
    let language = frame.printed.speech();
    let boxes = language.count("boxes", boxes as u64);
    let text = language.fill("stage.of", &[("n", &(stage + 1)), ("boxes", &boxes)]);
    let room = frame.room();
    frame.ensure(7.0 + below);
    let (y, page) = frame.row(7.0);
    page.fill((MARGIN, y), (room, 5.5), colour::stage(stage));
    page.text(text, (MARGIN + 2.0, y + 4.0), &Ink::new(3.5).bold());
}

/// The index of a game with piles. Its positions are not divided by stages, since a position can be met after
/// different numbers of moves.
fn words(frame: &mut SheetFrame<'_>, scale: f64) {
    let printed = frame.printed;
    frame.y += 2.0;
    let (width, height) = (WORDS.0 * scale, WORDS.1 * scale);
    let columns = fit(frame.room(), width);
    let width = frame.room() / extent(columns);
    // The side to move is the same in all.
    let side = printed.kit.side.name();
    let entries = images(&printed.kit.boxes);
    let mut entries: Vec<(&str, usize)> = entries
        .map(|(text, _, number)| (text.trim_end_matches(side).trim_end(), number))
        .collect();
    let numbers =
        |text: &str| -> Vec<u32> { text.split(' ').filter_map(|n| n.parse().ok()).collect() };
    entries.sort_by_cached_key(|&(text, _)| (numbers(text), text));
    for line in entries.chunks(columns) {
        let (y, page) = frame.row(height);
        for (column, (text, number)) in line.iter().enumerate() {
            let (x, y) = (MARGIN + extent(column) * width, y + height * 0.7);
            let ink = Ink::new(3.4 * scale);
            page.fitted(text, (x, y), width * 0.5, &ink);
            let end = (x + width * 0.7, y);
            page.text(number.to_string(), end, &ink.bold().ending());
        }
    }
}
