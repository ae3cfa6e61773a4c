//! The sections of a model file: [`read`] reads what [`write`] has written, in the same order.
//!
//! The types of `model`, `chapter` and `learn` that are read and written as they are belong to the format just the
//! same: a change of their fields, or of the order of the [`Learners`](crate::learn::Learners), is a new version of the
//! section.

use std::io::{self, Read, Take, Write};

use super::chapter::{Chapter, MOST_NAMES};
use super::container::{
    NUMBERING, ReadSeek, SECTION_VERSION, Section, SectionPlace, Tag, check_numbering, contents,
};
use super::encoding::{Unreadable, ended, put, value};
use super::laws;
use super::model::{MOST_CHAPTERS, MOST_MISSING, Model, Pending, is_box, is_sound, missing_colour};
use super::place::invalid;
use crate::error::Damage;
use crate::game::{Key, Side};
use crate::learn::{FirstMeetings, History, PackedBoxes, Record, Table, ValueBox, ValueBoxes};

const MADE: Tag = *b"MADE";
/// The results of its games.
const HISTORY: Tag = *b"HIST";
/// Its tables, of beads or of values.
const BEADS: Tag = *b"BEAD";
const VALUES: Tag = *b"VALU";
pub(super) const TAGS: [Tag; 4] = [MADE, HISTORY, BEADS, VALUES];

/// The sections of a model, in their order, with their versions.
pub(super) fn tags(model: &Model) -> Vec<(Tag, u16)> {
    let has_values = model.rule().values().is_some();
    let tables = if has_values { VALUES } else { BEADS };
    let own = [MADE, HISTORY, tables].map(|tag| (tag, SECTION_VERSION));
    let others = model
        .sections
        .iter()
        .map(|other| (other.tag, other.version));
    own.into_iter().chain(others).collect()
}

pub(super) fn write(model: &Model, section: usize, out: &mut dyn Write) -> io::Result<()> {
    match section {
        0 => {
            let by = (&model.made_by, &model.written_by);
            put(&(NUMBERING, by, &model.chapters, model.pending), out)
        }
        1 => put(&model.history.records, out),
        2 => write_tables(&model.tables, out),
        other => out.write_all(&model.sections[other - 3].bytes),
    }
}

pub(super) fn write_tables(tables: &[Option<Table>; 2], out: &mut dyn Write) -> io::Result<()> {
    for table in tables {
        // An optional table begins in the same way.
        put(&table.is_some(), out)?;
        if let Some(table) = table {
            match table.values() {
                Some(values) => write_values(values, out)?,
                None => write_boxes(table.boxes(), out)?,
            }
            write_first(table.first(), out)?;
        }
    }
    Ok(())
}

/// Where the section of this number is, which has one of these tags.
fn place(sections: &[SectionPlace], number: usize, tags: &[Tag]) -> Result<SectionPlace, Damage> {
    let there = sections
        .get(number)
        .filter(|there| tags.contains(&there.tag));
    there.copied().ok_or_else(|| invalid("it lacks a section"))
}

/// Reads how a model was made: a model without tables and results, which is not checked.
pub(super) fn read_made(
    file: &mut dyn ReadSeek,
    sections: &[SectionPlace],
) -> Result<Model, Unreadable> {
    let from = &mut contents(file, &place(sections, 0, &[MADE])?)?;
    check_numbering(value(from)?)?;
    let (made_by, written_by) = value(from)?;
    let (mut chapters, mut names): (Vec<Chapter>, _) = (Vec::new(), 0);
    for _ in 0..value::<u64>(from)? {
        let chapter: Chapter = value(from)?;
        names += chapter.names();
        if chapters.len() == MOST_CHAPTERS || names > MOST_NAMES {
            return Err(laws::broken(laws::CHAPTERS).into());
        }
        chapters.push(chapter);
    }
    let pending: Option<Pending> = value(from)?;
    ended(from)?;
    if chapters.is_empty() {
        return Err(laws::broken(laws::A_CHAPTER).into());
    }
    Ok(Model {
        made_by,
        written_by,
        pending,
        ..Model::with_chapters(chapters)
    })
}

/// Reads also with which results.
pub(super) fn read_history(
    file: &mut dyn ReadSeek,
    sections: &[SectionPlace],
) -> Result<Model, Unreadable> {
    let mut model = read_made(file, sections)?;
    let from = &mut contents(file, &place(sections, 1, &[HISTORY])?)?;
    let (records, mut numbers) = (&mut model.history.records, 0);
    for _ in 0..value::<u64>(from)? {
        let record: Record = value(from)?;
        numbers += missing_colour(&record);
        if records.len() == History::POINTS || numbers > MOST_MISSING {
            return Err(laws::broken(laws::RECORDS).into());
        }
        records.push(record);
    }
    ended(from)?;
    Ok(model)
}

/// Reads a model from its sections, and checks that they agree.
pub(super) fn read(
    file: &mut dyn ReadSeek,
    sections: &[SectionPlace],
) -> Result<Model, Unreadable> {
    let mut model = read_history(file, sections)?;
    let held = place(sections, 2, &[BEADS, VALUES])?;
    let layout = model.layout();
    let from = &mut contents(file, &held)?;
    for (side, table) in Side::BOTH.into_iter().zip(&mut model.tables) {
        let there: Option<()> = value(from)?;
        if there.is_some() {
            let own = if held.tag == BEADS {
                Table::packed(side, layout, read_boxes(from)?)
            } else {
                Table::valued(side, layout, read_values(from)?)
            };
            *table = Some(own.with_first(read_first(from)?));
        }
    }
    ended(from)?;
    for &other in &sections[3..] {
        let SectionPlace { tag, version, .. } = other;
        if tag[0].is_ascii_uppercase() {
            return Err(invalid("it has a section twice, or in another place").into());
        }
        let mut bytes = Vec::new();
        contents(file, &other)?.read_to_end(&mut bytes)?;
        model.sections.push(Section {
            tag,
            version,
            bytes,
        });
    }
    model.check()?;
    Ok(model)
}

/// The keys of a list of boxes, of which it has the steps: each key less the one before it, the first itself.
#[derive(Default)]
struct AscendingKeys(Option<u128>);

impl AscendingKeys {
    fn next(&mut self, step: u128) -> Result<Key, Damage> {
        let key = match self.0 {
            None => Some(step),
            Some(last) if step > 0 => last.checked_add(step),
            Some(_) => None,
        };
        self.0 = key;
        key.map(Key)
            .ok_or_else(|| invalid("the keys of its boxes do not ascend"))
    }
}

/// Writes boxes as a list of steps of keys, plies and lists of beads, on all cores.
fn write_boxes(boxes: &PackedBoxes, out: &mut dyn Write) -> io::Result<()> {
    put(&boxes.len(), out)?;
    boxes.sorted().write(
        |bytes: &mut Vec<u8>, step: u128, ply: u16, beads: &[u64]| {
            put(&(step, ply, beads), bytes).expect("writing to memory succeeds");
        },
        |bytes| out.write_all(bytes),
    )
}

/// Reads boxes, which are put into their table one by one, without a list of all of them.
fn read_boxes(from: &mut Take<impl Read>) -> Result<PackedBoxes, Unreadable> {
    let (mut boxes, mut keys) = (PackedBoxes::default(), AscendingKeys::default());
    // Each box is added after the next one has been read; by then its place is prefetched.
    let mut last = None;
    for _ in 0..value::<u64>(from)? {
        let (step, ply, beads): (u128, u16, Vec<u64>) = value(from)?;
        let key = keys.next(step)?;
        if !is_sound(ply, &beads) {
            let Key(key) = key;
            return Err(invalid(format!("the box of key {key:#x} is invalid")).into());
        }
        let sought = boxes.seek(key);
        if let Some((last, ply, beads)) = last.replace((sought, ply, beads)) {
            boxes.add(last, ply, &beads);
        }
    }
    if let Some((last, ply, beads)) = last {
        boxes.add(last, ply, &beads);
    }
    Ok(boxes)
}

fn write_values(boxes: &ValueBoxes, out: &mut dyn Write) -> io::Result<()> {
    put(&boxes.len(), out)?;
    let mut last = 0;
    for (Key(key), found) in boxes {
        put(&(key - last, found), out)?;
        last = *key;
    }
    Ok(())
}

fn read_values(from: &mut Take<impl Read>) -> Result<ValueBoxes, Unreadable> {
    let (mut boxes, mut keys) = (ValueBoxes::new(), AscendingKeys::default());
    for _ in 0..value::<u64>(from)? {
        let (step, found): (u128, ValueBox) = value(from)?;
        let key = keys.next(step)?;
        if !is_box(found.ply, found.values.len()) || !found.is_sound() {
            return Err(invalid("a box of values in it is invalid").into());
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
    for _ in 0..value::<u64>(from)? {
        let print = last.checked_add(value(from)?);
        let print = print.filter(|&print| first.add(print));
        last = print.ok_or_else(|| invalid("its positions met once are invalid"))?;
    }
    Ok(first)
}
