"""Libraries that only parts of the package need."""

from __future__ import annotations

import importlib
from typing import Any


def load(library: str, what: str, extra: str, instead: str = "") -> Any:
    """The library, or an ``ImportError`` that says what it is for and how it is installed."""
    try:
        return importlib.import_module(library)
    except ImportError as error:
        package = library.partition(".")[0]
        message = f"{what} needs {package}: pip install 'evolearner[{extra}]'"
        raise ImportError(f"{message}{instead}", name=package) from error
