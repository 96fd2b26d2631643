"""What the commands of ``bayesrank`` share: options, their text turned into values, and the data that they read."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

Results = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="Results: .csv, .tsv, .jsonl, .parquet, .npy, .npz.", show_default=False),
]
Kind = Annotated[
    Literal["outcomes", "comparisons", "orderings", "scores"],
    typer.Option("--kind", help="What FILE holds: outcomes of questions, battles, orderings by voters, or scores."),
]
QuestionKind = Annotated[
    Literal["outcomes", "scores"],
    typer.Option("--kind", help="What FILE holds: outcomes of questions, or scores, each benchmark a question."),
]
Looks = Annotated[str, typer.Option("--looks", help="After every such share of the questions, or every so many: 10.")]
Alpha = Annotated[
    float, typer.Option("--alpha", help="Probability that anything certified at any look is wrong, at most.")
]
OrderSeed = Annotated[
    int,
    typer.Option(
        "--seed",
        help="Seed of the order of the questions; choose one before looking, trying seeds until a pair is certified "
        "voids alpha.",
        min=0,
    ),
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
    Path | None,
    typer.Option(
        "--prior",
        metavar="FILE",
        help="Prior outcomes (a greedy run, say), for programs that read them, such as bayes.",
    ),
]
WinnerWords = Annotated[
    list[str] | None,
    typer.Option(
        "--winner-values",
        metavar="WORD=WINNER,...",
        help="What winners of battles mean (a, b or tie): left=a,right=b; arena for the words of chat arenas.",
    ),
]
LowerIsBetter = Annotated[
    list[str] | None,
    typer.Option("--lower-is-better", metavar="NAME,...", help="Benchmarks whose lower scores are better."),
]
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
Seed = Annotated[int, typer.Option("--seed", help="Seed of the draws.", min=0)]
Top = Annotated[int | None, typer.Option("--top", help="Print only the first so many models.", min=1)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]

READERS = {
    "outcomes": "read_outcomes",
    "comparisons": "read_comparisons",
    "orderings": "read_orderings",
    "scores": "read_score_table",
}
# what only the reader of one kind of data has
READING: Mapping[str, tuple[str, ...]] = {
    "outcomes": ("weights", "outcome_values", "repeated_rows", "prior"),
    "comparisons": ("winner_values",),
    "orderings": (),
    "scores": ("lower_is_better",),
}


def read_data(context: typer.Context) -> Any:  # noqa: ANN401 (any observations)
    """Read the file of a command as its options say.

    Raises
    ------
    ValueError
        If an option cannot be understood, or is one that data of this kind are read without.
    DataError
        If the data are not as described.
    """
    given = context.params
    kind = given.get("kind", "outcomes")
    for other, names in READING.items():
        if other != kind:
            refuse_given(context, names, f"with --kind {kind}", f"It is for --kind {other}.")
    chosen = {name: TEXTS[name](given[name]) for name in READING[kind] if _is_given(context, name)}
    read = getattr(import_module(f"bayesrank.readers.{READERS[kind]}"), READERS[kind])
    return read(given["file"], columns=pairs(given["columns"], "--columns"), ignore=listed(given["ignore"]), **chosen)


def read_scores(context: typer.Context) -> Any:  # noqa: ANN401 (a score table)
    """Read the scores of models on benchmarks of a command that reads nothing else."""
    context.params["kind"] = "scores"
    return read_data(context)


def refuse_given(context: typer.Context, names: Iterable[str], where: str, remedy: str) -> None:
    """Raise ``ValueError`` if one of these options was given where nothing would read it."""
    for name in names:
        if _is_given(context, name):
            option = name.replace("_", "-")
            message = f"--{option} must be left out {where}; got {_as_typed(context.params[name])}. {remedy}"
            raise ValueError(message)


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _as_typed(value: object) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def options_of_rule(rule: str, given: list[str] | None) -> dict[str, Any]:
    """Return the options of a rule by name: words where it takes words, else numbers, or several with colons.

    Raises
    ------
    ValueError
        If there is no such rule, a text is no number, or what is given has an option of its own.
    """
    from bayesrank.ranks.rank import rank
    from bayesrank.rules.registry import find_rule

    return _options("--rule-options", given, _defaults(find_rule(rule).function), reserved=_defaults(rank))


def options_of_program(
    data: object,
    program: str | None,
    target: Any,  # noqa: ANN401 (one of its targets)
    given: list[str] | None,
) -> dict[str, Any]:
    """Return the options of a program, and of how data are reduced to what it reads, by name.

    Parameters
    ----------
    data
        Any observations.
    program : str or None
        By default the one for the data and the target.
    target : str or None
    given : list of str or None
        As for a rule.

    Raises
    ------
    ValueError
        If there is no such program, a text is no number, or what is given has an option of its own.
    DataError
        If the program cannot read the data.
    """
    from bayesrank.programs.registry import find_program
    from bayesrank.ranks.fitting import default_program, fit
    from bayesrank.statistics.summarise import find_reduction

    if not given:
        return {}
    found = find_program(default_program(data, target) if program is None else program)
    defaults = found.defaults | _defaults(find_reduction(data, found.reads).count)
    return _options("--program-options", given, defaults, reserved=_defaults(fit))


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    return {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}


def _options(
    option: str, given: list[str] | None, defaults: Mapping[str, Any], *, reserved: Iterable[str]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, text in pairs(given, option).items():
        if name in reserved:
            message = f"{option} must not hold {name}; got {text}. Use the option of the command."
            raise ValueError(message)
        # what turns the data into those that the method reads takes words
        values[name] = _value(text, defaults.get(name, ""), option)
    return values


def _value(text: str, default: object, option: str) -> Any:  # noqa: ANN401 (what the option is)
    """Return a text as what its default is: a word, a number, or several; as a number if it is one, where none is."""
    if isinstance(default, str):
        return text
    if isinstance(default, tuple):
        return _several(text, default, option)
    try:
        value = number(text, option)
    except ValueError:
        if default is not None:
            raise
        return text
    return int(value) if value.is_integer() else value


def _several(text: str, default: tuple[Any, ...], option: str) -> tuple[Any, ...]:
    parts = text.split(":")
    if not default:
        return tuple(parts)
    if len(parts) != len(default):
        message = f"{option} must hold {len(default)} numbers with colons between; got {text!r}. Write 0:1, say."
        raise ValueError(message)
    return tuple(number(part, option) for part in parts)


def listed(given: list[str] | None) -> list[str]:
    """Split what was given once with commas, or several times."""
    return [part for text in given or [] for part in text.split(",")]


def pairs(given: list[str] | None, option: str) -> dict[str, str]:
    """Return pairs A=B that were given once with commas, or several times.

    Raises
    ------
    ValueError
        If a part has no ``=``.
    """
    found = {}
    for part in listed(given):
        key, separator, value = part.partition("=")
        if not separator:
            message = f"{option} must be pairs A=B with commas between; got {part!r}. Write {part}=NAME."
            raise ValueError(message)
        found[key] = value
    return found


def share_or_number(text: str) -> int | str:
    """Return how often to look: a number of questions, or whatever else was said."""
    return int(text) if text.isdecimal() else text


def number(text: str, option: str) -> float:
    """Return a number.

    Raises
    ------
    ValueError
        If it is none.
    """
    try:
        return float(text)
    except ValueError:
        message = f"{option} must hold numbers; got {text!r}. Write 0, 0.5 or 1, say."
        raise ValueError(message) from None


def schedule(text: str) -> int | str:
    """Return a schedule as it is read: a number if it is one."""
    try:
        return int(text)
    except ValueError:
        return text


def whole_numbers(text: str, option: str) -> tuple[int, ...]:
    """Return whole numbers with commas between.

    Raises
    ------
    ValueError
        If one is none.
    """
    parts = text.split(",")
    if not all(part.isdecimal() for part in parts):
        message = f"{option} must be whole numbers with commas between; got {text!r}. Write 1,2,4, say."
        raise ValueError(message)
    return tuple(map(int, parts))


def _outcome_values(given: list[str]) -> dict[str, float | None]:
    words = pairs(given, "--outcome-values")
    return {word: None if value == "" else number(value, "--outcome-values") for word, value in words.items()}


def _winner_values(given: list[str]) -> Mapping[str, str]:
    from bayesrank.readers.read_comparisons import ARENA_WINNERS

    return ARENA_WINNERS if given == ["arena"] else pairs(given, "--winner-values")


TEXTS: Mapping[str, Callable[[Any], Any]] = {
    "weights": lambda text: [number(weight, "--weights") for weight in text.split(",")],
    "outcome_values": _outcome_values,
    "repeated_rows": str,
    "prior": Path,
    "winner_values": _winner_values,
    "lower_is_better": listed,
}
