"""A Swiss tournament as text for a terminal or a pipe: warnings, what is played, expected wins, sensitivity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from bayesrank.counted import counted
from bayesrank.ranks.wording import rank_set_text
from bayesrank.report.console import console_for
from bayesrank.report.swiss_findings import SwissFindings
from bayesrank.report.swiss_words import what_is_found, what_is_played, what_to_know

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table


def print_tournament(findings: SwissFindings, stream: TextIO, *, top: int | None = None) -> None:
    """Print a tournament.

    Parameters
    ----------
    findings : SwissFindings
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    top : int, optional
        Print only so many models, and how many are left out.
    """
    table = models_table(findings)  # all that can fail comes before the first line
    shown = table if top is None else table.head(top)
    console = console_for(stream)
    for warning in what_to_know(findings):
        console.print(f"warning: {warning}", style="bold yellow", soft_wrap=True)
    console.print("\n".join((*what_is_played(findings), *what_is_found(findings), "")), soft_wrap=True)
    console.print(_rich_table(shown, ruled=stream.isatty()))
    if len(shown) < len(table):
        console.print(f"... and {counted(len(table) - len(shown), 'more model')}")


def models_table(findings: SwissFindings) -> pd.DataFrame:
    """Return one row a model as text, the most wins at the first schedule first."""
    import pandas as pd

    wins = findings.tournament.wins
    tables = dict(list(findings.tournament.frame(ci_prob=findings.ci_prob).groupby("eliminate", sort=False)))
    first = tables[wins.schedules[0]]
    names = first["model"].tolist()
    columns: dict[str, Any] = {"rank": _ranks(first)}
    if findings.tiers is not None:
        columns["tier"] = findings.tiers.frame().set_index("model").loc[names, "tier"].astype(str).tolist()
    columns["model"] = names
    by_model = {name: part.set_index("model").loc[names] for name, part in tables.items()}
    for name in wins.schedules:
        rows = by_model[name].to_dict(orient="records")
        columns[f"wins at {name}"] = [_wins(row) for row in rows]
    columns["byes"] = [f"{value:.1f}" for value in first["byes"]]
    return pd.DataFrame(columns | _of_sensitivity(findings, names))


def _ranks(table: pd.DataFrame) -> list[str]:
    if table["rank_lower"].isna().all():
        return [str(rank) for rank in table["rank"]]
    sets = zip(table["rank_lower"].astype(int), table["rank_upper"].astype(int), strict=True)
    return [rank_set_text(lower, upper) for lower, upper in sets]


def _wins(row: dict[Any, Any]) -> str:
    if not np.isnan(row["lower"]):
        return f"{row['wins']:.2f} [{row['lower']:.2f}, {row['upper']:.2f}]"
    luck = f" ± {row['mcse']:.2f}" if row["mcse"] > 0 else ""
    return f"{row['wins']:.2f}{luck}"


def _of_sensitivity(findings: SwissFindings, names: list[str]) -> dict[str, list[str]]:
    """Return the columns of sensitivity and class, where there are any."""
    if findings.sensitivity is None or findings.classes is None:
        return {}
    of_models = findings.sensitivity.frame().merge(findings.classes.frame(), on="model").set_index("model").loc[names]
    labels = [
        label if not qualifier else f"{label}, {qualifier}"
        for label, qualifier in zip(of_models["class"], of_models["qualifier"], strict=True)
    ]
    shares = [f"{value:+.1%}" if np.isfinite(value) else "" for value in of_models["normalised"]]
    return {"sensitivity": shares, "class": labels}


def _rich_table(table: pd.DataFrame, *, ruled: bool) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    rich_table = Table(box=box.SIMPLE_HEAD if ruled else None, pad_edge=False, header_style="bold")
    for heading in table.columns:
        left = heading in {"model", "class"}
        rich_table.add_column(heading, justify="left" if left else "right", no_wrap=not left, overflow="fold")
    for row in table.itertuples(index=False):
        rich_table.add_row(*(Text(str(cell)) for cell in row))
    return rich_table
