import numpy as np
import pytest

import bayesrank as br
from bayesrank.diagnosis.battle_replicates import replicate_battles, says_pairs
from bayesrank.programs.program import Program
from bayesrank.ranks.fit import Basis
from bayesrank.statistics.battle_counts import BattleCounts
from tests.faulty_data import battle_counts, comparisons, logistic

ABILITY = np.array([2.0, 0.0, -2.0])


@pytest.fixture(scope="module")
def fitted():
    data = comparisons(*battle_counts(ABILITY[:, None] - ABILITY, 50, seed=1))
    return br.fit(data, "bradley_terry", inference="laplace", draws=100, random_seed=1)


def test_where_no_sampler_predicted_battles_are_drawn_from_the_chosen_draws(fitted):
    replicated = replicate_battles(fitted, fitted.basis, random_seed=1)
    models = fitted.basis.statistic.models
    ability = fitted.posterior["posterior"]["ability"].sel(model=list(models)).to_numpy().reshape(-1, 3)
    first, second = replicated.drawn.first, replicated.drawn.second
    chance = logistic(ability[:, first] - ability[:, second])[replicated.chosen]
    assert replicated.drawn.points.shape == (1000, 3)
    off = replicated.drawn.points - 50 * chance
    # 1,000 sums of 50 trials: the mean strays by sqrt(50 / 4 / 1000) = .11 at most, the variance is that of trials
    np.testing.assert_allclose(off.mean(axis=0), 0, atol=0.45)
    np.testing.assert_allclose((off**2).mean(axis=0), (50 * chance * (1 - chance)).mean(axis=0), rtol=0.2)


def test_the_seed_decides_what_is_drawn(fitted):
    one, same, other = (replicate_battles(fitted, fitted.basis, seed).drawn.points for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


def test_a_program_says_its_pairs_or_not(fitted):
    assert says_pairs(fitted.basis)

    def silent(battles):
        import pymc as pm

        with pm.Model(coords={"model": battles.models}) as model:
            pm.Normal("ability", dims="model")
        return model

    program = Program(reads=BattleCounts, scores={"ability": "ability"}, build=silent, reference="nobody2000")
    assert not says_pairs(Basis(program, fitted.basis.statistic))
