//! The written file, read back and checked against the definitions of its words.
//!
//! Everything here is computed from the triples alone, by the slowest way that is plainly right.

use std::collections::{BTreeMap, BTreeSet};

use evolearner_generate::{Family, FamilySettings, Kinship, PersonId};

type Pairs = BTreeSet<(String, String)>;

/// The statements of a file by predicate, names without their namespace.
struct Facts(BTreeMap<String, Pairs>);

impl Facts {
    fn read(family: &Family) -> Self {
        let mut bytes = Vec::new();
        family.write_ntriples(&mut bytes).expect("memory takes everything");
        let mut facts: BTreeMap<String, Pairs> = BTreeMap::new();
        for triple in oxttl::NTriplesParser::new().for_reader(&bytes[..]) {
            let triple = triple.expect("the file is N-Triples");
            let short = |term: String| {
                let iri = term.trim_start_matches('<').trim_end_matches('>');
                iri.rsplit_once('#').map_or(iri.to_owned(), |(_, local)| local.to_owned())
            };
            let object = match triple.object.to_string() {
                literal if literal.starts_with('"') => literal,
                iri => short(iri),
            };
            facts
                .entry(short(triple.predicate.to_string()))
                .or_default()
                .insert((short(triple.subject.to_string()), object));
        }
        Self(facts)
    }

    fn pairs(&self, predicate: &str) -> &Pairs {
        static NONE: Pairs = BTreeSet::new();
        self.0.get(predicate).unwrap_or(&NONE)
    }

    fn successors(&self, role: &str, subject: &str) -> BTreeSet<&str> {
        let pairs = self.pairs(role).iter();
        pairs.filter(|(from, _)| from == subject).map(|(_, to)| &**to).collect()
    }

    fn class(&self, class: &str) -> BTreeSet<&str> {
        self.pairs("type").iter().filter(|(_, of)| of == class).map(|(who, _)| &**who).collect()
    }

    fn people(&self) -> BTreeSet<&str> {
        self.class("Male").union(&self.class("Female")).copied().collect()
    }

    fn birth_year(&self, person: &str) -> i32 {
        let literals = self.successors("birthYear", person);
        assert_eq!(literals.len(), 1, "{person}");
        let literal = literals.first().expect("there is one");
        let digits = literal.split('"').nth(1).expect("literals are quoted");
        assert!(literal.ends_with("XMLSchema#integer>"), "{literal}");
        digits.parse().expect("years are integers")
    }

    /// `∃ role.filler`
    fn exists(&self, role: &str, filler: &BTreeSet<&str>) -> BTreeSet<&str> {
        let pairs = self.pairs(role).iter();
        pairs.filter(|(_, to)| filler.contains(&**to)).map(|(from, _)| &**from).collect()
    }
}

fn family(people: u32, seed: u64) -> Family {
    Family::generate(&FamilySettings { people, seed, ..FamilySettings::default() })
}

fn both<'a>(a: &BTreeSet<&'a str>, b: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    a.intersection(b).copied().collect()
}

fn either<'a>(a: &BTreeSet<&'a str>, b: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    a.union(b).copied().collect()
}

#[test]
fn roles_mirror_each_other_and_kinship_is_closed() {
    for seed in 1..=3 {
        let facts = Facts::read(&family(150, seed));
        let mirrored = |role| facts.pairs(role).iter().cloned().map(|(a, b)| (b, a)).collect();
        assert_eq!(facts.pairs("hasChild"), &mirrored("hasParent"));
        for symmetric in ["hasSibling", "married"] {
            assert_eq!(facts.pairs(symmetric), &mirrored(symmetric));
        }

        let men = facts.class("Male");
        let people = facts.people();
        for person in &people {
            let parents = facts.successors("hasParent", person);
            assert!(parents.is_empty() || parents.len() == 2, "{person}: {parents:?}");
            assert!(parents.iter().filter(|parent| men.contains(*parent)).count() <= 1);
            let siblings: BTreeSet<&str> = people
                .iter()
                .copied()
                .filter(|other| other != person && !parents.is_empty())
                .filter(|other| facts.successors("hasParent", other) == parents)
                .collect();
            assert_eq!(facts.successors("hasSibling", person), siblings, "{person}");
            let spouses = facts.successors("married", person);
            assert!(spouses.len() <= 1);
            for spouse in spouses {
                assert_ne!(men.contains(person), men.contains(spouse), "{person} {spouse}");
                assert!(!siblings.contains(spouse), "{person} {spouse}");
                let grandparents = |person: &str| -> BTreeSet<&str> {
                    let parents = facts.successors("hasParent", person).into_iter();
                    parents.flat_map(|parent| facts.successors("hasParent", parent)).collect()
                };
                assert!(grandparents(person).is_disjoint(&grandparents(spouse)), "cousins");
            }
        }
    }
}

#[test]
fn classes_hold_by_their_definitions() {
    for seed in 1..=3 {
        let facts = Facts::read(&family(150, seed));
        let (men, women, people) = (facts.class("Male"), facts.class("Female"), facts.people());
        assert!(men.is_disjoint(&women));
        let parents = facts.exists("hasChild", &people);
        let children = facts.exists("hasParent", &people);
        let definitions = [
            ("Father", "Mother", parents.clone()),
            ("Son", "Daughter", children.clone()),
            ("Brother", "Sister", facts.exists("hasSibling", &people)),
            ("Grandfather", "Grandmother", facts.exists("hasChild", &parents)),
            ("Grandson", "Granddaughter", facts.exists("hasParent", &children)),
        ];
        for (male, female, members) in definitions {
            assert_eq!(facts.class(male), both(&men, &members), "{male}");
            assert_eq!(facts.class(female), both(&women, &members), "{female}");
        }
    }
}

#[test]
fn examples_are_what_the_definition_says() {
    for seed in 1..=5 {
        let family = family(200, seed);
        let facts = Facts::read(&family);
        let parents = either(&facts.class("Father"), &facts.class("Mother"));
        let by_blood = facts.exists("hasSibling", &parents);
        let members = either(&by_blood, &facts.exists("married", &by_blood));
        for (kinship, sex) in [(Kinship::Uncle, "Male"), (Kinship::Aunt, "Female")] {
            let members = both(&facts.class(sex), &members);
            let problem = family.problem(kinship, usize::MAX);
            let names = |people: &[PersonId]| -> BTreeSet<String> {
                people.iter().map(|&person| family.local_name(person).to_string()).collect()
            };
            let positives = names(&problem.positives);
            assert_eq!(positives, members.iter().map(|&name| name.to_owned()).collect());
            let negatives = names(&problem.negatives);
            assert!(negatives.iter().all(|name| !members.contains(&**name)));
            assert_eq!(negatives.len(), problem.positives.len(), "balanced, no person twice");
        }
    }
}

#[test]
fn the_default_problems_need_the_whole_concept() {
    let family = Family::generate(&FamilySettings::default());
    let facts = Facts::read(&family);
    let parents = either(&facts.class("Father"), &facts.class("Mother"));
    let by_blood = facts.exists("hasSibling", &parents);
    let by_marriage = facts.exists("married", &by_blood);
    for (kinship, sex, sibling) in
        [(Kinship::Uncle, "Male", "Brother"), (Kinship::Aunt, "Female", "Sister")]
    {
        let problem = family.problem(kinship, usize::MAX);
        assert!(problem.positives.len() >= 25, "{}", problem.name);
        let sex = facts.class(sex);
        let separates = |concept: &BTreeSet<&str>| {
            let holds =
                |person: &PersonId| concept.contains(&*family.local_name(*person).to_string());
            problem.positives.iter().all(holds) && !problem.negatives.iter().any(holds)
        };
        let shorter = [
            ("the siblings", facts.class(sibling)),
            ("one sex", sex.clone()),
            ("by blood", both(&sex, &by_blood)),
            ("by marriage", both(&sex, &by_marriage)),
            ("both sexes", either(&by_blood, &by_marriage)),
        ];
        for (name, concept) in &shorter {
            assert!(!separates(concept), "{name} suffices for {}", problem.name);
        }
        assert!(separates(&both(&sex, &either(&by_blood, &by_marriage))));
    }
}

#[test]
fn ages_are_plausible() {
    for seed in 1..=3 {
        let facts = Facts::read(&family(150, seed));
        let women = facts.class("Female");
        for person in facts.people() {
            let year = facts.birth_year(person);
            assert!((1840..=2015).contains(&year), "{person} {year}");
            for parent in facts.successors("hasParent", person) {
                let age = year - facts.birth_year(parent);
                let oldest = if women.contains(parent) { 45 } else { 60 };
                assert!((19..=oldest).contains(&age), "{parent} is {age} when {person} is born");
            }
            for spouse in facts.successors("married", person) {
                let gap = year - facts.birth_year(spouse);
                assert!(gap.abs() <= 10, "{person} {spouse}");
            }
        }
    }
}

#[test]
fn there_are_exactly_as_many_people_as_asked_for_and_no_person_stands_alone() {
    for seed in 0..40 {
        for people in (0..40).chain([97, 500]) {
            let family = family(people, seed);
            assert_eq!(family.people().len(), people as usize);
            for person in family.people().filter(|_| people > 1) {
                let is_related =
                    family.parents(person).is_some() || family.spouse(person).is_some();
                assert!(is_related, "{} of {people}", family.local_name(person));
                assert!(family.children(person).len() <= 7);
            }
        }
    }
}
