//! IRI lists: text in, names out; one name a line, as SML-Bench writes `pos.txt` and `neg.txt`.

use crate::error::{Error, quoted};
use crate::place::Place;

/// Reads a list of names, one a line.
///
/// Blank lines and lines that start with `#`, indented or not, are left out, and so are a byte
/// order mark, blanks around a name, and angle brackets around it. Within angle brackets a name may
/// hold blanks; bare it may not, as two names in one line are more likely than one with a blank.
pub fn parse_list(text: &str) -> Result<Vec<String>, Error> {
    Ok(parse_list_lines(text)?.into_iter().map(|(_, name)| name).collect())
}

/// Reads a list of names as [`parse_list`] does, each with the number of its line, from one.
pub fn parse_list_lines(text: &str) -> Result<Vec<(usize, String)>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut names = Vec::new();
    for (line_idx, line) in text.lines().enumerate() {
        let written = line.trim();
        if written.is_empty() || written.starts_with('#') {
            continue;
        }
        let column = line.chars().take_while(|character| character.is_whitespace()).count() + 1;
        let place = Place { line: line_idx + 1, column };
        names.push((place.line, parse_name(written, place)?.to_owned()));
    }
    Ok(names)
}

fn parse_name(written: &str, place: Place) -> Result<&str, Error> {
    if let Some(rest) = written.strip_prefix('<') {
        return match rest.split_once('>') {
            Some(("", _)) => Err(Error::syntax(place, "expected a name between `<` and `>`")),
            Some((name, "")) => Ok(name),
            Some((_, after)) => Err(Error::syntax(
                place,
                format!("expected the end of the line after `>`, found {}", quoted(after)),
            )),
            None => {
                Err(Error::syntax(place, format!("expected `>` at the end of {}", quoted(rest))))
            }
        };
    }
    if written.contains(char::is_whitespace) {
        let message = format!(
            "expected one name a line, found {}; a name with blanks goes between `<` and `>`",
            quoted(written)
        );
        return Err(Error::syntax(place, message));
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        assert_eq!(parse_list(text).expect("a list"), expect, "{text:?}");
    }

    #[test]
    fn names_stand_one_a_line() {
        check("", &[]);
        check("http://x#a\nhttp://x#b", &["http://x#a", "http://x#b"]);
        check("\u{feff}a\r\n\r\n  b\t\r\n", &["a", "b"]);
        check("# c\n<http://x#a>\n\n#\n<a b>\n", &["http://x#a", "a b"]);
        check("a\na\n", &["a", "a"]);
        check("d23_2\nhttp://x/%C3%A4\nä#b", &["d23_2", "http://x/%C3%A4", "ä#b"]);
    }

    #[test]
    fn an_indented_comment_is_a_comment() {
        check("a\n  # parents\n\t#\nb", &["a", "b"]);
    }

    #[test]
    fn names_have_their_lines() {
        let lines = parse_list_lines("# c\na\n\nb").expect("a list");
        assert_eq!(lines, [(2, "a".to_owned()), (4, "b".to_owned())]);
    }

    #[test]
    fn anything_else_is_refused_with_its_place() {
        for (text, expect) in [
            ("a\n b c", "line 2, column 2: expected one name a line, found `b c`"),
            ("<a", "line 1, column 1: expected `>` at the end of `a`"),
            ("<a> .", "line 1, column 1: expected the end of the line after `>`, found ` .`"),
            ("a\n\n<>", "line 3, column 1: expected a name between `<` and `>`"),
        ] {
            let error = parse_list(text).expect_err(text).to_string();
            assert!(error.starts_with(expect), "{error}");
        }
    }
}
