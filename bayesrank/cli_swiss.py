"""The command ``bayesrank swiss``: a Swiss tournament of the models of a file."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from bayesrank.cli_endings import errors_told, print_json, refuse_no_places, refuse_no_plot
from bayesrank.cli_options import (
    AsJson,
    Columns,
    Ignore,
    LowerIsBetter,
    Missing,
    OutcomeWords,
    RepeatedRows,
    Results,
    Seed,
    Ties,
    Top,
    Weights,
    listed,
    read_data,
    refuse_given,
    schedule,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from bayesrank.report.swiss_findings import SwissFindings
    from bayesrank.studies.sequence_sensitivity import SequenceSensitivity
    from bayesrank.swiss.contests.contest_rules import ContestRules
    from bayesrank.swiss.tournament import SwissTournament
    from bayesrank.swiss.win_draws import WinDraws
    from bayesrank.swiss.win_tensor import WinTensor

CONTESTS_AN_ORDER = 2_000
OF_SCORES = ("ties", "tie_tolerance", "missing", "questions")


def swiss(
    context: typer.Context,
    file: Results,
    eliminate: Annotated[
        list[str] | None,
        typer.Option(
            metavar="T,...",
            help="How many models leave after each round, for each tournament: 0,1,2; or halving, front:2:4, back:2:4, "
            "every:2:4. By default from 0 to the most that cannot exhaust them.",
        ),
    ] = None,
    ties: Ties = None,
    tie_tolerance: Annotated[float, typer.Option(help="Scores that differ by at most this are equal.", min=0)] = 0.0,
    missing: Missing = None,
    questions: Annotated[
        int | None,
        typer.Option(help="Take scores as shares of right answers to so many questions each, for intervals.", min=1),
    ] = None,
    sequence: Annotated[
        Path | None, typer.Option(metavar="LIST", help="The rounds in their order, a name a line; others are left out.")
    ] = None,
    round_column: Annotated[
        str, typer.Option(help="With --kind outcomes: the column that says which round a question is of.")
    ] = "benchmark",
    pairing: Annotated[
        Literal["swiss", "random", "round_robin"], typer.Option(help="Who meets whom in a round.")
    ] = "swiss",
    floats: Annotated[
        Literal["none", "down"], typer.Option(help="Whether the odd model of a group has a bye or joins the next.")
    ] = "none",
    bye_points: Annotated[float, typer.Option(help="What a bye is worth: 0, 0.5 or 1.")] = 0.0,
    overflow: Annotated[
        Literal["group", "cascade"],
        typer.Option(help="Whether more leave than have the fewest points, if the number is larger."),
    ] = "group",
    method: Annotated[
        Literal["simulate", "exact"],
        typer.Option(help="Contests at random, or all that can happen (about 10 models at most)."),
    ] = "simulate",
    contests: Annotated[int | None, typer.Option(help="Contests of each tournament, or for each draw.", min=2)] = None,
    draws: Annotated[int, typer.Option(help="Posterior draws.", min=2)] = 1000,
    orders: Annotated[int, typer.Option(help="Random orders of the rounds to compare with; 0 for none.", min=0)] = 50,
    ci_prob: Annotated[float, typer.Option(help="Probability of intervals and rank sets.")] = 0.95,
    seed: Seed = 0,
    top: Top = None,
    plot: Annotated[Path | None, typer.Option(metavar="OUT.png", help="Write the plot of expected wins.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="OUT.html", help="Write one self-contained HTML page.")] = None,
    kind: Annotated[
        Literal["scores", "outcomes"], typer.Option(help="What FILE holds: scores on benchmarks, or outcomes.")
    ] = "scores",
    columns: Columns = None,
    ignore: Ignore = None,
    weights: Weights = None,
    outcome_values: OutcomeWords = None,
    repeated_rows: RepeatedRows = "refuse",
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Let models meet in Swiss rounds: expected wins, and how fragile they are when the last have to leave."""
    with errors_told():
        refuse_no_plot(plot)
        refuse_no_places(html)
        from bayesrank.options import check_probability
        from bayesrank.report.swiss_findings import swiss_findings
        from bayesrank.swiss.contests.contest_rules import ContestRules
        from bayesrank.swiss.swiss_tournament import swiss_tournament

        check_probability("ci_prob", ci_prob)
        played = _played(context)
        rules = ContestRules(pairing, floats, bye_points, overflow)
        schedules = None if eliminate is None else [schedule(text) for text in listed(eliminate)]
        _tell_budget(played, schedules, rules)
        tournament = swiss_tournament(
            played, eliminate=schedules, rules=rules, method=method, n_contests=contests, random_seed=seed
        )
        reordered = _in_other_orders(tournament, 0 if schedules is None else schedules[0], orders, seed)
        _tell(swiss_findings(tournament, sequence=reordered, ci_prob=ci_prob), context)


def _tell(findings: "SwissFindings", context: typer.Context) -> None:
    """Write the plot and the page that are asked for, and print the rest once nothing can fail any more."""
    given = context.params
    if given["plot"] is not None:
        from bayesrank.plots.plot_expected_wins import plot_expected_wins

        axes = plot_expected_wins(findings.tournament, most=given["top"], ci_prob=findings.ci_prob)
        cast("Figure", axes.figure).savefig(given["plot"], dpi=150)
    if given["html"] is not None:
        from bayesrank.report.swiss_html import write_swiss_report

        write_swiss_report(findings, given["html"])
    if given["json"]:
        from bayesrank.report.swiss_record import swiss_record

        print_json(swiss_record(findings))
    else:
        from bayesrank.report.swiss_table import print_tournament

        print_tournament(findings, sys.stdout, top=given["top"])


def _played(context: typer.Context) -> "WinTensor | WinDraws":
    """Return who beats whom by the file and the options of the command."""
    from bayesrank.readers.name_list import read_names
    from bayesrank.swiss.rounds.assumed_errors import with_binomial_errors
    from bayesrank.swiss.to_play import to_play

    given = context.params
    if given["kind"] == "outcomes":
        refuse_given(context, OF_SCORES, "with --kind outcomes", "It is for scores.")
    else:
        refuse_given(context, ("round_column",), "with --kind scores", "It is for outcomes.")
    data = read_data(context)
    if given["questions"] is not None:
        data = with_binomial_errors(data, given["questions"])
    names = ("draws", "round_column") if given["kind"] == "outcomes" else OF_SCORES[:3]
    if given["kind"] == "scores" and data.standard_errors is not None:
        refuse_given(context, ("ties", "tie_tolerance"), "with standard errors", "Draws of scores have no ties.")
        names = ("draws", "missing")
    if "draws" not in names:
        refuse_given(context, ("draws",), "without standard errors", "Add --questions, or standard errors to FILE.")
    options = {name: given[name] for name in names}
    if given["sequence"] is not None:
        options["sequence"] = read_names(given["sequence"], "round")
    played = to_play(data, random_seed=given["seed"], **options)
    return played if given["questions"] is None else _with_assumption(cast("WinDraws", played), given["questions"])


def _with_assumption(played: "WinDraws", questions: int) -> "WinDraws":
    """Say with draws what the numbers of questions that somebody gave take for granted."""
    from bayesrank.counted import counted

    each = f"{counted(questions, 'question')} each"
    assumed = (
        f"intervals rest on an assumption: that scores are shares of right answers to {each}, that models answer "
        f"independently of each other, and that errors are normal. Give outcomes, counts or standard errors instead."
    )
    source = f"{played.source}, taken as shares of right answers to {each}"
    return replace(played, source=source, doubts=(*played.doubts, assumed))


def _in_other_orders(
    tournament: "SwissTournament", eliminate: int | str, orders: int, seed: int
) -> "SequenceSensitivity | None":
    """Play the first tournament in other orders of its rounds, where there are any."""
    from bayesrank.studies.sequence_sensitivity import sequence_sensitivity

    if orders == 0 or len(tournament.wins.rounds) < 2:
        return None
    return sequence_sensitivity(
        tournament.played,
        n_orders=orders,
        eliminate=eliminate,
        rules=tournament.rules,
        n_contests=CONTESTS_AN_ORDER,
        random_seed=seed,
    )


def _tell_budget(
    played: "WinTensor | WinDraws", schedules: "Sequence[int | str] | None", rules: "ContestRules"
) -> None:
    """Say on standard error, before anything is played, what is known without the data, where the rules let it be."""
    from bayesrank.report.swiss_budget import print_budget
    from bayesrank.swiss.contests.contest_budget import contest_budget
    from bayesrank.swiss.contests.contest_rules import ContestRules
    from bayesrank.swiss.fragility.elimination_grid import natural_grid

    if rules == ContestRules():
        size = len(played.models), len(played.rounds)
        budget = contest_budget(*size, natural_grid(*size) if schedules is None else schedules)
        print_budget(budget, played, sys.stderr)
