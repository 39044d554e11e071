//! What can be said at a position of a concept: at its root, or in the filler of a role.
//!
//! At the root stand all individuals, in the filler of a role those that the role leads to. A class
//! that none of them belongs to, or all of them, tells nobody apart there; a role or a property that
//! none of them has says nothing. This is decided by the individuals and not by stated domains and
//! ranges, which hold in the graph anyway where they are stated.

use evolearner_dl::IndividualId;
use evolearner_evaluate::Space;

/// The individuals of a position, as numbers.
pub struct Position {
    /// How many there are.
    pub n: u32,
    /// How many of them belong to each class.
    pub members: Vec<u32>,
    /// The most successors that one of them has by each role.
    pub most_successors: Vec<u32>,
    /// Whether one of them has a value of each numeric property.
    pub has_number: Vec<bool>,
    /// Whether one of them has a value of each boolean property.
    pub has_truth: Vec<bool>,
}

impl Position {
    /// The root, where all individuals stand, or those of the class that every concept starts from.
    pub fn root(space: &Space) -> Self {
        let n = space.graph.n_individuals();
        match space.start_class {
            None => Self::of(space, &vec![true; n]),
            Some(class) => {
                let mut stands = vec![false; n];
                for member in space.graph.instances(class).iter() {
                    stands[member.0 as usize] = true;
                }
                Self::of(space, &stands)
            }
        }
    }

    /// The filler of the role at a place.
    pub fn filler(space: &Space, role: usize) -> Self {
        let role = space.roles[role];
        let mut stands = vec![false; space.graph.n_individuals()];
        for &target in space.graph.edges(role.property).rows(role.inverted()).sources() {
            stands[target as usize] = true;
        }
        Self::of(space, &stands)
    }

    fn of(space: &Space, stands: &[bool]) -> Self {
        let graph = &space.graph;
        let is_there = |individual: IndividualId| stands[individual.0 as usize];
        let members = space.classes.iter().map(|&class| {
            graph.instances(class).iter().filter(|&member| is_there(member)).count() as u32
        });
        let successors = space.roles.iter().map(|&role| {
            let rows = graph.edges(role.property).rows(role).iter();
            let counts = rows
                .filter(|(source, _)| stands[*source as usize])
                .map(|(_, targets)| targets.len() as u32);
            counts.max().unwrap_or(0)
        });
        let has_value =
            |property| graph.values(property).individuals().iter().any(|&one| stands[one as usize]);
        Self {
            n: stands.iter().filter(|&&stands| stands).count() as u32,
            members: members.collect(),
            most_successors: successors.collect(),
            has_number: space.numeric.iter().map(|numeric| has_value(numeric.property)).collect(),
            has_truth: space.boolean.iter().map(|&property| has_value(property)).collect(),
        }
    }
}
