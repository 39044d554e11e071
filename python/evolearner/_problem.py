"""A learning problem under the name that Ontolearn gives it."""

from __future__ import annotations

from collections.abc import Iterable, Set

from evolearner._names import name_of


class PosNegLPStandard:
    """Positive and negative examples: IRIs, ``OWLNamedIndividual`` of ours or of owlapy.

    >>> PosNegLPStandard(pos={"http://a#x"}, neg=["http://a#z", "http://a#y"])
    PosNegLPStandard(1 positive, 2 negative)
    """

    def __init__(self, pos: Iterable[object], neg: Iterable[object]) -> None:
        self.pos = _names("pos", pos)
        self.neg = _names("neg", neg)

    def __repr__(self) -> str:
        return f"PosNegLPStandard({len(self.pos)} positive, {len(self.neg)} negative)"


def _names(which: str, examples: Iterable[object]) -> list[str]:
    if isinstance(examples, str):
        raise TypeError(f"{which} is a collection of individuals, not the text {examples!r}")
    names = [name_of(example) for example in examples]
    if not names:
        raise ValueError(f"{which} is empty: there are no examples to learn from")
    # The order of a set differs from run to run, and results should not.
    return sorted(names) if isinstance(examples, Set) else names
