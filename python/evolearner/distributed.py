"""More than one machine: knowledge bases on the workers of a Dask cluster.

Cross-validation and grid search of scikit-learn run on a cluster through joblib. ``share`` sends
a knowledge base to every worker once; tasks and results then carry its hash alone::

    from dask.distributed import Client
    from evolearner.distributed import share
    from joblib import parallel_config

    client = Client("tcp://scheduler:8786")
    with share(client, kb), parallel_config(backend="dask"):
        cross_val_score(EvoLearner(kb), X, y, cv=10)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from distributed import WorkerPlugin

from evolearner import _transport
from evolearner._evolearner import KnowledgeBase

__all__ = ["share"]


@contextmanager
def share(client: Any, *knowledge_bases: KnowledgeBase) -> Iterator[None]:
    """Keeps knowledge bases on all workers, also on those that join later, while it is open."""
    plugins = [_Holder(kb) for kb in knowledge_bases]
    for kb, plugin in zip(knowledge_bases, plugins, strict=True):
        client.register_plugin(plugin, name=plugin.name)
        _transport.hold(kb)
    try:
        yield
    finally:
        for plugin in plugins:
            _transport.release(plugin.digest)
            client.unregister_worker_plugin(plugin.name)


class _Holder(WorkerPlugin):  # type: ignore[misc]
    """Holds a knowledge base in a worker process."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.digest = kb.digest
        self.name = f"evolearner-{self.digest}"
        self._snapshot = kb.to_bytes()

    def setup(self, worker: Any) -> None:
        del worker
        _transport.hold_snapshot(self.digest, self._snapshot)

    def teardown(self, worker: Any) -> None:
        del worker
        _transport.release(self.digest)
