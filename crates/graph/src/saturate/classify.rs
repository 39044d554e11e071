//! Consequences of the axioms alone, found before any individual is looked at.
//!
//! An unnamed element that starts with one literal and nothing else turns out to be exactly what
//! follows from that literal. Where this goes beyond what the axioms say directly (through unnamed
//! successors, or because all members of a union agree), it becomes an implication of its own,
//! and with it its contraposition.

use evolearner_dl::{Budget, IdVec, Stopped};

use super::atoms::{Atom, Lit};
use super::counting::Difference;
use super::engine::Engine;
use super::roles::RoleBox;
use super::sameness::Sameness;
use super::tbox::TBox;

/// Above this many literals the axioms are not examined: the work grows with their square.
const MAX_LITS: usize = 6000;

/// Adds implications that the axioms do not state; returns the classes that can have no instance.
pub(super) fn classify(
    tbox: &mut TBox,
    roles: &RoleBox,
    budget: &Budget,
) -> Result<Vec<Lit>, Stopped> {
    let n_lits = tbox.implies.len();
    let is_flat = tbox.atoms.iter().all(|(index, atom)| match atom {
        Atom::Top | Atom::Class(_) => true,
        // A domain or range: nothing but the edges themselves can lead there, and that there are
        // none leads nowhere.
        Atom::Some(_, Lit::TOP) | Atom::DataSome(..) => {
            tbox.implies[Lit::of(index).not().index()].is_empty()
        }
        _ => false,
    });
    let mut impossible = Vec::new();
    if is_flat || n_lits > MAX_LITS {
        return Ok(impossible);
    }
    // Implications found in one go may enable more; a few goes reach the end in practice.
    for _ in 0..4 {
        let found = consequences(tbox, roles, budget)?;
        let mut n_added = 0;
        for (lit, follows) in found {
            if follows.contains(&Lit::BOTTOM) {
                if !impossible.contains(&lit) {
                    impossible.push(lit);
                    tbox.implies[lit.index()].push(Lit::BOTTOM);
                    tbox.universal.push(lit.not());
                    n_added += 1;
                }
                continue;
            }
            for sup in follows {
                tbox.implies[lit.index()].push(sup);
                tbox.implies[sup.not().index()].push(lit.not());
                n_added += 1;
            }
        }
        if n_added == 0 {
            break;
        }
        tbox.refresh();
    }
    Ok(impossible)
}

/// For each literal what follows from it and is not yet stated.
fn consequences(
    tbox: &TBox,
    roles: &RoleBox,
    budget: &Budget,
) -> Result<Vec<(Lit, Vec<Lit>)>, Stopped> {
    let n_lits = tbox.implies.len();
    let no_edges = IdVec::default();
    let no_names = Sameness::new(0);
    let mut engine = Engine::new(tbox, roles, &no_edges, &no_names, budget)?;
    let elements: Vec<u32> =
        (2..n_lits).map(|index| engine.unnamed_element(vec![Lit::from_index(index)])).collect();
    loop {
        engine.propagate()?;
        let met = engine.meet_obligations()?;
        engine.propagate()?;
        if !engine.count(&Difference::default(), &mut Vec::new())? && !met {
            break;
        }
    }
    engine.propagate()?;
    let follows_from = |lit: Lit| -> Vec<Lit> {
        let element = elements[lit.index() - 2];
        (1..n_lits)
            .map(Lit::from_index)
            .filter(|&other| other != lit && engine.known[other.index()].contains(element))
            .collect()
    };
    let mut found = Vec::new();
    let mut reached_from = vec![0; n_lits];
    let mut queue: Vec<u32> = Vec::new();
    for index in 2..n_lits {
        let lit = Lit::from_index(index);
        let mut follows = follows_from(lit);
        // What holds of every member of a union holds of the union.
        if let (Atom::And(operands), true) = (tbox.atoms.get(lit.atom()), lit.is_negated()) {
            let mut shared: Option<Vec<Lit>> = None;
            for operand in operands {
                let mut of_member = follows_from(operand.not());
                if of_member.contains(&Lit::BOTTOM) {
                    continue;
                }
                of_member.push(operand.not());
                shared = Some(match shared {
                    None => of_member,
                    Some(known) => {
                        known.into_iter().filter(|lit| of_member.contains(lit)).collect()
                    }
                });
            }
            match shared {
                Some(shared) => follows.extend(shared.into_iter().filter(|&other| other != lit)),
                None => follows.push(Lit::BOTTOM),
            }
        }
        // Marked with the number of the start, one list serves all searches.
        queue.clear();
        queue.push(index as u32);
        reached_from[index] = index;
        while let Some(next) = queue.pop() {
            for &sup in &tbox.implies[next as usize] {
                if reached_from[sup.index()] != index {
                    reached_from[sup.index()] = index;
                    queue.push(sup.index() as u32);
                }
            }
        }
        follows.retain(|sup| reached_from[sup.index()] != index);
        if !follows.is_empty() {
            found.push((lit, follows));
        }
    }
    Ok(found)
}
