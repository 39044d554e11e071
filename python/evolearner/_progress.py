"""Watching a run: callbacks, and a bar in terminals and notebooks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from evolearner._evolearner import Generation


class Watch:
    """A context that gives the one callable that a run takes, or ``None`` if nobody watches."""

    def __init__(self, callbacks: Iterable[Any], n_generations: int | None) -> None:
        callbacks = list(callbacks) if isinstance(callbacks, Iterable) else [callbacks]
        for callback in callbacks:
            if not callable(callback):
                raise TypeError(f"a callback is called with a Generation; {callback!r} cannot be")
        self._callbacks = callbacks
        self._bar = None if n_generations is None else _bar(n_generations)

    def __enter__(self) -> Callable[[Generation], bool] | None:
        return self._see if self._callbacks or self._bar is not None else None

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def _see(self, generation: Generation) -> bool:
        if self._bar is not None:
            self._bar.set_postfix_str(f"quality {generation.quality:.3f}", refresh=False)
            self._bar.update(generation.number - self._bar.n)
        # All are told, even if the first one has seen enough.
        return any([bool(callback(generation)) for callback in self._callbacks])


def _bar(n_generations: int) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(n_generations)
    return tqdm(total=n_generations, unit="gen")


class _Line:
    """A line on stderr, for those without tqdm."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.n = 0
        self._note = ""

    def set_postfix_str(self, note: str, refresh: bool) -> None:
        del refresh
        self._note = note

    def update(self, n: int) -> None:
        self.n += n
        if self.n % max(1, self.total // 100) == 0:
            sys.stderr.write(f"\rgeneration {self.n}/{self.total}, {self._note}")

    def close(self) -> None:
        sys.stderr.write("\n")
