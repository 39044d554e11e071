"""Constructor keywords and what they mean to the learner.

Keywords have Ontolearn's names where Ontolearn has the same idea; the learner itself has the names
of the command line. Every default lives in the learner: ``None`` leaves it as the preset has it.
"""

from __future__ import annotations

import json
import math
import os
from typing import Any

from evolearner import _evolearner

# Keyword here, name on the command line. Order matters where one setting bounds another.
NAMES = {
    "population_size": "population",
    "num_generations": "generations",
    "tournament_size": "tournament",
    "crossover": "crossover",
    "crossover_rate": "crossover-rate",
    "mutation": "mutation",
    "mutation_rate": "mutation-rate",
    "height_limit": "max-depth",
    "elite_size": "elite",
    "bloat": "bloat",
    "init_method": "init",
    "init_depth": "init-depth",
    "max_triples": "max-triples",
    "value_splitter": "splitter",
    "splits": "splits",
    "card_limit": "max-cardinality",
    "language": "language",
    "with_constructors": "with",
    "without_constructors": "without",
    "min_frequency": "min-frequency",
    "forall": "forall",
    "quality_func": "quality",
    "parsimony": "parsimony",
    "max_runtime": "timeout",
    "max_num_of_concepts_tested": "evaluations",
    "terminate_on_goal": "stop-when-solved",
    "stop_at_quality": "stop-at-quality",
    "answer": "answer",
    "cache_size": "cache",
    "random_state": "seed",
}

# Ontolearn's switches, and the constructors that each stands for.
_SWITCHES = {
    "use_inverse": ["inverse"],
    "use_card_restrictions": ["cardinality"],
    "use_data_properties": ["numbers", "booleans"],
}

Entry = tuple[str, str, str]


def entries(params: dict[str, Any]) -> list[Entry]:
    """The settings that parameters ask for: keyword, name, value as JSON."""
    params = _switched(params)
    found = []
    for keyword, name in NAMES.items():
        value = _plain(keyword, params.get(keyword), params)
        if value is not None:
            found.append((keyword, name, _json(keyword, value)))
    return found


def effective(params: dict[str, Any]) -> dict[str, Any]:
    """All settings that parameters lead to, by their names on the command line."""
    settings: dict[str, Any] = json.loads(_evolearner.settings(params["preset"], entries(params)))
    return settings


def threads(n_jobs: int | None) -> int:
    """Threads for ``n_jobs`` as scikit-learn counts it; 0 stands for all cores."""
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, bool) or not hasattr(n_jobs, "__index__"):
        raise TypeError(f"n_jobs is a number of threads, not {n_jobs!r}")
    n_jobs = n_jobs.__index__()
    if n_jobs == 0:
        raise ValueError("n_jobs cannot be 0: a number of threads, or -1 for all cores")
    if n_jobs == -1:
        return 0
    return n_jobs if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + n_jobs)


def _plain(keyword: str, value: Any, params: dict[str, Any]) -> Any:
    """A value in the form that the learner knows."""
    if keyword == "random_state":
        return _seed(value)
    if value is None:
        return None
    if keyword == "max_runtime":
        return _seconds(value)
    if keyword == "quality_func":
        return _quality(value)
    if keyword == "elite_size" and isinstance(value, float):
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"elite_size cannot be {value}: a number, or a share from 0 to 1")
        return round(value * effective(dict(params, elite_size=None))["population"])
    return value


def _json(keyword: str, value: Any) -> str:
    # Grids of parameters are often arrays of numpy.
    value = value.item() if hasattr(value, "item") else value
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        raise TypeError(f"{keyword} cannot be {value!r:.200} ({type(value).__name__})") from None


def _seed(random_state: Any) -> Any:
    if hasattr(random_state, "randint"):
        return int(random_state.randint(2**31 - 1))
    if hasattr(random_state, "integers"):
        return int(random_state.integers(2**31 - 1))
    return random_state


def _seconds(value: Any) -> str:
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"max_runtime is a number of seconds, not {value!r:.200}") from None
    if math.isnan(seconds) or seconds < 0:
        raise ValueError(f"max_runtime cannot be {value}: a number of seconds, or inf")
    return "none" if math.isinf(seconds) else f"{seconds:.9f}s"


def _quality(value: Any) -> Any:
    """The word for a measure; those of Ontolearn are objects with a name."""
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if not isinstance(name, str):
        raise TypeError(f"quality_func is the name of a measure, not {value!r:.200}")
    return name.lower().replace("_", "-")


def _switched(params: dict[str, Any]) -> dict[str, Any]:
    """The parameters with their switches as constructors to search with and without."""
    wanted = {True: "with_constructors", False: "without_constructors"}
    lists = {keyword: _words(keyword, params.get(keyword)) for keyword in wanted.values()}
    for keyword, constructors in _SWITCHES.items():
        switch = params.get(keyword)
        if switch is not None:
            if switch not in wanted:
                raise TypeError(f"{keyword} cannot be {switch!r:.200}: True or False")
            lists[wanted[switch]] += constructors
    return dict(params, **{keyword: ",".join(words) or None for keyword, words in lists.items()})


def _words(keyword: str, value: Any) -> list[str]:
    """Words as a list, be it one text with commas or a list of texts."""
    if value is None:
        return []
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise TypeError(f"{keyword} is a list of constructors, not {value!r:.200}")
    return [word.strip() for word in words]
