//! Values as decimals.

use crate::learn::Values;

/// The units of a value of 1.
const ONE: f64 = 4_294_967_296.0;

/// A value in units of 2^-32 as a number. A value has at most 39 bits and a double holds 53, so the number is
/// exact, and its shortest decimal reads back to the same value.
#[expect(clippy::cast_precision_loss, reason = "a value has at most 39 bits")]
pub(super) fn number(units: i64) -> f64 {
    units as f64 / ONE
}

/// Reads a decimal as a double, and that as the nearest value, halves up, in units of 2^-32: other programs
/// write decimals, such as 0.1, that are no whole number of units.
pub(super) fn units(text: &str) -> Result<i64, String> {
    let exact = text.parse::<f64>().map_or(f64::NAN, |number| number * ONE);
    // Adding a half before rounding down would not be exact.
    let down = exact.floor();
    let nearest = if exact - down < 0.5 { down } else { down + 1.0 };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "what does not fit is refused"
    )]
    let units = nearest as i64;
    let most = Values::MOST;
    if exact.is_nan() || units.unsigned_abs() > most << 32 {
        return Err(format!(
            "the value `{text}` is not a number from -{most} to {most}"
        ));
    }
    Ok(units)
}
