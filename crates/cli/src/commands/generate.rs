//! `generate`: synthetic knowledge bases and example lists.

use std::fs;
use std::io::{self, BufWriter};
use std::path::Path;

use anyhow::{Context, Result};
use evolearner::generate::{Family, FamilySettings, Kinship};

use crate::Outcome;
use crate::args::{Common, Generate};
use crate::output;

pub(super) fn run(what: Generate, common: &Common) -> Result<Outcome> {
    let Generate::Family { people, output: path, examples, max_examples, labels } = what;
    let settings = FamilySettings {
        people,
        seed: common.seed.unwrap_or(1),
        labels,
        ..FamilySettings::default()
    };
    let family = Family::generate(&settings);
    match &path {
        None => {
            family.write_turtle(BufWriter::new(io::stdout().lock()))?;
        }
        Some(path) => {
            let is_ntriples = path.extension().is_some_and(|ending| ending == "nt");
            let triples = output::write_whole(path, |file| {
                if is_ntriples { family.write_ntriples(file) } else { family.write_turtle(file) }
            })?;
            if !common.quiet {
                eprintln!("{people} people, {triples} triples written to {}", path.display());
            }
        }
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
            eprintln!(
                "{}: {} positives, {} negatives in {}",
                problem.name,
                problem.positives.len(),
                problem.negatives.len(),
                folder.display()
            );
        }
    }
    Ok(())
}
