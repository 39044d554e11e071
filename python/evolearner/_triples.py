"""Triples in memory as N-Triples."""

from __future__ import annotations

import datetime
import decimal
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
# bool is an int and datetime is a date: the narrower one comes first.
_VALUES: list[tuple[type, str, Callable[[Any], str]]] = [
    (bool, "boolean", lambda value: str(value).lower()),
    (int, "integer", str),
    (float, "double", lambda value: _floating(value)),
    (decimal.Decimal, "decimal", lambda value: format(value, "f")),
    (datetime.datetime, "dateTime", lambda value: str(value.isoformat())),
    (datetime.date, "date", lambda value: str(value.isoformat())),
]
_NOT_IN_IRIS = set('<>"{}|^`\\') | {chr(code) for code in range(0x21)}


@dataclass(frozen=True)
class Literal:
    """A text as a value, in contrast to an IRI; with a datatype or a language where it has one.

    >>> Literal("five", lang="en")
    Literal(value='five', datatype=None, lang='en')
    """

    value: str
    datatype: str | None = None
    lang: str | None = None


def ntriples(triples: Iterable[tuple[Any, Any, Any]]) -> bytes:
    """The triples as a document."""
    lines = []
    for triple in triples:
        try:
            subject, predicate, value = triple
        except (TypeError, ValueError):
            message = f"expected a triple (subject, predicate, object), not {triple!r:.200}"
            raise TypeError(message) from None
        verb = RDF_TYPE if predicate == "a" else _node(predicate)
        lines.append(f"{_node(subject)} {verb} {_term(value)} .\n")
    return "".join(lines).encode()


def rdflib_ntriples(graph: Any) -> bytes:
    """An rdflib graph as a document; in a dataset the graph names do not matter."""
    terms = (triple[:3] for triple in graph.quads()) if hasattr(graph, "quads") else graph
    return ntriples(terms)


def _node(term: Any) -> str:
    """A subject or predicate: an IRI or a blank node."""
    if hasattr(term, "n3"):
        return str(term.n3())
    if not isinstance(term, str):
        raise TypeError(f"expected an IRI, not {term!r:.200} ({type(term).__name__})")
    if term.startswith("_:"):
        return term
    if ":" not in term or not _NOT_IN_IRIS.isdisjoint(term):
        raise ValueError(f"{term!r:.200} is no IRI; texts are written Literal({term!r:.200})")
    return f"<{term}>"


def _term(value: Any) -> str:
    """An object: like a subject, or a value."""
    if isinstance(value, Literal):
        if value.lang is not None:
            return f"{_quoted(value.value)}@{value.lang}"
        datatype = f"^^{_node(value.datatype)}" if value.datatype is not None else ""
        return _quoted(value.value) + datatype
    if hasattr(value, "dtype") and hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        return _numpy_term(value)
    for kind, datatype, text in _VALUES:
        if isinstance(value, kind):
            return f"{_quoted(text(value))}^^<{XSD}{datatype}>"
    return _node(value)


def _numpy_term(value: Any) -> str:
    """A number, truth value, moment or text of numpy."""
    if value.dtype.name in ("float16", "float32"):
        # Its own digits: as a double, float32(0.1) would be 0.10000000149011612.
        return f"{_quoted(_floating(value))}^^<{XSD}float>"
    if value.dtype.kind == "M":
        # Nanoseconds have no counterpart in Python, and numpy would give a bare number.
        is_finer = value.dtype.name in ("datetime64[ns]", "datetime64[ps]", "datetime64[fs]")
        value = value.astype("datetime64[us]") if is_finer else value
    plain = value.item()
    if plain is None or hasattr(plain, "dtype"):
        raise TypeError(f"expected an IRI or a value, not {value!r:.200} ({type(value).__name__})")
    return _term(plain)


def _floating(value: Any) -> str:
    """A float as XML Schema writes it."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "INF" if value > 0 else "-INF"
    return str(value)


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in text) + '"'
