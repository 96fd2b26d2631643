"""Draws of scores that were published with standard errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds, round_columns
from bayesrank.swiss.rounds.joined_scores import join_scores
from bayesrank.swiss.rounds.missing_scores import Missing, missing_words, rounds_to_play
from bayesrank.swiss.rounds.round_scores import observed_in, way_to_join
from bayesrank.swiss.win_draws import WinDraws


def win_draws_from_scores(
    table: ScoreTable,
    *,
    sequence: Sequence[str] | None = None,
    rounds: JoinedRounds | None = None,
    missing: Missing | None = None,
    draws: int = 1000,
    random_seed: int | None = None,
) -> WinDraws:
    """Draw the score of each model on each benchmark, independently, from Normal(score, standard error).

    Benchmarks of one round are joined anew in every draw. Models that answered the same questions have errors in
    common, which standard errors do not tell of: where the answers are known,
    :func:`~bayesrank.swiss.rounds.draws_from_outcomes.win_draws_from_outcomes` is sharper.

    Parameters
    ----------
    table : ScoreTable
        With standard errors.
    sequence, rounds
        See :func:`~bayesrank.swiss.rounds.from_scores.win_tensor_from_scores`; benchmarks are not joined by majority.
    missing : {"drop_round"}, optional
        Must be chosen where a score is missing: there is nothing to draw for the other choices of win tensors.
    draws : int
        Number of draws, at least 2.
    random_seed : int, optional

    Returns
    -------
    WinDraws

    Raises
    ------
    DataError
        If there are no standard errors, scores are missing and there is no choice, or names are not in the table.
    ValueError
        If an option is none of its choices.
    """
    check_at_least("draws", draws, 2)
    if missing not in {None, "drop_round"}:
        message = f"missing must be 'drop_round' or left out where scores are drawn; got {missing!r}. Choose it."
        raise ValueError(message)
    if table.standard_errors is None:
        message = (
            "standard_errors must be known to draw scores; got a score table without. Read it with the column "
            "standard_error, or build a win tensor from the scores alone."
        )
        raise DataError(message)
    columns = round_columns(table, sequence, rounds)
    names = tuple(columns)
    observed = observed_in(table, columns.values())
    played = [names[k] for k in rounds_to_play(observed, table.models, names, missing, ("drop_round",))]
    seed = seed_or_fresh(random_seed)
    drawn = _draw(table, table.standard_errors, draws, seed)
    scores = np.empty((draws, len(table.models), len(played)))
    for k, name in enumerate(played):
        within = way_to_join(table, name, columns[name], rounds)
        block = drawn[:, :, columns[name]]
        scores[:, :, k] = block[:, :, 0] if within is None else [join_scores(draw, within) for draw in block]
    absent = missing_words(observed, missing)
    source = "Normal draws of scores" + (f" with {absent}" if absent else "")
    return WinDraws(table.models, tuple(played), scores, source=source, random_seed=seed)


def _draw(table: ScoreTable, standard_errors: FloatArray, draws: int, seed: int) -> FloatArray:
    """Return draws of the whole table, higher is better, so that a sequence changes none, shape (B, M, benchmarks)."""
    scores = np.where(table.higher_is_better, 1.0, -1.0) * table.scores
    cells = np.nan_to_num(np.stack([scores, standard_errors, ~np.isnan(scores)], axis=2))
    order = np.ix_(*canonical_order(cells, np.arange(len(table.benchmarks)), table.models, table.benchmarks))
    noise = np.empty((draws, *scores.shape))
    noise[:, *order] = np.random.default_rng(seed).standard_normal(noise.shape)
    return np.asarray(scores + standard_errors * noise)
