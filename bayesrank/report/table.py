"""A ranking as text for a terminal or a pipe: warnings first, then what is ranked, then the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from bayesrank.programs.program import TARGET_WORDS
from bayesrank.ranks.fit import Fit
from bayesrank.ranks.score_draws import RankSetKind
from bayesrank.ranks.wording import RANK_SET_WORDS, probability_text, rank_set_text

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

PIPE_WIDTH = 160  # nothing is wrapped where no terminal says how wide it is


def print_ranking(
    fit: Fit, table: pd.DataFrame, stream: TextIO, *, ci_prob: float, rank_sets: RankSetKind, top: int | None = None
) -> None:
    """Print a ranking.

    Parameters
    ----------
    fit : Fit
    table : DataFrame
        ``fit.ranking(ci_prob=ci_prob, rank_sets=rank_sets, ...)``.
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    ci_prob, rank_sets
        As given to :meth:`Fit.ranking`.
    top : int, optional
        Print only so many models, and how many are left out.
    """
    from rich.console import Console

    console = Console(file=stream, width=None if stream.isatty() else PIPE_WIDTH, highlight=False, markup=False)
    for warning in fit.warnings:
        console.print(f"warning: {warning}", style="bold yellow", soft_wrap=True)
    console.print(_what_is_ranked(fit, ci_prob, rank_sets), soft_wrap=True)
    shown = table if top is None else table.head(top)
    console.print(_rich_table(shown, ci_prob, ruled=stream.isatty()))
    if len(shown) < len(table):
        console.print(f"... and {len(table) - len(shown)} more models")


def _what_is_ranked(fit: Fit, ci_prob: float, rank_sets: RankSetKind) -> str:
    data = fit.data
    return (
        f"{data.models} models, {data.questions} questions, {data.trials:,} trials, "
        f"{data.coverage:.1%} of the cells observed\n"
        f"target: {TARGET_WORDS[fit.target]} (program {fit.program}, seed {fit.random_seed})\n"
        f"score: {fit.score_unit}\n"
        f"intervals: {100 * ci_prob:g}% posterior probability; rank sets {RANK_SET_WORDS[rank_sets]}\n"
        f"tiers: models share one unless one is above the other; all such statements hold together with "
        f"{100 * ci_prob:g}%\n"
    )


def _rich_table(table: pd.DataFrame, ci_prob: float, *, ruled: bool) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    rich_table = Table(box=box.SIMPLE_HEAD if ruled else None, pad_edge=False, header_style="bold")
    rich_table.add_column("rank", justify="right")
    rich_table.add_column("model", overflow="fold")
    for heading in ("score", f"{100 * ci_prob:g}% interval", "rank set", "Pr(best)", "tier"):
        rich_table.add_column(heading, justify="right", no_wrap=True)
    for row in table.to_dict(orient="records"):
        rich_table.add_row(
            str(row["rank"]),
            Text(str(row["model"])),
            f"{row['score']:.3f}",
            f"{row['lower']:.3f} to {row['upper']:.3f}",
            rank_set_text(row["rank_lower"], row["rank_upper"]),
            probability_text(row["p_best"]),
            str(row["tier"]),
        )
    return rich_table
