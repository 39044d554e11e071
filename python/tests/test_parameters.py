"""The constructor is the table of options: its parameters, their documentation, their effect."""

import inspect
import json

import pytest

from evolearner import EvoLearner, _evolearner

TABLE = json.loads(_evolearner.options_table())
OPTIONS = TABLE["options"]
OF_PYTHON = ["knowledge_base", "learner", "preset", "use_data_properties", "use_card_restrictions",
             "use_inverse", "ignore", "n_jobs", "verbose"]

python_name = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option["python"])


def test_every_option_is_a_parameter_and_nothing_else():
    """If this fails, ``_parameters.py`` is older than the table: ``cargo xtask generate``."""
    parameters = list(inspect.signature(EvoLearner).parameters)
    assert sorted(parameters) == sorted([option["python"] for option in OPTIONS] + OF_PYTHON)
    assert list(EvoLearner().get_params()) == sorted(parameters)


def documentation(parameter):
    """The line with the type, and the sentences."""
    lines = inspect.getdoc(EvoLearner).split("\n")
    [at] = [n for n, line in enumerate(lines) if line.startswith(f"{parameter} : ")]
    end = next(n for n in range(at + 1, len(lines)) if not lines[n].startswith(" "))
    return lines[at], " ".join(line.strip() for line in lines[at + 1 : end])


@python_name
def test_the_documentation_has_meaning_words_and_default(option):
    head, text = documentation(option["python"])
    assert text.startswith(option["about"].replace("`", "``"))
    for choice in option["choices"]:
        assert f'"{choice["word"]}"' in text
    if option["default"] is not None:
        default = option["default"]
        shown = str(default) if isinstance(default, bool) else json.dumps(default)
        assert head.endswith(f", default {shown}")
    having = [method["id"] for method in TABLE["methods"] if option["name"] in method["options"]]
    note = f"Only with the learner {' or '.join(having)}."
    assert (note in text) == (len(having) < len(TABLE["methods"]))
    for method in TABLE["methods"]:
        note = f"With the learner {method['id']} the default is"
        assert (note in text) == (option["name"] in method["defaults"])


@pytest.mark.parametrize("parameter", OF_PYTHON)
def test_what_only_python_has_is_documented(parameter):
    assert documentation(parameter)


def test_learners_and_presets_are_documented():
    rows = {"learner": TABLE["methods"], "preset": TABLE["presets"]}
    defaults = {"learner": "auto", "preset": TABLE["presets"][0]["id"]}
    for parameter in rows:
        head, text = documentation(parameter)
        assert head.endswith(f'default "{defaults[parameter]}"')
        for row in rows[parameter]:
            assert f'"{row["id"]}": {row["about"]}' in text
    auto = documentation("learner")[1]
    for preset in TABLE["presets"]:
        assert f'{preset["learner"]} with the preset "{preset["id"]}"' in auto


@pytest.mark.parametrize("method", TABLE["methods"], ids=lambda method: method["id"])
def test_what_is_left_out_is_as_the_table_has_it(method):
    defaults = {option["name"]: option["default"] for option in OPTIONS}
    settings = EvoLearner(learner=method["id"]).settings()
    defaults |= method["defaults"]
    assert settings == {name: defaults[name] for name in method["options"]}


def test_auto_is_the_learner_of_the_preset():
    for preset in TABLE["presets"]:
        auto = EvoLearner(preset=preset["id"]).settings()
        assert auto == EvoLearner(learner=preset["learner"], preset=preset["id"]).settings()
        assert preset["values"].items() <= auto.items()


def other(option):
    """A value that is not the default."""
    default, kind = option["default"], option["kind"]
    if kind == "switch":
        return not default
    if kind in ("choice", "choices"):
        # Of the constructors, the first is in the default language and the last is not.
        words = [choice["word"] for choice in option["choices"] if choice["word"] != default]
        return words[0] if option["name"] == "without" else words[-1]
    if kind == "count":
        return (default or 0) + 1
    if kind == "number":
        return (default or 0) / 2 + 0.01
    return {"time": 9, "heights": "2..3", "language": "AL", "text": "Male", "names": "Male"}[kind]


@python_name
def test_a_parameter_sets_its_option(option):
    # One without defaults of its own, which other options can take away.
    having = [method for method in TABLE["methods"] if option["name"] in method["options"]]
    learner = min(having, key=lambda method: len(method["defaults"]))["id"]
    value = other(option)
    usual = EvoLearner(learner=learner).settings()
    settings = EvoLearner(learner=learner, **{option["python"]: value}).settings()
    changed = {name: settings[name] for name in settings if settings[name] != usual[name]}
    if option["kind"] == "time":
        value = f"{value}s"
    assert changed.pop(option["name"]) == value
    assert changed == {}


@pytest.mark.parametrize(
    "switch, value, language",
    [("use_inverse", True, "ALCIQ(D)"), ("use_card_restrictions", False, "ALC(D)"),
     ("use_data_properties", False, "ALCQ")],
)
def test_a_switch_of_ontolearn_changes_the_language(switch, value, language):
    assert EvoLearner(**{switch: value}).settings()["language"] == language
    assert EvoLearner(**{switch: not value}).settings() == EvoLearner().settings()


def test_none_as_a_word_is_no_missing_value():
    """The splitter has a word ``none``; it was refused as if nothing had been said."""
    assert EvoLearner(value_splitter="none").settings()["splitter"] == "none"
    assert EvoLearner(max_runtime="none").settings()["timeout"] == "none"
