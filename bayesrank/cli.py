"""The command ``bayesrank``: parse, call, print."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from bayesrank.observations.outcomes import Outcomes

BAD_DATA, NOT_CONVERGED = 2, 3

app = typer.Typer(
    help="Which model is best, and how sure are we?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Results = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="Results: .csv, .tsv, .jsonl, .parquet, .npy, .npz.", show_default=False),
]
Columns = Annotated[
    list[str] | None,
    typer.Option("--columns", metavar="ROLE=NAME,...", help="Columns under other names: model=system,outcome=correct."),
]
Ignore = Annotated[list[str] | None, typer.Option("--ignore", metavar="NAME,...", help="Columns to leave unread.")]
Weights = Annotated[
    str | None, typer.Option("--weights", metavar="W0,W1,...", help="Utility of each outcome category, from 0 up.")
]
OutcomeWords = Annotated[
    list[str] | None,
    typer.Option(
        "--outcome-values", metavar="WORD=VALUE,...", help="What words mean: pass=1,fail=0; error= is missing."
    ),
]
RepeatedRows = Annotated[
    Literal["refuse", "trials"],
    typer.Option("--repeated-rows", help="What rows of one model and question are, without a trial column."),
]
Prior = Annotated[
    Path | None, typer.Option("--prior", metavar="FILE", help="Prior outcomes (a greedy run, say), for program bayes.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command()
def check(
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
    with _errors_told():
        from dataclasses import asdict

        from bayesrank.statistics.data_summary import summarise_data
        from bayesrank.statistics.oddities import oddities

        data = _read(file, columns, ignore, weights, outcome_values, repeated_rows)
        summary, odd = summarise_data(data), oddities(data)
        if json:
            _print_json({"data": asdict(summary), "models": list(data.models), "odd": odd})
            return
        typer.echo(f"{file.name}: {data!r}")
        for sentence in odd:
            typer.echo(f"odd: {sentence}")


@app.command()
def rank(
    file: Results,
    program: Annotated[
        str | None, typer.Option(help="population, bayes, hierarchical; by default the one for the target.")
    ] = None,
    target: Annotated[
        Literal["population", "benchmark"] | None,
        typer.Option(help="Questions like these (population, the default), or these questions (benchmark)."),
    ] = None,
    inference: Annotated[Literal["auto", "exact", "nuts"], typer.Option(help="How to draw.")] = "auto",
    ci_prob: Annotated[float, typer.Option(help="Probability of intervals, rank sets and tiers.")] = 0.95,
    rank_by: Annotated[
        Literal["mean", "expected_rank", "median", "quantile", "kendall"], typer.Option(help="What orders the table.")
    ] = "mean",
    quantile: Annotated[float, typer.Option(help="For --rank-by quantile: 0.05 ranks by a lower bound.")] = 0.05,
    rank_sets: Annotated[
        Literal["simultaneous", "marginal"], typer.Option(help="Whether rank sets hold for all models at once.")
    ] = "simultaneous",
    rope: Annotated[float, typer.Option(help="Score differences up to this are practically none.")] = 0.0,
    draws: Annotated[int | None, typer.Option(help="Draws a chain, of 4 chains.", min=1)] = None,
    cores: Annotated[int | None, typer.Option(help="Threads to draw with; they change no draw.", min=1)] = None,
    seed: Annotated[int, typer.Option(help="Seed of the draws.", min=0)] = 0,
    top: Annotated[int | None, typer.Option(help="Print only the first so many models.", min=1)] = None,
    html: Annotated[Path | None, typer.Option(metavar="OUT", help="Write a page that stands alone.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="OUT.png", help="Write the plot of scores and ranks.")] = None,
    columns: Columns = None,
    ignore: Ignore = None,
    weights: Weights = None,
    outcome_values: OutcomeWords = None,
    repeated_rows: RepeatedRows = "refuse",
    prior: Prior = None,
    *,
    json: AsJson = False,
) -> None:
    """Rank the models of a results file, with what is and is not certain about it."""
    with _errors_told():
        from bayesrank.report.place import refuse_missing_folder

        for file_to_write in (html, plot):
            if file_to_write is not None:  # refuse before the work what could not be written after it
                refuse_missing_folder(file_to_write)
        data = _read(file, columns, ignore, weights, outcome_values, repeated_rows, prior)
        from bayesrank.ranks.fitting import fit

        fitted = fit(data, program, target=target, inference=inference, draws=draws, cores=cores, random_seed=seed)
        options: dict[str, Any] = {
            "ci_prob": ci_prob, "rank_by": rank_by, "quantile": quantile, "rank_sets": rank_sets, "rope": rope,
        }  # fmt: skip
        table = fitted.ranking(**options)
        if html is not None:
            from bayesrank.report.html import write_report

            write_report(fitted, html, **options)
        if plot is not None:
            from bayesrank.plots.plot_ranks import plot_ranks

            axes = plot_ranks(fitted, ranking=table, ci_prob=ci_prob, rank_sets=rank_sets, most=top)
            axes[0].figure.savefig(plot, dpi=150)
        if json:
            from bayesrank.report.record import ranking_record

            _print_json(ranking_record(fitted, table, ci_prob=ci_prob) | options)
        else:
            from bayesrank.report.table import print_ranking

            print_ranking(fitted, table, sys.stdout, ci_prob=ci_prob, rank_sets=rank_sets, top=top)


def _read(
    file: Path,
    columns: list[str] | None,
    ignore: list[str] | None,
    weights: str | None,
    outcome_values: list[str] | None,
    repeated_rows: Literal["refuse", "trials"],
    prior: Path | None = None,
) -> "Outcomes":
    from bayesrank.readers.read_outcomes import read_outcomes

    words = _pairs(outcome_values, "--outcome-values")
    return read_outcomes(
        file,
        columns=_pairs(columns, "--columns"),
        ignore=_listed(ignore),
        weights=None if weights is None else [_number(weight, "--weights") for weight in weights.split(",")],
        outcome_values={
            word: None if value == "" else _number(value, "--outcome-values") for word, value in words.items()
        }
        or None,
        repeated_rows=repeated_rows,
        prior=prior,
    )


def _listed(given: list[str] | None) -> list[str]:
    """Split what was given once with commas, or several times."""
    return [part for text in given or [] for part in text.split(",")]


def _pairs(given: list[str] | None, option: str) -> dict[str, str]:
    pairs = {}
    for part in _listed(given):
        key, separator, value = part.partition("=")
        if not separator:
            message = f"{option} must be pairs A=B with commas between; got {part!r}. Write {part}=NAME."
            raise ValueError(message)
        pairs[key] = value
    return pairs


def _number(text: str, option: str) -> float:
    try:
        return float(text)
    except ValueError:
        message = f"{option} must hold numbers; got {text!r}. Write 0, 0.5 or 1, say."
        raise ValueError(message) from None


def _print_json(record: dict[str, Any]) -> None:
    from json import dumps

    typer.echo(dumps(record, indent=2, ensure_ascii=False))


@contextmanager
def _errors_told() -> Iterator[None]:
    """Turn the errors that a user can mend into one line and an exit code."""
    from bayesrank.errors import ConvergenceError

    try:
        yield
    except ConvergenceError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(NOT_CONVERGED) from error
    except (ValueError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(BAD_DATA) from error
