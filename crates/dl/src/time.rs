//! Dates, times and durations of XML Schema as numbers of seconds.

/// Seconds in a mean Gregorian year.
const YEAR: f64 = 365.2425 * 86_400.0;

/// The moment that a date, date-time, year, year and month, or time of day stands for, in seconds
/// since 1970 (UTC where no zone is given). A date or a year is its first moment.
pub(crate) fn parse_time(lexical: &str) -> Option<f64> {
    if lexical.as_bytes().get(2) == Some(&b':') {
        let (time, zone) = split_zone(lexical)?;
        return Some(parse_time_of_day(time)? - zone);
    }
    let (date, time) = match lexical.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (lexical, None),
    };
    let (date, time, zone) = match time {
        Some(time) => {
            let (time, zone) = split_zone(time)?;
            (date, parse_time_of_day(time)?, zone)
        }
        None => {
            let (date, zone) = split_zone(date)?;
            (date, 0.0, zone)
        }
    };
    let (negative, digits) = match date.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, date),
    };
    let mut parts = digits.split('-');
    let year = parts.next().filter(|year| year.len() >= 4)?;
    let year = i64::try_from(parse_digits(year)?).ok().filter(|&year| year < 1_000_000_000)?;
    let year = if negative { -year } else { year };
    let month = parts.next().map_or(Some(1), parse_two_digits)?;
    let day = parts.next().map_or(Some(1), parse_two_digits)?;
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    Some(days_from_civil(year, month, day) as f64 * 86_400.0 + time - zone)
}

/// A moment as `xsd:dateTime` in UTC, to the millisecond.
pub fn format_time(seconds: f64) -> String {
    let millis = (seconds * 1000.0).round() as i64;
    let (days, of_day) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000));
    // The inverse of `days_from_civil`.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hours, minutes) = (of_day / 3_600_000, of_day / 60_000 % 60);
    let (seconds, millis) = (of_day / 1000 % 60, of_day % 1000);
    let fraction = if millis == 0 { String::new() } else { format!(".{millis:03}") };
    let sign = if year < 0 { "-" } else { "" };
    let year = year.abs();
    format!("{sign}{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}{fraction}Z")
}

/// A duration in seconds; years and months count with their mean length.
pub(crate) fn parse_duration(lexical: &str) -> Option<f64> {
    let (sign, rest) = match lexical.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, lexical),
    };
    let rest = rest.strip_prefix('P')?;
    let (date, time) = match rest.split_once('T') {
        Some((_, "")) => return None,
        Some((date, time)) => (date, time),
        None => (rest, ""),
    };
    if date.is_empty() && time.is_empty() {
        return None;
    }
    let seconds = sum_units(date, &[('Y', YEAR), ('M', YEAR / 12.0), ('D', 86_400.0)])?
        + sum_units(time, &[('H', 3600.0), ('M', 60.0), ('S', 1.0)])?;
    Some(sign * seconds)
}

fn sum_units(mut text: &str, units: &[(char, f64)]) -> Option<f64> {
    let mut sum = 0.0;
    for &(letter, seconds) in units {
        if let Some((number, rest)) = text.split_once(letter) {
            sum += parse_decimal(number)? * seconds;
            text = rest;
        }
    }
    text.is_empty().then_some(sum)
}

/// Takes `Z` or `+hh:mm` off the end; the zone is given in seconds.
fn split_zone(text: &str) -> Option<(&str, f64)> {
    if let Some(text) = text.strip_suffix('Z') {
        return Some((text, 0.0));
    }
    let n = text.len();
    if n > 6 && text.as_bytes()[n - 3] == b':' && text.is_char_boundary(n - 6) {
        let (front, zone) = text.split_at(n - 6);
        let sign = match zone.as_bytes()[0] {
            b'+' => 1.0,
            b'-' => -1.0,
            _ => return Some((text, 0.0)),
        };
        let hours = parse_two_digits(&zone[1..3])?;
        let minutes = parse_two_digits(&zone[4..6])?;
        return Some((front, sign * (hours * 3600 + minutes * 60) as f64));
    }
    Some((text, 0.0))
}

fn parse_time_of_day(text: &str) -> Option<f64> {
    let mut parts = text.splitn(3, ':');
    let hours = parse_two_digits(parts.next()?)?;
    let minutes = parse_two_digits(parts.next()?)?;
    let seconds = parse_decimal(parts.next()?)?;
    if hours > 24 || minutes > 59 || seconds >= 61.0 {
        return None;
    }
    Some((hours * 3600 + minutes * 60) as f64 + seconds)
}

fn parse_two_digits(text: &str) -> Option<i64> {
    if text.len() == 2 {
        parse_digits(text).and_then(|number| i64::try_from(number).ok())
    } else {
        None
    }
}

fn parse_digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn parse_decimal(text: &str) -> Option<f64> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_decimal { text.parse().ok() } else { None }
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar: whole 400-year eras first, then the
/// day within the era counted from March, so that the leap day comes last.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        let check = |lexical: &str, seconds: Option<f64>| {
            assert_eq!(parse_time(lexical), seconds, "{lexical}");
        };
        check("1970-01-01T00:00:00Z", Some(0.0));
        check("1970-01-01T01:00:00+01:00", Some(0.0));
        check("1970-01-01T00:00:00.5", Some(0.5));
        check("2000-03-01", Some(951_868_800.0));
        check("2000-02-29Z", Some(951_782_400.0));
        check("1969-12-31", Some(-86_400.0));
        check("1970", Some(0.0));
        check("1970-02", Some(31.0 * 86_400.0));
        check("-0001-01-01", Some(-719_893.0 * 86_400.0));
        check("12:30:00", Some(45_000.0));
        check("12:30:00Z", Some(45_000.0));
        check("1970-13-01", None);
        check("70-01-01", None);
        check("", None);
        check("yesterday", None);
        check("1970-01-01T", None);
        check("99999999999999999999", None);
    }

    #[test]
    fn moments_are_written_as_they_are_read() {
        for lexical in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T23:59:59.500Z",
            "1600-12-31T00:00:00Z",
            "-0044-03-15T12:00:00Z",
        ] {
            assert_eq!(parse_time(lexical).map(format_time).as_deref(), Some(lexical));
        }
    }

    #[test]
    fn durations() {
        let check = |lexical: &str, seconds: Option<f64>| {
            assert_eq!(parse_duration(lexical), seconds, "{lexical}");
        };
        check("P1D", Some(86_400.0));
        check("-PT1H1M1.5S", Some(-3661.5));
        check("P1Y", Some(YEAR));
        check("P1M", Some(YEAR / 12.0));
        check("PT1M", Some(60.0));
        check("P", None);
        check("PT", None);
        check("1D", None);
        check("P1D1Y", None);
    }
}
