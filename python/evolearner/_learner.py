"""The learner as an estimator: scikit-learn's manners, Ontolearn's names."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from evolearner import _examples, _optional, _settings
from evolearner._evolearner import Generation, KnowledgeBase, learn
from evolearner._hypothesis import Hypothesis
from evolearner._problem import PosNegLPStandard
from evolearner._transport import Absent

if TYPE_CHECKING:
    import numpy as np
    from pandas import DataFrame
    from matplotlib.axes import Axes
    from typing_extensions import Self

    from evolearner._evolearner import Concept

Callback = Callable[[Generation], Any]


class EvoLearner:
    """Learns a concept from examples with an evolutionary algorithm.

    It is a binary classifier for scikit-learn: ``fit(X, y)`` takes individuals by IRI and their
    labels. For those who come from Ontolearn, ``fit`` takes a ``PosNegLPStandard`` as well.
    Keywords that are ``None`` are as the preset has them; ``settings()`` shows all of them.

    Parameters
    ----------
    knowledge_base : KnowledgeBase or path
        What is known about the individuals.
    preset : "default" or "paper"
        Where the other parameters start: ours, or exactly the paper.
    population_size, num_generations : int
        Candidates per generation, and how many generations follow the first (800, 200).
    max_runtime : float
        Seconds after which the best concept so far is the answer; ``inf`` for no limit (300).
    max_num_of_concepts_tested : int
        The most candidates that are evaluated (no limit).
    terminate_on_goal : bool
        Whether a concept without a mistake ends the run (False).
    stop_at_quality : float
        A quality that ends the run (none).
    quality_func : str
        What is maximised: accuracy, f1, balanced-accuracy, precision, recall, geometric-mean or
        matthews.
    parsimony : float
        What one unit of quality is worth in tree nodes (2048).
    use_data_properties, use_card_restrictions, use_inverse : bool
        Whether concepts may compare data values (yes), count (yes), read roles backwards (no).
    language : str
        The description logic by name, such as ``"ALCQ(D)"``; the three switches above refine it.
    with_constructors, without_constructors : list of str
        Constructors to search with beyond that logic, or without: negation, union, exists, forall,
        cardinality, numbers, booleans, exact, inverse, dates, strings, values, nominals, self,
        data-counts.
    card_limit : int
        The highest number in a cardinality restriction (5).
    height_limit : int
        The highest tree (17).
    init_method : str
        The first population: walk, walk-no-types, walk-no-paths, walk-negatives, grow, full, ramped.
    init_depth : str
        The heights of random trees, such as ``"1..6"``.
    max_triples : int
        How far a random walk goes from an example (2).
    value_splitter, splits : str, int
        How thresholds are found (entropy, entropy-or-bins, quantile, none) and how many per
        property (10).
    min_frequency : int
        How many individuals near the examples must have a value before a concept may name it (3).
    tournament_size : int
        Candidates per tournament (7).
    crossover, crossover_rate, mutation, mutation_rate : str, float, str, float
        How candidates change, and how often.
    elite_size : int or float
        How many of the best pass on unchanged: a number, or a share of the population (1).
    bloat : str
        How length is kept in check: parametric, double-tournament, proportional-tournament.
    forall : "standard" or "nonempty"
        What ``∀`` says of individuals without successors.
    answer : "whole-run" or "last-population"
        Where the answer is taken from.
    cache_size : int
        Memory for remembered results, in MB per thread.
    ignore : list of str
        Classes and properties that the answer must not use.
    random_state : int, RandomState or Generator
        The seed. One seed gives one result, on any number of threads; ``None`` is 1.
    n_jobs : int
        Threads: ``None`` is one, ``-1`` all cores.
    verbose : int
        1 shows progress.

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
        The fittest concept of every generation.
    report_ : dict
        Everything about the run, as ``evolearner learn --format json`` prints it.
    classes_ : numpy.ndarray
        The two labels; the concept describes the second.

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

    def __init__(
        self,
        knowledge_base: KnowledgeBase | str | os.PathLike[str] | None = None,
        *,
        preset: str = "default",
        population_size: int | None = None,
        num_generations: int | None = None,
        max_runtime: float | None = None,
        max_num_of_concepts_tested: int | None = None,
        terminate_on_goal: bool | None = None,
        stop_at_quality: float | None = None,
        quality_func: Any = None,
        parsimony: float | None = None,
        use_data_properties: bool | None = None,
        use_card_restrictions: bool | None = None,
        use_inverse: bool | None = None,
        language: str | None = None,
        with_constructors: str | Iterable[str] | None = None,
        without_constructors: str | Iterable[str] | None = None,
        card_limit: int | None = None,
        height_limit: int | None = None,
        init_method: str | None = None,
        init_depth: str | None = None,
        max_triples: int | None = None,
        value_splitter: str | None = None,
        splits: int | None = None,
        min_frequency: int | None = None,
        tournament_size: int | None = None,
        crossover: str | None = None,
        crossover_rate: float | None = None,
        mutation: str | None = None,
        mutation_rate: float | None = None,
        elite_size: float | None = None,
        bloat: str | None = None,
        forall: str | None = None,
        answer: str | None = None,
        cache_size: int | None = None,
        ignore: Iterable[str] = (),
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.knowledge_base = knowledge_base
        self.preset = preset
        self.population_size = population_size
        self.num_generations = num_generations
        self.max_runtime = max_runtime
        self.max_num_of_concepts_tested = max_num_of_concepts_tested
        self.terminate_on_goal = terminate_on_goal
        self.stop_at_quality = stop_at_quality
        self.quality_func = quality_func
        self.parsimony = parsimony
        self.use_data_properties = use_data_properties
        self.use_card_restrictions = use_card_restrictions
        self.use_inverse = use_inverse
        self.language = language
        self.with_constructors = with_constructors
        self.without_constructors = without_constructors
        self.card_limit = card_limit
        self.height_limit = height_limit
        self.init_method = init_method
        self.init_depth = init_depth
        self.max_triples = max_triples
        self.value_splitter = value_splitter
        self.splits = splits
        self.min_frequency = min_frequency
        self.tournament_size = tournament_size
        self.crossover = crossover
        self.crossover_rate = crossover_rate
        self.mutation = mutation
        self.mutation_rate = mutation_rate
        self.elite_size = elite_size
        self.bloat = bloat
        self.forall = forall
        self.answer = answer
        self.cache_size = cache_size
        self.ignore = ignore
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    # Learning

    def fit(
        self,
        X: Any = None,
        y: Any = None,
        *,
        learning_problem: PosNegLPStandard | None = None,
        callbacks: Iterable[Callback] = (),
        verbose: int | None = None,
        max_runtime: float | None = None,
    ) -> Self:
        """Learns from individuals and labels, or from a learning problem.

        Callbacks get a ``Generation`` after every generation; one that returns something true
        ends the run. An individual that is both positive and negative is a ``ValueError``.
        After Ctrl-C, or an exception of a callback, the learner holds the best
        concept so far and the exception goes on.
        """
        examples = _examples.training(X if learning_problem is None else learning_problem, y)
        params = self.get_params()
        if max_runtime is not None:
            params["max_runtime"] = max_runtime
        kb = self._opened()
        with _watching(callbacks, self.verbose if verbose is None else verbose, params) as watch:
            text, interruption = learn(
                kb,
                examples.positives,
                examples.negatives,
                preset=self.preset,
                entries=_settings.entries(params),
                ignore=self.ignore,
                threads=_settings.threads(self.n_jobs),
                callback=watch,
            )
        report = json.loads(text)
        best = Hypothesis.from_report(report["best"], kb)
        others = (Hypothesis.from_report(solution, kb) for solution in report["top"])
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

    def _opened(self) -> KnowledgeBase:
        source = self.knowledge_base
        if source is None:
            raise ValueError("there is nothing to learn from: EvoLearner(knowledge_base=…)")
        if isinstance(source, Absent):
            raise LookupError("the knowledge base was not shared with this process")
        return source if isinstance(source, KnowledgeBase) else KnowledgeBase(source)

    def settings(self) -> dict[str, Any]:
        """All settings that ``fit`` would use, by their names on the command line."""
        return _settings.effective(self.get_params())

    # Using what was learned

    def predict(self, X: Any = None, hypotheses: Any = None, *, individuals: Any = None) -> Any:
        """The labels of individuals. With ``hypotheses`` (a concept, or a list of them), a table
        of who is under which, as a DataFrame of 0 and 1."""
        self._check_fitted()
        names = _examples.individuals(X if individuals is None else individuals)
        if hypotheses is not None:
            return self._predict_table(names, hypotheses)
        return self.classes_[[int(under) for under in self._under(self.concept_, names)]]

    def _under(self, concept: Any, names: list[str]) -> list[bool]:
        kb: KnowledgeBase = self.__dict__["kb_"]
        return kb.contains(concept, names, forall=self.report_["semantics"]["forall"])

    def _predict_table(self, names: list[str], hypotheses: Any) -> DataFrame:
        pd = _optional.load("pandas", "a table of predictions", "pandas")
        if isinstance(hypotheses, str) or not isinstance(hypotheses, Iterable):
            hypotheses = [hypotheses]
        columns = {str(it): [int(x) for x in self._under(it, names)] for it in hypotheses}
        table: DataFrame = pd.DataFrame(columns, index=names)
        return table

    def predict_proba(self, X: Any) -> np.ndarray[Any, Any]:
        """How often each label was right in training, among those under the concept or not."""
        import numpy as np

        under = np.array(self.predict(X) == self.classes_[1]).astype(int)
        train = self.report_["best"]["train"]
        shares = [
            _share(train["fn"], train["fn"] + train["tn"]),
            _share(train["tp"], train["tp"] + train["fp"]),
        ]
        positive = np.array(shares)[under]
        return np.column_stack([1 - positive, positive])

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of labels that ``predict`` gets right."""
        import numpy as np

        right = np.asarray(self.predict(X) == _examples.labels(y))
        return float(np.average(right, weights=sample_weight))

    def best_hypotheses(self, n: int | None = None, return_node: bool = False) -> Any:
        """The best hypothesis; with ``n``, a list of the best ``n``."""
        del return_node  # A hypothesis is both: a concept and what is known about it.
        self._check_fitted()
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
        self._check_fitted()
        instead = "; report_['front'] has the same as dictionaries"
        pd = _optional.load("pandas", "front_", "pandas", instead)
        kb = self.__dict__["kb_"]
        front = [Hypothesis.from_report(solution, kb) for solution in self.report_["front"]]
        rows = [
            dict(
                length=it.length,
                quality=it.quality,
                **{name: it.train[name] for name in ("accuracy", "f1", "precision", "recall")},
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
        self._check_fitted()
        history: list[dict[str, Any]] = self.report_["history"]
        return history

    def plot_front(self, ax: Axes | None = None) -> Axes:
        """Draws quality over length."""
        from evolearner._plots import front

        self._check_fitted()
        return front(self.report_, ax)

    def plot_history(self, ax: Axes | None = None) -> Axes:
        """Draws quality over generations."""
        from evolearner._plots import history

        self._check_fitted()
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
            classifier_tags=ClassifierTags(multi_class=False),
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


def _watching(callbacks: Iterable[Callback], verbose: int, params: dict[str, Any]) -> Any:
    from evolearner._progress import Watch

    return Watch(callbacks, _settings.effective(params)["generations"] if verbose else None)
