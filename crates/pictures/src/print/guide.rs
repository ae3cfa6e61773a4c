//! One page of instructions for playing with the boxes under the rule of the kit, and what the game is played
//! with, to cut out.

use super::frame::{MARGIN, SheetFrame};
use super::label::label;
use super::paper::Printed;
use super::slips::{changes, results};
use super::{pieces, ruler, rules};
use crate::draw::{Drawing, Ink};
use matchboxes::game::Verdict;
use matchboxes::games::{Error, Result};
use matchboxes::kit::Kit;
use matchboxes::learn::{Beads, Boxes, Effect, Empty, Learners, Scope};

/// The side of the label that is shown as an example.
const EXAMPLE: f64 = 44.0;
/// The indent of the text of a step, next to its number.
const INDENT: f64 = 11.0;

/// Refuses a rule that the guide cannot describe; on one sheet with everything else (`alone`) also one that needs
/// another sheet.
pub(super) fn check(kit: &Kit, alone: bool) -> Result<()> {
    let rule = &kit.rule;
    let refuse = |reason: &str| Err(Error::rule(&rule.name, reason));
    let Some(beads) = rule.beads() else {
        return refuse("it moves no beads, so the guide cannot describe it");
    };
    if alone && !beads.weights.is_empty() {
        return refuse(
            "`weights`: a slip says how many beads each move gets, and one sheet has none; print the sheets",
        );
    }
    if alone && rule.boxes == Boxes::SecondMeeting {
        return refuse(
            "`boxes`: meetings are marked in the index, and one sheet has none; print the sheets",
        );
    }
    let wipes = beads.changes().any(|change| change.effect == Effect::Wipe);
    if wipes && beads.weights.contains(&0) {
        return refuse(
            "`weights`: the guide cannot say that a result wipes some boxes and leaves boxes of weight 0",
        );
    }
    let is_shared = rule.learner == Some(Learners::Shared);
    if is_shared && kit.draws && beads.draw_second.is_some_and(|draw| draw != beads.draw) {
        return refuse(
            "`draw-second`: the guide of a machine for both sides has one line for draws",
        );
    }
    Ok(())
}

pub(super) fn pages(printed: &Printed<'_>) -> Vec<Drawing> {
    let steps = steps(printed, false);
    let with_pieces = |size| {
        let mut frame = layout(printed, &steps, size);
        pieces::add(&mut frame);
        frame
    };
    // Counters fit below the text if it is a little smaller; a board has its own page.
    if printed.kit.start.is_piles() {
        let frame = smaller(5.0, with_pieces);
        if frame.pages() == 1 {
            return frame.finish();
        }
    }
    let mut frame = smaller(5.0, |size| layout(printed, &steps, size));
    pieces::add(&mut frame);
    frame.finish()
}

/// A layout at this size of its texts, or at the largest smaller size at which it fits on one page.
pub(super) fn smaller<'a>(size: f64, layout: impl Fn(f64) -> SheetFrame<'a>) -> SheetFrame<'a> {
    let mut sizes = (0..12).map(|n| size * (1.0 - 0.05 * f64::from(n)));
    let fits = sizes.by_ref().map(&layout).find(|frame| frame.pages() == 1);
    fits.unwrap_or_else(|| layout(size))
}

fn layout<'a>(printed: &'a Printed<'_>, steps: &[String], size: f64) -> SheetFrame<'a> {
    let language = printed.speech();
    let mut frame = SheetFrame::new(printed, "guide");
    let right = frame.right();
    let room = frame.room();
    let ink = Ink::new(size);
    let page = frame.begin();
    let mut y = 27.0;
    if !printed.kit.boxes.is_empty() {
        let area = ((right - EXAMPLE, 24.0), (EXAMPLE, EXAMPLE));
        label(page, area, printed, 0);
    }
    let intro = [
        language.say("guide.intro"),
        language.introduced(printed.kit),
    ];
    let intro = language.sentences(&intro);
    for line in ink.wrap(&intro, room - EXAMPLE - 6.0) {
        page.text(line, (MARGIN, y + size), &ink);
        y += size * 1.5;
    }
    frame.y = y.max(24.0 + EXAMPLE + 4.0);
    write(&mut frame, steps, size);
    ruler::add(&mut frame);
    frame
}

pub(super) fn write(frame: &mut SheetFrame<'_>, steps: &[String], size: f64) {
    let ink = Ink::new(size);
    for (step, number) in steps.iter().zip(1..) {
        let lines = ink.wrap(step, frame.room() - INDENT);
        for (line, text) in lines.into_iter().enumerate() {
            let (top, page) = frame.row(size * 1.5);
            let y = top + size * 1.1;
            if line == 0 {
                let ink = ink.bold().ending();
                page.text(format!("{number}."), (MARGIN + INDENT - 2.5, y), &ink);
            }
            page.text(text, (MARGIN + INDENT, y), &ink);
        }
        frame.y += size * 0.5;
    }
}

/// The steps of the guide; on one sheet with everything else they name no other sheet.
pub(super) fn steps(printed: &Printed<'_>, alone: bool) -> Vec<String> {
    let (kit, language) = (printed.kit, printed.speech());
    let Some(beads) = kit.rule.beads() else {
        return Vec::new();
    };
    let say = |name: &str| language.say(&format!("guide.{name}"));
    let start = start(printed, beads);
    let mut steps = vec![rules::text(printed)];
    steps.push(match (alone, printed.is_trained()) {
        (true, _) => say("fill.alone"),
        (false, true) => say("fill.trained"),
        (false, false) => language.fill("guide.fill", &[("start", &start)]),
    });
    steps.push(how_to_begin(printed));
    steps.push(how_to_find(printed, alone));
    steps.push(how_to_draw(printed));
    let boxes = match kit.rule.boxes {
        Boxes::Every => None,
        Boxes::Choice => Some("choice"),
        Boxes::Hopeful => Some("hopeful"),
        Boxes::SecondMeeting => Some("second-meeting"),
    };
    steps.extend(boxes.map(say));
    for (verdict, name) in results(printed) {
        let change = change(printed, beads, verdict);
        steps.push(language.fill(&format!("guide.{name}"), &[("change", &change)]));
    }
    // A box runs empty only if some result removes beads.
    if changes(printed)
        .iter()
        .any(|c| matches!(c.effect, Effect::Subtract(_) | Effect::Wipe))
    {
        steps.push(when_empty(printed, beads, alone));
    }
    let count = if kit.draws {
        "again.draws"
    } else {
        "again.wins"
    };
    let note = (!alone).then_some("note");
    steps.push(sentences(printed, &[Some("again"), Some(count), note]));
    steps.retain(|step| !step.is_empty());
    steps
}

/// The texts of the guide with these names, as sentences.
fn sentences(printed: &Printed<'_>, names: &[Option<&str>]) -> String {
    let language = printed.speech();
    let names = names.iter().flatten();
    let texts = names.map(|name| language.say(&format!("guide.{name}")));
    language.sentences(&texts.collect::<Vec<_>>())
}

/// Which side the machine has, and what it plays with.
fn how_to_begin(printed: &Printed<'_>) -> String {
    let (kit, language) = (printed.kit, printed.speech());
    let mut begin = vec![language.say(&format!("guide.begin.{}", kit.seat()))];
    if let Some(pieces) = kit.pieces {
        let sides = [kit.side, kit.side.other()];
        let [own, other] = sides.map(|side| language.piece(pieces[side.index()]));
        begin.push(language.fill("guide.marks", &[("own", &own), ("other", &other)]));
    }
    language.sentences(&begin)
}

/// How the box of a position is found; with one sheet (`alone`) there is no index.
fn how_to_find(printed: &Printed<'_>, alone: bool) -> String {
    let kit = printed.kit;
    if kit.start.is_one_pile() {
        return sentences(printed, &[Some("count")]);
    }
    let index = (!alone).then_some("index");
    let turn = printed.turned().map(|how| format!("turn.{how}"));
    // Gardner's sheet has more boxes.
    let is_gardners = kit.rule.name == "her" && kit.game == "hexapawn";
    let gardner = is_gardners.then_some("gardner");
    sentences(printed, &[Some("find"), index, turn.as_deref(), gardner])
}

/// What is drawn from the box, and what it means.
fn how_to_draw(printed: &Printed<'_>) -> String {
    let (start, is_shared) = (&printed.kit.start, printed.kit.is_shared());
    let [draw, piles] = match (start.is_one_pile(), start.is_piles()) {
        (true, _) => [Some("slip"), None],
        (false, has_piles) => [Some("bead"), has_piles.then_some("piles")],
    };
    sentences(printed, &[draw, piles, is_shared.then_some("shared")])
}

/// What is done with a box that has run empty.
fn when_empty(printed: &Printed<'_>, beads: &Beads, alone: bool) -> String {
    let (kit, language) = (printed.kit, printed.speech());
    let say = |name: &str| language.say(&format!("guide.{name}"));
    let policy = kit.rule.empty;
    let mut empty = vec![match policy {
        Empty::ResetAt(n) => language.fill("guide.empty.reset-at", &[("n", &n)]),
        plain => say(&format!("empty.{plain}")),
    }];
    let refills = matches!(
        policy,
        Empty::Refill | Empty::RefillMove | Empty::Reset | Empty::ResetAt(_)
    );
    // Under the rules whose machine resigns, nothing was drawn from the empty box.
    let resigns = policy.resigns();
    let lost = beads.change(Verdict::Loss, kit.side);
    if resigns && lost.effect != Effect::Nothing {
        empty.push(say(match lost.scope {
            Scope::Last => "empty.before.last",
            Scope::All => "empty.before.all",
        }));
    }
    if refills && (alone || printed.is_trained()) {
        empty.push(language.fill("guide.start", &[("start", &start(printed, beads))]));
    }
    language.sentences(&empty)
}

/// The number of beads of each colour in a new box of each stage.
fn start(printed: &Printed<'_>, beads: &Beads) -> String {
    let (kit, language) = (printed.kit, printed.speech());
    let counts = (0..kit.stages()).map(|stage| beads.start_at(stage));
    let counts: Vec<u64> = counts.collect();
    // The last stages that all have the same number are described together.
    let differs = counts.iter().rposition(|n| Some(n) != counts.last());
    let last = differs.map_or(0, |stage| stage + 1);
    let all: Vec<String> = counts
        .iter()
        .enumerate()
        .take(last + 1)
        .map(|(stage, n)| {
            let name = match (last, stage) {
                (0, _) => "guide.fill.always",
                (last, stage) if stage == last && last + 1 < counts.len() => "guide.fill.last",
                _ => "guide.fill.stage",
            };
            language.fill(name, &[("n", n), ("stage", &(stage + 1))])
        })
        .collect();
    all.join(&language.say("join.list"))
}

fn change(printed: &Printed<'_>, beads: &Beads, verdict: Verdict) -> String {
    let language = printed.speech();
    let change = beads.change(verdict, printed.kit.side);
    if !beads.weights.is_empty() {
        match change.effect {
            Effect::Add(_) => return language.say("change.weighted.add"),
            Effect::Subtract(_) => return language.say("change.weighted.subtract"),
            Effect::Nothing | Effect::AddRandom(_) | Effect::Wipe => {}
        }
    }
    let scope = match change.scope {
        Scope::All => "all",
        Scope::Last => "last",
    };
    match change.effect {
        Effect::Nothing => language.say("change.nothing"),
        Effect::Add(n) => language.count(&format!("change.add.{scope}"), n),
        Effect::AddRandom(n) => language.count(&format!("change.random.{scope}"), n),
        Effect::Subtract(1) => language.say(&format!("change.subtract.{scope}.one")),
        Effect::Subtract(n) => language.count(&format!("change.subtract.{scope}"), n),
        Effect::Wipe => language.say(&format!("change.wipe.{scope}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{PrintSetting, Printed};
    use matchboxes::game::Side;
    use matchboxes::games::TicTacToe;
    use matchboxes::kit::KitBeads;
    use matchboxes::learn::Rule;

    /// A rule, with other values of each of its fields. A field without other values does not describe the
    /// machine.
    const BASE: &str = "name = 'x'\nsymmetry = 'full'\nstart = [4, 3]\nwin = '+3 all'\ndraw = '+1 all'\nloss = '-1 all'\n";
    const OTHERS: &str = "\
name
source
symmetry | 'rotations' | 'none'
duplicates | 'merge'
boxes | 'choice' | 'hopeful' | 'second-meeting'
start | [2] | [4, 3, 2]
win | '+3 last' | '+2 all' | 'nothing'
draw | '-1 all'
draw-second | '-1 last'
loss | 'wipe last' | '-2 all'
weights | [1, 2]
empty | 'refuse' | 'any-move' | 'keep-first' | 'keep-last' | 'floor' | 'one-bead' | 'refill' | 'refill-move' | 'reset' \
    | 'reset at 3'
opponent
learner | 'second'
games
odds | { a = 2, b = 2 }
values | { method = 'ucb', win-reward = 1, loss-reward = 0 }";

    /// The steps for the side that learns, or the second side where draws count differently for it.
    fn guide(text: &str) -> Result<Vec<String>> {
        let rule = Rule::from_toml(text, "a test")?;
        let draws_apart = rule.beads().is_some_and(|b| b.draw_second.is_some());
        let is_second = rule.learner == Some(Learners::Second) || draws_apart;
        let side = Side::BOTH[usize::from(is_second)];
        let kit = Kit::new(&TicTacToe, &rule, side)?;
        check(&kit, false)?;
        let content = KitBeads::new(&kit);
        let printed = Printed {
            kit: &kit,
            content: &content,
            setting: &PrintSetting::default(),
        };
        Ok(steps(&printed, false))
    }

    /// Each field that differs makes another guide, or none.
    #[test]
    fn the_guide_knows_every_field_of_a_rule() {
        let others = || OTHERS.lines().map(|line| line.split(" | "));
        for field in Rule::fields().filter(|field| !field.contains('.')) {
            let is_known = others().any(|mut known| known.next() == Some(field));
            assert!(is_known, "the guide must describe {field}, or refuse it");
        }
        let usual = guide(BASE).unwrap();
        for mut values in others() {
            let field = values.next().unwrap();
            for value in values {
                let lines = BASE.lines();
                let lines = lines.filter(|line| line.split(" =").next() != Some(field));
                let lines = lines.collect::<Vec<_>>().join("\n");
                let text = format!("{lines}\n{field} = {value}\n");
                let Ok(found) = guide(&text) else { continue };
                assert_ne!(found, usual, "{field} = {value}");
            }
        }
        // Its change for draws, not only its side.
        let second = format!("{BASE}learner = 'second'\n");
        let own_draw = format!("{second}draw-second = '-1 last'\n");
        assert_ne!(guide(&second).unwrap(), guide(&own_draw).unwrap());
    }

    #[test]
    fn rules_that_paper_cannot_describe_are_refused() {
        let refused = |more: &str, alone: bool| {
            let text = format!("name = 'x'\nstart = [4]\n{more}\n");
            let rule = Rule::from_toml(&text, "a test").unwrap();
            let kit = Kit::new(&TicTacToe, &rule, Side::First).unwrap();
            check(&kit, alone).err().map(|error| error.to_string())
        };
        let unsayable = "`x`: `weights`: the guide cannot say";
        for (more, alone, words) in [
            ("loss = 'wipe all'\nweights = [0, 1]", false, unsayable),
            ("weights = [1, 2]", true, "slip"),
            ("boxes = 'second-meeting'", true, "index"),
        ] {
            let reason = refused(more, alone).unwrap();
            assert!(reason.contains(words), "{reason}");
        }
        assert_eq!(refused("weights = [1, 2]", false), None);
    }
}
