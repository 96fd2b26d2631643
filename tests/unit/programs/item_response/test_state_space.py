"""State space: density of the walk against SciPy, modes against another implementation."""

import numpy as np
import pytest
from scipy import stats

from bayesrank import NotIdentifiedError
from bayesrank.programs.item_response import state_space
from tests.program_density import gradient_is_finite, log_density, mode_of
from tests.unit.programs.item_response.test_growth import (
    ANSWERS,
    NAN,
    TENSOR,
    VALUES,
    counts_of,
    golden_counts,
    in_data_order,
    log_likelihood,
    log_prior_of_abilities,
    log_prior_of_questions,
)

WAVE = np.array([[0.4, -0.3, 0.1, 0.6], [0.1, 0.2, -0.5, 0.3]])


def test_the_basis_has_the_covariance_of_a_walk_about_its_mean():
    # Times 0, 1/2, 1 of a walk from 0 with steps a, b of variance 1/2: deviations from its mean (2 a + b) / 3 are
    # -(2 a + b) / 3, (a - b) / 3, (a + 2 b) / 3.
    steps = np.array([[-2, -1], [1, -1], [1, 2]]) / 3 * np.sqrt(0.5)
    basis = state_space.walk_basis(np.array([0, 0.5, 1]))
    np.testing.assert_allclose(basis @ basis.T, steps @ steps.T, atol=1e-12)
    assert (np.diff((basis**2).sum(axis=0)) < 0).all()
    assert (basis[-1] > 0).all()


def test_what_data_say_much_of_is_centred():
    # Three questions a time but for missing cells: (4 * 9 - 4) / 12 trials of a model at a time, .15 each, prior .3^2.
    counts = counts_of(TENSOR)
    size = (state_space.walk_basis(counts.times) ** 2).sum(axis=0)
    information = 0.15 * (32 / 12) * size * 0.09
    np.testing.assert_allclose(state_space.walk_centring(counts), information / (1 + information), rtol=1e-12)


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    centring = state_space.walk_centring(counts)[:, None]
    walk = state_space.walk_basis(counts.times) @ (0.6 ** (1 - centring) * WAVE)
    path = VALUES["ability"][:, None] + walk.T
    prior = stats.norm.logpdf(WAVE, 0, 0.6**centring).sum() + stats.lognorm.logpdf(0.6, 1, scale=0.3)
    expected = log_likelihood(counts, path) + log_prior_of_questions() + log_prior_of_abilities() + prior
    model = state_space.state_space(counts)
    values = {**VALUES, "wave": WAVE, "walk_spread": 0.6}
    assert log_density(model, values) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, values)


@pytest.mark.parametrize("name", ["two_models_connected_2x4x2", "rasch_4x6x5", "ties_5x5x4"])
def test_modes_of_another_implementation(name):
    # A penalty of 1 on squared steps over time is a standard deviation of 1 / sqrt(2), whatever the centring. The other
    # implementation has a penalty of .001 on squared abilities of the first time too; here abilities of the mean time
    # have it, and only how they differ. The tolerance allows for that.
    counts = golden_counts(name)
    model = state_space.state_space(
        counts, ability_scale=1 / np.sqrt(0.002), walk_scale=np.sqrt(0.5), difficulty_scale=1e3
    )
    mode, _ = mode_of(model, prior=True)
    draws = {name: np.asarray(value)[None] for name, value in mode.items()}
    fixed = {"walk_scale": np.sqrt(0.5), "difficulty_scale": 1e3}
    for at in ("final", "initial", "mean", "gain"):
        found = state_space.score(counts, draws, "ability", None, at=at, **fixed)[0]
        shift = 0 if at == "gain" else mode["difficulty"].mean()
        answer = ANSWERS[name][f"dynamic_irt_state_space_{at}"]
        np.testing.assert_allclose(in_data_order(counts, found - shift), answer, atol=1e-3)


def test_scores_follow_the_walk():
    counts = counts_of(TENSOR)
    draws = {"ability": VALUES["ability"][None], "wave": WAVE[None], "walk_spread": np.array([0.6])}
    draws |= {"difficulty": np.zeros((1, 3)), "difficulty_mean": np.zeros(1), "difficulty_spread": np.ones(1)}
    size = 0.6 ** (1 - state_space.walk_centring(counts))[:, None]
    walk = (state_space.walk_basis(counts.times) @ (size * WAVE)).T
    for at, expected in (
        ("final", VALUES["ability"] + walk[:, 2]),
        ("initial", VALUES["ability"] + walk[:, 0]),
        ("gain", walk[:, 2] - walk[:, 0]),
        ("mean", VALUES["ability"]),  # the walk is about its mean
    ):
        np.testing.assert_allclose(state_space.score(counts, draws, "ability", None, at=at)[0], expected, atol=1e-12)


def test_options_are_checked():
    counts = counts_of(TENSOR)
    with pytest.raises(ValueError, match="at must be one of final, initial, mean, gain; got 'end'"):
        state_space.state_space(counts, at="end")
    with pytest.raises(ValueError, match="walk_scale must be positive and finite; got -1"):
        state_space.state_space(counts, walk_scale=-1)


def test_what_is_carried_to_the_last_time_is_told():
    tensor = TENSOR.copy()
    tensor[3, :, 2] = NAN
    assert "'model 4' has no trial at the last time" in state_space.doubts(counts_of(tensor), "ability")[0]


def test_there_is_no_maximum_likelihood():
    with pytest.raises(NotIdentifiedError, match="paths must have the prior of their steps for 'state_space'"):
        state_space.identified(counts_of(TENSOR))
