//! The axioms about classes as implications between literals.

use evolearner_dl::{Budget, Concept, DataPropertyId, DataRange, Node, Role, Stopped};
use evolearner_owl::{Axiom, Characteristic, Ontology};

use super::atoms::{Atom, Atoms, Lit};
use super::data::{self, DataBox};
use super::roles::RoleBox;

/// Axioms compiled for reasoning.
pub(super) struct TBox {
    pub(super) atoms: Atoms,
    /// For each literal, the literals that follow from it directly. Closed under contraposition.
    pub(super) implies: Vec<Vec<Lit>>,
    /// What everything is.
    pub(super) universal: Vec<Lit>,
    /// Individuals asserted to be instances of expressions.
    pub(super) assertions: Vec<(Lit, u32)>,
    /// For each literal, the meets that have it as an operand.
    pub(super) in_meet: Vec<Vec<u32>>,
    /// For each literal, the existentials that have it as their filler.
    pub(super) filled_by: Vec<Vec<u32>>,
    /// Whether knowing a literal of an element can lead to anything.
    pub(super) useful: Vec<bool>,
    /// Keys: instances of the literal that agree on the properties are the same.
    pub(super) keys: Vec<(Lit, Vec<Role>, Vec<DataPropertyId>)>,
    /// Whether existentials would look along more paths of roles than they do.
    pub(super) has_cut_paths: bool,
}

/// Collects implications while atoms are still being made.
pub(super) struct Compiler {
    pub(super) atoms: Atoms,
    pub(super) implications: Vec<(Lit, Lit)>,
}

impl Compiler {
    pub(super) fn imply(&mut self, sub: Lit, sup: Lit) {
        if sub != Lit::BOTTOM && sup != Lit::TOP && sub != sup {
            self.implications.push((sub, sup));
        }
    }

    fn imply_concepts(&mut self, sub: &Concept, sup: &Concept) {
        let (sub, sup) = (self.atoms.lit(sub), self.atoms.lit(sup));
        self.imply(sub, sup);
    }

    /// Every pair is an implication: a long list is what the budget has to hold.
    fn disjoint(&mut self, concepts: &[Concept], budget: &Budget) -> Result<(), Stopped> {
        let lits: Vec<Lit> = concepts.iter().map(|concept| self.atoms.lit(concept)).collect();
        for (index, &one) in lits.iter().enumerate() {
            for &other in &lits[index + 1..] {
                self.imply(one, other.not());
            }
            budget.check_facts(self.implications.len())?;
        }
        Ok(())
    }

    fn equivalent(&mut self, concepts: &[Concept]) {
        for pair in concepts.windows(2) {
            self.imply_concepts(&pair[0], &pair[1]);
            self.imply_concepts(&pair[1], &pair[0]);
        }
    }
}

impl TBox {
    /// Only the hierarchy of named classes, for [`Inference::Classes`](super::Inference::Classes).
    pub(super) fn hierarchy_only(ontology: &Ontology) -> Self {
        let mut compiler = Compiler::new(ontology);
        // Nominals, values and data restrictions have one node too.
        let is_named = |concept: &Concept| {
            matches!(concept.nodes(), [Node::Class(_) | Node::Top | Node::Bottom])
        };
        for axiom in &ontology.axioms {
            match axiom {
                Axiom::SubClassOf(sub, sup) if is_named(sub) && is_named(sup) => {
                    compiler.imply_concepts(sub, sup);
                }
                Axiom::EquivalentClasses(concepts) => {
                    let named: Vec<Concept> =
                        concepts.iter().filter(|concept| is_named(concept)).cloned().collect();
                    compiler.equivalent(&named);
                }
                _ => {}
            }
        }
        compiler.finish(Vec::new(), Vec::new())
    }

    pub(super) fn new(
        ontology: &Ontology,
        roles: &RoleBox,
        data: &DataBox,
        budget: &Budget,
    ) -> Result<Self, Stopped> {
        let mut compiler = Compiler::new(ontology);
        let mut assertions = Vec::new();
        let mut keys = Vec::new();
        let mut ranges = Vec::new();
        for axiom in &ontology.axioms {
            match axiom {
                Axiom::SubClassOf(sub, sup) => compiler.imply_concepts(sub, sup),
                Axiom::EquivalentClasses(concepts) => compiler.equivalent(concepts),
                Axiom::DisjointClasses(concepts) => compiler.disjoint(concepts, budget)?,
                Axiom::DisjointUnion(class, concepts) => {
                    compiler.disjoint(concepts, budget)?;
                    let union = Concept::or(concepts.iter().cloned());
                    compiler.equivalent(&[Concept::class(*class), union]);
                }
                Axiom::ClassAssertion(concept, individual) => {
                    assertions.push((compiler.atoms.lit(concept), individual.0));
                }
                Axiom::ObjectPropertyDomain(role, class) => compiler.domain(*role, class),
                Axiom::ObjectPropertyRange(role, class) => compiler.domain(role.inverted(), class),
                Axiom::DataPropertyDomain(property, class) => {
                    let has_value = compiler.atoms.lit(&data::has_any(*property));
                    let class = compiler.atoms.lit(class);
                    compiler.imply(has_value, class);
                }
                Axiom::DataPropertyRange(property, range) => ranges.push((*property, range)),
                // A denied edge is `¬∃ r.{b}`, and takes part as such.
                Axiom::NegativeObjectAssertion(role, subject, object) => {
                    let edge = compiler.atoms.has_value(*role, object.0);
                    assertions.push((edge.not(), subject.0));
                }
                Axiom::NegativeDataAssertion(property, subject, literal) => {
                    let value = DataRange::OneOf(Box::new([literal.clone()]));
                    let value = compiler.atoms.add(Atom::DataSome(*property, value));
                    assertions.push((value.not(), subject.0));
                }
                Axiom::Characteristic(Characteristic::Reflexive, role) => {
                    let itself = compiler.atoms.has_self(*role);
                    compiler.imply(Lit::TOP, itself);
                }
                Axiom::Characteristic(
                    Characteristic::Irreflexive | Characteristic::Asymmetric,
                    role,
                ) => {
                    let itself = compiler.atoms.has_self(*role);
                    compiler.imply(itself, Lit::BOTTOM);
                }
                Axiom::HasKey(class, roles, data) => {
                    keys.push((compiler.atoms.lit(class), roles.clone(), data.clone()));
                }
                _ => {}
            }
        }
        compiler.data_ranges(data, &ranges);
        let has_unnamed = !assertions.is_empty() || compiler.demands_successors();
        let has_cut_paths = compiler.add_paths(roles, has_unnamed);
        compiler.relate_atoms(roles, data, budget)?;
        Ok(TBox { has_cut_paths, ..compiler.finish(assertions, keys) })
    }

    /// Recomputes what depends on the implications, after some were added.
    pub(super) fn refresh(&mut self) {
        for targets in &mut self.implies {
            targets.sort_unstable();
            targets.dedup();
        }
        self.useful = find_useful(self);
    }
}

impl Compiler {
    fn new(ontology: &Ontology) -> Self {
        Self { atoms: Atoms::new(ontology.symbols.classes.len()), implications: Vec::new() }
    }

    /// Ranges bear on what restrictions say of values. Where they are no more than a datatype, values
    /// themselves are not checked against them: files declare one and use another.
    fn data_ranges(&mut self, data: &DataBox, ranges: &[(DataPropertyId, &DataRange)]) {
        for &(property, range) in ranges {
            let is_datatype = matches!(range, DataRange::Any | DataRange::Datatype(_));
            let is_restricted = self.atoms.iter().any(|(_, atom)| match atom {
                Atom::DataSome(sub, restriction) | Atom::DataAtLeast(_, sub, restriction) => {
                    *restriction != DataRange::Any && data.is_sub(*sub, property)
                }
                _ => false,
            });
            if is_restricted || !is_datatype {
                let outside = DataRange::Not(Box::new(range.clone()));
                let outside = self.atoms.add(Atom::DataSome(property, outside));
                self.imply(outside, Lit::BOTTOM);
            }
        }
    }

    fn domain(&mut self, role: Role, class: &Concept) {
        let has_successor = self.atoms.some(role, Lit::TOP);
        let class = self.atoms.lit(class);
        self.imply(has_successor, class);
    }

    fn finish(
        self,
        assertions: Vec<(Lit, u32)>,
        keys: Vec<(Lit, Vec<Role>, Vec<DataPropertyId>)>,
    ) -> TBox {
        let n_lits = self.atoms.len() * 2;
        let mut implies = vec![Vec::new(); n_lits];
        let mut universal = Vec::new();
        for (sub, sup) in self.implications {
            if sub == Lit::TOP {
                universal.push(sup);
            } else {
                implies[sub.index()].push(sup);
            }
            if sup == Lit::BOTTOM {
                universal.push(sub.not());
            } else {
                implies[sup.not().index()].push(sub.not());
            }
        }
        let mut in_meet = vec![Vec::new(); n_lits];
        let mut filled_by = vec![Vec::new(); n_lits];
        for (index, atom) in self.atoms.iter() {
            match atom {
                Atom::And(operands) => {
                    for operand in operands {
                        in_meet[operand.index()].push(index as u32);
                    }
                }
                Atom::Some(_, filler) => filled_by[filler.index()].push(index as u32),
                _ => {}
            }
        }
        let mut tbox = TBox {
            atoms: self.atoms,
            implies,
            universal,
            assertions,
            in_meet,
            filled_by,
            useful: Vec::new(),
            keys,
            has_cut_paths: false,
        };
        tbox.refresh();
        tbox
    }
}

/// Finds the literals worth knowing. Positive ones are what is asked for; a negative one matters
/// only if some rule can turn it into something else. Most ontologies state disjointness and use
/// it for nothing: then no negative fact is stored, and clashes are found by intersecting.
fn find_useful(tbox: &TBox) -> Vec<bool> {
    let n_lits = tbox.implies.len();
    let mut useful: Vec<bool> = (0..n_lits).map(|index| index % 2 == 0).collect();
    // What is stated of an individual may contradict what it turns out to be.
    for (lit, _) in &tbox.assertions {
        useful[lit.index()] = true;
    }
    let mut changed = true;
    let mut order: Vec<usize> = (0..n_lits).collect();
    while changed {
        changed = false;
        // Long chains of axioms run either way; turning round each time follows both.
        order.reverse();
        for &index in &order {
            let lit = Lit::from_index(index);
            if useful[index] || lit == Lit::BOTTOM {
                continue;
            }
            let own_form = match tbox.atoms.get(lit.atom()) {
                Atom::And(operands) => operands.iter().any(|operand| useful[operand.not().index()]),
                Atom::Some(_, filler) => useful[filler.not().index()],
                // At most n: merges names. Not one of: makes names different.
                Atom::AtLeast(..) | Atom::OneOf(_) => true,
                _ => false,
            };
            let matters = own_form
                || tbox.implies[index].iter().any(|sup| useful[sup.index()])
                || !tbox.in_meet[index].is_empty()
                || tbox.in_meet[lit.not().index()]
                    .iter()
                    .any(|&meet| useful[Lit::of(meet as usize).not().index()])
                || !tbox.filled_by[index].is_empty();
            if matters {
                useful[index] = true;
                changed = true;
            }
        }
    }
    useful
}
