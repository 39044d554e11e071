"""Everything that the documentation says works is run."""

import doctest
import importlib
import inspect
import json
import pkgutil
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import evolearner
from evolearner import EvoLearner

from conftest import ROOT

PAGES = [ROOT / "docs/python.md", ROOT / "docs/from-ontolearn.md", ROOT / "python/README.md"]
NOTEBOOK = ROOT / "python/examples/first_steps.ipynb"


def documented():
    """Every object with a docstring, those of the compiled module included."""
    for module_info in pkgutil.iter_modules(evolearner.__path__, "evolearner."):
        module = importlib.import_module(module_info.name)
        yield module.__name__, module
        for name, value in vars(module).items():
            if not str(getattr(value, "__module__", "")).startswith("evolearner"):
                continue
            yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for member, what in vars(value).items():
                    yield f"{module.__name__}.{name}.{member}", what
    yield "evolearner", evolearner


def examples():
    seen = set()
    for name, value in documented():
        text = value.__doc__ if isinstance(value.__doc__, str) else ""
        if ">>>" in text and text not in seen:
            seen.add(text)
            yield pytest.param(text, id=name)


@pytest.mark.parametrize("text", list(examples()))
def test_an_example_in_a_docstring(text):
    names = dict(vars(evolearner))
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), names, "example", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0
    assert test.examples


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_blocks_of_a_page(page: Path, monkeypatch):
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict = {}
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)


def test_the_first_page_shows_the_true_answer(family):
    page = (ROOT / "python/README.md").read_text(encoding="utf-8")
    assert str(EvoLearner(family.knowledge_base).fit(family.X, family.y).concept_) in page


def test_every_keyword_of_ontolearn_is_in_the_table():
    table = (ROOT / "docs/from-ontolearn.md").read_text(encoding="utf-8")
    of_ontolearn = [
        "knowledge_base", "quality_func", "init_method", "value_splitter", "terminate_on_goal",
        "max_runtime", "use_data_properties", "use_card_restrictions", "use_inverse",
        "tournament_size", "card_limit", "population_size", "num_generations", "height_limit",
    ]
    for keyword in of_ontolearn:
        assert keyword in EvoLearner().get_params()
        assert f"`{keyword}" in table


def test_the_notebook_runs_and_is_up_to_date():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    kept = json.loads(json.dumps(notebook))
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for cell, old in zip(notebook.cells, kept["cells"], strict=True):
        if cell.cell_type == "code":
            assert printed(cell) == printed(old), cell.source


def printed(cell) -> list[str]:
    """What a cell shows as text; pictures of matplotlib differ from machine to machine."""
    outputs = (output for output in cell["outputs"] if output["output_type"] != "stream"
               or output["name"] == "stdout")
    texts = (it.get("text") or it.get("data", {}).get("text/plain", "") for it in outputs)
    return ["".join(text) for text in texts if "Axes" not in "".join(text)]
