//! Exact decimal numbers, the same on every machine.

use std::fmt;

use serde::{Deserialize, Serialize};

const UNIT: u64 = 1_000_000_000;

/// A number between -1,000,000 and 1,000,000, both excluded, with at most nine decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Decimal(i64);

impl Decimal {
    /// The number zero.
    pub const ZERO: Self = Self(0);
    /// The number one.
    pub const ONE: Self = Self(UNIT.cast_signed());

    /// A whole number between -1,000,000 and 1,000,000.
    pub const fn whole(number: i64) -> Self {
        Self(number * Self::ONE.0)
    }

    /// The number in billionths.
    pub const fn billionths(self) -> i64 {
        self.0
    }

    /// The number in units of 2^-32, rounded to the nearest, halves up.
    ///
    /// # Panics
    ///
    /// Never: a number that can be read is small.
    pub fn units(self) -> i64 {
        let double = (i128::from(self.0) << 33) + i128::from(UNIT);
        i64::try_from(double.div_euclid(2 * i128::from(UNIT))).expect("a small number")
    }

    /// Reads a number such as `1.025` or `-0.5`.
    pub fn parse(text: &str) -> Option<Self> {
        let size = text.strip_prefix('-').unwrap_or(text);
        let (whole, places) = match size.split_once('.') {
            None => (size, ""),
            Some((_, "")) => return None,
            Some(parts) => parts,
        };
        let mut digits = whole.bytes().chain(places.bytes());
        let is_number = digits.all(|digit| digit.is_ascii_digit());
        if whole.is_empty() || whole.len() > 6 || places.len() > 9 || !is_number {
            return None;
        }
        let billionths: i64 = format!("{whole}{places:0<9}").parse().ok()?;
        let is_negative = size.len() < text.len();
        Some(Self(if is_negative { -billionths } else { billionths }))
    }

    /// The product with `n`, rounded towards zero.
    pub fn times_rounded(self, n: i64) -> i64 {
        i64::try_from(self.times(n.into())).unwrap_or(if n < 0 { i64::MIN } else { i64::MAX })
    }

    /// The product with `n`, rounded towards zero, for `n` below 2^90.
    pub fn times(self, n: i128) -> i128 {
        n * i128::from(self.0) / i128::from(UNIT)
    }

    /// `n` divided by this number, for `n` below 2^90; dividing by 0 gives 0.
    pub fn into(self, n: i128) -> i128 {
        let quotient = (n * i128::from(UNIT)).checked_div(i128::from(self.0));
        quotient.unwrap_or(0)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        let places = format!(".{:09}", size % UNIT);
        let places = places.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{sign}{}{places}", size / UNIT)
    }
}

impl From<Decimal> for f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "numbers of six digits and nine decimals survive writing and reading back"
    )]
    fn from(number: Decimal) -> Self {
        number.0 as Self / UNIT as Self
    }
}

impl TryFrom<f64> for Decimal {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        // The shortest text of a float is the decimal it was written as.
        Self::parse(&number.to_string())
            .ok_or_else(|| format!("{number} is not a number with at most nine decimals"))
    }
}
