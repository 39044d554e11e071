"""A learner of Ontolearn behind the protocol of SML-Bench.

`settings.model` of the configuration is the learner by its name there (`EvoLearner` unless given), which gets
`max_runtime` from `maxExecutionTime`, less the time of importing and loading. The answer is written in description
logic. Names are those that Ontolearn's README documents for the releases 0.8 to 0.11.
"""

import importlib
import inspect
import random
import sys
import tempfile
import time
from pathlib import Path

START = time.monotonic()
# Seconds that are left for ending and writing the answer: learners look at the clock between steps of up to seconds.
RESERVE = 5


def configuration(path):
    """The `key = value` lines of a file."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {key.strip(): value.strip().strip('"') for key, value in pairs}


def found(modules, name):
    """The first module of a list that has a name, as releases have moved some of them."""
    tried = []
    for module in modules:
        try:
            return getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as error:
            tried.append(f"{module}: {error}")
    sys.exit(f"error: no {name} ({'; '.join(tried)}): set PYTHON to a Python with `pip install ontolearn`")


def declared(file, folder):
    """A path of the knowledge base in which individuals are declared.

    owlready2, which reads files for Ontolearn, takes only `owl:NamedIndividual`s for individuals. Without a
    declaration in the file, a copy declares every subject that is an instance of something outside of OWL and RDF.
    """
    if b"NamedIndividual" in file.read_bytes():
        return file
    from rdflib import OWL, RDF, RDFS, Graph

    graph = Graph().parse(file)
    vocabulary = tuple(str(namespace) for namespace in (OWL, RDF, RDFS))
    typed = {one for one, kind in graph.subject_objects(RDF.type) if not str(kind).startswith(vocabulary)}
    for one in typed:
        graph.add((one, RDF.type, OWL.NamedIndividual))
    copy = Path(folder, "declared.owl")
    graph.serialize(copy, format="xml")
    return copy


def best(model):
    """The best expression, which releases return alone, in a list, or as the concept of a node."""
    hypothesis = model.best_hypotheses()
    if isinstance(hypothesis, (list, tuple)) or hasattr(hypothesis, "__next__"):
        hypothesis = next(iter(hypothesis), None)
    return getattr(hypothesis, "concept", hypothesis)


def main(path):
    config = configuration(path)
    name = config.get("settings.model", "EvoLearner")
    learner = found(["ontolearn.learners", "ontolearn.concept_learner"], name)
    knowledge_base = found(["ontolearn.knowledge_base"], "KnowledgeBase")
    problem = found(["ontolearn.learning_problem"], "PosNegLPStandard")
    individual = found(["owlapy.owl_individual", "owlapy.model"], "OWLNamedIndividual")
    to_text = found(["owlapy", "owlapy.render"], "owl_expression_to_dl")
    random.seed(int(config.get("settings.seed", "1")))
    data = Path("../../learningtasks", config["learningtask"], "owl/data")
    files = sorted(file for file in data.iterdir() if file.is_file())
    if len(files) != 1:
        sys.exit(f"error: Ontolearn reads one file, and there are {len(files)}")
    with tempfile.TemporaryDirectory() as folder:
        kb = knowledge_base(path=str(declared(files[0], folder)))
    lists = [Path(config[key]).read_text(encoding="utf-8").split() for key in ("filename.pos", "filename.neg")]
    positives, negatives = ({individual(iri) for iri in one} for one in lists)
    options = {}
    left = int(config["maxExecutionTime"]) - (time.monotonic() - START) - RESERVE
    if "max_runtime" in inspect.signature(learner.__init__).parameters:
        options["max_runtime"] = max(1, int(left))
    model = learner(knowledge_base=kb, **options)
    model.fit(problem(pos=positives, neg=negatives))
    Path(config["filename.output"]).write_text(to_text(best(model)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
