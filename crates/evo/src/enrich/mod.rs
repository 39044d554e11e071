//! Suggestions for a whole ontology: what defines each class, what stands above it, and who seems to
//! be in the wrong one.
//!
//! For each class with enough instances a learner tells them apart from the others of the class above.
//! The class itself, what is below it, what means the same and what is defined by it are left out, so
//! that no suggestion is circular. All figures are counted on all individuals, whatever sample was
//! learned from.

mod axiom;
mod candidates;
mod properties;
mod scope;

use std::collections::BTreeMap;
use std::time::Instant;

use evolearner_dl::{ClassId, Concept, Forall, Id};
use evolearner_evaluate::{Confusion, Examples};
use evolearner_graph::codec::Fields;
use evolearner_report::enrich::{
    EnrichReport, EnrichedClass, SkippedClass, SuggestedAxiom, Suspect,
};
use evolearner_report::model::VERSION;
use evolearner_retrieve::BitSet;
use evolearner_search::{BadOption, Layer, Row, SpaceOptions};

use self::candidates::{Candidates, Rated};
use self::scope::Scope;
use crate::knowledge_base::KnowledgeBase;
use crate::learner::Learner;
use crate::names::individual_name;
use crate::parallel::each;

/// How much is looked for.
#[derive(Clone, Debug)]
pub struct EnrichSettings {
    /// The classes; all where there are none.
    pub classes: Vec<ClassId>,
    /// The fewest instances of a class that suggestions are made for.
    pub min_instances: usize,
    /// The most individuals that are learned from, of each side.
    pub max_examples: usize,
    /// The most definitions, and the most superclasses, of a class.
    pub max_suggestions: usize,
    /// The least F1 of a definition that is suggested.
    pub min_quality: f64,
    /// Classes at the same time; no result depends on it.
    pub n_threads: usize,
}

impl Default for EnrichSettings {
    fn default() -> Self {
        Self {
            classes: Vec::new(),
            min_instances: 5,
            max_examples: 500,
            max_suggestions: 3,
            min_quality: 0.5,
            n_threads: 1,
        }
    }
}

/// Options that differ where a search is made for each class.
const OPTIONS: [(&str, &str); 3] = [("quality", "f1"), ("work", "60"), ("timeout", "5s")];

impl EnrichSettings {
    /// The learner with the options of a search for each class; what the caller set stays.
    pub fn adapt(mut learner: Learner) -> Result<Learner, BadOption> {
        for (name, text) in OPTIONS {
            let options = learner.options();
            if options.has(name) && options.layer(name) <= Layer::Preset {
                learner.set_text(name, text, Layer::Problem)?;
            }
        }
        Ok(learner)
    }

    /// What decides the suggestions, as one line.
    pub fn fingerprint(&self, kb: &KnowledgeBase, learner: &Learner) -> String {
        let mut fields = Fields::new();
        fields.field("graph", kb.graph().origin.digest()).field("learner", learner.fingerprint());
        fields.field("instances", self.min_instances).field("examples", self.max_examples);
        fields.field("suggestions", self.max_suggestions).field("quality", self.min_quality);
        fields.word()
    }
}

/// F1 of a definition from which on the individuals that speak against it are suspects.
const SUSPECT_FROM: f64 = 0.7;
/// The greatest share of individuals that are suspects; where more speak against a definition, it is the
/// definition that is wrong.
const MAX_SUSPECT: f64 = 0.1;
/// Definitions within so much of the best one have a say on who is suspect.
const CLOSE: f64 = 0.02;
/// The fewest instances of which a third is held back to see what to expect.
const MIN_HELD_BACK: usize = 12;

/// What became of a class.
enum Looked {
    At(Box<EnrichedClass>),
    Not(SkippedClass),
}

/// Suggestions for the classes and properties of a knowledge base. What is `known` from an earlier run,
/// by IRI, is taken over; `done` sees each class when it is through.
pub fn enrich(
    kb: &KnowledgeBase,
    learner: &Learner,
    settings: &EnrichSettings,
    known: &BTreeMap<String, EnrichedClass>,
    mut done: impl FnMut(usize, usize, Option<&EnrichedClass>) + Send,
) -> Result<EnrichReport, BadOption> {
    let started = Instant::now();
    learner.check()?;
    let symbols = &kb.graph().symbols;
    let mut classes: Vec<ClassId> = settings.classes.clone();
    if classes.is_empty() {
        classes = (0..symbols.classes.len()).map(ClassId::new).collect();
    }
    classes.sort_unstable();
    classes.dedup();
    let learner = learner.clone().with_threads(1);
    let mut results: Vec<Option<Result<Looked, BadOption>>> = Vec::new();
    results.resize_with(classes.len(), || None);
    let (n, mut n_done) = (classes.len(), 0);
    let work = |at: usize| {
        let iri = symbols.classes.get(classes[at]);
        if let Some(known) = known.get(iri) {
            return Some(Ok(Looked::At(Box::new(known.clone()))));
        }
        if learner.cancel_token().is_cancelled() {
            return None;
        }
        let result = look_at(kb, &learner, settings, classes[at]);
        // A run that was cut short is not what it would have been.
        (!learner.cancel_token().is_cancelled()).then_some(result)
    };
    each(settings.n_threads, n, work, |at, result| {
        n_done += 1;
        let class = match &result {
            Some(Ok(Looked::At(class))) => Some(&**class),
            _ => None,
        };
        done(n_done, n, class);
        results[at] = result;
    });
    let complete = results.iter().all(Option::is_some);
    let (mut enriched, mut skipped) = (Vec::new(), Vec::new());
    for result in results.into_iter().flatten() {
        match result? {
            Looked::At(class) => enriched.push(*class),
            Looked::Not(class) => skipped.push(class),
        }
    }
    Ok(EnrichReport {
        version: VERSION,
        classes: enriched,
        skipped,
        properties: if settings.classes.is_empty() { properties::suggest(kb) } else { Vec::new() },
        learner: learner.id().to_owned(),
        complete,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn look_at(
    kb: &KnowledgeBase,
    learner: &Learner,
    settings: &EnrichSettings,
    class: ClassId,
) -> Result<Looked, BadOption> {
    let symbols = &kb.graph().symbols;
    let iri = symbols.classes.get(class).to_owned();
    let scope = match Scope::of(kb, class, settings) {
        Ok(scope) => scope,
        Err(reason) => return Ok(Looked::Not(SkippedClass { iri, reason })),
    };
    let forall = SpaceOptions::read(learner.options()).forall;
    let task = scope.task(kb, &scope.examples);
    let learned = learner.learn(kb, &task, &mut ())?;
    let candidates = Candidates::of(kb, &scope, &learned, forall);
    let expected = expected(kb, learner, &scope, forall)?;
    let (definitions, n_known) = candidates.definitions(settings);
    let superclasses = candidates.superclasses(settings);
    let suspects = suspects(kb, &scope, &definitions);
    let suggestion = |rated: &Rated, expected: Option<f64>, is_definition: bool| {
        axiom::suggestion(kb, class, rated, expected, is_definition)
    };
    let equivalent: Vec<SuggestedAxiom> = definitions
        .iter()
        .enumerate()
        .map(|(place, rated)| suggestion(rated, expected.filter(|_| place == 0), true))
        .collect();
    let enriched = EnrichedClass {
        name: scope.name.clone(),
        iri,
        instances: scope.instances.len(),
        within: scope.within.clone(),
        others: scope.others.len(),
        equivalent,
        superclasses: superclasses.iter().map(|rated| suggestion(rated, None, false)).collect(),
        n_suspects: suspects.len(),
        suspects: suspects.into_iter().take(EnrichedClass::MAX_SUSPECTS).collect(),
        known: n_known,
    };
    Ok(Looked::At(Box::new(enriched)))
}

/// F1 on a third of the examples of what is learned from the others.
fn expected(
    kb: &KnowledgeBase,
    learner: &Learner,
    scope: &Scope,
    forall: Forall,
) -> Result<Option<f64>, BadOption> {
    let (positives, negatives) = (scope.examples.positives(), scope.examples.negatives());
    if positives.len() < MIN_HELD_BACK || negatives.len() < MIN_HELD_BACK {
        return Ok(None);
    }
    let part = |all: &[evolearner_dl::IndividualId], is_held_back: bool| {
        let chosen = all.iter().enumerate().filter(|(at, _)| (at % 3 == 2) == is_held_back);
        chosen.map(|(_, &individual)| individual).collect::<Vec<_>>()
    };
    let Ok((learned_from, _)) = Examples::new(&part(positives, false), &part(negatives, false))
    else {
        return Ok(None);
    };
    let task = scope.task(kb, &learned_from);
    let learned = learner.for_repetition()?.learn(kb, &task, &mut ())?;
    let bits = |row: &Row| {
        let Confusion { fp, fn_, .. } = learned.confusion(row);
        scope.description_length((fp + fn_) as usize, row.concept.length())
    };
    let rows = learned.found.front.rows().chain([&learned.found.answer]);
    let best = rows.min_by(|a, b| bits(a).total_cmp(&bits(b)));
    let Some(Row { concept, .. }) = best else { return Ok(None) };
    let covered = |of: &[evolearner_dl::IndividualId]| {
        let found = kb.contains(concept, of, forall);
        found.into_iter().filter(|&is_covered| is_covered).count()
    };
    let (positives, negatives) = (part(positives, true), part(negatives, true));
    let (tp, fp) = (covered(&positives), covered(&negatives));
    Ok(Some(f1(tp, fp, positives.len())))
}

/// The harmonic mean of precision and recall.
fn f1(covered: usize, others_covered: usize, n_instances: usize) -> f64 {
    2.0 * covered as f64 / (covered + others_covered + n_instances).max(1) as f64
}

/// The individuals that speak against the best definition, those that speak against most others first.
fn suspects(kb: &KnowledgeBase, scope: &Scope, definitions: &[Rated]) -> Vec<Suspect> {
    let Some(best) = definitions.first().filter(|best| best.f1() >= SUSPECT_FROM) else {
        return Vec::new();
    };
    let close: Vec<&Rated> =
        definitions.iter().filter(|other| other.f1() >= best.f1() - CLOSE).collect();
    let vocabulary = kb.vocabulary();
    let mut found = Vec::new();
    for (individuals, is_instance) in [(&scope.others, false), (&scope.instances, true)] {
        for &individual in individuals {
            let speaks_against = |members: &BitSet| members.contains(individual) != is_instance;
            if speaks_against(&best.members) {
                let n = close.iter().filter(|other| speaks_against(&other.members)).count();
                found.push(Suspect {
                    individual: individual_name(individual, &vocabulary),
                    is_instance,
                    agreement: n as f64 / close.len() as f64,
                });
            }
        }
    }
    let n_individuals = scope.instances.len() + scope.others.len();
    if found.len() as f64 > MAX_SUSPECT * n_individuals as f64 {
        return Vec::new();
    }
    found.sort_by(|a, b| b.agreement.total_cmp(&a.agreement));
    found
}

/// Whether a concept says nothing.
fn is_trivial(concept: &Concept) -> bool {
    concept.nodes().iter().all(|node| node.role().is_none() && !is_name(node))
}

fn is_name(node: &evolearner_dl::Node) -> bool {
    use evolearner_dl::Node;
    matches!(node, Node::Class(_) | Node::Data(_) | Node::OneOf(_))
}
