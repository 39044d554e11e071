//! Genes become a concept that people and other programs can read.

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Literal, Node, Quantifier,
};

use crate::alphabet::Alphabet;
use crate::gene::{Gene, Op};

/// The concept that a candidate stands for.
pub fn concept(alphabet: &Alphabet, genes: &[Gene]) -> Concept {
    let mut nodes = Vec::with_capacity(genes.len());
    if let Some(class) = alphabet.start_class {
        if genes == [Gene::TOP] {
            return Concept::class(class);
        }
        nodes.extend([Node::And(2), Node::Class(class)]);
    }
    let mut at = 0;
    while let Some(&gene) = genes.get(at) {
        let role = || alphabet.roles[gene.argument()];
        at += 1;
        nodes.push(match gene.op() {
            Op::Top => Node::Top,
            Op::Bottom => Node::Bottom,
            Op::Class => Node::Class(alphabet.classes[gene.argument()]),
            Op::Not => Node::Not,
            Op::And => Node::And(2),
            Op::Or => Node::Or(2),
            Op::Some => Node::Some(role()),
            Op::Only => Node::Only(role()),
            Op::AtLeast => {
                at += 1;
                Node::AtLeast(genes[at - 1].argument() as u32, role())
            }
            Op::AtMost => {
                at += 1;
                Node::AtMost(genes[at - 1].argument() as u32, role())
            }
            Op::Exactly => {
                at += 1;
                Node::Exactly(genes[at - 1].argument() as u32, role())
            }
            Op::Atom => alphabet.atoms[gene.argument()].1.clone(),
            Op::Min | Op::Max => {
                at += 1;
                let (property, [at_most, at_least]) = alphabet.bounds(genes[at - 1]);
                let range = if gene.op() == Op::Min {
                    DataRange::Compare(Comparison::AtLeast, at_least.clone())
                } else {
                    DataRange::Compare(Comparison::AtMost, at_most.clone())
                };
                Node::Data(Box::new(DataRestriction {
                    property,
                    quantifier: Quantifier::Some,
                    range,
                }))
            }
            Op::Is => {
                at += 1;
                let truth = genes[at - 1].argument() == 1;
                let property = alphabet.boolean[gene.argument()];
                let lexical = if truth { "true" } else { "false" };
                let literal = Literal::new(lexical, Datatype::xsd("boolean"));
                let range = DataRange::OneOf(Box::new([literal]));
                Node::Data(Box::new(DataRestriction {
                    property,
                    quantifier: Quantifier::Some,
                    range,
                }))
            }
            Op::Number | Op::Truth | Op::Split => {
                unreachable!("numbers follow what they belong to")
            }
        });
    }
    Concept::from_preorder(nodes).expect("candidates are trees")
}
