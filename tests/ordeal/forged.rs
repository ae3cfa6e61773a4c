//! Files with a correct checksum and wrong content. Every command refuses what `check` refuses, and no
//! command dies on what `check` calls undamaged.

use std::fs;
use std::path::Path;

use matchboxes::dice::Dice;
use matchboxes::games;
use matchboxes::learn::preset;
use matchboxes::session::KnownFile;
use matchboxes::store;

use super::damaged::{place, some};
use super::place::sealed::sealed;
use super::run::{ALL, Ended, menace, run, start};
use super::scenario::Workshop;
use super::sources::{Kind, Source};
use super::tally::Case;
use super::tokens::{self, Payload, Token};

/// One in this number of refused files also goes through the program.
const SAMPLE: u64 = 25;

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let source = workshop.sources().some(dice);
    let (mut version, mut payload) = (1, tokens::read(source.kind, &source.bytes));
    let edits = 1 + dice.below(3);
    for _ in 0..edits {
        forge(&mut payload, dice);
    }
    if dice.below(20) > 0 {
        payload.settle();
    }
    if dice.below(30) == 0 {
        version = u16::try_from(dice.below(4)).expect("small");
    }
    let mut sections = payload.sections();
    let which = place(sections.len(), dice);
    match (dice.below(60), sections.get_mut(which)) {
        (0, Some((_, inner))) => inner.truncate(place(inner.len(), dice)),
        (1, Some((_, inner))) => inner.push(0),
        (2, Some(_)) => drop(sections.remove(which)),
        (3, Some(_)) => sections.push((*some(&[*b"more", *b"MORE", *b"HIST"], dice), vec![1])),
        _ => {}
    }
    let bytes = sealed(*source.kind.magic(), [version; 2], &sections);
    case.tried = 1;
    let is_read = source.kind.reads(&bytes);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(source.kind.file());
    let is_sound = is_read && {
        fs::write(&path, &bytes).expect("room for a case");
        let known = match source.kind {
            Kind::Model => KnownFile::Model,
            Kind::Database => KnownFile::Database,
            Kind::Book => KnownFile::Book,
            Kind::Part | Kind::Sweep => KnownFile::Part,
        };
        known.verify(&path).is_ok()
    };
    let end = if is_sound { "sound" } else { "refused" };
    case.what = format!("{}s, {end}", source.kind.name());
    let few = if workshop.is_long { 5 } else { 2 };
    if source.kind == Kind::Model && is_read {
        let model = store::decode(&bytes).expect("just read");
        if store::decode(&store::encode(&model)).as_ref() != Ok(&model) {
            case.broke("reading and writing again changes the model");
        }
    }
    if is_sound {
        for _ in 0..few {
            sound(source, folder.path(), &bytes, dice, case);
        }
    } else if is_read || dice.below(SAMPLE) == 0 {
        fs::write(&path, &bytes).expect("room for a case");
        refused(source, folder.path(), dice, case);
    }
}

/// Commands that read a sound model; those with a mark must, and the others may refuse it for another reason.
const READERS: &str = "\
! check x.menace
! show x.menace
! show x.menace --json
! log x.menace
! log x.menace --json
! list models --models .
! diff x.menace x.menace
diff x.menace o.menace
export x.menace --table
export x.menace
match x.menace random --games 20
match random x.menace --games 20
match x.menace:greedy random --exact
match random x.menace:sharpness=3 --exact --json
prove x.menace
tournament x.menace random first --games 10
plot x.menace --plots svg
merge x.menace o.menace -o y.menace
merge o.menace x.menace -o y.menace
train --continue --out x.menace --sets 2 --games-per-set 3 --plots none --opponent random
train --continue --out x.menace --sets 1 --games-per-set 3 --plots none
train --continue --out x.menace --learner both --sets 2 --games-per-set 3 --plots none
train --out y.menace --from x.menace --sets 2 --games-per-set 3 --plots none
play x.menace --learn
play x.menace --teach 2 --learn
print x.menace --format svg --out kit
solve --algorithm alphabeta:eval=x.menace,depth=1";

/// One of these commands, and whether it may refuse a sound model.
fn reader(dice: &mut Dice) -> (&'static str, bool) {
    let line = *some(&READERS.lines().collect::<Vec<_>>(), dice);
    line.strip_prefix("! ")
        .map_or((line, true), |line| (line, false))
}

/// Checks that no command dies on a sound file.
fn sound(source: &Source, folder: &Path, bytes: &[u8], dice: &mut Dice, case: &mut Case) {
    if source.kind != Kind::Model {
        let line = solved_line(source, dice);
        let ended = run(folder, &line);
        case.judge(&ended, &[0, 1, 2]);
        return;
    }
    fs::write(folder.join("x.menace"), bytes).expect("room for a case");
    fs::write(folder.join("o.menace"), &source.bytes).expect("room for a case");
    let (line, may_refuse) = reader(dice);
    // A training with many games left to play would take too long.
    let is_endless = line.contains("--continue")
        && store::decode(bytes).is_ok_and(|model| {
            let left = model.pending.map_or(0, |pending| pending.left);
            let last = model.chapters.last();
            let games = last.map_or(0, |chapter| chapter.games_per_set);
            left.saturating_mul(games.max(100)) > 10_000 || games > 10_000
        });
    if is_endless {
        return;
    }
    let line = match games_of(bytes) {
        Some(game) if line.starts_with("train") || line.starts_with("solve") => {
            format!("{line} --game {game}")
        }
        _ => line.to_owned(),
    };
    let ended = answer(folder, &line);
    case.judge(&ended, if may_refuse { &[0, 1, 2] } else { &[0] });
    if line.starts_with("train") && ended.code == Some(0) {
        let written = ["x.menace", "y.menace"][usize::from(line.contains("y.menace"))];
        if let Err(error) = store::verify(&folder.join(written)) {
            case.broke(ended.describe(&format!("left an unsound model, {error}")));
        }
    }
    let _ = fs::remove_file(folder.join("y.menace"));
}

fn games_of(bytes: &[u8]) -> Option<String> {
    let model = store::decode(bytes).ok()?;
    let game = model.game();
    (!game.contains(char::is_whitespace)).then(|| game.to_owned())
}

/// Runs a command, with input in case it asks for moves.
fn answer(folder: &Path, line: &str) -> Ended {
    let input = folder.join("input");
    fs::write(&input, "b2\na1\n1\na3\nhint\nundo\nb1\nc1\nresign\nquit\n").expect("room");
    let mut command = menace(folder, line);
    command.stdin(fs::File::open(&input).expect("just written"));
    start(line, &mut command, ALL).end()
}

fn solved_line(source: &Source, dice: &mut Dice) -> String {
    let game = &source.game;
    let lines: &[&str] = match source.kind {
        Kind::Book => &[
            "match alphabeta:book=x.book random --games 3 --game GAME",
            "export alphabeta:book=x.book --game GAME",
        ],
        Kind::Sweep | Kind::Part => &[
            "KIND --merge FILE --plots none --json",
            "KIND --merge FILE --plots svg --csv c",
            "KIND --merge FILE --out y --force",
            "check FILE --json",
            "list parts --parts . --json",
        ],
        _ => &[
            "solve --game GAME --algorithm alphabeta:database=x.endgames",
            "solve --game GAME --algorithm pvs:database=x.endgames --json",
            "match alphabeta:database=x.endgames random --games 3 --game GAME",
        ],
    };
    let command = ["study", "sweep"][usize::from(source.kind == Kind::Sweep)];
    let line = some(lines, dice).replace("GAME", game);
    line.replace("KIND", command)
        .replace("FILE", source.kind.file())
}

/// Checks that commands refuse a file that is not sound.
fn refused(source: &Source, folder: &Path, dice: &mut Dice, case: &mut Case) {
    let line = if source.kind == Kind::Model {
        fs::write(folder.join("o.menace"), &source.bytes).expect("room for a case");
        reader(dice).0.to_owned()
    } else {
        solved_line(source, dice)
    };
    for line in [format!("check {}", source.kind.file()), line] {
        let ended = answer(folder, &line);
        // `log` does without the boxes.
        let lists = line.starts_with("list") || line.starts_with("log");
        case.judge(&ended, if lists { &[0, 1] } else { &[1, 2] });
    }
}

/// Changes one part.
fn forge(payload: &mut Payload, dice: &mut Dice) {
    if dice.below(4) == 0 && !payload.elements.is_empty() {
        return rearrange(payload, dice);
    }
    // Every name of a part is equally likely, however many parts have it.
    let mut names: Vec<&str> = payload.parts.iter().map(|part| part.name).collect();
    names.sort_unstable();
    names.dedup();
    let name = *some(&names, dice);
    let named = payload.parts.iter_mut().filter(|part| part.name == name);
    let mut named: Vec<_> = named.collect();
    let part = named.swap_remove(place(named.len(), dice));
    part.token = match &part.token {
        Token::Byte(_) => Token::Byte([0, 1, 2, 3, 255][place(5, dice)]),
        Token::Number(n) if dice.below(40) == 0 => {
            let long = [&[0xFE][..], &n.to_le_bytes()].concat();
            Token::Raw(long)
        }
        Token::Number(n) => Token::Number(odd_number(*n, dice)),
        Token::Text(text) => Token::Text(odd_text(name, text, dice)),
        Token::Fixed(n, width) => {
            let odd = odd_number(u128::from(*n), dice);
            Token::Fixed(u64::try_from(odd).unwrap_or(u64::MAX), *width)
        }
        Token::Model(inner) => {
            let mut inner = inner.clone();
            forge(&mut inner, dice);
            Token::Model(inner)
        }
        Token::Section(_) => Token::Section(*some(&[*b"more", *b"VALU", *b"BEAD"], dice)),
        Token::Hash(hash) => Token::Hash(hash.iter().map(|byte| !byte).collect()),
        Token::Raw(raw) => Token::Raw(raw.clone()),
    };
}

/// Removes an element of a list, doubles it or swaps it with the one before; usually the length of the list
/// is adjusted.
fn rearrange(payload: &mut Payload, dice: &mut Dice) {
    let which = place(payload.elements.len(), dice);
    let element = payload.elements[which];
    let own = payload.parts[element.from..element.to].to_vec();
    let change = match dice.below(3) {
        0 => {
            payload.parts.drain(element.from..element.to);
            -1
        }
        1 => {
            payload.parts.splice(element.to..element.to, own);
            1
        }
        _ => {
            let before = payload.elements.iter().find(|e| e.to == element.from);
            if let Some(before) = before.copied() {
                payload.parts.drain(element.from..element.to);
                payload.parts.splice(before.from..before.from, own);
            }
            0
        }
    };
    if let Token::Number(count) = &mut payload.parts[element.count].token
        && dice.below(8) > 0
    {
        *count = count.saturating_add_signed(change);
    }
    // Usually the count of boxes in the history is adjusted too.
    let is_box = payload.parts[element.count].name == "boxes";
    let mut last = payload.parts.iter_mut().rev();
    let met = last.find(|part| part.name == "boxes met");
    if let (true, Some(part), true) = (is_box, met, dice.below(4) > 0)
        && let Token::Number(count) = &mut part.token
    {
        *count = count.saturating_add_signed(change);
    }
    // The indices of the parts have changed, so no other element can be rearranged.
    payload.elements.clear();
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

fn odd_text(name: &str, text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let rule = |name: &str| preset(name).map_or(String::new(), |rule| rule.to_toml());
    let words = |text: &'static str| text.split(' ').collect();
    let kinds: Vec<&str> = match name {
        "game" => {
            let others = ["mnk:3,3,3", "nim:1,2,3,4", "othello:4", "nim:99,99,99,99"];
            let kinds = games::KINDS.iter().map(|kind| kind.name);
            kinds.chain(others).collect()
        }
        "rule" => words("rote michie-304 michie-1963-sliding scroggs her sarsa ucb"),
        "opponent" => words(
            "person  x.menace perfect minimax:depth=1 fading:random-to-first:9 \
             mix:0.5*random+0.5*first nobody ai14s",
        ),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && dice.below(2) == 0 {
        let word = (*some(&kinds, dice)).to_owned();
        let text = if name == "rule" { rule(&word) } else { word };
        return text.into_bytes();
    }
    let odd: [&[u8]; 8] = [
        b"",
        b"\x1b[31m\x07\x1b]0;x\x07",
        b"\xff\xfe",
        b"\0",
        "\u{202e}\u{9b}\u{1f3b2}".as_bytes(),
        b"../../../x",
        b"a\r\nb",
        b"-",
    ];
    let mut new = text.to_vec();
    match dice.below(4) {
        0 => new = some(&odd, dice).to_vec(),
        1 => {
            let at = place(new.len() + 1, dice);
            new.splice(at..at, some(&odd, dice).iter().copied());
        }
        2 if !new.is_empty() => {
            let at = place(new.len(), dice);
            new[at] = b"\"=[]-+0919,\nax "[place(15, dice)];
        }
        _ => new = b"n".repeat(*some(&[300, 70_000], dice)),
    }
    new
}
