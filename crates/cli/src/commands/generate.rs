//! `generate`: synthetic knowledge bases and example lists.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use evolearner::generate::{
    Family, FamilySettings, Kinship, Target, Universities, UniversitySettings,
};

use crate::Outcome;
use crate::args::{Common, Generate, GenerateFiles};
use crate::input::is_dash;
use crate::triples::{Notation, TripleFile};
use crate::{message, output};

pub(super) fn run(what: Generate, common: &Common) -> Result<Outcome> {
    let seed = common.seed.unwrap_or(1);
    match what {
        Generate::Family { people, files, labels } => {
            let settings = FamilySettings { people, seed, labels, ..FamilySettings::default() };
            let made = files.check()?;
            let family = Family::generate(&settings);
            made.write(&format!("{people} people"), common, |notation, out| match notation {
                Notation::NTriples => family.write_ntriples(out),
                Notation::Turtle => family.write_turtle(out),
                Notation::RdfXml => family.write_rdfxml(out),
            })?;
            let Some(folder) = &files.examples else { return Ok(Outcome::Done) };
            for kinship in Kinship::ALL {
                let problem = family.problem(kinship, files.max_examples);
                let sides = [&problem.positives, &problem.negatives];
                let lists = Lists { name: problem.name, sizes: sides.map(Vec::len) };
                lists.write(folder, common, |side, out| family.write_iris(sides[side], out))?;
            }
        }
        Generate::University { universities, files } => {
            let made = files.check()?;
            let all = Universities::new(&UniversitySettings { universities, seed });
            let plural = if universities == 1 { "university" } else { "universities" };
            let what = format!("{universities} {plural}");
            made.write(&what, common, |notation, out| match notation {
                Notation::NTriples => all.write_ntriples(out),
                Notation::Turtle => all.write_turtle(out),
                Notation::RdfXml => all.write_rdfxml(out),
            })?;
            let Some(folder) = &files.examples else { return Ok(Outcome::Done) };
            for target in Target::ALL {
                let problem = all.problem(target, files.max_examples);
                let sides = [&problem.positives, &problem.negatives];
                let lists = Lists { name: problem.name, sizes: sides.map(Vec::len) };
                lists.write(folder, common, |side, out| all.write_iris(sides[side], out))?;
            }
        }
    }
    Ok(Outcome::Done)
}

impl GenerateFiles {
    /// Checks that everything can be written before anything is made.
    fn check(&self) -> Result<Made> {
        let path = self.output.clone().unwrap_or_else(|| PathBuf::from("-"));
        let file = TripleFile::named(&path, Notation::Turtle)?;
        output::check(&path, &[])?;
        if self.examples.as_deref().is_some_and(is_dash) {
            bail!("--examples needs a folder: it writes several lists");
        }
        Ok(Made { path, file })
    }
}

/// The file of a knowledge base.
struct Made {
    path: PathBuf,
    file: TripleFile,
}

impl Made {
    fn write(
        &self,
        what: &str,
        common: &Common,
        write: impl FnOnce(Notation, &mut dyn Write) -> io::Result<u64>,
    ) -> Result<()> {
        let n_triples = self.file.write(&self.path, write)?;
        if !common.quiet && !is_dash(&self.path) {
            let path = self.path.display();
            message::line(format_args!("{what}, {n_triples} triples written to {path}"));
        }
        Ok(())
    }
}

/// The example lists of a problem: positives, then negatives.
struct Lists {
    name: &'static str,
    sizes: [usize; 2],
}

impl Lists {
    fn write(
        &self,
        folder: &Path,
        common: &Common,
        write: impl Fn(usize, &mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let folder = folder.join(self.name);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (side, file) in ["pos.txt", "neg.txt"].into_iter().enumerate() {
            output::write_whole(&folder.join(file), |out| write(side, out))?;
        }
        if !common.quiet {
            let ([positives, negatives], name) = (self.sizes, self.name);
            message::line(format_args!(
                "{name}: {positives} positives, {negatives} negatives in {}",
                folder.display()
            ));
        }
        Ok(())
    }
}
