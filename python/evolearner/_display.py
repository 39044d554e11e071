"""Concepts and learners as notebooks show them."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import TYPE_CHECKING

from evolearner._evolearner import Concept

if TYPE_CHECKING:
    from evolearner._learner import EvoLearner


def concept_html(concept: Concept) -> str:
    """The sentence, the tree and the concept itself."""
    return (
        '<div style="max-width:100%;overflow-x:auto">'
        f'<p style="margin:.2em 0">{escape(concept.render("text"))}</p>'
        f'{concept.render("svg")}'
        f'<p style="margin:.2em 0"><code>{escape(str(concept))}</code></p></div>'
    )


def concept_bundle(
    concept: Concept,
    include: Collection[str] | None = None,
    exclude: Collection[str] | None = None,
) -> dict[str, str]:
    """All forms that a front end may choose from."""
    bundle = {
        "text/plain": str(concept),
        "text/html": concept_html(concept),
        "image/svg+xml": concept.render("svg"),
    }
    return _chosen(bundle, include, exclude)


def learner_bundle(
    learner: EvoLearner,
    include: Collection[str] | None = None,
    exclude: Collection[str] | None = None,
) -> dict[str, str]:
    """A learner; one that has learned shows its answer."""
    bundle = {"text/plain": repr(learner)}
    if learner.__sklearn_is_fitted__() and hasattr(learner, "concepts_"):
        concepts = learner.concepts_.items()
        rows = (f"<dt>{escape(str(it))}</dt><dd>{escape(str(of))}</dd>" for it, of in concepts)
        shown = f"<p><code>{escape(repr(learner))}</code></p><dl>{''.join(rows)}</dl>"
        bundle["text/html"] = shown
    elif learner.__sklearn_is_fitted__():
        train = learner.report_["best"]["train"]
        counts = (
            f"covers {train['tp']} of {learner.report_['positives']} positives and "
            f"{train['fp']} of {learner.report_['negatives']} negatives "
            f"(accuracy {train['accuracy']:.3f}, F1 {train['f1']:.3f})"
        )
        bundle["text/html"] = (
            f"<p><code>{escape(repr(learner))}</code></p>"
            f"{concept_html(learner.concept_)}<p>{counts}</p>"
        )
    return _chosen(bundle, include, exclude)


def _chosen(
    bundle: dict[str, str],
    include: Collection[str] | None,
    exclude: Collection[str] | None,
) -> dict[str, str]:
    return {
        kind: data
        for kind, data in bundle.items()
        if (include is None or kind in include) and (exclude is None or kind not in exclude)
    }
