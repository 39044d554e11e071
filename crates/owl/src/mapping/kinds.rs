//! Who is a class, a property, an individual: from declarations and, where they are missing, from
//! use. Most benchmark files declare only a part of what they use, and plain RDF declares nothing.

use evolearner_dl::{Budget, Kind, Stopped};

use super::structure::{Object, Structure};
use crate::notice::Notices;
use crate::store::{Column, Store, TermId};
use crate::vocabulary::{self as v, OWL, RDF, RDFS, Vocab};

/// What is known of a term; a term can be several things at once (punning).
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Flags(u16);

impl Flags {
    pub(super) const CLASS: Self = Self(1);
    pub(super) const OBJECT: Self = Self(1 << 1);
    pub(super) const DATA: Self = Self(1 << 2);
    pub(super) const ANNOTATION: Self = Self(1 << 3);
    pub(super) const INDIVIDUAL: Self = Self(1 << 4);
    pub(super) const DATATYPE: Self = Self(1 << 5);
    pub(super) const ONTOLOGY: Self = Self(1 << 6);
    /// A node of the RDF encoding of an axiom or expression.
    pub(super) const STRUCTURAL: Self = Self(1 << 7);
    /// A property whose kind follows from its use only.
    pub(super) const PROPERTY: Self = Self(1 << 8);
    /// A term of RDF, RDFS, OWL or XML Schema itself.
    pub(super) const RESERVED: Self = Self(1 << 9);
    /// An annotation property whose values on individuals serve as data.
    pub(super) const ANNOTATION_DATA: Self = Self(1 << 10);

    /// Any kind that a term of the vocabulary can be of, as opposed to an individual.
    const SCHEMA: Self = Self::CLASS
        .and(Self::OBJECT)
        .and(Self::DATA)
        .and(Self::ANNOTATION)
        .and(Self::DATATYPE)
        .and(Self::PROPERTY);

    pub(super) fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    pub(super) const fn and(self, flag: Self) -> Self {
        Self(self.0 | flag.0)
    }
}

/// The kinds of all terms.
pub(super) struct Kinds {
    flags: Vec<Flags>,
    pub(super) n_declarations: u64,
}

impl Kinds {
    pub(super) fn of(&self, term: TermId) -> Flags {
        self.flags[term as usize]
    }

    fn add(&mut self, term: TermId, flag: Flags) {
        let flags = &mut self.flags[term as usize];
        *flags = flags.and(flag);
    }

    /// The terms that are of a kind and can be named or blank members of a vocabulary.
    pub(super) fn terms(&self, flag: Flags) -> Vec<TermId> {
        let excluded = Flags::RESERVED.and(Flags::STRUCTURAL);
        (0..self.flags.len() as TermId)
            .filter(|&term| self.of(term).has(flag) && !self.of(term).has(excluded))
            .collect()
    }

    /// Whether the term names a data range: an XML Schema datatype or a declared one.
    pub(super) fn is_data_range(&self, structure: &Structure<'_>, term: TermId) -> bool {
        if self.of(term).has(Flags::DATATYPE) {
            return true;
        }
        let name = structure.name(term);
        if name.starts_with(v::XSD) {
            return true;
        }
        matches!(name.strip_prefix(RDFS), Some("Literal"))
            || matches!(name.strip_prefix(OWL), Some("real" | "rational"))
            || matches!(name.strip_prefix(RDF), Some("PlainLiteral" | "langString" | "XMLLiteral"))
            || structure.resource(term, v::ON_DATATYPE).is_some()
            || structure.resource(term, v::DATATYPE_COMPLEMENT_OF).is_some()
    }

    /// Whether a subject can carry assertions: blank and named individuals can, headers of
    /// ontologies and nodes of axioms cannot, and classes and properties can only by properties
    /// that are declared to be no annotations.
    pub(super) fn carries_assertions(&self, subject: TermId, predicate: Flags) -> bool {
        let subject = self.of(subject);
        if subject.has(Flags::STRUCTURAL.and(Flags::ONTOLOGY)) {
            return false;
        }
        subject.has(Flags::INDIVIDUAL)
            || !subject.has(Flags::SCHEMA)
            || predicate.has(Flags::OBJECT.and(Flags::DATA))
    }

    /// Finds the kinds of all terms.
    pub(super) fn find(
        structure: &Structure<'_>,
        notices: &mut Notices,
        budget: &Budget,
    ) -> Result<Self, Stopped> {
        let store = structure.store;
        let mut flags = vec![Flags::default(); store.terms.len()];
        for (term, flags) in flags.iter_mut().enumerate() {
            if v::is_reserved(store.terms.get(term as TermId)) {
                *flags = Flags::RESERVED;
            }
        }
        let mut kinds = Self { flags, n_declarations: 0 };
        kinds.read_types(structure);
        kinds.mark_nodes(structure);
        kinds.read_class_axioms(structure);
        kinds.read_property_axioms(structure);
        kinds.read_individual_axioms(structure);
        kinds.read_restrictions(structure);
        kinds.spread_along_properties(structure, budget)?;
        kinds.read_predicates(store, notices, budget)?;
        Ok(kinds)
    }

    fn read_types(&mut self, structure: &Structure<'_>) {
        let type_pairs = structure.pairs(v::TYPE);
        // What being of a type means for the subject, computed once per type.
        let mut meaning: Vec<Option<Flags>> = vec![None; self.flags.len()];
        for &(subject, class) in type_pairs {
            let says = *meaning[class as usize].get_or_insert_with(|| {
                if self.flags[class as usize].has(Flags::RESERVED) {
                    flags_of_type(structure.name(class))
                } else {
                    Flags::INDIVIDUAL
                }
            });
            self.add(subject, says);
            if says == Flags::INDIVIDUAL && !self.of(class).has(Flags::RESERVED) {
                self.mark_class(structure, class);
            }
        }
        self.count_declarations(structure);
    }

    /// Counts declarations as the OWL API does: once per entity and kind, and also the assertions
    /// that something is a thing.
    fn count_declarations(&mut self, structure: &Structure<'_>) {
        let kinds = [
            "Class",
            "ObjectProperty",
            "DatatypeProperty",
            "AnnotationProperty",
            "NamedIndividual",
            "Thing",
        ]
        .map(|name| format!("{OWL}{name}"))
        .into_iter()
        .chain([format!("{RDFS}Datatype")])
        .map(|iri| structure.store.terms.find(&iri))
        .collect::<Vec<_>>();
        let mut seen = vec![0u8; self.flags.len()];
        for &(subject, class) in structure.pairs(v::TYPE) {
            let Some(kind) = kinds.iter().position(|&kind| kind == Some(class)) else { continue };
            let bit = 1 << kind;
            if seen[subject as usize] & bit == 0 && !structure.is_blank(subject) {
                seen[subject as usize] |= bit;
                self.n_declarations += 1;
            }
        }
    }

    /// Blank nodes that encode axioms and expressions are no individuals.
    fn mark_nodes(&mut self, structure: &Structure<'_>) {
        let node_predicates = [
            v::FIRST,
            v::REST,
            v::ON_PROPERTY,
            v::INTERSECTION_OF,
            v::UNION_OF,
            v::COMPLEMENT_OF,
            v::ONE_OF,
            v::ON_DATATYPE,
            v::DATATYPE_COMPLEMENT_OF,
            v::INVERSE_OF,
            v::MEMBERS,
            v::DISTINCT_MEMBERS,
            v::SOURCE_INDIVIDUAL,
            v::ASSERTION_PROPERTY,
            v::SUB_CLASS_OF,
            v::EQUIVALENT_CLASS,
        ];
        for predicate in node_predicates {
            let column = structure.column(predicate);
            let subjects = column.resources.iter().map(|&(subject, _)| subject);
            for subject in subjects.chain(column.literals.iter().map(|&(subject, _)| subject)) {
                if structure.is_blank(subject) {
                    self.add(subject, Flags::STRUCTURAL);
                }
            }
        }
        // A facet of a datatype restriction hangs in a list and has a facet as its predicate.
        for &(_, head) in structure.pairs(v::WITH_RESTRICTIONS) {
            for facet in structure.resource_list(head).unwrap_or_default() {
                self.add(facet, Flags::STRUCTURAL);
            }
        }
    }

    /// Marks a term as class if it can be one.
    fn mark_class(&mut self, structure: &Structure<'_>, term: TermId) {
        if structure.is_blank(term) {
            // Typed or used as a class, a blank node is an expression and no individual.
            self.add(term, Flags::STRUCTURAL);
        } else if !self.of(term).has(Flags::RESERVED.and(Flags::DATATYPE)) {
            self.add(term, Flags::CLASS);
        }
    }

    fn read_class_axioms(&mut self, structure: &Structure<'_>) {
        for predicate in [v::SUB_CLASS_OF, v::EQUIVALENT_CLASS, v::DISJOINT_WITH, v::COMPLEMENT_OF]
        {
            for &(subject, object) in structure.pairs(predicate) {
                self.mark_class(structure, subject);
                self.mark_class(structure, object);
            }
        }
        for predicate in [v::INTERSECTION_OF, v::UNION_OF, v::DISJOINT_UNION_OF] {
            for &(subject, head) in structure.pairs(predicate) {
                let members = structure.resource_list(head).unwrap_or_default();
                if self.is_data_range(structure, subject)
                    || members.iter().any(|&member| self.is_data_range(structure, member))
                {
                    continue;
                }
                self.mark_class(structure, subject);
                for member in members {
                    self.mark_class(structure, member);
                }
            }
        }
    }

    fn read_property_axioms(&mut self, structure: &Structure<'_>) {
        for &(property, class) in structure.pairs(v::DOMAIN) {
            self.add(property, Flags::PROPERTY);
            self.mark_class(structure, class);
        }
        for &(property, range) in structure.pairs(v::RANGE) {
            let known = self.of(property);
            if self.is_data_range(structure, range) {
                if !known.has(Flags::ANNOTATION.and(Flags::OBJECT)) {
                    self.add(property, Flags::DATA);
                }
            } else if !known.has(Flags::ANNOTATION.and(Flags::DATA)) {
                self.add(property, Flags::OBJECT);
                self.mark_class(structure, range);
            }
        }
        for &(one, other) in structure.pairs(v::INVERSE_OF) {
            self.add(one, Flags::OBJECT);
            self.add(other, Flags::OBJECT);
        }
        for &(property, head) in structure.pairs(v::PROPERTY_CHAIN_AXIOM) {
            self.add(property, Flags::OBJECT);
            for member in structure.resource_list(head).unwrap_or_default() {
                self.add(member, Flags::OBJECT);
            }
        }
        for predicate in [v::SUB_PROPERTY_OF, v::EQUIVALENT_PROPERTY, v::PROPERTY_DISJOINT_WITH] {
            for &(one, other) in structure.pairs(predicate) {
                self.add(one, Flags::PROPERTY);
                self.add(other, Flags::PROPERTY);
            }
        }
        for &(class, head) in structure.pairs(v::HAS_KEY) {
            self.mark_class(structure, class);
            for member in structure.resource_list(head).unwrap_or_default() {
                self.add(member, Flags::PROPERTY);
            }
        }
    }

    fn read_individual_axioms(&mut self, structure: &Structure<'_>) {
        for predicate in [v::SAME_AS, v::DIFFERENT_FROM] {
            for &(one, other) in structure.pairs(predicate) {
                for term in [one, other] {
                    // `sameAs` between classes is a mistake that files make; they stay classes.
                    if self.carries_assertions(term, Flags::default()) {
                        self.add(term, Flags::INDIVIDUAL);
                    }
                }
            }
        }
        for &(subject, object) in structure.pairs(v::BOTTOM_OBJECT_PROPERTY) {
            self.add(subject, Flags::INDIVIDUAL);
            self.add(object, Flags::INDIVIDUAL);
        }
        for &(subject, _) in &structure.column(v::BOTTOM_DATA_PROPERTY).literals {
            self.add(subject, Flags::INDIVIDUAL);
        }
        for predicate in [v::SOURCE_INDIVIDUAL, v::TARGET_INDIVIDUAL] {
            for &(_, individual) in structure.pairs(predicate) {
                self.add(individual, Flags::INDIVIDUAL);
            }
        }
        for &(node, property) in structure.pairs(v::ASSERTION_PROPERTY) {
            let is_data = structure.literal(node, v::TARGET_VALUE).is_some();
            self.add(property, if is_data { Flags::DATA } else { Flags::OBJECT });
        }
        for &(_, head) in structure.pairs(v::ONE_OF) {
            for member in structure.resource_list(head).unwrap_or_default() {
                self.add(member, Flags::INDIVIDUAL);
            }
        }
        let different = structure.nodes_of_type("AllDifferent");
        let disjoint_properties = structure.nodes_of_type("AllDisjointProperties");
        for predicate in [v::MEMBERS, v::DISTINCT_MEMBERS] {
            for &(node, head) in structure.pairs(predicate) {
                let members = structure.resource_list(head).unwrap_or_default();
                let flag = if predicate == v::DISTINCT_MEMBERS || different.contains(&node) {
                    Flags::INDIVIDUAL
                } else if disjoint_properties.contains(&node) {
                    Flags::PROPERTY
                } else {
                    for member in members {
                        self.mark_class(structure, member);
                    }
                    continue;
                };
                for member in members {
                    self.add(member, flag);
                }
            }
        }
    }

    fn read_restrictions(&mut self, structure: &Structure<'_>) {
        for &(node, property) in structure.pairs(v::ON_PROPERTY) {
            let filler = |predicate: Vocab| structure.object(node, predicate);
            let quantified = filler(v::SOME_VALUES_FROM).or_else(|| filler(v::ALL_VALUES_FROM));
            let is_data = filler(v::ON_DATA_RANGE).is_some()
                || matches!(filler(v::HAS_VALUE), Some(Object::Literal(_)))
                || matches!(quantified, Some(Object::Resource(range)) if self.is_data_range(structure, range));
            let known = self.of(property);
            if is_data {
                self.add(property, Flags::DATA);
                continue;
            }
            if let Some(Object::Resource(individual)) = filler(v::HAS_VALUE) {
                self.add(property, Flags::OBJECT);
                self.add(individual, Flags::INDIVIDUAL);
            }
            for class in [quantified, filler(v::ON_CLASS)].into_iter().flatten() {
                if let Object::Resource(class) = class {
                    self.mark_class(structure, class);
                    self.add(property, Flags::OBJECT);
                }
            }
            if structure.object(node, v::HAS_SELF).is_some() {
                self.add(property, Flags::OBJECT);
            }
            if known == Flags::default() {
                self.add(property, Flags::PROPERTY);
            }
        }
    }

    /// A property is of the kind of the properties above and below it.
    fn spread_along_properties(
        &mut self,
        structure: &Structure<'_>,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let mut changed = true;
        while changed {
            budget.check()?;
            changed = false;
            for predicate in [v::SUB_PROPERTY_OF, v::EQUIVALENT_PROPERTY] {
                for &(one, other) in structure.pairs(predicate) {
                    for kind in [Flags::OBJECT, Flags::DATA] {
                        for (from, to) in [(one, other), (other, one)] {
                            let settled = Flags::OBJECT.and(Flags::DATA).and(Flags::ANNOTATION);
                            let spreads = self.of(from).has(kind)
                                && !self.of(to).has(settled.and(Flags::RESERVED));
                            if spreads {
                                self.add(to, kind);
                                changed = true;
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The kinds of undeclared properties from the triples that use them, and their subjects and
    /// objects as individuals.
    fn read_predicates(
        &mut self,
        store: &Store,
        notices: &mut Notices,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let mut columns: Vec<UserColumn<'_>> = Vec::new();
        for (predicate_idx, column) in store.columns.iter().enumerate() {
            let iri = store.predicates.get(predicate_idx as u32);
            if !v::is_reserved(iri)
                && let Some(term) = store.terms.find(iri)
            {
                self.add(term, Flags::PROPERTY);
                let used = Flags::default();
                columns.push(UserColumn { term, iri, column, declared: self.of(term), used });
            }
        }
        // A class that turns out to be an individual can carry assertions in columns that were
        // read before; whatever the order of the file, they have to be read again.
        while self.read_assertions(&mut columns) {
            budget.check()?;
        }
        // Annotations make no individuals, so all of those are known by now.
        for user in columns.iter_mut().filter(|user| user.is_annotation()) {
            let is_data = user.column.literals.iter().any(|&(subject, literal)| {
                // A number on an individual is data, whatever the property is called; on
                // anything else it remains an annotation.
                self.of(subject).has(Flags::INDIVIDUAL)
                    && self.carries_assertions(subject, user.declared)
                    && store.literals.value(literal).kind != Kind::Text
            });
            if is_data {
                user.used = Flags::DATA.and(Flags::ANNOTATION_DATA);
            }
        }
        for UserColumn { term, iri, declared, used, .. } in columns {
            self.add(term, used);
            if declared.has(Flags::OBJECT) && !declared.has(Flags::DATA) && used.has(Flags::DATA) {
                notices
                    .add("object property with literal values: read as a data property too", iri);
            }
            if declared.has(Flags::DATA) && !declared.has(Flags::OBJECT) && used.has(Flags::OBJECT)
            {
                notices.add(
                    "data property with resources as values: read as an object property too",
                    iri,
                );
            }
        }
        Ok(())
    }

    /// Reads all columns but those of annotations once; returns whether a class or a property has
    /// become an individual on the way.
    fn read_assertions(&mut self, columns: &mut [UserColumn<'_>]) -> bool {
        let mut is_news = false;
        for user in columns.iter_mut().filter(|user| !user.is_annotation()) {
            for &(subject, object) in &user.column.resources {
                if self.carries_assertions(subject, user.declared) {
                    is_news |= self.mark_individual(subject) | self.mark_individual(object);
                    user.used = user.used.and(Flags::OBJECT);
                }
            }
            for &(subject, _) in &user.column.literals {
                if self.carries_assertions(subject, user.declared) {
                    is_news |= self.mark_individual(subject);
                    user.used = user.used.and(Flags::DATA);
                }
            }
        }
        is_news
    }

    /// Marks an individual; returns whether that is new and lets it carry more than it did.
    fn mark_individual(&mut self, term: TermId) -> bool {
        let known = self.of(term);
        self.add(term, Flags::INDIVIDUAL);
        !known.has(Flags::INDIVIDUAL) && known.has(Flags::SCHEMA)
    }
}

/// A predicate that is none of OWL's, and its pairs.
struct UserColumn<'s> {
    term: TermId,
    iri: &'s str,
    column: &'s Column,
    /// What was known of the predicate before its pairs were looked at.
    declared: Flags,
    /// What its pairs say.
    used: Flags,
}

impl UserColumn<'_> {
    fn is_annotation(&self) -> bool {
        self.declared.has(Flags::ANNOTATION) && !self.declared.has(Flags::OBJECT.and(Flags::DATA))
    }
}

/// What it says of a term to be of a reserved type.
fn flags_of_type(class: &str) -> Flags {
    if let Some(name) = class.strip_prefix(OWL) {
        return match name {
            "Class" | "DeprecatedClass" => Flags::CLASS,
            "Restriction"
            | "AllDisjointClasses"
            | "AllDifferent"
            | "AllDisjointProperties"
            | "NegativePropertyAssertion"
            | "Axiom"
            | "Annotation" => Flags::STRUCTURAL,
            "ObjectProperty"
            | "SymmetricProperty"
            | "TransitiveProperty"
            | "InverseFunctionalProperty"
            | "AsymmetricProperty"
            | "ReflexiveProperty"
            | "IrreflexiveProperty" => Flags::OBJECT,
            "DatatypeProperty" => Flags::DATA,
            "AnnotationProperty" | "OntologyProperty" => Flags::ANNOTATION,
            "FunctionalProperty" | "DeprecatedProperty" => Flags::PROPERTY,
            "NamedIndividual" | "Thing" | "Nothing" => Flags::INDIVIDUAL,
            "DataRange" => Flags::DATATYPE,
            "Ontology" => Flags::ONTOLOGY,
            _ => Flags::default(),
        };
    }
    if let Some(name) = class.strip_prefix(RDFS) {
        return match name {
            "Class" => Flags::CLASS,
            "Datatype" => Flags::DATATYPE,
            "Resource" => Flags::INDIVIDUAL,
            _ => Flags::default(),
        };
    }
    match class.strip_prefix(RDF) {
        Some("Property") => Flags::PROPERTY,
        Some("List") => Flags::STRUCTURAL,
        _ => Flags::default(),
    }
}
