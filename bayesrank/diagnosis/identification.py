"""What the data leave undetermined, so that the prior decides it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bayesrank.arrays import BoolArray
from bayesrank.diagnosis.findings import Findings, threshold
from bayesrank.errors import NotIdentifiedError
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.separation import unlinked_groups

MOST_UNTELLING = 0.5  # share of the questions


def identification(fit: Fit, told_of_convergence: set[str]) -> list[Findings]:
    """Return what the program doubts, and what is left undetermined: links, questions, the maximum of the likelihood.

    Where the program has doubts of its own these say what is undetermined, in its own words; the other rows are then
    marked as alarming and have no sentence.

    Parameters
    ----------
    fit : Fit
    told_of_convergence : set of str
        Warnings of the fit that are no doubts about the data.
    """
    doubts = [warning for warning in fit.warnings if warning not in told_of_convergence]
    found = [threshold("identification", "doubt", 1, upper=0, sentence=doubt) for doubt in doubts]
    if fit.basis is None:
        return found
    program, statistic = fit.basis.program, fit.basis.statistic
    found += _likelihood(program.identified, statistic, doubts)
    found += _links(statistic, doubts)
    found += _questions(statistic, doubts)
    return found


def _likelihood(identified: Any, statistic: object, doubts: list[str]) -> Iterator[Findings]:  # noqa: ANN401
    """Say whether the likelihood has a finite maximum."""
    if identified is None:
        return
    refusal = ""
    try:
        identified(statistic)
    except NotIdentifiedError as error:
        refusal = str(error)
    said = "" if doubts else f"the prior decides a part of the ranking, for the likelihood has no maximum: {refusal}"
    yield threshold("identification", "likelihood without a maximum", float(bool(refusal)), upper=0, sentence=said)


def _links(statistic: object, doubts: list[str]) -> Iterator[Findings]:
    linked = _linked(statistic)
    if linked is None:
        return
    number = len(unlinked_groups(linked))
    said = "" if doubts else f"nothing links {number} groups of models: the prior alone decides between them."
    yield threshold("identification", "groups of models without a link", number, upper=1, sentence=said)


def _linked(statistic: object) -> BoolArray | None:
    """Return which two models the data compare, on a question or in a battle, shape (L, L)."""
    if isinstance(statistic, OutcomeCounts):
        return np.asarray(statistic.observed @ statistic.observed.T > 0)
    if isinstance(statistic, BattleCounts):
        return np.asarray(statistic.pairs.n_battles > 0)
    return None


def _questions(statistic: object, doubts: list[str]) -> Iterator[Findings]:
    if not isinstance(statistic, OutcomeCounts):
        return
    total = statistic.counts.sum(axis=0)  # (M, C + 1)
    number, n_questions = int(((total > 0).sum(axis=1) == 1).sum()), len(statistic.questions)
    said = (
        ""
        if doubts
        else f"{number} of {n_questions} questions have one outcome in all trials: they tell no models apart."
    )
    yield threshold(
        "identification", "questions with one outcome", number, upper=MOST_UNTELLING * n_questions, sentence=said
    )
