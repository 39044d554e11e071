"""Scripts for Ontolearn run with their import lines changed."""

from pathlib import Path

import pytest

from evolearner import Concept
from evolearner.ontolearn import (
    CELOE,
    IRI,
    OCEL,
    TDL,
    DLSyntaxObjectRenderer,
    EvoLearner,
    KnowledgeBase,
    OWLNamedIndividual,
    PosNegLPStandard,
    owl_expression_to_dl,
    owl_expression_to_sparql,
)

FATHER = "http://example.com/father#"


@pytest.fixture
def father(data: Path) -> KnowledgeBase:
    return KnowledgeBase(path=str(data / "dl-learner/father.owl"))


def test_the_quick_start(father):
    """As in the README of Ontolearn 0.11: a problem of named individuals, one best hypothesis."""
    model = EvoLearner(knowledge_base=father)
    lp = PosNegLPStandard(
        pos={OWLNamedIndividual(FATHER + "stefan")},
        neg={OWLNamedIndividual(FATHER + name) for name in ("heinz", "anna", "michelle")},
    )
    h = model.fit(learning_problem=lp).best_hypotheses()
    assert h.quality == 1.0
    assert str(h) == owl_expression_to_dl(h)
    assert "SELECT" in owl_expression_to_sparql(expression=h)


def test_the_older_quick_start(father, tmp_path, monkeypatch):
    """As in the README of Ontolearn 0.6: IRI.create, several hypotheses, predictions, a file."""
    monkeypatch.chdir(tmp_path)
    p = {OWLNamedIndividual(IRI.create(FATHER, name)) for name in ("stefan", "markus", "martin")}
    n = {OWLNamedIndividual(IRI.create(FATHER + name)) for name in ("heinz", "anna", "michelle")}
    model = EvoLearner(knowledge_base=father, max_runtime=60)
    model.fit(PosNegLPStandard(pos=p, neg=n), verbose=False)
    renderer = DLSyntaxObjectRenderer()
    hypotheses = list(model.best_hypotheses(n=3))
    assert [renderer.render(h.concept) for h in hypotheses] == [str(h) for h in hypotheses]
    assert hypotheses[0].quality == 1.0
    predictions = model.predict(individuals=list(p | n), hypotheses=hypotheses)
    assert predictions.iloc[:, 0].sum() == 3
    model.save_best_hypothesis(n=3, path="Predictions", rdf_format="rdfxml")
    written = KnowledgeBase("Predictions.owl")
    assert [iri.rsplit("#")[-1] for iri in written.classes if "Pred_" in iri][:1] == ["Pred_0"]
    model.save_best_hypothesis(n=3, path="Predictions.ttl", rdf_format="turtle")
    assert KnowledgeBase("Predictions.ttl").classes == written.classes


def test_written_hypotheses_mean_what_they_say(father, tmp_path):
    """The file next to the knowledge base derives the instances that the concept has."""
    model = EvoLearner(father, language="AL")
    names = ("stefan", "markus", "martin")
    lp = PosNegLPStandard([FATHER + n for n in names], [FATHER + "anna", FATHER + "heinz"])
    model.fit(lp)
    path = tmp_path / "learned.owl"
    model.save_best_hypothesis(1, path)
    source = tmp_path / "father.nt"
    father.save(source)
    both = KnowledgeBase([source, path])
    assert both.instances("Pred_0") == father.instances(model.concept_)


def test_measures_may_be_objects_with_a_name(father):
    class F1:
        name = "F1"

    assert EvoLearner(father, quality_func=F1()).settings()["quality"] == "f1"


def test_problems_of_other_libraries_will_do(father):
    class Problem:
        pos = [FATHER + "stefan"]
        neg = [FATHER + "anna"]

    assert EvoLearner(father, num_generations=5).fit(Problem()).score(Problem.pos, [True]) == 1.0


def test_functions_take_text_and_concepts():
    assert owl_expression_to_dl(Concept("A and B")) == owl_expression_to_dl("A and B") == "A ⊓ B"


def test_other_learners_have_their_names(father):
    positives = [FATHER + name for name in ("stefan", "markus", "martin")]
    negatives = [FATHER + name for name in ("heinz", "anna", "michelle")]
    model = TDL(father, min_leaf=1, prune="none").fit(PosNegLPStandard(positives, negatives))
    assert model.report_["learner"] == "tree"
    assert model.best_hypotheses().quality == 1.0
    assert type(model)(**model.get_params()).get_params() == model.get_params()
    for named, learner in ((CELOE, "celoe"), (OCEL, "ocel")):
        model = named(father).fit(PosNegLPStandard(positives, negatives))
        assert model.report_["learner"] == learner
        assert model.best_hypotheses().quality == 1.0
