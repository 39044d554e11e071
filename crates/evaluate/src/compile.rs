//! Concepts become codes, where a space has everything that they are made of.

use evolearner_dl::{Comparison, Concept, DataRange, DataRestriction, Node, Quantifier};

use crate::code::{Code, Op};
use crate::express::truth;
use crate::space::{NodeType, Space};
use crate::term::MAX_NODES;

impl Space {
    /// The codes of a concept, of which [`concept`](crate::concept) makes the same concept again;
    /// nothing where it uses something that the space does not have. Of more than two operands the
    /// later ones are nested to the right.
    pub fn compile(&self, concept: &Concept) -> Option<Vec<Code>> {
        let nodes = match (self.start_class, concept.nodes()) {
            (Some(start), [Node::Class(class)]) if *class == start => return Some(vec![Code::TOP]),
            (Some(start), [Node::And(2), Node::Class(class), rest @ ..]) if *class == start => rest,
            (Some(_), _) => return None,
            (None, nodes) => nodes,
        };
        let mut codes = Vec::with_capacity(nodes.len());
        // For each join that is open: its code, and how many operands are still to come.
        let mut open: Vec<(Code, u32)> = Vec::new();
        for node in nodes {
            let n_children = self.append(node, &mut codes)?;
            let is_join = matches!(node, Node::And(_) | Node::Or(_));
            open.push(if is_join { (codes.pop()?, n_children) } else { (Code::TOP, n_children) });
            // Before each operand of a join but the last stands the join itself.
            while let Some((code, n_left)) = open.last_mut() {
                if *n_left == 0 {
                    open.pop();
                    continue;
                }
                if *n_left > 1 {
                    codes.push(*code);
                }
                *n_left -= 1;
                break;
            }
        }
        Some(codes)
    }

    /// Appends the codes of one node; the number of its children.
    fn append(&self, node: &Node, codes: &mut Vec<Code>) -> Option<u32> {
        let role = |op, role| {
            let place = self.roles.iter().position(|known| *known == role)?;
            Some(Code::new(op, place))
        };
        let counted = |op, n: u32, of, codes: &mut Vec<Code>| {
            codes.extend([role(op, of)?, Code::new(Op::Number, n as usize)]);
            (1..=self.max_cardinality).contains(&n).then_some(1)
        };
        match node {
            Node::Top => codes.push(Code::TOP),
            Node::Bottom => codes.push(Code::BOTTOM),
            Node::Class(class) => {
                codes.push(Code::new(Op::Class, self.classes.binary_search(class).ok()?));
            }
            Node::Not => {
                codes.push(Code::NOT);
                return Some(1);
            }
            Node::And(n @ 1..) => {
                codes.push(Code::AND);
                return Some(*n);
            }
            Node::Or(n @ 1..) => {
                codes.push(Code::OR);
                return Some(*n);
            }
            Node::Some(of) => {
                codes.push(role(Op::Some, *of)?);
                return Some(1);
            }
            Node::Only(of) => {
                codes.push(role(Op::Only, *of)?);
                return Some(1);
            }
            Node::AtLeast(n, of) => return counted(Op::AtLeast, *n, *of, codes),
            Node::AtMost(n, of) => return counted(Op::AtMost, *n, *of, codes),
            Node::Exactly(n, of) => return counted(Op::Exactly, *n, *of, codes),
            Node::Data(restriction) if self.append_data(restriction, codes).is_some() => {}
            atom => {
                let place = self.atoms.iter().position(|(_, known)| known == atom)?;
                codes.push(Code::new(Op::Atom, place));
            }
        }
        Some(0)
    }

    /// Appends a threshold or a truth value.
    fn append_data(&self, restriction: &DataRestriction, codes: &mut Vec<Code>) -> Option<()> {
        let DataRestriction { property, quantifier: Quantifier::Some, range } = restriction else {
            return None;
        };
        match range {
            DataRange::Compare(side, bound) => {
                let place = self.numeric.iter().position(|known| known.property == *property)?;
                let numeric = &self.numeric[place];
                let (op, side) = match side {
                    Comparison::AtMost => (Op::Max, 0),
                    Comparison::AtLeast => (Op::Min, 1),
                    _ => return None,
                };
                if !numeric.has_sides[side] {
                    return None;
                }
                let cut = numeric.bounds.iter().position(|bounds| bounds[side] == *bound)?;
                let cut = numeric.first_cut as usize + cut;
                codes.extend([Code::new(op, place), Code::new(Op::Cut, cut)]);
            }
            DataRange::OneOf(values) => {
                let place = self.boolean.iter().position(|known| known == property)?;
                let [value] = &values[..] else { return None };
                let argument = [0, 1].into_iter().find(|&argument| truth(argument) == *value)?;
                codes.extend([Code::new(Op::Is, place), Code::new(Op::Truth, argument)]);
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether codes are exactly one concept over the space: each of a type that its place asks for,
    /// and no node more than `max_height` edges below the root.
    pub fn is_concept(&self, codes: &[Code], max_height: usize) -> bool {
        // The types and depths of the nodes still to come, the next one last.
        let mut wanted = vec![(NodeType::Concept, 0)];
        let mut codes_left = codes.iter();
        while let Some((node_type, depth)) = wanted.pop() {
            let Some(&code) = codes_left.next() else { return false };
            if depth > max_height || !self.contains(code) || self.node_type(code) != node_type {
                return false;
            }
            let children = (0..code.arity()).rev();
            wanted.extend(children.map(|place| (self.child_type(code, place), depth + 1)));
        }
        codes_left.next().is_none() && codes.len() <= MAX_NODES
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use evolearner_dl::{ClassId, Constructor, Language};
    use evolearner_testing::fixture::{graph, individual, molecules};

    use super::*;
    use crate::{Examples, SpaceRules, concept};

    #[test]
    fn later_operands_are_nested_to_the_right() {
        let (graph, positives, negatives) = molecules();
        let examples = Examples::new(&positives, &negatives).unwrap().0;
        let space = Space::new(Arc::new(graph), &examples, &SpaceRules::default());
        let class = |id| Concept::class(ClassId(id));
        let code = |place| Code::new(Op::Class, place);
        let joined =
            Concept::or([class(0), Concept::and([class(1), class(2), class(3)]), class(4)]);
        let inner = [Code::AND, code(1), Code::AND, code(2), code(3)];
        let expected = [&[Code::OR, code(0), Code::OR][..], &inner, &[code(4)]].concat();
        assert_eq!(space.compile(&joined), Some(expected));
    }

    #[test]
    fn what_a_space_does_not_have_is_not_compiled() {
        let (graph, positives, negatives) = molecules();
        let examples = Examples::new(&positives, &negatives).unwrap().0;
        let acid = graph.symbols.classes.find("http://x/Acid").unwrap();
        let base = graph.symbols.classes.find("http://x/Base").unwrap();
        let rules = SpaceRules { ignored_classes: vec![acid], ..SpaceRules::default() };
        let space = Space::new(Arc::new(graph), &examples, &rules);
        let role = space.roles[0];
        let at_least = |n| Concept::node(Node::AtLeast(n, role), [Concept::class(base)]);
        assert!(space.compile(&at_least(5)).is_some());
        assert_eq!(space.compile(&at_least(6)), None);
        assert_eq!(space.compile(&Concept::some(role, Concept::class(acid))), None);
        assert_eq!(space.compile(&Concept::some(role.inverted(), Concept::class(base))), None);
    }

    #[test]
    fn a_text_that_reads_true_is_no_truth_value() {
        let graph = graph(
            "@prefix : <http://x/> . :a :flag true . :b :flag false .
             :c :flag \"true\" . :d :flag \"true\" . :e :flag \"true\" .",
        );
        let find = |name: &str| individual(&graph, &format!("http://x/{name}"));
        let (positives, negatives) = ([find("a"), find("b")], [find("c"), find("d"), find("e")]);
        let examples = Examples::new(&positives, &negatives).unwrap().0;
        let language = Language::default().with(Constructor::Strings);
        let rules = SpaceRules { language, ..SpaceRules::default() };
        let space = Space::new(Arc::new(graph), &examples, &rules);
        assert_eq!((space.atoms.len(), space.boolean.len()), (1, 1));
        let codes = vec![Code::new(Op::Atom, 0)];
        assert_eq!(space.compile(&concept(&space, &codes)), Some(codes));
    }
}
