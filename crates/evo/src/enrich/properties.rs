//! Domains and ranges that all individuals show and no axiom states.

use evolearner_dl::{ClassId, Id, IndividualId, ObjectPropertyId, Role};
use evolearner_report::enrich::PropertySuggestion;
use evolearner_syntax::NameKind;

use crate::knowledge_base::KnowledgeBase;

/// The fewest subjects or objects that show a domain or a range.
const MIN_INDIVIDUALS: usize = 5;

/// Suggestions for the object properties.
pub(super) fn suggest(kb: &KnowledgeBase) -> Vec<PropertySuggestion> {
    let graph = kb.graph();
    let symbols = &graph.symbols;
    let vocabulary = kb.vocabulary();
    let mut found = Vec::new();
    for property in (0..symbols.object_properties.len()).map(ObjectPropertyId::new) {
        let forward = Role::forward(property);
        for (side, role) in [("domain", forward), ("range", forward.inverted())] {
            // Who has an edge read this way; a domain is the range of the inverse.
            if kb.definitions().has_range(role.inverted()) {
                continue;
            }
            let sources = graph.edges(property).rows(role).sources();
            if sources.len() < MIN_INDIVIDUALS {
                continue;
            }
            let Some(class) = smallest(kb, sources) else { continue };
            let iri = symbols.object_properties.get(property);
            let axiom = if side == "domain" { "Domain" } else { "Range" };
            found.push(PropertySuggestion {
                property: iri.to_owned(),
                name: vocabulary.spell(NameKind::ObjectProperty, property.index()),
                side: side.to_owned(),
                class: vocabulary.spell(NameKind::Class, class.index()),
                shown_by: sources.len(),
                axiom: format!("ObjectProperty{axiom}(<{iri}> <{}>)", symbols.classes.get(class)),
            });
        }
    }
    found
}

/// The class with the fewest instances that all of some individuals belong to, unless it has all
/// individuals.
fn smallest(kb: &KnowledgeBase, individuals: &[u32]) -> Option<ClassId> {
    let graph = kb.graph();
    let classes = graph.symbols.classes.iter().map(|(class, _)| class);
    let all = classes.filter(|&class| {
        let members = graph.instances(class);
        members.len() >= individuals.len()
            && members.len() < graph.n_individuals()
            && individuals.iter().all(|&one| members.contains(IndividualId(one)))
    });
    all.min_by_key(|&class| graph.instances(class).len())
}
