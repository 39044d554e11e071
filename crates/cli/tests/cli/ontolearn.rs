//! The driver of Ontolearn in a suite, with a stand-in for the package, which is too large to install for a test.

use std::path::Path;
use std::process::Command;

use crate::evaluation::{checkout, rows, suite};

/// What the driver uses of the packages ontolearn, owlapy and rdflib, which ontolearn brings. The learner checks
/// what it is given and answers with a concept in the notation of owlapy; a graph writes the number of declarations
/// that were added to it, which the knowledge base expects.
const STAND_IN: [(&str, &str); 7] = [
    ("ontolearn/__init__.py", ""),
    (
        "ontolearn/knowledge_base.py",
        "class KnowledgeBase:\n    def __init__(self, path):\n        assert open(path).read() == '2 declared'\n",
    ),
    (
        "ontolearn/learning_problem.py",
        "class PosNegLPStandard:\n    def __init__(self, pos, neg):\n        self.pos, self.neg = pos, neg\n",
    ),
    (
        "ontolearn/learners.py",
        "class CELOE:\n    def __init__(self, knowledge_base, max_runtime=0):\n        \
         assert 1 <= max_runtime < 60\n    def fit(self, problem):\n        \
         assert len(problem.pos) > 1 and len(problem.neg) > 1\n        return self\n    \
         def best_hypotheses(self):\n        return 'Male ⊓ (∃ hasSibling.Parent)'\n",
    ),
    (
        "owlapy/owl_individual.py",
        "class OWLNamedIndividual:\n    def __init__(self, iri):\n        assert iri.startswith('http')\n",
    ),
    (
        "rdflib.py",
        "class Names(str):\n    def __getattr__(self, name):\n        return self + name\n\
         OWL, RDF, RDFS = Names('owl:'), Names('rdf:'), Names('rdfs:')\n\
         class Graph:\n    added = 0\n    def parse(self, file):\n        assert file.read_bytes()\n        \
         return self\n    def subject_objects(self, predicate):\n        assert predicate == RDF.type\n        \
         return [('anna', 'Female'), ('Female', OWL.Class), ('bob', 'Male'), ('bob', 'Person')]\n    \
         def add(self, triple):\n        assert triple[1:] == (RDF.type, OWL.NamedIndividual)\n        \
         self.added += 1\n    def serialize(self, file, format):\n        \
         file.write_text(f'{self.added} declared')\n",
    ),
    ("owlapy/__init__.py", "def owl_expression_to_dl(expression):\n    return expression\n"),
];

#[test]
fn ontolearn_is_called_by_its_names_and_its_answer_is_counted() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3");
        return;
    }
    let place = checkout();
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../smlbench/learningsystems/ontolearn");
    let folder = folder.canonicalize().expect("the folder is there");
    let run = || {
        let external = format!(
            "[[variants]]\nname = 'Ontolearn'\nsystem = '{}'\nseconds = 60\nsettings = {{ model = 'CELOE' }}\n",
            folder.display()
        );
        let text = suite("")
            .replace("[[paper]]", &format!("{external}[[paper]]"))
            .replace("seeds = [1, 2]", "seeds = [1]");
        place.write("small.toml", text);
        let output = place
            .command(&["bench", "small.toml", "--data", ".", "-o", "out"])
            .env("EVOLEARNER", env!("CARGO_BIN_EXE_evolearner"))
            .env("PYTHONPATH", place.path("packages"))
            .output()
            .expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let rows = rows(&place).into_iter();
        rows.filter(|row| row.starts_with("uncle|Ontolearn|")).collect::<Vec<_>>()
    };
    // Without the package, the failure says what to install.
    let missing = run();
    assert!(missing.iter().all(|row| row.contains("pip install ontolearn")), "{missing:?}");
    for (file, text) in STAND_IN {
        place.write(&format!("packages/{file}"), text);
    }
    let found = run();
    let fine =
        found.iter().filter(|row| row.contains("|ok|||||") && row.ends_with("hasSibling.Parent)"));
    assert_eq!(fine.count(), 3, "{found:?}");
}
