//! The page of a learned concept, with how this program was called.

use std::time::{SystemTime, UNIX_EPOCH};

use evolearner::report::html::{self, Page};
use evolearner::report::model::NamedReport;
use evolearner::{Kind, Literal, Value};

use crate::args::{KbArgs, LearnArgs};

/// The page of one problem.
pub(crate) fn of(args: &LearnArgs, kb_args: &KbArgs, named: &NamedReport) -> String {
    let page = Page {
        title: &title(args, &named.name),
        knowledge_base: &knowledge_base(kb_args),
        date: &date(),
        command: &command_line(),
        names: args.names.into(),
    };
    html::learn(&named.report, &page)
}

/// What the page is about.
fn title(args: &LearnArgs, name: &str) -> String {
    if let Some(class) = &args.problem.target_class {
        return format!("What makes a {class}?");
    }
    match &args.problem.problem {
        Some(_) if args.problem.all => name.to_owned(),
        Some(path) => format!("Learned from {}", path.display()),
        None if args.problem.positives.is_none() => "Who is an uncle?".to_owned(),
        None => "A learned concept".to_owned(),
    }
}

/// The knowledge base by the names of its files, without their folders.
pub(crate) fn knowledge_base(kb_args: &KbArgs) -> String {
    let names = kb_args.kb.iter().map(|path| match path.file_name() {
        Some(name) if path.as_os_str() != "-" => name.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { "a small family".to_owned() } else { names.join(", ") }
}

/// The time in UTC to the minute.
pub(crate) fn date() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let moment = Literal::from_value(Value { kind: Kind::Time, key: now.as_secs() as f64 });
    let text = moment.lexical();
    format!("{} {} UTC", &text[..10], &text[11..16])
}

/// How this program was called, quoted for a shell.
fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| quoted(&word));
    std::iter::once("evolearner".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%#".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("--seed=5"), "--seed=5");
        assert_eq!(quoted("it's here"), r"'it'\''s here'");
        assert_eq!(quoted("∃ r.C"), "'∃ r.C'");
        assert_eq!(quoted(""), "''");
    }
}
