"""Many problems, many learners, many folds: one table.

Folds are tasks for joblib, so a suite runs on all cores (``n_jobs=-1``) or, within
``joblib.parallel_config(backend="dask")``, on a cluster; ``evolearner.distributed.share`` keeps the
knowledge bases from travelling with every task. Needs scikit-learn and pandas.

>>> from evolearner import EvoLearner, load_family
>>> from evolearner.suite import evaluate
>>> learners = {"small": EvoLearner(population_size=50, num_generations=5)}
>>> table = evaluate({"uncle": load_family()}, learners, cv=3)
>>> table[["problem", "learner", "fold"]].values.tolist()
[['uncle', 'small', 0], ['uncle', 'small', 1], ['uncle', 'small', 2]]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from evolearner._examples import individuals, labels
from evolearner._learner import EvoLearner

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["evaluate"]


def evaluate(
    problems: Mapping[str, tuple[Any, Any, Any]],
    learners: Mapping[str, EvoLearner],
    *,
    cv: Any = 10,
    n_jobs: int | None = None,
) -> DataFrame:
    """Cross-validates every learner on every problem ``(knowledge_base, X, y)``.

    One row per fold: the measures on the part that was held out, the concept and what it took.
    ``cv`` is a number of folds or a splitter of scikit-learn.
    """
    import numpy as np
    import pandas as pd
    from joblib import Parallel, delayed
    from sklearn.base import clone
    from sklearn.model_selection import check_cv

    tasks = []
    for problem, (kb, X, y) in problems.items():
        X, y = np.array(individuals(X), dtype=object), labels(y)
        folds = list(check_cv(cv, y, classifier=True).split(X, y))
        for name, learner in learners.items():
            own = clone(learner).set_params(knowledge_base=kb)
            for fold, (train, test) in enumerate(folds):
                key = {"problem": problem, "learner": name, "fold": fold}
                tasks.append(delayed(_fold)(key, own, X, y, train, test))
    return pd.DataFrame(Parallel(n_jobs=n_jobs)(tasks))


def _fold(
    key: dict[str, Any], learner: EvoLearner, X: Any, y: Any, train: Any, test: Any
) -> dict[str, Any]:
    from sklearn.base import clone
    from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score

    fitted = clone(learner).fit(X[train], y[train])
    truth, predicted = y[test], fitted.predict(X[test])
    positive = {"pos_label": fitted.classes_[1], "zero_division": 0.0}
    seconds, best = fitted.report_["seconds"], fitted.report_["best"]
    return {
        **key,
        "accuracy": accuracy_score(truth, predicted),
        "f1": f1_score(truth, predicted, **positive),
        "precision": precision_score(truth, predicted, **positive),
        "recall": recall_score(truth, predicted, **positive),
        "train_accuracy": best["train"]["accuracy"],
        "train_f1": best["train"]["f1"],
        "length": best["length"],
        "concept": best["concept"]["dl"],
        "stop": fitted.report_["stop"],
        "seconds": seconds["total"] - seconds["load"],
    }
