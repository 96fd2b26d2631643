"""How much more data until a stated certainty: what the next results can be expected to settle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least, check_probability
from bayesrank.programs.program import Target
from bayesrank.ranks.score_draws import ScoreDraws

if TYPE_CHECKING:
    import pandas as pd

    from bayesrank.ranks.fit import Fit
    from bayesrank.ranks.ranking import Ranking

FACTORS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 32.0, 64.0)
FUTURES, DRAWS = 100, 1_000
ROUNDING = 1e-6
MORE_OF: dict[Target, str] = {
    "benchmark": "trials of each question",
    "population": "questions",
    "ability": "data of the same kind",
}


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """What more data can be expected to settle.

    Parameters
    ----------
    table : DataFrame
        Columns ``factor`` (times the data that there are), ``p_best`` (expected probability of the model that will then
        lead of being the best) and ``pairs_settled`` (expected share of the pairs of models with a superiority above
        the certainty).
    certainty : float
        The certainty asked for.
    factor : float or None
        The least factor in the table at which ``p_best`` reaches it; None if none does.
    more_of : str
        What there would be more of.
    """

    table: pd.DataFrame
    certainty: float
    factor: float | None
    more_of: str

    def __repr__(self) -> str:
        if self.factor is None:
            most = self.table["factor"].iloc[-1]
            return f"Plan(no {self.certainty:g} certainty of the best even with {most:g} times the {self.more_of})"
        if self.factor == 1:
            return f"Plan(the best is known with {self.certainty:g} certainty already)"
        return f"Plan({self.factor:g} times the {self.more_of} for {self.certainty:g} certainty of the best)"


def plan(
    fit: Fit | Ranking, *, certainty: float = 0.95, factors: Sequence[float] = FACTORS, random_seed: int = 0
) -> Plan:
    """Say how much more data until the best model is known with a stated certainty.

    The posterior of the scores is taken as normal with covariance S. With f times the data it will be S / f about a
    mean that is not known yet, but is normal about the present one with covariance S - S / f. What would be certain
    then is averaged over futures. So more data are more of what makes the posterior of this target narrow: trials of
    these questions, or more questions. It is an expectation: half of the futures need more.

    Parameters
    ----------
    fit : Fit or Ranking
        Draws of scores.
    certainty : float
        Probability of being the best that is enough; also that of a superiority that counts as settled.
    factors : sequence of float
        How many times the data, each >= 1.
    random_seed : int
        Seed of the futures.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        If the certainty is no probability or a factor is below 1.
    DataError
        If there is one model only.

    References
    ----------
    raiffa1961
    """
    check_probability("certainty", certainty)
    check_at_least("random_seed", random_seed, 0)
    steps = sorted(float(factor) for factor in factors)
    if not steps or steps[0] < 1:
        message = f"factors must be at least 1, times the data that there are; got {list(factors)}. Give 2, 4, 8, say."
        raise ValueError(message)
    if len(fit.models) < 2:
        message = "a plan must have at least two models to tell apart; got one. Add its rivals."
        raise DataError(message)
    return _plan(fit, certainty, steps, np.random.default_rng(random_seed))


def _plan(fit: ScoreDraws, certainty: float, steps: list[float], rng: np.random.Generator) -> Plan:
    import pandas as pd

    mean, root = _normal(fit.draws)
    futures = rng.standard_normal((FUTURES, len(mean))) @ root.T
    noise = rng.standard_normal((DRAWS, len(mean))) @ root.T
    rows = [_expected(mean + futures * np.sqrt(1 - 1 / step), noise / np.sqrt(step), certainty) for step in steps]
    p_best, settled = zip(*rows, strict=True)
    table = pd.DataFrame({"factor": steps, "p_best": p_best, "pairs_settled": settled})
    enough = table.loc[table["p_best"] >= certainty, "factor"]
    target: Target = getattr(fit, "target", None) or "ability"
    return Plan(table, certainty, float(enough.iloc[0]) if len(enough) else None, MORE_OF[target])


def _normal(draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean of draws and a root of their covariance, which may be singular."""
    values, vectors = np.linalg.eigh(np.cov(draws, rowvar=False))
    return draws.mean(axis=0), vectors * np.sqrt(np.maximum(values, 0.0))


def _expected(means: FloatArray, noise: FloatArray, certainty: float) -> tuple[float, float]:
    """Return, over futures with these means, the mean probability of the likeliest best and share of settled pairs."""
    from scipy.special import ndtr

    first, second = np.triu_indices(means.shape[1], k=1)
    spread = (noise[:, first] - noise[:, second]).std(axis=0)
    gap = np.abs(means[:, first] - means[:, second])
    rounding = ROUNDING * np.abs(noise).max()  # of the root of a singular covariance
    best = [_best(mean + noise, rounding) for mean in means]
    certain = np.where(gap > rounding, np.inf, 0.0)
    superiority = ndtr(np.divide(gap, spread, out=certain, where=spread > rounding))
    return float(np.mean(best)), float((superiority > certainty).mean())


def _best(scores: FloatArray, rounding: float) -> float:
    """Return the greatest share of the draws, shape (draws, L), in which one model is best; equals share a draw."""
    first = scores >= scores.max(axis=1, keepdims=True) - rounding
    return float((first / first.sum(axis=1, keepdims=True)).mean(axis=0).max())
