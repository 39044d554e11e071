//! What the frame of a term or an instance says, in axioms (OBO 1.4, 5).

use super::frame::{Frame, Kind};
use super::line::{Clause, Word, Words};
use super::{Reader, at};
use crate::error::Failure;
use crate::owl::construct::EntityKind;
use crate::owl::node::Node;
use crate::term::TripleSink;

const LABEL: &str = "http://www.w3.org/2000/01/rdf-schema#label";
const SYNONYM: &str = "http://www.geneontology.org/formats/oboInOwl#has";

/// Qualifiers under which a clause means something else than it does alone: a condition, a number, `∀`.
const CONDITIONS: [&str; 6] =
    ["gci_relation", "gci_filler", "all_only", "cardinality", "minCardinality", "maxCardinality"];

/// Tags of annotations, which no concept can name.
const ANNOTATIONS: [&str; 20] = [
    "alt_id",
    "builtin",
    "comment",
    "consider",
    "created_by",
    "creation_date",
    "def",
    "expand_assertion_to",
    "expand_expression_to",
    "id",
    "is_anonymous",
    "is_class_level",
    "is_metadata_tag",
    "is_obsolete",
    "namespace",
    "property_value",
    "replaced_by",
    "subset",
    "xref",
    "is_cyclic",
];

impl<S: TripleSink> Reader<'_, S> {
    /// Declares what a frame is about.
    pub(super) fn declare(&mut self, frame: &Frame) -> Result<(), Failure> {
        let kind = match frame.kind {
            Kind::Term => EntityKind::Class,
            Kind::Instance => EntityKind::NamedIndividual,
            Kind::Typedef | Kind::Unknown => {
                let id = frame.id.clone();
                if frame.has("is_metadata_tag")? {
                    self.uses.metadata.insert(id);
                    EntityKind::AnnotationProperty
                } else if frame.has_literals() {
                    self.uses.literal.insert(id);
                    EntityKind::DataProperty
                } else {
                    if frame.has("is_class_level")? {
                        self.uses.class_level.insert(id.clone());
                    }
                    self.uses.known.insert(id);
                    EntityKind::ObjectProperty
                }
            }
        };
        let iri = self.subject(frame);
        let declare = || {
            self.builder.open("Declaration")?;
            self.builder.entity(kind, iri)?;
            self.builder.close()
        };
        declare().map_err(|message| at(frame.line, message))
    }

    fn subject(&self, frame: &Frame) -> String {
        match frame.kind {
            Kind::Typedef => self.names.relation(&frame.id),
            _ => self.names.iri(&frame.id),
        }
    }

    /// Writes the clauses of a frame.
    pub(super) fn clauses(&mut self, frame: &Frame) -> Result<(), Failure> {
        let subject = Node::Iri(self.subject(frame));
        for clause in &frame.clauses {
            self.clause(frame, &subject, clause).map_err(|message| at(clause.line, message))?;
        }
        for (tag, construct) in
            [("intersection_of", "ObjectIntersectionOf"), ("union_of", "ObjectUnionOf")]
        {
            let of_tag = |clause: &&Clause| clause.tag == tag && frame.kind == Kind::Term;
            let parts: Vec<&Clause> = frame.clauses.iter().filter(of_tag).collect();
            if let Some(first) = parts.first() {
                let done = self.definition(&subject, construct, &parts);
                done.map_err(|message| at(first.line, message))?;
            }
        }
        Ok(())
    }

    fn clause(&mut self, frame: &Frame, subject: &Node, clause: &Clause) -> Result<(), String> {
        let tag = clause.tag.as_str();
        match (tag, frame.kind) {
            ("name", _) => return self.annotate(LABEL, subject, clause.free_text()),
            ("synonym", _) => return self.synonym(subject, clause),
            ("property_value", Kind::Instance) => return self.value(subject, clause),
            (_, Kind::Typedef) => {
                if ANNOTATIONS.contains(&tag) || self.uses.metadata.contains(&frame.id) {
                    return Ok(());
                }
                return self.relation_clause(frame, subject, clause);
            }
            ("intersection_of" | "union_of", Kind::Term) => return Ok(()),
            _ if ANNOTATIONS.contains(&tag) => return Ok(()),
            _ => {}
        }
        let Some(words) = self.unconditional(clause)? else { return Ok(()) };
        let iri = |id: &str| Node::Iri(self.names.iri(id));
        match (tag, frame.kind, words.as_ids().as_slice()) {
            ("is_a", Kind::Term, [class]) => {
                let class = iri(class);
                self.axiom("SubClassOf", [subject.clone(), class])
            }
            ("instance_of", Kind::Instance, [class]) => {
                let class = iri(class);
                self.axiom("ClassAssertion", [class, subject.clone()])
            }
            ("equivalent_to", Kind::Term, [class]) => {
                let class = iri(class);
                self.axiom("EquivalentClasses", [subject.clone(), class])
            }
            ("disjoint_from", Kind::Term, [class]) => {
                let class = iri(class);
                self.axiom("DisjointClasses", [subject.clone(), class])
            }
            ("relationship", Kind::Term | Kind::Instance, [relation, object]) => {
                if !self.is_between_members(relation, tag) {
                    return Ok(());
                }
                let object = Node::Iri(self.names.iri(object));
                let relation = Node::Iri(self.names.relation(relation));
                if frame.kind == Kind::Instance {
                    return self
                        .axiom("ObjectPropertyAssertion", [relation, subject.clone(), object]);
                }
                self.builder.open("SubClassOf")?;
                self.builder.argument(subject.clone())?;
                self.axiom("ObjectSomeValuesFrom", [relation, object])?;
                self.builder.close()
            }
            ("is_a" | "instance_of" | "equivalent_to" | "disjoint_from", ..) => {
                Err(format!("'{tag}' has one name"))
            }
            ("relationship", ..) => Err("'relationship' has a relation and a name".to_owned()),
            _ => {
                self.leave_out(&format!("'{tag}'"), "no tag of such a frame in OBO 1.4");
                Ok(())
            }
        }
    }

    /// `subject ≡ part ⊓ …` or `⊔`, where a part is a name or a relation and a name.
    fn definition(
        &mut self,
        subject: &Node,
        construct: &str,
        parts: &[&Clause],
    ) -> Result<(), String> {
        let tag = &parts[0].tag;
        if parts.len() < 2 {
            return Err(format!("one '{tag}' alone defines nothing; there are two or more"));
        }
        let mut members = Vec::new();
        for part in parts {
            // A definition without one of its parts would be wrong, so all of it is left out.
            let Some(words) = self.unconditional(part)? else { return Ok(()) };
            members.push(match words.as_ids().as_slice() {
                [class] => (None, self.names.iri(class)),
                [relation, class] => {
                    if !self.is_between_members(relation, tag) {
                        return Ok(());
                    }
                    (Some(self.names.relation(relation)), self.names.iri(class))
                }
                _ => return Err(format!("'{tag}' has a name, or a relation and a name")),
            });
        }
        self.builder.open("EquivalentClasses")?;
        self.builder.argument(subject.clone())?;
        self.builder.open(construct)?;
        for (relation, class) in members {
            match relation {
                None => self.builder.argument(Node::Iri(class))?,
                Some(relation) => {
                    self.axiom("ObjectSomeValuesFrom", [Node::Iri(relation), Node::Iri(class)])?;
                }
            }
        }
        self.builder.close()?;
        self.builder.close()
    }

    /// The words of a clause that holds without a condition; a conditional one is counted.
    pub(super) fn unconditional(&mut self, clause: &Clause) -> Result<Option<Words>, String> {
        let words = clause.words()?;
        match words.qualifiers.iter().find(|name| CONDITIONS.contains(&name.as_str())) {
            Some(condition) => {
                let what = format!("'{}' with the qualifier '{condition}'", clause.tag);
                self.leave_out(&what, "it holds under a condition");
                Ok(None)
            }
            None => Ok(Some(words)),
        }
    }

    fn annotate(&mut self, property: &str, subject: &Node, text: String) -> Result<(), String> {
        let property = Node::Iri(property.to_owned());
        self.axiom("AnnotationAssertion", [property, subject.clone(), Node::literal(text, None)])
    }

    /// `"text" EXACT …`: the scope is part of the name of the annotation.
    fn synonym(&mut self, subject: &Node, clause: &Clause) -> Result<(), String> {
        let words = clause.words()?;
        let (text, scope) = match words.words.as_slice() {
            [Word::Text(text), Word::Id(scope), ..] => (text, scope.as_str()),
            [Word::Text(text)] => (text, "RELATED"),
            _ => return Err("'synonym' has a text in quotes and a scope".to_owned()),
        };
        let scope = match scope {
            "EXACT" => "Exact",
            "BROAD" => "Broad",
            "NARROW" => "Narrow",
            _ => "Related",
        };
        self.annotate(&format!("{SYNONYM}{scope}Synonym"), subject, text.clone())
    }

    /// `property_value` of an instance: a relation with a literal or with another instance.
    fn value(&mut self, subject: &Node, clause: &Clause) -> Result<(), String> {
        let words = clause.words()?.words;
        let Some(Word::Id(relation)) = words.first() else {
            return Err("'property_value' has a relation and a value".to_owned());
        };
        let property = Node::Iri(self.names.relation(relation));
        match &words[1..] {
            [Word::Text(text), datatype @ ..] if self.uses.literal.contains(relation) => {
                let datatype = match datatype.first() {
                    Some(Word::Id(id)) => Some(self.names.iri(id)),
                    _ => None,
                };
                let literal = Node::literal(text.clone(), datatype);
                self.axiom("DataPropertyAssertion", [property, subject.clone(), literal])
            }
            [Word::Id(object)] if self.uses.known.contains(relation) => {
                let object = Node::Iri(self.names.iri(object));
                self.axiom("ObjectPropertyAssertion", [property, subject.clone(), object])
            }
            [] => Err("'property_value' has a relation and a value".to_owned()),
            _ if self.uses.metadata.contains(relation) => Ok(()),
            _ => {
                let why = "no frame of the file says that the relation has such values";
                self.leave_out(&format!("'property_value: {relation}'"), why);
                Ok(())
            }
        }
    }
}
