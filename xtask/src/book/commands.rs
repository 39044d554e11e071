//! Commands that pages name: the program has them, with these flags.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::{Pages, blocks};

/// The page that speaks of earlier versions.
const PAST: &str = "CHANGELOG.md";

/// A line for each command or flag that the program does not have.
pub(super) fn check(program: &Path, pages: &Pages) -> Result<Vec<String>> {
    let mut help = Help { program, texts: BTreeMap::new() };
    let mut offences = Vec::new();
    for (path, text) in pages.iter().filter(|(path, _)| path.as_path() != Path::new(PAST)) {
        for block in blocks(text) {
            for (offset, line) in block.lines.iter().enumerate() {
                let Some((mut words, flags)) = parts(line) else { continue };
                let place = format!("{}:{}", path.display(), block.start + offset + 1);
                // The second word is a command too where the first one has commands of its own.
                let has_commands =
                    help.of(&words[..1])?.is_some_and(|text| text.contains("\nCommands:"));
                words.truncate(if has_commands { 2 } else { 1 });
                let name = words.join(" ");
                let Some(text) = help.of(&words)? else {
                    offences.push(format!("{place}: there is no command `{name}`"));
                    continue;
                };
                let missing = flags.iter().filter(|flag| !has(text, flag));
                offences
                    .extend(missing.map(|flag| format!("{place}: `{name}` has no flag `{flag}`")));
            }
        }
    }
    Ok(offences)
}

/// The help of commands, each asked for once.
struct Help<'p> {
    program: &'p Path,
    texts: BTreeMap<String, Option<String>>,
}

impl Help<'_> {
    /// The help of a command, if there is one.
    fn of(&mut self, words: &[&str]) -> Result<Option<&str>> {
        let name = words.join(" ");
        if !self.texts.contains_key(&name) {
            let output = Command::new(self.program).args(words).arg("--help").output()?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            self.texts.insert(name.clone(), output.status.success().then_some(text));
        }
        Ok(self.texts[&name].as_deref())
    }
}

/// The words and the flags of a line that calls the program; the first word is the command.
fn parts(line: &str) -> Option<(Vec<&str>, Vec<&str>)> {
    let line = line.trim_start().trim_start_matches("$ ");
    // Another program may follow behind a pipe or a semicolon.
    let line = line.strip_prefix("evolearner ")?.split([';', '|', '#']).next()?;
    let is_flag = |word: &&str| word.starts_with('-');
    let words: Vec<&str> = line.split_whitespace().take_while(|word| !is_flag(word)).collect();
    let first = words.first()?;
    let flags = line.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2);
    let flags = flags.map(|word| word.split('=').next().unwrap_or(word)).collect();
    first.chars().all(|letter| letter.is_ascii_lowercase()).then_some((words, flags))
}

/// Whether a help text lists a flag, which is not the beginning of a longer one.
fn has(help: &str, flag: &str) -> bool {
    help.match_indices(flag).any(|(position, _)| {
        let next = help[position + flag.len()..].chars().next();
        next.is_none_or(|next| !next.is_alphanumeric() && next != '-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_words_and_flags() {
        let line = "$ evolearner learn kb.owl --seed=3 --format json | jq --raw # --no";
        assert_eq!(parts(line), Some((vec!["learn", "kb.owl"], vec!["--seed", "--format"])));
        assert_eq!(parts("cargo run --release"), None);
        assert_eq!(parts("evolearner --version"), None);
        assert_eq!(parts("evolearner KB"), None);
    }

    #[test]
    fn a_flag_is_not_the_beginning_of_another() {
        assert!(has("      --max-length <N>\n", "--max-length"));
        assert!(!has("      --max-length <N>\n", "--max"));
    }
}
