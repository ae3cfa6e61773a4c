//! Many runs of one training at once, and what they have in common.

mod bounds;
mod comparison;
mod conduct;
mod counts;
mod curve;
mod figures;
mod final_figure;
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

pub use bounds::Certain;
pub use comparison::{Compared, Comparisons, Difference, Dominance, RunPairs};
pub use conduct::StudyPlan;
pub use counts::Fault;
pub use curve::{Curve, Figure, Play, Unit};
pub use figures::{FigureEntry, figure, figures};
pub use final_figure::FinalFigure;
pub use finals::Finals;
pub use followed::Followed;
pub use holding::Holding;
pub use keep::{Begun, Keep, MEMORY};
pub use pace::Pace;
pub use point::{Point, Scores};
pub use run_result::{RunResult, openings, openings_by};
pub use setting::{RESULTS, StudySetting, StudySize};
pub use speed::{Speed, SpeedMeter};
pub use spread::Spread;
pub use total::Study;
