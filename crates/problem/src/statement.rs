//! A learning problem as a text states it: names are strings, files are file names.

use std::fmt;

use evolearner_dl::spelling::nearest;

use crate::error::{Error, ErrorKind, quoted};
use crate::labels::parse_weights;
use crate::list::parse_list;
use crate::overrides::Overrides;

/// One learning problem.
///
/// Either `target_class` is given, or examples are. Without negatives the problem is one of
/// positives only. Lists are in the order of the text and keep what it repeats.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statement {
    /// Its name, where the text holds several or gives one.
    pub name: Option<String>,
    /// Names of individuals that the concept should cover.
    pub positives: Vec<String>,
    /// Names of individuals that it should not cover.
    pub negatives: Vec<String>,
    /// Files that list more positives, relative to the problem file.
    pub positives_files: Vec<String>,
    /// Files that list more negatives, relative to the problem file.
    pub negatives_files: Vec<String>,
    /// Names of individuals with what each counts among the examples; others count 1.
    pub weights: Vec<(String, f64)>,
    /// Files that list more weights, relative to the problem file.
    pub weights_files: Vec<String>,
    /// The class to describe: its instances against the rest.
    pub target_class: Option<String>,
    /// Files of the knowledge base as written, relative to the problem file.
    pub kb_files: Vec<String>,
    /// What the text says about the search.
    pub settings: Overrides,
}

impl Statement {
    /// A problem of examples alone, such as the two lists of an SML-Bench `lp` folder.
    pub fn of_examples(positives: Vec<String>, negatives: Vec<String>) -> Self {
        Self { positives, negatives, ..Self::default() }
    }

    /// Reads the lists that the problem refers to and takes their names over.
    ///
    /// `read` gets a file name as written and returns the text of that file.
    pub fn read_lists<E>(
        &mut self,
        mut read: impl FnMut(&str) -> Result<String, E>,
    ) -> Result<(), ReadError<E>> {
        for (files, names) in [
            (&mut self.positives_files, &mut self.positives),
            (&mut self.negatives_files, &mut self.negatives),
        ] {
            for file in files.drain(..) {
                let text = match read(&file) {
                    Ok(text) => text,
                    Err(cause) => return Err(ReadError::Read { file, cause }),
                };
                match parse_list(&text) {
                    Ok(more) => names.extend(more),
                    Err(cause) => return Err(ReadError::Parse { file, cause }),
                }
            }
        }
        for file in self.weights_files.drain(..) {
            let text = match read(&file) {
                Ok(text) => text,
                Err(cause) => return Err(ReadError::Read { file, cause }),
            };
            match parse_weights(&text) {
                Ok(table) => self.weights.extend(table.rows),
                Err(cause) => return Err(ReadError::Parse { file, cause }),
            }
        }
        Ok(())
    }
}

/// Why a list that a problem refers to could not be taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReadError<E> {
    /// The caller's function failed.
    Read {
        /// The file as written.
        file: String,
        /// What the function said.
        cause: E,
    },
    /// The text is not a list of names.
    Parse {
        /// The file as written.
        file: String,
        /// What is wrong with it.
        cause: Error,
    },
}

impl<E: fmt::Display> fmt::Display for ReadError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { file, cause } => write!(f, "{file}: {cause}"),
            Self::Parse { file, cause } => write!(f, "{file}: {cause}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ReadError<E> {}

/// All problems of a text, and what in it was not understood.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parsed {
    /// The problems in the order of the text, at least one.
    pub statements: Vec<Statement>,
    /// One line for each key that has no meaning here, with the key and its line.
    pub warnings: Vec<String>,
}

impl Parsed {
    pub(crate) fn one(statement: Statement) -> Self {
        Self { statements: vec![statement], warnings: Vec::new() }
    }

    /// The names of the problems that have one.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.statements.iter().filter_map(|statement| statement.name.as_deref())
    }

    /// The problem of that name; letter case counts only where it decides between two.
    pub fn named(&self, name: &str) -> Result<&Statement, Error> {
        let is_named = |statement: &&Statement, same: &dyn Fn(&str) -> bool| {
            statement.name.as_deref().is_some_and(same)
        };
        let exact = self.statements.iter().find(|s| is_named(s, &|known| known == name));
        let folded = || {
            let same = |known: &str| known.to_lowercase() == name.to_lowercase();
            let mut found = self.statements.iter().filter(|s| is_named(s, &same));
            found.next().filter(|_| found.next().is_none())
        };
        exact.or_else(folded).ok_or_else(|| {
            let known = match nearest(name, self.names()) {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None => self.choices(),
            };
            Error::new(ErrorKind::Selection, format!("no problem named {}: {known}", quoted(name)))
        })
    }

    /// The one problem of a text that should hold one.
    pub fn only(&self) -> Result<&Statement, Error> {
        match self.statements.as_slice() {
            [statement] => Ok(statement),
            several => Err(Error::new(
                ErrorKind::Selection,
                format!("{} problems here, and none was chosen: {}", several.len(), self.choices()),
            )),
        }
    }

    /// What can be chosen, for a message.
    fn choices(&self) -> String {
        const SHOWN: usize = 20;
        let names: Vec<&str> = self.names().collect();
        let mut shown = names[..names.len().min(SHOWN)].join(", ");
        if names.is_empty() {
            shown.push_str("the problems have no names");
        } else if names.len() > SHOWN {
            shown.push_str(", …");
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(names: &[&str]) -> Parsed {
        let statement =
            |name: &&str| Statement { name: Some((*name).to_owned()), ..Statement::default() };
        Parsed { statements: names.iter().map(statement).collect(), warnings: Vec::new() }
    }

    #[test]
    fn problems_are_chosen_by_name() {
        for (names, name, expect) in [
            (&["Aunt", "Uncle"][..], "Uncle", Ok("Uncle")),
            (&["Aunt", "Uncle"], "uncle", Ok("Uncle")),
            (&["uncle", "Uncle"], "Uncle", Ok("Uncle")),
            (&["uncle", "Uncle"], "UNCLE", Err("no problem named `UNCLE`: did you mean `uncle`?")),
            (&["Aunt", "Uncle"], "Uncles", Err("no problem named `Uncles`: did you mean `Uncle`?")),
            (&["Aunt", "Uncle"], "Zebra", Err("no problem named `Zebra`: Aunt, Uncle")),
        ] {
            let parsed = parsed(names);
            let found = parsed.named(name).map(|s| s.name.as_deref().unwrap_or(""));
            assert_eq!(found.map_err(|e| e.to_string()), expect.map_err(str::to_owned), "{name}");
        }
    }

    #[test]
    fn one_of_several_must_be_chosen() {
        assert!(parsed(&["A"]).only().is_ok());
        let error = parsed(&["A", "B"]).only().expect_err("two problems");
        assert_eq!(error.to_string(), "2 problems here, and none was chosen: A, B");
        assert_eq!(error.kind(), ErrorKind::Selection);
    }

    #[test]
    fn lists_are_read_by_the_caller() {
        let mut statement = Statement::of_examples(vec!["a".to_owned()], Vec::new());
        statement.positives_files.push("pos.txt".to_owned());
        statement.negatives_files.push("neg.txt".to_owned());
        let read = |file: &str| match file {
            "pos.txt" => Ok("# more\nb\nc\n".to_owned()),
            _ => Err("not found"),
        };
        let error = statement.clone().read_lists(read).expect_err("no negatives");
        assert_eq!(error.to_string(), "neg.txt: not found");
        statement.negatives_files.clear();
        assert_eq!(statement.read_lists(read), Ok(()));
        assert_eq!(statement.positives, ["a", "b", "c"]);
        assert!(statement.positives_files.is_empty());
    }
}
