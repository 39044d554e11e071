"""The learner as an estimator: scikit-learn's manners, Ontolearn's names."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from evolearner import _examples, _optional, _settings
from evolearner._evolearner import (
    Concept,
    Generation,
    KnowledgeBase,
    decide,
    learn,
    learn_several,
    shares,
)
from evolearner._hypothesis import Hypothesis
from evolearner._parameters import PARAMETERS, Parameters
from evolearner._problem import PosNegLPStandard
from evolearner._progress import Watch
from evolearner._transport import Absent

if TYPE_CHECKING:
    import numpy as np
    from pandas import DataFrame
    from matplotlib.axes import Axes
    from typing_extensions import Self

Callback = Callable[[Generation], Any]


class EvoLearner(Parameters):
    __doc__ = f"""Learns a concept from examples with an evolutionary algorithm.

    It is a classifier for scikit-learn: ``fit(X, y)`` takes individuals by IRI and their labels. Of
    more than two labels each gets a concept against the rest (``concepts_``), and the one whose
    coverage is most often right decides. Where ``y`` has a set of labels for each individual, each label
    gets a concept, and ``predict`` gives sets. With ``committee`` the members vote. For those who come from Ontolearn, ``fit`` takes a ``PosNegLPStandard`` as well.
    Parameters that are ``None`` are as the preset has them; ``settings()`` shows all of them.

{PARAMETERS}
    Attributes
    ----------
    concept_ : Concept
        The answer.
    hypotheses_ : list of Hypothesis
        The fittest concepts of different lengths, best first.
    front_ : pandas.DataFrame
        The best concept of each length that beats all shorter ones. Without pandas, take
        ``report_["front"]``.
    history_ : list of dict
        The fittest concept of every generation, or step of another learner.
    report_ : dict
        Everything about the run, as ``evolearner learn --format json`` prints it.
    classes_ : numpy.ndarray
        The labels; of two, the concept describes the second.
    concepts_ : dict
        The concept of each label, where there are more than two or sets of labels; then there is no
        ``concept_``.

    Examples
    --------
    >>> from evolearner import EvoLearner, load_family
    >>> kb, X, y = load_family()
    >>> learner = EvoLearner(kb, num_generations=50, random_state=3).fit(X, y)
    >>> learner.predict(X[:2])
    array([ True,  True])
    """

    report_: dict[str, Any]
    concept_: Concept
    hypotheses_: list[Hypothesis]
    classes_: np.ndarray[Any, Any]
    concepts_: dict[Any, Concept]

    _auto: ClassVar[str] = "auto"
    """What ``learner="auto"`` stands for; a class for one method says which."""

    # Learning

    def fit(
        self,
        X: Any = None,
        y: Any = None,
        sample_weight: Any = None,
        *,
        learning_problem: PosNegLPStandard | None = None,
        callbacks: Iterable[Callback] = (),
        verbose: int | None = None,
        max_runtime: float | None = None,
    ) -> Self:
        """Learns from individuals and labels, or from a learning problem.

        ``sample_weight`` is what each individual counts, 1 where it is left out; those of
        weight 0 are left out.
        Callbacks get a ``Generation`` after every step; one that returns something true ends the
        run. An individual that is both positive and negative is a ``ValueError``.
        After Ctrl-C, or an exception of a callback, the learner holds the best
        concept so far and the exception goes on.
        """
        examples = _examples.training(X if learning_problem is None else learning_problem, y)
        weights = _examples.weights(X if y is not None else None, sample_weight)
        params = self.get_params()
        if max_runtime is not None:
            params["max_runtime"] = max_runtime
        kb = self._opened()
        if not isinstance(examples, _examples.Training):
            if list(callbacks):
                raise ValueError("callbacks watch a run on two labels; there are more")
            if isinstance(examples, _examples.LabelSets):
                return self._fit_sets(kb, examples, params, weights)
            return self._fit_several(kb, examples, params, weights)
        is_shown = bool(self.verbose if verbose is None else verbose)
        with Watch(callbacks, is_shown) as watch:
            text, interruption = learn(
                kb,
                examples.positives,
                examples.negatives,
                weights=weights,
                learner=self._auto if self.learner == "auto" else self.learner,
                preset=self.preset,
                options=_settings.options(params),
                ignore=self.ignore,
                threads=_settings.threads(self.n_jobs),
                callback=watch,
            )
        report = json.loads(text)
        best = Hypothesis.from_report(report["best"], kb)
        others = (Hypothesis.from_report(solution, kb) for solution in report["top"])
        self.__dict__.pop("concepts_", None)
        self.__dict__.update(
            kb_=kb,
            report_=report,
            concept_=best.concept,
            hypotheses_=[best, *(other for other in others if other.concept != best.concept)],
            classes_=examples.classes,
        )
        if interruption is not None:
            raise interruption
        return self

    def _fit_several(
        self,
        kb: KnowledgeBase,
        examples: _examples.Labelled,
        params: dict[str, Any],
        weights: list[tuple[str, float]],
    ) -> Self:
        """Learns a concept for each of more than two labels; callbacks are for two."""
        # Labels go by their places, with zeros in front, so that they are sorted as numbers are.
        width = len(str(len(examples.classes)))
        text, interruption = learn_several(
            kb,
            examples.individuals,
            [f"{place:0{width}}" for place in examples.places],
            weights=weights,
            learner=self._auto if self.learner == "auto" else self.learner,
            preset=self.preset,
            options=_settings.options(params),
            ignore=self.ignore,
            threads=_settings.threads(self.n_jobs),
        )
        report = json.loads(text)
        texts = (label["concept"]["functional"] for label in report["labels"])
        concepts = (Concept(text, kb, notation="functional") for text in texts)
        for name in ("concept_", "hypotheses_"):
            self.__dict__.pop(name, None)
        self.__dict__.update(
            kb_=kb,
            report_=report,
            classes_=examples.classes,
            concepts_=dict(zip(examples.classes.tolist(), concepts, strict=True)),
        )
        if interruption is not None:
            raise interruption
        return self

    def _fit_sets(
        self,
        kb: KnowledgeBase,
        examples: _examples.LabelSets,
        params: dict[str, Any],
        weights: list[tuple[str, float]],
    ) -> Self:
        """Learns a concept for each label: who has it against who has not."""
        import numpy as np

        reports: dict[Any, dict[str, Any] | None] = {}
        pairs = list(zip(examples.individuals, examples.sets, strict=True))
        for label in examples.classes:
            positives = [name for name, labels in pairs if label in labels]
            negatives = [name for name, labels in pairs if label not in labels]
            if not negatives:
                # Everybody has it: nothing is to be told apart.
                reports[label] = None
                continue
            text, interruption = learn(
                kb,
                positives,
                negatives,
                learner=self._auto if self.learner == "auto" else self.learner,
                preset=self.preset,
                options=_settings.options(params),
                ignore=self.ignore,
                weights=weights,
                threads=_settings.threads(self.n_jobs),
            )
            if interruption is not None:
                raise interruption
            reports[label] = json.loads(text)
        concepts = {
            label: Concept("⊤", kb)
            if report is None
            else Hypothesis.from_report(report["best"], kb).concept
            for label, report in reports.items()
        }
        for name in ("concept_", "hypotheses_"):
            self.__dict__.pop(name, None)
        classes = np.empty(len(examples.classes), dtype=object)
        classes[:] = examples.classes
        self.__dict__.update(
            kb_=kb, report_={"sets": reports}, classes_=classes, concepts_=concepts
        )
        return self

    def _opened(self) -> KnowledgeBase:
        source = self.knowledge_base
        if source is None:
            raise ValueError("there is nothing to learn from: EvoLearner(knowledge_base=…)")
        if isinstance(source, Absent):
            raise LookupError("the knowledge base was not shared with this process")
        return source if isinstance(source, KnowledgeBase) else KnowledgeBase(source)

    def settings(self) -> dict[str, Any]:
        """All options that ``fit`` would use, by their names in reports."""
        return _settings.effective(self.get_params())

    # Using what was learned

    def predict(self, X: Any = None, hypotheses: Any = None, *, individuals: Any = None) -> Any:
        """The labels of individuals, or of sets of labels a list of sets. With ``hypotheses`` (a concept, or a list of them), a table
        of who is under which, as a DataFrame of 0 and 1."""
        self._check_fitted()
        names = _examples.individuals(X if individuals is None else individuals)
        if hypotheses is not None:
            return self._predict_table(names, hypotheses)
        if self._is_sets():
            columns = [self._positive(label, names) for label in self.report_["sets"]]
            return [set(self.classes_[list(row)]) for row in zip(*columns, strict=True)]
        if self._is_several():
            return self.classes_[decide(self.__dict__["kb_"], json.dumps(self.report_), names)]
        share = self._vote(self.report_, names)
        if share is not None:
            return self.classes_[(share > 0.5).astype(int)]
        return self.classes_[[int(under) for under in self._under(self.concept_, names)]]

    def _under(self, concept: Any, names: list[str]) -> list[bool]:
        kb: KnowledgeBase = self.__dict__["kb_"]
        report = self.report_
        if self._is_sets():
            found = [it for it in report["sets"].values() if it is not None]
            report = found[0] if found else {"forall": "standard"}
        forall = report["forall"] if "forall" in report else report["semantics"]["forall"]
        return kb.contains(concept, names, forall=forall)

    def _vote(self, report: dict[str, Any], names: list[str]) -> np.ndarray[Any, Any] | None:
        """The share of the weight of a committee that is for each individual; ``None`` where no
        committee votes."""
        import numpy as np

        members = (report.get("committee") or {}).get("members", [])
        if len(members) < 2:
            return None
        weights = np.array([member["weight"] for member in members])
        concepts = (Hypothesis.from_report(it["solution"], self.__dict__["kb_"]) for it in members)
        covers = np.array([self._under(it.concept, names) for it in concepts])
        share: np.ndarray[Any, Any] = weights @ covers / weights.sum()
        return share

    def _positive_proba(self, report: dict[str, Any], concept: Concept, names: list[str]) -> Any:
        """How likely each individual is positive: by the vote of a committee, else how often those under
        the concept, or not under it, were positive in training."""
        import numpy as np

        share = self._vote(report, names)
        if share is not None:
            return share
        train = report["best"]["train"]
        shares_of = [
            _share(train["fn"], train["fn"] + train["tn"]),
            _share(train["tp"], train["tp"] + train["fp"]),
        ]
        return np.array(shares_of)[np.array(self._under(concept, names), dtype=int)]

    def _positive(self, label: Any, names: list[str]) -> list[bool]:
        """Who has a label, where individuals have sets of them."""
        report = self.report_["sets"][label]
        share = None if report is None else self._vote(report, names)
        if share is not None:
            return [bool(it > 0.5) for it in share]
        return self._under(self.concepts_[label], names)

    def _sets_proba(self, names: list[str]) -> np.ndarray[Any, Any]:
        """How likely each individual has each label."""
        import numpy as np

        columns = []
        for label, report in self.report_["sets"].items():
            if report is None:
                columns.append(np.ones(len(names)))
            else:
                columns.append(self._positive_proba(report, self.concepts_[label], names))
        return np.column_stack(columns)

    def _is_several(self) -> bool:
        """Whether there are more than two labels."""
        return "labels" in self.report_

    def _is_sets(self) -> bool:
        """Whether individuals have sets of labels."""
        return "sets" in self.report_

    def _check_two(self) -> None:
        self._check_fitted()
        if self._is_sets():
            raise ValueError("individuals have sets of labels: concepts_ has a concept for each label")
        if self._is_several():
            raise ValueError("there are more than two labels: concepts_ has a concept for each")

    def _predict_table(self, names: list[str], hypotheses: Any) -> DataFrame:
        pd = _optional.load("pandas", "a table of predictions", "pandas")
        if isinstance(hypotheses, str) or not isinstance(hypotheses, Iterable):
            hypotheses = [hypotheses]
        columns = {str(it): [int(x) for x in self._under(it, names)] for it in hypotheses}
        table: DataFrame = pd.DataFrame(columns, index=names)
        return table

    def predict_proba(self, X: Any) -> np.ndarray[Any, Any]:
        """How often each label was right in training, among those under the concept or not. Of more
        than two labels, that of the decision, and the rest in equal parts for the others. Where a
        committee votes, its shares. Of sets of labels, how likely each label is."""
        import numpy as np

        self._check_fitted()
        names = _examples.individuals(X)
        if self._is_sets():
            return self._sets_proba(names)
        if self._is_several():
            votes = shares(self.__dict__["kb_"], json.dumps(self.report_), names)
            if votes is not None:
                table = np.array(votes)
                whole = table.sum(axis=1, keepdims=True)
                # Where no committee has a vote for it, all labels are as likely.
                even = np.full_like(table, 1 / table.shape[1])
                of_votes: np.ndarray[Any, Any] = np.divide(table, whole, out=even, where=whole > 0)
                return of_votes
            labels = self.report_["labels"]
            right = np.array(
                [_share(it["covered"], it["covered"] + it["others_covered"]) for it in labels]
            )
            decided = np.searchsorted(self.classes_, self.predict(X))
            n_labels = len(labels)
            rest = (1 - right[decided]) / (n_labels - 1)
            proba = np.repeat(rest[:, None], n_labels, axis=1)
            proba[np.arange(len(decided)), decided] = right[decided]
            return proba
        positive = self._positive_proba(self.report_, self.concept_, names)
        return np.column_stack([1 - positive, positive])

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of labels, or of whole sets of labels, that ``predict`` gets right."""
        import numpy as np

        self._check_fitted()
        if self._is_sets():
            sets = _examples.label_sets(y)
            if sets is None:
                raise TypeError("y has single labels, and what was learned gives sets")
            pairs = zip(self.predict(X), sets, strict=True)
            return float(np.average([ours == theirs for ours, theirs in pairs], weights=sample_weight))
        right = np.asarray(self.predict(X) == _examples.labels(y))
        return float(np.average(right, weights=sample_weight))

    def best_hypotheses(self, n: int | None = None, return_node: bool = False) -> Any:
        """The best hypothesis; with ``n``, a list of the best ``n``."""
        del return_node  # A hypothesis is both: a concept and what is known about it.
        self._check_two()
        if n is None:
            return self.hypotheses_[0]
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise ValueError(f"n cannot be {n!r}: how many hypotheses, at least 1")
        return self.hypotheses_[:n]

    def save_best_hypothesis(
        self, n: int = 10, path: str | os.PathLike[str] = "Predictions", rdf_format: str = "rdfxml"
    ) -> None:
        """Writes the best ``n`` concepts as classes ``Pred_0``, ``Pred_1``, … of an ontology.

        The file is ``path``, with ``.owl`` behind it unless it has an ending. ``rdf_format`` is
        ``rdfxml``, ``turtle`` or ``ntriples``.
        """
        from evolearner._ontology import write

        write(path, [it.concept for it in self.best_hypotheses(n)], rdf_format)

    @property
    def front_(self) -> DataFrame:
        """The best concept of each length that beats all shorter ones.

        It is a DataFrame and needs pandas; ``report_["front"]`` has the same as dictionaries and
        needs nothing.
        """
        self._check_two()
        instead = "; report_['front'] has the same as dictionaries"
        pd = _optional.load("pandas", "front_", "pandas", instead)
        kb = self.__dict__["kb_"]
        front = [Hypothesis.from_report(solution, kb) for solution in self.report_["front"]]
        rows = [
            dict(
                length=it.length,
                quality=it.quality,
                **{name: it.train[name] for name in ("accuracy", "f1", "precision", "recall")},
                proven=it.proven,
                concept=it.concept,
                sentence=it.sentence,
            )
            for it in front
        ]
        frame: DataFrame = pd.DataFrame(rows)
        return frame

    @property
    def history_(self) -> list[dict[str, Any]]:
        """The fittest concept of every generation, with its quality and the time."""
        self._check_two()
        history: list[dict[str, Any]] = self.report_["history"]
        return history

    def plot_front(self, ax: Axes | None = None) -> Axes:
        """Draws quality over length."""
        from evolearner._plots import front

        self._check_two()
        return front(self.report_, ax)

    def plot_history(self, ax: Axes | None = None) -> Axes:
        """Draws quality over generations."""
        from evolearner._plots import history

        self._check_two()
        return history(self.report_, ax)

    # scikit-learn

    @classmethod
    def _param_names(cls) -> list[str]:
        signature = inspect.signature(cls.__init__)
        return sorted(name for name in signature.parameters if name != "self")

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters."""
        del deep  # No parameter has parameters of its own.
        return {name: getattr(self, name) for name in self._param_names()}

    def set_params(self, **params: Any) -> Self:
        """Changes parameters."""
        known = self._param_names()
        for name, value in params.items():
            if name not in known:
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self!r}. "
                    f"Valid parameters are: {known!r}."
                )
            setattr(self, name, value)
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return "report_" in self.__dict__

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(multi_class=True),
            input_tags=InputTags(one_d_array=True, two_d_array=False, string=True),
        )

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise _examples.not_fitted(type(self).__name__)

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self).__init__).parameters
        params = self.get_params().items()
        changed = [
            f"{name}={value!r}"
            for name, value in params
            if repr(value) != repr(defaults[name].default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from evolearner._display import learner_bundle

        return learner_bundle(self, include, exclude)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.5
