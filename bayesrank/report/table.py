"""A ranking as text for a terminal or a pipe: warnings first, then what is ranked, then the table."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from bayesrank.inference.posterior import is_approximate
from bayesrank.ranks.fit import Fit
from bayesrank.ranks.ranking import Ranking
from bayesrank.ranks.score_draws import RankSetKind
from bayesrank.ranks.wording import RANK_SET_WORDS, probability_text, rank_set_text, tier_text
from bayesrank.report.console import console_for

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

DECIMALS, MOST_DECIMALS = 3, 9


def print_ranking(
    result: Fit | Ranking,
    table: pd.DataFrame,
    stream: TextIO,
    *,
    ci_prob: float,
    rank_sets: RankSetKind,
    top: int | None = None,
) -> None:
    """Print a ranking.

    Parameters
    ----------
    result : Fit or Ranking
    table : DataFrame
        ``result.ranking(ci_prob=ci_prob, rank_sets=rank_sets, ...)``, or without options for a ranking without
        uncertainty.
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    ci_prob, rank_sets
        As given to :meth:`Fit.ranking`.
    top : int, optional
        Print only so many models, and how many are left out.
    """
    console = console_for(stream)
    for warning in result.warnings:
        console.print(f"warning: {warning}", style="bold yellow", soft_wrap=True)
    said = _of_fit(result) if isinstance(result, Fit) else _of_ranking(result)
    if isinstance(result, Fit) or result.samples is not None:
        said += _of_uncertainty(result, ci_prob, rank_sets)
    console.print("\n".join((*said, "")), soft_wrap=True)
    shown = table if top is None else table.head(top)
    console.print(_rich_table(shown, ci_prob, _decimals(result), ruled=stream.isatty()))
    if len(shown) < len(table):
        console.print(f"... and {len(table) - len(shown)} more models")


def _of_fit(fit: Fit) -> list[str]:
    return [
        str(fit.data),
        f"target: {fit.target_words} (program {fit.program}{_chosen(fit)}, {_inference(fit)}seed {fit.random_seed})",
        f"score: {fit.score_unit}",
    ]


def _inference(fit: Fit) -> str:
    return "normal approximation, " if is_approximate(fit.posterior) else ""


def _of_ranking(ranking: Ranking) -> list[str]:
    seed = "" if ranking.random_seed is None else f", seed {ranking.random_seed}"
    method = f"{'program' if ranking.by_program else 'rule'} {ranking.method}{_chosen(ranking)}{seed}"
    if ranking.target is None:
        return [ranking.data, method, "no uncertainty was asked for: scores and ranks are of the data as they are"]
    said = [ranking.data, f"target: {ranking.target_words} ({method})", f"score: {ranking.score_unit}"]
    return [*said, "one number stands for each model: no uncertainty was asked for"] if ranking.by_program else said


def _chosen(result: Fit | Ranking) -> str:
    return "".join(f", {name}={value}" for name, value in result.options.items())


def _of_uncertainty(result: Fit | Ranking, ci_prob: float, rank_sets: RankSetKind) -> list[str]:
    percent = f"{100 * ci_prob:g}%"
    if isinstance(result, Ranking) and result.uncertainty == "bootstrap":
        probability = f"{percent} of {len(result.draws):,} resampled data sets"
    else:
        probability = f"{percent} posterior probability"
    return [
        f"intervals: {probability}; rank sets {RANK_SET_WORDS[rank_sets]}",
        f"tiers: {tier_text(percent)}",
    ]


def _rich_table(table: pd.DataFrame, ci_prob: float, decimals: int, *, ruled: bool) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    rich_table = Table(box=box.SIMPLE_HEAD if ruled else None, pad_edge=False, header_style="bold")
    rich_table.add_column("rank", justify="right")
    rich_table.add_column("model", overflow="fold")
    uncertain = (f"{100 * ci_prob:g}% interval", "rank set", "Pr(best)", "tier") if "tier" in table else ()
    for heading in ("score", *uncertain):
        rich_table.add_column(heading, justify="right", no_wrap=True)
    for row in table.to_dict(orient="records"):
        cells = _uncertain_cells(row, decimals) if uncertain else ()
        rich_table.add_row(str(row["rank"]), Text(str(row["model"])), f"{row['score']:.{decimals}f}", *cells)
    return rich_table


def _uncertain_cells(row: dict[Hashable, Any], decimals: int) -> tuple[str, ...]:
    return (
        f"{row['lower']:.{decimals}f} to {row['upper']:.{decimals}f}",
        rank_set_text(row["rank_lower"], row["rank_upper"]),
        probability_text(row["p_best"]),
        str(row["tier"]),
    )


def _decimals(result: Fit | Ranking) -> int:
    """Return how many digits tell scores apart: those of rules are points, shares or ratings, of any size."""
    spread = float(np.ptp(result.centre))
    if isinstance(result, Fit) or not 0 < spread < np.inf:
        return DECIMALS
    return int(np.clip(DECIMALS - np.floor(np.log10(spread)), 0, MOST_DECIMALS))
