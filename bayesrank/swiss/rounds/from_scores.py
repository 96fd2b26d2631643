"""Who beats whom by published scores: the higher one wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_choice, seed_or_fresh
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from bayesrank.swiss.rounds.missing_scores import Missing, decide_missing, missing_words, rounds_to_play
from bayesrank.swiss.rounds.round_results import RoundResults, round_results
from bayesrank.swiss.win_tensor import WinTensor

type Ties = Literal["half", "random", "fixed_random", "both_lose"]

WORST_ROUNDS = 3  # that a message about ties names


def win_tensor_from_scores(  # the order of names decides nothing, so no policy of ties is "first" or "last"
    table: ScoreTable,
    *,
    sequence: Sequence[str] | None = None,
    rounds: JoinedRounds | None = None,
    ties: Ties | None = None,
    tie_tolerance: float = 0.0,
    missing: Missing | None = None,
    random_seed: int | None = None,
) -> WinTensor:
    """Let the model with the better score win, in every round for certain.

    Only the order of the scores in a round matters. A round in which all scores are equal is a round of ties.

    Parameters
    ----------
    table : ScoreTable
    sequence : sequence of str, optional
        Names of the rounds in the order in which they are played; those left out are not played. Without it, all in
        the order of the table.
    rounds : JoinedRounds, optional
        Benchmarks that are played as one round; each other one is a round of its own.
    ties : {"half", "random", "fixed_random", "both_lose"}, optional
        What equal scores are: a draw, half a point each; a coin thrown at every match; one coin for each pair and
        round, thrown once; no point for either. Must be chosen where there are any.
    tie_tolerance : float
        Scores that differ by at most this are equal, on the scale of the round: that of the benchmark, mean ranks, or
        standard deviations.
    missing : {"lose", "drop_round", "half"}, optional
        What a model without a score does: loses to all that have one, while two without one both lose; takes the round
        out for all; draws with all. Must be chosen where a score is missing.
    random_seed : int, optional
        Seed of the coins of ``"fixed_random"``.

    Returns
    -------
    WinTensor

    Raises
    ------
    DataError
        If there are ties or missing scores and no choice, no round is left, or names are not in the table.
    ValueError
        If an option is none of its choices.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> board = pd.DataFrame({"model": ["x", "y", "z"], "law": [0.9, 0.8, 0.8], "maths": [0.3, 0.6, 0.5]})
    >>> win_tensor_from_scores(br.read_score_table(board), sequence=["maths", "law"], ties="half")
    WinTensor(3 models x 2 rounds, from scores with ties 'half', 16.7% ties, 16.7% close calls)
    """
    if ties is not None:
        check_choice("ties", ties, Ties)
    results = round_results(table, sequence=sequence, rounds=rounds, tie_tolerance=tie_tolerance)
    absent = missing_words(results.observed, missing)
    results = results.in_order(rounds_to_play(results.observed, results.models, results.rounds, missing))
    if ties is None:
        _refuse_ties(results)
    win = (results.sign > 0).astype(np.float64)
    draw = np.zeros(win.shape)
    if ties == "half":
        draw[results.tied] = 1.0
    elif ties == "random":
        win[results.tied] = 0.5
    seed = seed_or_fresh(random_seed) if ties == "fixed_random" else None
    if seed is not None:
        win[results.tied] = _coins(results, seed)[results.tied]
    decide_missing(win, draw, results.observed, missing)
    equal = f"ties {ties!r}" + ("" if seed is None else f" of seed {seed}") if results.n_ties.any() else ""
    rules = " and ".join(rule for rule in (equal, absent) if rule)
    source = f"scores with {rules}" if rules else "scores"
    return WinTensor(results.models, results.rounds, win, draw, results.n_ties, source)


def _refuse_ties(results: RoundResults) -> None:
    n_ties = results.n_ties
    if not n_ties.any():
        return
    worst = [k for k in np.argsort(-n_ties, kind="stable")[:WORST_ROUNDS] if n_ties[k]]
    n_pairs = len(results.rounds) * len(results.models) * (len(results.models) - 1) // 2
    where = ", ".join(f"{results.rounds[k]!r} ({n_ties[k]})" for k in worst)
    message = (
        f"two scores in a round must differ, or ties= must say who wins; got {n_ties.sum()} of {n_pairs:,} pairs tied "
        f"({n_ties.sum() / n_pairs:.1%}), most in {where}. Choose ties='half', 'random', 'fixed_random' or 'both_lose'."
    )
    raise DataError(message)


def _coins(results: RoundResults, seed: int) -> FloatArray:
    """Throw a coin for each pair in each round, 1 where the first model wins, shape (K, M, M).

    Coins go to models and rounds in canonical order of what the scores compare, not of the scores, so that another
    scale throws no other coins.
    """
    n_rounds, n_models = results.sign.shape[:2]
    standing = np.stack([results.sign.sum(axis=2).T, results.observed], axis=2).astype(np.float64)
    rounds = canonical_order(standing, np.arange(n_rounds), results.models, results.rounds)[1]
    itself = np.eye(n_models)[:, :, None]
    met = np.concatenate([results.sign[rounds].transpose(1, 2, 0), results.tied[rounds].transpose(1, 2, 0), itself], 2)
    models = canonical_order(met, np.arange(n_models), results.models, results.models)[0]
    above = np.triu(np.random.default_rng(seed).integers(2, size=(n_rounds, n_models, n_models)), 1)
    below = np.tril(1 - above.swapaxes(1, 2), -1)
    coins = np.zeros(above.shape)
    coins[np.ix_(rounds, models, models)] = above + below
    return coins
