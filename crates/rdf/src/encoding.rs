//! The first bytes of a file in, its character encoding out.
//!
//! The order is that of XML 1.0 appendix F: a byte-order mark, then the pattern of zero bytes
//! that UTF-16 leaves in ASCII text, then the XML declaration. Everything else is UTF-8.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How many bytes [`detect`] wants to see; an XML declaration fits by far.
pub(crate) const HEAD: usize = 1024;

/// What the first bytes say.
#[derive(Debug)]
pub(crate) struct Detected {
    pub(crate) encoding: &'static Encoding,
    /// Bytes of the byte-order mark, which is not part of the text.
    pub(crate) mark_len: usize,
    /// What a user may want to know about the choice.
    pub(crate) note: Option<String>,
}

/// Finds the encoding; the error is a message about the first line of the file.
pub(crate) fn detect(head: &[u8]) -> Result<Detected, String> {
    let certain = |encoding, mark_len| Detected {
        encoding,
        mark_len,
        note: (encoding != UTF_8).then(|| format!("read as {}", encoding.name())),
    };
    Ok(match head {
        [0xef, 0xbb, 0xbf, ..] => certain(UTF_8, 3),
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
            return Err("the file is UTF-32; convert it to UTF-8".to_owned());
        }
        [0xff, 0xfe, ..] => certain(UTF_16LE, 2),
        [0xfe, 0xff, ..] => certain(UTF_16BE, 2),
        // Every format we read starts with an ASCII character.
        [first, 0, ..] if first.is_ascii() && *first != 0 => certain(UTF_16LE, 0),
        [0, second, ..] if second.is_ascii() && *second != 0 => certain(UTF_16BE, 0),
        _ => match declared_label(head) {
            None => certain(UTF_8, 0),
            Some(label) => declared(label)?,
        },
    })
}

/// The encoding that an XML declaration asks for.
fn declared(label: &[u8]) -> Result<Detected, String> {
    let name = String::from_utf8_lossy(label);
    let encoding = Encoding::for_label(label)
        .ok_or_else(|| format!("unknown encoding '{name}' in the XML declaration"))?;
    if encoding == UTF_16LE || encoding == UTF_16BE {
        // We could read the declaration byte by byte, so it is wrong about itself.
        return Ok(Detected {
            encoding: UTF_8,
            mark_len: 0,
            note: Some(format!("declared as {name}, but read as UTF-8")),
        });
    }
    let own_name = encoding.name();
    let note = if encoding == UTF_8 {
        None
    } else if own_name.eq_ignore_ascii_case(&name) {
        Some(format!("read as {own_name}"))
    } else {
        // By the rules of the web, ISO-8859-1 and ASCII are read as their superset windows-1252.
        Some(format!("read as {name} (decoded as {own_name})"))
    };
    Ok(Detected { encoding, mark_len: 0, note })
}

/// The value of `encoding` in `<?xml version="1.0" encoding="…"?>`, in either quote.
fn declared_label(head: &[u8]) -> Option<&[u8]> {
    let head = head.trim_ascii_start();
    let declaration = head.strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|pair| pair == b"?>")?;
    let declaration = &declaration[..end];
    let key = b"encoding";
    let start = declaration.windows(key.len()).position(|window| window == key)?;
    let value =
        declaration[start + key.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, value) = value.split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let end = value.iter().position(|byte| byte == quote)?;
    Some(&value[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_tell_the_encoding() {
        for (head, expect, mark_len) in [
            (&b"\xef\xbb\xbf<a/>"[..], "UTF-8", 3),
            (b"\xff\xfe<\0", "UTF-16LE", 2),
            (b"\xfe\xff\0<", "UTF-16BE", 2),
            (b"<\0?\0", "UTF-16LE", 0),
            (b"\0<\0?", "UTF-16BE", 0),
            (b"@\0p\0", "UTF-16LE", 0),
            (b"<?xml version='1.0' encoding='ISO-8859-1'?>", "windows-1252", 0),
            (b"<?xml version=\"1.0\" encoding = \"iso-8859-2\" ?>", "ISO-8859-2", 0),
            (b"<?xml version=\"1.0\" encoding=\"utf-8\"?>", "UTF-8", 0),
            (b"<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "UTF-8", 0),
            (b"<?xml version=\"1.0\"?><a encoding='latin1'/>", "UTF-8", 0),
            (b"", "UTF-8", 0),
            (b"<", "UTF-8", 0),
        ] {
            let detected = detect(head).expect("a known encoding");
            assert_eq!((detected.encoding.name(), detected.mark_len), (expect, mark_len));
        }
        assert!(detect(b"<?xml version='1.0' encoding='klingon'?>").is_err());
        assert!(detect(b"\xff\xfe\0\0").is_err());
    }
}
