//! `generate`: synthetic knowledge bases and example lists.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use evolearner::generate::{Family, FamilySettings, Kinship};

use crate::Outcome;
use crate::args::{Common, Generate};
use crate::input::is_dash;
use crate::triples::{Notation, TripleFile};
use crate::{message, output};

pub(super) fn run(what: Generate, common: &Common) -> Result<Outcome> {
    let Generate::Family { people, output: path, examples, max_examples, labels } = what;
    let settings = FamilySettings {
        people,
        seed: common.seed.unwrap_or(1),
        labels,
        ..FamilySettings::default()
    };
    let path = path.unwrap_or_else(|| PathBuf::from("-"));
    let file = TripleFile::named(&path, Notation::Turtle)?;
    output::check(&path, &[])?;
    if examples.as_deref().is_some_and(is_dash) {
        bail!("--examples needs a folder: it writes several lists");
    }
    let family = Family::generate(&settings);
    let triples = file.write(&path, |notation, out| match notation {
        Notation::NTriples => family.write_ntriples(out),
        Notation::Turtle => family.write_turtle(out),
        Notation::RdfXml => family.write_rdfxml(out),
    })?;
    if !common.quiet && !is_dash(&path) {
        message::line(format_args!(
            "{people} people, {triples} triples written to {}",
            path.display()
        ));
    }
    if let Some(folder) = &examples {
        write_examples(&family, folder, max_examples, common)?;
    }
    Ok(Outcome::Done)
}

fn write_examples(family: &Family, folder: &Path, limit: usize, common: &Common) -> Result<()> {
    for kinship in Kinship::ALL {
        let problem = family.problem(kinship, limit);
        let folder = folder.join(problem.name);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (file, people) in [("pos.txt", &problem.positives), ("neg.txt", &problem.negatives)] {
            output::write_whole(&folder.join(file), |out| family.write_iris(people, out))?;
        }
        if !common.quiet {
            message::line(format_args!(
                "{}: {} positives, {} negatives in {}",
                problem.name,
                problem.positives.len(),
                problem.negatives.len(),
                folder.display()
            ));
        }
    }
    Ok(())
}
