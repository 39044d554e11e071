//! Decimal numerals by their digits, so that numbers beyond the precision of a float keep their
//! order.

use std::cmp::Ordering;

/// Numerals that would take more digits than this when written without an exponent are not.
const MAX_DIGITS: i64 = 400;

/// A decimal number: `0.d₁d₂… · 10^exponent`, without zeros at either end of the digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Numeral {
    is_negative: bool,
    exponent: i64,
    digits: String,
}

impl Numeral {
    /// Reads an integer, a decimal or a number with an exponent.
    pub(crate) fn parse(lexical: &str) -> Option<Self> {
        let lexical = lexical.trim_ascii();
        let (is_negative, lexical) = match lexical.as_bytes().first()? {
            b'-' => (true, &lexical[1..]),
            b'+' => (false, &lexical[1..]),
            _ => (false, lexical),
        };
        let (mantissa, exponent) = match lexical.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
            None => (lexical, 0i64),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let significant = digits.trim_start_matches('0');
        let n_leading = length(&digits) - length(significant);
        let significant = significant.trim_end_matches('0');
        if significant.is_empty() {
            return Some(Self { is_negative: false, exponent: 0, digits: String::new() });
        }
        let exponent = exponent.checked_add(length(whole) - n_leading)?;
        Some(Self { is_negative, exponent, digits: significant.to_owned() })
    }

    /// Whether the number has no fraction.
    pub(crate) fn is_whole(&self) -> bool {
        length(&self.digits) <= self.exponent || self.digits.is_empty()
    }

    /// The number without an exponent, unless that would be very long.
    pub(crate) fn decimal(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0.0".to_owned());
        }
        if self.exponent.abs() > MAX_DIGITS {
            return None;
        }
        let sign = if self.is_negative { "-" } else { "" };
        let n_digits = length(&self.digits);
        let text = if self.exponent <= 0 {
            format!("0.{}{}", "0".repeat(-self.exponent as usize), self.digits)
        } else if n_digits <= self.exponent {
            format!("{}{}.0", self.digits, "0".repeat((self.exponent - n_digits) as usize))
        } else {
            let (whole, fraction) = self.digits.split_at(self.exponent as usize);
            format!("{whole}.{fraction}")
        };
        Some(format!("{sign}{text}"))
    }

    /// The closest whole number that is not above the number, or, upwards, not below it.
    pub(crate) fn whole(&self, is_up: bool) -> Option<String> {
        let decimal = self.decimal()?;
        let (whole, _) = decimal.split_once('.')?;
        let magnitude = whole.trim_start_matches('-');
        let moves = !self.is_whole() && is_up != self.is_negative;
        let magnitude = if moves { successor(magnitude) } else { magnitude.to_owned() };
        let sign = if self.is_negative && magnitude != "0" { "-" } else { "" };
        Some(format!("{sign}{magnitude}"))
    }
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

/// The whole number after this one.
fn successor(digits: &str) -> String {
    let kept = digits.trim_end_matches('9');
    let zeros = "0".repeat(digits.len() - kept.len());
    match kept.as_bytes().last() {
        None => format!("1{zeros}"),
        Some(&last) => format!("{}{}{zeros}", &kept[..kept.len() - 1], char::from(last + 1)),
    }
}

impl Ord for Numeral {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |numeral: &Self| match (numeral.digits.is_empty(), numeral.is_negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let magnitudes =
            || self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits));
        sign(self).cmp(&sign(other)).then_with(|| match sign(self) {
            0 => Ordering::Equal,
            1 => magnitudes(),
            _ => magnitudes().reverse(),
        })
    }
}

impl PartialOrd for Numeral {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numeral(lexical: &str) -> Numeral {
        Numeral::parse(lexical).unwrap()
    }

    #[test]
    fn numerals_are_ordered_by_all_of_their_digits() {
        let ascending = [
            "-1e400",
            "-12345678901234567890.2",
            "-12345678901234567890.1",
            "-0.5",
            "0",
            "1e-400",
            "0.1",
            "0.10000000000000000001",
            "9007199254740992",
            "9007199254740993",
            "123456789012345678901234567890",
            "123456789012345678901234567891",
        ];
        for pair in ascending.windows(2) {
            assert!(numeral(pair[0]) < numeral(pair[1]), "{pair:?}");
        }
        for (one, other) in [("1.50", "15e-1"), ("-0", "0.0"), ("+007", "7"), ("1E3", "1000")] {
            assert_eq!(numeral(one).cmp(&numeral(other)), Ordering::Equal, "{one} {other}");
        }
        for none in ["", "-", ".", "1/4", "INF", "1e", "0x1"] {
            assert_eq!(Numeral::parse(none), None, "{none}");
        }
    }

    #[test]
    fn numerals_are_rounded_to_whole_numbers_on_either_side() {
        let check = |lexical: &str, below: &str, above: &str| {
            assert_eq!(numeral(lexical).whole(false).as_deref(), Some(below), "{lexical}");
            assert_eq!(numeral(lexical).whole(true).as_deref(), Some(above), "{lexical}");
        };
        check("25.5", "25", "26");
        check("-25.5", "-26", "-25");
        check("0.5", "0", "1");
        check("-0.5", "-1", "0");
        check("99.5", "99", "100");
        check("3.0", "3", "3");
        check("1e3", "1000", "1000");
        check(
            "123456789012345678901234567890.5",
            "123456789012345678901234567890",
            "123456789012345678901234567891",
        );
    }

    #[test]
    fn numerals_are_written_without_an_exponent() {
        let check = |lexical: &str, decimal: &str| {
            assert_eq!(numeral(lexical).decimal().as_deref(), Some(decimal), "{lexical}");
        };
        check("1.5e2", "150.0");
        check("5e-5", "0.00005");
        check("-2.50", "-2.5");
        check("0", "0.0");
        assert_eq!(numeral("1e500").decimal(), None);
    }
}
