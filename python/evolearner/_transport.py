"""How knowledge bases and concepts travel between processes.

A knowledge base travels as its snapshot, under a hash of the contents. A process reads a snapshot
once, however many objects arrive that refer to it. Where the other side is known to have the
snapshot already (``evolearner.distributed.share``), the hash alone travels.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from evolearner._evolearner import Concept, KnowledgeBase

_lock = threading.Lock()
# Knowledge bases that arrived here, as long as somebody uses them.
_arrived: WeakValueDictionary[str, KnowledgeBase] = WeakValueDictionary()
# Those that stay whether or not somebody uses them.
_held: dict[str, KnowledgeBase] = {}
# Those that every process we send to has.
_shared: set[str] = set()
_n_read = 0

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]


def reduce(kb: KnowledgeBase) -> Reduced:
    """What pickle stores of a knowledge base."""
    digest = kb.digest
    snapshot = None if digest in _shared else kb.to_bytes()
    return restore, (digest, snapshot, kb.inference, kb.existentials)


def restore(
    digest: str, snapshot: bytes | None, inference: str, existentials: str
) -> KnowledgeBase:
    """The knowledge base of that hash; its snapshot is read if it is not here yet."""
    global _n_read
    with _lock:
        kb = _arrived.get(digest)
        if kb is None:
            if snapshot is None:
                raise LookupError(f"the knowledge base {digest} was not shared with this process")
            kb = KnowledgeBase(snapshot, inference=inference, existentials=existentials)
            _arrived[digest] = kb
            _n_read += 1
        return kb


def hold(digest: str, snapshot: bytes, inference: str, existentials: str) -> None:
    """Keeps a knowledge base in this process until ``release``."""
    _held[digest] = restore(digest, snapshot, inference, existentials)


def release(digest: str) -> None:
    """Lets go of a knowledge base."""
    _held.pop(digest, None)


def mark_shared(digest: str) -> None:
    """From now on the hash alone travels."""
    _shared.add(digest)


def unmark_shared(digest: str) -> None:
    """From now on the snapshot travels again."""
    _shared.discard(digest)


def n_read() -> int:
    """How many snapshots this process has read."""
    return _n_read


def reduce_concept(functional: str) -> Reduced:
    """What pickle stores of a concept."""
    return restore_concept, (functional,)


def restore_concept(functional: str) -> Concept:
    """The concept of that text."""
    return Concept(functional, notation="functional")
