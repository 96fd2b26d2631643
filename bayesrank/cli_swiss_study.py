"""The commands ``bayesrank study perturbation``, ``sequence``, ``pairing`` and ``convergence``, on scores."""

import sys
from typing import Annotated, Any, Literal

import typer

from bayesrank.cli_endings import errors_told, print_json
from bayesrank.cli_options import AsJson, Columns, Ignore, LowerIsBetter, Results, Seed, Top, listed, read_data

Ties = Annotated[
    Literal["half", "random", "fixed_random", "both_lose"] | None,
    typer.Option("--ties", help="What equal scores in a round are; must be chosen where there are any."),
]
Missing = Annotated[
    Literal["lose", "drop_round", "half"] | None,
    typer.Option(
        "--missing", help="What a model without a score in a round does; must be chosen where one is missing."
    ),
]
Eliminate = Annotated[str, typer.Option("--eliminate", help="How many leave after each round; or halving, front:2:4.")]


def perturbation(
    context: typer.Context,
    file: Results,
    fail: Annotated[
        Literal["zero", "lowest", "shift", "missing"],
        typer.Option(help="What happens to a score: 0, the lowest of all, worse by --shift, or taken out."),
    ] = "zero",
    rounds: Annotated[str, typer.Option(metavar="N,...", help="In how many rounds a model fails.")] = "1,2,4",
    positions: Annotated[
        str, typer.Option(metavar="PLACE,...", help="Where they lie: first, last, middle, random.")
    ] = "first,last,middle,random",
    repeats: Annotated[int, typer.Option(help="Random sets of rounds for each model.", min=1)] = 2,
    shift: Annotated[float, typer.Option(help="Standard deviations, for --fail shift.")] = 1.0,
    models: Annotated[
        list[str] | None, typer.Option(metavar="NAME,...", help="Which models fail in turn; all by default.")
    ] = None,
    methods: Annotated[
        list[str] | None, typer.Option(metavar="NAME,...", help="mean, median, borda, swiss_0, swiss_2, say.")
    ] = None,
    missing: Annotated[
        Literal["half", "drop_round"] | None,
        typer.Option(help="What becomes of rounds with missing scores; must be chosen where there are any."),
    ] = None,
    contests: Annotated[int, typer.Option(help="Contests of each tournament.", min=2)] = 2000,
    seed: Seed = 0,
    columns: Columns = None,
    ignore: Ignore = None,
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Let one model at a time fail in a few rounds: how many ranks that costs by each method, and where they lie."""
    with errors_told():
        table = _scores(context)
        from bayesrank.studies.perturbation import perturbation_study
        from bayesrank.studies.perturbed_scores import Perturbation
        from bayesrank.studies.score_methods import METHODS

        places: Any = tuple(positions.split(","))
        found = perturbation_study(
            table,
            Perturbation(fail, _numbers(rounds, "--rounds"), places, repeats, shift),
            models="all" if models is None else listed(models),
            methods=METHODS if methods is None else listed(methods),
            n_contests=contests,
            random_seed=seed,
            missing=missing,
        )
        if json:
            print_json(found.record())
        else:
            from bayesrank.report.swiss_study_table import print_perturbation

            print_perturbation(found, sys.stdout)


def sequence(
    context: typer.Context,
    file: Results,
    orders: Annotated[
        Literal["random", "reverse"], typer.Option(help="Which other orders: random ones, or from the end.")
    ] = "random",
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
            played, orders, n_orders=n_orders, eliminate=_schedule(eliminate), n_contests=contests, random_seed=seed
        )
        if json:
            print_json(found.record())
        else:
            from bayesrank.report.swiss_study_table import print_sequence

            print_sequence(found, sys.stdout, top=top)


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
            eliminate=[_schedule(part) for part in eliminate.split(",")],
            n_contests=contests,
            random_seed=seed,
        )
        if json:
            print_json(found.record())
        else:
            from bayesrank.report.swiss_study_table import print_pairings

            print_pairings(found, sys.stdout)


def convergence(
    context: typer.Context,
    file: Results,
    contests: Annotated[
        str, typer.Option(metavar="N,...", help="Numbers of contests to try.")
    ] = "100,300,1000,3000,10000",
    eliminate: Eliminate = "0",
    first: Annotated[int, typer.Option(help="How many of the first models are looked at.", min=1)] = 5,
    batches: Annotated[int, typer.Option(help="Batches of each number.", min=1)] = 50,
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
            n_contests=_numbers(contests, "--contests"),
            eliminate=_schedule(eliminate),
            top=first,
            batches=batches,
            random_seed=seed,
        )
        if json:
            print_json(found.record())
        else:
            from bayesrank.report.swiss_study_table import print_convergence

            print_convergence(found, sys.stdout)


SWISS_STUDIES = (perturbation, sequence, pairing, convergence)


def _scores(context: typer.Context) -> Any:  # noqa: ANN401 (a score table)
    context.params["kind"] = "scores"
    return read_data(context)


def _played(context: typer.Context) -> Any:  # noqa: ANN401 (a win tensor)
    from bayesrank.swiss.from_scores import win_tensor_from_scores

    given = context.params
    table = _scores(context)
    return win_tensor_from_scores(table, ties=given["ties"], missing=given["missing"], random_seed=given["seed"])


def _schedule(text: str) -> int | str:
    """Return a schedule as it is read: a number if it is one."""
    return int(text) if text.isdecimal() else text


def _numbers(text: str, option: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.isdecimal() for part in parts):
        message = f"{option} must be whole numbers with commas between; got {text!r}. Write 1,2,4, say."
        raise ValueError(message)
    return tuple(map(int, parts))
