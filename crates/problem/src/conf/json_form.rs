//! The JSON form of a configuration: a tree in, items out.
//!
//! An object with a `type` is a bean; references start with `#`; everything else on the first
//! level is a directive. Strings are not percent-encoded here, JSON has escapes of its own.

use super::item::{Content, Entry, Item, Value};
use crate::error::Error;
use crate::json::{self, Member};
use crate::place::{Place, Places};

/// Whether an object is a configuration, judged by its first two levels.
pub(super) fn looks_like(members: &[Member]) -> bool {
    members.iter().any(|member| match &member.node.value {
        json::Value::Object(inner) => inner.iter().any(|member| member.key == "type"),
        _ => member.key == "prefixes",
    })
}

/// Reads all items of a text.
pub(super) fn items(text: &str) -> Result<Vec<Item>, Error> {
    let root = json::parse(text)?;
    let json::Value::Object(members) = root.value else {
        let place = Place::of(text, root.offset);
        return Err(Error::value(place, "expected an object of settings"));
    };
    let mut places = Places::of(text);
    let mut items = Vec::new();
    for member in members {
        match member.node.value {
            json::Value::Object(inner) if inner.iter().any(|member| member.key == "type") => {
                for property in inner {
                    if !property.key.eq_ignore_ascii_case("comment") {
                        items.push(item(&mut places, &member.key, Some(&property.key), &property));
                    }
                }
            }
            value => {
                let directive = Member {
                    key: member.key,
                    offset: member.offset,
                    node: json::Node { offset: member.node.offset, value },
                };
                items.push(item(&mut places, &directive.key, None, &directive));
            }
        }
    }
    Ok(items)
}

fn item(places: &mut Places<'_>, bean: &str, property: Option<&str>, member: &Member) -> Item {
    let place = places.at(member.offset);
    let node = &member.node;
    let value = Value { place: places.at(node.offset), content: content(&node.value) };
    let (bean, property) = (bean.to_owned(), property.map(str::to_owned));
    Item { place, entry: Entry::Setting { bean, property, value } }
}

fn content(value: &json::Value) -> Content {
    match value {
        json::Value::Bool(truth) => Content::Bool(*truth),
        json::Value::Number(written) => Content::Number(written.clone()),
        json::Value::Text(text) => match text.strip_prefix('#') {
            Some(bean) => Content::Reference(bean.to_owned()),
            None => Content::Text(text.clone()),
        },
        json::Value::Array(nodes) => {
            elements(nodes).unwrap_or(Content::Foreign("a list of mixed values"))
        }
        json::Value::Object(members) => {
            let pairs = members.iter().map(|m| Some((m.key.clone(), scalar(&m.node.value)?)));
            pairs.collect::<Option<_>>().map_or(Content::Foreign("an object"), Content::Pairs)
        }
        json::Value::Null => Content::Foreign("null"),
    }
}

/// A set of strings, a set of references, or pairs.
fn elements(nodes: &[json::Node]) -> Option<Content> {
    let pair = |node: &json::Node| match &node.value {
        json::Value::Array(pair) => match pair.as_slice() {
            [left, right] => Some((scalar(&left.value)?, scalar(&right.value)?)),
            _ => None,
        },
        _ => None,
    };
    if !nodes.is_empty()
        && let Some(pairs) = nodes.iter().map(pair).collect()
    {
        return Some(Content::Pairs(pairs));
    }
    let text = |node: &json::Node| match &node.value {
        json::Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    let texts: Vec<String> = nodes.iter().map(text).collect::<Option<_>>()?;
    // The first element decides, and `#` alone is an empty set of references.
    Some(if texts.first().is_some_and(|first| first.starts_with('#')) {
        let names = texts.iter().map(|text| text.strip_prefix('#').unwrap_or(text));
        Content::References(names.filter(|name| !name.is_empty()).map(str::to_owned).collect())
    } else {
        Content::Set(texts)
    })
}

fn scalar(value: &json::Value) -> Option<String> {
    match value {
        json::Value::Text(text) => Some(text.clone()),
        json::Value::Number(written) => Some(written.clone()),
        json::Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn values_become_those_of_the_other_notation() {
        for (json, expect) in [
            ("true", Content::Bool(true)),
            ("-1.5", Content::Number("-1.5".to_owned())),
            ("\"a%20b\"", Content::Text("a%20b".to_owned())),
            ("\"#ks\"", Content::Reference("ks".to_owned())),
            ("[\"#a\", \"b\", \"#\"]", Content::References(strings(&["a", "b"]))),
            ("[\"a\", \"#b\"]", Content::Set(strings(&["a", "#b"]))),
            ("[]", Content::Set(Vec::new())),
            ("[[\"a\", 1.0]]", Content::Pairs(vec![("a".to_owned(), "1.0".to_owned())])),
            ("{\"a\": \"b\"}", Content::Pairs(vec![("a".to_owned(), "b".to_owned())])),
            ("null", Content::Foreign("null")),
            ("[1, [2]]", Content::Foreign("a list of mixed values")),
        ] {
            let node = json::parse(json).expect(json);
            assert_eq!(content(&node.value), expect, "{json}");
        }
    }

    #[test]
    fn beans_have_a_type_and_directives_have_not() {
        let text = "{\"prefixes\": {\"ex\": \"http://e#\"},\n\
                    \"lp\": {\"type\": \"clp\", \"comment\": \"x\",\n \"equivalence\": true}}";
        let items = items(text).expect("items");
        let shown: Vec<_> = items
            .iter()
            .map(|item| match &item.entry {
                Entry::Setting { bean, property, .. } => {
                    (item.place.line, bean.as_str(), property.as_deref().unwrap_or("-"))
                }
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(shown, [(1, "prefixes", "-"), (2, "lp", "type"), (3, "lp", "equivalence")]);
    }
}
