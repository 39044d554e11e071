//! `inspect`: what is in a knowledge base, what follows, what was not understood.

use std::fmt::{self, Write};

use anyhow::Result;
use evolearner::report::inspect::InspectReport;

use crate::Outcome;
use crate::args::{Common, KbArgs, OutputFormat};
use crate::{kb, output};

pub(super) fn run(kb_args: &KbArgs, common: &Common) -> Result<Outcome> {
    let kb = kb::open(kb_args, common)?;
    let report = kb.inspect();
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text => {
            let mut text = String::new();
            write(&mut text, &report)?;
            output::print(&text)?;
        }
    }
    Ok(Outcome::Done)
}

fn write(out: &mut String, report: &InspectReport) -> fmt::Result {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<20}{value:>12}");
    row("individuals", grouped(report.individuals as u64))?;
    row("classes", grouped(report.classes as u64))?;
    row("object properties", grouped(report.object_properties as u64))?;
    row("data properties", grouped(report.data_properties as u64))?;
    if report.annotation_data_properties > 0 {
        row("  from annotations", grouped(report.annotation_data_properties))?;
    }
    row("axioms", grouped(report.axioms))?;
    row("triples", grouped(report.triples))?;
    row("expressivity", report.expressivity.clone())?;
    row("consistent", if report.consistent { "yes" } else { "no" }.to_owned())?;
    if report.unfolded > 0 {
        row("unnamed successors", grouped(report.unfolded))?;
    }
    writeln!(out)?;
    writeln!(out, "{:<20}{:>12}{:>12}", "assertions", "in the files", "derived")?;
    for (name, asserted, inferred) in [
        ("class", report.assertions.class, report.inferred.class),
        ("object property", report.assertions.object, report.inferred.object),
        ("data property", report.assertions.data, report.inferred.data),
    ] {
        writeln!(out, "  {name:<18}{:>12}{:>12}", grouped(asserted), grouped(inferred))?;
    }
    writeln!(out)?;
    for class in &report.impossible_classes {
        writeln!(out, "can have no instance: {class}")?;
    }
    let origin = &report.origin;
    for input in &origin.inputs {
        let size = grouped(input.bytes);
        writeln!(out, "made of {} ({size} bytes, digest {})", input.name, input.digest)?;
    }
    writeln!(
        out,
        "derived by version {} with inference {}, existentials {}",
        origin.version, origin.inference, origin.existentials
    )?;
    writeln!(
        out,
        "graph in memory: {} kB of facts, {} kB of names",
        grouped(report.bytes.facts.div_ceil(1000) as u64),
        grouped(report.bytes.names.div_ceil(1000) as u64)
    )?;
    let seconds = &report.seconds;
    writeln!(
        out,
        "loaded in {:.3} s (read {:.3}, map {:.3}, saturate {:.3}, freeze {:.3})",
        seconds.total, seconds.parse, seconds.map, seconds.saturate, seconds.freeze
    )
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (22_372_000, "22,372,000")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
