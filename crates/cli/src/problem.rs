//! Which examples the command line means.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use evolearner::embedded_statement;
use evolearner::problem::{Statement, parse_list, parse_named};

use crate::args::{Common, KbArgs, ProblemArgs};

/// The problems that the flags name, or the embedded one where they name nothing at all. A problem
/// file may also name its knowledge base; that is taken where none is given.
pub(crate) fn statements(
    args: &ProblemArgs,
    kb: &mut KbArgs,
    common: &Common,
) -> Result<Vec<Statement>> {
    if let Some(class) = &args.target_class {
        let statement = Statement { target_class: Some(class.clone()), ..Statement::default() };
        return Ok(vec![statement]);
    }
    if let Some(positives) = &args.positives {
        let negatives = args.negatives.as_deref().map(read_list).transpose()?;
        let statement =
            Statement::of_examples(read_list(positives)?, negatives.unwrap_or_default());
        return Ok(vec![statement]);
    }
    match &args.problem {
        Some(path) if path.is_dir() => Ok(vec![from_folder(path, kb)?]),
        Some(path) => from_file(path, args, kb, common),
        None if kb.kb.is_empty() => Ok(vec![embedded_statement()]),
        None => bail!(
            "there are no examples to learn from: give --positives FILE and --negatives FILE, \
             --problem FILE or --target-class IRI"
        ),
    }
}

/// The lists of an SML-Bench `lp` folder; its data stands in `../../data`, or beside `lp`.
fn from_folder(folder: &Path, kb: &mut KbArgs) -> Result<Statement> {
    let list = |name: &str| read_list(&folder.join(name));
    let statement = Statement::of_examples(list("pos.txt")?, list("neg.txt")?);
    if kb.kb.is_empty() {
        let task = folder.join("../..");
        let mut files = owl_files(&task.join("data"));
        if files.is_empty() {
            files = owl_files(&task);
        }
        if files.is_empty() {
            bail!("{}: no knowledge base in ../../data or ../..; name it too", folder.display());
        }
        kb.kb = files;
    }
    Ok(statement)
}

/// The OWL files of a folder, in the order of their names.
fn owl_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_owl = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "owl");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_owl).collect();
    files.sort();
    files
}

fn from_file(
    path: &Path,
    args: &ProblemArgs,
    kb: &mut KbArgs,
    common: &Common,
) -> Result<Vec<Statement>> {
    let name = path.display().to_string();
    let text = read(path)?;
    let parsed = parse_named(&name, &text).with_context(|| name.clone())?;
    if !common.quiet {
        for warning in &parsed.warnings {
            eprintln!("notice: {name}: {warning}");
        }
    }
    let mut statements = match &args.target {
        Some(target) => vec![parsed.named(target).with_context(|| name.clone())?.clone()],
        None if args.all => parsed.statements.clone(),
        None => {
            let only = parsed.only().with_context(|| {
                format!("{name}: --target NAME picks one, --all takes all of them")
            })?;
            vec![only.clone()]
        }
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    for statement in &mut statements {
        statement
            .read_lists(|file| fs::read_to_string(folder.join(file)))
            .with_context(|| name.clone())?;
        if kb.kb.is_empty() {
            kb.kb = statement.kb_files.iter().map(|file| beside(folder, file)).collect();
        }
    }
    if kb.kb.is_empty() {
        bail!("{name} does not say which knowledge base it is about; name it too");
    }
    Ok(statements)
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
