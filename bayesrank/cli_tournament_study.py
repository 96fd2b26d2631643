"""The commands ``bayesrank study`` of one Swiss tournament: its orders, its pairings, its numbers of contests."""

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from bayesrank.cli_endings import errors_told, tell_study
from bayesrank.cli_options import (
    AsJson,
    Columns,
    Ignore,
    LowerIsBetter,
    Missing,
    Results,
    Seed,
    Ties,
    Top,
    read_scores,
    refuse_given,
    schedule,
    whole_numbers,
)

Eliminate = Annotated[str, typer.Option("--eliminate", help="How many leave after each round; or halving, front:2:4.")]


def sequence(
    context: typer.Context,
    file: Results,
    orders: Annotated[
        Literal["random", "reverse", "blocks"],
        typer.Option(help="Which other orders: random ones, from the end, or with categories changing places."),
    ] = "random",
    categories: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For blocks: columns benchmark and category; FILE itself if it has them."),
    ] = None,
    n_orders: Annotated[int | None, typer.Option(help="How many random orders; 200 by default.", min=2)] = None,
    eliminate: Eliminate = "0",
    ties: Ties = None,
    missing: Missing = None,
    contests: Annotated[int, typer.Option(help="Contests in each order.", min=2)] = 5000,
    seed: Seed = 0,
    top: Top = None,
    columns: Columns = None,
    ignore: Ignore = None,
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Play the rounds in other orders: how far wins and ranks depend on the order that was chosen."""
    with errors_told():
        played = _played(context)
        from bayesrank.studies.sequence_sensitivity import sequence_sensitivity

        found = sequence_sensitivity(
            played,
            _orders(orders, categories),
            n_orders=n_orders,
            eliminate=schedule(eliminate),
            n_contests=contests,
            random_seed=seed,
        )
        from bayesrank.report.swiss_study_table import print_sequence

        tell_study(found, print_sequence, json=json, top=top)


def pairing(
    context: typer.Context,
    file: Results,
    pairings: Annotated[
        str, typer.Option(metavar="NAME,...", help="Who meets whom: swiss, floats_down, random, round_robin.")
    ] = "swiss,floats_down,random,round_robin",
    eliminate: Annotated[
        str, typer.Option(metavar="T,...", help="How many leave after each round, for each tournament.")
    ] = "0,1,2",
    ties: Ties = None,
    missing: Missing = None,
    contests: Annotated[int, typer.Option(help="Contests where it is not exact.", min=2)] = 20_000,
    seed: Seed = 0,
    columns: Columns = None,
    ignore: Ignore = None,
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Pair models in other ways: how far the orders agree, and how far models come apart."""
    with errors_told():
        played = _played(context)
        from bayesrank.studies.pairing_ablation import pairing_ablation

        chosen: Any = pairings.split(",")
        found = pairing_ablation(
            played,
            pairings=chosen,
            eliminate=[schedule(part) for part in eliminate.split(",")],
            n_contests=contests,
            random_seed=seed,
        )
        from bayesrank.report.swiss_study_table import print_pairings

        tell_study(found, print_pairings, json=json)


def convergence(
    context: typer.Context,
    file: Results,
    contests: Annotated[
        str, typer.Option(metavar="N,...", help="Numbers of contests to try.")
    ] = "100,300,1000,3000,10000",
    eliminate: Eliminate = "0",
    first: Annotated[
        int | None, typer.Option(help="How many of the first models are looked at; 5 by default.", min=1)
    ] = None,
    batches: Annotated[int, typer.Option(help="Batches of each number.", min=1)] = 100,
    ties: Ties = None,
    missing: Missing = None,
    seed: Seed = 0,
    columns: Columns = None,
    ignore: Ignore = None,
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Play more and more contests: from what number on the luck of pairing no longer decides the order."""
    with errors_told():
        played = _played(context)
        from bayesrank.studies.contest_convergence import contest_convergence

        found = contest_convergence(
            played,
            n_contests=whole_numbers(contests, "--contests"),
            eliminate=schedule(eliminate),
            top=first,
            batches=batches,
            random_seed=seed,
        )
        from bayesrank.report.swiss_study_table import print_convergence

        tell_study(found, print_convergence, json=json)


TOURNAMENT_STUDIES = (sequence, pairing, convergence)


def _played(context: typer.Context) -> Any:  # noqa: ANN401 (a win tensor, or draws where scores have standard errors)
    from bayesrank.swiss.to_play import to_play

    given = context.params
    table = read_scores(context)
    if table.standard_errors is None:
        options = {"ties": given["ties"], "missing": given["missing"]}
    else:
        refuse_given(context, ("ties",), "with standard errors", "Draws of scores have no ties.")
        options = {"missing": given["missing"]}
    return to_play(table, random_seed=given["seed"], **options)


def _orders(name: str, categories: Path | None) -> Any:  # noqa: ANN401 (a word, or the block of each round)
    """Return which other orders of rounds are played."""
    if (name == "blocks") != (categories is not None):
        message = f"--categories must be given with --orders blocks, and with no others; got --orders {name}. Mend one."
        raise ValueError(message)
    if categories is None:
        return name
    from bayesrank.readers.read_categories import read_categories

    return read_categories(categories)
