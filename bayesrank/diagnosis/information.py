"""How much the data say of each score, beside what the prior says."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.diagnosis.findings import Findings, Judged
from bayesrank.inference.groups import IN_PYTHON, PRIOR_DRAWS
from bayesrank.inference.nuts import only_errors_logged
from bayesrank.inference.variables import draws_of
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.separation import named

if TYPE_CHECKING:
    from xarray import Dataset

LEAST_CONTRACTION = 0.5


def information(fit: Fit, random_seed: int) -> Findings | None:
    """Return how much narrower the posterior of each score is than its prior; None where the prior is not known.

    It is ``1 - posterior variance / prior variance``: 0 where the data say nothing, 1 where they say all. Below one
    half the prior says more of the score than the data.

    Parameters
    ----------
    fit : Fit
    random_seed : int
        Of draws from the prior.
    """
    prior = _prior_scores(fit, random_seed)
    if prior is None:
        return None
    nothing = np.full(len(fit.models), np.nan)  # of a model alone, whose ability is 0 anyway
    before = prior.var(axis=0)
    contraction = 1 - np.divide(fit.draws.var(axis=0), before, out=nothing.copy(), where=before > 0)
    lower, upper = np.full(len(contraction), LEAST_CONTRACTION), np.full(len(contraction), np.inf)
    alarming = contraction < LEAST_CONTRACTION
    those = named([model for model, little in zip(fit.models, alarming, strict=True) if little])
    said = (
        f"the prior says more than the data of the scores of {those} (contraction below {LEAST_CONTRACTION:g}). Add "
        f"data, or see how the ranking changes with the prior."
    )
    judged = Judged(contraction, nothing, lower, upper, nothing, nothing, alarming)
    sentences = [said if little else "" for little in alarming]
    return Findings("information", "contraction of the prior", fit.models, judged, sentences)


def _prior_scores(fit: Fit, random_seed: int) -> FloatArray | None:
    """Return draws of the scores from the prior, in the order of the fit's models, shape (draws, L)."""
    known = fit.posterior["prior"].to_dataset() if "prior" in fit.posterior.children else _drawn(fit, random_seed)
    if known is None:
        return None
    if "score" in known:
        scores = known["score"].sel(model=list(fit.models)).transpose("chain", "draw", "model").to_numpy()
        return np.asarray(scores.reshape(-1, scores.shape[2]), dtype=np.float64)
    if fit.basis is None:
        return None
    statistic = _without_data(fit.basis.statistic)
    if "model" in known.coords:
        known = known.sel(model=list(statistic.models))
    drawn = fit.basis.program.scores_of(statistic, draws_of(known), fit.target, np.random.default_rng(random_seed))
    return drawn[:, [statistic.models.index(model) for model in fit.models]]


def _drawn(fit: Fit, random_seed: int) -> Dataset | None:
    """Draw from the prior of a program, where no sampler did; None for a posterior that is none of a likelihood."""
    if fit.basis is None:
        return None
    import pymc

    model = fit.basis.program.build(fit.basis.statistic)
    if not model.observed_RVs:
        return None
    names = [variable.name for variable in (*model.free_RVs, *model.deterministics)]
    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)
        tree = pymc.sample_prior_predictive(
            PRIOR_DRAWS, model=model, var_names=names, random_seed=random_seed, compile_kwargs=IN_PYTHON
        )
    prior: Dataset = tree["prior"].to_dataset()
    return prior


def _without_data(statistic: Any) -> Any:  # noqa: ANN401 (of any kind)
    """Return a statistic without the outcomes, which scores of these questions are drawn with."""
    if isinstance(statistic, OutcomeCounts):
        return replace(statistic, counts=np.zeros_like(statistic.counts))
    return statistic
