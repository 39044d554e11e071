//! Concepts that need no search: a class, its negation, or one restriction.

use evolearner_dl::{Constructor, IndividualId};
use evolearner_evaluate::{Code, Examples, Op, Space};

/// The most pairs of a role and a class that are tried before an evolution; ontologies with more have too
/// many to try all of them.
const MAX_PAIRS: usize = 20_000;

/// The classes and the other names.
fn names(space: &Space) -> impl Iterator<Item = Code> + '_ {
    let is_name = |code: &Code| ![Code::TOP, Code::BOTTOM].contains(code);
    space.terminals.iter().copied().filter(is_name)
}

/// `⊤`, `⊥`, every class and its negation, each role with each class unless these are too many, each
/// threshold, each truth value, as far as the language has them.
pub(crate) fn atomic(space: &Space) -> impl Iterator<Item = Vec<Code>> + '_ {
    let n_pairs = space.roles.len() * (1 + space.terminals.len());
    let n_roles = if n_pairs <= MAX_PAIRS { space.roles.len() } else { 0 };
    let fillers = (0..n_roles).map(|_| std::iter::once(Code::TOP).chain(names(space)).collect());
    atomic_with(space, fillers.collect())
}

/// The same, and of the roles with classes those that cover an example, however many there are.
pub(crate) fn atomic_of<'s>(
    space: &'s Space,
    examples: &Examples,
) -> impl Iterator<Item = Vec<Code>> + 's {
    let fillers = space.roles.iter().map(|&role| {
        let rows = space.graph.edges(role.property).rows(role);
        let of = |example: &IndividualId| rows.of(example.0);
        let mut successors: Vec<u32> =
            examples.individuals().iter().flat_map(of).copied().collect();
        successors.sort_unstable();
        successors.dedup();
        let has_successor = |code: &Code| match code.op() {
            Op::Class => {
                let members = space.graph.instances(space.classes[code.argument()]);
                if members.len() < successors.len() {
                    members.iter().any(|member| successors.binary_search(&member.0).is_ok())
                } else {
                    successors.iter().any(|&successor| members.contains(IndividualId(successor)))
                }
            }
            _ => true,
        };
        std::iter::once(Code::TOP).chain(names(space).filter(has_successor)).collect()
    });
    atomic_with(space, fillers.collect())
}

/// The concepts, where each role has these fillers.
fn atomic_with(space: &Space, fillers: Vec<Vec<Code>>) -> impl Iterator<Item = Vec<Code>> + '_ {
    let has = |constructor| space.language.has(constructor);
    let negated = names(space).filter(move |_| has(Constructor::Negation));
    let fillers = if has(Constructor::Exists) { fillers } else { Vec::new() };
    let pairs = fillers.into_iter().enumerate().flat_map(|(role, fillers)| {
        fillers.into_iter().map(move |code| vec![Code::new(Op::Some, role), code])
    });
    let thresholds = space.numeric.iter().enumerate().flat_map(|(index, property)| {
        (0..property.cuts.len()).flat_map(move |cut| {
            let cut = Code::new(Op::Cut, property.first_cut as usize + cut);
            property.ops().map(move |op| vec![Code::new(op, index), cut])
        })
    });
    let truths = (0..space.boolean.len()).flat_map(|property| {
        [0, 1].map(|truth| vec![Code::new(Op::Is, property), Code::new(Op::Truth, truth)])
    });
    [vec![Code::TOP], vec![Code::BOTTOM]]
        .into_iter()
        .chain(names(space).map(|code| vec![code]))
        .chain(negated.map(|code| vec![Code::NOT, code]))
        .chain(pairs)
        .chain(thresholds)
        .chain(truths)
}
