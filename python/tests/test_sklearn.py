"""At home in scikit-learn.

``check_estimator`` tests what it can without numbers: the checks that fit an estimator make up
arrays of floats, which are no individuals of any knowledge base, so scikit-learn leaves them out
itself for estimators that take strings. Those that need no data are run here by name, and what the
others make sure of (clones, pickles, shapes, labels, unfitted use) is tested on real individuals
here and in test_learner and test_mistakes.
"""

import numpy as np
import pytest
from sklearn import clone
from sklearn.base import is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import check_estimator
from sklearn.utils.validation import check_is_fitted

from evolearner import EvoLearner

NEEDS_NO_DATA = [
    "check_estimator_cloneable",
    "check_estimator_tags_renamed",
    "check_valid_tag_types",
    "check_estimator_repr",
    "check_no_attributes_set_in_init",
    "check_parameters_default_constructible",
    "check_get_params_invariance",
    "check_set_params",
    "check_mixin_order",
]


@pytest.mark.filterwarnings("ignore:Can't test estimator")
def test_scikit_learns_own_checks():
    results = check_estimator(EvoLearner(), on_fail=None)
    assert [it for it in results if it["status"] not in ("passed", "skipped")] == []


@pytest.mark.parametrize("check", NEEDS_NO_DATA)
def test_a_check_that_needs_no_data(check):
    getattr(estimator_checks, check)("EvoLearner", EvoLearner())


def test_clones_share_the_knowledge_base(family, quick):
    learner = EvoLearner(family.knowledge_base, **quick)
    copy = clone(learner)
    assert copy is not learner and copy.knowledge_base is family.knowledge_base
    assert copy.get_params() == learner.get_params()
    assert is_classifier(learner)


def test_fitted_or_not(family, quick):
    learner = EvoLearner(family.knowledge_base, **quick)
    with pytest.raises(NotFittedError):
        learner.predict(family.X)
    check_is_fitted(learner.fit(family.X, family.y))


def test_cross_validation(family, quick):
    kb, X, y = family
    scores = cross_val_score(EvoLearner(kb, **quick), X, y, cv=3)
    assert scores.shape == (3,) and scores.mean() > 0.7
    assert (scores == cross_val_score(EvoLearner(kb, **quick), X, y, cv=3)).all()
    predicted = cross_val_predict(EvoLearner(kb, **quick), X, y, cv=3)
    assert predicted.shape == (len(X),)


def test_cross_validation_in_processes(family, quick):
    kb, X, y = family
    here = cross_val_score(EvoLearner(kb, **quick), X, y, cv=4)
    there = cross_val_score(EvoLearner(kb, **quick), X, y, cv=4, n_jobs=2)
    assert (here == there).all()


def test_grid_search(family, quick):
    kb, X, y = family
    grid = {"population_size": np.array([5, 60]), "quality_func": ["accuracy", "f1"]}
    search = GridSearchCV(EvoLearner(kb, **quick), grid, cv=3).fit(np.array(X), y)
    assert search.best_params_["population_size"] == 60
    assert search.best_estimator_.concept_ is not None
    assert search.score(X, y) > 0.7


def test_pipelines(family, quick):
    kb, X, y = family
    shorten = FunctionTransformer(lambda names: [name.rsplit("#")[-1] for name in names])
    pipeline = make_pipeline(shorten, EvoLearner(kb, **quick)).fit(X, y)
    assert pipeline.score(X, y) > 0.7
    pipeline.set_params(evolearner__population_size=7)
    assert pipeline.named_steps["evolearner"].population_size == 7


def test_more_than_two_labels_by_one_against_the_rest(family, quick):
    kb, X, _ = family
    labels = np.select([kb.contains("Grandparent", X), kb.contains("Parent", X)], ["g", "p"], "c")
    learner = OneVsRestClassifier(EvoLearner(kb, **quick)).fit(np.array(X), labels)
    assert learner.score(np.array(X), labels) > 0.8


def test_probabilities_are_shares_of_the_training_data(family, quick):
    kb, X, y = family
    learner = EvoLearner(kb, **quick).fit(X, y)
    shares = learner.predict_proba(X)
    assert shares.shape == (len(X), 2)
    assert np.allclose(shares.sum(axis=1), 1)
    # Summed over the training data, shares are counts again.
    assert np.isclose(shares[:, 1].sum(), sum(y))
    assert roc_auc_score(y, shares[:, 1]) > 0.7
