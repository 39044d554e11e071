"""Concepts: notations, pictures, explanations."""

import pickle
from xml.etree import ElementTree

import pytest

from evolearner import Concept, KnowledgeBase

TEXT = "Male ⊓ (∃ hasChild.Parent ⊔ ≥ 2 hasSibling.⊤)"


@pytest.mark.parametrize("notation", ["dl", "manchester", "functional"])
def test_what_is_printed_is_read_again(notation):
    concept = Concept(TEXT)
    again = Concept(concept.render(notation), notation=notation)
    assert again == concept
    assert hash(again) == hash(concept)


def test_every_rendering_says_something():
    concept = Concept("Male and hasChild some Parent")
    for notation in ("sparql", "turtle", "rdfxml", "ntriples", "shacl", "mermaid"):
        assert "Parent" in concept.render(notation)
    assert "Father" in concept.render("turtle", iri="http://example.org/Father")
    assert concept.render("text") == "a Male who has a child who is a Parent"
    assert str(concept) == concept.render() == "Male ⊓ ∃ hasChild.Parent"


def test_length_is_that_of_the_tables():
    concept = Concept("Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)")
    assert (concept.length, concept.nodes) == (11, 8)


def test_simplifying_keeps_the_instances(family):
    kb = family.knowledge_base
    concept = Concept("Male and (Male or Female) and hasChild some owl:Thing", kb)
    shorter = concept.simplify(kb)
    assert shorter.length < concept.length
    assert kb.instances(shorter) == kb.instances(concept)


def test_explanations_name_witnesses(family):
    kb = family.knowledge_base
    concept = Concept("hasChild some Parent", kb)
    member = kb.instances(concept)[0]
    explanation = concept.explain(kb, member)
    assert explanation.member and bool(explanation) and explanation.missing == []
    assert explanation.tree["holds"] is True
    assert "hasChild fit" in str(explanation)
    other = kb.instances("not hasChild some owl:Thing")[0]
    explanation = concept.explain(kb, other)
    assert not explanation
    assert any("hasChild" in line for line in explanation.missing)


def test_a_concept_fits_every_knowledge_base_with_its_names(family):
    kb = family.knowledge_base
    concept = Concept("Male and hasChild some Female", kb)
    again = pickle.loads(pickle.dumps(concept))
    assert again == concept
    assert KnowledgeBase(kb.to_bytes()).instances(again) == kb.instances(concept)


def test_notebooks_get_a_picture_and_a_sentence():
    concept = Concept("Male and hasChild some Parent")
    bundle = concept._repr_mimebundle_()
    assert ElementTree.fromstring(bundle["image/svg+xml"]).tag.endswith("svg")
    assert bundle["text/plain"] == str(concept)
    assert "a Male who has a child" in bundle["text/html"] and "<svg" in bundle["text/html"]
    assert bundle["text/html"] == concept._repr_html_()
    assert list(concept._repr_mimebundle_(include=["text/plain"])) == ["text/plain"]
    assert "text/html" not in concept._repr_mimebundle_(exclude=["text/html"])


def test_labels_do_not_break_the_page():
    concept = Concept("'<script>' and B")
    assert "<script>" not in concept._repr_html_()


def test_the_style_of_the_picture_stays_inside():
    """Inside a page, rules such as ``path{…}`` would restyle every icon around it."""
    style = Concept("A and r some B").render("svg").split("<style>")[1].split("</style>")[0]
    inner = style.replace("@media(prefers-color-scheme:dark){", "").replace("}}", "}")
    selectors = [rule.split("{")[0] for rule in inner.split("}") if rule]
    assert selectors and all(it.startswith(".concept-tree") for it in selectors)
