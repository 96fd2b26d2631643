"""What a method says at every look at questions that come in one after the other."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Literal, NamedTuple, cast, get_args

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.sequential.bets import Bets
from bayesrank.sequential.choose_certifier import NODES, CertifierName, choose_certifier
from bayesrank.sequential.paired_tests import PairMoments, holm, mcnemar, paired_z
from bayesrank.sequential.score_rows import ScoreRows
from bayesrank.sequential.wealth import PairWealth, Wealth
from bayesrank.sequential.win_counts import WinCounts

type SequenceMethod = Literal["bonferroni", "shortcut", "e_holm", "star", "enumeration", "exact"]
type FixedMethod = Literal["holm_mcnemar", "holm_z"]

SEQUENCE_METHODS: tuple[str, ...] = get_args(SequenceMethod.__value__)
FIXED_METHODS: tuple[str, ...] = get_args(FixedMethod.__value__)


class Said(NamedTuple):
    """What was said at each look.

    Parameters
    ----------
    certified : array of bool, shape (n_looks, M, M)
        True at (j, l) where j was said to be better than l.
    failed : array of bool, shape (n_looks,)
        Whether a rank confidence sequence had no order left.
    """

    certified: BoolArray
    failed: BoolArray


class Arrival(NamedTuple):
    """Scores in the order in which they come, and when somebody looks.

    Parameters
    ----------
    scores : array of float, shape (n, M)
        In [0, 1], higher is better.
    times : array of int, shape (n_looks,)
        Questions before each look, ascending.
    population_size : int or None
        Number of questions of a finite benchmark in random order; None for questions drawn from an unlimited supply.
    right_or_wrong : bool
        Whether all scores are 0 or 1.
    """

    scores: FloatArray
    times: IntArray
    population_size: int | None
    right_or_wrong: bool


def said_at_looks(methods: tuple[str, ...], arrival: Arrival, alpha: float) -> list[Said]:
    """Return what each method says at each look, all of them of the same scores.

    Parameters
    ----------
    methods : tuple of str
        Certifiers of rank confidence sequences, which know of earlier looks; or ``"holm_mcnemar"`` and ``"holm_z"``,
        which are applied anew at each look as if it were the only one.
    arrival : Arrival
    alpha : float

    Returns
    -------
    list of Said
    """
    sequences = [name for name in methods if name in SEQUENCE_METHODS]
    tests = [name for name in methods if name in FIXED_METHODS]
    said = _said_by_sequences(sequences, arrival, alpha) if sequences else {}
    if tests:
        moments = PairMoments.of_scores(arrival.scores, arrival.times)
        for name in tests:
            p_values = mcnemar(moments) if name == "holm_mcnemar" else paired_z(moments)
            said[name] = Said(holm(p_values) <= alpha, np.zeros(len(arrival.times), dtype=bool))
    return [said[name] for name in methods]


def _said_by_sequences(names: list[str], arrival: Arrival, alpha: float) -> dict[str, Said]:
    """Let the wealths of all pairs grow, and each certifier look at them."""
    n_looks, n_models = len(arrival.times), arrival.scores.shape[1]
    wealth = _new_wealth(arrival)
    certifiers = [
        choose_certifier(cast("CertifierName", name), n_models, alpha, budget=inf, nodes=NODES) for name in names
    ]
    said = {
        name: Said(np.zeros((n_looks, n_models, n_models), dtype=bool), np.zeros(n_looks, dtype=bool)) for name in names
    }
    plays = np.ones_like(arrival.scores)
    for look, (first, last) in enumerate(pairwise((0, *arrival.times))):
        scores = arrival.scores[first:last]
        wealth.update(ScoreRows(scores, scores, plays[first:last]))
        log_wealth = wealth.log_wealth()
        for name, certifier in zip(names, certifiers, strict=True):
            certified = certifier.update(log_wealth)
            said[name].failed[look] = certifier.failed
            said[name].certified[look] = certified & (not certifier.failed)
    return said


def _new_wealth(arrival: Arrival) -> Wealth:
    n_models = arrival.scores.shape[1]
    if arrival.population_size is None and arrival.right_or_wrong:
        return WinCounts(n_models, Bets())
    return PairWealth(n_models, Bets(), population_size=arrival.population_size)
