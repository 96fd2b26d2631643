"""The commands ``bayesrank sequence``: ranks that hold at every look, of a finished file or of one that grows."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from bayesrank.cli_endings import NO_RESULT, errors_told, print_json, refuse_no_places, refuse_no_plot
from bayesrank.cli_options import (
    TEXTS,
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
    Top,
    Weights,
    listed,
    number,
    pairs,
    read_data,
    refuse_given,
    share_or_number,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bayesrank.readers.growing_file import GrowingFile
    from bayesrank.sequential.arriving_scores import Layout
    from bayesrank.sequential.rank_confidence_sequence import RankConfidenceSequence
    from bayesrank.sequential.rank_sequence import RankSequence
    from bayesrank.sequential.retirement import Retirement
    from bayesrank.sequential.watch import News, Watch

NUMBERED = {"topk": 3, "topk_safe": 3, "width": 0}  # rules of --retire that take a number, and such a one

Certifiers = Annotated[
    Literal["auto", "bonferroni", "shortcut", "e_holm", "star", "enumeration", "exact"],
    typer.Option("--certifier", help="How pairs are certified; auto: enumeration to 8 models, exact to 24, else star."),
]
Retire = Annotated[
    str | None,
    typer.Option(
        "--retire", metavar="RULE", help="Ask models no further by all_pairs, topk:3, topk_safe:3 or width:0."
    ),
]
MissingScores = Annotated[
    Literal["refused", "pessimistic", "skipped_without_looking"],
    typer.Option("--missing", help="What the missing score of a model that is asked means."),
]
ScoreRange = Annotated[
    str | None,
    typer.Option("--score-range", metavar="LOW,HIGH", help="Lowest and highest score there can be; 0,1 if not said."),
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="OUT.png", help="Write the plot of the ranks left at every look.")
]

sequence = typer.Typer(
    help="Ranks that hold at every look: while questions are asked, or of a finished file.", no_args_is_help=True
)


@sequence.command()
def run(
    context: typer.Context,
    file: Results,
    looks: Looks = "1%",
    alpha: Alpha = 0.05,
    target: Annotated[
        Literal["benchmark", "population"], typer.Option(help="These questions, or questions like these.")
    ] = "benchmark",
    certifier: Certifiers = "auto",
    retire: Retire = None,
    missing: MissingScores = "refused",
    seed: OrderSeed = 0,
    top: Top = None,
    plot: Plot = None,
    kind: QuestionKind = "outcomes",
    score_range: ScoreRange = None,
    columns: Columns = None,
    ignore: Ignore = None,
    weights: Weights = None,
    outcome_values: OutcomeWords = None,
    repeated_rows: RepeatedRows = "refuse",
    lower_is_better: LowerIsBetter = None,
    *,
    json: AsJson = False,
) -> None:
    """Go through a finished file in random order: which ranks were left when, and what is left at the end."""
    with errors_told():
        refuse_no_plot(plot)
        from bayesrank.sequential.choose_certifier import NODES

        options: dict[str, Any] = {"certifier": certifier, "missing": missing, "target": target}
        options |= {"budget": None, "nodes": NODES}
        if score_range is not None:
            options["score_range"] = _score_range(score_range)
        options["retirement"] = _retirement(retire)
        data = read_data(context)
        from bayesrank.sequential.rank_confidence_sequence import rank_confidence_sequence

        result = rank_confidence_sequence(data, alpha=alpha, looks=share_or_number(looks), random_seed=seed, **options)
        _tell_result(result, top=top, plot=plot, json=json)


@sequence.command()
def watch(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Results that grow: .csv, .tsv, .jsonl, .parquet.", show_default=False),
    ],
    state: Annotated[Path, typer.Option(metavar="STATE", help="Where the state is kept, and taken up if it is there.")],
    models: Annotated[
        list[str] | None, typer.Option(metavar="NAME,...", help="All models; by default those in a wide file's header.")
    ] = None,
    order: Annotated[
        Path | None,
        typer.Option(metavar="LIST", help="All questions, a name a line, in the order drawn before the first score."),
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(metavar="LIST", help="All questions, a name a line; their order is drawn by --seed.")
    ] = None,
    seed: OrderSeed = 0,
    target: Annotated[
        Literal["benchmark", "population"] | None,
        typer.Option(help="These questions (the default with --order or --questions), or questions like these."),
    ] = None,
    looks: Annotated[str, typer.Option(help="After every so many questions, or every such share of all: 1%.")] = "1",
    alpha: Alpha = 0.05,
    certifier: Certifiers = "auto",
    retire: Retire = None,
    missing: MissingScores = "refused",
    score_range: ScoreRange = None,
    every: Annotated[float, typer.Option(metavar="SECONDS", help="How often to read what is new.", min=0.01)] = 5.0,
    top: Top = None,
    plot: Plot = None,
    columns: Columns = None,
    ignore: Ignore = None,
    outcome_values: OutcomeWords = None,
    *,
    once: Annotated[bool, typer.Option("--once", help="Read what there is, and end.")] = False,
    json: AsJson = False,
) -> None:
    """Follow a file that grows: tell what is newly certified, until all is, and keep the state on disk."""
    with errors_told():
        refuse_no_places(state)
        refuse_no_plot(plot)
        from bayesrank.readers.growing_file import GrowingFile
        from bayesrank.sequential.arriving_scores import Layout
        from bayesrank.sequential.state_file import held_state
        from bayesrank.sequential.watch import Watch
        from bayesrank.sequential.watch_plan import WatchPlan

        words = None if outcome_values is None else TEXTS["outcome_values"](outcome_values)
        layout = Layout(pairs(columns, "--columns"), listed(ignore), words)
        results = GrowingFile(file)
        declared = _declared(context, results, layout)
        plan = WatchPlan(
            share_or_number(looks), None if declared.order is None else len(declared.order), _retirement(retire)
        )
        with held_state(state):
            watched = Watch(results, state, declared, plan, layout)
            _follow(watched, None if once else every)
        for note in watched.notes():
            typer.echo(f"note: {note}", err=True)
        _tell_result(watched.result(), top=top, plot=plot, json=json)


def _declared(context: typer.Context, results: "GrowingFile", layout: "Layout") -> "RankSequence":
    """Return the sequence that the options of ``watch`` declare, before its first score."""
    from bayesrank.readers.name_list import read_names
    from bayesrank.sequential.arriving_scores import models_of
    from bayesrank.sequential.choose_certifier import NODES
    from bayesrank.sequential.rank_sequence import RankSequence

    given = context.params
    models = tuple(listed(given["models"])) or models_of(results, layout)
    options: dict[str, Any] = {name: given[name] for name in ("alpha", "certifier", "missing")}
    options |= {"budget": None, "nodes": NODES}
    if given["score_range"] is not None:
        options["score_range"] = _score_range(given["score_range"])
    if given["questions"] is None:
        refuse_given(context, ("seed",), "without --questions", "An order that is given was drawn by somebody else.")
    else:
        refuse_given(context, ("order",), "with --questions", "Give one of them.")
        names = read_names(given["questions"], "question")
        options["target"] = given["target"] or "benchmark"
        return RankSequence.of_questions(models, names, random_seed=given["seed"], **options)
    if given["order"] is not None:
        options["order"] = read_names(given["order"], "question")
    if "order" in options and given["target"] != "population":
        options["population_size"] = len(options["order"])
    elif given["target"] == "benchmark":
        message = "--target benchmark must have all questions and their order; got neither. Add --order or --questions."
        raise ValueError(message)
    return RankSequence(models, **options)


def _follow(watched: "Watch", every: float | None) -> None:
    """Read, count and look until nothing is left to learn, or somebody interrupts; once if no seconds are given."""
    import time

    from bayesrank.inference.progress import stage, tracked

    try:
        while True:
            watched.read()
            for news in tracked(watched.looks(), watched.most_looks, "looking"):
                _tell(news)
            if every is None or watched.done:
                return
            with stage(f"{watched.sequence.n_questions} questions count; waiting for more"):
                time.sleep(every)
    except KeyboardInterrupt:
        return


def _tell(news: "News") -> None:
    """Say on standard error what a look brought."""
    worse: dict[str, list[str]] = {}
    for better, other in news.certified:
        worse.setdefault(better, []).append(other)
    said = [f"{better} above {', '.join(others)}" for better, others in worse.items()]
    said += [f"{model} is asked no further" for model in news.retired]
    said += ["failed: no order of the models is left"] * news.failed
    if said:
        typer.echo(f"after {news.n_questions} questions: {'; '.join(said)}", err=True)


def _tell_result(result: "RankConfidenceSequence", *, top: int | None, plot: Path | None, json: bool) -> None:
    """Print the result, and end with an exit code of its own if no order of the models is left."""
    if plot is not None:
        from bayesrank.plots.plot_sequence import plot_sequence

        cast("Figure", plot_sequence(result, most=top).figure).savefig(plot, dpi=150)
    if json:
        from bayesrank.report.versions import versions

        print_json(result.record() | {"versions": versions()})
    else:
        from bayesrank.report.sequence_table import print_sequence

        print_sequence(result, sys.stdout, top=top)
    if result.report.failed:
        raise typer.Exit(NO_RESULT)


def _score_range(text: str) -> tuple[float, float]:
    ends = [number(end, "--score-range") for end in text.split(",")]
    if len(ends) != 2:
        message = f"--score-range must be two numbers with a comma between; got {text!r}. Write 0,100, say."
        raise ValueError(message)
    return ends[0], ends[1]


def _retirement(text: str | None) -> "Retirement | None":
    """Return a rule that was given with its number behind a colon."""
    if text is None:
        return None
    from bayesrank.sequential.retirement import Retirement

    rule, _, given = text.partition(":")
    if given and not given.isdecimal():
        message = f"--retire must be a rule, and its number behind a colon; got {text!r}. Write topk:3, say."
        raise ValueError(message)
    if not given and rule in NUMBERED:
        example = f"{rule}:{NUMBERED[rule]}"
        message = f"--retire must have the number of its rule behind a colon; got {text!r}. Write {example}, say."
        raise ValueError(message)
    numbers: dict[str, Any] = {"width" if rule == "width" else "k": int(given)} if given else {}
    return Retirement(cast("Any", rule), **numbers)
