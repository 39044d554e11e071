"""More than two labels: a concept for each, and one decision for each individual."""

import os
import pickle
import signal
import threading

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

from evolearner import EvoLearner, load_family


@pytest.fixture(scope="module")
def ages():
    """People as elder, parent or young; the classes that say so are left out."""
    kb = load_family().knowledge_base
    elders = set(kb.instances("Grandparent"))
    parents = set(kb.instances("Parent")) - elders
    people = kb.individuals
    y = ["elder" if it in elders else "parent" if it in parents else "young" for it in people]
    learner = EvoLearner(kb, ignore=["Parent", "Grandparent"], work=20)
    return learner, people, np.array(y)


def test_three_labels_are_learned_and_decided(ages):
    learner, X, y = ages
    fitted = clone(learner).fit(X, y)
    assert list(fitted.classes_) == ["elder", "parent", "young"]
    assert fitted.score(X, y) == 1.0
    assert (fitted.predict(X[:5]) == y[:5]).all()
    assert set(fitted.concepts_) == {"elder", "parent", "young"}
    proba = fitted.predict_proba(X)
    assert np.allclose(proba.sum(axis=1), 1) and (proba.argmax(axis=1) == np.searchsorted(fitted.classes_, y)).all()
    again = pickle.loads(pickle.dumps(fitted))
    assert (again.predict(X) == y).all()
    assert "<dt>young</dt>" in fitted._repr_mimebundle_()["text/html"]


def test_labels_may_be_numbers_and_folds_work(ages):
    learner, X, y = ages
    numbers = np.searchsorted(["elder", "parent", "young"], y) * 10 + 5
    fitted = clone(learner).fit(X, numbers)
    assert list(fitted.classes_) == [5, 15, 25]
    assert (fitted.predict(X) == numbers).all()
    assert cross_val_score(learner, X, y, cv=3).mean() > 0.9


def test_what_two_labels_have_is_refused_and_a_second_fit_is_clean(ages):
    learner, X, y = ages
    fitted = clone(learner).fit(X, y)
    assert not hasattr(fitted, "concept_")
    for use in (fitted.best_hypotheses, fitted.plot_front, lambda: fitted.front_, lambda: fitted.history_):
        with pytest.raises(ValueError, match="more than two labels"):
            use()
    fitted.fit(X, y == "young")
    assert fitted.concept_ is not None and not hasattr(fitted, "concepts_")
    with pytest.raises(ValueError, match="1 class"):
        clone(learner).fit(X, ["same"] * len(X))
    with pytest.raises(ValueError, match="y|labels"):
        clone(learner).fit([*X, X[0]], [*y, "young" if y[0] != "young" else "elder"])


def test_committees_vote_on_labels_and_their_shares_are_probabilities(ages):
    learner, X, y = ages
    fitted = clone(learner).set_params(committee=3, max_length=1).fit(X, y)
    sizes = [len(it.get("committee", [])) for it in fitted.report_["labels"]]
    assert max(sizes) > 1
    proba = fitted.predict_proba(X)
    assert np.allclose(proba.sum(axis=1), 1)
    decided = np.searchsorted(fitted.classes_, fitted.predict(X))
    assert (proba[np.arange(len(X)), decided] == proba.max(axis=1)).all()
    assert "committee" in fitted.report_["rule"]


def test_a_committee_votes_on_two_labels(family, quick):
    kb, X, y = family
    learner = EvoLearner(kb, committee=5, max_length=3, work=20).fit(X, y)
    members = learner.report_["committee"]["members"]
    assert len(members) > 1
    proba = learner.predict_proba(X)
    assert ((proba[:, 1] > 0.5) == learner.predict(X)).all()
    right = learner.report_["committee"]["train"]["accuracy"]
    assert np.isclose(learner.score(X, y), right)


def test_sets_of_labels_have_a_concept_each():
    kb = load_family().knowledge_base
    people = kb.individuals
    parents, men = set(kb.instances("Parent")), set(kb.instances("Male"))
    y = [{"person"} | ({"parent"} if it in parents else set()) | ({"man"} if it in men else set()) for it in people]
    learner = EvoLearner(kb, ignore=["Parent"], work=10).fit(people, y)
    assert set(learner.concepts_) == {"man", "parent", "person"}
    assert learner.predict(people) == y and learner.score(people, y) == 1.0
    proba = learner.predict_proba(people[:4])
    assert proba.shape == (4, 3) and (proba[:, list(learner.classes_).index("person")] == 1).all()
    assert pickle.loads(pickle.dumps(learner)).predict(people) == y
    assert "<dt>parent</dt>" in learner._repr_mimebundle_()["text/html"]
    with pytest.raises(ValueError, match="sets of labels"):
        learner.best_hypotheses()
    with pytest.raises(TypeError, match="single labels"):
        learner.fit(people[:2], [{"a"}, "a"])
    with pytest.raises(ValueError, match="empty"):
        learner.fit(people[:2], [set(), set()])


def test_a_knowledge_base_suggests_axioms():
    kb = load_family().knowledge_base
    seen = []
    options = dict(classes=["Grandfather", "Mother"], work=5, n_jobs=1)
    report = kb.enrich(callback=lambda *it: seen.append(it), **options)
    assert seen == [(1, 2), (2, 2)] and report["complete"]
    assert [it["equivalent"][0]["f1"] for it in report["classes"]] == [1.0, 1.0]
    assert report["classes"] == kb.enrich(**options)["classes"]
    with pytest.raises(KeyError, match="Nothing"):
        kb.enrich(classes=["Nothing"])
    with pytest.raises(TypeError, match="effort"):
        kb.enrich(effort=5)


def test_suggestions_are_interrupted():
    kb = load_family().knowledge_base
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        kb.enrich(learner="evolve", population_size=20, num_generations=10**6, max_runtime=1000)


def test_an_open_world_has_verdicts():
    text = b"""@prefix : <http://x/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        :Male owl:disjointWith :Female . :r a owl:ObjectProperty .
        :a a :Male ; :r :b . :b a :Female . :c a owl:NamedIndividual ."""
    from evolearner import KnowledgeBase

    kb = KnowledgeBase(text)
    assert kb.world("Male", ["a", "b", "c"]) == ["entailed", "excluded", "unknown"]
    assert kb.world("r only Female", ["a"]) == ["unknown"]
    with pytest.raises(ValueError, match="snapshot|axioms"):
        KnowledgeBase(kb.to_bytes()).world("Male", ["a"])
