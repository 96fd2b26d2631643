"""Log probabilities of single outcomes against the likelihoods written out."""

import numpy as np
import pytest
import xarray as xr
from scipy.special import log_expit

from bayesrank.diagnosis.single_outcomes import single_outcomes
from bayesrank.errors import DataError
from bayesrank.programs.registry import find_program
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.statistics.summarise import summarise
from tests.program_examples import battles, orderings, outcomes

RNG = np.random.default_rng(1)


def posterior(**variables):
    """Draws by name with their dimensions."""
    return xr.Dataset({name: (("chain", "draw", *dims), values) for name, (dims, values) in variables.items()})


def test_trials_of_rasch():
    counts = count_outcomes(outcomes(1))
    ability, difficulty = RNG.normal(size=(2, 3, 5)), RNG.normal(size=(2, 3, 12))
    draws = posterior(ability=(("model",), ability), difficulty=(("question",), difficulty))
    draws = draws.assign(
        {
            name: (("chain", "draw"), np.ones((2, 3)))
            for name in ("ability_spread", "difficulty_mean", "difficulty_spread")
        }
    ).assign_coords(model=list(counts.models), question=list(counts.questions))
    found = single_outcomes(find_program("rasch"), counts, draws)
    logit = (ability[..., :, None] - difficulty[..., None, :]).reshape(6, 60)
    np.testing.assert_allclose(found.log_probability[:, :, 1], log_expit(logit), atol=1e-12)
    np.testing.assert_allclose(found.log_probability[:, :, 0], log_expit(-logit), atol=1e-12)
    np.testing.assert_array_equal(found.number, counts.counts.reshape(60, 2))


def test_battles_of_bradley_terry():
    counts = summarise(battles(1), BattleCounts)
    ability = RNG.normal(size=(2, 3, 5))
    draws = posterior(ability=(("model",), ability), ability_spread=((), np.ones((2, 3))))
    found = single_outcomes(find_program("bradley_terry"), counts, draws.assign_coords(model=list(counts.models)))
    pooled = counts.pooled()
    gap = (ability[..., pooled.first] - ability[..., pooled.second]).reshape(6, -1)
    np.testing.assert_allclose(found.log_probability[:, :, 0], log_expit(gap), atol=1e-12)
    np.testing.assert_allclose(found.log_probability[:, :, 1], log_expit(-gap), atol=1e-12)
    np.testing.assert_array_equal(found.number, pooled.counts[:, :2])


def test_what_counts_no_single_outcomes_is_refused():
    program = find_program("plackett_luce")
    with pytest.raises(DataError, match="programs must read counts of trials or battles to be judged by single ones"):
        single_outcomes(program, summarise(orderings(1), program.reads), posterior())


def test_a_composite_likelihood_is_refused():
    with pytest.raises(DataError, match="the likelihood of 'hierarchical' must be one of independent outcomes"):
        single_outcomes(find_program("hierarchical"), count_outcomes(outcomes(1)), posterior())
