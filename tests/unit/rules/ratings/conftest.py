"""What the tests of ratings share."""

import numpy as np
import pytest

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.games import games_of_questions, order_games, play_outcomes
from bayesrank.statistics.outcome_counts import count_outcomes


@pytest.fixture
def battles():
    """Return a function from results such as "x>y" and "x=y", in order of play, to games."""

    def build(*results, times=None, weights=None):
        models = sorted(set("".join(results)) - set("=>"))
        return order_games(
            Comparisons(
                models=tuple(models),
                model_a=np.array([models.index(result[0]) for result in results]),
                model_b=np.array([models.index(result[2]) for result in results]),
                winner=np.array([1 if result[1] == ">" else 0 for result in results]),
                count=np.ones(len(results), dtype=np.int64),
                weight=None if weights is None else np.array(weights),
                order=np.arange(len(results), dtype=np.float64) if times is None else np.array(times, dtype=np.float64),
            )
        )

    return build


@pytest.fixture
def trials():
    """Return a function from a tensor of outcomes to games, with models named x, y, z, ...."""
    return lambda outcomes: play_outcomes(named(outcomes))


@pytest.fixture
def questions():
    """Return a function from a tensor of outcomes to games of questions, in an unknown order."""
    return lambda outcomes: games_of_questions(count_outcomes(named(outcomes)))


def named(outcomes):
    return Outcomes.from_array(outcomes, models=list("xyzuvw")[: len(outcomes)])


@pytest.fixture
def by_name():
    """Return a function from games and an array over models to the values by name."""
    return lambda games, values: dict(zip(games.models, values.tolist(), strict=True))


@pytest.fixture
def random_trials():
    """Return outcomes of six models on four questions in three trials, a tenth of them missing; u and v are alike."""
    rng = np.random.default_rng(8)
    outcomes = rng.integers(0, 2, (6, 4, 3)).astype(np.float64)
    outcomes[rng.random(outcomes.shape) < 0.1] = np.nan
    outcomes[4] = outcomes[3]
    return outcomes
