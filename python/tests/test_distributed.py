"""A real Dask cluster: a scheduler and two worker processes, started here."""

import pickle

import pytest
from distributed import Client, LocalCluster
from joblib import parallel_config
from sklearn.model_selection import GridSearchCV, cross_val_score

from evolearner import EvoLearner, KnowledgeBase, _transport
from evolearner.distributed import share
from evolearner.suite import evaluate


@pytest.fixture(scope="module")
def client():
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, Client(cluster) as client:
        yield client


def n_read(client):
    return sorted(client.run(_transport.n_read).values())


def test_results_are_those_of_one_machine_and_the_snapshot_travels_once(client, family, quick):
    kb, X, y = family
    learner = EvoLearner(kb, **quick)
    here = cross_val_score(learner, X, y, cv=6)
    assert n_read(client) == [0, 0]
    with share(client, kb):
        assert len(pickle.dumps(learner)) < 5000 < len(kb.to_bytes())
        with parallel_config(backend="dask"):
            there = cross_val_score(learner, X, y, cv=6)
            search = GridSearchCV(learner, {"population_size": [30, 60]}, cv=3).fit(X, y)
        # Twelve tasks and more, but each worker has read one snapshot.
        assert n_read(client) == [1, 1]
    assert (here == there).all()
    alone = GridSearchCV(learner, {"population_size": [30, 60]}, cv=3).fit(X, y)
    assert list(search.cv_results_["mean_test_score"]) == list(alone.cv_results_["mean_test_score"])
    assert search.best_estimator_.concept_ == alone.best_estimator_.concept_
    # Outside, a learner carries everything again.
    assert len(pickle.dumps(learner)) > len(kb.to_bytes())


def test_results_come_back_with_the_knowledge_base_that_went_out(client, family, quick):
    kb, X, y = family
    with share(client, kb):
        learner = client.submit(EvoLearner(kb, **quick).fit, X, y, pure=False).result()
    assert learner.knowledge_base is kb
    assert learner.concept_ == EvoLearner(kb, **quick).fit(X, y).concept_


def test_a_suite_gives_the_same_table(client, family, quick):
    learners = {
        "f1": EvoLearner(quality_func="f1", **quick),
        "accuracy": EvoLearner(quality_func="accuracy", **quick),
    }
    here = evaluate({"uncle": family}, learners, cv=3).drop(columns="seconds")
    with share(client, family.knowledge_base), parallel_config(backend="dask"):
        there = evaluate({"uncle": family}, learners, cv=3).drop(columns="seconds")
    assert here.equals(there)
    assert list(here["learner"]) == ["f1"] * 3 + ["accuracy"] * 3
    # The measures are those of scikit-learn's own cross-validation.
    scores = cross_val_score(EvoLearner(family.knowledge_base, **quick), family.X, family.y, cv=3)
    assert list(here[here["learner"] == "accuracy"]["accuracy"]) == list(scores)


def test_without_sharing_it_works_too(client, family, quick):
    kb, X, y = family
    learner = EvoLearner(kb, **quick)
    with parallel_config(backend="dask"):
        there = cross_val_score(learner, X, y, cv=3)
    assert (there == cross_val_score(learner, X, y, cv=3)).all()


def test_a_worker_that_comes_later_gets_it_too(client, family, quick):
    kb = KnowledgeBase(b"<http://e/a> a <http://e/A> . <http://e/b> a <http://e/B> .")
    with share(client, kb):
        client.cluster.scale(3)
        client.wait_for_workers(3)
        learner = EvoLearner(kb, **quick)
        X, y = ["http://e/a", "http://e/b"], [1, 0]
        for worker in client.scheduler_info(n_workers=-1)["workers"]:
            fitted = client.submit(learner.fit, X, y, workers=[worker], pure=False).result()
            assert str(fitted.concept_) == "A"


def test_a_hash_without_its_snapshot_passes_through_and_cannot_be_used(family):
    absent = _transport.restore("00", None)
    assert pickle.loads(pickle.dumps(absent)).digest == "00"
    with pytest.raises(LookupError, match="not shared"):
        EvoLearner(absent).fit(family.X, family.y)
