//! Sheets of labels. Each stage begins a new sheet, so that it can be printed on paper of its own colour, unless
//! stages are mixed. The cutting marks are outside the labels.
//!
//! A label shows the number of the box, its position, and a bead at each move.

use super::colour;
use super::frame::{SheetFrame, TOP};
use super::paper::Printed;
use super::piece;
use crate::draw::{Colour, Drawing, Ink, LEAST, ShapeOutline, Stroke, extent};
use matchboxes::kit::{Bead, BoardCell, Choice, KitBoard, KitBox, Piece, Spot};
use matchboxes::text::thousands;

/// A rectangle: its upper left corner and its size.
pub(super) type Area = ((f64, f64), (f64, f64));

/// The distances from the labels at which the cutting marks begin and end.
const MARK: (f64, f64) = (1.0, 3.0);

pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    const DOWN: f64 = TOP + 5.0;
    let (setting, boxes) = (printed.setting, &printed.kit.boxes);
    let mut frame = SheetFrame::new(printed, "labels");
    let columns = fit(frame.room(), setting.label.width);
    let rows = fit(frame.bottom() - DOWN, setting.label.height);
    // The boxes of piles do not belong to one move.
    let is_piles = printed.kit.start.is_piles();
    let all = if is_piles {
        in_order(printed)
    } else {
        (0..boxes.len()).collect()
    };
    let is_mixed = setting.mixed || is_piles;
    for group in all.chunk_by(|&a, &b| is_mixed || boxes[a].stage == boxes[b].stage) {
        for part in group.chunks(columns * rows) {
            frame.begin();
            frame.y = DOWN;
            sheet(&mut frame, part);
        }
    }
    frame.finish()
}

/// The places of the boxes in the order of their numbers.
pub(super) fn in_order(printed: &Printed<'_>) -> Vec<usize> {
    let mut boxes: Vec<usize> = (0..printed.kit.boxes.len()).collect();
    boxes.sort_by_key(|&place| printed.kit.boxes[place].number);
    boxes
}

/// Draws the labels of these boxes below one another, with cutting marks. `frame.y` is the upper edge of the
/// labels, then of what is below their marks.
pub(super) fn sheet(frame: &mut SheetFrame<'_>, boxes: &[usize]) {
    let (printed, down) = (frame.printed, frame.y);
    let size = printed.setting.label;
    let columns = fit(frame.room(), size.width);
    let left = (printed.setting.paper.size().0 - extent(columns) * size.width) / 2.0;
    let corner = |column: usize, row: usize| {
        let x = left + extent(column) * size.width;
        (x, down + extent(row) * size.height)
    };
    let page = frame.last();
    for (place, &number) in boxes.iter().enumerate() {
        let at = corner(place % columns, place / columns);
        label(page, (at, (size.width, size.height)), printed, number);
    }
    let across = boxes.len().min(columns);
    let used = boxes.len().div_ceil(columns);
    let stroke = Stroke::hair(Colour::BLACK);
    let (near, far) = MARK;
    for column in 0..=across {
        let ((x, top), (_, bottom)) = (corner(column, 0), corner(column, used));
        page.line([(x, top - near), (x, top - far)], stroke);
        page.line([(x, bottom + near), (x, bottom + far)], stroke);
    }
    for row in 0..=used {
        let ((start, y), (end, _)) = (corner(0, row), corner(across, row));
        page.line([(start - near, y), (start - far, y)], stroke);
        page.line([(end + near, y), (end + far, y)], stroke);
    }
    frame.y = corner(0, used).1 + far;
}

/// Draws the label of the box with this place in the kit.
pub(super) fn label(page: &mut Drawing, area: Area, printed: &Printed<'_>, place: usize) {
    let language = printed.speech();
    let (matchbox, beads) = (&printed.kit.boxes[place], &printed.content.beads[place]);
    let (at, (width, height)) = area;
    let (x, y) = at;
    page.fill(at, area.1, colour::tint(matchbox.stage));
    let band = height.min(width) * 0.19;
    page.fill(at, (width, band), colour::stage(matchbox.stage));
    page.frame(at, area.1, Stroke::hair(Colour::GREY));

    let inset = width * 0.04;
    let number = matchbox.number.to_string();
    let ink = Ink::new(band * 0.86).bold();
    page.text(&number, (x + inset, y + band * 0.81), &ink);
    let right = x + width - inset;
    let room = width - 3.0 * inset - ink.width(&number);
    let small = Ink::new(band * 0.4).ending();
    let is_cup = printed.kit.start.is_one_pile();
    // A cup is found by its number alone.
    if !is_cup {
        // The same counters can be left after different numbers of moves.
        let name = if printed.kit.start.is_piles() {
            "stage.from"
        } else {
            "stage"
        };
        let stage = language.fill(name, &[("n", &(matchbox.stage + 1))]);
        page.fitted(&stage, (right, y + band * 0.44), room, &small);
    }
    let same = beads.iter().all(|n| Some(n) == beads.first());
    if let Some(&n) = beads.first().filter(|_| same) {
        let each = match n {
            0 => language.say("filling.empty"),
            n => language.fill("label.each", &[("n", &thousands(n))]),
        };
        page.fitted(&each, (right, y + band * 0.88), room, &small);
    }

    // A cup has its position in large: the number of counters.
    let foot = if is_cup {
        0.0
    } else {
        let foot = (height.min(width) * 0.075).max(LEAST * 1.2);
        let ink = Ink::new(foot * 0.72).colour(Colour::GREY).centred();
        let middle = (x + width / 2.0, y + height - foot * 0.42);
        page.fitted(&matchbox.position, middle, width - 2.0 * inset, &ink);
        foot
    };

    let inner = (
        (x + inset, y + band + inset * 0.8),
        (width - 2.0 * inset, height - band - foot - inset * 1.4),
    );
    let listed = listed(printed, matchbox, beads, same);
    let share = if is_cup || matchbox.board.columns > 0 {
        0.84
    } else {
        0.24
    };
    let (board, list) = split(inner, &listed, share);
    if is_cup {
        cup(page, board, &number);
    } else if matchbox.board.columns > 0 {
        let grid = draw_board(page, board, &matchbox.board, printed.kit.pieces, true);
        for choice in &matchbox.choices {
            for m in &choice.moves {
                grid.draw_move(page, choice, m.spot);
            }
        }
    } else {
        let ((x, y), (width, height)) = board;
        let ink = Ink::new(height * 0.7).bold().centred();
        let centre = (x + width / 2.0, y + height * 0.75);
        page.fitted(&matchbox.position, centre, width, &ink);
    }
    draw_list(page, list, &listed);
}

/// Draws a cup with its number, as large as it can be read from afar.
fn cup(page: &mut Drawing, ((x, y), (width, height)): Area, number: &str) {
    let half = (width * 0.42).min(height * 0.5);
    let (middle, top, bottom) = (x + width / 2.0, y + height * 0.04, y + height * 0.96);
    let corner = |side: f64, y: f64| (middle + half * side, y);
    let sides = vec![
        corner(-1.0, top),
        corner(1.0, top),
        corner(0.76, bottom),
        corner(-0.76, bottom),
    ];
    let stroke = Stroke::new(Colour::BLACK, 0.4);
    page.figure(
        ShapeOutline::Polygon(sides),
        Some(Colour::WHITE),
        Some(stroke),
    );
    let rim = [corner(-1.06, top), corner(1.06, top)];
    page.line(rim, Stroke::new(Colour::BLACK, 1.0));
    let ink = Ink::new(height * 0.74).bold().centred();
    page.fitted(number, (middle, y + height * 0.77), half * 1.4, &ink);
}

/// What is written next to the beads below the board: how many to take from a single pile, the names of moves that
/// are not on the board, and how many beads there are unless they are the same number of each colour.
fn listed(printed: &Printed<'_>, b: &KitBox, beads: &[u64], same: bool) -> Vec<(Bead, String)> {
    let language = printed.speech();
    let choices = b.choices.iter().zip(beads);
    let texts = choices.map(|(choice, &n)| {
        let moves = choice.moves.iter();
        if let Some(take) = taken(printed, choice) {
            let take = language.fill("take", &[("n", &take)]);
            let text = if same { take } else { language.beads(n, &take) };
            return (choice.bead, text);
        }
        let names = moves.filter(|m| m.spot == Spot::Listed);
        let mut words: Vec<String> = names.map(|m| m.text.clone()).collect();
        if !same && !words.is_empty() {
            words.push(format!("= {}", thousands(n)));
        } else if !same {
            words.push(thousands(n));
        }
        (choice.bead, words.join(" "))
    });
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

/// How many counters the move of a slip takes from the single pile of the game.
pub(super) fn taken<'a>(printed: &Printed<'_>, choice: &'a Choice) -> Option<&'a str> {
    let is_one_pile = printed.kit.start.is_one_pile();
    choice.moves[0].text.get(1..).filter(|_| is_one_pile)
}

/// Divides the area into one for the board, of at most this share, and one below it with room for what is listed.
fn split(((x, y), size): Area, listed: &[(Bead, String)], share: f64) -> (Area, Area) {
    let (width, height) = size;
    let rows = listed
        .len()
        .div_ceil(columns(listed, width, LEAST / LETTER).max(1));
    let share = match listed.len() {
        0 => 1.0,
        4..=6 => share.min(0.76),
        7.. => share.min(0.68),
        _ => share,
    };
    let least = extent(rows) * LEAST / LETTER;
    let board = (height * share).min(height - least).max(height * 0.2);
    let part = |y, height| ((x, y), (width, height));
    (part(y, board), part(y + board, height - board))
}

/// The size of a letter in a list as a share of its line.
const LETTER: f64 = 0.65;

/// The number of columns of a list in this width in which lines of this height have enough room.
fn columns(listed: &[(Bead, String)], width: f64, line: f64) -> usize {
    let longest = listed.iter().map(|(_, name)| Ink::new(1.0).width(name));
    let longest = longest.fold(1.0, f64::max);
    fit(width, line * (1.15 + LETTER * longest)).min(listed.len())
}

/// The places of the cells of a board.
pub(super) struct CellGrid {
    at: (f64, f64),
    cell: f64,
    columns: usize,
}

impl CellGrid {
    fn centre(&self, number: usize) -> (f64, f64) {
        let (row, column) = (number / self.columns, number % self.columns);
        let along = |n: usize| (extent(n) + 0.5) * self.cell;
        (self.at.0 + along(column), self.at.1 + along(row))
    }

    fn draw_move(&self, page: &mut Drawing, choice: &Choice, spot: Spot) {
        match spot {
            Spot::Cell(cell) => {
                let radius = self.cell * 0.36;
                colour::bead(page, choice.bead, self.centre(cell), radius);
            }
            Spot::Arrow(from, to) => self.arrow(page, choice, self.centre(from), self.centre(to)),
            Spot::Listed => {}
        }
    }

    /// Draws an arrow from a stone to a stone or square, with its bead where it covers neither a stone nor
    /// the bead of a crossing arrow.
    fn arrow(&self, page: &mut Drawing, choice: &Choice, from: (f64, f64), to: (f64, f64)) {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let length = across.hypot(down);
        let (along_x, along_y) = (across / length, down / length);
        let on = |distance: f64, aside: f64| {
            let x = from.0 + along_x * distance - along_y * aside;
            (x, from.1 + along_y * distance + along_x * aside)
        };
        let stroke = Stroke::new(Colour::BLACK, self.cell * 0.035);
        // A captured stone is on a diagonal and must stay visible.
        let taken = across != 0.0 && down != 0.0;
        let before = if taken { 0.3 } else { 0.14 };
        let (head, tip) = (self.cell * 0.16, length - self.cell * before);
        let shaft = [on(self.cell * 0.24, 0.0), on(tip - head * 0.5, 0.0)];
        page.line(shaft, stroke);
        let sides = [head * 0.5, -head * 0.5].map(|aside| on(tip - head, aside));
        let corners = vec![on(tip, 0.0), sides[0], sides[1]];
        page.figure(ShapeOutline::Polygon(corners), Some(Colour::BLACK), None);
        let centre = on(self.cell * 0.46, 0.0);
        colour::bead(page, choice.bead, centre, self.cell * 0.16);
    }
}

/// Draws the board of a position with its stones, or its counters with the letters of the piles if they are
/// named.
pub(super) fn draw_board(
    page: &mut Drawing,
    area: Area,
    board: &KitBoard,
    pieces: Option<[Piece; 2]>,
    named: bool,
) -> CellGrid {
    let (at, (width, height)) = area;
    let margin = if board.is_piles() && named { 0.8 } else { 0.0 };
    let (columns, rows) = (extent(board.columns) + margin, extent(board.height()));
    let cell = (width / columns).min(height / rows);
    // Few counters are not much larger than many.
    let cell = if board.is_piles() {
        cell.min(width / 4.0)
    } else {
        cell
    };
    let left = at.0 + (width - cell * columns) / 2.0 + cell * margin;
    let grid = CellGrid {
        at: (left, at.1 + (height - cell * rows) / 2.0),
        cell,
        columns: board.columns,
    };
    let stroke = Stroke::new(Colour::BLACK, (cell * 0.025).clamp(0.1, 0.5));
    let size = (cell * 0.5).max(LEAST).min(cell * 0.8);
    let mark = Ink::new(size).bold().centred();
    for (number, place) in board.cells.iter().enumerate() {
        let (x, y) = grid.centre(number);
        if board.is_piles() && *place != BoardCell::Absent {
            let counter = ShapeOutline::Circle((x, y), cell * 0.44);
            page.figure(counter, Some(Colour::WHITE), Some(stroke));
        } else if *place != BoardCell::Absent {
            let corner = (x - cell / 2.0, y - cell / 2.0);
            page.fill(corner, (cell, cell), Colour::WHITE);
            page.frame(corner, (cell, cell), stroke);
        }
        if let BoardCell::Mark(letter) = place {
            match pieces.into_iter().flatten().find(|p| p.mark == *letter) {
                Some(piece) => piece::draw(page, piece, (x, y), cell, stroke),
                None => page.text(letter.to_string(), (x, y + size * 0.36), &mark),
            }
        }
    }
    for (row, letter) in board.rows.iter().enumerate().filter(|_| named) {
        let (x, y) = grid.centre(row * board.columns);
        page.text(letter, (x - cell * 0.9, y + size * 0.36), &mark);
    }
    grid
}

/// Draws beads, each with its text.
fn draw_list(page: &mut Drawing, (at, size): Area, listed: &[(Bead, String)]) {
    if listed.is_empty() {
        return;
    }
    // The highest lines for which the names have enough room.
    let fits = |line: &f64| {
        let rows = listed.len().div_ceil(columns(listed, size.0, *line));
        extent(rows) * line <= size.1
    };
    let heights = (0..60)
        .map(|n| size.1 * 0.95_f64.powi(n))
        .filter(|line| *line <= 9.0);
    let line = heights.take_while(|line| *line > LEAST / LETTER).find(fits);
    let line = line.unwrap_or(LEAST / LETTER);
    let columns = columns(listed, size.0, line);
    let width = size.0 / extent(columns);
    for (number, (bead, name)) in listed.iter().enumerate() {
        let x = at.0 + extent(number % columns) * width;
        let y = at.1 + (extent(number / columns) + 0.5) * line;
        colour::bead(page, *bead, (x + line * 0.5, y), line * 0.42);
        let ink = Ink::new(line * LETTER);
        page.text(name, (x + line * 1.05, y + line * 0.22), &ink);
    }
}

/// The number of things of this length that fit, at least one.
pub(super) fn fit(room: f64, length: f64) -> usize {
    let mut n = 1;
    while extent(n + 1) * length <= room {
        n += 1;
    }
    n
}
