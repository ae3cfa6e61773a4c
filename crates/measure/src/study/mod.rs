//! Many runs of one training at once, and what they have in common.

mod comparison;
mod conduct;
mod counts;
mod curve;
mod difference;
mod figures;
mod finals;
mod followed;
mod holding;
mod keep;
mod pace;
mod point;
mod run_result;
mod setting;
mod speed;
mod spread;
mod total;

pub use comparison::{Compared, Comparisons, Effect};
pub use conduct::StudyPlan;
pub use counts::Fault;
pub use curve::{Curve, Figure, Play};
pub use difference::Difference;
pub use figures::{FigureEntry, figure, figures};
pub use finals::{FinalFigure, Finals};
pub use followed::Followed;
pub use holding::Holding;
pub use keep::{Begun, Keep, MEMORY, RunEnded};
pub use pace::Pace;
pub use point::{Point, Scores};
pub use run_result::RunResult;
pub use run_result::{openings, openings_by};
pub use setting::{RESULTS, StudySetting, StudySize};
pub use speed::Speed;
pub use speed::SpeedMeter;
pub use spread::Spread;
pub use total::Study;
