//! Says why an individual is an instance of a concept, and what another one lacks.
//!
//! `cargo run -p evolearner-kit --example explain`

use evolearner::report::names::NameStyle;
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::parse_any;
use evolearner::{KnowledgeBase, explain_report};

const MOLECULES: &str = "
    @prefix : <http://example.org/> .
    :ethanol a :Alcohol ; :contains :c1 , :o1 ; :boilsAt 78.2 .
    :methane a :Alkane ; :contains :c2 ; :boilsAt -161.5 .
    :c1 a :Carbon . :c2 a :Carbon . :o1 a :Oxygen .";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kb = KnowledgeBase::from_bytes("molecules.ttl", MOLECULES.into())?;
    let concept = parse_any("(∃ contains.Oxygen) ⊓ boilsAt ≥ 50", &kb.vocabulary())?;
    for (name, is_member) in [("ethanol", true), ("methane", false)] {
        let individual = kb.vocabulary().individual(name)?;
        let explanation = explain(kb.graph(), &concept, individual, ExplainSettings::default());
        let report = explain_report(kb.graph(), &concept, &explanation, NameStyle::Ids);
        println!("{}", report.text());
        assert_eq!(report.member, is_member);
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
