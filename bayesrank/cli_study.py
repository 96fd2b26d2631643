"""The commands ``bayesrank study``: how methods fare when they are used in a certain way, on the data of a file."""

from typing import Annotated, Any

import typer

from bayesrank.cli_endings import errors_told, tell_study
from bayesrank.cli_method_study import METHOD_STUDIES
from bayesrank.cli_options import (
    Alpha,
    AsJson,
    Columns,
    Ignore,
    Looks,
    LowerIsBetter,
    OrderSeed,
    OutcomeWords,
    QuestionKind,
    RepeatedRows,
    Results,
    Weights,
    listed,
    read_data,
    share_or_number,
)
from bayesrank.cli_tournament_study import TOURNAMENT_STUDIES

study = typer.Typer(help="How methods fare when they are used in a certain way.", no_args_is_help=True)


@study.command()
def peeking(
    context: typer.Context,
    file: Results,
    methods: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="enumeration, star, holm_mcnemar, holm_z, say.")
    ] = None,
    looks: Looks = "1%",
    alpha: Alpha = 0.05,
    replications: Annotated[int, typer.Option(help="How many random orders of the questions.", min=1)] = 200,
    seed: OrderSeed = 0,
    kind: QuestionKind = "outcomes",
    columns: Columns = None,
    ignore: Ignore = None,
    weights: Weights = None,
    outcome_values: OutcomeWords = None,
    repeated_rows: RepeatedRows = "refuse",
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Go through a finished file in many random orders, looking again and again: who is ever wrong, who knows when."""
    with errors_told():
        data = read_data(context)
        from bayesrank.studies.peeking import peeking_study

        chosen: Any = None if methods is None else listed([methods])
        found = peeking_study(
            data, methods=chosen, looks=share_or_number(looks), alpha=alpha, replications=replications, random_seed=seed
        )
        from bayesrank.report.peeking_table import print_peeking

        tell_study(found, print_peeking, json=json)


for command in (*TOURNAMENT_STUDIES, *METHOD_STUDIES):
    study.command()(command)
