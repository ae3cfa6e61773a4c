//! Reads counts on the command line: `1000`, `1_000`, `1e3`, `1k`, `2.5M`.

use matchboxes::text::thousands;

/// The most sets of a training, games of a set and runs of a study.
pub(crate) const MANY: u64 = 1_000_000_000;
/// The most plies of a search or of a book.
pub(crate) const PLIES: u64 = 65_535;
/// The most games of a training, a match or a meeting.
pub(crate) const GAMES: u64 = 1_000_000_000_000;
pub(crate) const BATCH: u64 = matchboxes::learn::Terms::MOST_BATCH;

/// Reads a count from 1 to `MOST`; for `value_parser` of clap, which adds the option and the value to errors.
pub(crate) fn count<const MOST: u64>(text: &str) -> Result<u64, String> {
    let n = read(text).ok_or("write a count such as 1000, 1_000, 1e3, 1k or 2.5M")?;
    if (1..=MOST).contains(&n) {
        return Ok(n);
    }
    Err(match MOST {
        u64::MAX => "must be at least 1".to_owned(),
        most => format!("must be 1 to {}", thousands(most)),
    })
}

/// Reads a plain whole number without abbreviations, such as a seed; for `value_parser`.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("write a whole number, 0 to {}", u64::MAX))
}

/// Reads a small number from `LEAST` to `MOST`, such as a depth in plies; for `value_parser`.
pub(crate) fn small<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(
    text: &str,
) -> Result<T, String> {
    let n = read(text).filter(|n| (LEAST..=MOST).contains(n));
    n.and_then(|n| T::try_from(n).ok())
        .ok_or_else(|| format!("write a whole number, {LEAST} to {MOST}"))
}

/// The whole number that a text stands for, if it is one; numbers that are too large become `u64::MAX`.
fn read(text: &str) -> Option<u64> {
    let (number, tens) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 3),
        (at, 'm' | 'M') => (&text[..at], 6),
        (at, 'g' | 'G') => (&text[..at], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((number, tens)) => (number, zeros(tens)?),
            None => (text, 0),
        },
    };
    let (whole, places) = number.split_once('.').unwrap_or((number, ""));
    // Commas stand between thousands alone, as the program prints them: elsewhere they are decimal.
    let (head, tail) = whole.split_once(',').unwrap_or((whole, ""));
    let in_threes = (1..=3).contains(&head.len()) && tail.split(',').all(|part| part.len() == 3);
    let separator = if in_threes { ',' } else { '_' };
    let parts = whole
        .split(separator)
        .chain((!places.is_empty()).then_some(places));
    if !parts
        .clone()
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        || number.ends_with('.')
    {
        return None;
    }
    let zeros = tens.checked_sub(places.len())?;
    let digits: String = parts.collect();
    let mut n: u64 = 0;
    for digit in digits.bytes().chain(std::iter::repeat_n(b'0', zeros)) {
        n = n.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    }
    Some(n)
}

/// Reads the exponent of a number: 0 to 30.
fn zeros(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| is_number && *n <= 30)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// All spellings of a number are read as that number; any other text is read as a number or refused.
        #[test]
        fn any_text_is_a_number_or_none(
            n in 1..1_000_000_000_u64,
            text in "\\PC{0,12}|[0-9_.eEkKmMgG+-]{0,12}",
        ) {
            let zeros = n.to_string().bytes().rev().take_while(|digit| *digit == b'0').count();
            for tens in 0..=zeros {
                let digits = n.to_string();
                let written = format!("{}e{tens}", &digits[..digits.len() - tens]);
                prop_assert_eq!(count::<{ u64::MAX }>(&written), Ok(n));
            }
            prop_assert_eq!(count::<{ u64::MAX }>(&n.to_string()), Ok(n));
            prop_assert_eq!(whole(&n.to_string()), Ok(n));
            if let Ok(found) = count::<{ u64::MAX }>(&text) {
                prop_assert_eq!(count::<{ u64::MAX }>(&found.to_string()), Ok(found));
            }
            drop(whole(&text));
        }
    }

    #[test]
    fn counts_are_read_as_people_write_them() {
        let same = "7=7 0010=10 1_000_000=1000000 1e6=1000000 1E6=1000000 1M=1000000 1m=1000000 20k=20000 \
                    2.5k=2500 1.25e2=125 1g=1000000000 1,000=1000 12,345,678=12345678";
        for pair in same.split(' ') {
            let (text, n) = pair.split_once('=').unwrap();
            assert_eq!(count::<MANY>(text), Ok(n.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn errors_of_small_numbers_give_the_range() {
        assert_eq!(small::<u16, 1, PLIES>("65535"), Ok(65_535));
        assert_eq!(small::<u16, 0, 3>("0"), Ok(0));
        for text in ["0", "x", "", "65536", "-1", "1.5"] {
            let error = small::<u16, 1, PLIES>(text).unwrap_err();
            assert_eq!(error, "write a whole number, 1 to 65535", "{text}");
        }
    }

    #[test]
    fn invalid_counts_are_refused() {
        for text in [
            "", "k", "e6", "1e", "1e-3", "1e+3", "-1", "+1", "1.5", "1.", ".5k", "1__0", "_1",
            "1_", "1,00", "1,0000", ",000", "1000,000", "1 000", "0x10", "1e99", "1.2345k", "1kk",
            "\u{661}", "1\u{e9}",
        ] {
            assert!(read(text).is_none(), "{text}");
            assert!(count::<MANY>(text).is_err(), "{text}");
        }
        for text in "0 0k 1000000001 2G 1e30 99999999999999999999".split(' ') {
            let error = count::<MANY>(text).unwrap_err();
            assert_eq!(error, "must be 1 to 1,000,000,000");
        }
        let error = count::<{ u64::MAX }>("0").unwrap_err();
        assert_eq!(error, "must be at least 1");
    }
}
