"""Who beats whom by the margin of published scores: a small lead is nearly an even match."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_positive
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds, round_columns
from bayesrank.swiss.rounds.missing_scores import Missing, decide_missing, missing_words, rounds_to_play
from bayesrank.swiss.rounds.round_scores import RoundScores, round_scores
from bayesrank.swiss.win_tensor import WinTensor


def win_tensor_from_margins(
    table: ScoreTable,
    *,
    sequence: Sequence[str] | None = None,
    rounds: JoinedRounds | None = None,
    scale: float | Mapping[str, float] | None = None,
    missing: Missing | None = None,
) -> WinTensor:
    """Let model i beat j in round k with probability 1 / (1 + exp(-(s_i - s_j) / scale_k)).

    Equal scores are even matches, so that ties need no rule. A lead of one scale wins with probability 0.73, of two
    with 0.88, of three with 0.95. With a standard error for scale this is more cautious than the probability that the
    model is better, which is 0.84, 0.98 and 0.999 there; draws of the scores give that one.

    Parameters
    ----------
    table : ScoreTable
    sequence, rounds
        See :func:`~bayesrank.swiss.rounds.from_scores.win_tensor_from_scores`.
    scale : float, or mapping of str to float, optional
        In units of the scores, of all rounds or of each by its name. Without it, the standard error of the difference
        of two scores of the round, pooled: the root of twice the mean square of their standard errors.
    missing : {"lose", "drop_round", "half"}, optional
        See the same function.

    Returns
    -------
    WinTensor

    Raises
    ------
    DataError
        If there is no scale for a round, or one for a round that there is not, scores are missing and there is no
        choice, or names are not in the table.
    ValueError
        If a scale is not positive, or benchmarks are joined by majority.

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> board = pd.DataFrame({"model": ["x", "y"], "law": [80, 70]})
    >>> tensor = win_tensor_from_margins(br.read_score_table(board), scale=10)
    >>> tensor.win[0, 0, 1].round(3)
    np.float64(0.731)
    """
    from scipy.special import expit

    if isinstance(scale, Mapping):
        _check_rounds(scale, round_columns(table, None, rounds))
    scored = round_scores(table, sequence=sequence, rounds=rounds)
    absent = missing_words(scored.observed, missing)
    scored = scored.in_order(rounds_to_play(scored.observed, scored.models, scored.rounds, missing))
    by_round = scored.scores.T
    win = expit((by_round[:, :, None] - by_round[:, None, :]) / _scales(scored, scale)[:, None, None])
    draw = np.zeros(win.shape)
    decide_missing(win, draw, scored.observed, missing)
    source = "margins of scores" + (f" with {absent}" if absent else "")
    return WinTensor(scored.models, scored.rounds, win, draw, source=source)


def _check_rounds(scale: Mapping[str, float], rounds: Collection[str]) -> None:
    """Refuse a scale of a round that there is not; one of a round that is not played may be there."""
    for name in scale:
        if name not in rounds:
            message = f"scale must be of rounds that there are; got {name!r}. Check the spelling, or drop it."
            raise DataError(message)


def _scales(scored: RoundScores, scale: float | Mapping[str, float] | None) -> FloatArray:
    """Return the scale of each round, shape (K,)."""
    if scale is None:
        return np.array([_pooled(scored, k) for k in range(len(scored.rounds))])
    if not isinstance(scale, Mapping):
        check_positive("scale", scale)
        return np.full(len(scored.rounds), float(scale))
    for name in scored.rounds:
        if name not in scale:
            message = f"scale must have an entry for every round; got none for {name!r}. Add it."
            raise DataError(message)
        check_positive(f"scale of {name!r}", scale[name])
    return np.array([float(scale[name]) for name in scored.rounds])


def _pooled(scored: RoundScores, k: int) -> float:
    errors = None if scored.standard_errors is None else scored.standard_errors[scored.observed[:, k], k]
    if errors is None or np.isnan(errors).any():
        message = (
            f"scale must be given where scores have no standard errors; got none for round {scored.rounds[k]!r}. "
            f"Pass scale=, in units of the score, or a table with standard errors."
        )
        raise DataError(message)
    return float(np.sqrt(2 * np.mean(np.sort(errors) ** 2)))
