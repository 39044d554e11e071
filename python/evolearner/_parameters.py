"""The parameters of the learner.

Generated from the table of options by ``crates/evo/examples/generate_python.rs``: edit that table.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evolearner._evolearner import KnowledgeBase

PARAMETERS = """\
    Parameters
    ----------
    knowledge_base : KnowledgeBase or path
        What is known about the individuals.
    learner : str, default "auto"
        The way to learn. "auto": the one of the preset, beam with the preset "default" and evolve
        with the preset "paper", or another one if only that has the parameters which are set.
        "beam": Tries every short concept, and longer ones by a beam of the best of each length.
        "evolve": Genetic programming on concepts, seeded by biased random walks (EvoLearner, WWW
        2022). "exact": Finds the shortest concept that fits all examples, or shows that none up to
        a length does. "celoe": CELOE: refines the best concept so far, short ones first; none may
        miss more positives than the noise. "ocel": OCEL: like CELOE, with a lower price for length
        and the noise counted on all examples. "eltl": ELTL: refines EL concepts, which are made of
        classes, ⊓ and ∃ alone; by an option, disjunctions of some. "spacel": SPaCEL: joins partial
        definitions, each less the exceptions that other concepts describe. "dlfoil": DL-FOIL:
        specialises one disjunct after the other by the best of some random refinements. "tree": A
        decision tree over names and restrictions, pruned by cross-validation, as a concept. "top":
        The best of ⊤, ⊥ and single names: the baseline that learning has to beat. "random": Biased
        random walks from the positives, without evolution. "sketch": Fills the holes of a sketch:
        every short filling is tried, longer ones are made of the best.
    preset : str, default "default"
        What the options below are unless they are set. "default": Every short concept is tried,
        longer ones by a beam; answers are polished. "paper": The paper: the answer is the fittest
        of the last population, as it was evolved.
    quality_func : str, default "accuracy"
        The measure that is maximised. One of "accuracy", "f1", "balanced-accuracy", "precision",
        "recall", "geometric-mean", "matthews", "jaccard", "mean-precision-recall". Or an object
        that has the word as its ``name``.
    false_negative_cost : float, default 1.0
        What a missed positive costs, beside what examples weigh.
    false_positive_cost : float, default 1.0
        What a covered negative costs, beside what examples weigh.
    negatives_are : str, default "negative"
        What the given negatives are. Of unlabelled ones, as many as are expected to be positive may
        be covered at no cost. One of "negative", "unlabelled".
    positive_share : float, optional
        The share of positives among unlabelled individuals; estimated where none is given.
    parsimony : float, default 2048.0
        What one unit of quality is worth in nodes of a concept.
    simplify : bool, default True
        Whether concepts are shortened and simplified before they are reported. With the learner
        sketch the default is false.
    language : str, default "ALCQ(D)"
        The description logic to search in: EL, AL or ALC, then any of I (inverse roles), O
        (nominals), Q (cardinalities), then (D) (data).
    with_constructors : list of str, optional
        Constructors beyond that logic, such as ``dates,strings``. Some of "negation", "union",
        "exists", "forall", "cardinality", "numbers", "booleans", "exact", "inverse", "dates",
        "strings", "values", "nominals", "self", "data-counts", "presence", "patterns". With the
        learner beam the default is "dates,presence". With the learner exact the default is
        "dates,presence". With the learner tree the default is "dates,presence". With the learner
        sketch the default is "dates,presence".
    without_constructors : list of str, optional
        Constructors of that logic to do without, such as ``forall``. Some of "negation", "union",
        "exists", "forall", "cardinality", "numbers", "booleans", "exact", "inverse", "dates",
        "strings", "values", "nominals", "self", "data-counts", "presence", "patterns".
    card_limit : int, default 5
        The highest cardinality.
    splits : int, default 10
        Thresholds per numeric property.
    value_splitter : str, default "entropy"
        How thresholds are found. One of "entropy", "entropy-or-bins", "boundaries", "quantile",
        "dl-learner", "none". With the learner beam the default is "boundaries". With the learner
        exact the default is "boundaries". With the learner tree the default is "boundaries". With
        the learner sketch the default is "boundaries".
    min_frequency : int, default 3
        How many individuals near the examples must have a value before a concept may name it.
    never_use : list of str, optional
        Classes, with what is below them, and properties that no concept may use; commas between
        them.
    one_sided : list of str, optional
        Data properties whose thresholds bound one side alone, such as ``logP=upper,charge=lower``.
    forall : str, default "standard"
        What ``∀`` says of individuals without successors. One of "standard", "nonempty".
    semantics : str, default "closed"
        Which individuals a concept is to cover. One of "closed", "open".
    sketch : str, optional
        The concept with holes that the answer is, such as ``Compound ⊓ ∃ hasAtom.(?C ⊓ charge ≥
        ?v)``. Only with the learner sketch.
    must_use : list of str, optional
        Classes and properties that the answer must use; commas between them. Only with the learner
        sketch.
    prices : list of str, optional
        What names and constructors count in the length in place of one, such as
        ``Ring=0,forall=4``. Only with the learner sketch.
    answer : str, default "best"
        Which of the best concepts of each length is the answer. One of "best", "short", "accurate".
        Only with the learner beam.
    committee : int, default 1
        Concepts that vote, the answer among them; further ones are short and correct it. 1 is the
        answer alone. Only with the learner beam.
    uneven : str, default "auto"
        What is done where no concept beats ``⊤`` and ``⊥``, as with one positive among many
        negatives. One of "auto", "off". Only with the learner beam.
    max_length : int, default 21
        The longest concept that is looked for. Only with the learner beam or exact or celoe or ocel
        or eltl or spacel or dlfoil or sketch. With the learner celoe the default is 30. With the
        learner ocel the default is 30. With the learner eltl the default is 30. With the learner
        spacel the default is 30. With the learner dlfoil the default is 30. With the learner sketch
        the default is 40.
    width : int, default 200
        The sets of examples that are kept of each length. Only with the learner beam.
    filler_length : int, default 3
        The longest filler of an atom. Only with the learner beam or tree.
    nesting : int, default 4
        How deep restrictions are nested at most. Only with the learner beam or exact or celoe or
        ocel or eltl or spacel or dlfoil or tree. With the learner celoe the default is 7. With the
        learner ocel the default is 7. With the learner eltl the default is 2. With the learner
        spacel the default is 7. With the learner dlfoil the default is 7.
    work : int, default 250
        How much work goes into trying all short concepts, in millions of steps of about a
        nanosecond. Only with the learner beam or exact or sketch. With the learner exact the
        default is 4000. With the learner sketch the default is 2000.
    population_size : int, default 800
        Candidates per generation. Only with the learner evolve or random.
    num_generations : int, default 200
        Generations after the first population. Only with the learner evolve or random.
    init_method : str, default "walk"
        How the first population is made. One of "walk", "walk-no-types", "walk-no-paths",
        "walk-negatives", "grow", "full", "ramped". Only with the learner evolve.
    max_triples : int, default 2
        The most triples that a walk takes from an example. Only with the learner evolve or random.
    init_depth : str, default "1..6"
        The heights of random trees (grow, full, ramped), such as ``1..6``. Only with the learner
        evolve.
    tournament_size : int, default 7
        Candidates per tournament. Only with the learner evolve.
    crossover : str, default "one-point"
        How two candidates are crossed. One of "one-point", "leaf-biased". Only with the learner
        evolve.
    crossover_rate : float, default 0.9
        The share of pairs that are crossed. Only with the learner evolve.
    mutation : str, default "uniform"
        How one candidate is changed. One of "uniform", "shrink", "node-replacement", "insert". Only
        with the learner evolve.
    mutation_rate : float, default 0.1
        The share of candidates that are changed. Only with the learner evolve.
    height_limit : int, default 17
        The highest tree, in edges. Only with the learner evolve.
    bloat : str, default "parametric"
        How long concepts are kept in check. One of "parametric", "double-tournament",
        "proportional-tournament". Only with the learner evolve.
    elite_size : int or float, default 1
        The best candidates of a generation that pass to the next unchanged. A float is a share of
        the population. Only with the learner evolve.
    answer_from : str, default "whole-run"
        Which concept is the answer. One of "whole-run", "last-population". Only with the learner
        evolve.
    noise : float, default 0.0
        The percentage of examples that a concept may get wrong before it is given up: of positives,
        with ocel of all examples, in the parts of spacel and dlfoil of negatives. Only with the
        learner celoe or ocel or eltl or spacel or dlfoil.
    compat : str, default "off"
        Whose behaviour is reproduced where programs differ from the papers. One of "off",
        "dl-learner". Only with the learner celoe or ocel or spacel.
    gain_bonus : float, default 0.3
        What a gain in accuracy over the refined concept adds to the score of a concept. Only with
        the learner celoe or ocel or spacel. With the learner ocel the default is 0.5. With the
        learner spacel the default is 0.2.
    expansion_penalty : float, default 0.1
        What each unit of length that a concept was refined to takes from its score. Only with the
        learner celoe or ocel or spacel. With the learner ocel the default is 0.02. With the learner
        spacel the default is 0.05.
    refinement_penalty : float, default 0.0001
        What each refinement of a concept takes from its score. Only with the learner celoe or ocel
        or spacel.
    start_bonus : float, default 0.1
        What ``⊤`` has in its score beside its accuracy. Only with the learner celoe or ocel.
    disjunctive : bool, default False
        Whether the answer may be a disjunction of EL concepts, found one after the other. Only with
        the learner eltl.
    tree_evaluations : int, default 10000
        Concepts that are tried for each disjunct. Only with the learner eltl.
    draws : int, default 50
        Random refinements of which the best one is taken. Only with the learner dlfoil.
    min_gain : float, default 0.01
        The least gain for which a part is specialised further. Only with the learner dlfoil.
    prune : str, default "cross-validation"
        How the tree is cut back after it has grown. One of "cross-validation", "none". Only with
        the learner tree.
    min_leaf : int, default 3
        The fewest examples of a leaf. Only with the learner tree.
    candidates : str, default "names"
        The concepts that are tried. One of "names", "restrictions". Only with the learner top.
    max_runtime : float or str, default "300s"
        The longest time of learning, such as ``300s``; ``none`` for no limit. A number is seconds;
        ``inf`` is no limit. With the learner celoe the default is "10s". With the learner ocel the
        default is "10s". With the learner eltl the default is "10s". With the learner spacel the
        default is "10s". With the learner dlfoil the default is "10s".
    max_num_of_concepts_tested : int, optional
        The most evaluations of concepts. With the learner celoe the default is 1000000. With the
        learner ocel the default is 1000000. With the learner eltl the default is 1000000. With the
        learner spacel the default is 1000000. With the learner dlfoil the default is 1000000.
    terminate_on_goal : bool, default False
        Whether a perfect concept ends the run. With the learner celoe the default is true. With the
        learner ocel the default is true. With the learner eltl the default is true. With the
        learner spacel the default is true. With the learner dlfoil the default is true.
    stop_at_quality : float, optional
        A quality that ends the run.
    cache_size : int, default 256
        Memory for computed sets, in MB per thread.
    random_state : int, RandomState or Generator, default 1
        The seed of everything random. One seed gives one result.
    use_data_properties : bool, optional
        Whether concepts may compare data values. ``True`` adds to ``language``, ``False`` takes
        from it.
    use_card_restrictions : bool, optional
        Whether concepts may count. ``True`` adds to ``language``, ``False`` takes from it.
    use_inverse : bool, optional
        Whether concepts may read roles backwards. ``True`` adds to ``language``, ``False`` takes
        from it.
    ignore : list of str
        Classes, with what is below them, and properties that the answer must not use.
    n_jobs : int, optional
        Threads: ``None`` is one, ``-1`` all cores. No result depends on it.
    verbose : int, default 0
        1 shows progress.
"""


class Parameters:
    """Keeps what the constructor is given; nothing is checked before ``fit``."""

    def __init__(
        self,
        knowledge_base: KnowledgeBase | str | os.PathLike[str] | None = None,
        *,
        learner: str = "auto",
        preset: str = "default",
        quality_func: Any = None,
        false_negative_cost: float | None = None,
        false_positive_cost: float | None = None,
        negatives_are: str | None = None,
        positive_share: float | None = None,
        parsimony: float | None = None,
        simplify: bool | None = None,
        language: str | None = None,
        with_constructors: str | Iterable[str] | None = None,
        without_constructors: str | Iterable[str] | None = None,
        card_limit: int | None = None,
        splits: int | None = None,
        value_splitter: str | None = None,
        min_frequency: int | None = None,
        never_use: str | Iterable[str] | None = None,
        one_sided: str | Iterable[str] | None = None,
        forall: str | None = None,
        semantics: str | None = None,
        sketch: str | None = None,
        must_use: str | Iterable[str] | None = None,
        prices: str | Iterable[str] | None = None,
        answer: str | None = None,
        committee: int | None = None,
        uneven: str | None = None,
        max_length: int | None = None,
        width: int | None = None,
        filler_length: int | None = None,
        nesting: int | None = None,
        work: int | None = None,
        population_size: int | None = None,
        num_generations: int | None = None,
        init_method: str | None = None,
        max_triples: int | None = None,
        init_depth: str | None = None,
        tournament_size: int | None = None,
        crossover: str | None = None,
        crossover_rate: float | None = None,
        mutation: str | None = None,
        mutation_rate: float | None = None,
        height_limit: int | None = None,
        bloat: str | None = None,
        elite_size: float | None = None,
        answer_from: str | None = None,
        noise: float | None = None,
        compat: str | None = None,
        gain_bonus: float | None = None,
        expansion_penalty: float | None = None,
        refinement_penalty: float | None = None,
        start_bonus: float | None = None,
        disjunctive: bool | None = None,
        tree_evaluations: int | None = None,
        draws: int | None = None,
        min_gain: float | None = None,
        prune: str | None = None,
        min_leaf: int | None = None,
        candidates: str | None = None,
        max_runtime: float | str | None = None,
        max_num_of_concepts_tested: int | None = None,
        terminate_on_goal: bool | None = None,
        stop_at_quality: float | None = None,
        cache_size: int | None = None,
        random_state: Any = None,
        use_data_properties: bool | None = None,
        use_card_restrictions: bool | None = None,
        use_inverse: bool | None = None,
        ignore: Iterable[str] = (),
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.knowledge_base = knowledge_base
        self.learner = learner
        self.preset = preset
        self.quality_func = quality_func
        self.false_negative_cost = false_negative_cost
        self.false_positive_cost = false_positive_cost
        self.negatives_are = negatives_are
        self.positive_share = positive_share
        self.parsimony = parsimony
        self.simplify = simplify
        self.language = language
        self.with_constructors = with_constructors
        self.without_constructors = without_constructors
        self.card_limit = card_limit
        self.splits = splits
        self.value_splitter = value_splitter
        self.min_frequency = min_frequency
        self.never_use = never_use
        self.one_sided = one_sided
        self.forall = forall
        self.semantics = semantics
        self.sketch = sketch
        self.must_use = must_use
        self.prices = prices
        self.answer = answer
        self.committee = committee
        self.uneven = uneven
        self.max_length = max_length
        self.width = width
        self.filler_length = filler_length
        self.nesting = nesting
        self.work = work
        self.population_size = population_size
        self.num_generations = num_generations
        self.init_method = init_method
        self.max_triples = max_triples
        self.init_depth = init_depth
        self.tournament_size = tournament_size
        self.crossover = crossover
        self.crossover_rate = crossover_rate
        self.mutation = mutation
        self.mutation_rate = mutation_rate
        self.height_limit = height_limit
        self.bloat = bloat
        self.elite_size = elite_size
        self.answer_from = answer_from
        self.noise = noise
        self.compat = compat
        self.gain_bonus = gain_bonus
        self.expansion_penalty = expansion_penalty
        self.refinement_penalty = refinement_penalty
        self.start_bonus = start_bonus
        self.disjunctive = disjunctive
        self.tree_evaluations = tree_evaluations
        self.draws = draws
        self.min_gain = min_gain
        self.prune = prune
        self.min_leaf = min_leaf
        self.candidates = candidates
        self.max_runtime = max_runtime
        self.max_num_of_concepts_tested = max_num_of_concepts_tested
        self.terminate_on_goal = terminate_on_goal
        self.stop_at_quality = stop_at_quality
        self.cache_size = cache_size
        self.random_state = random_state
        self.use_data_properties = use_data_properties
        self.use_card_restrictions = use_card_restrictions
        self.use_inverse = use_inverse
        self.ignore = ignore
        self.n_jobs = n_jobs
        self.verbose = verbose
