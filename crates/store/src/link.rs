//! A model as a link: a text short enough for the fragment of an address, which no server sees.
//!
//! It says what was learnt, not how: the game, the rule, the seed, the results, a digest of the games, and for each box
//! how its beads differ from a new one's. Numbers are written in digits to the base of 64, as source maps do it:
//! five bits each, the lowest first, and a bit that says that more follow.

use std::str::Bytes;

use super::chapter::{Chapter, LINK, LearntGames, Provenance};
use super::merge::games_digest;
use super::model::{Model, is_box, snapshots_of};
use super::place::invalid;
use crate::error::{Damage, Error, Mismatch, Result};
use crate::game::{Key, Results, Side};
use crate::learn::{
    Boxes, History, Layout, Learners, Matchbox, Record, Rule, Table, TrainingSpec, preset,
};

/// What each link begins with.
const VERSION: u16 = 1;
/// The length of the checksum, which is last.
const SUM: usize = 8;
/// Between the parts of a link. It is in no name of a game, and no program that finds addresses in a text ends one at it.
const BETWEEN: char = '~';
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn put(mut n: u128, out: &mut String) {
    loop {
        let more = usize::from(n > 31) << 5;
        out.push(DIGITS[(n & 31) as usize | more].into());
        n >>= 5;
        if n == 0 {
            return;
        }
    }
}

/// The digits of a link that are still to be read.
struct Digits<'a>(Bytes<'a>);

impl Digits<'_> {
    fn number(&mut self) -> Result<u128, Damage> {
        let (mut n, mut bits) = (0_u128, 0);
        loop {
            let digit = self.0.next();
            let digit = digit.and_then(|digit| DIGITS.iter().position(|&known| known == digit));
            let digit = digit.ok_or_else(unread)? as u128;
            let part = (digit & 31).checked_shl(bits);
            n |= part
                .filter(|part| part >> bits == digit & 31)
                .ok_or_else(unread)?;
            if digit < 32 {
                return Ok(n);
            }
            bits += 5;
        }
    }

    fn short(&mut self) -> Result<u64, Damage> {
        u64::try_from(self.number()?).map_err(|_| unread())
    }

    fn table(&mut self, side: Side, rule: &Rule) -> Result<Table, Damage> {
        let (mut table, mut key) = (Table::new(side, Layout::from(rule)), 0_u128);
        for _ in 0..self.number()? {
            key = key.checked_add(self.number()?).ok_or_else(unread)?;
            let [ply, colours] =
                [self.number()?, self.number()?].map(|n| u16::try_from(n).unwrap_or(u16::MAX));
            if !is_box(ply, colours.into()) {
                return Err(unread());
            }
            let start = rule.start_beads(ply, colours.into());
            let beads = (0..colours).map(|_| {
                let n = signed(self.number()?).checked_add(start.into());
                n.and_then(|n| u64::try_from(n).ok()).ok_or_else(unread)
            });
            let beads = beads.collect::<Result<_, Damage>>()?;
            table.insert(Key(key), Matchbox { ply, beads });
        }
        Ok(table)
    }
}

fn unread() -> Damage {
    invalid("a number in it is impossible")
}

/// A difference as a number without a sign, so that small ones stay small.
const fn unsigned(n: i128) -> u128 {
    (n << 1 ^ n >> 127).cast_unsigned()
}

const fn signed(n: u128) -> i128 {
    (n >> 1).cast_signed() ^ -((n & 1).cast_signed())
}

/// The link of a model whose boxes hold beads.
///
/// # Errors
///
/// [`Error::Mismatch`] when it has learnt nothing, or keeps something other than beads.
pub fn to_link(model: &Model) -> Result<String> {
    let (spec, games) = (&model.last().spec, model.games());
    let refused = |reason: &str| Error::Mismatch(Mismatch::Other(reason.to_owned()));
    if games == 0 {
        return Err(refused("it has learnt from no game yet"));
    }
    if spec.rule.beads().is_none() || Layout::from(&spec.rule).boxes == Boxes::SecondMeeting {
        return Err(refused(
            "a link holds the beads of boxes, and its rule keeps something else",
        ));
    }
    let named =
        preset(&spec.rule.name).is_ok_and(|rule| rule.for_learners(spec.learners) == spec.rule);
    let mut rule = String::new();
    if named {
        rule.clone_from(&spec.rule.name);
    } else {
        rule.push('.');
        spec.rule
            .to_toml()
            .bytes()
            .for_each(|byte| put(byte.into(), &mut rule));
    }
    let head = [
        &*VERSION.to_string(),
        &spec.game,
        &rule,
        &spec.learners.to_string(),
        "",
    ];
    let mut out = head.join(&BETWEEN.to_string());
    let results = model.history.last(model.history.sets()).results;
    for n in [
        spec.seed,
        results.first_wins,
        results.draws,
        results.second_wins,
    ] {
        put(n.into(), &mut out);
    }
    put(u128::from_le_bytes(games_digest(model)), &mut out);
    for table in model.tables.iter().flatten() {
        put(table.len() as u128, &mut out);
        let mut before = 0;
        for (key, Matchbox { ply, beads }) in table {
            put(key.0 - before, &mut out);
            before = key.0;
            put(ply.into(), &mut out);
            put(beads.len() as u128, &mut out);
            let start = spec.rule.start_beads(ply, beads.len());
            for n in beads {
                put(unsigned(i128::from(n) - i128::from(start)), &mut out);
            }
        }
    }
    let sum = crc32fast::hash(out.as_bytes());
    Ok(format!("{out}{sum:0SUM$x}"))
}

/// The model of a link, whose boxes are still to be checked against its game.
///
/// # Errors
///
/// [`Damage`] when it is cut short, changed, or of a newer program.
pub fn from_link(link: &str) -> Result<Model, Damage> {
    let other = || Damage::Kind("a link to a machine");
    let version = link
        .split(BETWEEN)
        .next()
        .and_then(|version| version.parse().ok());
    let (version, known) = (version.ok_or_else(other)?, VERSION);
    if version != known {
        return Err(Damage::Newer { version, known });
    }
    let end = link
        .len()
        .checked_sub(SUM)
        .and_then(|end| link.split_at_checked(end));
    let (link, sum) = end.ok_or_else(other)?;
    // As text: a number could be written with other letters.
    if sum != format!("{:0SUM$x}", crc32fast::hash(link.as_bytes())) {
        return Err(Damage::Checksum);
    }
    let parts: Vec<&str> = link.splitn(5, BETWEEN).collect();
    let [_, game, rule, learners, numbers] = parts[..] else {
        return Err(other());
    };
    let learners: Learners = learners.parse().map_err(|_| unread())?;
    let rule = read_rule(rule, learners)?;
    let mut digits = Digits(numbers.bytes());
    let mut next = || digits.short();
    let [seed, first_wins, draws, second_wins] = [next()?, next()?, next()?, next()?];
    let games = first_wins
        .checked_add(draws)
        .and_then(|sum| sum.checked_add(second_wins));
    let games = games.filter(|&games| games > 0).ok_or_else(unread)?;
    let mut hash = [0; 32];
    hash[..16].copy_from_slice(&digits.number()?.to_le_bytes());
    let mut tables = [None, None];
    for side in learners.sides() {
        tables[side.index()] = Some(digits.table(side, &rule)?);
    }
    let chapter = Chapter {
        spec: TrainingSpec {
            seed,
            games_per_set: 1,
            ..TrainingSpec::new(game, learners, rule)
        },
        sets: games,
        how: Provenance::Recorded {
            file: LINK.to_owned(),
            games: LearntGames { games, hash },
        },
    };
    let results = Results {
        first_wins,
        draws,
        second_wins,
    };
    let record = Record {
        sets: games,
        results,
        snapshots: snapshots_of(&tables),
        ..Record::default()
    };
    let model = Model {
        history: History {
            records: vec![record],
        },
        tables,
        ..Model::new(chapter)
    };
    model.check()?;
    Ok(model)
}

fn read_rule(rule: &str, learners: Learners) -> Result<Rule, Damage> {
    let rule = match rule.strip_prefix('.') {
        None => preset(rule)
            .map_err(|error| Damage::NewerName(error.to_string()))?
            .for_learners(learners),
        Some(text) => {
            let mut digits = Digits(text.bytes());
            let letters = std::iter::from_fn(|| digits.number().ok());
            let text = letters
                .map(|n| u8::try_from(n).unwrap_or_default())
                .collect();
            Rule::from_stored(&String::from_utf8(text).map_err(|_| unread())?).map_err(invalid)?
        }
    };
    match rule.beads() {
        Some(_) => Ok(rule),
        None => Err(invalid("its rule keeps no beads")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::games::TicTacToe;
    use crate::learn::Training;

    fn sealed(link: &str) -> String {
        format!("{link}{:0SUM$x}", crc32fast::hash(link.as_bytes()))
    }

    /// A forged link with a right checksum is refused or read, and what is read is sound.
    #[test]
    fn every_link_is_refused_or_of_a_sound_model() {
        let rule = Rule {
            name: "sliders".to_owned(),
            ..preset("rote").unwrap()
        };
        let mut run = Training::new(TicTacToe, rule).begin().unwrap();
        run.play(1);
        let whole = to_link(&Model::from_run(&run)).unwrap();
        assert_eq!(to_link(&from_link(&whole).unwrap()).unwrap(), whole);
        let plain = &whole[..whole.len() - SUM];
        let mut read = 0;
        for at in 2..plain.len() {
            for digit in ["A", "g", "_", "~", ""] {
                let forged = format!("{}{digit}{}", &plain[..at], &plain[at + 1..]);
                if let Ok(model) = from_link(&sealed(&forged)) {
                    model.check().unwrap();
                    let _ = model.check_game(&TicTacToe, &TicTacToe.name());
                    read += 1;
                }
            }
        }
        assert!(read > 0);
        let huge = format!("1~tic-tac-toe~rote~first~AAAA{}", "_".repeat(60));
        assert!(from_link(&sealed(&huge)).is_err());
    }
}
