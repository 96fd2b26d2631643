"""Battles that outcomes on the same questions induce between models: every two trials on a question are one."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import pair_outcomes
from bayesrank.statistics.trials import Pairing, count_pairings

type EventWeight = Literal["shared", "full"]


def induce_battles(
    outcomes: Outcomes, *, pairing: Pairing = "expected", event_weight: EventWeight = "shared"
) -> BattleCounts:
    """Count the battles between trials of different models on the same question; the better outcome wins.

    Parameters
    ----------
    pairing
        See :func:`~bayesrank.statistics.trials.count_pairings`.
    event_weight
        See :func:`battles_of_outcomes`.

    Raises
    ------
    DataError
        If there are prior outcomes, or trials are to be paired by their index and have none.
    """
    if outcomes.prior_counts is not None and outcomes.prior_counts.any():
        message = (
            "outcomes must have no prior outcomes to be paired, which does not use them; got some. "
            "Use program='bayes', or leave the prior out."
        )
        raise DataError(message)
    return battles_of_outcomes(count_pairings(outcomes, pairing=pairing), event_weight=event_weight)


def battles_of_outcomes(counts: OutcomeCounts, *, event_weight: EventWeight = "shared") -> BattleCounts:
    """Count the battles that outcomes induce, as :func:`~bayesrank.statistics.pair_counts.pair_outcomes` does.

    A question put to S models is S (S - 1) / 2 battles, yet it tells S - 1 differences between models: battles share
    trials. At equal abilities the score function of Bradley and Terry over all battles is S / 2 times that of the
    question itself.

    Parameters
    ----------
    event_weight : {"shared", "full"}
        Each battle on a question counts 2 / S, so that all of them together weigh what the question tells; or each
        counts 1, which claims far more certainty than there is (of 20 models, intervals of 95 % hold in half of the
        cases).

    Returns
    -------
    BattleCounts
        One row a pair that has a question in common; neither sides nor other circumstances are known.
    """
    check_choice("event_weight", event_weight, EventWeight)
    if event_weight == "shared":
        asked = counts.observed.sum(axis=-2)
        counts = replace(counts, question_weight=counts.question_weight * 2 / np.maximum(asked, 1))
    pairs = pair_outcomes(counts)
    first, second = np.nonzero(np.triu(pairs.n_battles))
    unknown, n_rows = np.zeros(len(first), dtype=np.int64), len(first)
    return BattleCounts(
        models=counts.models,
        first=first,
        second=second,
        counts=np.stack([pairs.wins[first, second], pairs.wins[second, first], pairs.ties[first, second]], axis=1),
        side=np.zeros(n_rows),
        judges=(),
        judge=unknown,
        categories=(),
        category=unknown,
        periods=(),
        period=unknown,
        covariate_names=(),
        covariates=np.zeros((n_rows, 0)),
        weighted=False,
        induced=True,
        overcounted=event_weight == "full" and len(counts.models) > 2,
    )
