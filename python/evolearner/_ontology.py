"""Concepts as the classes of an ontology file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from evolearner._evolearner import Concept

NAMESPACE = "http://example.org/evolearner#"


def write(path: str | os.PathLike[str], concepts: list[Concept], rdf_format: str) -> None:
    """Writes one class per concept. The file appears when it is complete."""
    if rdf_format not in ("rdfxml", "turtle"):
        raise ValueError(f"rdf_format cannot be {rdf_format!r}: one of rdfxml, turtle")
    documents = [
        concept.render(rdf_format, iri=f"{NAMESPACE}Pred_{number}")
        for number, concept in enumerate(concepts)
    ]
    text = "".join(documents) if rdf_format == "turtle" else _merged_xml(documents)
    target = Path(path)
    target = target if target.suffix else target.with_suffix(".owl")
    with tempfile.NamedTemporaryFile(
        "w", dir=target.parent, prefix=".evolearner-", encoding="utf-8", delete=False
    ) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, target)


def _merged_xml(documents: list[str]) -> str:
    """One document with the contents of all: they have the same root element."""
    end = "</rdf:RDF>"
    bodies = []
    for document in documents:
        start = document.index(">", document.index("<rdf:RDF")) + 1
        bodies.append(document[start : document.rindex(end)].rstrip())
    head = documents[0][: documents[0].index(">", documents[0].index("<rdf:RDF")) + 1]
    return f"{head}{''.join(bodies)}\n{end}\n"
