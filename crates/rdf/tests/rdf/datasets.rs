//! The benchmark files load, with the number of triples that another parser counted.

use std::collections::BTreeSet;
use std::fs::File;

use evolearner_rdf::{Input, Term, TripleSink, read};
use evolearner_testing::data;

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

#[test]
fn all_benchmark_files_load() {
    let Some(folder) = data::folder() else { return };
    let files = data::knowledge_bases(&folder);
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
