//! What a part of a study holds.

use std::ops::Range;

use super::course::Course;
use super::ranges::Runs;
use super::run_codec::RunCodec;
use crate::arena::Study;
use crate::error::Result;
use crate::game::Move;

/// A part of a study.
#[derive(Clone, Debug)]
pub struct Part {
    /// The trainings of the study.
    pub courses: Vec<Course>,
    /// The runs of each training that this part is to have.
    pub runs: Range<u64>,
    /// What those that it has have in common, in the order of the trainings.
    pub studies: Vec<Study>,
    pub(super) lists: Vec<Runs>,
    pub(super) codec: RunCodec,
    /// The opening moves that the results of the list that is being read may name.
    pub(super) openings: Vec<Move>,
}

impl Part {
    /// A part of a study without any run yet.
    ///
    /// # Errors
    ///
    /// As [`Course::game`].
    ///
    /// # Panics
    ///
    /// If there is no training.
    pub fn new(courses: Vec<Course>, runs: Range<u64>) -> Result<Self> {
        let empty = |course: &Course| Study::empty(course.setting.clone());
        Ok(Self {
            studies: courses.iter().map(empty).collect(),
            lists: courses.iter().map(|_| Runs::default()).collect(),
            codec: courses[0].codec()?,
            openings: Vec::new(),
            courses,
            runs,
        })
    }

    /// How the results of its runs are encoded.
    pub const fn codec(&self) -> &RunCodec {
        &self.codec
    }
}
