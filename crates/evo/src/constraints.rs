//! What options demand of names and shapes, in terms of a knowledge base.

use std::sync::Arc;

use evolearner_dl::{Choice, Comparison, Constructor};
use evolearner_search::{BadOption, NameList, Named, Names, Options, Priced, SpaceOptions};
use evolearner_syntax::{Vocabulary, sketch};

use crate::knowledge_base::KnowledgeBase;
use crate::task::{below, not_called};

/// The most names that must be used: a concept that has them all is at least as long.
const MAX_USED: usize = 32;

/// The names of a task with what the options demand beside it.
pub(crate) fn constrained(
    kb: &KnowledgeBase,
    options: &Options,
    mut names: Names,
) -> Result<Names, BadOption> {
    let vocabulary = kb.vocabulary();
    let space = SpaceOptions::read(options);
    for name in &space.never_use.0 {
        for named in find(&vocabulary, "never-use", name)? {
            match named {
                Named::Class(class) => names.ignored_classes.extend(below(kb.graph(), class)),
                Named::ObjectProperty(role) => names.ignored_object_properties.push(role),
                Named::DataProperty(data) => names.ignored_data_properties.push(data),
            }
        }
    }
    for entry in &space.one_sided.0 {
        let refused = |reason: &str| BadOption::new("one-sided", entry, reason);
        let (name, side) = entry.rsplit_once('=').unwrap_or((entry, ""));
        let side = match side.trim() {
            "upper" => Comparison::AtMost,
            "lower" => Comparison::AtLeast,
            _ => return Err(refused("a data property with =upper or =lower, such as logP=upper")),
        };
        let property =
            vocabulary.data_property(name).map_err(|error| refused(&error.to_string()))?;
        names.one_sided.push((property, side));
    }
    let list = |name: &str| {
        if options.has(name) { options.get::<NameList>(name).0 } else { Vec::new() }
    };
    let must_use = list("must-use");
    if must_use.len() > MAX_USED {
        let reason = format!("at most {MAX_USED} names");
        return Err(BadOption::new("must-use", format!("{} names", must_use.len()), reason));
    }
    for name in must_use {
        names.must_use.push(find(&vocabulary, "must-use", &name)?);
    }
    for entry in list("prices") {
        names.prices.extend(priced(&vocabulary, &entry)?);
    }
    if options.has("sketch")
        && let Some(text) = options.get::<Option<String>>("sketch")
    {
        let refused = |reason: String| BadOption::new("sketch", &text, reason);
        if names.start_class.is_some() {
            let reason = "the problem has a start class, which stands in front of every concept";
            return Err(refused(reason.to_owned()));
        }
        let sketch =
            sketch::parse(&text, &vocabulary).map_err(|error| refused(error.to_string()))?;
        names.sketch = Some(Arc::new(sketch));
    }
    Ok(names)
}

/// Everything of that name; an error where there is nothing.
fn find(vocabulary: &Vocabulary<'_>, option: &str, name: &str) -> Result<Vec<Named>, BadOption> {
    let class = vocabulary.class(name);
    let role = vocabulary.object_property(name);
    let data = vocabulary.data_property(name);
    if let (Err(class), Err(role), Err(data)) = (&class, &role, &data) {
        return Err(BadOption::new(option, name, not_called(name, [class, role, data])));
    }
    let class = class.into_iter().map(Named::Class);
    let role = role.into_iter().map(Named::ObjectProperty);
    Ok(class.chain(role).chain(data.into_iter().map(Named::DataProperty)).collect())
}

/// What `name=2` gives a price.
fn priced(vocabulary: &Vocabulary<'_>, entry: &str) -> Result<Vec<(Priced, u32)>, BadOption> {
    let refused = |reason: &str| BadOption::new("prices", entry, reason);
    let parts = entry.rsplit_once('=').map(|(name, price)| (name.trim(), price.trim().parse()));
    let Some((name, Ok(price @ 0..=1000))) = parts else {
        return Err(refused("a name or constructor with a price from 0 to 1000, such as Ring=0"));
    };
    if let Some(constructor) = Constructor::from_word(name) {
        if price == 0 {
            return Err(refused("a constructor costs at least 1"));
        }
        return Ok(vec![(Priced::Constructor(constructor), price)]);
    }
    let found = find(vocabulary, "prices", name)?;
    Ok(found.into_iter().map(|named| (Priced::Name(named), price)).collect())
}
