//! DL-Learner's configurations: text in, statements out.
//!
//! [`notation`] and [`json_form`] read the two notations into items, [`decode`] takes prefixes out
//! of their strings, [`component`] and [`keys`] know DL-Learner's vocabulary, and [`wiring`]
//! follows the references between the beans and makes statements of them.

mod item;
mod notation;
mod json_form;
mod decode;
mod component;
mod keys;
mod wiring;

use self::decode::Prefixes;
use self::item::{Content, Entry, Item};
use crate::error::Error;
use crate::json::Member;
use crate::statement::Parsed;

/// Whether a JSON object is a configuration, judged by its first two levels.
pub(crate) fn looks_like(members: &[Member]) -> bool {
    json_form::looks_like(members)
}

/// Reads all problems of a text.
pub(crate) fn parse(text: &str) -> Result<Parsed, Error> {
    let mut items = if text.trim_start().starts_with('{') {
        json_form::items(text)?
    } else {
        notation::items(text)?
    };
    let prefixes = prefixes(&items)?;
    for item in &mut items {
        prefixes.expand_item(item);
    }
    wiring::parsed(items)
}

/// The directive may stand anywhere, and counts for the whole text.
fn prefixes(items: &[Item]) -> Result<Prefixes, Error> {
    let mut prefixes = Prefixes::default();
    for item in items {
        let Entry::Setting { bean, property: None, value } = &item.entry else { continue };
        if bean != "prefixes" {
            continue;
        }
        match &value.content {
            Content::Pairs(pairs) => {
                for (prefix, iri) in pairs {
                    prefixes.add(prefix, iri);
                }
            }
            Content::Set(names) if names.is_empty() => {}
            _ => return Err(value.wrong("pairs such as `[ (\"ex\", \"http://example.com#\") ]`")),
        }
    }
    Ok(prefixes)
}
