//! What the frame of a relation says, in axioms about properties (OBO 1.4, 5.5).

use std::collections::BTreeSet;

use super::Reader;
use super::frame::Frame;
use super::line::Clause;
use crate::owl::node::Node;
use crate::term::TripleSink;

/// What a relation is for, which decides what is read of clauses with it.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// Those with a frame that relates individuals.
    pub(super) known: BTreeSet<String>,
    /// Those whose values are literals.
    pub(super) literal: BTreeSet<String>,
    /// Annotations.
    pub(super) metadata: BTreeSet<String>,
    /// Those that hold between classes, not between their members.
    pub(super) class_level: BTreeSet<String>,
}

impl<S: TripleSink> Reader<'_, S> {
    /// A clause of the frame of a relation.
    pub(super) fn relation_clause(
        &mut self,
        frame: &Frame,
        subject: &Node,
        clause: &Clause,
    ) -> Result<(), String> {
        let tag = clause.tag.as_str();
        let Some(words) = self.unconditional(clause)? else { return Ok(()) };
        let ids = words.as_ids();
        let is_data = self.uses.literal.contains(&frame.id);
        let kind = if is_data { "Data" } else { "Object" };
        let relation = |id: &str| Node::Iri(self.names.relation(id));
        let flag = match tag {
            "is_transitive" => Some("Transitive"),
            "is_symmetric" => Some("Symmetric"),
            "is_asymmetric" => Some("Asymmetric"),
            "is_reflexive" => Some("Reflexive"),
            "is_functional" => Some("Functional"),
            "is_inverse_functional" => Some("InverseFunctional"),
            _ => None,
        };
        if let Some(flag) = flag {
            return match clause.is_true()? {
                true if is_data && flag != "Functional" => {
                    self.leave_out(&format!("'{tag}'"), "the values of the relation are literals");
                    Ok(())
                }
                true => self.axiom(&format!("{flag}{kind}Property"), [subject.clone()]),
                false => Ok(()),
            };
        }
        let chain = match (tag, ids.as_slice()) {
            ("transitive_over", [over]) => Some([subject.clone(), relation(over)]),
            ("holds_over_chain" | "equivalent_to_chain", [first, second]) => {
                Some([relation(first), relation(second)])
            }
            _ => None,
        };
        if let Some(chain) = chain.filter(|_| !is_data) {
            self.builder.open("SubObjectPropertyOf")?;
            self.axiom("ObjectPropertyChain", chain)?;
            self.builder.argument(subject.clone())?;
            return self.builder.close();
        }
        let (construct, other) = match (tag, ids.as_slice()) {
            ("is_a", [other]) => (format!("Sub{kind}PropertyOf"), relation(other)),
            ("equivalent_to", [other]) => (format!("Equivalent{kind}Properties"), relation(other)),
            ("disjoint_from", [other]) => (format!("Disjoint{kind}Properties"), relation(other)),
            ("inverse_of", [other]) if !is_data => {
                ("InverseObjectProperties".to_owned(), relation(other))
            }
            ("domain" | "range", [class]) => {
                let end = if tag == "domain" { "Domain" } else { "Range" };
                (format!("{kind}Property{end}"), Node::Iri(self.names.iri(class)))
            }
            ("is_a" | "equivalent_to" | "disjoint_from" | "inverse_of" | "domain" | "range", _) => {
                return Err(format!("'{tag}' has one name"));
            }
            _ => {
                self.leave_out(&format!("'{tag}' of a relation"), "no axiom of OWL stands for it");
                return Ok(());
            }
        };
        self.axiom(&construct, [subject.clone(), other])
    }

    /// Whether a relation leads from members to members; clauses with others are counted.
    pub(super) fn is_between_members(&mut self, relation: &str, tag: &str) -> bool {
        let why = if self.uses.metadata.contains(relation) {
            "the relation is an annotation"
        } else if self.uses.class_level.contains(relation) {
            "the relation holds between classes, not between their members"
        } else if self.uses.literal.contains(relation) {
            "the values of the relation are literals"
        } else {
            return true;
        };
        self.leave_out(&format!("'{tag}: {relation}'"), why);
        false
    }
}
