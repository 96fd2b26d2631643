"""The prior of abilities: its density against SciPy, what is learned, what is fixed."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank.programs.abilities import Spread, abilities, fixed_or_learned, normal_spread
from tests.program_density import gradient_is_finite, log_density, values_at

ABILITY = np.array([1.5, -0.25, 0.75, -2.0])  # sums to zero


def model_of(n_models=4, **options):
    with pm.Model(coords={"model": [f"m{number}" for number in range(n_models)]}) as model:
        abilities(n_models, **options)
    return model


def kernel(family, z):
    """Log densities without constants, as the docstring's families are defined."""
    return {
        "student_t": -2.5 * np.log1p(z**2 / 4),
        "cauchy": -np.log1p(z**2),
        "laplace": -np.abs(z),
    }[family].sum()


def test_normal_density_is_that_of_independent_contrasts():
    # Orthonormal contrasts of a zero-sum vector have its length; L - 1 independent Normal(0, s), spread LogNormal.
    spread = 0.7
    expected = -0.5 * (ABILITY**2).sum() / spread**2 - 3 * np.log(spread * np.sqrt(2 * np.pi))
    expected += stats.lognorm.logpdf(spread, 0.5, scale=1.3)
    found = log_density(model_of(spread_median=1.3), {"ability": ABILITY, "ability_spread": spread})
    assert found == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("family", ["student_t", "cauchy", "laplace"])
def test_heavy_tails_differ_by_their_kernel_and_scale(family):
    # Up to one constant: kernel(x / s) - (L - 1) log s, compared between two points and two spreads.
    model = model_of(ability_prior=family)
    other = np.array([0.5, 0.5, 0.0, -1.0])
    first = log_density(model, {"ability": ABILITY, "ability_spread": 0.7}, ["ability"])
    second = log_density(model, {"ability": other, "ability_spread": 2.0}, ["ability"])
    expected = kernel(family, ABILITY / 0.7) - kernel(family, other / 2) - 3 * np.log(0.7 / 2)
    assert first - second == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("family", ["normal", "student_t", "cauchy", "laplace"])
def test_abilities_sum_to_zero_everywhere_and_the_gradient_is_finite(family):
    model = model_of(ability_prior=family)
    point = {name: np.full(np.shape(value), 0.3) for name, value in model.initial_point().items()}
    values = values_at(model, point)
    assert values["ability"].sum() == pytest.approx(0, abs=1e-12)
    assert np.abs(values["ability"]).max() > 0.1
    assert gradient_is_finite(model, {"ability": ABILITY, "ability_spread": 0.7})
    drawn = pm.draw(model["ability"], 50, random_seed=1, mode="FAST_COMPILE")
    np.testing.assert_allclose(drawn.sum(axis=1), 0, atol=1e-9)
    assert drawn.std() > 0.1


@pytest.mark.parametrize(("n_models", "learned"), [(2, False), (3, False), (4, True)])
def test_few_models_cannot_teach_a_spread(n_models, learned):
    model = model_of(n_models, spread_median=1.5)
    assert ("ability_spread" in [variable.name for variable in model.free_RVs]) == learned
    if not learned:
        assert model["ability_spread"].get_value() == 1.5


def test_a_scale_fixes_the_spread():
    # 4 models, Normal(0, 2) contrasts.
    model = model_of(ability_scale=2.0)
    assert [variable.name for variable in model.free_RVs] == ["ability"]
    expected = -0.5 * (ABILITY**2).sum() / 4 - 3 * np.log(2 * np.sqrt(2 * np.pi))
    assert log_density(model, {"ability": ABILITY}) == pytest.approx(expected, abs=1e-8)


def test_its_constants_can_be_exchanged():
    # The density with another median, put in as data: the LogNormal of the spread moves with it.
    model = model_of()
    model["spread_log_median"].set_value(np.log(3.0))
    found = log_density(model, {"ability": ABILITY, "ability_spread": 0.7}, ["ability_spread"])
    assert found == pytest.approx(stats.lognorm.logpdf(0.7, 0.5, scale=3.0), abs=1e-8)


def test_options_are_checked():
    with pytest.raises(ValueError, match="ability_prior must be one of normal, student_t, laplace, cauchy; got 'flat'"):
        model_of(ability_prior="flat")
    with pytest.raises(ValueError, match="ability_scale must be positive and finite; got -1"):
        model_of(ability_scale=-1)
    with pytest.raises(ValueError, match="spread_median must be positive and finite; got 0"):
        model_of(spread_median=0)


NORMAL = {"ability_prior": "normal", "ability_scale": None, "spread_median": 1.5}


def test_solvers_have_the_spread_of_the_program():
    # log-normal with the median and log sd that are asked for, .5 unless said; fixed as in the two tests above
    assert normal_spread(4, **NORMAL) == Spread(1.5, 0.5)
    assert normal_spread(4, **NORMAL, spread_log_sd=1.0) == Spread(1.5, 1.0)
    assert normal_spread(3, **NORMAL) == Spread(1.5, 0.0)
    assert normal_spread(4, **(NORMAL | {"ability_scale": 2.0})) == Spread(2.0, 0.0)
    assert Spread(2.0, 0.0).log_median == pytest.approx(0.6931472, abs=1e-7)


def test_solvers_refuse_what_they_cannot_have():
    with pytest.raises(ValueError, match="ability_prior must be normal for inference='laplace'; got 'cauchy'"):
        normal_spread(4, **(NORMAL | {"ability_prior": "cauchy"}))
    with pytest.raises(ValueError, match="ability_scale must be positive and finite; got -1"):
        normal_spread(4, **(NORMAL | {"ability_scale": -1}))
    with pytest.raises(ValueError, match="spread_median must be positive and finite; got 0"):
        normal_spread(4, **(NORMAL | {"spread_median": 0}))


def test_an_option_fixes_a_spread():
    assert fixed_or_learned("difficulty_scale", None, Spread(2.0, 0.5)) == Spread(2.0, 0.5)
    assert fixed_or_learned("difficulty_scale", 3.0, Spread(2.0, 0.5)) == Spread(3.0, 0.0)
    with pytest.raises(ValueError, match="difficulty_scale must be positive and finite; got 0"):
        fixed_or_learned("difficulty_scale", 0, Spread(2.0, 0.5))
