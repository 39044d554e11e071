//! Which examples the command line means.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail};
use evolearner::problem::{Format, Statement, detect, parse, parse_weights};
use evolearner::{TaskError, embedded_statement};

use crate::args::{Common, KbArgs, ProblemArgs};
use crate::input::{self, List};
use crate::message;

/// The problems that the flags name, and where they come from.
#[derive(Default)]
pub(crate) struct Problems {
    /// At least one.
    pub(crate) statements: Vec<Statement>,
    /// All files that were read to get them.
    pub(crate) files: Vec<PathBuf>,
    lists: Vec<List>,
    /// The name and the text of the problem file.
    file: Option<(String, String)>,
}

/// The problems that the flags name, or the embedded one where they name nothing at all. A problem
/// file may also name its knowledge base; that is taken where none is given.
pub(crate) fn problems(args: &ProblemArgs, kb: &mut KbArgs, common: &Common) -> Result<Problems> {
    let mut problems = Problems::default();
    if let Some(class) = &args.target_class {
        let statement = Statement { target_class: Some(class.clone()), ..Statement::default() };
        problems.statements.push(statement);
    } else if let Some(positives) = &args.positives {
        let positives = problems.list(positives)?;
        let negatives = match args.negatives.as_ref().or(args.unlabelled.as_ref()) {
            Some(path) => problems.list(path)?,
            None => Vec::new(),
        };
        let mut statement = Statement::of_examples(positives, negatives);
        if args.unlabelled.is_some() {
            let options = &mut statement.settings.options;
            options.insert("negatives-are".to_owned(), "unlabelled".into());
        }
        problems.statements.push(statement);
    } else {
        match &args.problem {
            Some(path) if path.is_dir() => problems.read_folder(path, kb)?,
            Some(path) => problems.read_file(path, args, kb, common)?,
            None if kb.kb.is_empty() => problems.statements.push(embedded_statement()),
            None => bail!(
                "there are no examples to learn from: give --positives FILE and --negatives FILE, \
                 --problem FILE or --target-class IRI"
            ),
        }
    }
    if let Some(path) = &args.weights {
        let weights = weights(path, common)?;
        problems.files.push(path.clone());
        for statement in &mut problems.statements {
            statement.weights.extend(weights.iter().cloned());
        }
    }
    Ok(problems)
}

/// The rows of a file of weights; how it was read is said.
pub(crate) fn weights(path: &Path, common: &Common) -> Result<Vec<(String, f64)>> {
    let name = input::name(path);
    let table = parse_weights(&input::text(path)?).with_context(|| name.clone())?;
    if !common.quiet {
        say_columns(&name, table.separator, table.has_heading);
    }
    Ok(table.rows)
}

/// Says what was guessed about the columns of a file.
pub(crate) fn say_columns(name: &str, separator: char, has_heading: bool) {
    let separator = match separator {
        '\t' => "tabs".to_owned(),
        separator => format!("‘{separator}’"),
    };
    let heading = if has_heading { "a heading is passed over" } else { "no heading" };
    message::notice(format_args!("{name}: columns between {separator}, {heading}"));
}

impl Problems {
    /// The problem that a report states; names need no places there.
    pub(crate) fn of_report() -> Self {
        Self { statements: vec![Statement::default()], ..Self::default() }
    }

    /// An error about examples, with the places of names that are not known.
    pub(crate) fn explain(&self, error: TaskError) -> Error {
        const SHOWN: usize = 5;
        let TaskError::UnknownExamples(unknown) = error else { return error.into() };
        let mut parts: Vec<String> = unknown
            .iter()
            .take(SHOWN)
            .map(|error| match self.place_of(&error.name) {
                Some(place) => format!("{place}: {error}"),
                None => error.to_string(),
            })
            .collect();
        if unknown.len() > SHOWN {
            parts.push(format!("and {} more", unknown.len() - SHOWN));
        }
        Error::msg(format!(
            "unknown examples: {}; --skip-unknown goes on without them",
            parts.join("; ")
        ))
    }

    /// The file and line of a name: in a list, or where a problem file first has it.
    fn place_of(&self, name: &str) -> Option<String> {
        self.lists.iter().find_map(|list| list.place_of(name)).or_else(|| {
            let (file, text) = self.file.as_ref()?;
            let line = text.lines().position(|line| holds(line, name));
            Some(line.map_or(file.clone(), |line| format!("{file}:{}", line + 1)))
        })
    }

    fn list(&mut self, path: &Path) -> Result<Vec<String>> {
        let list = List::read(path)?;
        if list.lines.is_empty() {
            bail!("{}: there is no example in it", list.name);
        }
        let names = list.names();
        self.lists.push(list);
        self.files.push(path.to_owned());
        Ok(names)
    }

    /// The lists of an SML-Bench `lp` folder; its data stands in `../../data`, or beside `lp`.
    fn read_folder(&mut self, folder: &Path, kb: &mut KbArgs) -> Result<()> {
        let positives = self.list(&folder.join("pos.txt"))?;
        let negatives = self.list(&folder.join("neg.txt"))?;
        self.statements.push(Statement::of_examples(positives, negatives));
        if kb.kb.is_empty() {
            let task = folder.join("../..");
            let mut files = owl_files(&task.join("data"));
            if files.is_empty() {
                files = owl_files(&task);
            }
            if files.is_empty() {
                bail!(
                    "{}: no knowledge base in ../../data or ../..; name it too",
                    folder.display()
                );
            }
            kb.kb = files;
        }
        Ok(())
    }

    fn read_file(
        &mut self,
        path: &Path,
        args: &ProblemArgs,
        kb: &mut KbArgs,
        common: &Common,
    ) -> Result<()> {
        let name = input::name(path);
        let text = input::text(path)?;
        let format = detect(&name, &text);
        let parsed = parse(format, &text).with_context(|| name.clone())?;
        if !common.quiet {
            for warning in &parsed.warnings {
                message::notice(format_args!("{name}: {warning}"));
            }
        }
        self.statements = match &args.target {
            Some(target) => vec![parsed.named(target).with_context(|| name.clone())?.clone()],
            None if args.all => parsed.statements.clone(),
            None => {
                let only = parsed.only().with_context(|| {
                    format!("{name}: --target NAME picks one, --all takes all of them")
                })?;
                vec![only.clone()]
            }
        };
        self.files.push(path.to_owned());
        self.file = Some((name.clone(), text));
        let folder = path.parent().unwrap_or(Path::new(""));
        for statement in &mut self.statements {
            let lists = &mut self.lists;
            let files = &mut self.files;
            let read = |file: &str| -> Result<String, String> {
                let path = folder.join(file);
                let text = input::text(&path).map_err(|error| list_error(&error, format))?;
                // What is wrong with the list is said by `read_lists`.
                lists.extend(List::parse(input::name(&path), &text));
                files.push(path);
                Ok(text)
            };
            statement.read_lists(read).with_context(|| name.clone())?;
            if kb.kb.is_empty() {
                kb.kb = statement.kb_files.iter().map(|file| beside(folder, file)).collect();
            }
        }
        if kb.kb.is_empty() {
            bail!("{name} does not say which knowledge base it is about; name it too");
        }
        Ok(())
    }
}

/// In TOML a string is a file and names stand in brackets, which is easily mixed up.
fn list_error(error: &Error, format: Format) -> String {
    let cause = error.root_cause();
    match format {
        Format::Toml => format!(
            "{cause}; a string is the name of a list file, names of individuals go in brackets"
        ),
        _ => cause.to_string(),
    }
}

/// Whether a line has a name, and not only as the beginning of a longer one.
fn holds(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(start, _)| {
        let behind = line[start + name.len()..].chars().next();
        !behind.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    })
}

/// The OWL files of a folder, in the order of their names.
fn owl_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_owl = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "owl");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_owl).collect();
    files.sort();
    files
}

/// A file that a problem file names: relative to it, or as a URL with `file:`.
fn beside(folder: &Path, file: &str) -> PathBuf {
    folder.join(file.strip_prefix("file://").or_else(|| file.strip_prefix("file:")).unwrap_or(file))
}
