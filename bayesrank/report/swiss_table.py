"""A Swiss tournament as text for a terminal or a pipe: warnings, what is played, expected wins, sensitivity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from bayesrank.ranks.wording import rank_set_text
from bayesrank.report.console import console_for
from bayesrank.studies.sequence_sensitivity import SequenceSensitivity
from bayesrank.swiss.contests.contest_budget import ContestBudget
from bayesrank.swiss.fragility.classification import SensitivityClasses
from bayesrank.swiss.fragility.failure_sensitivity import OF_CONTESTS, FailureSensitivity
from bayesrank.swiss.tournament import SwissTournament

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table


def print_budget(budget: ContestBudget, stream: TextIO) -> None:
    """Print what is known of a tournament before it is played.

    Parameters
    ----------
    budget : ContestBudget
    stream : text file
    """
    console = console_for(stream)
    for warning in budget.warnings:
        console.print(f"warning: {warning}", style="bold yellow", soft_wrap=True)
    console.print("\n".join(budget_lines(budget)), soft_wrap=True)


def budget_lines(budget: ContestBudget) -> list[str]:
    """Say for each schedule how many matches there are, the most points and who is left."""
    return [
        f"elimination {name}: {total} matches, {total / budget.models:.2f} wins a model on average, {highest} at most, "
        f"{left} models in the last round"
        for name, total, highest, left in zip(
            budget.schedules, budget.total, budget.highest, budget.n_active[:, -1], strict=True
        )
    ]


def print_tournament(
    tournament: SwissTournament,
    stream: TextIO,
    *,
    sensitivity: FailureSensitivity | None,
    classes: SensitivityClasses | None,
    sequence: SequenceSensitivity | None,
    ci_prob: float,
    top: int | None = None,
) -> None:
    """Print a tournament.

    Parameters
    ----------
    tournament : SwissTournament
    stream : text file
        A terminal gets rules and colour, anything else plain text.
    sensitivity, classes
        Of the tournament, or None where it has one schedule.
    sequence : SequenceSensitivity or None
        What other orders of the rounds do.
    ci_prob : float
        Probability of the intervals and rank sets.
    top : int, optional
        Print only so many models, and how many are left out.
    """
    console = console_for(stream)
    for warning in what_to_know(tournament, classes):
        console.print(f"warning: {warning}", style="bold yellow", soft_wrap=True)
    console.print(
        "\n".join((*what_is_played(tournament, ci_prob), *what_is_found(sensitivity, sequence), "")), soft_wrap=True
    )
    table = models_table(tournament, sensitivity, classes, ci_prob)
    shown = table if top is None else table.head(top)
    console.print(_rich_table(shown, ruled=stream.isatty()))
    if len(shown) < len(table):
        console.print(f"... and {len(table) - len(shown)} more models")


def what_to_know(tournament: SwissTournament, classes: SensitivityClasses | None) -> list[str]:
    """Return the warnings of a tournament and of its classes, each thing once."""
    of_classes = () if classes is None else classes.warnings
    said_already = OF_CONTESTS.values()  # of sensitivity on its own: the tournament says what its results are of
    return list(dict.fromkeys([*tournament.warnings, *(each for each in of_classes if each not in said_already)]))


def what_is_played(tournament: SwissTournament, ci_prob: float) -> list[str]:
    """Say what the numbers are of, and how sure they are."""
    wins, rules = tournament.wins, tournament.rules
    chosen = [f"pairing {rules.pairing}", *([] if rules.floats == "none" else ["odd models float down"])]
    chosen += [f"a bye is worth {rules.bye_points:g}"] if rules.bye_points else []
    chosen += ["elimination cascades"] if rules.overflow == "cascade" else []
    if wins.n_contests is None:
        how = "exact"
    else:
        of = "" if wins.draws is None else f" for each of {wins.draws.shape[1]:,} draws"
        how = f"{wins.n_contests:,} contests{of} at each elimination, seed {wins.random_seed}"
    return [
        f"{len(wins.models)} models, {len(wins.rounds)} rounds, {', '.join(chosen)}; {how}",
        f"target: expected wins of a contest with these rounds in this order, {tournament.uncertainty_words}",
        _interval_words(tournament, ci_prob),
    ]


def what_is_found(sensitivity: FailureSensitivity | None, sequence: SequenceSensitivity | None) -> list[str]:
    """Say how sensitive models are on average, and what another order of the rounds would do."""
    said = []
    if sensitivity is not None:
        said.append(
            f"sensitivity: {sensitivity.mean_sensitivity:+.3f} wins for each model more that leaves, on average over "
            f"the models; where every match has a winner no data can change that"
        )
    if sequence is not None:
        said.append(f"order of rounds: {sequence.summary}")
    return said


def models_table(
    tournament: SwissTournament,
    sensitivity: FailureSensitivity | None,
    classes: SensitivityClasses | None,
    ci_prob: float,
) -> pd.DataFrame:
    """Return one row a model as text, the most wins at the first schedule first."""
    import pandas as pd

    schedules = tournament.wins.schedules
    tables = dict(list(tournament.frame(ci_prob=ci_prob).groupby("eliminate", sort=False)))
    first = tables[schedules[0]]
    columns: dict[str, Any] = {"rank": _ranks(first), "model": first["model"].tolist()}
    by_model = {name: part.set_index("model").loc[columns["model"]] for name, part in tables.items()}
    for name in schedules:
        columns[f"wins at {name}"] = [_wins(row) for row in by_model[name].to_dict(orient="records")]
    columns["byes"] = [f"{value:.1f}" for value in first["byes"]]
    if sensitivity is not None and classes is not None:
        of_models = sensitivity.frame().merge(classes.frame(), on="model").set_index("model").loc[columns["model"]]
        columns["sensitivity"] = [f"{value:+.1%}" if np.isfinite(value) else "" for value in of_models["normalised"]]
        columns["class"] = [
            label if not qualifier else f"{label}, {qualifier}"
            for label, qualifier in zip(of_models["class"], of_models["qualifier"], strict=True)
        ]
    return pd.DataFrame(columns)


def _interval_words(tournament: SwissTournament, ci_prob: float) -> str:
    percent = f"{100 * ci_prob:g}%"
    if tournament.wins.draws is not None:
        return f"intervals: {percent} of the posterior, each on its own; rank sets hold the ranks of all models at once"
    if tournament.wins.n_contests is None:
        return "intervals: none, the wins are exact given who beats whom"
    worst = float(tournament.wins.mcse.max())
    return f"intervals: none but Monte-Carlo standard errors of {worst:.4f} wins at most"


def _ranks(table: pd.DataFrame) -> list[str]:
    if table["rank_lower"].isna().all():
        return [str(rank) for rank in table["rank"]]
    sets = zip(table["rank_lower"].astype(int), table["rank_upper"].astype(int), strict=True)
    return [rank_set_text(lower, upper) for lower, upper in sets]


def _wins(row: dict[Any, Any]) -> str:
    if np.isnan(row["lower"]):
        return f"{row['wins']:.2f}"
    return f"{row['wins']:.2f} [{row['lower']:.2f}, {row['upper']:.2f}]"


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
