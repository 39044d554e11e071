//! The files of SML-Bench: configurations of `key = value` lines, and counts.

use std::collections::BTreeMap;
use std::fmt;

/// A configuration that SML-Bench hands to a learner.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Config {
    values: BTreeMap<String, String>,
}

impl Config {
    /// Reads `key = value` lines; what follows `#` at the start of a line is a comment. A value may
    /// stand in quotes, and a list in parentheses may go over several lines.
    pub fn parse(text: &str) -> Self {
        let mut values = BTreeMap::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
                continue;
            }
            let Some((key, value)) = line.split_once('=') else { continue };
            let mut value = value.trim().to_owned();
            while value.starts_with('(') && !value.contains(')') {
                let Some(more) = lines.next() else { break };
                value.push(' ');
                value.push_str(more.trim());
            }
            let value = value.strip_suffix(';').unwrap_or(&value).trim();
            let value = value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).unwrap_or(value);
            values.insert(key.trim().to_owned(), value.to_owned());
        }
        Self { values }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// The members of a list such as `(family/uncle, carcinogenesis/1)`.
    pub fn list(&self, key: &str) -> Vec<&str> {
        let text = self.get(key).unwrap_or_default();
        let text = text.trim_start_matches(['(', '{']).trim_end_matches([')', '}']);
        let members = text.split(',').map(|member| member.trim().trim_matches('"'));
        members.filter(|member| !member.is_empty()).collect()
    }

    /// The keys that start with a prefix, without it, and their values.
    pub fn with_prefix<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.values
            .iter()
            .filter_map(move |(key, value)| Some((key.strip_prefix(prefix)?, value.as_str())))
    }
}

/// What `validate` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positives covered.
    pub tp: u32,
    /// Negatives covered.
    pub fp: u32,
    /// Negatives spared.
    pub tn: u32,
    /// Positives missed.
    pub fn_: u32,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tp, fp, tn, fn_ } = self;
        write!(f, "tp: {tp}\nfp: {fp}\ntn: {tn}\nfn: {fn_}\n")
    }
}

/// Reads what `validate` wrote; nothing if a count is missing.
pub fn parse_counts(text: &str) -> Option<Counts> {
    let count = |name: &str| {
        text.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            // DL-Learner's own validation marks its lines.
            let key = key.trim().trim_start_matches("#EVAL#").trim();
            (key == name).then(|| value.trim().parse::<u32>().ok())?
        })
    };
    Some(Counts { tp: count("tp")?, fp: count("fp")?, tn: count("tn")?, fn_: count("fn")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_lines() {
        let config = Config::parse(
            "# a comment\nfilename.pos = /tmp/pos.txt\nsettings.population = 50\n\
             scenarios = (family/uncle,\n  carcinogenesis/1)\nlearningtask = \"family\"\n",
        );
        assert_eq!(config.get("filename.pos"), Some("/tmp/pos.txt"));
        assert_eq!(config.get("learningtask"), Some("family"));
        assert_eq!(config.list("scenarios"), ["family/uncle", "carcinogenesis/1"]);
        let settings: Vec<_> = config.with_prefix("settings.").collect();
        assert_eq!(settings, [("population", "50")]);
    }

    #[test]
    fn counts_are_written_byte_for_byte() {
        let counts = Counts { tp: 3, fp: 1, tn: 12, fn_: 0 };
        assert_eq!(counts.to_string(), "tp: 3\nfp: 1\ntn: 12\nfn: 0\n");
        assert_eq!(parse_counts(&counts.to_string()), Some(counts));
        assert_eq!(
            parse_counts("#EVAL# tp: 3\n#EVAL# fp: 1\n#EVAL# tn: 12\n#EVAL# fn: 0\n"),
            Some(counts)
        );
        assert_eq!(parse_counts("tp: 3\nfp: 1\ntn: 12\n"), None);
    }
}
