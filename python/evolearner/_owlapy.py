"""Concepts to and from the class expressions of owlapy.

The way out goes through the nodes of a concept, the way in through OWL functional syntax, which
has a word for each of owlapy's classes.
"""

from __future__ import annotations

import json
from typing import Any

from evolearner._evolearner import Concept


def to_owlapy(concept: Concept) -> Any:
    """The concept as an expression of owlapy."""
    from owlapy import class_expression as ce
    from owlapy.owl_individual import OWLNamedIndividual

    stack: list[Any] = []
    # Read backwards, prefix order has the children before their parent.
    for kind, *data in reversed(json.loads(concept._nodes())):
        if kind == "top":
            stack.append(ce.OWLThing)
        elif kind == "bottom":
            stack.append(ce.OWLNothing)
        elif kind == "class":
            stack.append(ce.OWLClass(data[0]))
        elif kind == "one_of":
            stack.append(ce.OWLObjectOneOf([OWLNamedIndividual(name) for name in data[0]]))
        elif kind == "has_value":
            individual = OWLNamedIndividual(data[1])
            stack.append(ce.OWLObjectHasValue(_role(data[0]), individual))
        elif kind == "has_self":
            stack.append(ce.OWLObjectHasSelf(_role(data[0])))
        elif kind == "data":
            stack.append(_data_restriction(*data))
        elif kind == "not":
            stack.append(ce.OWLObjectComplementOf(stack.pop()))
        elif kind in ("and", "or"):
            make = ce.OWLObjectIntersectionOf if kind == "and" else ce.OWLObjectUnionOf
            stack.append(make([stack.pop() for _ in range(data[0])]))
        elif kind in ("some", "only"):
            make = ce.OWLObjectSomeValuesFrom if kind == "some" else ce.OWLObjectAllValuesFrom
            stack.append(make(_role(data[0]), stack.pop()))
        else:
            make = {
                "at_least": ce.OWLObjectMinCardinality,
                "at_most": ce.OWLObjectMaxCardinality,
                "exactly": ce.OWLObjectExactCardinality,
            }[kind]
            stack.append(make(data[0], _role(data[1]), stack.pop()))
    return stack.pop()


def _role(role: list[Any]) -> Any:
    from owlapy.owl_property import OWLObjectInverseOf, OWLObjectProperty

    iri, is_inverse = role
    return OWLObjectInverseOf(OWLObjectProperty(iri)) if is_inverse else OWLObjectProperty(iri)


def _data_restriction(quantifier: str, n: int, iri: str, data_range: list[Any]) -> Any:
    from owlapy import class_expression as ce
    from owlapy.owl_property import OWLDataProperty

    prop, filler = OWLDataProperty(iri), _range(data_range)
    if quantifier in ("some", "only"):
        make = ce.OWLDataSomeValuesFrom if quantifier == "some" else ce.OWLDataAllValuesFrom
        return make(prop, filler)
    make = {
        "at_least": ce.OWLDataMinCardinality,
        "at_most": ce.OWLDataMaxCardinality,
        "exactly": ce.OWLDataExactCardinality,
    }[quantifier]
    return make(n, prop, filler)


def _range(data_range: list[Any]) -> Any:
    from owlapy import class_expression as ce
    from owlapy import owl_data_ranges as ranges
    from owlapy.vocab import OWLFacet

    kind, *data = data_range
    if kind == "any":
        return _datatype("http://www.w3.org/2000/01/rdf-schema#Literal")
    if kind == "datatype":
        return _datatype(data[0])
    if kind == "compare":
        literal = _literal(data[1])
        facet = ce.OWLFacetRestriction(OWLFacet.from_str(data[0]), literal)
        return ce.OWLDatatypeRestriction(literal.get_datatype(), facet)
    if kind == "facet":
        facet = ce.OWLFacetRestriction(OWLFacet.from_str(data[0]), _literal(data[1]))
        return ce.OWLDatatypeRestriction(_datatype("http://www.w3.org/2001/XMLSchema#string"), facet)
    if kind == "one_of":
        return ce.OWLDataOneOf([_literal(literal) for literal in data[0]])
    if kind == "not":
        return ranges.OWLDataComplementOf(_range(data[0]))
    if kind in ("and", "or"):
        make = ranges.OWLDataIntersectionOf if kind == "and" else ranges.OWLDataUnionOf
        return make([_range(part) for part in data[0]])
    raise ValueError(f"owlapy has no data range for {data_range}")


def _datatype(iri: str) -> Any:
    from owlapy.iri import IRI
    from owlapy.owl_datatype import OWLDatatype

    # Older versions take no text here.
    return OWLDatatype(IRI.create(iri))


def _literal(literal: list[Any]) -> Any:
    from owlapy.owl_literal import OWLLiteral

    text, datatype, language = literal
    if language is not None:
        raise ValueError(f"owlapy has no literals with a language ({text!r}@{language})")
    # Given text and a datatype, owlapy reads the text by the datatype.
    return OWLLiteral(text, _datatype(datatype))


def functional(expression: Any) -> str:
    """An expression of owlapy in OWL functional syntax."""
    name = type(expression).__name__
    if name in ("OWLClass", "OWLDatatype", "OWLObjectProperty", "OWLDataProperty"):
        return f"<{expression.iri.as_str()}>"
    if name == "OWLNamedIndividual":
        return f"<{expression.iri.as_str()}>"
    if name == "OWLObjectInverseOf":
        return f"ObjectInverseOf({functional(expression.get_named_property())})"
    if name.startswith("OWLLiteral") or hasattr(expression, "get_literal"):
        text = str(expression.get_literal()).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"^^<{expression.get_datatype().iri.as_str()}>'
    if not name.startswith("OWL") or not type(expression).__module__.startswith("owlapy"):
        raise TypeError(f"expected an expression of owlapy, not {expression!r:.200} ({name})")
    return f"{name.removeprefix('OWL')}({' '.join(_parts(name, expression))})"


def _parts(name: str, expression: Any) -> list[str]:
    """What stands between the parentheses."""
    if name == "OWLDatatypeRestriction":
        parts = [functional(expression.get_datatype())]
        for facet in expression.get_facet_restrictions():
            parts.append(f"<{facet.get_facet().iri.as_str()}>")
            parts.append(functional(facet.get_facet_value()))
        return parts
    if name == "OWLObjectComplementOf":
        return [functional(expression.get_operand())]
    if name == "OWLDataComplementOf":
        return [functional(expression.get_data_range())]
    if hasattr(expression, "get_property"):
        parts = [functional(expression.get_property())]
        if hasattr(expression, "get_cardinality"):
            parts.insert(0, str(expression.get_cardinality()))
        if hasattr(expression, "get_filler"):
            parts.append(functional(expression.get_filler()))
        return parts
    # Enumerations are sets in owlapy, whose order differs from run to run.
    if name == "OWLDataOneOf":
        return sorted(functional(value) for value in expression.values())
    if name == "OWLObjectOneOf":
        return sorted(functional(individual) for individual in expression.individuals())
    return [functional(operand) for operand in expression.operands()]
