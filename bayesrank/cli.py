"""The command ``bayesrank``: parse, call, print."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from bayesrank.cli_endings import errors_told, print_json, refuse_no_places, refuse_no_plot
from bayesrank.cli_options import (
    AsJson,
    Columns,
    Ignore,
    Kind,
    LowerIsBetter,
    OutcomeWords,
    Prior,
    RepeatedRows,
    Results,
    Seed,
    Top,
    Weights,
    WinnerWords,
    listed,
    options_of_program,
    options_of_rule,
    read_data,
    refuse_given,
)
from bayesrank.cli_sequence import sequence
from bayesrank.cli_study import study
from bayesrank.cli_swiss import swiss

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bayesrank.ranks.fit import Fit
    from bayesrank.ranks.ranking import Ranking

POINTS = ("map", "mle")
OF_RULES = ("rule_options", "uncertainty")
OF_PROGRAMS = ("program", "program_options", "inference", "cores", "html", "allow_unconverged")
OF_DRAWS = ("draws", "ci_prob", "rank_by", "quantile", "rank_sets", "rope", "plot")

app = typer.Typer(
    help="Which model is best, and how sure are we?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(sequence, name="sequence")
app.add_typer(study, name="study")
app.command()(swiss)


@app.command()
def check(
    context: typer.Context,
    file: Results,
    columns: Columns = None,
    ignore: Ignore = None,
    weights: Weights = None,
    outcome_values: OutcomeWords = None,
    repeated_rows: RepeatedRows = "refuse",
    *,
    json: AsJson = False,
) -> None:
    """Say what a results file holds and what is odd about it; bad data end with exit code 2."""
    with errors_told():
        from bayesrank.statistics.data_summary import summarise_data
        from bayesrank.statistics.oddities import oddities

        data = read_data(context)
        summary, odd = summarise_data(data), oddities(data)
        if json:
            print_json({"data": summary.record(), "models": list(data.models), "odd": odd})
            return
        typer.echo(f"{file.name}: {data!r}")
        for sentence in odd:
            typer.echo(f"odd: {sentence}")


@app.command()
def rank(
    context: typer.Context,
    file: Results,
    program: Annotated[
        str | None, typer.Option(help="rasch, bradley_terry, say; by default the one for the data and the target.")
    ] = None,
    program_options: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE,...", help="Options of the program: ability_scale=2.")
    ] = None,
    rule: Annotated[str | None, typer.Option(help="Rank by the scores of a rule instead: borda, say.")] = None,
    rule_options: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE,...", help="Options of the rule: k=4.")
    ] = None,
    uncertainty: Annotated[
        Literal["posterior", "bootstrap"] | None,
        typer.Option(help="For --rule: apply it to data sets drawn from the posterior, or by resampling."),
    ] = None,
    target: Annotated[
        Literal["population", "benchmark", "ability"] | None,
        typer.Option(help="Questions like these (population, the default of outcomes), these questions, or abilities."),
    ] = None,
    inference: Annotated[
        Literal["auto", "exact", "nuts", "nuts_pymc", "nuts_numpyro", "laplace", "map", "mle"],
        typer.Option(help="How to draw from the posterior; map and mle give one point, without uncertainty."),
    ] = "auto",
    ci_prob: Annotated[float, typer.Option(help="Probability of intervals, rank sets and tiers.")] = 0.95,
    rank_by: Annotated[
        Literal["mean", "expected_rank", "median", "quantile", "kendall"], typer.Option(help="What orders the table.")
    ] = "mean",
    quantile: Annotated[float, typer.Option(help="For --rank-by quantile: 0.05 ranks by a lower bound.")] = 0.05,
    rank_sets: Annotated[
        Literal["simultaneous", "marginal"], typer.Option(help="Whether rank sets hold for all models at once.")
    ] = "simultaneous",
    rope: Annotated[float, typer.Option(help="Score differences up to this are practically none.")] = 0.0,
    draws: Annotated[
        int | None, typer.Option(help="Draws a chain, of 4 chains; for --rule, data sets to draw.", min=1)
    ] = None,
    cores: Annotated[int | None, typer.Option(help="Threads to draw with; they change no draw.", min=1)] = None,
    seed: Seed = 0,
    top: Top = None,
    html: Annotated[Path | None, typer.Option(metavar="OUT", help="Write a page that stands alone.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="OUT.png", help="Write the plot of scores and ranks.")] = None,
    kind: Kind = "outcomes",
    columns: Columns = None,
    ignore: Ignore = None,
    weights: Weights = None,
    outcome_values: OutcomeWords = None,
    repeated_rows: RepeatedRows = "refuse",
    prior: Prior = None,
    winner_values: WinnerWords = None,
    lower_is_better: LowerIsBetter = None,
    *,
    allow_unconverged: Annotated[
        bool, typer.Option("--allow-unconverged", help="Print the ranking of chains that did not converge, too.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Rank the models of a results file, with what is and is not certain about it."""
    with errors_told():
        _refuse_idle(context, rule, uncertainty, inference)
        if rank_by != "quantile":
            refuse_given(context, ("quantile",), f"with --rank-by {rank_by}", "It is for --rank-by quantile.")
        refuse_no_places(html)
        refuse_no_plot(plot)
        data = read_data(context)
        result: Fit | Ranking
        if rule is None:
            from bayesrank.ranks.fitting import fit

            chosen = options_of_program(data, program, target, program_options)
            asked: dict[str, Any] = {"target": target, "inference": inference, "draws": draws, "cores": cores}
            result = fit(data, program, random_seed=seed, **asked, **chosen)
            if not allow_unconverged:
                _refuse_unconverged(result)
        else:
            from bayesrank.ranks.rank import rank as rank_by_rule

            chosen = options_of_rule(rule, rule_options)
            result = rank_by_rule(
                data, rule, uncertainty=uncertainty, target=target, draws=draws, random_seed=seed, **chosen
            )
        options: dict[str, Any] = {
            "ci_prob": ci_prob, "rank_by": rank_by, "quantile": quantile, "rank_sets": rank_sets, "rope": rope,
        }  # fmt: skip
        if inference in POINTS or (rule is not None and uncertainty is None):
            options = {}
        table = result.ranking(**options)
        if html is not None:
            from bayesrank.report.html import write_report

            write_report(cast("Fit", result), html, **options)
        if plot is not None:
            from bayesrank.plots.plot_ranks import plot_ranks

            axes = plot_ranks(result, ranking=table, ci_prob=ci_prob, rank_sets=rank_sets, most=top)
            axes[0].figure.savefig(plot, dpi=150)
        if json:
            from bayesrank.report.record import ranking_record

            print_json(ranking_record(result, table, ci_prob=ci_prob) | options)
        else:
            from bayesrank.report.table import print_ranking

            print_ranking(result, table, sys.stdout, ci_prob=ci_prob, rank_sets=rank_sets, top=top)


@app.command()
def compare(
    context: typer.Context,
    file: Results,
    methods: Annotated[str, typer.Option(metavar="NAME,...", help="Methods by name, or paper, or all.")] = "all",
    seed: Seed = 0,
    top: Top = None,
    plot: Annotated[Path | None, typer.Option(metavar="OUT.png", help="Write the plot of ranks by method.")] = None,
    kind: Kind = "outcomes",
    columns: Columns = None,
    ignore: Ignore = None,
    weights: Weights = None,
    outcome_values: OutcomeWords = None,
    repeated_rows: RepeatedRows = "refuse",
    winner_values: WinnerWords = None,
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Rank the models by several methods, and say where they agree and where not."""
    with errors_told():
        refuse_no_plot(plot)
        data = read_data(context)
        from bayesrank.ranks.compare import compare as rank_by_methods

        chosen: Any = methods if methods in {"all", "paper"} else listed([methods])
        compared = rank_by_methods(data, chosen, random_seed=seed)
        if plot is not None:
            from bayesrank.plots.plot_comparison import plot_comparison

            cast("Figure", plot_comparison(compared, most=top).figure).savefig(plot, dpi=150)
        if json:
            from bayesrank.report.comparison_record import comparison_record

            print_json(comparison_record(compared, random_seed=seed))
        else:
            from bayesrank.report.comparison_table import print_comparison

            print_comparison(compared, sys.stdout, random_seed=seed, top=top)


def _refuse_idle(context: typer.Context, rule: str | None, uncertainty: str | None, inference: str) -> None:
    """Refuse options of ``rank`` that the ranking asked for has no use for."""
    if rule is None:
        refuse_given(context, OF_RULES, "without --rule", "Add --rule NAME, or leave it out.")
        if inference in POINTS:
            idle = (*OF_DRAWS, "cores", "html", "allow_unconverged")
            refuse_given(context, idle, f"with --inference {inference}", "It is for a posterior: one point has none.")
        return
    from bayesrank.programs.registry import program_families

    if rule in program_families():
        message = f"--rule must be the name of a rule; got {rule}, a program. Use --program {rule}."
        raise ValueError(message)
    refuse_given(context, OF_PROGRAMS, "with --rule", "It is for programs.")
    if uncertainty is None:
        remedy = "Add --uncertainty posterior, or bootstrap."
        refuse_given(context, ("target", *OF_DRAWS), "with --rule and no --uncertainty", remedy)


def _refuse_unconverged(result: "Fit | Ranking") -> None:
    """Refuse a posterior that is none, and say why on standard error."""
    from bayesrank.errors import ConvergenceError

    if getattr(result, "converged", True):
        return
    for warning in result.warnings:
        typer.echo(f"warning: {warning}", err=True)
    message = (
        "chains must converge before their draws are a ranking; got chains that did not. Do what the warnings say, "
        "or see the ranking all the same by --allow-unconverged."
    )
    raise ConvergenceError(message)
