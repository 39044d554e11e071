//! A report as one self-contained page: no other file, no other host. The one script copies texts;
//! without it the page says the same.

use std::fmt::Write;

use evolearner_dl::{Notation, xml};

use crate::chart::{Axis, Chart, Frame};
use crate::endpoint::EndpointModel;
use crate::model::{LearnReport, Solution, Step};
use crate::names::{IndividualName, NameStyle};
use crate::text::{Spelling, sentence};
use crate::wrap;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The frame of the charts, in units of the picture; the style sheet fits it to the page.
const FRAME: Frame =
    Frame { width: 640.0, height: 280.0, left: 72.0, right: 20.0, top: 16.0, bottom: 60.0 };

/// So many misclassified examples are shown without a click.
const MAX_OPEN: usize = 30;

/// What a page says beside the report.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// What the page is about.
    pub title: &'a str,
    /// The knowledge base by the names of its files.
    pub knowledge_base: &'a str,
    /// When the page was written.
    pub date: &'a str,
    /// How to run it again.
    pub command: &'a str,
    /// Which names are shown.
    pub names: NameStyle,
}

/// The page for a learned concept.
pub fn learn(report: &LearnReport, page: &Page<'_>) -> String {
    let best = &report.best;
    let spelling = Spelling::new(report, Notation::Dl, page.names);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{0} – EvoLearner</title><style>{STYLE}</style></head><body><main>\
         <h1>{0}</h1><p class=\"about\">{1} · {2}</p>\
         <p class=\"sentence\">{3}</p><p class=\"concept\">{4}</p>",
        xml::text(page.title),
        xml::text(page.knowledge_base),
        xml::text(page.date),
        xml::text(&sentence(&best.sentence)),
        unbroken(spelling.of(&best.concept))
    );
    for line in report.endpoint.iter().flat_map(EndpointModel::lines) {
        let _ = write!(out, "<p>{}</p>", xml::text(&line));
    }
    for warning in &report.warnings {
        let _ = write!(out, "<p class=\"warning\">{}</p>", xml::text(&sentence(warning)));
    }
    out.push_str("<p class=\"buttons\">");
    let notations = notations(report, spelling);
    for (id, name, _) in &notations {
        let _ = write!(out, "<button hidden data-copy=\"{id}\">Copy {name}</button> ");
    }
    out.push_str("</p>");
    let train = &best.train;
    let _ = write!(
        out,
        "<section class=\"figures\">{}{}{}{}{}</section>",
        figure("accuracy", &format!("{:.3}", train.accuracy)),
        figure("F1", &format!("{:.3}", train.f1)),
        figure("positives covered", &format!("{} of {}", train.tp, report.positives)),
        figure("negatives covered", &format!("{} of {}", train.fp, report.negatives)),
        figure("length", &best.length.to_string()),
    );
    misclassified(&mut out, report, page.names);
    let tree = match &report.labelled_tree {
        Some(tree) if spelling.has_labels() => tree,
        _ => &report.tree,
    };
    let _ = write!(out, "<h2>The concept as a tree</h2><div class=\"scroll tree\">{tree}</div>");
    front(&mut out, report, spelling);
    if report.history.len() > 1 {
        let unit = crate::text::unit(report);
        let chart = history(&report.history, unit);
        let _ = write!(out, "<h2>Quality over {unit}s</h2>{chart}");
    }
    out.push_str("<h2>For other programs</h2>");
    for (id, name, text) in &notations {
        let open = if *id == "manchester" { " open" } else { "" };
        let _ = write!(
            out,
            "<details{open}><summary>{name}</summary><pre id=\"{id}\">{}</pre></details>",
            xml::text(text)
        );
    }
    end(&mut out, report, page);
    out
}

/// The answer in notations that are pasted elsewhere: an id, a name, the text.
fn notations(report: &LearnReport, spelling: Spelling) -> Vec<(&'static str, &'static str, &str)> {
    let concept = &report.best.concept;
    let mut notations = vec![
        ("manchester", "Manchester", concept.manchester.as_str()),
        ("dl", "DL", concept.dl.as_str()),
    ];
    if spelling.has_labels() {
        let labelled = spelling.in_notation(Notation::Manchester).of(concept);
        notations.push(("labels", "Manchester with labels", labelled));
    }
    notations.push(("functional", "OWL functional", concept.functional.as_str()));
    notations.extend(concept.sparql.as_deref().map(|sparql| ("sparql", "SPARQL", sparql)));
    notations
}

fn misclassified(out: &mut String, report: &LearnReport, names: NameStyle) {
    let wrong = &report.misclassified;
    out.push_str("<h2>Misclassified examples</h2>");
    if wrong.positives_missed.is_empty() && wrong.negatives_covered.is_empty() {
        out.push_str("<p>None.</p>");
    }
    let lists = [
        ("Positives that are not covered", &wrong.positives_missed),
        ("Negatives that are covered", &wrong.negatives_covered),
    ];
    for (title, examples) in lists {
        if examples.is_empty() {
            continue;
        }
        let open = if examples.len() <= MAX_OPEN { " open" } else { "" };
        let _ = write!(
            out,
            "<details{open}><summary>{title} ({})</summary><ul class=\"examples\">",
            examples.len()
        );
        for (example, shown) in examples.iter().zip(IndividualName::shown(examples, names)) {
            let _ = write!(
                out,
                "<li title=\"{}\">{}</li>",
                xml::attribute(&example.iri),
                xml::text(&shown)
            );
        }
        out.push_str("</ul></details>");
    }
}

/// The front as a plot and as a table.
fn front(out: &mut String, report: &LearnReport, spelling: Spelling) {
    let is_best = |solution: &Solution| solution.concept.dl == report.best.concept.dl;
    let points = |value: fn(&Solution) -> f64| {
        let points = report.front.iter().map(|solution| (solution.length as f64, value(solution)));
        points.collect()
    };
    let series = [
        Series { name: "quality", class: "first", points: points(|solution| solution.quality) },
        Series { name: "F1", class: "second", points: points(|solution| solution.train.f1) },
    ];
    let chart = curves(&series, "length", "quality and F1 over length", |chart, line, radius| {
        for (solution, point) in report.front.iter().zip(&line.points) {
            let title = format!(
                "length {}: quality {:.3}, F1 {:.3}: {}",
                solution.length,
                solution.quality,
                solution.train.f1,
                spelling.of(&solution.concept)
            );
            if is_best(solution) {
                chart.dot(&format!("{} marked", line.class), *point, radius * 1.6, &title);
            } else {
                chart.dot(line.class, *point, radius, &title);
            }
        }
    });
    let _ = write!(
        out,
        "<h2>The front: the best concept of each length</h2>{chart}<p class=\"legend\">The larger dots are the \
         answer.</p><div class=\"scroll\"><table><thead><tr><th class=\"number\">length</th><th class=\"number\">quality</th>\
         <th class=\"number\">F1</th><th>concept</th></tr></thead><tbody>"
    );
    for solution in &report.front {
        let _ = write!(
            out,
            "<tr{}><td class=\"number\">{}{}</td><td class=\"number\">{:.3}</td>\
             <td class=\"number\">{:.3}</td><td class=\"concept\">{}</td></tr>",
            if is_best(solution) { " class=\"best\"" } else { "" },
            if solution.proven { "✓ " } else { "" },
            solution.length,
            solution.quality,
            solution.train.f1,
            unbroken(spelling.of(&solution.concept))
        );
    }
    out.push_str("</tbody></table></div>");
    if let Some(unlabelled) = &report.unlabelled {
        let _ = write!(out, "<p class=\"legend\">{}.</p>", xml::text(&unlabelled.statement));
    }
    if let Some(weights) = &report.weights {
        let _ = write!(out, "<p class=\"legend\">Weights: {}.</p>", xml::text(&weights.statement));
    }
    if let Some(rivals) = &report.rivals {
        let _ = write!(out, "<p class=\"legend\">{}.</p>", xml::text(&rivals.statement));
    }
    if let Some(proof) = &report.proof {
        let _ = write!(out, "<p class=\"legend\">✓ Proven: {}.</p>", xml::text(&proof.statement));
    }
}

fn history(steps: &[Step], unit: &str) -> String {
    let points = |value: fn(&Step) -> f64| {
        steps.iter().map(|step| (step.generation as f64, value(step))).collect()
    };
    let series = [
        Series { name: "accuracy", class: "first", points: points(|step| step.accuracy) },
        Series { name: "F1", class: "second", points: points(|step| step.f1) },
    ];
    let description = "accuracy and F1 of the fittest concept over the steps of the run";
    curves(&series, unit, description, |_, _, _| ())
}

/// One curve of a chart of the page.
struct Series {
    /// What the legend calls it.
    name: &'static str,
    /// What the style sheet calls it. Where one curve may lie on another, the first is drawn
    /// broad and pale and the second narrow and dark, so that both are seen.
    class: &'static str,
    /// The points from left to right.
    points: Vec<(f64, f64)>,
}

/// Two curves in steps, each with what is drawn over it and the radius of its dots, and a legend;
/// nothing if there are no points.
fn curves(
    series: &[Series; 2],
    x_name: &str,
    description: &str,
    draw_dots: impl Fn(&mut Chart, &Series, f64),
) -> String {
    let points = || series.iter().flat_map(|line| &line.points);
    let x_max = points().map(|point| point.0).fold(1.0, f64::max);
    let y_low = points().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let y_high = points().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
    if y_low > y_high {
        return String::new();
    }
    let mut chart =
        Chart::new(FRAME, Axis::around(0.0, x_max, 1.0), Axis::around(y_low, y_high, 0.01));
    chart.name_x(x_name);
    for (line, radius) in series.iter().zip([7.0, 3.0]) {
        chart.steps(line.class, line.points.iter().copied());
        draw_dots(&mut chart, line, radius);
    }
    let mut html = chart.inline(description);
    html.push_str("<p class=\"legend\">");
    for line in series {
        let _ = write!(html, "<span><i class=\"{}\"></i>{}</span> ", line.class, line.name);
    }
    html.push_str("</p>");
    html
}

/// How it was made: command, settings, figures of the run.
fn end(out: &mut String, report: &LearnReport, page: &Page<'_>) {
    let settings = serde_json::to_string_pretty(&report.settings).unwrap_or_default();
    let _ = write!(
        out,
        "<h2>How it was learned</h2>\
         <details open><summary>Command</summary><pre id=\"command\">{}</pre>\
         <p class=\"buttons\"><button hidden data-copy=\"command\">Copy command</button></p></details>\
         <details><summary>Settings</summary><pre>{}</pre></details>",
        page.command.split(' ').map(word).collect::<Vec<_>>().join(" "),
        xml::text(&settings)
    );
    let seconds = &report.seconds;
    let _ = writeln!(
        out,
        "<footer>{}, {} evaluations in {:.2} s; stopped {}; seed {}; closed world, \
         inference {}. Learned with EvoLearner {}.</footer></main><script>{SCRIPT}</script>\
         </body></html>",
        crate::text::steps(report),
        report.evaluations,
        seconds.total - seconds.load,
        crate::text::stopped(report),
        report.seed,
        xml::text(&report.semantics.inference),
        env!("CARGO_PKG_VERSION")
    );
}

fn figure(name: &str, value: &str) -> String {
    format!("<div><b>{value}</b><span>{name}</span></div>")
}

/// A word of a command, which a line does not break behind one of its hyphens.
fn word(word: &str) -> String {
    format!("<span class=\"word\">{}</span>", xml::text(word))
}

/// A concept whose quantifiers stay beside their roles, and which may be broken in front of a
/// nested one. A space that does not break is read as a space where the text is pasted.
fn unbroken(concept: &str) -> String {
    let parts = wrap::parts(concept).into_iter().map(|part| {
        let part = xml::text(part).replace(' ', "&nbsp;");
        part.replace(".∃", ".<wbr>∃").replace(".∀", ".<wbr>∀").replace(".(", ".<wbr>(")
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_breaks_between_a_quantifier_and_its_role() {
        let page = unbroken("Male ⊓ ∃ hasSibling.∃ hasChild.⊤ ⊓ ≥ 2 hasChild.⊤");
        assert_eq!(
            page,
            "Male ⊓ ∃&nbsp;hasSibling.<wbr>∃&nbsp;hasChild.⊤ ⊓ ≥&nbsp;2&nbsp;hasChild.⊤"
        );
        assert_eq!(unbroken("<http://e/a&b>"), "&lt;http://e/a&amp;b&gt;");
    }

    /// The number behind a property in the first rule of that selector.
    fn number(selector: &str, property: &str) -> f64 {
        let rule = STYLE.split(selector).nth(1).and_then(|rest| rest.split('}').next());
        let value = rule.and_then(|rule| rule.split(property).nth(1)).expect("a rule");
        let digits = value.trim_start_matches([':', ' ']);
        let end = digits.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().expect("a number")
    }

    #[test]
    fn a_curve_is_seen_under_another_one_at_the_same_place() {
        let width = |class: &str| number(&format!(".chart path.{class}"), "stroke-width");
        assert!(width("first") > 2.0 * width("second"));
        assert!(number(".chart path.first", "opacity") < 1.0);
    }

    #[test]
    fn labels_of_charts_are_readable_on_a_phone() {
        // 390 pixels without the margins of the page.
        let scale = (390.0 - 32.0) / FRAME.width;
        assert!(number("@media (max-width: 40rem) { .chart", "font-size") * scale >= 11.0);
    }
}
