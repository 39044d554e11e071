"""Pictures of a run, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evolearner import _optional

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def front(report: dict[str, Any], ax: Axes | None) -> Axes:
    """Quality over length, with the answer marked."""
    ax = _axes(ax)
    rows = report["front"]
    lengths, qualities = [row["length"] for row in rows], [row["quality"] for row in rows]
    ax.step(lengths, qualities, where="post", color="tab:blue", marker="o", label="front")
    best = report["best"]
    ax.plot(best["length"], best["quality"], "*", color="tab:red", markersize=14, label="answer")
    ax.set_xlabel("length")
    ax.set_ylabel(report["settings"]["quality"])
    ax.set_title(_shortened(best["concept"]["dl"]))
    ax.legend(loc="lower right")
    return ax


def history(report: dict[str, Any], ax: Axes | None) -> Axes:
    """The fittest of each step: what was maximised, and F1."""
    ax = _axes(ax)
    steps = report["history"]
    generations = [step["generation"] for step in steps]
    unit = next((step["unit"] for step in steps), "step")
    measure = report["settings"]["quality"]
    ax.step(generations, [step["quality"] for step in steps], where="post", label=measure)
    if measure != "f1":
        ax.step(generations, [step["f1"] for step in steps], where="post", label="f1")
    ax.set_xlabel(unit)
    ax.set_ylabel("quality of the fittest")
    ax.legend(loc="lower right")
    return ax


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    pyplot = _optional.load("matplotlib.pyplot", "a plot", "plot")
    new: Axes = pyplot.subplots()[1]
    return new


def _shortened(text: str, n_letters: int = 70) -> str:
    return text if len(text) <= n_letters else text[: n_letters - 1] + "…"
