//! Many runs of one training at once, and what they have in common.

mod conduct;
mod curve;
mod point;
mod run_result;
mod setting;
mod spread;

pub use conduct::Study;
pub use curve::{Curve, Figure};
pub use point::Point;
pub use run_result::RunResult;
pub use setting::Setting;
pub use spread::Spread;
