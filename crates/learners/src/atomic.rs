//! Concepts that need no search: a class, its negation, or one restriction.

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Op, Space};

/// The most pairs of a role and a class that are tried; ontologies with more have too many to try
/// all before learning.
const MAX_PAIRS: usize = 20_000;

/// `⊤`, `⊥`, every class and its negation, each role with each class, each threshold, each truth
/// value, as far as the language has them.
pub(crate) fn atomic(space: &Space) -> impl Iterator<Item = Vec<Code>> + '_ {
    let has = |constructor| space.language.has(constructor);
    let names = || {
        let is_name = |code: &Code| ![Code::TOP, Code::BOTTOM].contains(code);
        space.terminals.iter().copied().filter(is_name)
    };
    let negated = names().filter(move |_| has(Constructor::Negation));
    let n_pairs = space.roles.len() * (1 + space.terminals.len());
    let n_roles =
        if has(Constructor::Exists) && n_pairs <= MAX_PAIRS { space.roles.len() } else { 0 };
    let pairs = (0..n_roles).flat_map(move |role| {
        let fillers = std::iter::once(Code::TOP).chain(names());
        fillers.map(move |code| vec![Code::new(Op::Some, role), code])
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
        .chain(names().map(|code| vec![code]))
        .chain(negated.map(|code| vec![Code::NOT, code]))
        .chain(pairs)
        .chain(thresholds)
        .chain(truths)
}
