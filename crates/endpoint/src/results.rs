//! Query results, read to their end.
//!
//! A server that gives up in the middle of an answer has already said that all is well, and what it then
//! writes looks like rows, like a sentence or like nothing. So results count as whole only if the closing
//! tag was read and nothing follows it. XML is asked for: it is self-delimiting and the cheapest to make on
//! some servers; JSON is read where a server has nothing else.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use serde_json::Value as Json;

use crate::term::{Term, is_legal_iri};

/// The values of one solution, in the order of the variables that were asked for.
pub type Row = Vec<Term>;

/// Results that were read to their end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ResultRows {
    /// The solutions, in the order of the answer.
    pub rows: Vec<Row>,
    /// How many solutions had an IRI that no query and no file could name; they are not among the rows.
    pub n_illegal: u64,
}

impl ResultRows {
    /// How many solutions the answer had.
    pub(crate) fn n_read(&self) -> u64 {
        self.rows.len() as u64 + self.n_illegal
    }

    /// Takes a row, or counts it if one of its terms cannot be written.
    fn push(&mut self, row: Option<Row>) {
        match row {
            Some(row) => self.rows.push(row),
            None => self.n_illegal += 1,
        }
    }
}

/// Why an answer is no whole result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Defect {
    /// It ended before its closing tag, or something follows it.
    Cut(String),
    /// It is something else than results, such as a page.
    Other(String),
}

/// Reads results of a query for these variables.
pub(crate) fn read(
    body: impl Read,
    is_json: bool,
    variables: &[&str],
) -> Result<ResultRows, Defect> {
    if is_json { read_json(body, variables) } else { read_xml(body, variables) }
}

fn read_xml(body: impl Read, variables: &[&str]) -> Result<ResultRows, Defect> {
    let mut bytes = BufReader::with_capacity(1 << 16, body);
    let start = bytes.fill_buf().map_err(|error| Defect::Cut(error.to_string()))?;
    let is_tag = start.trim_ascii_start().starts_with(b"<")
        || start.strip_prefix(b"\xEF\xBB\xBF").is_some_and(|rest| rest.starts_with(b"<"));
    if !is_tag {
        return Err(Defect::Other(excerpt(start)));
    }
    let mut reader = Reader::from_reader(bytes);
    reader.config_mut().check_end_names = true;
    let mut state = Document { variables, ..Document::default() };
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event =
            reader.read_event_into(&mut buffer).map_err(|error| Defect::Cut(error.to_string()))?;
        match event {
            Event::Start(tag) => state.open(&tag)?,
            Event::Empty(tag) => {
                state.open(&tag)?;
                state.close(tag.local_name().as_ref());
            }
            Event::End(tag) => state.close(tag.local_name().as_ref()),
            Event::Text(text) => {
                let text = text.decode().map_err(|error| Defect::Cut(error.to_string()))?;
                state.text(&text)?;
            }
            Event::CData(text) => {
                let text = text.decode().map_err(|error| Defect::Cut(error.to_string()))?;
                state.text(&text)?;
            }
            Event::GeneralRef(name) => state.text(&resolve(&name)?)?,
            Event::DocType(_) => return Err(Defect::Other("a document type".to_owned())),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
    }
    if state.is_done { Ok(state.rows) } else { Err(Defect::Cut("no closing tag".to_owned())) }
}

/// The character of a reference: there are five names, and numbers.
fn resolve(name: &BytesRef<'_>) -> Result<String, Defect> {
    let wrong = |error: &dyn ToString| Defect::Cut(error.to_string());
    if let Some(c) = name.resolve_char_ref().map_err(|error| wrong(&error))? {
        return Ok(c.to_string());
    }
    let name = name.decode().map_err(|error| wrong(&error))?;
    let c = match name.as_ref() {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "quot" => "\"",
        "apos" => "'",
        other => return Err(Defect::Cut(format!("the entity {other}"))),
    };
    Ok(c.to_owned())
}

/// A value while it is read.
struct Value {
    kind: Kind,
    text: String,
    datatype: String,
    language: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Iri,
    Blank,
    Literal,
}

impl Value {
    /// The term, unless its IRI, datatype or language could write something else into a query or a file.
    fn term(&self) -> Option<Term> {
        let Self { kind, text, datatype, language } = self;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        match kind {
            Kind::Iri if text.starts_with("nodeID://") => Some(Term::blank(text)),
            Kind::Iri => is_legal_iri(text).then(|| Term::iri(text)),
            Kind::Blank => Some(Term::blank(text)),
            Kind::Literal => {
                let is_legal = (datatype.is_empty() || is_legal_iri(datatype))
                    && language.chars().all(is_plain);
                is_legal.then(|| Term::literal(text, datatype, language))
            }
        }
    }
}

/// Results in XML while they are read.
#[derive(Default)]
struct Document<'a> {
    variables: &'a [&'a str],
    rows: ResultRows,
    /// The row that is being read, and whether all of its terms can be written.
    row: Option<(Row, bool)>,
    value: Option<Value>,
    column: Option<usize>,
    depth: usize,
    is_done: bool,
}

impl Document<'_> {
    fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), Defect> {
        if self.is_done {
            return Err(Defect::Cut("text behind the closing tag".to_owned()));
        }
        let name = tag.local_name();
        if self.depth == 0 && name.as_ref() != b"sparql" {
            let name = String::from_utf8_lossy(name.as_ref()).into_owned();
            return Err(Defect::Other(format!("a document that starts with <{name}>")));
        }
        self.depth += 1;
        let (mut datatype, mut language) = (String::new(), String::new());
        let kind = match name.as_ref() {
            b"result" => {
                self.row = Some((vec![Term::default(); self.variables.len()], true));
                return Ok(());
            }
            b"binding" => {
                let variable = attribute(tag, b"name")?;
                self.column = self.variables.iter().position(|known| *known == variable);
                return Ok(());
            }
            b"uri" => Kind::Iri,
            b"bnode" => Kind::Blank,
            b"literal" => {
                datatype = attribute(tag, b"datatype")?.into_owned();
                language = attribute(tag, b"lang")?.into_owned();
                Kind::Literal
            }
            _ => return Ok(()),
        };
        self.value = Some(Value { kind, text: String::new(), datatype, language });
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Defect> {
        match &mut self.value {
            Some(value) => value.text.push_str(text),
            None if text.trim().is_empty() => {}
            // A sentence where a row should be.
            None => return Err(Defect::Cut(excerpt(text.as_bytes()))),
        }
        Ok(())
    }

    fn close(&mut self, name: &[u8]) {
        self.depth = self.depth.saturating_sub(1);
        match name {
            b"uri" | b"bnode" | b"literal" => {
                if let (Some(value), Some(column), Some((row, is_legal))) =
                    (self.value.take(), self.column, &mut self.row)
                {
                    match value.term() {
                        Some(term) => row[column] = term,
                        None => *is_legal = false,
                    }
                }
            }
            b"binding" => self.column = None,
            b"result" => {
                if let Some((row, is_legal)) = self.row.take() {
                    self.rows.push(is_legal.then_some(row));
                }
            }
            b"sparql" if self.depth == 0 => self.is_done = true,
            _ => {}
        }
    }
}

/// The value of an attribute, without its prefix; empty if there is none.
fn attribute<'t>(tag: &'t BytesStart<'_>, name: &[u8]) -> Result<Cow<'t, str>, Defect> {
    let cut = |error: &dyn ToString| Defect::Cut(error.to_string());
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| cut(&error))?;
        if attribute.key.local_name().as_ref() == name {
            return attribute.unescape_value().map_err(|error| cut(&error));
        }
    }
    Ok(Cow::Borrowed(""))
}

fn read_json(body: impl Read, variables: &[&str]) -> Result<ResultRows, Defect> {
    let json: Json = serde_json::from_reader(BufReader::new(body)).map_err(|error| {
        if error.is_eof() || error.is_io() || error.line() > 1 || error.column() > 1 {
            Defect::Cut(error.to_string())
        } else {
            Defect::Other(error.to_string())
        }
    })?;
    let Some(bindings) = json["results"]["bindings"].as_array() else {
        return Err(Defect::Other("JSON without results".to_owned()));
    };
    let mut rows = ResultRows::default();
    for binding in bindings {
        let value = |name: &&str| -> Result<Option<Term>, Defect> {
            let value = &binding[*name];
            if value.is_null() {
                return Ok(Some(Term::default()));
            }
            let field = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
            let kind = match value["type"].as_str() {
                Some("uri") => Kind::Iri,
                Some("bnode") => Kind::Blank,
                Some("literal" | "typed-literal") => Kind::Literal,
                other => return Err(Defect::Other(format!("a value of type {other:?}"))),
            };
            let (datatype, language) = (field("datatype"), field("xml:lang"));
            Ok(Value { kind, text: field("value"), datatype, language }.term())
        };
        let row: Vec<Option<Term>> = variables.iter().map(value).collect::<Result<_, _>>()?;
        rows.push(row.into_iter().collect());
    }
    Ok(rows)
}

/// The start of a text, for messages.
pub(crate) fn excerpt(text: &[u8]) -> String {
    const MAX_CHARACTERS: usize = 200;
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * MAX_CHARACTERS)]);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control()).take(MAX_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "<?xml version=\"1.0\"?><sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">\
        <head><variable name=\"x\"/></head><results>";
    const ROW: &str =
        "<result><binding name=\"x\"><uri>http://e/a?b&amp;c</uri></binding></result>";
    const END: &str = "</results></sparql>";

    fn xml(text: &str) -> Result<Vec<String>, Defect> {
        let rows = read(text.as_bytes(), false, &["x"])?;
        Ok(rows.rows.iter().map(|row| row[0].as_str().to_owned()).collect())
    }

    #[test]
    fn whole_results_are_read() {
        assert_eq!(xml(&format!("{HEAD}{ROW}{END}\n")), Ok(vec!["<http://e/a?b&c>".to_owned()]));
        assert_eq!(xml(&format!("{HEAD}{END}")), Ok(vec![]));
        let literal = "<result><binding name='x'><literal xml:lang='en'>a &lt;\n&#x41;</literal>\
            </binding></result><result/>";
        assert_eq!(
            xml(&format!("{HEAD}{literal}{END}")),
            Ok(vec!["\"a <\\nA\"@en".to_owned(), String::new()])
        );
        let json = r#"{"head":{"vars":["x"]},"results":{"bindings":[
            {"x":{"type":"typed-literal","value":"1","datatype":"http://e/t"}}, {}]}}"#;
        let rows = read(json.as_bytes(), true, &["x"]).expect("results");
        assert_eq!(rows.rows[0][0].as_str(), "\"1\"^^<http://e/t>");
        assert_eq!(rows.rows[1][0], Term::default());
    }

    #[test]
    fn what_is_cut_anywhere_is_no_result() {
        let whole = format!("{HEAD}{ROW}{ROW}{END}");
        for end in 1..whole.len() {
            assert!(xml(&whole[..end]).is_err(), "{}", &whole[..end]);
        }
        for tail in ["x", "<a/>", "<sparql></sparql>"] {
            assert!(xml(&format!("{whole}{tail}")).is_err(), "{tail}");
        }
        let sentence = "The SPARQL operation has been cancelled";
        assert!(matches!(xml(&format!("{HEAD}{ROW}{sentence}{END}")), Err(Defect::Cut(_))));
        assert!(matches!(xml("<html><body>Log in</body></html>"), Err(Defect::Other(_))));
        assert!(matches!(xml("no results"), Err(Defect::Other(_))));
        assert!(matches!(xml("<!DOCTYPE a><sparql/>"), Err(Defect::Other(_))));
        let json = r#"{"head":{},"results":{"bindings":[{},"#;
        assert!(matches!(read(json.as_bytes(), true, &["x"]), Err(Defect::Cut(_))));
    }

    /// Damaged answers are refused, or have rows that a query and a file can name.
    #[test]
    fn damaged_answers_never_panic() {
        use evolearner_testing::fuzz::{flip_bits, for_a_while};

        let json = r#"{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"uri","value":"http://e/a"}}]}}"#;
        let texts = [format!("{HEAD}{ROW}{ROW}{END}"), json.to_owned()];
        let n_cases = for_a_while(0.5, |random, case| {
            let is_json = case % 4 > 1;
            let mut bytes = texts[usize::from(is_json)].clone().into_bytes();
            flip_bits(random, &mut bytes, 4);
            if let Ok(rows) = read(&bytes[..], is_json, &["x"]) {
                for term in rows.rows.iter().flatten() {
                    assert!(term.as_iri().is_none_or(is_legal_iri), "{term:?}");
                    assert!(!term.as_str().contains(['\n', '\t']), "{term:?}");
                }
            }
            bytes
        });
        assert!(n_cases > 100);
    }

    #[test]
    fn rows_with_iris_that_cannot_be_named_are_counted() {
        let row = ROW.replace("http://e/", "http://e/ ");
        let rows = read(format!("{HEAD}{row}{ROW}{END}").as_bytes(), false, &["x"]).expect("rows");
        assert_eq!((rows.rows.len(), rows.n_illegal), (1, 1));
        for attribute in ["datatype='http://e/&gt; . &lt;http://e/a'", "xml:lang='en .'"] {
            let literal = format!(
                "<result><binding name='x'><literal {attribute}>1</literal></binding></result>"
            );
            let text = format!("{HEAD}{literal}{END}");
            let rows = read(text.as_bytes(), false, &["x"]).expect("rows");
            assert_eq!((rows.rows.len(), rows.n_illegal), (0, 1), "{attribute}");
        }
    }
}
