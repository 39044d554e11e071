"""Watching a run: callbacks, and a bar in terminals and notebooks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from evolearner._evolearner import Generation


class Watch:
    """A context that gives the one callable that a run takes, or ``None`` if nothing is watched."""

    def __init__(self, callbacks: Iterable[Any], is_shown: bool) -> None:
        callbacks = list(callbacks) if isinstance(callbacks, Iterable) else [callbacks]
        for callback in callbacks:
            if not callable(callback):
                raise TypeError(f"a callback is called with a Generation; {callback!r} cannot be")
        self._callbacks = callbacks
        self._is_shown = is_shown
        self._bar: Any = None

    def __enter__(self) -> Callable[[Generation], bool] | None:
        return self._see if self._callbacks or self._is_shown else None

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def _see(self, generation: Generation) -> bool:
        if self._is_shown:
            self._bar = _bar(generation) if self._bar is None else self._bar
            self._bar.set_postfix_str(f"quality {generation.quality:.3f}", refresh=False)
            self._bar.update(generation.number - self._bar.n)
        # All are called, even if the first one ends the run.
        return any([bool(callback(generation)) for callback in self._callbacks])


def _bar(first: Generation) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(first)
    return tqdm(total=first.of, unit=first.unit)


class _Line:
    """A line on stderr, for those without tqdm."""

    def __init__(self, first: Generation) -> None:
        self.n = 0
        self._unit, self._total = first.unit, first.of
        self._note = ""

    def set_postfix_str(self, note: str, refresh: bool) -> None:
        del refresh
        self._note = note

    def update(self, n: int) -> None:
        self.n += n
        if self.n % max(1, (self._total or 0) // 100) == 0:
            of = "" if self._total is None else f"/{self._total}"
            sys.stderr.write(f"\r{self._unit} {self.n}{of}, {self._note}")

    def close(self) -> None:
        sys.stderr.write("\n")
