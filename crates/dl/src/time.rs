//! Dates, times and durations of XML Schema.

use std::cmp::Ordering;
use std::fmt::Write;

/// Seconds in a mean Gregorian year.
const YEAR: f64 = 365.2425 * 86_400.0;
const DAY: i64 = 86_400;
/// The year of moments that come back every year, as in XML Schema.
const LEAP_YEAR: i64 = 1972;
/// The most digits of a fraction of a second that a float can distinguish.
const MAX_FRACTION: usize = 9;

/// A moment, exactly: whole seconds since 1970 (UTC where no zone is given) and the digits of the
/// fraction behind them, without zeros at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    seconds: i64,
    fraction: String,
}

/// How moments of a datatype are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `2020-01-31T12:00:00`
    DateTime,
    /// `2020-01-31`
    Date,
    /// `2020-01`
    YearMonth,
    /// `2020`
    Year,
    /// `12:00:00`
    Time,
    /// `--01-31`
    MonthDay,
    /// `--01`
    Month,
    /// `---31`
    Day,
}

impl Form {
    /// The form of a datatype of XML Schema.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "dateTime" | "dateTimeStamp" => Self::DateTime,
            "date" => Self::Date,
            "gYearMonth" => Self::YearMonth,
            "gYear" => Self::Year,
            "time" => Self::Time,
            "gMonthDay" => Self::MonthDay,
            "gMonth" => Self::Month,
            "gDay" => Self::Day,
            _ => return None,
        })
    }

    /// The year of all moments of the form and, of days, the month: what comes back every year lies in
    /// a leap year, so that all days exist, and what comes back every month in a month of 31 days.
    fn within(self) -> Option<(i64, Option<i64>)> {
        match self {
            Self::MonthDay | Self::Month => Some((LEAP_YEAR, None)),
            Self::Day => Some((LEAP_YEAR, Some(1))),
            _ => None,
        }
    }

    /// The first moment of the form, as a number of seconds, where there is a first one.
    pub(crate) fn first_key(self) -> f64 {
        let days = self.within().map_or(0, |(year, _)| days_from_civil(year, 1, 1));
        (days * DAY) as f64
    }
}

impl Moment {
    /// The moment that a date, date-time, year, year and month, time of day, or day or month of every
    /// year or month stands for. A date or a year is its first moment.
    pub(crate) fn parse(lexical: &str) -> Option<Self> {
        let (front, zone) = split_zone(lexical)?;
        let (date, time) = match front.split_once('T') {
            Some((date, time)) => (Some(date), Some(time)),
            None if front.as_bytes().get(2) == Some(&b':') => (None, Some(front)),
            None => (Some(front), None),
        };
        let (of_day, fraction) = time.map_or(Some((0, "")), parse_time_of_day)?;
        let days = date.map_or(Some(0), parse_date)?;
        Some(Self {
            seconds: days * DAY + of_day - zone.unwrap_or(0),
            fraction: fraction.trim_end_matches('0').to_owned(),
        })
    }

    /// The moment of a number of seconds, with as few digits as distinguish it from its neighbours.
    pub(crate) fn from_key(key: f64) -> Self {
        let seconds = key.floor();
        let fraction = key - seconds;
        let digits = (0..=MAX_FRACTION)
            .map(|n_digits| format!("{fraction:.n_digits$}"))
            .find(|text| text.parse().is_ok_and(|rounded: f64| seconds + rounded == key))
            .unwrap_or_else(|| format!("{fraction:.MAX_FRACTION$}"));
        let carry = i64::from(digits.starts_with('1'));
        let fraction = digits.split_once('.').map_or("", |(_, fraction)| fraction);
        let fraction = fraction.trim_end_matches('0').to_owned();
        Self { seconds: seconds as i64 + carry, fraction }
    }

    /// The moment as a number of seconds. Never puts two moments in the wrong order.
    pub(crate) fn key(&self) -> f64 {
        let fraction = format!("0.{}", self.fraction).parse().unwrap_or(0.0);
        self.seconds as f64 + fraction
    }

    /// The closest moment that a form can say and that is not later, or, upwards, not earlier.
    /// With a zone a date can begin at any minute.
    fn rounded(&self, form: Form, has_zone: bool, is_up: bool) -> Self {
        let starts = |seconds: i64| match form {
            Form::DateTime | Form::Time => seconds,
            Form::Date if has_zone => seconds.div_euclid(60) * 60,
            Form::Date | Form::MonthDay | Form::Day => seconds.div_euclid(DAY) * DAY,
            Form::YearMonth | Form::Year | Form::Month => {
                let (year, month, _) = civil_from_days(seconds.div_euclid(DAY));
                days_from_civil(year, if form == Form::Year { 1 } else { month }, 1) * DAY
            }
        };
        if matches!(form, Form::DateTime | Form::Time) {
            return self.clone();
        }
        let start = starts(self.seconds);
        let is_start = start == self.seconds && self.fraction.is_empty();
        let seconds = if is_start || !is_up {
            start
        } else {
            let (year, month, _) = civil_from_days(start.div_euclid(DAY));
            match form {
                Form::Date if has_zone => start + 60,
                Form::YearMonth | Form::Month if month < 12 => {
                    days_from_civil(year, month + 1, 1) * DAY
                }
                Form::YearMonth | Form::Month | Form::Year => days_from_civil(year + 1, 1, 1) * DAY,
                _ => start + DAY,
            }
        };
        Self { seconds, fraction: String::new() }
    }

    /// The spelling of the closest moment that a form can say, on the side that is asked for; none
    /// where what comes back every day, month or year would be of another one.
    pub(crate) fn spell(&self, form: Form, has_zone: bool, is_up: bool) -> Option<String> {
        let Self { seconds, fraction } = self.rounded(form, has_zone, is_up);
        let mut zone = if has_zone { "Z".to_owned() } else { String::new() };
        let mut local = seconds;
        if form == Form::Date && has_zone && seconds.rem_euclid(DAY) != 0 {
            // The day that begins at this moment somewhere on earth.
            let into_day = seconds.rem_euclid(DAY);
            let offset = if into_day <= DAY / 2 { -into_day } else { DAY - into_day };
            local += offset;
            let (sign, offset) = if offset < 0 { ('-', -offset) } else { ('+', offset) };
            zone = format!("{sign}{:02}:{:02}", offset / 3600, offset / 60 % 60);
        }
        let (days, of_day) = (local.div_euclid(DAY), local.rem_euclid(DAY));
        let (year, month, day) = civil_from_days(days);
        let is_outside = |(of_year, of_month): (i64, Option<i64>)| {
            year != of_year || of_month.is_some_and(|of_month| month != of_month)
        };
        if form.within().is_some_and(is_outside) {
            return None;
        }
        let sign = if year < 0 { "-" } else { "" };
        let year = format!("{sign}{:04}", year.abs());
        let point = if fraction.is_empty() { "" } else { "." };
        let (hours, minutes, rest) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
        let time = format!("{hours:02}:{minutes:02}:{rest:02}{point}{fraction}");
        Some(match form {
            Form::DateTime => format!("{year}-{month:02}-{day:02}T{time}{zone}"),
            Form::Date => format!("{year}-{month:02}-{day:02}{zone}"),
            Form::YearMonth => format!("{year}-{month:02}{zone}"),
            Form::Year => format!("{year}{zone}"),
            Form::MonthDay => format!("--{month:02}-{day:02}{zone}"),
            Form::Month => format!("--{month:02}{zone}"),
            Form::Day => format!("---{day:02}{zone}"),
            Form::Time if days == 0 => format!("{time}{zone}"),
            Form::Time => return None,
        })
    }
}

impl Ord for Moment {
    fn cmp(&self, other: &Self) -> Ordering {
        self.seconds.cmp(&other.seconds).then_with(|| self.fraction.cmp(&other.fraction))
    }
}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whether a spelling of a moment says its zone.
pub(crate) fn has_zone(lexical: &str) -> bool {
    split_zone(lexical.trim_ascii()).is_some_and(|(_, zone)| zone.is_some())
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

/// A duration of so many seconds, in years and months, in days, or in hours, minutes and seconds:
/// whatever comes first that says it.
pub(crate) fn spell_duration(seconds: f64) -> String {
    let (sign, seconds) = (if seconds < 0.0 { "-" } else { "" }, seconds.abs());
    let months = (seconds / (YEAR / 12.0)).round();
    if months >= 12.0 && (months * (YEAR / 12.0) - seconds).abs() < 1e-3 {
        let (years, months) = ((months / 12.0).floor(), months % 12.0);
        let rest = if months > 0.0 { format!("{months}M") } else { String::new() };
        return format!("{sign}P{years}Y{rest}");
    }
    let days = (seconds / 86_400.0).floor();
    let mut rest = seconds - days * 86_400.0;
    let mut time = String::new();
    for (unit, letter) in [(3600.0, 'H'), (60.0, 'M')] {
        let n = (rest / unit).floor();
        rest -= n * unit;
        if n > 0.0 {
            let _ = write!(time, "{n}{letter}");
        }
    }
    if rest > 0.0 {
        let _ = write!(time, "{rest}S");
    }
    match (days > 0.0, time.is_empty()) {
        (_, true) => format!("{sign}P{days}D"),
        (true, false) => format!("{sign}P{days}DT{time}"),
        (false, false) => format!("{sign}PT{time}"),
    }
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
fn split_zone(text: &str) -> Option<(&str, Option<i64>)> {
    if let Some(text) = text.strip_suffix('Z') {
        return Some((text, Some(0)));
    }
    let n = text.len();
    if n > 6 && text.as_bytes()[n - 3] == b':' && text.is_char_boundary(n - 6) {
        let (front, zone) = text.split_at(n - 6);
        let sign = match zone.as_bytes()[0] {
            b'+' => 1,
            b'-' => -1,
            _ => return Some((text, None)),
        };
        let hours = parse_two_digits(&zone[1..3])?;
        let minutes = parse_two_digits(&zone[4..6])?;
        return Some((front, Some(sign * (hours * 3600 + minutes * 60))));
    }
    Some((text, None))
}

/// The days since 1970 of a date, or of the first day of a month or a year.
fn parse_date(date: &str) -> Option<i64> {
    if let Some(day) = date.strip_prefix("---") {
        let day = parse_two_digits(day).filter(|day| (1..=31).contains(day))?;
        return Some(days_from_civil(LEAP_YEAR, 1, day));
    }
    if let Some(rest) = date.strip_prefix("--") {
        let (month, day) = rest.split_once('-').unwrap_or((rest, "01"));
        let (month, day) = (parse_two_digits(month)?, parse_two_digits(day)?);
        let is_good =
            (1..=12).contains(&month) && (1..=days_in_month(LEAP_YEAR, month)).contains(&day);
        return is_good.then(|| days_from_civil(LEAP_YEAR, month, day));
    }
    let (is_negative, digits) = match date.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, date),
    };
    let mut parts = digits.split('-');
    let year = parts.next().filter(|year| year.len() >= 4)?;
    let year = i64::try_from(parse_digits(year)?).ok().filter(|&year| year < 1_000_000_000)?;
    let year = if is_negative { -year } else { year };
    let month = parts.next().map_or(Some(1), parse_two_digits)?;
    let day = parts.next().map_or(Some(1), parse_two_digits)?;
    if parts.next().is_some() || !(1..=12).contains(&month) {
        return None;
    }
    (1..=days_in_month(year, month)).contains(&day).then(|| days_from_civil(year, month, day))
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year.rem_euclid(4) == 0
            && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0) =>
        {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The whole seconds of a time of day, and the digits of the fraction. The end of a day may be
/// written as hour 24.
fn parse_time_of_day(text: &str) -> Option<(i64, &str)> {
    let mut parts = text.splitn(3, ':');
    let hours = parse_two_digits(parts.next()?)?;
    let minutes = parse_two_digits(parts.next()?)?;
    let seconds = parts.next()?;
    let (whole, fraction) = match seconds.split_once('.') {
        Some((whole, fraction)) => (whole, fraction),
        None => (seconds, ""),
    };
    let is_digits = fraction.bytes().all(|byte| byte.is_ascii_digit());
    let whole = parse_two_digits(whole)?;
    let of_day = hours * 3600 + minutes * 60 + whole;
    let is_end = of_day == DAY && fraction.trim_end_matches('0').is_empty();
    let is_valid = minutes < 60 && whole < 60 && (of_day < DAY || is_end) && is_digits;
    is_valid.then_some((of_day, fraction))
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

/// The year, month and day of a number of days since 1970: the inverse of `days_from_civil`.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        let check = |lexical: &str, seconds: Option<f64>| {
            assert_eq!(Moment::parse(lexical).map(|moment| moment.key()), seconds, "{lexical}");
        };
        check("1970-01-01T00:00:00Z", Some(0.0));
        check("1970-01-01T01:00:00+01:00", Some(0.0));
        check("1970-01-01T00:00:00.5", Some(0.5));
        check("1970-01-01T24:00:00", Some(86_400.0));
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
        check("1970-01-01T24:00:01", None);
        check("1970-01-01T10:00:60", None);
        check("99999999999999999999", None);
    }

    #[test]
    fn days_that_no_calendar_has_are_no_dates() {
        for lexical in ["2020-02-30", "2021-02-29", "1900-02-29", "2020-04-31T00:00:00"] {
            assert_eq!(Moment::parse(lexical), None, "{lexical}");
        }
        assert!(Moment::parse("2020-02-29").is_some() && Moment::parse("2000-02-29").is_some());
    }

    #[test]
    fn moments_are_written_as_they_are_read() {
        for lexical in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T23:59:59.5Z",
            "2020-01-01T00:00:00.000001Z",
            "1600-12-31T00:00:00Z",
            "-0044-03-15T12:00:00Z",
        ] {
            let moment = Moment::parse(lexical).unwrap();
            assert_eq!(moment.spell(Form::DateTime, true, false).as_deref(), Some(lexical));
            assert_eq!(Moment::from_key(moment.key()), moment, "{lexical}");
        }
        let (one, other) = ("2020-01-01T00:00:00.0000000001", "2020-01-01T00:00:00.0000000002");
        assert!(Moment::parse(one) < Moment::parse(other));
    }

    #[test]
    fn moments_are_rounded_to_what_a_datatype_can_say() {
        let check = |lexical: &str, form: Form, has_zone: bool, below: &str, above: &str| {
            let moment = Moment::parse(lexical).unwrap();
            assert_eq!(moment.spell(form, has_zone, false).as_deref(), Some(below), "{lexical}");
            assert_eq!(moment.spell(form, has_zone, true).as_deref(), Some(above), "{lexical}");
        };
        check("2020-01-31T12:00:00", Form::Date, false, "2020-01-31", "2020-02-01");
        check("2020-12-15", Form::YearMonth, false, "2020-12", "2021-01");
        check("2020-07-01", Form::Year, false, "2020", "2021");
        check("2020-01-01", Form::Year, false, "2020", "2020");
        check("2020-01-31", Form::Date, true, "2020-01-31Z", "2020-01-31Z");
        check("2020-01-31T03:00:30Z", Form::Date, true, "2020-01-31-03:00", "2020-01-31-03:01");
        check("2020-01-31T20:00:00Z", Form::Date, true, "2020-02-01+04:00", "2020-02-01+04:00");
        check("-0044-03-15", Form::Year, false, "-0044", "-0043");
        check("12:30:00", Form::Time, false, "12:30:00", "12:30:00");
        assert_eq!(Moment::parse("2020-01-01").unwrap().spell(Form::Time, false, false), None);
    }

    #[test]
    fn what_comes_back_every_year_or_month_is_spelled_as_it_is_read() {
        let check = |form: Form, lexical: &str, has_zone: bool| {
            let moment = Moment::parse(lexical).expect(lexical);
            assert_eq!(moment.spell(form, has_zone, false).as_deref(), Some(lexical));
        };
        check(Form::Month, "--02", false);
        check(Form::Month, "--12Z", true);
        check(Form::MonthDay, "--02-29", false);
        check(Form::Day, "---31", false);
        for wrong in ["--13", "--00", "--02-30", "---32", "---00", "--1", "----01", "--01-01-01"] {
            assert_eq!(Moment::parse(wrong), None, "{wrong}");
        }
        let between = |one: &str, other: &str| {
            let key = |lexical| Moment::parse(lexical).expect(lexical).key();
            Moment::from_key(f64::midpoint(key(one), key(other)))
        };
        let spring = between("--02", "--05");
        assert_eq!(spring.spell(Form::Month, false, false).as_deref(), Some("--03"));
        assert_eq!(spring.spell(Form::Month, false, true).as_deref(), Some("--04"));
        // After the last month comes the next year.
        assert_eq!(between("--12", "--12-31").spell(Form::Month, false, true), None);
    }

    #[test]
    fn a_duration_is_spelled_as_it_is_read() {
        for lexical in ["P0D", "P15D", "PT1H", "P1DT2H3M4.5S", "-PT90S", "P4Y", "P1Y6M"] {
            let seconds = parse_duration(lexical).expect(lexical);
            let again = parse_duration(&spell_duration(seconds)).expect("it is one");
            assert!((again - seconds).abs() < 1e-3, "{lexical} {}", spell_duration(seconds));
        }
        assert_eq!(spell_duration(15.0 * 86_400.0), "P15D");
        assert_eq!(spell_duration(4.0 * YEAR), "P4Y");
        assert_eq!(spell_duration(93_784.5), "P1DT2H3M4.5S");
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
