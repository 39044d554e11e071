"""More than two labels: a concept for each, and one decision for each individual."""

import pickle

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
