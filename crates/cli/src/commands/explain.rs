//! `explain`: why individuals are instances, or why not.

use anyhow::{Result, bail};
use evolearner::report::explanation::{ExplainReport, ManyExplanations, MemberVote, VoteReport};
use evolearner::report::model::VERSION;
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::parse_any;
use evolearner::{Budget, Concept, explain_report};

use crate::Outcome;
use crate::args::{Common, ForallArg, KbArgs, KbOptions, NamesArg, OutputFormat};
use crate::concept::Asked;
use crate::{kb, output, words};

pub(super) fn run(
    words: Vec<String>,
    names: NamesArg,
    forall: ForallArg,
    with_world: bool,
    options: KbOptions,
    common: &Common,
) -> Result<Outcome> {
    let (kb, behind) = words::split(words, 2);
    let [concept, individuals @ ..] = behind.as_slice() else {
        bail!("{}", words_missing(&behind));
    };
    if individuals.is_empty() {
        bail!("{}", words_missing(&behind));
    }
    let kb_args = KbArgs { kb, options };
    let kb = kb::open(&kb_args, common)?;
    let (graph, vocabulary) = (kb.graph(), kb.vocabulary());
    let vote = Asked::read(concept)?.vote(|text| parse_any(text, &vocabulary))?;
    let settings = ExplainSettings::default().with_forall(forall.into());
    let style = match common.format {
        OutputFormat::Json => NamesArg::Ids,
        OutputFormat::Text => names,
    };
    let world = with_world.then(|| kb.open_world(Budget::default())).transpose()?;
    let because = |concept: &Concept, individual| -> Result<ExplainReport> {
        let explanation = explain(graph, concept, individual, settings);
        let mut report = explain_report(graph, concept, &explanation, style.into());
        if let Some(world) = &world {
            let verdicts = world.verdicts(concept, &[individual])?;
            report.world = verdicts.first().map(|verdict| verdict.word().to_owned());
        }
        Ok(report)
    };
    let mut reports = Vec::new();
    let mut votes = Vec::new();
    for name in individuals {
        let individual = vocabulary.individual(name)?;
        if let [(concept, _)] = vote.members() {
            reports.push(because(concept, individual)?);
            continue;
        }
        let member = |(concept, weight): &(Concept, f64)| -> Result<MemberVote> {
            Ok(MemberVote { weight: *weight, explanation: because(concept, individual)? })
        };
        let of_members: Vec<MemberVote> =
            vote.members().iter().map(member).collect::<Result<_>>()?;
        votes.push(VoteReport {
            version: VERSION,
            member: vote.decides(of_members.iter().map(|one| one.explanation.member)),
            individual: name.clone(),
            votes: of_members,
        });
    }
    match (common.format, reports.as_slice()) {
        (OutputFormat::Json, []) => output::print_json(&votes)?,
        (OutputFormat::Json, [report]) => output::print_json(report)?,
        (OutputFormat::Json, _) => output::print_json(&ManyExplanations::new(reports))?,
        (OutputFormat::Text, reports) => {
            let texts = reports.iter().map(ExplainReport::text);
            let texts: Vec<String> = texts.chain(votes.iter().map(VoteReport::text)).collect();
            output::print(&texts.join("\n"))?;
        }
    }
    Ok(Outcome::Done)
}

fn words_missing(found: &[String]) -> String {
    format!(
        "expected a concept and an individual behind the files of the knowledge base, found {}; \
         a concept of several words goes in quotes",
        words::quoted(found)
    )
}
