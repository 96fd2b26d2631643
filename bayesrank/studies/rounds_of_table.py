"""The rounds of a score table as studies take them: turned so that higher is better, missing scores decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_choice
from bayesrank.swiss.rounds.missing_scores import rounds_to_play
from bayesrank.swiss.rounds.round_scores import RoundScores, round_scores

type MissingScores = Literal["half", "drop_round"]

CHOICES: tuple[MissingScores, ...] = ("half", "drop_round")


def rounds_of_table(
    table: ScoreTable, *, sequence: Sequence[str] | None = None, missing: MissingScores | None = None
) -> RoundScores:
    """Return the scores of a table in rounds.

    Parameters
    ----------
    table : ScoreTable
    sequence : sequence of str, optional
        Names of the benchmarks in the order in which they are played; those left out are not. Without it, all in the
        order of the table.
    missing : {"half", "drop_round"}, optional
        What becomes of a round in which scores are missing: in a tournament a model without one draws with all, and
        averages and votes leave it out; or nobody plays the round. Must be chosen where a score is missing.

    Raises
    ------
    DataError
        If scores are missing and nothing says what follows, no round is left, or a name is unknown.
    ValueError
        If ``missing`` is none of its choices.
    """
    if missing is not None:
        check_choice("missing", missing, MissingScores)
    scored = round_scores(table, sequence=sequence)
    return scored.in_order(rounds_to_play(scored.observed, scored.models, scored.rounds, missing, CHOICES))
