"""Whether the draws can be read as the posterior: of the scores, and of the variables behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.diagnosis.findings import Findings, threshold
from bayesrank.inference.convergence import (
    FEWEST_EFFECTIVE,
    LEAST_BFMI,
    MOST_RHAT,
    OF_MIXING,
    Convergence,
    judge,
)
from bayesrank.inference.groups import undrawn_doubts
from bayesrank.inference.posterior import doubts_of_draws
from bayesrank.ranks.fit import Fit

if TYPE_CHECKING:
    from xarray import DataTree

SCORES = "scores and gaps between neighbours"
FINE = Convergence(rhat=1.0, ess_bulk=np.inf, ess_tail=np.inf, divergences=0, draws=1, bfmi=np.inf)


def draw_findings(fit: Fit) -> list[Findings]:
    """Return what a fit says of its draws beside figures: that they are few, approximate, or not of all variables."""
    tree = fit.posterior
    known = undrawn_doubts(tree.children) if _sampled(tree) else doubts_of_draws(tree)
    return [threshold("convergence", "doubt", 1, upper=0, sentence=doubt) for doubt in known if doubt in fit.warnings]


def convergence_findings(tree: DataTree) -> list[Findings]:
    """Return the figures that decide whether a sampler has converged; none of draws that no sampler made.

    Those of the scores have the thresholds of :mod:`bayesrank.inference.convergence`. Those of single variables,
    spreads say, are added, which may mix badly where scores do not show it yet.

    Parameters
    ----------
    tree : DataTree
        With ``score[model]`` in the group ``posterior``.

    References
    ----------
    vehtari2021
    """
    if not _sampled(tree):
        return []
    found = judge(tree)
    told = {
        name: " ".join(FINE._replace(**{"draws": found.draws, name: value}).doubts())
        for name, value in found._asdict().items()
    }
    return [
        threshold("convergence", "R-hat", found.rhat, upper=MOST_RHAT, sentence=told["rhat"], about=SCORES),
        *(
            threshold(
                "convergence",
                f"effective sample size, {part}",
                found._asdict()[name],
                lower=FEWEST_EFFECTIVE,
                sentence=told[name],
                about=SCORES,
            )
            for part, name in (("bulk", "ess_bulk"), ("tail", "ess_tail"))
        ),
        threshold("convergence", "divergent draws", found.divergences, upper=0, sentence=told["divergences"]),
        threshold("convergence", "E-BFMI", found.bfmi, lower=LEAST_BFMI, sentence=told["bfmi"]),
        *_of_variables(tree),
    ]


def _sampled(tree: DataTree) -> bool:
    return "sample_stats" in tree.children


def _of_variables(tree: DataTree) -> Iterator[Findings]:
    """Judge the variables that are single numbers: spreads and means, on which all others lean."""
    from arviz_stats.base import array_stats

    for name, variable in tree["posterior"].data_vars.items():
        if set(variable.dims) != {"chain", "draw"}:
            continue
        values = variable.transpose("chain", "draw").to_numpy()
        with np.errstate(invalid="ignore"):  # draws that never move
            rhat = float(array_stats.rhat(values, chain_axis=0, draw_axis=1))
            ess = float(array_stats.ess(values, chain_axis=0, draw_axis=1, method="bulk"))
        said = f"the sampler may not have converged: {name!r} has"
        mixed = f"{said} an R-hat of {rhat:.3f} (should be at most {MOST_RHAT}). {OF_MIXING}"
        few = f"{said} an effective sample size of {ess:.0f} (should be at least {FEWEST_EFFECTIVE}). {OF_MIXING}"
        yield threshold("convergence", "R-hat", rhat, upper=MOST_RHAT, sentence=mixed, about=str(name))
        yield threshold(
            "convergence", "effective sample size, bulk", ess, lower=FEWEST_EFFECTIVE, sentence=few, about=str(name)
        )
