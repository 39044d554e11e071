//! From triples to an ontology: the OWL 2 Mapping to RDF Graphs, read from right to left and accepting
//! more than it allows.
//!
//! In: a [`Store`]. Out: an [`Ontology`]. First the kinds of all terms are found, then ids are
//! given in the order of names, then axioms and assertions are written with those ids.

mod structure;
mod kinds;
mod ids;
mod expression;
mod axioms;
mod assertions;
mod labels;

use evolearner_dl::{Budget, Stopped};

use crate::notice::Notices;
use crate::ontology::{Ontology, Statistics};
use crate::store::Store;
use ids::Ids;
use kinds::{Flags, Kinds};
use structure::Structure;

/// Everything that the parts of the mapping look at.
struct Mapping<'s> {
    structure: Structure<'s>,
    kinds: Kinds,
    ids: Ids,
}

/// Reads the ontology out of the triples. Every step is linear in the triples, but for
/// expressions, whose size is bounded; so the budget is looked at between steps and where one repeats.
pub(crate) fn map(
    mut store: Store,
    mut notices: Notices,
    budget: &Budget,
) -> Result<Ontology, Stopped> {
    Structure::prepare(&mut store);
    let structure = Structure::new(&store);
    budget.check()?;
    let kinds = Kinds::find(&structure, &mut notices, budget)?;
    let (ids, mut symbols) = Ids::assign(&store, &kinds, budget.threads);
    let annotation_data_properties = kinds
        .terms(Flags::ANNOTATION_DATA)
        .into_iter()
        .filter(|&term| ids.data_property(term).is_some())
        .count();
    let mapping = Mapping { structure, kinds, ids };
    budget.check()?;
    let (mut axioms, annotations) = mapping.axioms(&mut notices);
    budget.check()?;
    // In the order of their content, so that the order of the files cannot matter later on.
    axioms.sort_unstable();
    axioms.dedup();
    symbols.labels = mapping.labels();
    symbols.synonyms = mapping.synonyms(&symbols.labels);
    let statistics = Statistics {
        triples: store.n_triples,
        declarations: mapping.kinds.n_declarations,
        annotations,
        annotation_data_properties,
    };
    let Mapping { kinds, ids, .. } = mapping;
    symbols.prefixes = std::mem::take(&mut store.prefixes);
    symbols.prefixes.sort();
    symbols.prefixes.dedup_by(|later, earlier| later.0 == earlier.0);
    let (assertions, literals, terms) =
        assertions::assertions(store, &kinds, &ids, &axioms, &mut notices, budget)?;
    drop(kinds);
    symbols.individuals = ids.individual_names(terms, budget.threads);
    let notices = notices.finish();
    Ok(Ontology { symbols, literals, axioms, assertions, notices, statistics, inputs: Vec::new() })
}
