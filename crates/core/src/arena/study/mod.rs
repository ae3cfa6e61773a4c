//! Many runs of one training at once, and what they have in common.

mod comparison;
mod conduct;
mod counts;
mod curve;
mod difference;
mod finals;
mod point;
mod run_result;
mod setting;
mod speed;
mod spread;

pub use comparison::{Compared, Comparisons, Effect};
pub use conduct::{RunEnded, Study, StudyPlan};
pub use counts::Counts;
pub use curve::{Curve, Figure};
pub use difference::Difference;
pub use finals::Finals;
pub use point::{Point, Scores};
pub use run_result::RunResult;
pub use run_result::openings;
pub use setting::{RESULTS, Setting, StudySize};
pub use speed::Speed;
pub use spread::Spread;
