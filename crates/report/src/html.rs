//! A report as one self-contained page: no script, no other file, no other host.

use std::fmt::Write;

use crate::chart::{Series, lines};
use crate::model::{LearnReport, Solution};

const STYLE: &str = include_str!("report.css");

/// The page for a learned concept.
pub fn learn(report: &LearnReport, title: &str) -> String {
    let best = &report.best;
    let train = &best.train;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{0} – EvoLearner</title><style>{STYLE}</style></head><body><main>\
         <h1>{0}</h1><p class=\"sentence\">{1}</p><p class=\"concept\">{2}</p>",
        escaped(title),
        escaped(&best.sentence),
        escaped(&best.concept.dl)
    );
    let _ = write!(
        page,
        "<section class=\"figures\">{}{}{}{}{}</section>",
        figure("accuracy", &format!("{:.3}", train.accuracy)),
        figure("F1", &format!("{:.3}", train.f1)),
        figure("positives covered", &format!("{} of {}", train.tp, report.positives)),
        figure("negatives covered", &format!("{} of {}", train.fp, report.negatives)),
        figure("length", &best.length.to_string()),
    );
    let _ = write!(page, "<h2>The concept as a tree</h2><div class=\"tree\">{}</div>", report.tree);
    page.push_str(
        "<h2>The front: the best concept of each length</h2><div class=\"scroll\"><table>\
         <tr><th>length</th><th>quality</th><th>F1</th><th>concept</th></tr>",
    );
    for solution in &report.front {
        row(&mut page, solution, solution.concept.dl == best.concept.dl);
    }
    page.push_str("</table></div><h2>Quality over generations</h2>");
    let curve = |value: fn(&crate::model::Step) -> f64| {
        report.history.iter().map(|step| (f64::from(step.generation), value(step))).collect()
    };
    page.push_str(&lines(
        "generation",
        &[
            Series { name: "accuracy", class: "accuracy", points: curve(|step| step.accuracy) },
            Series { name: "F1", class: "f1", points: curve(|step| step.f1) },
        ],
    ));
    page.push_str("<h2>For other programs</h2>");
    let notations = [
        ("Manchester", Some(&best.concept.manchester)),
        ("OWL functional", Some(&best.concept.functional)),
        ("SPARQL", best.concept.sparql.as_ref()),
    ];
    for (name, text) in notations {
        if let Some(text) = text {
            let _ = write!(
                page,
                "<details><summary>{name}</summary><pre>{}</pre></details>",
                escaped(text)
            );
        }
    }
    let seconds = &report.seconds;
    let settings = serde_json::to_string_pretty(&report.settings).unwrap_or_default();
    let _ = writeln!(
        page,
        "<details><summary>Settings</summary><pre>{}</pre></details>\
         <footer>{} generations, {} evaluations in {:.2} s; stopped {}; seed {}; closed world, \
         inference {}. Learned with EvoLearner {}.</footer></main></body></html>",
        escaped(&settings),
        report.generations,
        report.evaluations,
        seconds.total - seconds.load,
        crate::text::stopped(report),
        report.seed,
        escaped(&report.semantics.inference),
        env!("CARGO_PKG_VERSION")
    );
    page
}

fn figure(name: &str, value: &str) -> String {
    format!("<div><b>{value}</b><span>{name}</span></div>")
}

fn row(page: &mut String, solution: &Solution, is_best: bool) {
    let _ = write!(
        page,
        "<tr{}><td>{}</td><td>{:.3}</td><td>{:.3}</td><td class=\"concept\">{}</td></tr>",
        if is_best { " class=\"best\"" } else { "" },
        solution.length,
        solution.quality,
        solution.train.f1,
        escaped(&solution.concept.dl)
    );
}

/// Text that means itself in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
