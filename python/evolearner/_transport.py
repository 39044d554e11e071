"""How knowledge bases and concepts travel between processes.

A knowledge base travels as its snapshot, under a hash of the contents. A process reads a snapshot
once, however many objects arrive that refer to it. Where all processes of a cluster are known to
hold the snapshot (``evolearner.distributed.share``), the hash alone travels, there and back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from evolearner._evolearner import Concept, KnowledgeBase

_lock = threading.Lock()
# Knowledge bases that arrived here, as long as they are used.
_arrived: WeakValueDictionary[str, KnowledgeBase] = WeakValueDictionary()
# Those that stay whether they are used or not, and travel as their hash.
_held: dict[str, KnowledgeBase] = {}
_n_read = 0

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]


def reduce(kb: KnowledgeBase) -> Reduced:
    """What pickle stores of a knowledge base."""
    digest = kb.digest
    snapshot = None if digest in _held else kb.to_bytes()
    return restore, (digest, snapshot, kb.label_languages)


def restore(
    digest: str, snapshot: bytes | None, languages: list[str] | None = None
) -> KnowledgeBase | Absent:
    """The knowledge base of that hash; its snapshot is read if it is not here yet."""
    global _n_read
    languages = languages or []
    with _lock:
        kb = _held.get(digest) or _arrived.get(digest)
        if kb is None:
            if snapshot is None:
                return Absent(digest, languages)
            kb = KnowledgeBase(snapshot)
            _arrived[digest] = kb
            _n_read += 1
        return kb if kb.label_languages == languages else kb.with_label_languages(languages)


class Absent:
    """A knowledge base that passes through a process which does not hold it.

    The scheduler of a cluster unpickles tasks and sends them on; it has no use for knowledge.
    """

    def __init__(self, digest: str, languages: list[str]) -> None:
        self.digest = digest
        self.languages = languages

    def __reduce__(self) -> Reduced:
        return restore, (self.digest, None, self.languages)


def hold(kb: KnowledgeBase) -> None:
    """Keeps a knowledge base in this process until ``release``; it travels as its hash."""
    _held[kb.digest] = kb


def hold_snapshot(digest: str, snapshot: bytes) -> None:
    """Keeps the knowledge base of a snapshot."""
    kb = restore(digest, snapshot)
    assert isinstance(kb, KnowledgeBase), "there was a snapshot"
    hold(kb)


def release(digest: str) -> None:
    """Lets go of a knowledge base."""
    _held.pop(digest, None)


def n_read() -> int:
    """How many snapshots this process has read."""
    return _n_read


def reduce_concept(functional: str) -> Reduced:
    """What pickle stores of a concept."""
    return restore_concept, (functional,)


def restore_concept(functional: str) -> Concept:
    """The concept of that text."""
    return Concept(functional, notation="functional")
