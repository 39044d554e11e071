"""From what people call X and y to names and labels."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from evolearner._names import name_of
from evolearner._problem import PosNegLPStandard

if TYPE_CHECKING:
    import numpy as np


class Training(NamedTuple):
    """Examples of a run; the concept describes the second of the classes."""

    positives: list[str]
    negatives: list[str]
    classes: np.ndarray[Any, Any]


class Labelled(NamedTuple):
    """Individuals with one of more than two labels, each by its place among the classes."""

    individuals: list[str]
    places: list[int]
    classes: np.ndarray[Any, Any]


class LabelSets(NamedTuple):
    """Individuals, each with a set of labels."""

    individuals: list[str]
    sets: list[frozenset[Any]]
    classes: list[Any]


def training(X: Any, y: Any) -> Training | Labelled | LabelSets:
    """The examples of individuals with labels, or of a learning problem."""
    import numpy as np

    if _is_problem(X):
        if y is not None:
            raise TypeError("a learning problem has its labels already: y must be left out")
        problem = X if isinstance(X, PosNegLPStandard) else PosNegLPStandard(X.pos, X.neg)
        return Training(problem.pos, problem.neg, np.array([False, True]))
    if X is None:
        raise TypeError("fit needs individuals and labels, or a learning problem")
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    names, sets = individuals(X), label_sets(y)
    if sets is not None:
        _check_sizes(names, len(sets))
        of_sets = sorted(frozenset().union(*sets))
        if not of_sets:
            raise ValueError("every set of labels is empty: there is nothing to tell apart")
        return LabelSets(names, sets, of_sets)
    targets = labels(y)
    _check_sizes(names, len(targets))
    if targets.dtype.kind in "fc" and not np.isfinite(targets).all():
        raise ValueError("y contains NaN or infinity")
    classes, places = np.unique(targets, return_inverse=True)
    if len(classes) > 2:
        return Labelled(names, [int(place) for place in places], classes)
    if len(classes) != 2:
        raise ValueError(f"y has 1 class ({_listed(classes)}): there is nothing to tell apart")
    is_positive = targets == classes[1]
    return Training(
        [name for name, yes in zip(names, is_positive, strict=True) if yes],
        [name for name, yes in zip(names, is_positive, strict=True) if not yes],
        classes,
    )


def _check_sizes(names: list[str], n_labels: int) -> None:
    if len(names) != n_labels:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: "
            f"{len(names)} individuals, {n_labels} labels"
        )
    if not names:
        raise ValueError("Found array with 0 sample(s): there are no examples to learn from")


def weights(X: Any, sample_weight: Any) -> list[tuple[str, float]]:
    """What each individual counts, by name; nothing where all count the same."""
    import numpy as np

    if sample_weight is None:
        return []
    if X is None:
        raise TypeError("sample_weight goes with individuals and labels, not with a problem")
    names = individuals(X)
    numbers = np.asarray(sample_weight, dtype=float)
    if numbers.ndim == 0:
        numbers = np.full(len(names), float(numbers))
    if numbers.shape != (len(names),):
        raise ValueError(
            f"sample_weight.shape == {numbers.shape}, expected ({len(names)},): one for each individual"
        )
    if not (np.isfinite(numbers).all() and (numbers >= 0).all()):
        raise ValueError("sample_weight must be finite and not below 0")
    return [(name, float(number)) for name, number in zip(names, numbers, strict=True)]


def individuals(X: Any) -> list[str]:
    """The names in a list, an array, a Series, or the only column of a table."""
    if isinstance(X, (str, bytes)) or not isinstance(X, Iterable):
        raise TypeError(f"expected a list of individuals, not {X!r:.200} ({type(X).__name__})")
    shape = getattr(X, "shape", None)
    if shape is not None and len(shape) == 2:
        if shape[1] != 1:
            raise ValueError(f"expected one column of individuals, not {shape[1]}")
        table: Any = X
        X = table.iloc[:, 0] if hasattr(table, "iloc") else table[:, 0]
    elif shape is not None and len(shape) != 1:
        raise ValueError(f"expected a list of individuals, not an array of shape {shape}")
    return [name_of(_only(item)) for item in X]


def labels(y: Any) -> np.ndarray[Any, Any]:
    """The labels as an array with one dimension."""
    import numpy as np

    targets = np.asarray(y)
    if targets.ndim == 2 and targets.shape[1] == 1:
        _warn_of_column()
        targets = targets[:, 0]
    if targets.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {targets.shape} instead")
    return targets


def label_sets(y: Any) -> list[frozenset[Any]] | None:
    """The sets of labels, where each individual has one."""
    if isinstance(y, (str, bytes)) or not isinstance(y, Iterable):
        return None
    items = list(y)
    n_sets = sum(isinstance(item, (set, frozenset)) for item in items)
    if n_sets == 0:
        return None
    if n_sets < len(items):
        raise TypeError("y has sets of labels and single labels: give a set for each individual")
    return [frozenset(item) for item in items]


def not_fitted(name: str) -> Exception:
    """The error for a learner that has not learned; scikit-learn's, where it is installed."""
    text = f"This {name} instance is not fitted yet. Call 'fit' before using it."
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return ValueError(text)
    error: Exception = NotFittedError(text)
    return error


def _warn_of_column() -> None:
    """Says that a column was taken for a list, with the warning of scikit-learn where it is installed."""
    kind: type[Warning] = UserWarning
    try:
        from sklearn.exceptions import DataConversionWarning
    except ImportError:
        pass
    else:
        kind = DataConversionWarning
    warnings.warn("A column-vector y was passed when a 1d array was expected.", kind, stacklevel=5)


def _is_problem(X: Any) -> bool:
    return hasattr(X, "pos") and hasattr(X, "neg")


def _only(item: Any) -> Any:
    """The individual in a row of one: ``[["a"], ["b"]]`` means ``["a", "b"]``."""
    return item[0] if isinstance(item, (list, tuple)) and len(item) == 1 else item


def _listed(classes: Any) -> str:
    shown = ", ".join(repr(label.item()) for label in classes[:5])
    return shown + (", …" if len(classes) > 5 else "")
