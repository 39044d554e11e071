//! Where Turtle can be cut: at line ends between two statements.
//!
//! A scanner knows strings, IRIs, comments and brackets, and so the points that end statements. It passes
//! over the bytes as they are read, in any pieces, and keeps the text of directives: a block behind a cut is
//! parsed behind all directives before it ([`Cutter::prelude`]). A scanner that is wrong about a damaged
//! file does no harm, because a block that is not whole cannot be parsed, and one with a directive that the
//! scanner missed is noticed by whoever parses it.

use std::sync::Arc;

use memchr::{memchr, memchr2};

use crate::blocks::Cutter;

/// The bytes of directives that a block is parsed behind at most; a text with more is not cut any more.
const MAX_PRELUDE: usize = 64 << 10;

/// What the next byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// Blanks and comments before a statement.
    Between,
    Statement,
    /// Behind a point that ends a statement if a blank or a comment follows.
    Point,
    Comment,
    Iri,
    /// Behind one or two quotes, which may be those of a long string.
    Quotes(u8, u8),
    String(u8),
    /// A string that three quotes end, behind so many of them.
    LongString(u8, u8),
}

/// Whether a statement is a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// So far it is one word that may become `PREFIX` or `BASE`.
    Unknown,
    Triples,
    /// `@prefix` or `@base`, which end with a point.
    Directive,
    /// `PREFIX` or `BASE`, which end with an IRI.
    SparqlDirective,
}

/// Finds the cuts of a text.
#[derive(Debug)]
pub(crate) struct Statements {
    place: Place,
    kind: Kind,
    /// Where a comment leads back to.
    is_between: bool,
    is_escaped: bool,
    /// Open brackets.
    depth: u32,
    /// What was read of a statement that is or may become a directive.
    directive: Vec<u8>,
    /// All directives that are whole, a line each.
    prelude: Vec<u8>,
    /// How many bytes of them stand before the last cut.
    n_before_cut: usize,
    /// The same as shared bytes, as long as there are no others.
    shared: Arc<[u8]>,
}

impl Default for Statements {
    fn default() -> Self {
        Self {
            place: Place::Between,
            kind: Kind::Triples,
            is_between: true,
            is_escaped: false,
            depth: 0,
            directive: Vec::new(),
            prelude: Vec::new(),
            n_before_cut: 0,
            shared: Arc::default(),
        }
    }
}

impl Cutter for Statements {
    fn last_cut(&mut self, fresh: &[u8]) -> Option<usize> {
        let mut last = None;
        let mut at = 0;
        while at < fresh.len() {
            let n = self.step(&fresh[at..]);
            at += n;
            let is_line_end = n > 0 && fresh[at - 1] == b'\n';
            if is_line_end && self.place == Place::Between && self.prelude.len() <= MAX_PRELUDE {
                last = Some(at);
                self.n_before_cut = self.prelude.len();
            }
        }
        last
    }

    fn prelude(&mut self) -> Arc<[u8]> {
        if self.shared.len() != self.n_before_cut {
            self.shared = self.prelude[..self.n_before_cut].into();
        }
        Arc::clone(&self.shared)
    }
}

impl Statements {
    /// Looks at one byte, or at several that change nothing; returns how many. None, if the byte ends
    /// something and is to be looked at again.
    fn step(&mut self, fresh: &[u8]) -> usize {
        let byte = fresh[0];
        let (mut n, mut is_iri_over) = (1, false);
        if std::mem::take(&mut self.is_escaped) {
            self.keep(&fresh[..1]);
            return 1;
        }
        match self.place {
            Place::Between => match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                b'#' => self.comment(true),
                _ => {
                    self.place = Place::Statement;
                    self.kind = if byte == b'@' { Kind::Directive } else { Kind::Unknown };
                    self.depth = 0;
                    self.directive.clear();
                    return 0;
                }
            },
            Place::Statement => {
                self.look_for_keyword(byte);
                self.token(byte);
            }
            Place::Point => {
                n = 0;
                match byte {
                    b' ' | b'\t' | b'\r' | b'\n' | b'#' => self.end_statement(),
                    _ => self.place = Place::Statement,
                }
            }
            Place::Comment => {
                n = memchr2(b'\n', b'\r', fresh).map_or(fresh.len(), |end| end + 1);
                if matches!(fresh[n - 1], b'\n' | b'\r') {
                    self.place = if self.is_between { Place::Between } else { Place::Statement };
                }
            }
            Place::Iri => {
                n = memchr(b'>', fresh).map_or(fresh.len(), |end| end + 1);
                is_iri_over = fresh[n - 1] == b'>';
                if is_iri_over {
                    self.place = Place::Statement;
                }
            }
            Place::Quotes(quote, n_quotes) => {
                (self.place, n) = match (byte == quote, n_quotes) {
                    (true, 1) => (Place::Quotes(quote, 2), 1),
                    (true, _) => (Place::LongString(quote, 0), 1),
                    (false, 1) => (Place::String(quote), 0),
                    // An empty string.
                    (false, _) => (Place::Statement, 0),
                };
            }
            Place::String(quote) => {
                n = memchr2(quote, b'\\', fresh).map_or(fresh.len(), |end| end + 1);
                match fresh[n - 1] {
                    b'\\' => self.is_escaped = true,
                    last if last == quote => self.place = Place::Statement,
                    _ => {}
                }
            }
            Place::LongString(quote, n_quotes) => {
                if byte != quote && n_quotes == 0 {
                    n = memchr2(quote, b'\\', fresh).unwrap_or(fresh.len()).max(1);
                }
                self.is_escaped = byte == b'\\';
                self.place = match (byte == quote, n_quotes) {
                    (true, 2) => Place::Statement,
                    (true, _) => Place::LongString(quote, n_quotes + 1),
                    (false, _) => Place::LongString(quote, 0),
                };
            }
        }
        self.keep(&fresh[..n]);
        if is_iri_over && self.kind == Kind::SparqlDirective {
            self.end_statement();
        }
        n
    }

    /// Looks at a byte of a statement outside of strings, IRIs and comments.
    fn token(&mut self, byte: u8) {
        match byte {
            b'"' | b'\'' => self.place = Place::Quotes(byte, 1),
            b'<' => self.place = Place::Iri,
            b'#' => self.comment(false),
            b'\\' => self.is_escaped = true,
            b'[' | b'(' => self.depth += 1,
            b']' | b')' => self.depth = self.depth.saturating_sub(1),
            b'.' if self.depth == 0 => self.place = Place::Point,
            _ => {}
        }
    }

    fn comment(&mut self, is_between: bool) {
        self.place = Place::Comment;
        self.is_between = is_between;
    }

    /// Decides what a statement is at the first byte that is no letter.
    fn look_for_keyword(&mut self, byte: u8) {
        if self.kind != Kind::Unknown || byte.is_ascii_alphabetic() && self.directive.len() < 6 {
            return;
        }
        let is_keyword = [&b"prefix"[..], b"base"]
            .iter()
            .any(|keyword| self.directive.eq_ignore_ascii_case(keyword));
        self.kind = match byte {
            b' ' | b'\t' | b'\r' | b'\n' | b'<' | b'#' if is_keyword => Kind::SparqlDirective,
            _ => Kind::Triples,
        };
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.place != Place::Between && self.kind != Kind::Triples {
            self.directive.extend_from_slice(bytes);
        }
    }

    fn end_statement(&mut self) {
        self.place = Place::Between;
        if matches!(self.kind, Kind::Directive | Kind::SparqlDirective) {
            self.prelude.append(&mut self.directive);
            self.prelude.push(b'\n');
        }
        self.kind = Kind::Triples;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text before each cut, and the directives that hold behind the last one.
    fn cuts(text: &str, size: usize) -> (Vec<usize>, String) {
        let mut scanner = Statements::default();
        let (mut cuts, mut start) = (Vec::new(), 0);
        for piece in text.as_bytes().chunks(size) {
            cuts.extend(scanner.last_cut(piece).map(|cut| start + cut));
            start += piece.len();
        }
        (cuts, String::from_utf8(scanner.prelude().to_vec()).expect("whole characters"))
    }

    fn check(text: &str, expect: &[&str], prelude: &str) {
        let (found, directives) = cuts(text, 1);
        let lines: Vec<&str> = found.iter().map(|&cut| last_line(&text[..cut])).collect();
        assert_eq!(lines, expect, "{text}");
        assert_eq!(directives, prelude, "{text}");
        for size in 2..=text.len() {
            let (larger, same) = cuts(text, size);
            assert_eq!(larger.last(), found.last(), "{text} in pieces of {size}");
            assert_eq!(same, directives, "{text} in pieces of {size}");
        }
    }

    fn last_line(text: &str) -> &str {
        text.trim_end_matches('\n').rsplit('\n').next().unwrap_or("")
    }

    #[test]
    fn texts_are_cut_between_statements() {
        check(":a :b :c .\n:d :e :f .\n", &[":a :b :c .", ":d :e :f ."], "");
        check(":a :b\n :c\n.\n", &["."], "");
        check(":a :b :c .#no . end\n# :x :y\n", &[":a :b :c .#no . end", "# :x :y"], "");
        check(":a :b [ :c :d .\n ] .\n", &[" ] ."], "");
        check(":a :b ( 1 2.\n 3 ) .\n", &[" 3 ) ."], "");
        check(":a :b.c 1.5 , 2 .\n", &[":a :b.c 1.5 , 2 ."], "");
        check(":a :b :c\\. \n.\n", &["."], "");
        check(":a :b <http://a.b/ \n. > .\n", &[". > ."], "");
        check(":a :b # '\n 'it\\'s . \n' , \"\" .\n", &["' , \"\" ."], "");
        check(":a :b \"\"\"\"x\"\" .\n\\\"\"\" . \n\"\"\".\n", &["\"\"\"."], "");
        check(":a :b '''\n.\n''' , ''.\n:c", &["''' , ''."], "");
    }

    #[test]
    fn directives_are_kept() {
        let text = "@prefix a.b: <http://a#> .\n:a :b :c .\n@base <x> . :d\n :e :f .\n";
        let expect = ["@prefix a.b: <http://a#> .", ":a :b :c .", " :e :f ."];
        check(text, &expect, "@prefix a.b: <http://a#> .\n@base <x> .\n");
        let text = "PREFIX a: <b>\nbase<c>\nbase:x a prefix: .\nprefixes:y a :z .\n";
        let expect = ["PREFIX a: <b>", "base<c>", "base:x a prefix: .", "prefixes:y a :z ."];
        check(text, &expect, "PREFIX a: <b>\nbase<c>\n");
        let text = "Prefix # <x>\n : # y .\n <z> @prefix\n b: <c> .\n";
        check(text, &[" b: <c> ."], "Prefix # <x>\n : # y .\n <z>\n@prefix\n b: <c> .\n");
    }

    #[test]
    fn a_text_with_many_directives_is_not_cut_any_more() {
        let text = "@prefix : <http://example.org/> .\n".repeat(3000);
        let (cuts, prelude) = cuts(&text, 1000);
        assert!(cuts.last().expect("some") < &text.len() && prelude.len() <= MAX_PRELUDE);
    }
}
