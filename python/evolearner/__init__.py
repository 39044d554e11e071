"""Concepts in description logic, learned from examples.

>>> from evolearner import EvoLearner, load_family
>>> kb, X, y = load_family()
>>> learner = EvoLearner(kb).fit(X, y)
>>> print(learner.concept_)
Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasParent.Grandparent)
>>> learner.score(X, y)
1.0
>>> learner.report_["proof"]["length"]      # no concept of that length or less does better
9
"""

from evolearner._datasets import FamilyProblem, load_family
from evolearner._evolearner import Concept, Explanation, Generation, KnowledgeBase, __version__
from evolearner._hypothesis import Hypothesis
from evolearner._learner import EvoLearner
from evolearner._names import IRI, OWLNamedIndividual
from evolearner._problem import PosNegLPStandard
from evolearner._triples import Literal

__all__ = [
    "IRI",
    "Concept",
    "EvoLearner",
    "Explanation",
    "FamilyProblem",
    "Generation",
    "Hypothesis",
    "KnowledgeBase",
    "Literal",
    "OWLNamedIndividual",
    "PosNegLPStandard",
    "__version__",
    "load_family",
]
