//! Runs in progress in a part: what each has learnt, as the model of that run, and what the study counts of it.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::course::Course;
use crate::arena::{Begun, Followed, SpeedMeter, Study};
use crate::chapter::{Chapter, Provenance};
use crate::disk::{Scratch, scratch};
use crate::encoding::{Unreadable, put, whole};
use crate::error::{Action, Damage, Result};
use crate::format;
use crate::game::Side;
use crate::games;
use crate::laws;
use crate::learn::{History, Record};
use crate::model::Model;
use crate::place::{failed, invalid};

/// A run in progress as bytes, outside of memory where they are many.
pub struct Blob {
    model: Scratch,
    pub(super) lengths: (u64, u64),
    rest: Vec<u8>,
}

impl Blob {
    /// The bytes of a run of this training; large ones are in a temporary file in this folder.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when the disk has no room.
    pub fn new(course: &Course, begun: Begun, folder: &Path) -> Result<Self> {
        let failed = |source| failed(folder, Action::WriteTemporary, source);
        let followed = begun.followed;
        let model = Model {
            tables: begun.tables,
            history: History {
                records: followed.points,
            },
            ..Model::new(chapter(course, begun.run, followed.sets))
        };
        let mut out = scratch(folder);
        format::write(&model, &mut out).map_err(failed)?;
        let length = out.stream_position().map_err(failed)?;
        let mut rest = Vec::new();
        put(&(followed.last, followed.meter), &mut rest).map_err(failed)?;
        Ok(Self {
            model: out,
            lengths: (length, rest.len() as u64),
            rest,
        })
    }

    /// Copies the bytes.
    pub(super) fn copy(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.model.seek(SeekFrom::Start(0))?;
        io::copy(&mut self.model, out)?;
        out.write_all(&self.rest)
    }

    /// The run, after checking that this training can have come to it.
    pub(super) fn begun(&mut self, course: &Course, run: u64) -> Result<Begun, Unreadable> {
        let rest = (&self.rest[..]).take(self.lengths.1);
        let (last, meter): (Option<Record>, SpeedMeter) = whole(rest)?;
        let model = format::read(&mut self.model, self.lengths.0)?;
        let setting = &course.setting;
        let sets = model.sets();
        let is_its = model.pending.is_none() && model.chapters == [chapter(course, run, sets)];
        let mut records = model.history.records.iter().chain(&last);
        let has_figures = |record: &Record| {
            let mut sides = Side::BOTH.into_iter().zip(&record.snapshots);
            sides.all(|(side, snapshot)| match snapshot {
                Some(own) => {
                    setting.learners.learns(side) && own.exact.is_some() == setting.exact.has_sets()
                }
                None => !setting.learners.learns(side),
            })
        };
        if !is_its || !records.all(has_figures) {
            return Err(invalid("a run in progress is of another training").into());
        }
        laws::check_boxes(&model)?;
        let game = games::parse(&setting.game).map_err(|error| invalid(error.to_string()))?;
        for table in model.tables.iter().flatten() {
            let checked = table.check(&game);
            checked.map_err(|error| Damage::Boxes(error.to_string()))?;
        }
        let followed = Followed {
            sets,
            points: model.history.records,
            last,
            meter,
        };
        if !followed.is_possible(setting, &Study::empty(setting.clone()).speeds) {
            return Err(invalid("a run in progress has impossible counts").into());
        }
        Ok(Begun {
            run,
            tables: model.tables,
            followed,
        })
    }
}

/// Reads a run in progress from a payload, and checks it if this program can go on with it.
pub(super) fn read(
    course: &Course,
    (run, can_go_on): (u64, bool),
    lengths: (u64, u64),
    from: &mut dyn Read,
) -> Result<Blob, Unreadable> {
    let mut model = scratch(&std::env::temp_dir());
    let copied = io::copy(&mut (&mut *from).take(lengths.0), &mut model)?;
    let mut rest = Vec::new();
    (&mut *from).take(lengths.1).read_to_end(&mut rest)?;
    if (copied, rest.len() as u64) != lengths {
        return Err(invalid("a run in progress is cut off").into());
    }
    let mut blob = Blob {
        model,
        lengths,
        rest,
    };
    if can_go_on {
        blob.begun(course, run)?;
    }
    Ok(blob)
}

/// The training of a run, as its model stores it.
fn chapter(course: &Course, run: u64, sets: u64) -> Chapter {
    let (from, players) = (Vec::new(), Vec::new());
    Chapter {
        sets,
        how: Provenance::Trained { run, from, players },
        ..Chapter::new(course.setting.spec.clone())
    }
}
