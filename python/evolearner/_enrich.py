"""Suggestions for a whole ontology as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from evolearner import _settings
from evolearner._evolearner import KnowledgeBase
from evolearner._evolearner import enrich as suggest
from evolearner._learner import EvoLearner


def enrich(
    kb: KnowledgeBase,
    *,
    classes: Iterable[Any] = (),
    min_instances: int = 5,
    max_examples: int = 500,
    suggestions: int = 3,
    min_quality: float = 0.5,
    callback: Callable[[int, int], Any] | None = None,
    n_jobs: int | None = -1,
    **parameters: Any,
) -> dict[str, Any]:
    """What ``KnowledgeBase.enrich`` does; ``parameters`` are those of ``EvoLearner``."""
    params = EvoLearner(kb, **parameters).get_params()
    text = suggest(
        kb,
        classes,
        min_instances=min_instances,
        max_examples=max_examples,
        suggestions=suggestions,
        min_quality=min_quality,
        learner=params["learner"],
        preset=params["preset"],
        options=_settings.options(params),
        threads=_settings.threads(n_jobs),
        callback=callback,
    )
    report: dict[str, Any] = json.loads(text)
    return report
