"""Whether the draws of a sampler can be read as a posterior.

What is judged is what is printed: the scores, and the gaps between neighbours in the ranking, which decide ranks
(vehtari2021 for R-hat and effective sample sizes, betancourt2016 for the energy). A result beyond a threshold says so
first, and the command ends with an exit code of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray

if TYPE_CHECKING:
    from xarray import DataTree

MOST_RHAT = 1.01
FEWEST_EFFECTIVE = 400
MOST_DIVERGENT_SHARE = 0.001  # after a second run with smaller steps
LEAST_BFMI = 0.3
# what helps against slow mixing, and against a posterior that the sampler cannot follow, as more draws do not
OF_MIXING = "Raise draws."
OF_SHAPE = "Fix a scale (ability_scale=1, say), use another program, or look at fit.posterior."


class Convergence(NamedTuple):
    """The worst figure of each kind over scores and gaps between neighbours."""

    rhat: float
    ess_bulk: float
    ess_tail: float
    divergences: int
    draws: int
    bfmi: float

    def doubts(self) -> list[str]:
        """Say which figures are beyond their first threshold, and what helps."""
        found = []
        if not self.rhat <= MOST_RHAT:
            found.append(f"R-hat is {self.rhat:.3f} (should be at most {MOST_RHAT}). {OF_MIXING}")
        ess = float(np.min([self.ess_bulk, self.ess_tail]))
        if not ess >= FEWEST_EFFECTIVE:
            found.append(f"the effective sample size is {ess:.0f} (should be at least {FEWEST_EFFECTIVE}). {OF_MIXING}")
        if self.divergences:
            found.append(f"{self.divergences} of {self.draws} draws diverged (should be none). {OF_SHAPE}")
        if not self.bfmi >= LEAST_BFMI:
            found.append(f"E-BFMI is {self.bfmi:.2f} (should be at least {LEAST_BFMI}). {OF_SHAPE}")
        return [f"the sampler may not have converged: {said}" for said in found]

    @property
    def good_enough(self) -> bool:
        """Whether the draws can be read as the posterior: no figure beyond its threshold, but for a rare divergence."""
        ess = float(np.min([self.ess_bulk, self.ess_tail]))
        mixed = self.rhat <= MOST_RHAT and ess >= FEWEST_EFFECTIVE and self.bfmi >= LEAST_BFMI
        return mixed and self.divergences <= MOST_DIVERGENT_SHARE * self.draws


def judge(tree: DataTree) -> Convergence:
    """Return the figures of a sampled posterior.

    Parameters
    ----------
    tree : DataTree
        With ``score[model]`` in the group ``posterior``, and ``sample_stats``.
    """
    from arviz_stats.base import array_stats  # ArviZ takes a second to import and exact draws do not need it

    scores = tree["posterior"]["score"].transpose("chain", "draw", "model").to_numpy()
    judged = np.concatenate([scores, _gaps(scores)], axis=2)  # (chains, draws, 2 L - 1)
    stats = tree["sample_stats"]
    with np.errstate(invalid="ignore"):  # draws that never move give NaN, which is no convergence
        return Convergence(
            rhat=float(np.max(array_stats.rhat(judged, chain_axis=0, draw_axis=1))),
            ess_bulk=float(np.min(array_stats.ess(judged, chain_axis=0, draw_axis=1, method="bulk"))),
            ess_tail=float(
                np.min(array_stats.ess(judged, chain_axis=0, draw_axis=1, method="tail", prob=(0.05, 0.95)))
            ),
            divergences=int(stats["diverging"].sum()),
            draws=scores.shape[0] * scores.shape[1],
            bfmi=float(np.min(array_stats.bfmi(stats["energy"].to_numpy(), chain_axis=0, draw_axis=1))),
        )


def _gaps(scores: FloatArray) -> FloatArray:
    """Differences between models that stand next to each other by mean score."""
    order = np.argsort(-scores.mean(axis=(0, 1)))
    return -np.diff(scores[:, :, order], axis=2)
