//! The suggestions of `enrich` as a page to walk through and tick: the ticked axioms are saved as an
//! ontology.

use std::fmt::Write;

use evolearner_dl::xml;

use crate::enrich::{EnrichReport, EnrichedClass, ONTOLOGY_END, ONTOLOGY_START, SuggestedAxiom};

const STYLE: &str = include_str!("report.css");
const OWN_STYLE: &str = include_str!("enrich.css");
const SCRIPT: &str = include_str!("enrich.js");

/// The page. Suggestions whose F1, or precision for superclasses, is at least that are ticked.
pub fn enrich(report: &EnrichReport, knowledge_base: &str, date: &str, least: f64) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Suggestions for {0} – EvoLearner</title><style>{STYLE}{OWN_STYLE}\
         </style></head><body><main>\
         <h1>Suggestions for {0}</h1><p class=\"about\">{1} · learner {2}</p>\
         <p class=\"bar\"><button hidden id=\"save\">Save the ticked axioms as an ontology</button> \
         <span id=\"count\"></span></p>",
        xml::text(knowledge_base),
        xml::text(date),
        xml::text(&report.learner),
    );
    if !report.complete {
        out.push_str("<p class=\"warning\">Interrupted: not every class was looked at.</p>");
    }
    for class in report.classes.iter().filter(|class| class.has_something()) {
        section(&mut out, class, least);
    }
    if !report.properties.is_empty() {
        out.push_str("<h2>Domains and ranges</h2>");
        for property in &report.properties {
            let _ = write!(
                out,
                "<label><input type=\"checkbox\" data-axiom=\"{}\"> {} has the {} {} ({} individuals)\
                 </label>",
                xml::attribute(&property.axiom),
                xml::text(&property.name),
                xml::text(&property.side),
                xml::text(&property.class),
                property.shown_by
            );
        }
    }
    if !report.skipped.is_empty() {
        let _ = write!(
            out,
            "<details><summary>{} classes were left out</summary><ul>",
            report.skipped.len()
        );
        for skipped in &report.skipped {
            let (iri, reason) = (xml::text(&skipped.iri), xml::text(&skipped.reason));
            let _ = write!(out, "<li>{iri}: {reason}</li>");
        }
        out.push_str("</ul></details>");
    }
    let _ = writeln!(
        out,
        "</main><pre hidden id=\"start\">{}</pre><pre hidden id=\"end\">{}</pre>\
         <script>{SCRIPT}</script></body></html>",
        xml::text(ONTOLOGY_START),
        xml::text(ONTOLOGY_END)
    );
    out
}

fn section(out: &mut String, class: &EnrichedClass, least: f64) {
    let within = class.within.as_deref().unwrap_or("all individuals");
    let _ = write!(
        out,
        "<h2>{}</h2><p class=\"about\">{} instances, {} others of {}</p>",
        xml::text(&class.name),
        class.instances,
        class.others,
        xml::text(within)
    );
    for (place, one) in class.equivalent.iter().enumerate() {
        suggestion(out, "≡", one, place == 0 && one.f1 >= least);
    }
    for one in &class.superclasses {
        suggestion(out, "⊑", one, one.precision >= least);
    }
    if class.n_suspects > 0 {
        let _ = write!(
            out,
            "<details><summary>{} individuals speak against it</summary><ul>",
            class.n_suspects
        );
        for suspect in &class.suspects {
            let _ = write!(
                out,
                "<li title=\"{}\">{}</li>",
                xml::attribute(&suspect.individual.iri),
                xml::text(&suspect.sentence(&class.name))
            );
        }
        out.push_str("</ul></details>");
    }
}

fn suggestion(out: &mut String, sign: &str, one: &SuggestedAxiom, is_ticked: bool) {
    let ticked = if is_ticked { " checked" } else { "" };
    let expected = one
        .expected
        .map_or(String::new(), |expected| format!(", expected on new individuals {expected:.3}"));
    let _ = write!(
        out,
        "<label><input type=\"checkbox\" data-axiom=\"{}\"{ticked}> {sign} <span class=\"concept\">{}\
         </span><br>{} · covers {} instances and {} others · F1 {:.3}, precision {:.3}, recall {:.3}\
         {expected} · length {}</label>",
        xml::attribute(&one.axiom),
        xml::text(&one.concept.dl),
        xml::text(&one.sentence),
        one.covered,
        one.others_covered,
        one.f1,
        one.precision,
        one.recall,
        one.length,
    );
}
