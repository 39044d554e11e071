"""What installing and importing the package costs."""

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import evolearner

HEAVY = ["numpy", "pandas", "sklearn", "scipy", "matplotlib", "tqdm", "rdflib", "owlapy",
         "distributed", "joblib"]


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


def test_nothing_but_numpy_is_needed():
    needed = [line for line in metadata.requires("evolearner") if "extra ==" not in line]
    assert [re.match(r"\w+", line).group() for line in needed] == ["numpy"]


def test_importing_imports_nothing_heavy():
    loaded = run(f"import evolearner, sys; print([m for m in {HEAVY} if m in sys.modules])")
    assert loaded.strip() == "[]"


def test_learning_needs_nothing_but_numpy():
    """With every optional package out of reach, learning and predicting work."""
    code = f"""
import sys
for name in {[name for name in HEAVY if name != "numpy"]}:
    sys.modules[name] = None
from evolearner import EvoLearner, load_family
kb, X, y = load_family()
learner = EvoLearner(kb, num_generations=5, population_size=50, verbose=1).fit(X, y)
assert learner.score(X, y) > 0.7
assert learner.best_hypotheses(2) and learner.history_
for attempt in (lambda: learner.front_, learner.plot_front, lambda: learner.predict(X, ["Male"])):
    try:
        attempt()
    except ImportError as error:
        print(error)
assert learner.report_["front"][0]["length"] >= 1
try:
    EvoLearner(kb).predict(X)
except ValueError as error:
    print(error)
"""
    printed = run(code)
    assert "not fitted" in printed
    # What is missing is said with the command that installs it.
    assert "front_ needs pandas: pip install 'evolearner[pandas]'" in printed
    assert "a plot needs matplotlib: pip install 'evolearner[plot]'" in printed
    assert "a table of predictions needs pandas" in printed


def test_one_wheel_for_all_pythons():
    wheel = metadata.distribution("evolearner").read_text("WHEEL")
    assert "Tag: cp310-abi3-" in wheel
    assert Path(evolearner.__file__).with_name("py.typed").exists()


def test_versions_agree():
    assert evolearner.__version__ == metadata.version("evolearner")


def test_the_report_is_json(family, quick):
    learner = evolearner.EvoLearner(family.knowledge_base, **quick).fit(family.X, family.y)
    assert json.loads(json.dumps(learner.report_)) == learner.report_


def test_the_licences_are_in_the_wheel():
    names = {path.name for path in metadata.files("evolearner")}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "py.typed", "_evolearner.pyi"} <= names
