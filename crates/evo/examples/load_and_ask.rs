//! Loads a knowledge base and asks who is an instance of a concept.
//!
//! `cargo run -p evolearner-kit --example load_and_ask`

use evolearner::syntax::parse_any;
use evolearner::{Forall, KnowledgeBase, local_name};

const FAMILY: &str = "
    @prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    :Woman rdfs:subClassOf :Person . :Man rdfs:subClassOf :Person .
    :anna a :Woman ; :hasChild :ben , :eva .
    :ben a :Man ; :hasChild :carl .
    :eva a :Woman . :carl a :Man .";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `KnowledgeBase::from_path` loads a file; the format is found by its content.
    let kb = KnowledgeBase::from_bytes("family.ttl", FAMILY.into())?;
    let names = |text: &str| -> Result<Vec<&str>, Box<dyn std::error::Error>> {
        // DL, Manchester and functional syntax are told apart.
        let concept = parse_any(text, &kb.vocabulary())?;
        let instances = kb.retrieve(&concept, Forall::Standard);
        let iri = |individual| kb.graph().symbols.individuals.get(individual);
        Ok(instances.iter().map(|individual| local_name(iri(individual))).collect())
    };
    let grandparents = names("Person ⊓ ∃ hasChild.(∃ hasChild.Person)")?;
    println!("grandparents: {}", grandparents.join(", "));
    assert_eq!(grandparents, ["anna"]);
    let without_daughters = names("Person and not (hasChild some Woman)")?;
    println!("without daughters: {}", without_daughters.join(", "));
    assert_eq!(without_daughters, ["ben", "carl", "eva"]);
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
