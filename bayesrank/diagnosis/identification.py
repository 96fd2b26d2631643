"""What the data leave undetermined, so that the prior decides it."""

from __future__ import annotations

import re
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
# by which the doubts of programs about the same are known
OF_THE_PRIOR = re.compile(r"the prior alone|by the prior|the prior's alone|only a prior")
OF_LINKS = re.compile(r"\d+ groups")
OF_QUESTIONS = re.compile("tell no models apart")


def identification(fit: Fit, told_of_convergence: set[str]) -> list[Findings]:
    """Return what the program doubts, and what is left undetermined: links, questions, the maximum of the likelihood.

    What the program doubts it says in its own words: a row that is alarming of the same has no sentence.

    Parameters
    ----------
    fit : Fit
    told_of_convergence : set of str
        Warnings of the fit that are doubts about its draws, not about the data.
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
    said = _unless_told(
        doubts, OF_THE_PRIOR, f"the prior decides a part of the ranking, for the likelihood has no maximum: {refusal}"
    )
    yield threshold("identification", "likelihood without a maximum", float(bool(refusal)), upper=0, sentence=said)


def _links(statistic: object, doubts: list[str]) -> Iterator[Findings]:
    linked = _linked(statistic)
    if linked is None:
        return
    number = len(unlinked_groups(linked))
    said = _unless_told(
        doubts, OF_LINKS, f"nothing links {number} groups of models: the prior alone decides between them."
    )
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
    said = _unless_told(
        doubts,
        OF_QUESTIONS,
        f"{number} of {n_questions} questions have one outcome in all trials: they tell no models apart.",
    )
    yield threshold(
        "identification", "questions with one outcome", number, upper=MOST_UNTELLING * n_questions, sentence=said
    )


def _unless_told(doubts: list[str], same: re.Pattern[str], sentence: str) -> str:
    return "" if any(same.search(doubt) for doubt in doubts) else sentence
