//! Codes become a concept that people and other programs can read.

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Literal, Node, Quantifier,
};

use crate::code::{Code, Op};
use crate::space::Space;

/// The concept that a candidate stands for.
pub fn concept(space: &Space, codes: &[Code]) -> Concept {
    let mut nodes = Vec::with_capacity(codes.len());
    if let Some(class) = space.start_class {
        if codes == [Code::TOP] {
            return Concept::class(class);
        }
        nodes.extend([Node::And(2), Node::Class(class)]);
    }
    let mut at = 0;
    while let Some(&code) = codes.get(at) {
        let role = || space.roles[code.argument()];
        at += 1;
        nodes.push(match code.op() {
            Op::Top => Node::Top,
            Op::Bottom => Node::Bottom,
            Op::Class => Node::Class(space.classes[code.argument()]),
            Op::Not => Node::Not,
            Op::And => Node::And(2),
            Op::Or => Node::Or(2),
            Op::Some => Node::Some(role()),
            Op::Only => Node::Only(role()),
            Op::AtLeast => {
                at += 1;
                Node::AtLeast(codes[at - 1].argument() as u32, role())
            }
            Op::AtMost => {
                at += 1;
                Node::AtMost(codes[at - 1].argument() as u32, role())
            }
            Op::Exactly => {
                at += 1;
                Node::Exactly(codes[at - 1].argument() as u32, role())
            }
            Op::Atom => space.atoms[code.argument()].1.clone(),
            Op::Min | Op::Max => {
                at += 1;
                let (property, [at_most, at_least]) = space.bounds(codes[at - 1]);
                let range = if code.op() == Op::Min {
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
                let property = space.boolean[code.argument()];
                let range = DataRange::OneOf(Box::new([truth(codes[at - 1].argument())]));
                Node::Data(Box::new(DataRestriction {
                    property,
                    quantifier: Quantifier::Some,
                    range,
                }))
            }
            Op::Number | Op::Truth | Op::Cut => {
                unreachable!("numbers follow what they belong to")
            }
        });
    }
    Concept::from_preorder(nodes).expect("candidates are trees")
}

/// The truth value of a code's argument.
pub(crate) fn truth(argument: usize) -> Literal {
    Literal::new(if argument == 1 { "true" } else { "false" }, Datatype::xsd("boolean"))
}
