//! What follows from an ontology, case by case: every folder of `testdata/cases` is one.
//!
//! `types.tsv` and `roles.tsv` hold what HermiT derives, reviewed by hand; `missing.tsv` the part of
//! it that only a case split would find, and that we do not derive. A case with
//! `inconsistent.txt` has no model.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use evolearner_dl::IndividualId;
use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Input, OntologyBuilder};

#[test]
fn every_case_yields_what_a_complete_reasoner_derives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases");
    let mut folders: Vec<PathBuf> = fs::read_dir(&root)
        .expect("the cases are part of the repository")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| ontology_in(path).is_some() && is_case(path))
        .collect();
    folders.sort();
    assert!(folders.len() >= 40, "the cases are found");
    let failures: Vec<String> = folders.iter().filter_map(|folder| check(folder).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn chains_that_never_end_are_cut_with_a_notice() {
    let is_cut = |chains: &str| {
        let text = format!(
            "Prefix(:=<http://x/>) Ontology({chains}
             SubClassOf(:A ObjectSomeValuesFrom(:p :B))
             SubClassOf(ObjectSomeValuesFrom(:q :B) :C)
             ClassAssertion(:A :a))"
        );
        let bytes = Box::new(std::io::Cursor::new(text));
        let graph = read(Input { name: "chains".to_owned(), bytes, format: None });
        graph.origin.notices.iter().any(|notice| notice.message.contains("chains"))
    };
    let one = "SubObjectPropertyOf(ObjectPropertyChain(:p :r) :q)";
    let other = "SubObjectPropertyOf(ObjectPropertyChain(:q :p) :r)";
    assert!(!is_cut(""));
    assert!(!is_cut(one), "OWL 2 allows it");
    assert!(is_cut(&format!("{one} {other}")), "each feeds the other");
}

fn is_case(folder: &Path) -> bool {
    folder.join("types.tsv").exists() || folder.join("inconsistent.txt").exists()
}

fn ontology_in(folder: &Path) -> Option<PathBuf> {
    ["ofn", "ttl", "owl"]
        .into_iter()
        .map(|ending| folder.join("ontology").with_extension(ending))
        .find(|path| path.exists())
}

fn check(folder: &Path) -> Result<(), String> {
    let graph = load(&ontology_in(folder).expect("a case has an ontology"));
    let name = folder.display();
    let has_no_model = folder.join("inconsistent.txt").exists();
    if has_no_model != graph.origin.inconsistency.is_some() {
        return Err(format!("{name}: consistency, found {:?}", graph.origin.inconsistency));
    }
    if has_no_model {
        return Ok(());
    }
    let mut expected = lines(&folder.join("types.tsv"));
    expected.extend(lines(&folder.join("roles.tsv")));
    let missing = lines(&folder.join("missing.tsv"));
    let found = facts(&graph);
    if let Some(line) = found.difference(&expected).next() {
        return Err(format!("{name}: derived, but does not follow: {line}"));
    }
    let lacking: BTreeSet<String> = expected.difference(&found).cloned().collect();
    if let Some(line) = lacking.symmetric_difference(&missing).next() {
        return Err(format!("{name}: differs from what is known to be missing: {line}"));
    }
    Ok(())
}

fn load(path: &Path) -> Graph {
    let bytes = fs::read(path).expect("the ontology is readable");
    let name = path.display().to_string();
    read(Input { name, bytes: Box::new(std::io::Cursor::new(bytes)), format: None })
}

fn read(input: Input<'_>) -> Graph {
    let mut builder = OntologyBuilder::new();
    builder.read(input).expect("the ontology is well-formed");
    Graph::build(builder.finish(), GraphSettings::default()).0
}

fn lines(path: &Path) -> BTreeSet<String> {
    let text = if path.exists() { fs::read_to_string(path) } else { Ok(String::new()) };
    text.expect("the expectations are readable").lines().map(str::to_owned).collect()
}

/// Memberships and edges, one line each, with local names.
fn facts(graph: &Graph) -> BTreeSet<String> {
    let local = |iri: &str| iri.rsplit('#').next().unwrap_or(iri).to_owned();
    let individual = |id: IndividualId| local(graph.symbols.individuals.get(id));
    let mut facts = BTreeSet::new();
    for (class, iri) in graph.symbols.classes.iter() {
        for member in graph.instances(class).iter() {
            facts.insert(format!("{}\t{}", individual(member), local(iri)));
        }
    }
    for (property, iri) in graph.symbols.object_properties.iter() {
        for (subject, objects) in graph.edges(property).forward.iter() {
            for &object in objects {
                let (subject, object) = (IndividualId(subject), IndividualId(object));
                facts.insert(format!(
                    "{}\t{}\t{}",
                    individual(subject),
                    local(iri),
                    individual(object)
                ));
            }
        }
    }
    facts
}
