//! Which class and which role lies directly below which.
//!
//! Classes follow the axioms that the ontology states and that hold in the graph; a class that must not
//! occur is skipped, so that its subclasses lie below its superclasses. Roles are compared by their
//! edges: the graph keeps no axioms about them, and a role whose edges are all edges of another one may
//! be refined to it whatever the ontology says. Of classes that are stated to be equivalent, and of roles
//! with the same edges, the first one stands for all.

use evolearner_dl::{ClassId, Role};
use evolearner_evaluate::Space;
use evolearner_graph::Graph;

/// The order of the classes and roles of a space, by their places in it.
pub struct NameOrder {
    /// The direct subclasses of each class.
    pub subclasses: Vec<Vec<u32>>,
    /// The direct superclasses of each class.
    pub superclasses: Vec<Vec<u32>>,
    /// Classes without superclasses, ascending; one of each group of equivalent ones.
    pub top_classes: Vec<u32>,
    /// Classes without subclasses, ascending.
    pub bottom_classes: Vec<u32>,
    /// The direct subroles of each role.
    pub subroles: Vec<Vec<u32>>,
    /// Roles without superroles, ascending.
    pub top_roles: Vec<u32>,
    /// All roles but those that have the edges of an earlier one.
    pub roles: Vec<u32>,
}

impl NameOrder {
    /// The order of the classes and roles of a space.
    pub fn new(space: &Space) -> Self {
        let (subclasses, classes) = class_order(space);
        let superclasses = reversed(&subclasses);
        let (subroles, roles) = role_order(space);
        let superroles = reversed(&subroles);
        let without = |places: &[u32], others: &[Vec<u32>]| -> Vec<u32> {
            places.iter().copied().filter(|&place| others[place as usize].is_empty()).collect()
        };
        Self {
            top_classes: without(&classes, &superclasses),
            bottom_classes: without(&classes, &subclasses),
            top_roles: without(&roles, &superroles),
            subclasses,
            superclasses,
            subroles,
            roles,
        }
    }

    /// Whether a class lies below another or is the same.
    pub fn is_below(&self, class: u32, other: u32) -> bool {
        class == other
            || self.superclasses[class as usize].iter().any(|&above| self.is_below(above, other))
    }

    /// Whether a role lies below another or is the same.
    pub fn is_subrole(&self, role: u32, other: u32) -> bool {
        role == other
            || self.subroles[other as usize].iter().any(|&below| self.is_subrole(role, below))
    }
}

/// The direct subclasses of each class, and the classes that stand for themselves.
fn class_order(space: &Space) -> (Vec<Vec<u32>>, Vec<u32>) {
    let n = space.classes.len();
    let place = |class: ClassId| space.classes.binary_search(&class).ok();
    let above: Vec<Vec<u32>> = space
        .classes
        .iter()
        .map(|&class| {
            let above = classes_above(&space.graph, class).into_iter().filter_map(place);
            let mut above: Vec<u32> = above.map(|place| place as u32).collect();
            above.sort_unstable();
            above
        })
        .collect();
    direct(
        n,
        |class, other| above[class as usize].binary_search(&other).is_ok(),
        |class| above[class as usize].clone(),
    )
}

/// All classes above a class, without itself.
fn classes_above(graph: &Graph, class: ClassId) -> Vec<ClassId> {
    let pairs = &graph.stated.subclasses;
    let mut reached = vec![class];
    let mut next = 0;
    while let Some(&below) = reached.get(next) {
        next += 1;
        let start = pairs.partition_point(|pair| pair.0 < below);
        for &(_, above) in pairs[start..].iter().take_while(|pair| pair.0 == below) {
            if !reached.contains(&above) {
                reached.push(above);
            }
        }
    }
    reached.remove(0);
    reached
}

/// The direct subroles of each role, and the roles that stand for themselves. Roles without edges lie
/// nowhere: no restriction on them tells anybody apart. A role does not lie below an inverse with more
/// edges: an inverse is longer, and a concept must not be reached through longer ones.
fn role_order(space: &Space) -> (Vec<Vec<u32>>, Vec<u32>) {
    let n = space.roles.len();
    let is_within = |one: u32, other: u32| {
        let role = |place: u32| -> Role { space.roles[place as usize] };
        let rows = |role: Role| space.graph.edges(role.property).rows(role);
        let is_longer = role(other).inverse && !role(one).inverse;
        let (one, other) = (rows(role(one)), rows(role(other)));
        one.n_edges() > 0
            && one.n_edges() <= other.n_edges()
            && !(is_longer && one.n_edges() < other.n_edges())
            && one.iter().all(|(source, targets)| {
                let known = other.of(source);
                targets.iter().all(|target| known.binary_search(target).is_ok())
            })
    };
    let above: Vec<Vec<u32>> = (0..n as u32)
        .map(|role| {
            (0..n as u32).filter(|&other| other != role && is_within(role, other)).collect()
        })
        .collect();
    direct(
        n,
        |role, other| above[role as usize].binary_search(&other).is_ok(),
        |role| above[role as usize].clone(),
    )
}

/// The direct pairs of an order: what lies directly below each, and those that stand for themselves.
/// Where each of two lies below the other, the first one stands for both.
fn direct(
    n: usize,
    is_below: impl Fn(u32, u32) -> bool,
    above: impl Fn(u32) -> Vec<u32>,
) -> (Vec<Vec<u32>>, Vec<u32>) {
    let stands =
        |place: u32| above(place).iter().all(|&other| other > place || !is_below(other, place));
    let standing: Vec<u32> = (0..n as u32).filter(|&place| stands(place)).collect();
    let mut below = vec![Vec::new(); n];
    for &place in &standing {
        let above: Vec<u32> = above(place)
            .into_iter()
            .filter(|&other| !is_below(other, place) && standing.binary_search(&other).is_ok())
            .collect();
        for &one in &above {
            if !above.iter().any(|&other| other != one && is_below(other, one)) {
                below[one as usize].push(place);
            }
        }
    }
    (below, standing)
}

fn reversed(below: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut above = vec![Vec::new(); below.len()];
    for (place, below) in below.iter().enumerate() {
        for &one in below {
            above[one as usize].push(place as u32);
        }
    }
    above
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use evolearner_dl::{Constructor, Language};
    use evolearner_evaluate::{Examples, SpaceRules};
    use evolearner_testing::fixture::{graph, individual};

    #[test]
    fn an_inverse_with_more_edges_lies_above_no_plain_role() {
        // Each edge of :r is one of :s turned round, so that r lies within s⁻.
        let graph =
            graph("@prefix : <http://x/> . :a :r :b . :b :s :a . :a :s :a . :a :t :c . :c :u :a .");
        let examples = [individual(&graph, "http://x/a"), individual(&graph, "http://x/b")];
        let examples = Examples::new(&examples[..1], &examples[1..]).expect("two lists").0;
        let language = Language::default().with(Constructor::Inverse);
        let rules = SpaceRules { language, ..SpaceRules::default() };
        let space = Space::new(Arc::new(graph), &examples, &rules);
        let order = NameOrder::new(&space);
        let is_plain = |role: &u32| !space.roles[*role as usize].inverse;
        assert_eq!(order.top_roles.iter().copied().filter(is_plain).count(), 4);
        for (above, below) in order.subroles.iter().enumerate() {
            assert!(is_plain(&(above as u32)) || !below.iter().any(is_plain));
        }
        // With the same edges the plain role stands for both: u for t⁻, t for u⁻.
        assert_eq!(order.roles.len(), space.roles.len() - 2);
    }

    #[test]
    fn only_direct_pairs_are_kept_and_equivalent_classes_are_one() {
        let graph = graph(
            "@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
             @prefix owl: <http://www.w3.org/2002/07/owl#> .
             :A1 rdfs:subClassOf :A . :A2 rdfs:subClassOf :A1 . :A2 rdfs:subClassOf :A .
             :B owl:equivalentClass :C . :C1 rdfs:subClassOf :C .
             :a a :A2 ; :r :b ; :s :b . :b a :C1 ; :r :a .",
        );
        let examples = [individual(&graph, "http://x/a"), individual(&graph, "http://x/b")];
        let examples = Examples::new(&examples[..1], &examples[1..]).expect("two lists").0;
        let ignored = vec![graph.symbols.classes.find("http://x/A1").expect("a class")];
        for (ignored_classes, of_a) in [(Vec::new(), "A1"), (ignored, "A2")] {
            let rules = SpaceRules { ignored_classes, ..SpaceRules::default() };
            let space = Space::new(Arc::new(graph.clone()), &examples, &rules);
            let hierarchy = NameOrder::new(&space);
            let name = |&place: &u32| {
                let iri = space.graph.symbols.classes.get(space.classes[place as usize]);
                iri.trim_start_matches("http://x/").to_owned()
            };
            let names = |places: &[u32]| places.iter().map(name).collect::<Vec<_>>();
            assert_eq!(names(&hierarchy.top_classes), ["A", "B"]);
            let [a, b] = hierarchy.top_classes[..] else { panic!("two top classes") };
            assert_eq!(names(&hierarchy.subclasses[a as usize]), [of_a]);
            assert_eq!(names(&hierarchy.subclasses[b as usize]), ["C1"]);
            assert_eq!(names(&hierarchy.bottom_classes), ["A2", "C1"]);
            assert_eq!((hierarchy.top_roles, &hierarchy.subroles[0]), (vec![0], &vec![1]));
        }
    }
}
