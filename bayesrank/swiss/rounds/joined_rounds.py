"""Several benchmarks that are played as one round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_choice
from bayesrank.swiss.rounds.round_sequence import in_sequence

type Within = Literal["mean_rank", "mean_z", "majority", "mean"]


@dataclass(frozen=True, eq=False)
class JoinedRounds:
    """Which benchmarks are one round, and how their scores become one.

    Parameters
    ----------
    benchmarks : mapping of str to sequence of str
        Name of a round to its benchmarks, each benchmark in one round at most.
    within : {"mean_rank", "mean_z", "majority", "mean"}
        What is compared in a round of several benchmarks: the mean of a model's ranks on them, equal scores sharing
        theirs; the mean of its scores in standard deviations; on how many of them it is better, so that more is a win
        and as many a tie; or the mean score. The last is for benchmarks of the same scale and direction: the scores
        of each must all lie from 0 to 1, or those of each from 0 to 100 and not all up to 1.

    Raises
    ------
    DataError
        If a round has no benchmark, or a benchmark is in two.
    ValueError
        If ``within`` is none of its choices.
    """

    benchmarks: Mapping[str, Sequence[str]]
    within: Within

    def __post_init__(self) -> None:
        check_choice("within", self.within, Within)
        round_of: dict[str, str] = {}
        for name, members in self.benchmarks.items():
            if isinstance(members, str) or not members:
                message = f"round {name!r} must be a list of one or more benchmarks; got {members!r}. List them."
                raise DataError(message)
            for member in members:
                if member in round_of:
                    message = (
                        f"a benchmark must be in one round, once; got {member!r} in {round_of[member]!r} and in "
                        f"{name!r}. Take it out of one."
                    )
                    raise DataError(message)
                round_of[member] = name


def round_columns(
    table: ScoreTable, sequence: Sequence[str] | None, rounds: JoinedRounds | None
) -> dict[str, list[int]]:
    """Return the columns of the table that each round is played on, rounds in the order in which they are played.

    Benchmarks that are joined make one round, each other benchmark is a round of its own. Without a sequence, rounds
    stand where their first benchmark stands in the table.

    Parameters
    ----------
    sequence : sequence of str or None
        Names of rounds; those that it leaves out are not played.
    rounds : JoinedRounds or None

    Raises
    ------
    DataError
        If a benchmark or round is named that there is not, or a round has the name of a benchmark outside it.
    """
    column = {name: place for place, name in enumerate(table.benchmarks)}
    joined = {} if rounds is None else rounds.benchmarks
    round_of = {member: name for name, members in joined.items() for member in members}
    for member, name in round_of.items():
        if member not in column:
            message = f"round {name!r} must be of benchmarks in the table; got {member!r}. Check the spelling."
            raise DataError(message)
        if name in column and round_of.get(name) != name:
            message = (
                f"round {name!r} must not have the name of a benchmark outside it; got that one. Rename the round."
            )
            raise DataError(message)
    found: dict[str, list[int]] = {}
    for benchmark in table.benchmarks:
        name = round_of.get(benchmark, benchmark)
        found.setdefault(name, [column[member] for member in joined.get(name, [benchmark])])
    return in_sequence(found, sequence)
