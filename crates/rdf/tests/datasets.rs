//! The benchmark files load, with the number of triples that another parser counted.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use evolearner_rdf::{Input, Term, TripleSink, read};

/// Distinct triples per file name, from STATS.md of the data sets (counted by rdflib).
const KNOWN: [(&str, usize); 9] = [
    ("carcinogenesis.owl", 74_567),
    ("family.owl", 1_829),
    ("hepatitis.owl", 79_156),
    ("lymphography.owl", 2_194),
    ("mammographic.owl", 6_809),
    ("mutagenesis.owl", 62_067),
    ("nctrer.owl", 131_847),
    ("premierleague_synthetic.owl.gz", 2_154_960),
    ("pyrimidine.owl", 2_080),
];

/// Counts distinct triples by a hash of each: enough for a count, and small.
#[derive(Default)]
struct Distinct(BTreeSet<u64>);

impl TripleSink for Distinct {
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>) {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        format!("{subject:?} {predicate} {object:?}").hash(&mut hasher);
        self.0.insert(hasher.finish());
    }

    fn prefix(&mut self, _prefix: &str, _iri: &str) {}
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files);
        } else if [".owl", ".ttl", ".owl.gz"].iter().any(|end| name.ends_with(end)) {
            files.push(path);
        }
    }
}

#[test]
fn all_benchmark_files_load() {
    let folder = std::env::var_os("EVOLEARNER_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets"),
        PathBuf::from,
    );
    if !folder.is_dir() {
        println!("SKIPPED: no data sets at {}", folder.display());
        return;
    }
    let mut files = Vec::new();
    collect(&folder, &mut files);
    let mut n_known = 0;
    for path in &files {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let known = KNOWN.iter().find(|(known, _)| *known == name);
        let mut sink = Distinct::default();
        let input = Input {
            name: name.clone(),
            bytes: Box::new(File::open(path).expect("a readable file")),
            format: None,
        };
        let report = match read(input, &mut sink) {
            Ok(report) => report,
            Err(error) => panic!("{error}"),
        };
        println!("{name}: {} distinct, {report:?}", sink.0.len());
        assert!(report.n_triples > 0, "{name}");
        if let Some((_, n_triples)) = known {
            assert_eq!(sink.0.len(), *n_triples, "{name}");
            n_known += 1;
        }
    }
    println!("{} files, {n_known} with a known count", files.len());
}
