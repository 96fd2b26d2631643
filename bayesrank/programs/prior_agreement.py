"""Whether prior outcomes and outcomes say the same of the models, and not of the questions alone."""

from __future__ import annotations

import numpy as np

from bayesrank.errors import DataError
from bayesrank.statistics.outcome_counts import OutcomeCounts

LITTLE_AGREEMENT = 0.3


def require_prior_outcomes(counts: OutcomeCounts, program: str, otherwise: str) -> None:
    """Raise :class:`DataError` unless there are prior outcomes, for a program that is about them.

    Parameters
    ----------
    program, otherwise : str
        Its name, and that of a program which needs none.
    """
    if not counts.prior_counts.any():
        message = (
            f"data for {program!r} must have prior outcomes; got none. Add them with with_prior, or use "
            f"program={otherwise!r}."
        )
        raise DataError(message)


def model_agreement(counts: OutcomeCounts) -> float:
    """Return the correlation over models of mean outcomes and mean prior outcomes, question means taken off both.

    Over the cells that have both. One where either does not differ between models, which contradicts nothing.
    """
    prior_trials = counts.prior_counts.sum(axis=2)
    both = (counts.n_trials > 0) & (prior_trials > 0)
    share = both / np.maximum(both.sum(axis=0), 1)
    means = []
    for outcomes, trials in ((counts.counts, counts.n_trials), (counts.prior_counts, prior_trials)):
        utility = np.where(both, (outcomes @ counts.weights) / np.maximum(trials, 1), 0.0)
        apart = np.where(both, utility - (share * utility).sum(axis=0), 0.0)
        means.append(apart.sum(axis=1) / np.maximum(both.sum(axis=1), 1))
    product = float(np.linalg.norm(means[0]) * np.linalg.norm(means[1]))
    return float(means[0] @ means[1]) / product if product > 0 else 1.0


def contradiction_doubts(counts: OutcomeCounts, told: str) -> list[str]:
    """Say that prior outcomes are used though they order the models otherwise than the outcomes do.

    Parameters
    ----------
    told : str
        How they are used: the beginning of the sentence.
    """
    agreement = model_agreement(counts)
    if agreement >= LITTLE_AGREEMENT:
        return []
    doubt = (
        f"{told}, but score the models otherwise than the outcomes do (correlation {agreement:.2f}). Use "
        f"program='commensurate_rasch', which weighs them by that, or leave the prior out."
    )
    return [doubt]
