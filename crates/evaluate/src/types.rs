//! The classes of single individuals.
//!
//! A graph lists the members of each class and not the classes of each individual. To ask every class
//! about an individual would cost as much as there are classes. So classes are asked from the top of
//! their hierarchy downwards: what is no member of a class is a member of none of its subclasses.

use evolearner_dl::{ClassId, IndividualId};
use evolearner_graph::Graph;

/// Some classes as a forest, in which the members of a class are members of the class above it.
#[derive(Clone, Debug)]
pub(crate) struct ClassForest {
    /// The classes below `place` are `below[starts[place + 1]..starts[place + 2]]`, as places; those
    /// below none stand first.
    starts: Vec<u32>,
    below: Vec<u32>,
}

impl ClassForest {
    /// A forest of classes, which ascend, along the axioms that hold in the graph.
    pub(crate) fn new(graph: &Graph, classes: &[ClassId]) -> Self {
        let n_members = |place: u32| graph.instances(classes[place as usize]).len();
        // Equivalent classes are above each other: of as many members, the first is above.
        let rank = |place: u32| (n_members(place), std::cmp::Reverse(place));
        let place = |class| classes.binary_search(&class).ok().map(|place| place as u32);
        let mut above: Vec<Option<u32>> = vec![None; classes.len()];
        for &(class, superclass) in &graph.stated.subclasses {
            let (Some(class), Some(superclass)) = (place(class), place(superclass)) else {
                continue;
            };
            let closest = &mut above[class as usize];
            let is_closer = closest.is_none_or(|other| rank(superclass) < rank(other));
            if rank(superclass) > rank(class) && is_closer {
                *closest = Some(superclass);
            }
        }
        // Classes without members are asked by none.
        let mut pairs: Vec<(u32, u32)> = (0..classes.len() as u32)
            .filter(|&place| n_members(place) > 0)
            .map(|place| (above[place as usize].map_or(0, |above| above + 1), place))
            .collect();
        pairs.sort_unstable();
        let start = |above| pairs.partition_point(|pair| pair.0 < above) as u32;
        let starts = (0..classes.len() as u32 + 2).map(start).collect();
        Self { starts, below: pairs.into_iter().map(|(_, place)| place).collect() }
    }

    /// The classes at a place of `starts`.
    fn list(&self, at: usize) -> &[u32] {
        &self.below[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Appends the places of the classes that an individual is a member of, ascending.
    pub(crate) fn types(
        &self,
        graph: &Graph,
        classes: impl Fn(u32) -> ClassId,
        individual: IndividualId,
        types: &mut Vec<u32>,
    ) {
        let first = types.len();
        let mut open = vec![self.list(0)];
        while let Some(list) = open.pop() {
            for &place in list {
                if graph.instances(classes(place)).contains(individual) {
                    types.push(place);
                    open.push(self.list(place as usize + 1));
                }
            }
        }
        types[first..].sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_testing::fixture::{graph, molecules, people};

    fn check(graph: &Graph, classes: &[ClassId]) {
        let forest = ClassForest::new(graph, classes);
        for (individual, name) in graph.symbols.individuals.iter() {
            let is_type =
                |place: &u32| graph.instances(classes[*place as usize]).contains(individual);
            let expected: Vec<u32> = (0..classes.len() as u32).filter(is_type).collect();
            let mut found = Vec::new();
            forest.types(graph, |place| classes[place as usize], individual, &mut found);
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn the_types_of_an_individual_are_all_classes_that_have_it() {
        // Equivalent classes, two superclasses, a class without members, one without a superclass.
        let circle = graph(
            "@prefix : <http://x/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
             @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
             :A owl:equivalentClass :B . :B owl:equivalentClass :C . :D rdfs:subClassOf :A, :E .
             :F rdfs:subClassOf :D . :Empty rdfs:subClassOf :F . :G rdfs:subClassOf :G .
             :a a :A . :d a :D . :e a :E . :f a :F, :G . :g a :G . :n :knows :a .",
        );
        for graph in [circle, molecules().0, people(60).0] {
            let all: Vec<ClassId> = graph.symbols.classes.iter().map(|(class, _)| class).collect();
            check(&graph, &all);
            // Some classes are left out, so that others lose what is above them.
            for n in 2..5 {
                check(&graph, &all.iter().copied().step_by(n).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn below_a_class_without_the_individual_no_class_is_asked() {
        let graph = graph(
            "@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
             :Dog rdfs:subClassOf :Animal . :Cat rdfs:subClassOf :Animal .
             :rex a :Dog . :tom a :Cat . :oak a :Plant .",
        );
        let classes: Vec<ClassId> = graph.symbols.classes.iter().map(|(class, _)| class).collect();
        let forest = ClassForest::new(&graph, &classes);
        let oak = evolearner_testing::fixture::individual(&graph, "http://x/oak");
        let asked = std::cell::RefCell::new(Vec::new());
        let ask = |place: u32| {
            asked.borrow_mut().push(graph.symbols.classes.get(classes[place as usize]));
            classes[place as usize]
        };
        forest.types(&graph, ask, oak, &mut Vec::new());
        assert_eq!(asked.into_inner(), ["http://x/Animal", "http://x/Plant"]);
    }
}
