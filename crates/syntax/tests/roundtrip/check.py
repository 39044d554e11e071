"""Reads our concepts with another tool (horned-owl) and compares what it understood.

usage: check.py FILE

The file is the output of the example `concepts`: one JSON object a line with a concept in
several notations and its structure in the words of the OWL 2 specification. Each text is put into
a document of its notation, read by horned-owl, and the structure that comes out is compared.
"""

import json
import sys
from pathlib import Path

import pyhornedowl
from pyhornedowl import model

XSD = "http://www.w3.org/2001/XMLSchema#"
DEFINED = "http://a#Defined"

PREFIXES = {
    "": "http://a#",
    "b": "http://b#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": XSD,
}


CONSTRUCTORS = {"ObjectHasValue", "ObjectHasSelf", "ObjectInverseOf", "DatatypeRestriction"} | {
    f"{kind}{name}"
    for kind in ["Object", "Data"]
    for name in """
        IntersectionOf UnionOf ComplementOf OneOf SomeValuesFrom AllValuesFrom
        MinCardinality MaxCardinality ExactCardinality
    """.split()
}

# What is legal by the specification and horned-owl 2.0 does not read, or not always. In Manchester
# syntax it takes composed data ranges for classes; from RDF it reads joins of data ranges in one
# run and loses them in the next, so that a concept with one of them tells nothing.
UNKNOWN = {
    "functional": set(),
    "manchester": {"DataIntersectionOf", "DataUnionOf", "DataComplementOf"},
    "rdf": {
        "DataIntersectionOf",
        "DataUnionOf",
        "anonymous individual",
        "cardinality of an inverse",
    },
}


def names(structure, kind):
    """The IRIs of a kind that a structure mentions."""
    if isinstance(structure, list):
        if structure and structure[0] == kind:
            yield structure[1]
        elif kind == "ObjectProperty" and structure and structure[0] == "ObjectInverseOf":
            yield structure[1]
        for part in structure:
            yield from names(part, kind)


def manchester_document(text, structure):
    lines = [f"Prefix: {prefix}: <{iri}>" for prefix, iri in PREFIXES.items()]
    lines.append("Ontology: <http://a>")
    for kind in ["ObjectProperty", "DataProperty", "Class", "Datatype", "Individual"]:
        named = {iri for iri in names(structure, kind) if not iri.startswith("_:")}
        lines += [f"{kind}: <{iri}>" for iri in sorted(named)]
    lines.append(f"Class: <{DEFINED}>\n  EquivalentTo: {text}")
    return "\n".join(lines) + "\n"


def functional_document(text, structure):
    lines = [f"Prefix({prefix}:=<{iri}>)" for prefix, iri in PREFIXES.items()]
    lines.append(f"Ontology(<http://a>\nEquivalentClasses(<{DEFINED}> {text})\n)")
    return "\n".join(lines) + "\n"


NOTATIONS = {
    "manchester": ("omn", manchester_document),
    "functional": ("ofn", functional_document),
    "rdf": ("rdf", lambda text, structure: text),
}


def understood(part):
    """What horned-owl made of a concept, as nested lists like ours."""
    name = type(part).__name__
    match part:
        case model.Class() | model.ObjectProperty() | model.DataProperty() | model.Datatype():
            return [name, str(part.first)]
        case model.InverseObjectProperty():
            return ["ObjectInverseOf", str(part.first.first)]
        case model.NamedIndividual():
            return ["Individual", str(part.first)]
        case model.AnonymousIndividual():
            return ["Individual", f"_:{str(part.first).removeprefix('_:')}"]
        case model.SimpleLiteral():
            return ["Literal", part.literal, f"{XSD}string"]
        case model.LanguageLiteral():
            return ["Literal", part.literal, f"@{part.lang}"]
        case model.DatatypeLiteral():
            return ["Literal", part.literal, str(part.datatype_iri)]
        case model.FacetRestriction():
            return [str(part.f).removeprefix("Facet."), understood(part.l)]
        case list():
            return [understood(member) for member in part]
        case int():
            return part
    # Fields come in the order of the specification: a count, a property, a filler.
    return [name, *(understood(getattr(part, field)) for field in part.__match_args__)]


def normal(part):
    """Two spellings of one meaning as one: a value as a range of one, facets one by one."""
    if not isinstance(part, list):
        return part
    part = [normal(member) for member in part]
    match part:
        case ["Literal", lexical, tag] if tag.startswith("@"):
            return ["Literal", lexical, tag.lower()]
        case ["DataHasValue", of, literal]:
            return ["DataSomeValuesFrom", of, ["DataOneOf", [literal]]]
        case ["DatatypeRestriction", datatype, facets] if len(facets) > 1:
            single = [["DatatypeRestriction", datatype, [facet]] for facet in facets]
            return ["DataIntersectionOf", single]
    return part


def features(part):
    """What a tool has to know to read a structure: its constructors, and two things more."""
    if not isinstance(part, list) or not part:
        return set()
    found = set().union(*(features(member) for member in part))
    match part:
        case ["Individual", iri] if iri.startswith("_:"):
            found.add("anonymous individual")
        case [str(name), int(), ["ObjectInverseOf", _], _] if name.endswith("Cardinality"):
            found.add("cardinality of an inverse")
    return found | ({part[0]} if isinstance(part[0], str) else set())


def read(notation, text, structure):
    """The structure that horned-owl reads from a text; nothing where it cannot."""
    serialization, document = NOTATIONS[notation]
    try:
        source = document(text, structure)
        ontology = pyhornedowl.open_ontology_from_string(source, serialization)
    except ValueError:
        return None
    axioms = [axiom.component for axiom in ontology.get_axioms()]
    found = [axiom for axiom in axioms if isinstance(axiom, model.EquivalentClasses)]
    return normal(understood(found[0].first[1])) if found else None


def main():
    cases = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    structures = [normal(case["structure"]) for case in cases]
    everything = set().union(*map(features, structures))
    missing = CONSTRUCTORS - everything
    assert not missing, f"no concept has {missing}"
    print("compared, and all alike:", end=" ")
    for notation, unknown in UNKNOWN.items():
        agreed, stumbled, n_compared = set(), set(), 0
        for case, structure in zip(cases, structures):
            hurdles = features(structure) & unknown
            found = read(notation, case[notation], case["structure"])
            if not hurdles:
                n_compared += 1
                agreed |= features(structure)
            if found != structure and len(hurdles) == 1:
                stumbled |= hurdles
            elif found != structure and not hurdles:
                sys.exit(f"{notation}: {case[notation]}\nexpected {structure}\nfound    {found}")
        # The list of what the tool does not know stays true in both directions.
        assert unknown <= stumbled, f"{notation}: it does know {unknown - stumbled}"
        assert everything - unknown <= agreed, f"{notation}: untried {everything - unknown - agreed}"
        print(f"{notation} {n_compared} of {len(cases)}", end="; ")


if __name__ == "__main__":
    main()
