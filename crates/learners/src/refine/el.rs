//! Downward refinement of EL trees (Lehmann & Haase 2009, Ideal downward refinement in the EL
//! description logic).
//!
//! A concept of classes, `⊓` and `∃` is a tree: the conjuncts at a node are its classes and its edges. A
//! step adds a class to a node, replaces a class by a subclass, replaces a role by a subrole, or
//! attaches an edge. Only minimal trees are returned, those without a part that another part of the same
//! node implies.

use evolearner_evaluate::{Code, Op};

use super::concepts::{ConceptIdx, Concepts, Shape};
use super::operator::Operator;
use super::{Clock, CutShort};

impl Operator {
    /// The refinements of an EL tree at the root, each once.
    pub fn refine_tree(
        &mut self,
        tree: ConceptIdx,
        max_depth: u32,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ConceptIdx>, CutShort> {
        let mut found = self.refine_node(0, tree, max_depth, clock)?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The refinements of the tree at a position, below which edges may be attached so often.
    fn refine_node(
        &mut self,
        position: usize,
        tree: ConceptIdx,
        depth_left: u32,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ConceptIdx>, CutShort> {
        clock.tick()?;
        let parts = self.concepts.conjuncts(tree);
        let mut found = Vec::new();
        for (place, &part) in parts.iter().enumerate() {
            for refined in self.refine_part(position, part, depth_left, clock)? {
                let mut parts = parts.clone();
                parts[place] = refined;
                self.push_minimal(&parts, &mut found);
            }
        }
        let mut added = self.more_classes(position, &parts);
        if depth_left > 0 {
            added.extend(self.more_edges(position, &parts, depth_left, clock)?);
        }
        for part in added {
            clock.tick()?;
            self.push_minimal(&[&parts[..], &[part]].concat(), &mut found);
        }
        Ok(found)
    }

    /// The refinements of a class or an edge alone.
    fn refine_part(
        &mut self,
        position: usize,
        part: ConceptIdx,
        depth_left: u32,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ConceptIdx>, CutShort> {
        match self.concepts.shape(part) {
            Shape::Leaf { code, .. } => {
                let classes = self.next_classes(position, code.argument() as u32, false);
                Ok(classes.into_iter().map(|class| self.class(class)).collect())
            }
            Shape::Restriction { code, filler, .. } => {
                let role = code.argument();
                let fillers =
                    self.refine_node(1 + role, filler, depth_left.saturating_sub(1), clock)?;
                let edges = fillers.into_iter().map(|filler| (role as u32, filler));
                let mut edges: Vec<(u32, ConceptIdx)> = edges.collect();
                edges.extend(self.subroles(position, role).into_iter().map(|role| (role, filler)));
                Ok(edges.into_iter().map(|(role, filler)| self.edge(role, filler)).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The most general classes that are new beside some parts.
    fn more_classes(&mut self, position: usize, parts: &[ConceptIdx]) -> Vec<ConceptIdx> {
        let labels: Vec<u32> = parts.iter().filter_map(|&part| self.label(part)).collect();
        let position = self.position(position);
        let mut reached = self.hierarchy.top_classes.clone();
        let mut found = Vec::new();
        let mut next = 0;
        while let Some(&class) = reached.get(next) {
            next += 1;
            let hierarchy = &self.hierarchy;
            let members = position.members[class as usize];
            if members == 0 || labels.iter().any(|&label| hierarchy.is_below(class, label)) {
                continue;
            }
            let is_implied = members == position.n
                || labels.iter().any(|&label| hierarchy.is_below(label, class));
            if is_implied {
                for &below in &hierarchy.subclasses[class as usize] {
                    if !reached.contains(&below) {
                        reached.push(below);
                    }
                }
            } else if labels.iter().all(|&label| self.overlap(label, class)) {
                found.push(self.class(class));
            }
        }
        found
    }

    /// The most general edges that are new beside some parts. One that a part implies is replaced by its
    /// refinements, until these are new.
    fn more_edges(
        &mut self,
        position: usize,
        parts: &[ConceptIdx],
        depth_left: u32,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ConceptIdx>, CutShort> {
        let here = self.position(position);
        let roles = self.hierarchy.top_roles.clone();
        let roles = roles.into_iter().filter(|&role| here.most_successors[role as usize] > 0);
        let mut reached: Vec<ConceptIdx> =
            roles.map(|role| self.edge(role, Concepts::TOP)).collect();
        let mut found = Vec::new();
        let mut next = 0;
        while let Some(&edge) = reached.get(next) {
            next += 1;
            if !parts.iter().any(|&part| self.is_below(part, edge)) {
                found.push(edge);
                continue;
            }
            for refined in self.refine_part(position, edge, depth_left, clock)? {
                clock.tick()?;
                if !reached.contains(&refined) {
                    reached.push(refined);
                }
            }
        }
        Ok(found)
    }

    /// Takes a conjunction in which no part implies another.
    fn push_minimal(&mut self, parts: &[ConceptIdx], found: &mut Vec<ConceptIdx>) {
        let is_implied = |place: usize, part: ConceptIdx| {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != place);
            others.into_iter().any(|(_, &other)| self.is_below(other, part))
        };
        if !parts.iter().enumerate().any(|(place, &part)| is_implied(place, part)) {
            found.push(self.concepts.join(true, parts));
        }
    }

    /// Whether the first tree implies the second by its form: each class of the second lies above one of
    /// the first, each edge above one that implies it.
    fn is_below(&self, one: ConceptIdx, other: ConceptIdx) -> bool {
        let of_one = self.concepts.conjuncts(one);
        self.concepts
            .conjuncts(other)
            .into_iter()
            .all(|wanted| of_one.iter().any(|&part| self.is_part_below(part, wanted)))
    }

    fn is_part_below(&self, one: ConceptIdx, other: ConceptIdx) -> bool {
        match (self.concepts.shape(one), self.concepts.shape(other)) {
            (
                Shape::Restriction { code: one, filler, .. },
                Shape::Restriction { code: other, filler: wanted, .. },
            ) => {
                let (one, other) = (one.argument() as u32, other.argument() as u32);
                self.hierarchy.is_subrole(one, other) && self.is_below(filler, wanted)
            }
            _ => match (self.label(one), self.label(other)) {
                (Some(one), Some(other)) => self.hierarchy.is_below(one, other),
                _ => false,
            },
        }
    }

    fn label(&self, part: ConceptIdx) -> Option<u32> {
        match self.concepts.shape(part) {
            Shape::Leaf { code, .. } if code.op() == Op::Class => Some(code.argument() as u32),
            _ => None,
        }
    }

    fn class(&mut self, class: u32) -> ConceptIdx {
        self.concepts.leaf(Code::new(Op::Class, class as usize), None, false)
    }

    fn edge(&mut self, role: u32, filler: ConceptIdx) -> ConceptIdx {
        self.concepts.restriction(Code::new(Op::Some, role as usize), 0, filler)
    }

    /// The direct subroles that somebody at a position has.
    fn subroles(&mut self, position: usize, role: usize) -> Vec<u32> {
        let position = self.position(position);
        let subroles = self.hierarchy.subroles[role].iter().copied();
        subroles.filter(|&role| position.most_successors[role as usize] > 0).collect()
    }
}
