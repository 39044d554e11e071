"""scikit-learn's checks of classifiers, on individuals of a graph that is made of their numbers.

The checks make up arrays of floats. ``OnGraph`` turns each row into an individual with a value for each
column, so that ``EvoLearner`` meets the labels, the order of rows, the shapes and the repetition that the
checks are about. Checks of the arrays themselves (NaN, sparse matrices, names and numbers of columns,
dtypes, one sample, complex numbers) are about what ``OnGraph`` adds and say nothing about the learner; those
that need no data are in test_sklearn.
"""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import estimator_checks
from sklearn.utils.validation import check_is_fitted, validate_data

from evolearner import EvoLearner, KnowledgeBase

BASE = "http://example.org/"
CHECKS = [
    "check_classifiers_classes",
    "check_classifiers_one_label",
    "check_classifiers_train",
    "check_supervised_y_2d",
    "check_supervised_y_no_nan",
    "check_requires_y_none",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_fit_idempotent",
    "check_fit_check_is_fitted",
    "check_estimators_fit_returns_self",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_estimators_unfitted",
    "check_dict_unchanged",
    "check_f_contiguous_array_estimator",
    "check_pipeline_consistency",
    "check_readonly_memmap_input",
]


class OnGraph(ClassifierMixin, BaseEstimator):
    """An EvoLearner whose individuals are rows of numbers."""

    def __init__(self, work=5):
        self.work = work

    def fit(self, X, y):
        if y is None:
            # The learner says what is missing.
            return EvoLearner(work=self.work).fit([], y)
        X = validate_data(self, X)
        self.learner_ = EvoLearner(_graph(X), work=self.work).fit(_names(X), y)
        self.classes_ = self.learner_.classes_
        return self

    def _moved(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        self.learner_.__dict__["kb_"] = _graph(X)
        return _names(X)

    def predict(self, X):
        names = self._moved(X)
        return self.learner_.predict(names)

    def predict_proba(self, X):
        names = self._moved(X)
        return self.learner_.predict_proba(names)


def _names(X):
    return [f"{BASE}row{place}" for place in range(len(X))]


def _graph(X):
    triples = [
        (name, f"{BASE}column{column}", float(value))
        for name, row in zip(_names(X), X)
        for column, value in enumerate(row)
    ]
    return KnowledgeBase.from_triples(triples)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("check", CHECKS)
def test_a_check_of_classifiers(check):
    getattr(estimator_checks, check)("OnGraph", OnGraph())
