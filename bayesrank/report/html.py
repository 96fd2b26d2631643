"""A ranking as one HTML page that stands alone: no network, no other file."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bayesrank.inference.posterior import is_approximate, is_exact
from bayesrank.plots.plot_rank_probabilities import plot_rank_probabilities
from bayesrank.plots.plot_ranks import plot_ranks
from bayesrank.plots.plot_superiority import plot_superiority
from bayesrank.programs.registry import find_program, program_families
from bayesrank.ranks.decision import RankBy
from bayesrank.ranks.fit import Fit
from bayesrank.ranks.score_draws import RankSetKind
from bayesrank.ranks.wording import RANK_SET_WORDS, probability_text, rank_set_text, tier_text
from bayesrank.report.page import MOST_MODELS_IN_PLOTS, data_uri, write_page
from bayesrank.report.versions import versions
from bayesrank.saving import refuse_no_place

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ORDER_WORDS: dict[RankBy, str] = {
    "mean": "posterior mean of the score",
    "expected_rank": "expected rank",
    "median": "posterior median of the score",
    "quantile": "the score that a model exceeds with {exceeded:g}% probability",
    "kendall": "the order with the fewest pairs expected to be the wrong way round",
}


def write_report(
    fit: Fit,
    path: str | Path,
    *,
    ci_prob: float = 0.95,
    rank_by: RankBy = "mean",
    quantile: float = 0.05,
    rank_sets: RankSetKind = "simultaneous",
    rope: float = 0.0,
) -> Path:
    """Write a ranking as one self-contained HTML page.

    Parameters
    ----------
    fit : Fit
    path : str or Path
        Where to write; the page appears whole or not at all.
    ci_prob, rank_by, quantile, rank_sets, rope
        See :meth:`bayesrank.Fit.ranking`.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    DataError
        If the folder does not exist, or there is a folder of that name.
    ValueError
        If an option is none of its choices.
    """
    refuse_no_place(Path(path))
    table = fit.ranking(ci_prob=ci_prob, rank_by=rank_by, quantile=quantile, rank_sets=rank_sets, rope=rope)
    return write_page(
        Path(path),
        "report.html.jinja",
        fit=fit,
        rows=table.to_dict(orient="records"),
        target=fit.target_words,
        assumption=_assumption(fit.program),
        inference=_inference(fit),
        percent=f"{100 * ci_prob:g}%",
        order=ORDER_WORDS[rank_by].format(exceeded=100 * (1 - quantile)),
        rank_set_words=RANK_SET_WORDS[rank_sets],
        tiers=tier_text(f"{100 * ci_prob:g}%", rope),
        shown=min(len(table), MOST_MODELS_IN_PLOTS),
        plots=[
            (title, shows, data_uri(figure)) for title, shows, figure in _plots(fit, table, ci_prob, rank_sets, rope)
        ],
        versions=versions(),
        probability=probability_text,
        rank_set=rank_set_text,
    )


def _assumption(program: str) -> str | None:
    """Return the first line of the docs of a program, where it is one of ours."""
    if program not in program_families():
        return None
    docs = inspect.getdoc(find_program(program).build)
    return None if docs is None else docs.partition("\n")[0]


def _inference(fit: Fit) -> str:
    posterior = fit.posterior["posterior"]
    chains, draws = posterior.sizes["chain"], posterior.sizes["draw"]
    if is_exact(fit.posterior):
        return f"{chains * draws:,} independent draws from the exact posterior"
    if is_approximate(fit.posterior):
        return f"{chains * draws:,} independent draws from a normal approximation to the posterior at its mode"
    verdict = "passed" if fit.converged else "did not pass"
    return f"{chains} chains of {draws:,} draws by the No-U-Turn sampler, which {verdict} the convergence checks"


def _plots(
    fit: Fit, table: pd.DataFrame, ci_prob: float, rank_sets: RankSetKind, rope: float
) -> Iterator[tuple[str, str, Figure]]:
    """Draw the plots, each with its title and what it shows."""
    most = MOST_MODELS_IN_PLOTS
    panels = plot_ranks(fit, ranking=table, ci_prob=ci_prob, rank_sets=rank_sets, most=most)
    yield "Scores and ranks", "a point and an interval for each model's score, and for its rank", panels[0].figure
    axes = plot_superiority(fit, ranking=table, rope=rope, most=most)
    shows = "a heat map of the probability that the model of a row is above the model of a column"
    yield "Which model is above which", shows, cast("Figure", axes.figure)
    axes = plot_rank_probabilities(fit, ranking=table, most=most)
    shows = "a heat map of the probability that the model of a row has the rank of a column"
    yield "Probability of each rank", shows, cast("Figure", axes.figure)
