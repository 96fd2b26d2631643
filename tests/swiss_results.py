"""Results of tournaments to draw, made up by hand."""

import numpy as np

from bayesrank import ScoreTable
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.rounds.draws_from_array import win_draws_from_array
from bayesrank.swiss.rounds.from_scores import win_tensor_from_scores
from bayesrank.swiss.tournament import SwissTournament


def made_up_tournament(wins):
    """Return a tournament with these expected wins, as if two rounds had been played with scores, or draws of them."""
    n_models = len(wins.models)
    scores = np.arange(2.0 * n_models).reshape(n_models, 2)
    table = ScoreTable(wins.models, ("law", "maths"), scores, np.array([True, True]))
    if wins.draws is None:
        played = win_tensor_from_scores(table)
    else:
        played = win_draws_from_array([scores, scores], models=wins.models, rounds=["law", "maths"])
    schedules = tuple(read_schedule(int(name), n_models, 2) for name in wins.schedules)
    return SwissTournament(played, ContestRules(), schedules, wins)
