//! Which examples the command line means.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use evolearner::problem::{Statement, parse_list, parse_named};

use crate::args::{KbArgs, ProblemArgs};

/// The problem that the flags name, if they name one. A problem file may also name its knowledge
/// base; that is taken where none is given.
pub(crate) fn statement(
    args: &ProblemArgs,
    kb: &mut KbArgs,
    quiet: bool,
) -> Result<Option<Statement>> {
    if let Some(class) = &args.target_class {
        let statement = Statement { target_class: Some(class.clone()), ..Statement::default() };
        return Ok(Some(statement));
    }
    if let Some(positives) = &args.positives {
        let negatives = args.negatives.as_deref().map(read_list).transpose()?;
        let statement =
            Statement::of_examples(read_list(positives)?, negatives.unwrap_or_default());
        return Ok(Some(statement));
    }
    let Some(path) = &args.problem else { return Ok(None) };
    if path.is_dir() {
        let list = |name: &str| read_list(&path.join(name));
        return Ok(Some(Statement::of_examples(list("pos.txt")?, list("neg.txt")?)));
    }
    let name = path.display().to_string();
    let text = read(path)?;
    let parsed = parse_named(&name, &text).with_context(|| name.clone())?;
    if !quiet {
        for warning in &parsed.warnings {
            eprintln!("notice: {name}: {warning}");
        }
    }
    let statement = match &args.target {
        Some(target) => parsed.named(target),
        None => parsed.only(),
    };
    let mut statement = statement.with_context(|| name.clone())?.clone();
    let folder = path.parent().unwrap_or(Path::new(""));
    statement
        .read_lists(|file| fs::read_to_string(folder.join(file)))
        .with_context(|| name.clone())?;
    if kb.kb.is_empty() {
        kb.kb = statement.kb_files.iter().map(|file| beside(folder, file)).collect();
    }
    Ok(Some(statement))
}

/// A file that a problem file names: relative to it, or as a URL with `file:`.
fn beside(folder: &Path, file: &str) -> PathBuf {
    folder.join(file.strip_prefix("file://").or_else(|| file.strip_prefix("file:")).unwrap_or(file))
}

fn read_list(path: &Path) -> Result<Vec<String>> {
    let place = || path.display().to_string();
    let list = parse_list(&read(path)?).with_context(place)?;
    if list.is_empty() {
        bail!("{}: there is no example in it", path.display());
    }
    Ok(list)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
