//! Slips for noting a game: the boxes used, the beads drawn, and the effect of each result on them.

use super::colour;
use super::frame::{MARGIN, SheetFrame};
use super::label::{Area, fit};
use super::paper::Printed;
use crate::draw::{Colour, Drawing, Ink, Stroke, extent};
use matchboxes::game::Verdict;
use matchboxes::learn::{Change, Effect, Scope};

/// The possible results in the order of their columns, each with the last part of the keys of its texts.
pub(super) fn results(printed: &Printed<'_>) -> Vec<(Verdict, &'static str)> {
    let mut results = vec![
        (Verdict::Win, "win"),
        (Verdict::Draw, "draw"),
        (Verdict::Loss, "loss"),
    ];
    results.retain(|(verdict, _)| printed.kit.draws || *verdict != Verdict::Draw);
    results
}

/// The changes that the results make, in the same order; none under a rule without beads.
pub(super) fn changes(printed: &Printed<'_>) -> Vec<Change> {
    let Some(beads) = printed.kit.rule.beads() else {
        return Vec::new();
    };
    let results = results(printed).into_iter();
    results
        .map(|(verdict, _)| beads.change(verdict, printed.kit.side))
        .collect()
}

/// Whether a change puts more beads into a box.
pub(super) const fn adds(change: &Change) -> bool {
    matches!(change.effect, Effect::Add(_) | Effect::AddRandom(_))
}

/// The least height of a row to write in: where twelve slips fill the page, and where fewer do.
const ROW: (f64, f64) = (5.2, 7.0);
const HEAD: f64 = 8.0;
const GAP: f64 = 4.0;
const SIDE_GAP: f64 = 6.0;
/// The most slips below one another.
const DOWN: usize = 6;

pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    let language = printed.speech();
    let mut frame = SheetFrame::new(printed, "slips");
    frame.begin();
    let mut notes = vec![language.say("slip.note")];
    if changes(printed)
        .iter()
        .any(|c| c.effect != Effect::Nothing && c.scope == Scope::Last)
    {
        notes.push(language.say("slip.last"));
    }
    frame.paragraph(&language.sentences(&notes), &Ink::new(3.4));
    frame.y += 3.0;
    // A game that is longer than a page is noted on several slips.
    let room = frame.bottom() - frame.y;
    let most = fit(room - HEAD, ROW.1) - 1;
    let moves = printed.kit.moves.min(most);
    // The height of a row when `down` slips below one another fill the page.
    let filled = |down: usize| {
        let slip = (room + GAP) / extent(down) - GAP;
        (slip - HEAD) / extent(moves + 1)
    };
    let down = (1..=DOWN).rev().find(|&down| {
        let least = if down == DOWN { ROW.0 } else { ROW.1 };
        filled(down) >= least
    });
    let row = filled(down.unwrap_or(1)).min(9.0);
    let height = HEAD + row * extent(moves + 1);
    let width = (frame.room() - SIDE_GAP) / 2.0;
    for _ in 0..down.unwrap_or(1) {
        let y = frame.y;
        for column in 0..2 {
            let x = MARGIN + extent(column) * (width + SIDE_GAP);
            slip(frame.last(), ((x, y), (width, row)), moves, printed);
        }
        frame.y += height + GAP;
    }
    frame.finish()
}

fn slip(page: &mut Drawing, ((x, y), (width, row)): Area, moves: usize, printed: &Printed<'_>) {
    let language = printed.speech();
    let ink = Ink::new(3.2);
    let hair = Stroke::hair(Colour::BLACK);
    page.text(language.say("slip.game"), (x, y + 5.0), &ink);
    page.line([(x + 17.0, y + 5.5), (x + 40.0, y + 5.5)], hair);
    page.text(language.say("slip.date"), (x + 44.0, y + 5.0), &ink);
    page.line([(x + 54.0, y + 5.5), (x + width, y + 5.5)], hair);

    let top = y + HEAD;
    // The number of the move, the box, the bead, and the results.
    let results = results(printed);
    let each = 0.51 / extent(results.len());
    let mut widths = vec![0.12, 0.17, 0.2];
    widths.resize(3 + results.len(), each);
    let starts = widths.iter().scan(x, |at, share| {
        let start = *at;
        *at += share * width;
        Some(start)
    });
    let starts: Vec<f64> = starts.collect();
    let middle = |column: usize| starts[column] + widths[column] * width / 2.0;
    let heads = results.iter().map(|(_, name)| *name);
    let heads = ["move", "box", "bead"].into_iter().chain(heads);
    for (column, head) in heads.enumerate() {
        let text = language.say(&format!("slip.{head}"));
        let (at, room) = (
            (middle(column), top + row / 2.0 + 1.2),
            widths[column] * width - 2.0,
        );
        page.fitted(&text, at, room, &ink.bold().centred());
    }
    for stage in 0..moves {
        let y = top + extent(stage + 1) * row;
        let base = y + row / 2.0 + 1.2;
        // The boxes of piles do not belong to one move.
        if !printed.kit.start.is_piles() {
            page.fill((x, y), (widths[0] * width, row), colour::stage(stage));
        }
        let ink = Ink::new(3.4).centred();
        let number = (stage + 1).to_string();
        page.text(number, (middle(0), base), &ink.bold());
        for (column, (verdict, _)) in results.iter().enumerate() {
            let text = change(printed, *verdict, stage);
            let room = widths[column + 3] * width - 1.0;
            page.fitted(&text, (middle(column + 3), base), room, &ink);
        }
    }
    let rows = moves + 1;
    let bottom = top + extent(rows) * row;
    for line in 0..=rows {
        let y = top + extent(line) * row;
        page.line([(x, y), (x + width, y)], hair);
    }
    for x in starts.into_iter().chain([x + width]) {
        page.line([(x, top), (x, bottom)], hair);
    }
}

/// The effect of a result on the box of a stage, as short as possible.
fn change(printed: &Printed<'_>, verdict: Verdict, stage: usize) -> String {
    let Some(beads) = printed.kit.rule.beads() else {
        return String::new();
    };
    let change = beads.change(verdict, printed.kit.side);
    let text = match change.effect.times(beads.weight(stage)) {
        Effect::Nothing => return "0".to_owned(),
        Effect::Add(n) => format!("+{n}"),
        Effect::AddRandom(n) => format!("+{n} ?"),
        Effect::Subtract(n) => format!("\u{2212}{n}"),
        Effect::Wipe => printed.speech().say("slip.wipe"),
    };
    match change.scope {
        Scope::All => text,
        Scope::Last => format!("({text})"),
    }
}
