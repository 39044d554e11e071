//! Which format a problem text has: the content is asked first, the file name where that is open.

use crate::json::{self, Value};
use crate::{conf, native, ontolearn};

/// A format of problem texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One name a line: positives or negatives.
    List,
    /// DL-Learner's `.conf`, in its own notation or as JSON.
    Conf,
    /// Ontolearn's JSON.
    Ontolearn,
    /// This project's own.
    Toml,
}

impl Format {
    /// The words for it in a message.
    pub fn title(self) -> &'static str {
        match self {
            Self::List => "a list of names",
            Self::Conf => "a DL-Learner configuration",
            Self::Ontolearn => "an Ontolearn problem in JSON",
            Self::Toml => "a problem in TOML",
        }
    }
}

/// The format of a text; a text that looks like none is taken for a list.
pub fn detect(file_name: &str, text: &str) -> Format {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    let extension = file_name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let by_name = match extension.to_ascii_lowercase().as_str() {
        "conf" => Some(Format::Conf),
        "json" => Some(Format::Ontolearn),
        "toml" => Some(Format::Toml),
        "txt" => Some(Format::List),
        _ => None,
    };
    if text.starts_with('{') || (text.starts_with('[') && by_name == Some(Format::Ontolearn)) {
        return detect_json(text, by_name);
    }
    let Some(line) = first_line(text) else {
        return by_name.unwrap_or(Format::List);
    };
    let starts_conf = ["//", "/*", "+\"", "-\"", "import("];
    if starts_conf.iter().any(|start| line.starts_with(start)) {
        return Format::Conf;
    }
    if !is_assignment(line) && !line.starts_with('[') {
        // Lists have no mark of their own: the name of the file may still make it a broken other.
        return by_name.filter(|format| *format != Format::Ontolearn).unwrap_or(Format::List);
    }
    match by_name {
        Some(format @ (Format::Conf | Format::Toml)) => format,
        _ if line.starts_with('[') || native::looks_like(text) => Format::Toml,
        _ => Format::Conf,
    }
}

fn detect_json(text: &str, by_name: Option<Format>) -> Format {
    match json::parse(text).map(|node| node.value) {
        Ok(Value::Object(members)) if ontolearn::looks_like(&members) => Format::Ontolearn,
        Ok(Value::Object(members)) if conf::looks_like(&members) => Format::Conf,
        _ => by_name.filter(|format| *format == Format::Conf).unwrap_or(Format::Ontolearn),
    }
}

/// The first line that is not blank or a comment of lists and TOML.
fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a line begins as `key =` does; an IRI with `=` in its query has a colon before it.
fn is_assignment(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, _)| {
        let key = key.trim_end();
        !key.is_empty()
            && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_then_the_name() {
        for (name, text, expect) in [
            ("pos.txt", "http://x#a\n", Format::List),
            ("pos", "# names\n<http://x?q=1>\n", Format::List),
            ("pos", "", Format::List),
            ("x.conf", "", Format::Conf),
            ("x.conf", "\u{feff}ks.type = \"OWL File\"", Format::Conf),
            ("x", "ks.type = \"OWL File\"", Format::Conf),
            ("x.txt", "/* old */ import(\"a.owl\");", Format::Conf),
            ("x", "import(\"a.owl\");", Format::Conf),
            ("x", "+\"a\"", Format::Conf),
            ("x", "prefixes = [ (\"a\", \"b\") ]", Format::Conf),
            ("x.conf", "{\"lp\": {\"type\": \"clp\"}}", Format::Conf),
            ("x.json", "{\"lp\": {\"type\": \"clp\"}}", Format::Conf),
            ("x.conf", "{\"problems\": {}}", Format::Ontolearn),
            ("x", "{\"positive examples\": []}", Format::Ontolearn),
            ("x.json", "[[\"A\", {}]]", Format::Ontolearn),
            ("x.conf", "{broken", Format::Conf),
            ("x", "{broken", Format::Ontolearn),
            ("x.json", "not json", Format::List),
            ("x.toml", "", Format::Toml),
            ("x", "# ours\nkb = \"a.owl\"\npositives = [\"a\"]", Format::Toml),
            ("x", "[settings]\n", Format::Toml),
            ("x.toml", "kb = ", Format::Toml),
        ] {
            assert_eq!(detect(name, text), expect, "{name}: {text}");
        }
    }
}
