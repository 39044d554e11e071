"""What installing and importing the package costs."""

import json
import re
import signal
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest

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


def installed() -> Path:
    """The program as it was installed."""
    return Path(sysconfig.get_path("scripts")) / ("evolearner" + sysconfig.get_config_var("EXE"))


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([installed(), *arguments], capture_output=True, text=True)


def test_the_wheel_brings_the_command():
    ran = call("render", "Male and hasChild some Female", "--to", "dl")
    assert (ran.returncode, ran.stdout) == (0, "Male ⊓ ∃ hasChild.Female\n"), ran.stderr
    assert call("--version").stdout == f"evolearner {evolearner.__version__}\n"


def test_the_command_ends_with_its_status():
    assert call("learn", "--estimate", "off", "--min-quality", "2").returncode == 1
    ran = call("inspect", "no-such-file.owl")
    assert ran.returncode == 2 and "no-such-file.owl" in ran.stderr and ran.stdout == ""
    ran = call("lern")
    assert ran.returncode == 2 and "learn" in ran.stderr and ran.stdout == ""


def test_the_command_is_the_one_of_the_binary(command):
    for arguments in (["learn", "--help"], ["completions", "zsh"]):
        binary = subprocess.run([command, *arguments], capture_output=True, text=True)
        assert binary.returncode == 0
        assert call(*arguments).stdout == binary.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_a_command_that_does_not_listen():
    """While native code runs, the handler of Python would never come to act."""
    command = [installed(), "inspect", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0) as running:
        try:
            # A pipe holds 64 KB: the rest is taken when the program reads, so it is at work then.
            running.stdin.write(b"# comment\n" * 30_000)
            running.send_signal(signal.SIGINT)
            assert running.wait(60) == -signal.SIGINT
        finally:
            running.kill()


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
