//! Exact decimal numbers, the same on every machine.

use serde::{Deserialize, Serialize};

const UNIT: u64 = 1_000_000_000;

/// A number from 0 up to but not including 1,000,000, with at most nine decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Decimal(u64);

impl Decimal {
    /// The number zero.
    pub const ZERO: Self = Self(0);

    /// A whole number below 1,000,000.
    pub const fn whole(number: u32) -> Self {
        Self(number as u64 * UNIT)
    }

    /// The number in billionths.
    pub const fn billionths(self) -> u64 {
        self.0
    }

    /// Reads a number such as `1.025`.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, places) = match text.split_once('.') {
            None => (text, ""),
            Some((_, "")) => return None,
            Some(parts) => parts,
        };
        let mut digits = whole.bytes().chain(places.bytes());
        let is_number = digits.all(|digit| digit.is_ascii_digit());
        if whole.is_empty() || whole.len() > 6 || places.len() > 9 || !is_number {
            return None;
        }
        let whole: u64 = whole.parse().ok()?;
        let places: u64 = format!("{places:0<9}").parse().ok()?;
        Some(Self(whole * UNIT + places))
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
        (n * i128::from(UNIT))
            .checked_div(i128::from(self.0))
            .unwrap_or(0)
    }
}

/// A number between -1,000,000 and 1,000,000, both excluded, with at most nine decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Signed(i64);

impl Signed {
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

    /// Reads a number such as `-0.5`.
    pub fn parse(text: &str) -> Option<Self> {
        let (sign, size) = match text.strip_prefix('-') {
            Some(size) => (-1, size),
            None => (1, text),
        };
        let size = i64::try_from(Decimal::parse(size)?.billionths()).ok()?;
        Some(Self(sign * size))
    }
}

impl std::fmt::Display for Signed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}", Decimal(self.0.unsigned_abs()))
    }
}

impl From<Signed> for f64 {
    fn from(number: Signed) -> Self {
        let size = Self::from(Decimal(number.0.unsigned_abs()));
        if number.0 < 0 { -size } else { size }
    }
}

impl TryFrom<f64> for Signed {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        // The shortest text of a float is the decimal it was written as.
        Self::parse(&number.to_string())
            .ok_or_else(|| format!("{number} is not a number with at most nine decimals"))
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let places = format!("{:09}", self.0 % UNIT);
        match places.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / UNIT),
            places => write!(f, "{}.{places}", self.0 / UNIT),
        }
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
        Self::parse(&number.to_string()).ok_or_else(|| {
            format!("{number} is not a number of at least 0 with at most nine decimals")
        })
    }
}
