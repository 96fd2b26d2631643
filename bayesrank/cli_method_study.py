"""The commands ``bayesrank study`` of Swiss tournaments and other methods: on scores, and of tiers on outcomes."""

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
    OutcomeWords,
    Results,
    Seed,
    Ties,
    Top,
    listed,
    number,
    pairs,
    read_data,
    read_scores,
    schedule,
    whole_numbers,
)


def perturbation(
    context: typer.Context,
    file: Results,
    fail: Annotated[
        Literal["zero", "lowest", "shift", "missing"],
        typer.Option(help="What happens to a score: 0, the lowest of all, worse by --shift, or taken out."),
    ] = "zero",
    rounds: Annotated[
        str | None, typer.Option(metavar="N,...", help="In how many rounds a model fails; 1,2,4 by default.")
    ] = None,
    fail_in: Annotated[
        list[str] | None, typer.Option(metavar="NAME,...", help="In which rounds, instead of numbers and places.")
    ] = None,
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
        table = read_scores(context)
        from bayesrank.studies.perturbation import perturbation_study
        from bayesrank.studies.perturbed_scores import Perturbation
        from bayesrank.studies.score_methods import METHODS

        places: Any = tuple(positions.split(","))
        found = perturbation_study(
            table,
            Perturbation(
                fail,
                None if rounds is None else whole_numbers(rounds, "--rounds"),
                places,
                repeats,
                shift,
                None if fail_in is None else tuple(listed(fail_in)),
            ),
            models="all" if models is None else listed(models),
            methods=METHODS if methods is None else listed(methods),
            n_contests=contests,
            random_seed=seed,
            missing=missing,
        )
        from bayesrank.report.swiss_study_table import print_perturbation

        tell_study(found, print_perturbation, json=json)


def margins(
    context: typer.Context,
    file: Results,
    scale: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER", help="Lead, in units of scores, that wins with 0.73; or NAME=NUMBER,... for each round."
        ),
    ] = None,
    eliminate: Annotated[
        str, typer.Option(metavar="T,...", help="How many leave after each round: 0, and others.")
    ] = "0,1,2",
    ties: Ties = None,
    missing: Missing = None,
    contests: Annotated[int, typer.Option(help="Contests of each tournament.", min=2)] = 20_000,
    seed: Seed = 0,
    top: Top = None,
    columns: Columns = None,
    ignore: Ignore = None,
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Let a small lead be nearly an even match: how far ranks and classes rest on leads that mean little."""
    with errors_told():
        table = read_scores(context)
        from bayesrank.studies.margin_comparison import compare_binary_with_margins

        found = compare_binary_with_margins(
            table,
            scale=None if scale is None else _scale(scale),
            eliminate=whole_numbers(eliminate, "--eliminate"),
            ties=ties,
            missing=missing,
            n_contests=contests,
            random_seed=seed,
        )
        from bayesrank.report.margin_table import print_margins

        tell_study(found, print_margins, json=json, top=top)


def difficulty_tiers(
    context: typer.Context,
    file: Results,
    edges: Annotated[
        str, typer.Option(metavar="EDGES", help="equal, quantile, or accuracies between tiers: 0.9,0.5,0.1.")
    ] = "equal",
    tiers: Annotated[int, typer.Option(help="How many tiers of equal width or size.", min=1)] = 10,
    min_items: Annotated[int, typer.Option(help="A tier with fewer questions is none.", min=1)] = 20,
    too_few: Annotated[
        Literal["merge", "drop"], typer.Option(help="Its questions join the easier tier, or are not asked.")
    ] = "merge",
    tiering: Annotated[
        Literal["leave_pair_out", "split_half", "in_sample"],
        typer.Option(help="Whose accuracy: of all but the two that meet, of the other half, or of all models."),
    ] = "leave_pair_out",
    ties: Annotated[
        Literal["half", "random", "both_lose", "bootstrap"] | None,
        typer.Option(help="What equally many right answers are; must be chosen where there are any."),
    ] = None,
    eliminate: Annotated[str, typer.Option(metavar="T,...", help="How many leave after each round.")] = "0,1,2",
    contests: Annotated[int, typer.Option(help="Contests of each tournament.", min=2)] = 20_000,
    seed: Seed = 0,
    columns: Columns = None,
    ignore: Ignore = None,
    outcome_values: OutcomeWords = None,
    *,
    json: AsJson = False,
) -> None:
    """Play one benchmark as rounds by difficulty, the easy ones first: what they hold, and who judges."""
    with errors_told():
        bounds: Any = edges if edges in {"equal", "quantile"} else _accuracies(edges)
        data = read_data(context)
        from bayesrank.studies.difficulty_tier_study import difficulty_tier_study
        from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers

        found = difficulty_tier_study(
            data,
            DifficultyTiers(bounds, tiers, min_items, too_few),
            tiering=tiering,
            ties=ties,
            eliminate=[schedule(part) for part in eliminate.split(",")],
            n_contests=contests,
            random_seed=seed,
        )
        from bayesrank.report.tier_study_table import print_tier_study

        tell_study(found, print_tier_study, json=json)


def leave_category_out(
    context: typer.Context,
    file: Results,
    categories: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Columns benchmark and category; FILE itself if it has them."),
    ],
    methods: Annotated[
        list[str] | None, typer.Option(metavar="NAME,...", help="mean, median, borda, swiss_0, swiss_2, say.")
    ] = None,
    target: Annotated[
        Literal["mean_rank", "mean"], typer.Option(help="What models are ranked by in the category held out.")
    ] = "mean_rank",
    best: Annotated[int | None, typer.Option(help="How many models are the best; 10 by default.", min=1)] = None,
    baseline: Annotated[
        str | None, typer.Option(metavar="NAME", help="The method that others are compared with.")
    ] = None,
    missing: Annotated[
        Literal["half", "drop_round"] | None,
        typer.Option(help="What becomes of rounds with missing scores; must be chosen where there are any."),
    ] = None,
    replications: Annotated[int, typer.Option(help="Of the bootstrap.", min=1)] = 1000,
    contests: Annotated[int, typer.Option(help="Contests of each tournament.", min=2)] = 5000,
    seed: Seed = 0,
    columns: Columns = None,
    ignore: Ignore = None,
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Hold out one category of benchmarks after the other: which method tells best how models rank on it."""
    with errors_told():
        from bayesrank.readers.read_categories import read_categories

        known = read_categories(categories)
        table = read_scores(context)
        from bayesrank.studies.leave_category_out import PREDICTORS
        from bayesrank.studies.leave_category_out import leave_category_out as study_of

        found = study_of(
            table,
            known,
            methods=PREDICTORS if methods is None else listed(methods),
            target=target,
            random_seed=seed,
            missing=missing,
            baseline=baseline,
            top=best,
            replications=replications,
            n_contests=contests,
        )
        from bayesrank.report.prediction_table import print_prediction

        tell_study(found, print_prediction, json=json)


METHOD_STUDIES = (perturbation, margins, difficulty_tiers, leave_category_out)


def _scale(text: str) -> float | dict[str, float]:
    """Return one scale of all rounds, or one of each."""
    if "=" not in text:
        return number(text, "--scale")
    return {name: number(value, "--scale") for name, value in pairs([text], "--scale").items()}


def _accuracies(text: str) -> list[float]:
    return [number(part, "--edges") for part in text.split(",")]
