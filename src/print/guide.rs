//! One page of instructions for playing with the boxes under the rule of the kit.

use super::frame::{Frame, MARGIN};
use super::label::{Area, label};
use super::paper::Printed;
use super::slips::results;
use crate::draw::{Drawing, Ink};
use crate::game::Verdict;
use crate::graph::Merging;
use crate::learn::{Beads, Boxes, Effect, Empty, Scope};

/// The side of the label that is shown as an example.
const EXAMPLE: f64 = 44.0;
/// The indent of the text of a step, next to its number.
const INDENT: f64 = 11.0;

pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    let steps = steps(printed);
    // Takes the largest size that fits on one page.
    let mut pages = Vec::new();
    for n in 0..10 {
        pages = layout(printed, &steps, 5.0 - 0.25 * f64::from(n));
        if pages.len() == 1 {
            break;
        }
    }
    pages
}

fn layout(printed: &Printed<'_>, steps: &[String], size: f64) -> Vec<Drawing> {
    let language = printed.setting.language;
    let mut frame = Frame::new(printed, "guide");
    let (_, right) = frame.sides();
    let room = frame.room();
    let ink = Ink::new(size);
    let page = frame.begin();
    let mut y = 27.0;
    if let Some(first) = printed.kit.boxes.first() {
        let area = Area {
            at: (right - EXAMPLE, 24.0),
            size: (EXAMPLE, EXAMPLE),
        };
        label(page, area, first, language);
    }
    let subject = language.subject(printed.kit);
    let intro = language.fill("guide.intro", &[("subject", &subject)]);
    for line in ink.wrap(&intro, room - EXAMPLE - 6.0) {
        page.text(line, (MARGIN, y + size), &ink);
        y += size * 1.5;
    }
    frame.y = y.max(24.0 + EXAMPLE + 4.0);
    for (step, number) in steps.iter().zip(1..) {
        let lines = ink.wrap(step, room - INDENT);
        for (line, text) in lines.into_iter().enumerate() {
            let (top, page) = frame.row(size * 1.5);
            let y = top + size * 1.1;
            if line == 0 {
                let ink = ink.bold().ending();
                page.text(format!("{number}."), (MARGIN + INDENT - 2.5, y), &ink);
            }
            page.text(text, (MARGIN + INDENT, y), &ink);
        }
        frame.y += size * 0.6;
    }
    frame.finish()
}

fn steps(printed: &Printed<'_>) -> Vec<String> {
    let (kit, language) = (printed.kit, printed.setting.language);
    let rule = &kit.rule;
    let Some(beads) = rule.beads() else {
        return Vec::new();
    };
    let mut steps = vec![
        language.fill("guide.fill", &[("start", &start(printed, beads))]),
        language.say(&format!("guide.{}", kit.side.name())),
    ];
    let joined = |names: &[&str]| {
        let texts: Vec<String> = names.iter().map(|name| language.say(name)).collect();
        texts.join(&language.say("join.sentences"))
    };
    let piles = kit.boxes.iter().any(|b| !b.board.rows.is_empty());
    let mut find = vec!["guide.turn"];
    if kit.boxes.iter().any(|b| b.images.len() > 1) {
        find.extend(match rule.symmetry {
            Merging::None => None,
            _ if piles => Some("guide.turn.piles"),
            Merging::Rotations => Some("guide.turn.rotations"),
            Merging::Full => Some("guide.turn.full"),
        });
    }
    steps.push(joined(&find));
    let mut draw = vec!["guide.bead"];
    draw.extend(piles.then_some("guide.piles"));
    draw.extend(kit.is_shared().then_some("guide.shared"));
    steps.push(joined(&draw));
    let boxes = match rule.boxes {
        Boxes::Every => None,
        Boxes::Choice => Some("guide.choice"),
        Boxes::Hopeful => Some("guide.hopeful"),
        Boxes::SecondMeeting => Some("guide.second-meeting"),
    };
    steps.extend(boxes.map(|name| language.say(name)));
    for (verdict, name) in results(printed) {
        let change = change(printed, beads, verdict);
        steps.push(language.fill(&format!("guide.{name}"), &[("change", &change)]));
    }
    steps.push(match rule.empty {
        Empty::ResetAt(n) => language.fill("guide.empty.reset-at", &[("n", &n)]),
        plain => language.say(&format!("guide.empty.{plain}")),
    });
    steps.push(language.say("guide.again"));
    steps
}

/// The number of beads of each colour in a new box of each stage.
fn start(printed: &Printed<'_>, beads: &Beads) -> String {
    let (kit, language) = (printed.kit, printed.setting.language);
    let counts = (0..kit.stages()).map(|stage| beads.start_at(stage));
    let counts: Vec<u64> = counts.collect();
    // The last stages that all have the same number are described together.
    let differs = counts.iter().rposition(|n| Some(n) != counts.last());
    let last = differs.map_or(0, |stage| stage + 1);
    let text = |(stage, n): (usize, &u64)| {
        let name = match (last, stage) {
            (0, _) => "guide.fill.always",
            (last, stage) if stage == last && last + 1 < counts.len() => "guide.fill.last",
            _ => "guide.fill.stage",
        };
        language.fill(name, &[("n", n), ("stage", &(stage + 1))])
    };
    let all: Vec<String> = counts.iter().enumerate().take(last + 1).map(text).collect();
    all.join(&language.say("join.list"))
}

fn change(printed: &Printed<'_>, beads: &Beads, verdict: Verdict) -> String {
    let language = printed.setting.language;
    let change = beads.change(verdict);
    if !beads.weights.is_empty() && matches!(change.effect, Effect::Add(_) | Effect::Subtract(_)) {
        return language.say("change.weighted");
    }
    let scope = match change.scope {
        Scope::All => "all",
        Scope::Last => "last",
    };
    match change.effect {
        Effect::Nothing => language.say("change.nothing"),
        Effect::Add(n) => language.count(&format!("change.add.{scope}"), n),
        Effect::Subtract(1) => language.say(&format!("change.subtract.{scope}.one")),
        Effect::Subtract(n) => language.count(&format!("change.subtract.{scope}"), n),
        Effect::Wipe => language.say(&format!("change.wipe.{scope}")),
    }
}
