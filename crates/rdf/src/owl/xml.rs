//! OWL/XML documents (<https://www.w3.org/TR/owl2-xml-serialization/>).
//!
//! Elements are recognised by their local names: the syntax has a single namespace. The prolog with
//! its entities is read by [`Prolog`], as for RDF/XML.

use std::collections::HashMap;
use std::io::{Chain, Cursor, Read};

use oxiri::Iri;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::builder::{Builder, file_label};
use super::construct::{EntityKind, Shape, shape};
use super::node::Node;
use super::vocabulary::DEFAULT_PREFIXES;
use crate::error::Failure;
use crate::input::BASE_IRI;
use crate::prolog::Prolog;
use crate::term::TripleSink;
use crate::text::Text;
use crate::triples::Summary;

/// What the text of one element may take in memory.
const MAX_TEXT: usize = 256 << 20;

type Source<'t, 'a> = Chain<Cursor<&'static [u8]>, &'t mut Text<'a>>;

/// Reads a whole document and hands its triples to the sink.
pub(crate) fn read_owlxml(
    text: &mut Text<'_>,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    text.treat_as_xml();
    let prolog = Prolog::read(text)?;
    // The prolog is dealt with; what the parser misses is the `<` of the root element.
    let mut source = Reader::from_reader(Cursor::new(&b"<"[..]).chain(text));
    source.config_mut().expand_empty_elements = true;
    let mut document = Document {
        prolog,
        base: Iri::parse(BASE_IRI.to_owned()).ok(),
        prefixes: DEFAULT_PREFIXES
            .iter()
            .map(|(prefix, iri)| ((*prefix).to_owned(), (*iri).to_owned()))
            .collect(),
        builder: Builder::new(sink),
        open: Vec::new(),
        text: String::new(),
    };
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let step = match source.read_event_into(&mut buffer) {
            Ok(Event::Eof) => break,
            Ok(event) => document.event(&event),
            Err(quick_xml::Error::Io(error)) => {
                let failure = text_of(&mut source).take_failure();
                return Err(failure.unwrap_or_else(|| {
                    std::io::Error::new(error.kind(), error.to_string()).into()
                }));
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(message) = step {
            return Err(Failure::syntax(text_of(&mut source).position(), message));
        }
    }
    let end = text_of(&mut source).position();
    let mut summary = document.builder.finish().map_err(|message| Failure::syntax(end, message))?;
    summary.notes.extend(document.prolog.notes);
    Ok(summary)
}

fn text_of<'r, 'a>(source: &'r mut Reader<Source<'_, 'a>>) -> &'r mut Text<'a> {
    let (_, text) = source.get_mut().get_mut();
    text
}

/// What an open element does when it closes.
enum Open {
    /// A construct of the builder.
    Construct,
    /// Already dealt with when it opened.
    Done,
    Literal {
        datatype: Option<String>,
        language: Option<String>,
    },
    Iri,
    AbbreviatedIri,
    /// `Import`, whose text is an IRI.
    Import,
}

struct Document<'s, S> {
    prolog: Prolog,
    base: Option<Iri<String>>,
    prefixes: HashMap<String, String>,
    builder: Builder<'s, S>,
    open: Vec<Open>,
    /// The text inside the innermost element that may have one.
    text: String,
}

impl<S: TripleSink> Document<'_, S> {
    fn event(&mut self, event: &Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => self.end(),
            Event::Text(text) => self.push_text(&text.decode().map_err(|e| e.to_string())?),
            Event::CData(text) => self.push_text(&text.decode().map_err(|e| e.to_string())?),
            Event::GeneralRef(reference) => {
                let name = reference.decode().map_err(|error| error.to_string())?;
                let value = self.prolog.unescape(&format!("&{name};"))?;
                self.push_text(&value)
            }
            _ => Ok(()),
        }
    }

    fn push_text(&mut self, text: &str) -> Result<(), String> {
        match self.open.last() {
            Some(Open::Construct | Open::Done) | None => {
                if text.trim_ascii().is_empty() {
                    return Ok(());
                }
                let shown: String = text.trim_ascii().chars().take(40).collect();
                Err(format!("unexpected text '{shown}'"))
            }
            // Comments may cut a text into pieces that are each within the bound of a token.
            Some(_) if self.text.len() + text.len() > MAX_TEXT => {
                Err("a text is longer than 256 MiB".to_owned())
            }
            Some(_) => {
                self.text.push_str(text);
                Ok(())
            }
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), String> {
        let local = tag.local_name();
        let name = std::str::from_utf8(local.as_ref()).map_err(|error| error.to_string())?;
        let attributes = self.attributes(tag)?;
        self.text.clear();
        let open = match name {
            "Prefix" => {
                self.declare_prefix(&attributes)?;
                Open::Done
            }
            "Literal" => Open::Literal {
                datatype: attributes.get("datatypeIRI").map(|iri| self.resolve(iri)),
                language: attributes.get("xml:lang").cloned(),
            },
            "IRI" => Open::Iri,
            "AbbreviatedIRI" => Open::AbbreviatedIri,
            "Import" => {
                self.builder.open(name)?;
                Open::Import
            }
            "AnonymousIndividual" => {
                let label = attributes.get("nodeID").ok_or("'nodeID' is missing")?;
                let label = label.strip_prefix("_:").unwrap_or(label);
                self.builder.argument(Node::Blank(file_label(label)))?;
                Open::Done
            }
            name => match shape(name) {
                Some(Shape::Entity(kind)) => {
                    self.entity(kind, &attributes)?;
                    Open::Done
                }
                _ => {
                    self.construct(name, &attributes)?;
                    Open::Construct
                }
            },
        };
        self.open.push(open);
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let text = std::mem::take(&mut self.text);
        match self.open.pop() {
            None => Err("a tag closes nothing".to_owned()),
            Some(Open::Done) => Ok(()),
            Some(Open::Construct) => self.builder.close(),
            Some(Open::Literal { datatype, language }) => self.builder.argument(match language {
                Some(language) if !language.is_empty() => Node::tagged(text, &language),
                _ => Node::literal(text, datatype),
            }),
            Some(Open::Iri) => {
                let iri = self.resolve(text.trim_ascii());
                self.builder.argument(Node::Iri(iri))
            }
            Some(Open::AbbreviatedIri) => {
                let iri = self.expand(text.trim_ascii())?;
                self.builder.argument(Node::Iri(iri))
            }
            Some(Open::Import) => {
                let iri = self.resolve(text.trim_ascii());
                self.builder.argument(Node::Iri(iri))?;
                self.builder.close()
            }
        }
    }

    /// Opens a construct, with what functional syntax would have as its first arguments.
    fn construct(
        &mut self,
        name: &str,
        attributes: &HashMap<String, String>,
    ) -> Result<(), String> {
        if name == "Ontology"
            && let Some(base) = attributes.get("xml:base")
        {
            self.base = Iri::parse(base.clone()).ok().or(self.base.take());
        }
        self.builder.open(name)?;
        for key in ["ontologyIRI", "versionIRI", "facet"] {
            if let Some(iri) = attributes.get(key) {
                let iri = self.resolve(iri);
                self.builder.argument(Node::Iri(iri))?;
            }
        }
        if let Some(number) = attributes.get("cardinality") {
            let number = number.trim_ascii();
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(format!("'{number}' is not a cardinality"));
            }
            self.builder.argument(Node::Number(number.to_owned()))?;
        }
        Ok(())
    }

    fn entity(
        &mut self,
        kind: EntityKind,
        attributes: &HashMap<String, String>,
    ) -> Result<(), String> {
        let iri = match (attributes.get("IRI"), attributes.get("abbreviatedIRI")) {
            (Some(iri), _) => self.resolve(iri),
            (None, Some(short)) => self.expand(short)?,
            (None, None) => return Err("'IRI' is missing".to_owned()),
        };
        self.builder.entity(kind, iri)
    }

    fn declare_prefix(&mut self, attributes: &HashMap<String, String>) -> Result<(), String> {
        let name = attributes.get("name").ok_or("'name' is missing")?;
        let iri = attributes.get("IRI").ok_or("'IRI' is missing")?;
        let iri = self.resolve(iri);
        self.builder.prefix(name, &iri);
        self.prefixes.insert(name.clone(), iri);
        Ok(())
    }

    fn attributes(&self, tag: &BytesStart<'_>) -> Result<HashMap<String, String>, String> {
        let mut found = HashMap::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let utf8 = |bytes| std::str::from_utf8(bytes).map_err(|error| error.to_string());
            let name = utf8(attribute.key.as_ref())?.to_owned();
            found.insert(name, self.prolog.unescape(utf8(&attribute.value)?)?);
        }
        Ok(found)
    }

    /// An IRI of the file made absolute.
    fn resolve(&self, iri: &str) -> String {
        match &self.base {
            Some(base) => base.resolve_unchecked(iri).into_inner(),
            None => iri.to_owned(),
        }
    }

    fn expand(&self, short: &str) -> Result<String, String> {
        let (prefix, local) = short.split_once(':').unwrap_or(("", short));
        match self.prefixes.get(prefix) {
            Some(iri) => Ok(format!("{iri}{local}")),
            None => Err(format!("the prefix '{prefix}:' is not declared")),
        }
    }
}
