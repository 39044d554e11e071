"""A learned concept and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evolearner._evolearner import Concept, KnowledgeBase


@dataclass(frozen=True)
class Hypothesis:
    """A learned concept, its quality on the examples and a sentence that says it.

    ``proven`` is whether no concept of its length or less does better, of those that the learner
    could use.

    Wherever a concept is asked for, a hypothesis will do.
    """

    concept: Concept
    quality: float
    fitness: float
    length: int
    nodes: int
    sentence: str
    train: dict[str, float]
    proven: bool

    @classmethod
    def from_report(cls, solution: dict[str, Any], kb: KnowledgeBase) -> Hypothesis:
        """The hypothesis that a report describes."""
        text = solution["concept"]["functional"]
        return cls(
            concept=Concept(text, kb, notation="functional"),
            quality=solution["quality"],
            fitness=solution["fitness"],
            length=solution["length"],
            nodes=solution["nodes"],
            sentence=solution["sentence"],
            train=solution["train"],
            proven=solution["proven"],
        )

    def __str__(self) -> str:
        return str(self.concept)
