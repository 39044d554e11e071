"""Learning: results, callbacks, interruptions, threads."""

import json
import os
import pickle
import signal
import subprocess
import threading
import time

import numpy as np
import pandas as pd
import pytest

from evolearner import EvoLearner, KnowledgeBase, PosNegLPStandard


def timeless(learner):
    """Everything of a result but the clock."""
    report = dict(learner.report_, seconds=None, settings=None)
    report["history"] = [dict(step, seconds=None) for step in report["history"]]
    return report


def test_sample_weights_decide_between_concepts(tmp_path):
    turtle = "@prefix : <http://x/> . :p0 a :Red . :p1 a :Green . :n0 a :Red . :n1 a :Blue . :n2 a :Red ."
    path = tmp_path / "kb.ttl"
    path.write_text(turtle)
    kb = KnowledgeBase(path)
    names = ["p0", "p1", "n0", "n1", "n2"]
    y = [1, 1, 0, 0, 0]
    plain = EvoLearner(kb).fit(names, y)
    assert list(plain.predict(names)) == [0, 1, 0, 0, 0]
    weighted = EvoLearner(kb).fit(names, y, sample_weight=[5, 1, 1, 1, 1])
    assert list(weighted.predict(names)) == [1, 1, 1, 0, 1]
    assert weighted.report_["weights"]["examples"] == 1
    left_out = EvoLearner(kb).fit(names, y, sample_weight=[1, 1, 0, 1, 0])
    assert left_out.report_["negatives"] == 1
    for wrong, words in [([1, 2], "one for each"), ([1, 1, 1, 1, -1], "below 0")]:
        with pytest.raises(ValueError, match=words):
            EvoLearner(kb).fit(names, y, sample_weight=wrong)


def test_uncles_are_learned(family):
    kb, X, y = family
    learner = EvoLearner(kb).fit(X, y)
    assert learner.score(X, y) == 1.0
    assert list(learner.classes_) == [False, True]
    assert (learner.predict(X) == np.array(y)).all()
    assert kb.contains(learner.concept_, X) == y


def test_the_default_search_proves_short_concepts_and_is_perfect_on_the_uncles(family):
    kb, X, y = family
    learner = EvoLearner(kb).fit(X, y)
    report = learner.report_
    assert report["learner"] == "beam" and report["stop"] == "complete"
    assert report["best"]["train"]["fp"] == report["best"]["train"]["fn"] == 0
    proof = report["proof"]
    assert proof["length"] >= 5 and "ALCQ(D)" in proof["among"]
    proven = [row for row in report["front"] if row["length"] <= proof["length"]]
    assert proven and all(row["proven"] for row in proven)
    front = learner.front_
    assert list(front["proven"]) == list(front["length"] <= proof["length"])
    # Another search finds nothing better among the concepts that the proof is about.
    evolved = EvoLearner(kb, learner="evolve").fit(X, y).report_
    assert evolved["proof"] is None
    short = [row["quality"] for row in evolved["front"] if row["length"] <= proof["length"]]
    assert short and max(short) <= proven[-1]["quality"]


def test_the_learner_follows_from_the_preset_and_the_parameters(family, quick):
    def learner(**params):
        return EvoLearner(family.knowledge_base, **params).fit(family.X, family.y).report_["learner"]

    assert learner() == learner(learner="auto") == learner(max_length=5, nesting=1) == "beam"
    assert learner(**quick) == learner(preset="paper", num_generations=2) == "evolve"
    assert learner(preset="paper", learner="beam", max_length=3) == "beam"
    assert learner(candidates="restrictions") == "top"


def test_one_seed_one_result(family, quick):
    kb, X, y = family
    one = EvoLearner(kb, **quick).fit(X, y)
    two = EvoLearner(kb, n_jobs=2, **quick).fit(X, y)
    assert timeless(one) == timeless(two)
    other = EvoLearner(kb, **dict(quick, random_state=6)).fit(X, y)
    assert timeless(one) != timeless(other)


def test_labels_are_given_back_as_they_came(family, quick):
    kb, X, y = family
    words = np.array(["other", "uncle"])[np.array(y).astype(int)]
    learner = EvoLearner(kb, **quick).fit(np.array(X), words)
    assert list(learner.classes_) == ["other", "uncle"]
    assert set(learner.predict(X)) <= {"other", "uncle"}
    truth = EvoLearner(kb, **quick).fit(X, y)
    assert learner.concept_ == truth.concept_
    assert learner.score(X, words) == truth.score(X, y)


@pytest.mark.parametrize("wrap", [list, np.array, pd.Series, lambda X: pd.DataFrame({"iri": X}),
                                  lambda X: np.array(X).reshape(-1, 1), lambda X: [[x] for x in X]])
def test_individuals_come_in_many_shapes(family, quick, wrap):
    kb, X, y = family
    learner = EvoLearner(kb, **quick).fit(wrap(X), y)
    assert learner.concept_ == EvoLearner(kb, **quick).fit(X, y).concept_
    assert len(learner.predict(wrap(X))) == len(X)


def test_settings_reach_the_learner(family):
    learner = EvoLearner(
        family.knowledge_base, population_size=50, num_generations=3, max_runtime=2.5,
        use_data_properties=False, use_inverse=True, card_limit=3, height_limit=9,
        quality_func="f1", elite_size=0.1, random_state=np.int64(7), terminate_on_goal=True,
    )
    settings = learner.settings()
    expected = {
        "population": 50, "generations": 3, "timeout": "2.5s", "language": "ALCIQ",
        "max-cardinality": 3, "max-depth": 9, "quality": "f1", "elite": 5, "seed": 7,
        "stop-when-solved": True,
    }
    assert {name: settings[name] for name in expected} == expected
    learner.fit(family.X, family.y)
    assert learner.report_["settings"] == settings
    assert EvoLearner(preset="paper").settings()["answer-from"] == "last-population"
    assert EvoLearner(max_runtime=float("inf")).settings()["timeout"] == "none"
    assert EvoLearner(language="AL", use_card_restrictions=True).settings()["language"] == "ALQ"
    constructors = {"learner": "evolve", "with_constructors": ["dates", "strings"]}
    assert EvoLearner(**constructors).settings()["with"] == "dates,strings"
    # The default search has one beyond its language already.
    by_default = EvoLearner(with_constructors=["dates", "strings"]).settings()["with"]
    assert sorted(by_default.split(",")) == ["dates", "presence", "strings"]
    # A share of the population is one of the learner that has a population.
    assert EvoLearner(elite_size=0.1).settings()["elite"] == 80


def test_names_can_be_kept_out(family, quick):
    kb, X, y = family
    used = EvoLearner(kb, **quick).fit(X, y).concept_
    name = next(c.rsplit("#")[-1].rsplit("/")[-1] for c in kb.classes if c in used.render("functional"))
    learner = EvoLearner(kb, ignore=[name], **quick).fit(X, y)
    assert all(name not in str(h) for h in learner.hypotheses_)


def test_results_in_tables(family, quick):
    learner = EvoLearner(family.knowledge_base, **quick).fit(family.X, family.y)
    front = learner.front_
    assert list(front["length"]) == sorted(front["length"])
    assert front["quality"].is_monotonic_increasing
    assert len(learner.history_) == 11
    best, *others = learner.best_hypotheses(3)
    assert best.concept == learner.concept_ == learner.best_hypotheses().concept
    assert best.train["tp"] + best.train["fn"] == sum(family.y)
    table = learner.predict(family.X[:4], hypotheses=[best, *others])
    assert list(table.index) == family.X[:4] and table.shape == (4, 1 + len(others))
    assert list(table.iloc[:, 0] == 1) == list(learner.predict(family.X[:4]))


def test_callbacks_see_every_generation_and_can_stop(family, quick):
    kb, X, y = family
    seen, threads = [], set()

    def watch(generation):
        seen.append(generation.number)
        threads.add(threading.current_thread())
        assert 0.0 <= generation.quality <= 1.0 and str(generation.concept)
        return generation.number == 4

    learner = EvoLearner(kb, **quick).fit(X, y, callbacks=[watch])
    assert seen == [0, 1, 2, 3, 4]
    assert threads == {threading.current_thread()}
    assert learner.report_["stop"] == "cancelled"
    assert learner.report_["generations"] == 4


@pytest.mark.parametrize("learner, unit", [("evolve", "generation"), ("random", "walk"), ("top", "name")])
def test_every_learner_learns_and_is_watched(family, learner, unit, capsys):
    kb, X, y = family
    seen = []
    params = {} if learner == "top" else {"num_generations": 4, "population_size": 30}
    it = EvoLearner(kb, learner=learner, verbose=1, **params)
    it.fit(X, y, callbacks=[seen.append])
    assert it.report_["learner"] == learner
    assert {generation.unit for generation in seen} == {unit}
    last = seen[-1]
    assert last.number == last.of == it.history_[-1]["generation"]
    assert (last.mean_fitness is None) == (learner != "evolve")
    assert f"{last.of}/{last.of}" in capsys.readouterr().err
    assert it.plot_history().get_xlabel() == unit
    assert it.score(X, y) == it.report_["best"]["train"]["accuracy"] > 0.5


def test_the_default_search_is_watched_by_length(family, capsys):
    kb, X, y = family
    seen = []
    learner = EvoLearner(kb, max_length=7, verbose=1).fit(X, y, callbacks=[seen.append])
    assert {(step.unit, step.of) for step in seen} == {("length", 7)}
    assert [step.number for step in seen][:7] == [1, 2, 3, 4, 5, 6, 7]
    assert "7/7" in capsys.readouterr().err
    # What follows are the lengths that are proven and the search for a shorter perfect concept: no curve
    # goes back to them.
    assert {step.number for step in seen[7:]} == {7}
    axes = learner.plot_history()
    assert axes.get_xlabel() == "length"
    assert list(axes.lines[0].get_xdata()) == [step.number for step in seen]


def test_an_exception_of_a_callback_goes_on_and_the_result_stays(family, quick):
    kb, X, y = family
    learner = EvoLearner(kb, **quick)

    def fail(generation):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        learner.fit(X, y, callbacks=[fail])
    assert learner.report_["stop"] == "cancelled"
    assert learner.predict(X).shape == (len(X),)


def test_an_interrupt_ends_a_run_and_keeps_the_best(family):
    kb, X, y = family
    learner = EvoLearner(kb, num_generations=10_000_000, max_runtime=120)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        learner.fit(X, y)
    assert learner.report_["stop"] == "cancelled"
    assert learner.score(X, y) > 0.5


def test_examples_that_stand_twice_are_counted_once_with_a_warning(family, quick):
    kb, X, y = family
    with pytest.warns(UserWarning, match="2 examples stand twice") as caught:
        learner = EvoLearner(kb, **quick).fit([*X, X[0], X[-1]], [*y, y[0], y[-1]])
    assert caught[0].filename == __file__
    assert learner.report_["positives"] == sum(y)


def test_the_lock_is_released(family):
    """Another thread goes on while a run goes on."""
    kb, X, y = family
    learner = EvoLearner(kb, num_generations=10_000_000, max_runtime=1.0)
    run = threading.Thread(target=learner.fit, args=(X, y))
    run.start()
    n_steps = 0
    while run.is_alive():
        n_steps += 1
        time.sleep(0.001)
    assert learner.report_["stop"] == "time"
    assert n_steps > 20


def test_two_threads_may_fit_at_once(family, quick):
    kb, X, y = family
    alone = [timeless(EvoLearner(kb, **dict(quick, random_state=s)).fit(X, y)) for s in range(4)]
    learners = [EvoLearner(kb, **dict(quick, random_state=s)) for s in range(4)]
    threads = [threading.Thread(target=it.fit, args=(X, y)) for it in learners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [timeless(it) for it in learners] == alone
    # And the same learner in two threads: the result is one of the two, never a mixture.
    shared = learners[0]
    threads = [threading.Thread(target=shared.fit, args=(X, y)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert timeless(shared) == alone[0]


def test_learners_are_pickled_with_what_they_know(family, quick):
    kb, X, y = family
    learner = EvoLearner(kb, **quick).fit(X, y)
    again = pickle.loads(pickle.dumps(learner))
    assert (again.predict(X) == learner.predict(X)).all()
    assert again.report_ == learner.report_
    assert again.get_params().keys() == learner.get_params().keys()


def test_a_learning_problem_is_enough(family, quick):
    kb, X, y = family
    pos = [x for x, yes in zip(X, y) if yes]
    neg = [x for x, yes in zip(X, y) if not yes]
    problem = PosNegLPStandard(pos=set(pos), neg=set(neg))
    learner = EvoLearner(kb, **quick).fit(problem)
    order = sorted(pos) + sorted(neg)
    expected = EvoLearner(kb, **quick).fit(order, [True] * len(pos) + [False] * len(neg))
    assert learner.concept_ == expected.concept_
    assert learner.predict(pos).dtype == bool


def test_progress_is_shown(family, quick, capsys):
    EvoLearner(family.knowledge_base, verbose=1, **quick).fit(family.X, family.y)
    assert "10/10" in capsys.readouterr().err
    EvoLearner(family.knowledge_base, **quick).fit(family.X, family.y)
    assert capsys.readouterr().err == ""


def test_pictures_show_the_run(family, quick):
    import matplotlib

    matplotlib.use("agg")
    learner = EvoLearner(family.knowledge_base, **quick).fit(family.X, family.y)
    front = learner.plot_front()
    assert list(front.lines[0].get_xdata()) == list(learner.front_["length"])
    history = learner.plot_history(ax=None)
    assert list(history.lines[0].get_ydata()) == [step["quality"] for step in learner.history_]


def test_notebooks_show_the_answer(family, quick):
    learner = EvoLearner(family.knowledge_base, **quick)
    assert set(learner._repr_mimebundle_()) == {"text/plain"}
    learner.fit(family.X, family.y)
    assert "<svg" in learner._repr_mimebundle_()["text/html"]


def test_a_path_will_do_as_knowledge_base(family, quick, tmp_path):
    path = tmp_path / "family.evo"
    family.knowledge_base.save(path)
    learner = EvoLearner(path, **quick).fit(family.X, family.y)
    assert learner.concept_ == EvoLearner(family.knowledge_base, **quick).fit(family.X, family.y).concept_


@pytest.mark.parametrize(
    "flags, params",
    [
        ([], {}),
        (["--seed", "3", "--ignore", "Male", "--ignore", "hasChild", "--quality", "f1"],
         {"random_state": 3, "ignore": ["Male", "hasChild"], "quality_func": "f1"}),
        (["--preset", "paper", "--generations", "20"], {"preset": "paper", "num_generations": 20}),
    ],
)
def test_the_command_line_and_python_agree(family, command, flags, params):
    """The embedded problem has the same report in both, but for the clock."""
    run = subprocess.run(
        [command, "learn", "--format", "json", *flags], check=True, capture_output=True, text=True
    )
    # The command line repeats the search on parts of the examples to say what to expect of others.
    printed = json.loads(run.stdout)
    learner = EvoLearner(family.knowledge_base, **params).fit(family.X, family.y)
    report = learner.report_
    assert report["settings"] == printed["settings"]
    for one in (report, printed):
        one["seconds"] = one["estimate"] = None
        one["history"] = [dict(step, seconds=None) for step in one["history"]]
    assert report == printed
