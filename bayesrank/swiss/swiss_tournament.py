"""A Swiss tournament of models, played with whatever data there are."""

from __future__ import annotations

from typing import Any, Literal

from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_choice, seed_or_fresh
from bayesrank.swiss.contest_wins import contest_wins
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import Eliminations, read_schedules
from bayesrank.swiss.fragility.elimination_grid import natural_grid
from bayesrank.swiss.rounds.round_counts import RoundCounts
from bayesrank.swiss.to_play import to_play
from bayesrank.swiss.tournament import SwissTournament
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

type Method = Literal["simulate", "exact"]

CONTESTS, CONTESTS_A_DRAW = 20_000, 500


def swiss_tournament(
    data: WinTensor | WinDraws | ScoreTable | Outcomes | RoundCounts,
    *,
    eliminate: Eliminations | None = None,
    rules: ContestRules | None = None,
    method: Method = "simulate",
    n_contests: int | None = None,
    random_seed: int | None = None,
    cores: int | None = None,
    **options: Any,  # noqa: ANN401 (of how data are played)
) -> SwissTournament:
    """Play a Swiss tournament: in each round models of equal points meet, and the last may have to leave.

    Expected wins measure how a model fares in this contest, and neither how good it is on average, for which the mean
    and the median of its scores are the better measures, nor how sure that is.

    Parameters
    ----------
    data : WinTensor, WinDraws, ScoreTable, Outcomes or RoundCounts
        Who beats whom in each round, or the data that say so. From draws of a posterior wins have credible intervals,
        and ranks too: draws are made of outcomes, by the Bayesian bootstrap over the questions of each round, of counts
        of right answers, and of scores with standard errors. Of scores without, the higher one wins for certain.
    eliminate : sequence or array, or one schedule, optional
        Schedules, each a number of models that leave after every round or any other form that is read by
        :func:`bayesrank.swiss.contests.schedules.read_schedule`. By default from 0 to the most that cannot exhaust the
        models before the last round.
    rules : ContestRules, optional
        Those of the paper by default.
    method : {"simulate", "exact"}
        Contests drawn at random, or all that can happen by dynamic programming, for 10 models at most (a few more if
        there are few rounds), and no draws.
    n_contests : int, optional
        Contests at each schedule: 20,000 by default; or for each draw, 500.
    random_seed : int, optional
        Of contests, and of draws that are made of data. A fresh one, kept in the result, by default.
    cores : int, optional
        Threads that play; all by default. No result depends on it.
    **options
        Of data: ``ties``, ``tie_tolerance``, ``missing``, ``sequence`` and ``rounds`` of
        :func:`bayesrank.win_tensor_from_scores`; ``missing``, ``sequence``, ``rounds`` and ``draws`` of
        :func:`bayesrank.win_draws_from_scores`; ``round_column``, ``sequence`` and ``draws`` of
        :func:`bayesrank.win_draws_from_outcomes`.

    Returns
    -------
    SwissTournament

    Raises
    ------
    DataError
        If there are ties or missing scores and no choice what they mean, or data are not as stated.
    ValueError
        If an option is not as stated, or the contest has too many states to be exact.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> board = pd.DataFrame({"model": ["x", "y", "z"], "law": [0.9, 0.8, 0.7], "maths": [0.6, 0.7, 0.5]})
    >>> found = br.swiss_tournament(br.read_score_table(board), eliminate=[0], method="exact")
    >>> found.wins.wins
    array([[1., 1., 0.]])
    """
    check_choice("method", method, Method)
    seed = seed_or_fresh(random_seed)
    played = to_play(data, random_seed=seed, **options)
    size = len(played.models), len(played.rounds)
    schedules = read_schedules(natural_grid(*size) if eliminate is None else eliminate, *size)
    chosen = ContestRules() if rules is None else rules
    if method == "exact":
        if n_contests is not None:
            message = f"n_contests must be left out with method='exact', which plays none; got {n_contests}. Drop it."
            raise ValueError(message)
        wins = contest_wins(played, schedules, chosen, n_contests=None, random_seed=None)
    else:
        usual = CONTESTS_A_DRAW if isinstance(played, WinDraws) else CONTESTS
        number = usual if n_contests is None else n_contests
        wins = contest_wins(played, schedules, chosen, n_contests=number, random_seed=seed, cores=cores)
    return SwissTournament(played, chosen, schedules, wins)
