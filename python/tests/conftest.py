"""What several tests need."""

import os
from pathlib import Path

import pytest

from evolearner import FamilyProblem, load_family

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def family() -> FamilyProblem:
    return load_family()


@pytest.fixture(scope="session")
def data() -> Path:
    """Where the benchmark data is; tests that need it are skipped where it is not."""
    found = Path(os.environ.get("EVOLEARNER_DATA") or ROOT / "../shared/datasets")
    if not found.is_dir():
        pytest.skip("no benchmark data: set EVOLEARNER_DATA to run this test")
    return found


@pytest.fixture(scope="session")
def command() -> str:
    """The command line of the same sources, which `cargo xtask test python` builds and names."""
    found = os.environ.get("EVOLEARNER_COMMAND")
    if not found:
        pytest.skip("no command line: set EVOLEARNER_COMMAND to the binary to run this test")
    return found


@pytest.fixture
def quick() -> dict:
    """Settings for a run that takes no time."""
    return {"population_size": 60, "num_generations": 10, "random_state": 5}
