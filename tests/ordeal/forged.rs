//! Files with a correct checksum and wrong content. Every command refuses what `check` refuses, and no
//! command dies on what `check` calls undamaged.

use std::fs;
use std::ops::Range;
use std::path::Path;

use matchboxes::dice::Dice;
use matchboxes::games;
use matchboxes::learn::{Rule, baselines, presets};
use matchboxes::store;

use super::place::sealed::{sealed, sections};
use super::run::{ALL, Ended, menace, start};
use super::scenario::Workshop;
use super::sources::{Kind, Source};
use super::tally::{Case, place, some};

/// One in this number of refused files also goes through the program.
const SAMPLE: u64 = 25;

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let source = workshop.sources().some(dice);
    let bytes = forged(source.kind, &source.bytes, dice);
    case.tried = 1;
    let is_read = source.kind.reads(&bytes);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(source.kind.file());
    fs::write(&path, &bytes).expect("room for a case");
    let is_sound = is_read && source.kind.known().verify(&path).is_ok();
    let end = if is_sound { "sound" } else { "refused" };
    case.what = format!("{}s, {end}", source.kind.name());
    let few = if workshop.is_long { 5 } else { 2 };
    if source.kind == Kind::Model && is_read {
        let model = store::decode(&bytes).expect("just read");
        if store::decode(&store::encode(&model)).as_ref() != Ok(&model) {
            case.broke("reading and writing again changes the model");
        }
    }
    fs::write(folder.path().join("o.menace"), &source.bytes).expect("room for a case");
    if is_sound {
        for _ in 0..few {
            sound(source, folder.path(), &bytes, dice, case);
        }
    } else if is_read || dice.below(SAMPLE) == 0 {
        refused(source, folder.path(), dice, case);
    }
}

/// Checks that no command dies on a sound file, and that those with a mark read it.
fn sound(source: &Source, folder: &Path, bytes: &[u8], dice: &mut Dice, case: &mut Case) {
    fs::write(folder.join(source.kind.file()), bytes).expect("room for a case");
    let (line, must) = source.kind.line(dice);
    let model = (source.kind == Kind::Model).then(|| store::decode(bytes).expect("sound"));
    // A training with many games left to play would take too long.
    let is_endless = line.contains("--continue")
        && model.as_ref().is_some_and(|model| {
            let left = model.pending.map_or(0, |pending| pending.left);
            let last = model.chapters.last();
            let games = last.map_or(0, |chapter| chapter.games_per_set);
            left.saturating_mul(games.max(100)) > 10_000 || games > 10_000
        });
    if is_endless {
        return;
    }
    let game = model.map(|model| model.game().to_owned());
    let game = game.filter(|game| !game.contains(char::is_whitespace));
    let ended = answer(
        folder,
        &line.replace("GAME", &game.unwrap_or_else(|| source.game.clone())),
    );
    case.judge(&ended, if must { &[0] } else { &[0, 1, 2] });
    if line.starts_with("train") && ended.code == Some(0) {
        let written = ["x.menace", "y.menace"][usize::from(line.contains("y.menace"))];
        if let Err(error) = store::verify(&folder.join(written)) {
            case.broke(ended.describe(&format!("left an unsound model, {error}")));
        }
    }
    let _ = fs::remove_file(folder.join("y.menace"));
}

/// Runs a command, with input in case it asks for moves.
fn answer(folder: &Path, line: &str) -> Ended {
    let input = folder.join("input");
    fs::write(&input, "b2\na1\n1\na3\nhint\nundo\nb1\nc1\nresign\nquit\n").expect("room");
    let mut command = menace(folder, line);
    command.stdin(fs::File::open(&input).expect("just written"));
    start(line, &mut command, ALL).end()
}

/// Checks that commands refuse a file that is not sound.
fn refused(source: &Source, folder: &Path, dice: &mut Dice, case: &mut Case) {
    let line = source.kind.line(dice).0.replace("GAME", &source.game);
    for line in [format!("check {}", source.kind.file()), line] {
        let ended = answer(folder, &line);
        // `log` does without the boxes.
        let lists = line.starts_with("list") || line.starts_with("log");
        case.judge(&ended, if lists { &[0, 1] } else { &[1, 2] });
    }
}

/// A file with one to three changes in its sections, or of them.
fn forged(kind: Kind, bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut sections = sections(bytes);
    for _ in 0..=dice.below(3) {
        let which = place(sections.len(), dice);
        forge(&mut sections[which].1, dice);
    }
    let which = place(sections.len(), dice);
    match dice.below(60) {
        0 => drop(sections.remove(which)),
        1 => sections.push((*some(&[*b"more", *b"MORE", *b"HIST"], dice), vec![1])),
        2 => sections[which].0 = *some(&[*b"more", *b"VALU", *b"BEAD"], dice),
        _ => {}
    }
    let version = if dice.below(30) == 0 {
        dice.below(4)
    } else {
        1
    };
    let version = u16::try_from(version).expect("small");
    sealed(*kind.magic(), [version; 2], &sections)
}

/// Changes a number, a text, a piece or a model within a section.
fn forge(bytes: &mut Vec<u8>, dice: &mut Dice) {
    if bytes.is_empty() {
        return;
    }
    let magic = Kind::Model.magic();
    let models = bytes.windows(magic.len()).enumerate();
    let models = models.filter(|(_, window)| window == magic);
    let models: Vec<usize> = models.map(|(at, _)| at).collect();
    if !models.is_empty() && dice.below(4) == 0 {
        let at = *some(&models, dice);
        let length = bytes.get(at + 12..).and_then(|rest| rest.first_chunk());
        let length = length.map_or(0, |length| u64::from_le_bytes(*length));
        let end =
            at.saturating_add(usize::try_from(length).map_or(usize::MAX, |n| n.saturating_add(24)));
        // A change before this one may have cut it.
        if let Some(inner) = bytes.get(at..end).filter(|inner| inner.len() > 26) {
            let inner = forged(Kind::Model, inner, dice);
            bytes.splice(at..end, inner);
        }
        return;
    }
    let texts = texts(bytes);
    let is_plain = |at: &usize| texts.iter().all(|(_, text)| !text.contains(at));
    let mut plain: Vec<usize> = (0..bytes.len()).filter(is_plain).collect();
    if dice.below(3) > 0 {
        // What is said of the whole stands at the beginning, and most bytes are those of boxes and runs.
        plain.truncate(60);
    }
    let at = *some(&plain, dice);
    match dice.below(8) {
        0 if !texts.is_empty() => {
            let (at, text) = match bytes[at] {
                // A text of nothing, perhaps.
                0 => (at, at + 1..at + 1),
                _ => some(&texts, dice).clone(),
            };
            let new = odd_text(&bytes[text.clone()], dice);
            let new = [number(new.len() as u128), new].concat();
            bytes.splice(at..text.end, new);
        }
        1 => {
            let piece = at..(at + 1 + place(8, dice)).min(bytes.len());
            let copy = bytes[piece.clone()].repeat(place(3, dice));
            bytes.splice(piece, copy);
        }
        _ => {
            let (n, width) = number_at(bytes, at);
            bytes.splice(at..at + width, number(odd_number(n, dice)));
        }
    }
}

/// What a mark of a number says of its width (`docs/format.md`).
const WIDTHS: [(u8, usize); 4] = [(0xFB, 2), (0xFC, 4), (0xFD, 8), (0xFE, 16)];

/// The number that begins here, as far as it is there, and how many bytes it takes.
fn number_at(bytes: &[u8], at: usize) -> (u128, usize) {
    let Some(&first) = bytes.get(at) else {
        return (0, 0);
    };
    let width = WIDTHS.iter().find(|(mark, _)| *mark == first);
    let Some(&(_, width)) = width else {
        return (first.into(), 1);
    };
    let rest = &bytes[at + 1..bytes.len().min(at + 1 + width)];
    let mut all = [0; 16];
    all[..rest.len()].copy_from_slice(rest);
    (u128::from_le_bytes(all), 1 + rest.len())
}

/// A number in the shortest form that fits.
fn number(n: u128) -> Vec<u8> {
    let all = n.to_le_bytes();
    let fits = |width: usize| all[width..].iter().all(|&byte| byte == 0);
    match WIDTHS.iter().find(|(_, width)| fits(*width)) {
        Some((mark, width)) if n > 250 => [&[*mark], &all[..*width]].concat(),
        _ => vec![all[0]],
    }
}

/// What looks like texts: where their lengths begin, and where they are themselves.
fn texts(bytes: &[u8]) -> Vec<(usize, Range<usize>)> {
    let is_text = |byte: &u8| byte.is_ascii_graphic() || b" \n".contains(byte);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let (length, width) = number_at(bytes, at);
        let from = at + width;
        let to = from.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        let text = bytes.get(from..to).filter(|_| length > 1);
        if text.is_some_and(|text| text.iter().all(is_text)) {
            found.push((at, from..to));
            at = to;
        } else {
            at += 1;
        }
    }
    found
}

fn odd_number(n: u128, dice: &mut Dice) -> u128 {
    match dice.below(8) {
        0 => n.wrapping_add(1),
        1 => n.saturating_sub(1),
        2 => u128::from(dice.below(300)),
        3 => u128::from(dice.below(u64::MAX)),
        4 => (1 << dice.below(128)) - u128::from(dice.below(2)),
        5 => {
            let power = *some(&[16, 31, 32, 33, 55, 56, 61, 62, 63, 64], dice);
            (1 << power) - u128::from(dice.below(3))
        }
        6 => n.saturating_mul(2),
        _ => *some(&[0, 1, u64::MAX.into(), u128::MAX], dice),
    }
}

/// Names that a file can hold, beside those of games and rules.
const NAMES: &str = "mnk:3,3,3 nim:1,2,3,4 othello:4 nim:99,99,99,99 person x.menace perfect minimax:depth=1 \
    fading:random-to-first:9 mix:0.5*random+0.5*first nobody ai14s";

fn odd_text(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let odd = "\u{1b}[31m\u{7}|\u{0}|\u{202e}\u{9b}\u{1f3b2}|../../../x|a\r\nb|-||\u{ff}";
    let odd: Vec<&str> = odd.split('|').collect();
    let is_rule = text.contains(&b'\n');
    match dice.below(5) {
        0 if is_rule => {
            let rules: Vec<Rule> = presets().into_iter().chain(baselines()).collect();
            some(&rules, dice).to_toml().into_bytes()
        }
        0 => {
            let games = games::KINDS.iter().map(|kind| kind.name);
            let names: Vec<&str> = games.chain(NAMES.split_whitespace()).collect();
            some(&names, dice).as_bytes().to_vec()
        }
        1 => some(&odd, dice).as_bytes().to_vec(),
        2 => {
            let (before, after) = text.split_at(place(text.len() + 1, dice));
            [before, some(&odd, dice).as_bytes(), after].concat()
        }
        3 if !text.is_empty() => {
            let mut new = text.to_vec();
            new[place(text.len(), dice)] = *some(b"\"=[]-+0919,\nax \xff", dice);
            new
        }
        _ => b"n".repeat(*some(&[300, 70_000], dice)),
    }
}
