"""Data that comes with the package."""

from __future__ import annotations

from typing import NamedTuple

from evolearner._evolearner import KnowledgeBase, embedded_family


class FamilyProblem(NamedTuple):
    """A knowledge base, individuals and their labels."""

    knowledge_base: KnowledgeBase
    X: list[str]
    y: list[bool]


def load_family() -> FamilyProblem:
    """A family of about two hundred people, and who of them is an uncle.

    >>> kb, X, y = load_family()
    >>> len(kb), len(X), sum(y)
    (200, 132, 66)
    """
    kb, positives, negatives = embedded_family()
    y = [True] * len(positives) + [False] * len(negatives)
    return FamilyProblem(kb, positives + negatives, y)
