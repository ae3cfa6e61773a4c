//! The payload of a model file: [`read`] reads what [`write`] has written, in the same order.
//!
//! The types of `model`, `chapter` and `learn` that are read and written as they are belong to the format just the
//! same: a change of their fields, or of the order of the [`Learners`](crate::learn::Learners), is a new version of the
//! format.

use std::io::{self, Read, Take, Write};

use serde::Deserialize;

use super::chapter::{Chapter, MOST_NAMES};
use super::encoding::{MORE, Unreadable, put, value};
use super::laws;
use super::model::{MOST_CHAPTERS, MOST_MISSING, Model, Pending, is_box, is_sound, missing_colour};
use super::place::invalid;
use crate::error::Damage;
use crate::game::{Key, Side};
use crate::learn::{
    FirstMeetings, History, Layout, PackedBoxes, Record, Table, ValueBox, ValueBoxes,
};

/// What the boxes of the tables hold; the place of the variant is written before them.
#[derive(Deserialize)]
enum StoredBoxes {
    Beads,
    Values,
}

/// The counts of a record, in the order of its fields. A figure that is added has a new name here, so that a
/// reader sees what an earlier file lacks, and an earlier reader reports a newer program.
const COUNTED: [&str; 20] = [
    "first_wins",
    "draws",
    "second_wins",
    "resigned",
    "boxes",
    "missing_colour",
    "rescued",
    "saturated",
    "refused",
    "origin",
    "exact_random_won",
    "exact_random_drawn",
    "exact_random_lost",
    "exact_perfect_won",
    "exact_perfect_drawn",
    "exact_perfect_lost",
    "exact_worst_case_loss",
    "exact_best_response",
    "exact_optimal",
    "exact_optimal_where_play_goes",
];

/// Writes a model.
pub(super) fn write(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    put(&(&model.version, &model.chapters, model.pending), out)?;
    put(&u8::from(model.rule().values().is_some()), out)?;
    for table in &model.tables {
        // An optional table begins in the same way.
        put(&table.is_some(), out)?;
        if let Some(table) = table {
            match table.values() {
                Some(values) => put(values, out)?,
                None => write_boxes(table.boxes(), out)?,
            }
            write_first(table.first(), out)?;
        }
    }
    put(&COUNTED.as_slice(), out)?;
    put(&model.history.records, out)
}

/// The beginning of a payload: how its model was trained, and what remains to be played.
pub(super) struct Beginning {
    version: String,
    pub(super) chapters: Vec<Chapter>,
    pub(super) pending: Option<Pending>,
}

/// Reads what a payload begins with.
pub(super) fn read_beginning(from: &mut Take<impl Read>) -> Result<Beginning, Unreadable> {
    let version = value(from)?;
    let (mut chapters, mut names): (Vec<Chapter>, _) = (Vec::new(), 0);
    for _ in 0..count(from)? {
        let chapter: Chapter = value(from)?;
        names += chapter.names();
        if chapters.len() == MOST_CHAPTERS || names > MOST_NAMES {
            return Err(laws::broken(laws::CHAPTERS).into());
        }
        chapters.push(chapter);
    }
    Ok(Beginning {
        version,
        chapters,
        pending: value(from)?,
    })
}

/// Reads a model from a payload, and checks that its parts agree.
pub(super) fn read(from: &mut Take<impl Read>) -> Result<Model, Unreadable> {
    let Beginning {
        version,
        chapters,
        pending,
    } = read_beginning(from)?;
    let Some(last) = chapters.last() else {
        return Err(laws::broken(laws::A_CHAPTER).into());
    };
    let layout = Layout::from(&last.rule);
    let held: StoredBoxes = value(from)?;
    let mut tables = [None, None];
    for (side, table) in Side::BOTH.into_iter().zip(&mut tables) {
        let there: Option<()> = value(from)?;
        if there.is_some() {
            let own = match held {
                StoredBoxes::Beads => Table::packed(side, layout, read_boxes(from)?),
                StoredBoxes::Values => Table::valued(side, layout, read_values(from)?),
            };
            *table = Some(own.with_first(read_first(from)?));
        }
    }
    read_counted(from)?;
    let (mut records, mut numbers) = (Vec::new(), 0);
    for _ in 0..count(from)? {
        let record: Record = value(from)?;
        numbers += missing_colour(&record);
        if records.len() == History::POINTS || numbers > MOST_MISSING {
            return Err(laws::broken(laws::RECORDS).into());
        }
        records.push(record);
    }
    if from.limit() > 0 {
        return Err(invalid(MORE).into());
    }
    let model = Model {
        version,
        chapters,
        pending,
        tables,
        history: History { records },
    };
    model.check()?;
    Ok(model)
}

/// Reads the names of what the records count.
fn read_counted(from: &mut Take<impl Read>) -> Result<(), Unreadable> {
    let names: Vec<String> = value(from)?;
    if let Some(newer) = names.iter().find(|name| !COUNTED.contains(&name.as_str())) {
        return Err(Damage::NewerName(newer.clone()).into());
    }
    if names != COUNTED {
        return Err(invalid("its history counts other figures").into());
    }
    Ok(())
}

/// The number of elements of a list that follows.
fn count(from: &mut Take<impl Read>) -> Result<u64, Unreadable> {
    value(from)
}

/// Writes boxes as a list of keys, plies and lists of beads, on all cores.
fn write_boxes(boxes: &PackedBoxes, out: &mut dyn Write) -> io::Result<()> {
    put(&boxes.len(), out)?;
    boxes.sorted().write(
        |bytes: &mut Vec<u8>, key: Key, ply: u16, beads: &[u64]| {
            put(&(key, ply, beads), bytes).expect("writing to memory succeeds");
        },
        |bytes| out.write_all(bytes),
    )
}

/// Reads boxes, which are put into their table one by one, without a list of all of them.
fn read_boxes(from: &mut Take<impl Read>) -> Result<PackedBoxes, Unreadable> {
    let mut boxes = PackedBoxes::default();
    // Each box is added after the next one has been read; by then its place is prefetched.
    let mut last = None;
    for _ in 0..count(from)? {
        let (key, ply, beads): (Key, u16, Vec<u64>) = value(from)?;
        if !is_sound(ply, &beads) {
            let Key(key) = key;
            return Err(invalid(format!("the box of key {key:#x} is invalid")).into());
        }
        let sought = boxes.seek(key);
        if let Some((last, ply, beads)) = last.replace((sought, ply, beads)) {
            if key <= last.key {
                return Err(invalid("the keys of its boxes do not ascend").into());
            }
            boxes.add(last, ply, &beads);
        }
    }
    if let Some((last, ply, beads)) = last {
        boxes.add(last, ply, &beads);
    }
    Ok(boxes)
}

/// Reads the boxes of a value learner.
fn read_values(from: &mut Take<impl Read>) -> Result<ValueBoxes, Unreadable> {
    let mut boxes = ValueBoxes::new();
    for _ in 0..count(from)? {
        let (key, found): (Key, ValueBox) = value(from)?;
        if !is_box(found.ply, found.values.len()) || !found.is_sound() {
            return Err(invalid("a box of values in it is invalid").into());
        }
        if boxes.last_key_value().is_some_and(|(last, _)| *last >= key) {
            return Err(invalid("the keys of its boxes do not ascend").into());
        }
        boxes.insert(key, found);
    }
    Ok(boxes)
}

/// Writes the prints of positions met once, ascending, as a list of their differences.
fn write_first(first: &FirstMeetings, out: &mut dyn Write) -> io::Result<()> {
    put(&first.len(), out)?;
    let mut last = 0;
    for print in first.prints() {
        put(&(print - last), out)?;
        last = print;
    }
    Ok(())
}

fn read_first(from: &mut Take<impl Read>) -> Result<FirstMeetings, Unreadable> {
    let (mut first, mut last) = (FirstMeetings::default(), 0_u64);
    for _ in 0..count(from)? {
        let print = last.checked_add(value(from)?);
        let print = print.filter(|&print| first.add(print));
        last = print.ok_or_else(|| invalid("its positions met once are invalid"))?;
    }
    Ok(first)
}
