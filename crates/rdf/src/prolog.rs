//! The start of an XML document in, a tame one out.
//!
//! Real ontologies open with a document type definition full of entities, often in single
//! quotes, which the RDF/XML parser refuses; hostile ones use entities to explode. So we read
//! everything before the root element ourselves, expand the entities within bounds, and hand on
//! a short prolog that declares UTF-8 and fully expanded entities. Nothing external is fetched.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::BufRead;

use evolearner_dl::xml;

use crate::entities::{Declared, Expansion, expand_references, predefined};
use crate::error::Failure;
use crate::text::Text;

/// What may stand before the root element.
const MAX_PROLOG: usize = 1 << 20;
/// What stood before the root element, tamed.
#[derive(Debug)]
pub(crate) struct Prolog {
    /// Stands in for all bytes that were read, up to and including the `<` of the root element.
    pub(crate) text: String,
    /// The internal general entities with their final text.
    pub(crate) entities: BTreeMap<String, String>,
    /// What was left out.
    pub(crate) notes: Vec<String>,
}

impl Prolog {
    /// Reads up to the root element. The text must be treated as XML already.
    pub(crate) fn read(text: &mut Text<'_>) -> Result<Self, Failure> {
        let mut reader = PrologReader { text, n_read: 0, declared: Vec::new(), notes: Vec::new() };
        let has_root = reader.read_to_root()?;
        let PrologReader { declared, notes, .. } = reader;
        let entities = Expansion::of(&declared)?;
        let longest = entities.values().map(String::len).max().unwrap_or(0);
        text.bound_xml_tokens(longest);
        let mut tame = String::from("<?xml version=\"1.0\"?>");
        if !entities.is_empty() {
            tame.push_str("<!DOCTYPE r [");
            for (name, value) in &entities {
                tame.push_str("<!ENTITY ");
                tame.push_str(name);
                tame.push_str(" \"");
                tame.push_str(&xml::attribute(value));
                tame.push_str("\">");
            }
            tame.push_str("]>");
        }
        if has_root {
            tame.push('<');
        }
        Ok(Self { text: tame, entities, notes })
    }

    /// Replaces the entities in a raw attribute value; unknown ones stay as they are.
    pub(crate) fn resolve(&self, raw: &str) -> String {
        let mut out = String::with_capacity(raw.len());
        let Ok(()) = expand_references::<Infallible>(raw, &mut out, |name, out| {
            Ok(self.push_entity(name, out))
        });
        out
    }

    /// Replaces the entities in a raw attribute value; an unknown one is an error.
    pub(crate) fn unescape(&self, raw: &str) -> Result<String, String> {
        let mut out = String::with_capacity(raw.len());
        expand_references(raw, &mut out, |name, out| {
            if self.push_entity(name, out) {
                Ok(true)
            } else {
                Err(format!("the entity &{name}; is not declared"))
            }
        })?;
        Ok(out)
    }

    fn push_entity(&self, name: &str, out: &mut String) -> bool {
        match (predefined(name), self.entities.get(name)) {
            (Some(c), _) => out.push(c),
            (None, Some(value)) => out.push_str(value),
            (None, None) => return false,
        }
        true
    }
}

struct PrologReader<'t, 'a> {
    text: &'t mut Text<'a>,
    n_read: usize,
    declared: Vec<Declared>,
    notes: Vec<String>,
}

impl PrologReader<'_, '_> {
    /// Consumes the `<` of the root element; `false` if the file is empty.
    fn read_to_root(&mut self) -> Result<bool, Failure> {
        let mut is_empty = true;
        loop {
            self.skip_space()?;
            let position = self.text.position();
            match self.next()? {
                None if is_empty => return Ok(false),
                None => return Err(self.unexpected_end()),
                Some(b'<') => is_empty = false,
                Some(_) => return Err(Failure::syntax(position, "text before the root element")),
            }
            match self.peek()? {
                Some(b'?') => {
                    self.take_until(b"?>")?;
                }
                Some(b'!') => {
                    self.next()?;
                    if self.peek()? == Some(b'-') {
                        self.comment()?;
                    } else {
                        self.doctype()?;
                    }
                }
                _ => return Ok(true),
            }
        }
    }

    /// Behind `<!`.
    fn comment(&mut self) -> Result<(), Failure> {
        self.expect(b"--")?;
        self.take_until(b"-->").map(drop)
    }

    /// Behind `<!`.
    fn doctype(&mut self) -> Result<(), Failure> {
        self.expect(b"DOCTYPE")?;
        let head = self.take_until_outside_quotes(b"[>")?;
        if head.contains("SYSTEM") || head.contains("PUBLIC") {
            self.notes.push("the external document type definition was not read".to_owned());
        }
        if head.ends_with('>') {
            return Ok(());
        }
        loop {
            self.skip_space()?;
            let position = self.text.position();
            match self.next()? {
                Some(b']') => {
                    self.skip_space()?;
                    return self.expect(b">");
                }
                Some(b'%') => {
                    let name = self.take_until(b";")?;
                    self.notes.push(format!("the parameter entity %{name} was not read"));
                }
                Some(b'<') => self.markup_declaration(position)?,
                Some(_) => {
                    return Err(Failure::syntax(
                        position,
                        "unexpected text in the document type definition",
                    ));
                }
                None => return Err(self.unexpected_end()),
            }
        }
    }

    /// Behind the `<` inside the internal subset.
    fn markup_declaration(&mut self, position: (u64, u64)) -> Result<(), Failure> {
        if self.peek()? == Some(b'?') {
            return self.take_until(b"?>").map(drop);
        }
        self.expect(b"!")?;
        if self.peek()? == Some(b'-') {
            return self.comment();
        }
        let keyword = self.word()?;
        match keyword.as_str() {
            "ENTITY" => self.entity(position),
            "ELEMENT" | "ATTLIST" | "NOTATION" => self.take_until_outside_quotes(b">").map(drop),
            _ => Err(Failure::syntax(
                position,
                format!("unexpected '<!{keyword}' in the document type definition"),
            )),
        }
    }

    /// Behind `<!ENTITY`.
    fn entity(&mut self, position: (u64, u64)) -> Result<(), Failure> {
        self.skip_space()?;
        if self.peek()? == Some(b'%') {
            return self.take_until_outside_quotes(b">").map(drop);
        }
        let name = self.word()?;
        self.skip_space()?;
        match self.peek()? {
            Some(quote @ (b'"' | b'\'')) => {
                self.next()?;
                let mut raw = self.take_until(&[quote])?;
                raw.truncate(raw.len() - 1);
                self.skip_space()?;
                self.expect(b">")?;
                let mut value = String::with_capacity(raw.len());
                expand_references(&raw, &mut value, |_, _| Ok::<_, Failure>(false))?;
                self.declared.push(Declared { name, value, position });
                Ok(())
            }
            _ => {
                self.notes.push(format!("the external entity &{name}; was not read"));
                self.take_until_outside_quotes(b">").map(drop)
            }
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, Failure> {
        match self.text.fill_buf() {
            Ok(ready) => Ok(ready.first().copied()),
            Err(error) => Err(self.text.take_failure().unwrap_or_else(|| error.into())),
        }
    }

    fn next(&mut self) -> Result<Option<u8>, Failure> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.n_read += 1;
            if self.n_read > MAX_PROLOG {
                return Err(Failure::limit(
                    self.text.position(),
                    "more than 1 MiB before the root element",
                ));
            }
            self.text.consume(1);
        }
        Ok(byte)
    }

    fn skip_space(&mut self) -> Result<(), Failure> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.next()?;
        }
        Ok(())
    }

    fn expect(&mut self, wanted: &[u8]) -> Result<(), Failure> {
        for byte in wanted {
            let position = self.text.position();
            match self.next()? {
                Some(found) if found == *byte => {}
                Some(_) => {
                    let wanted = String::from_utf8_lossy(wanted);
                    return Err(Failure::syntax(position, format!("expected '{wanted}'")));
                }
                None => return Err(self.unexpected_end()),
            }
        }
        Ok(())
    }

    /// Everything up to a space or a delimiter.
    fn word(&mut self) -> Result<String, Failure> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() || matches!(byte, b'>' | b'"' | b'\'' | b'<' | b'&') {
                break;
            }
            word.push(byte);
            self.next()?;
        }
        Ok(into_string(word))
    }

    /// Everything up to and including `end`.
    fn take_until(&mut self, end: &[u8]) -> Result<String, Failure> {
        let mut taken = Vec::new();
        while !taken.ends_with(end) {
            match self.next()? {
                Some(byte) => taken.push(byte),
                None => return Err(self.unexpected_end()),
            }
        }
        Ok(into_string(taken))
    }

    /// Everything up to and including one of `ends`, which do not count inside quotes.
    fn take_until_outside_quotes(&mut self, ends: &[u8]) -> Result<String, Failure> {
        let mut taken = Vec::new();
        let mut open_quote = None;
        loop {
            let Some(byte) = self.next()? else {
                return Err(self.unexpected_end());
            };
            taken.push(byte);
            match open_quote {
                Some(quote) if byte == quote => open_quote = None,
                None if matches!(byte, b'"' | b'\'') => open_quote = Some(byte),
                None if ends.contains(&byte) => return Ok(into_string(taken)),
                _ => {}
            }
        }
    }

    fn unexpected_end(&mut self) -> Failure {
        Failure::syntax(self.text.position(), "the file ends before its root element")
    }
}

/// The text is checked UTF-8 and we cut at ASCII characters only, so nothing is lost here.
fn into_string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::error::ErrorKind;

    fn prolog(document: &str) -> Result<(Prolog, (u64, u64)), Failure> {
        let mut text = Text::new(Box::new(std::io::Cursor::new(document.to_owned())))?;
        text.treat_as_xml();
        let prolog = Prolog::read(&mut text)?;
        let position = text.position();
        Ok((prolog, position))
    }

    fn entities(subset: &str) -> Vec<(String, String)> {
        let (prolog, _) = prolog(&format!("<!DOCTYPE a [{subset}]><a/>")).expect("a fine prolog");
        prolog.entities.into_iter().collect()
    }

    #[test]
    fn entities_are_expanded() {
        for (subset, expect) in [
            ("<!ENTITY a 'x'><!ENTITY b \"y\" >", "a=x b=y"),
            ("<!ENTITY a 'x'><!ENTITY b '&a;&a;z'>", "a=x b=xxz"),
            ("<!ENTITY b '&a;'><!ENTITY a \"it's\">", "a=it's b=it's"),
            ("<!ENTITY a 'x'><!ENTITY a 'y'>", "a=x"),
            ("<!ENTITY a '&#60;&#x3E;&amp;&quot;'>", "a=<>&\""),
            ("<!-- <!ENTITY c 'z'> --><?p '?><!ENTITY a '>'>", "a=>"),
            ("<!ENTITY % p 'x'>%p;<!ENTITY a 'x'>", "a=x"),
            ("<!ENTITY e SYSTEM 'file:///secret'><!ENTITY a 'x'>", "a=x"),
            ("<!ELEMENT e (#PCDATA)><!ATTLIST e f CDATA '>'><!ENTITY a 'x'>", "a=x"),
        ] {
            let found: Vec<String> = entities(subset)
                .into_iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            assert_eq!(found.join(" "), expect, "{subset}");
        }
    }

    #[test]
    fn special_characters_are_escaped_in_the_tame_prolog() {
        let (prolog, position) =
            prolog("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY a '\"&#38;&#60;'>]>\n <a/>")
                .expect("fine");
        assert_eq!(
            prolog.text,
            "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY a \"&quot;&amp;&lt;\">]><"
        );
        assert_eq!(position, (3, 3));
        assert_eq!(prolog.resolve("x&a;y&b;&"), "x\"&<y&b;&");
    }

    #[test]
    fn hostile_prologs_are_refused_with_a_position() {
        let mut laughs = String::from("<!DOCTYPE a [\n<!ENTITY l0 'lolololol'>");
        for level in 1..10 {
            let reference = format!("&l{};", level - 1);
            let _ = write!(laughs, "\n<!ENTITY l{level} '{}'>", reference.repeat(10));
        }
        laughs += "]><a/>";
        let mut chain = String::from("<!DOCTYPE a [");
        for level in 0..20_000 {
            let _ = write!(chain, "<!ENTITY c{level} '&c{};'>", level + 1);
        }
        chain += "]><a/>";
        for document in [
            laughs,
            chain,
            "<!DOCTYPE a [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><a/>".to_owned(),
            format!("<!DOCTYPE a [{}]><a/>", " ".repeat(2 << 20)),
        ] {
            let failure = prolog(&document).map(|_| ()).expect_err("hostile");
            assert!(matches!(failure.kind, ErrorKind::Limit(_)));
            assert!(failure.position.is_some());
        }
    }

    #[test]
    fn torn_prologs_are_errors() {
        let document = "<?xml version='1.0'?><!-- c --><!DOCTYPE a [<!ENTITY a 'x'>]>";
        for end in 1..document.len() {
            let cut = &document[..end];
            let has_root = cut.ends_with('<') && !cut.contains('[');
            assert_eq!(prolog(cut).is_ok(), has_root, "{cut}");
        }
    }
}
