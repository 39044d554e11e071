//! Declared entities in, their final text out, within bounds.

use std::collections::BTreeMap;

use crate::error::Failure;

/// What one entity may expand to.
const MAX_ENTITY: usize = 64 << 10;
/// What all entities together may expand to.
const MAX_ENTITIES: usize = 1 << 20;
/// How deep entities may refer to each other.
const MAX_DEPTH: usize = 32;

/// An internal general entity as the file declares it.
pub(crate) struct Declared {
    pub(crate) name: String,
    /// The replacement text: character references are expanded, entities are not (XML 1.0, 4.5).
    pub(crate) value: String,
    pub(crate) position: (u64, u64),
}

/// Replaces character references, and entity references where `entity` returns `true`.
pub(crate) fn expand_references<E>(
    raw: &str,
    out: &mut String,
    mut entity: impl FnMut(&str, &mut String) -> Result<bool, E>,
) -> Result<(), E> {
    let mut rest = raw;
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let Some(end) = rest.find(';') else { break };
        let name = &rest[1..end];
        if let Some(c) = character(name) {
            out.push(c);
        } else if !entity(name, out)? {
            // Not ours to judge: a lone `&` of an expanded `&#38;` is text.
            out.push('&');
            rest = &rest[1..];
            continue;
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    Ok(())
}

/// The character of `#60` or `#x3C`.
fn character(reference: &str) -> Option<char> {
    let digits = reference.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    code.ok().filter(|code| *code != 0).and_then(char::from_u32)
}

pub(crate) fn predefined(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

/// Expands entities that refer to each other, each once.
pub(crate) struct Expansion<'d> {
    /// The first declaration of a name binds (XML 1.0, 4.2).
    declared: BTreeMap<&'d str, &'d Declared>,
    done: BTreeMap<String, String>,
    total: usize,
}

impl<'d> Expansion<'d> {
    pub(crate) fn of(declared: &'d [Declared]) -> Result<BTreeMap<String, String>, Failure> {
        let mut by_name = BTreeMap::new();
        for entity in declared {
            by_name.entry(entity.name.as_str()).or_insert(entity);
        }
        let mut expansion = Self { declared: by_name, done: BTreeMap::new(), total: 0 };
        for entity in declared {
            expansion.expand(entity, 0)?;
        }
        Ok(expansion.done)
    }

    fn expand(&mut self, entity: &'d Declared, depth: usize) -> Result<(), Failure> {
        if self.done.contains_key(&entity.name) || predefined(&entity.name).is_some() {
            return Ok(());
        }
        let fail = |what: &str| {
            let message = format!("the entity &{}; {what}", entity.name);
            Err(Failure::limit(entity.position, message))
        };
        if depth >= MAX_DEPTH {
            return fail("refers to itself or to too long a chain of entities");
        }
        let mut value = String::new();
        expand_references(&entity.value, &mut value, |name, out| {
            if let Some(c) = predefined(name) {
                out.push(c);
                return Ok(true);
            }
            let Some(other) = self.declared.get(name).copied() else {
                return Ok(false);
            };
            self.expand(other, depth + 1)?;
            out.push_str(&self.done[name]);
            if out.len() > MAX_ENTITY {
                return fail("expands to more than 64 KiB").map(|()| true);
            }
            Ok(true)
        })?;
        self.total += value.len();
        if value.len() > MAX_ENTITY || self.total > MAX_ENTITIES {
            return fail("makes the entities expand to too much text");
        }
        self.done.insert(entity.name.clone(), value);
        Ok(())
    }
}
