"""To owlapy and back."""

import pytest
from owlapy.class_expression import OWLClass, OWLObjectSomeValuesFrom
from owlapy.owl_individual import OWLNamedIndividual
from owlapy.owl_property import OWLObjectProperty

from evolearner import Concept, EvoLearner, PosNegLPStandard

CONCEPTS = [
    "owl:Thing",
    "owl:Nothing",
    "A",
    "not A",
    "A and B and C",
    "A or (B and not C)",
    "r some A",
    "r only (A or B)",
    "inverse r some A",
    "r min 2 A",
    "r max 3 (s some B)",
    "r exactly 1 A",
    "r value a",
    "r Self",
    "{a, b}",
    "d some xsd:integer[>= 5]",
    "d some xsd:double[< 2.5]",
    "d only xsd:integer",
    "d min 2 xsd:integer",
    "d value true",
    "d value 5",
    'd value "text"',
    "d some (xsd:integer[>= 1] and xsd:integer[<= 5])",
    "d some (not xsd:integer)",
]


@pytest.mark.parametrize("text", CONCEPTS)
def test_there_and_back_is_the_same(text):
    concept = Concept(text)
    assert Concept.from_owlapy(concept.to_owlapy()) == concept


def test_expressions_of_owlapy_are_concepts(family):
    kb = family.knowledge_base
    space = kb.classes[0].rsplit("#", 1)[0] + "#"
    expression = OWLObjectSomeValuesFrom(
        OWLObjectProperty(space + "hasChild"), OWLClass(space + "Female")
    )
    assert kb.instances(expression) == kb.instances("hasChild some Female")
    assert str(Concept.from_owlapy(expression, kb)) == "∃ hasChild.Female"


def test_individuals_of_owlapy_are_examples(family, quick):
    kb, X, y = family
    individuals = [OWLNamedIndividual(x) for x in X]
    learner = EvoLearner(kb, **quick).fit(individuals, y)
    assert learner.concept_ == EvoLearner(kb, **quick).fit(X, y).concept_
    assert PosNegLPStandard(individuals[:1], individuals[-1:]).pos == X[:1]
