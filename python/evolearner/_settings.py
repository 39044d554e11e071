"""Parameters of the constructor, and the options of the learner that they set.

The table of options says which parameter sets which option; ``None`` leaves an option as the preset
has it. Bounds and words are checked by the learner. What is done here is what only Python has:
Ontolearn's switches, measures with a name, seeds of numpy, shares of a population.
"""

from __future__ import annotations

import json
import math
import os
from typing import Any

from evolearner import _evolearner

# Ontolearn's switches, and the constructors that each stands for.
_SWITCHES = {
    "use_inverse": ["inverse"],
    "use_card_restrictions": ["cardinality"],
    "use_data_properties": ["numbers", "booleans"],
}


def options(params: dict[str, Any]) -> str:
    """The options that parameters set, as JSON by name."""
    params = _switched(params)
    values = {}
    for option in json.loads(_evolearner.options_table())["options"]:
        parameter = option["python"]
        value = _plain(parameter, params[parameter], params)
        if value is not None:
            values[option["name"]] = value
    return json.dumps(values)


def effective(params: dict[str, Any]) -> dict[str, Any]:
    """All options that parameters lead to, by name."""
    text = _evolearner.settings(params["learner"], params["preset"], options(params))
    settings: dict[str, Any] = json.loads(text)
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


def _plain(parameter: str, value: Any, params: dict[str, Any]) -> Any:
    """A value that JSON can have."""
    if parameter == "random_state":
        value = _seed(value)
    elif value is None:
        return None
    elif parameter == "quality_func":
        value = _quality(value)
    elif parameter == "max_runtime" and value == math.inf:
        return "none"
    elif parameter == "elite_size" and isinstance(value, float):
        value = _elite(value, params)
    # Grids of parameters are often arrays of numpy.
    value = value.item() if hasattr(value, "item") else value
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        raise TypeError(f"{parameter} cannot be {value!r:.200} ({type(value).__name__})") from None
    return value


def _seed(random_state: Any) -> Any:
    if hasattr(random_state, "randint"):
        return int(random_state.randint(2**31 - 1))
    if hasattr(random_state, "integers"):
        return int(random_state.integers(2**31 - 1))
    return random_state


def _quality(value: Any) -> Any:
    """The word for a measure; those of Ontolearn are objects with a name."""
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if not isinstance(name, str):
        raise TypeError(f"quality_func is the name of a measure, not {value!r:.200}")
    return name.lower().replace("_", "-")


def _elite(share: float, params: dict[str, Any]) -> int:
    """A share of the population as a number of candidates."""
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"elite_size cannot be {share}: a number, or a share from 0 to 1")
    # Any number selects the learner that the share is meant for, or is refused by the one that is set.
    population: int = effective(dict(params, elite_size=0))["population"]
    return round(share * population)


def _switched(params: dict[str, Any]) -> dict[str, Any]:
    """The parameters with their switches as constructors to search with and without."""
    wanted = {True: "with_constructors", False: "without_constructors"}
    lists = {parameter: _words(parameter, params[parameter]) for parameter in wanted.values()}
    for parameter, constructors in _SWITCHES.items():
        switch = params[parameter]
        if switch is not None:
            if switch not in wanted:
                raise TypeError(f"{parameter} cannot be {switch!r:.200}: True or False")
            lists[wanted[switch]] += constructors
    return dict(params, **{parameter: words or None for parameter, words in lists.items()})


def _words(parameter: str, value: Any) -> list[str]:
    """Words as a list, be it one text with commas or a list of texts."""
    if value is None:
        return []
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise TypeError(f"{parameter} is a list of constructors, not {value!r:.200}")
    return [word.strip() for word in words]
