"""Rankings by several methods as text: what they refuse and warn of, their ranks, and where they disagree."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase
from typing import TYPE_CHECKING, TextIO

import numpy as np

from bayesrank.ranks.method_comparison import MethodComparison
from bayesrank.ranks.wording import rank_set_text
from bayesrank.report.console import console_for

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

type Groups = list[tuple[str, ...]]  # of methods with one ranking

PIPE_WIDTH = 10_000  # all columns are shown where no terminal says how wide it is
MOST_PAIRS = 5


def print_comparison(comparison: MethodComparison, stream: TextIO, *, random_seed: int, top: int | None = None) -> None:
    """Print rankings by several methods.

    Methods with one and the same ranking share a column, named by a letter that is spelled out below the table. A
    terminal too narrow for all columns gets the first of them.

    Parameters
    ----------
    comparison : MethodComparison
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    random_seed : int
        As given to :func:`bayesrank.compare`.
    top : int, optional
        Print only so many models, the best by mean rank, and how many are left out.
    """
    console = console_for(stream, pipe_width=PIPE_WIDTH)
    for sentence in _complaints(comparison):
        console.print(sentence, style="bold yellow", soft_wrap=True)
    ranks, groups = comparison.ranks(), comparison.agreeing()
    shown = ranks if top is None else ranks.head(top)
    console.print(_what_is_compared(comparison, groups, random_seed), soft_wrap=True)
    n_columns = _columns_with_room(console, shown, groups)
    console.print(_rich_table(console, shown, groups[:n_columns]))
    if len(shown) < len(ranks):
        console.print(f"... and {len(ranks) - len(shown)} more models")
    after = ["", *_legend(groups, n_columns), "", _agreement(comparison, groups), "", *_splits(comparison, shown)]
    console.print("\n".join(after), soft_wrap=True)


def _complaints(comparison: MethodComparison) -> list[str]:
    """Return what methods refuse and warn of, each sentence once with the methods that say it."""
    warnings = [(said, label) for label, ranking in comparison.rankings.items() for said in ranking.warnings]
    refusals = [(reason, label) for label, reason in comparison.refused.items()]
    return [f"refused {', '.join(of)}: {reason}" for reason, of in _gathered(refusals)] + [
        f"warning of {', '.join(of)}: {said}" for said, of in _gathered(warnings)
    ]


def _gathered(said: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    labels: dict[str, list[str]] = {}
    for sentence, label in said:
        labels.setdefault(sentence, []).append(label)
    return list(labels.items())


def _what_is_compared(comparison: MethodComparison, groups: Groups, random_seed: int) -> str:
    data = next(iter(comparison.rankings.values())).data
    methods, rankings = _counted(len(comparison.labels), "method"), _counted(len(groups), "different ranking")
    return f"{data}\n{methods}, {rankings} (seed {random_seed})\n"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _columns_with_room(console: Console, ranks: pd.DataFrame, groups: Groups) -> int:
    """Return how many groups have a column on this terminal."""
    unbounded = console.options.update_width(PIPE_WIDTH)
    tables = (_rich_table(console, ranks, groups[: number + 1]) for number in range(len(groups)))
    return sum(console.measure(table, options=unbounded).maximum <= console.width for table in tables)


def _rich_table(console: Console, ranks: pd.DataFrame, groups: Groups) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None, pad_edge=False, header_style="bold")
    table.add_column("model", overflow="fold")
    for heading in ("mean rank", "best to worst", *(_letter(number) for number in range(len(groups)))):
        table.add_column(heading, justify="right", no_wrap=True)
    for model, of_model in ranks.iterrows():
        by_group = (str(of_model[group[0]]) for group in groups)
        span = rank_set_text(of_model.min(), of_model.max())
        table.add_row(Text(str(model)), f"{of_model.mean():.2f}", span, *by_group)
    return table


def _legend(groups: Groups, n_columns: int) -> list[str]:
    """Return the methods of each column, and which columns had no room."""
    legend = [f"{_letter(number):>2}  {', '.join(group)}" for number, group in enumerate(groups)]
    if n_columns < len(groups):
        legend.append(
            f"no room for {_counted(len(groups) - n_columns, 'column')} from {_letter(n_columns)} on: widen the "
            f"terminal, or print to a file"
        )
    return legend


def _letter(number: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    before, last = divmod(number, len(ascii_uppercase))
    return (_letter(before - 1) if before else "") + ascii_uppercase[last]


def _agreement(comparison: MethodComparison, groups: Groups) -> str:
    """Return between which bounds different rankings agree."""
    labels = [group[0] for group in groups]
    if len(labels) == 1:
        return "all rank alike"
    tau = comparison.tau().loc[labels, labels].to_numpy()
    pairs = np.argwhere(np.triu(np.isfinite(tau), 1))
    if len(pairs) == 0:
        return "tau-b is not defined: of each two rankings, one ties all models"
    values = tau[tuple(pairs.T)]
    lowest, highest = (
        f"{values[place]:.3f} ({', '.join(labels[position] for position in pairs[place])})"
        for place in (values.argmin(), values.argmax())
    )
    if len(values) == 1:
        return f"tau-b of two different rankings: {lowest}"
    return f"tau-b of two different rankings: from {lowest} to {highest}, median {np.median(values):.3f}"


def _splits(comparison: MethodComparison, ranks: pd.DataFrame) -> list[str]:
    """Return the pairs of the models shown that divide the methods most evenly."""
    pairs = comparison.disagreements()
    pairs = pairs[pairs["model"].isin(ranks.index) & pairs["other"].isin(ranks.index)]
    n_pairs = len(ranks) * (len(ranks) - 1) // 2
    most = pairs.head(MOST_PAIRS)
    heading = f"{len(pairs)} of {_counted(n_pairs, 'pair')} of these models divide the methods"
    end = "" if pairs.empty else ", most evenly:" if len(most) < len(pairs) else ":"
    return [heading + end] + [
        f"  {row['model']} above {row['other']} by {_counted(row['n_above'], 'method')}, below by {row['n_below']}, "
        f"level by {row['n_tied']}"
        for row in most.to_dict(orient="records")
    ]
