"""Growth: density against SciPy, modes against another implementation, scores and doubts by hand."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from bayesrank import NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import growth
from bayesrank.statistics.timed_counts import count_in_time
from tests.program_density import gradient_is_finite, log_density, mode_of, point_of

NAN = float("nan")
GOLDEN = Path(__file__).parents[3] / "golden"
ANSWERS = json.loads((GOLDEN / "dynamic.json").read_text())["scores"]  # scorio 0.2.3; see its "source"
TENSORS = json.loads((GOLDEN / "rules.json").read_text())["tensors"]

TENSOR = np.random.default_rng(5).integers(0, 2, (4, 3, 3)).astype(float)
TENSOR[0, 1, :] = NAN  # a missing cell
TENSOR[2, 2, 2] = NAN
VALUES = {
    "ability": np.array([1.0, -0.5, 0.25, -0.75]),
    "ability_spread": 0.8,
    "slope": np.array([0.3, -0.2, 0.9, 0.1]),
    "slope_mean": 0.2,
    "slope_spread": 0.6,
    "difficulty": np.array([0.5, -1.0, 2.0]),
    "difficulty_mean": 0.3,
    "difficulty_spread": 1.7,
}
NORMAL = stats.norm.logpdf


def counts_of(tensor):
    return count_in_time(Outcomes.from_array(tensor), time_axis="trials")


def golden_counts(name):
    shape = TENSORS[name]["shape"]
    packed = np.frombuffer(base64.b64decode(TENSORS[name]["outcomes"]), np.uint8)
    return counts_of(np.unpackbits(packed)[: np.prod(shape)].reshape(shape).astype(float))


def in_data_order(counts, values):
    """Models of the golden tensors are numbered."""
    return np.asarray(values)[[counts.models.index(f"model {number + 1}") for number in range(len(counts.models))]]


def log_likelihood(counts, path):
    """Add up SciPy's binomial over observed cells, for abilities (L, T)."""
    chance = 1 / (1 + np.exp(-(path[:, None, :] - VALUES["difficulty"][None, :, None])))
    return stats.binom.logpmf(counts.right, counts.n_trials, chance)[counts.n_trials > 0].sum()


def log_prior_of_questions():
    return NORMAL(0.3, 0, 1.5) + NORMAL(VALUES["difficulty"], 0.3, 1.7).sum() + stats.lognorm.logpdf(1.7, 0.5, scale=2)


def log_prior_of_abilities():
    """Contrasts are normal with L - 1 dimensions."""
    ability = VALUES["ability"]
    return -0.5 * (ability**2).sum() / 0.8**2 - 3 * np.log(0.8 * np.sqrt(2 * np.pi)) + stats.lognorm.logpdf(0.8, 0.5)


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    path = VALUES["ability"][:, None] + VALUES["slope"][:, None] * np.array([-0.5, 0, 0.5])
    slopes = NORMAL(VALUES["slope"], 0.2, 0.6).sum() + NORMAL(0.2, 0, 1) + stats.lognorm.logpdf(0.6, 0.5, scale=0.5)
    expected = log_likelihood(counts, path) + log_prior_of_questions() + log_prior_of_abilities() + slopes
    model = growth.growth(counts)
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_missing_cells_add_nothing():
    model = growth.growth(counts_of(TENSOR))
    cells = model.logp(vars=[model["right"]], sum=False)
    at = model.compile_fn(cells, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")
    (found,) = at(point_of(model, VALUES))
    assert (found != 0).sum() == 4 * 3 * 3 - 4


def test_few_models_do_not_teach_a_spread_of_slopes():
    free = {variable.name for variable in growth.growth(counts_of(TENSOR[:3])).free_RVs}
    assert free == {"ability", "slope_mean", "slope", "difficulty_mean", "difficulty_spread", "difficulty"}


@pytest.mark.parametrize("name", ["two_models_connected_2x4x2", "rasch_4x6x5", "ties_5x5x4"])
def test_modes_of_another_implementation(name):
    # A penalty of .01 on squared slopes is a standard deviation of 1 / sqrt(.02); abilities and difficulties are free
    # there, with difficulties of mean zero. Tolerance: the optimiser of the other implementation.
    counts = golden_counts(name)
    model = growth.growth(counts, ability_scale=1e3, slope_scale=1 / np.sqrt(0.02), difficulty_scale=1e3)
    mode, _ = mode_of(model, prior=True)
    draws = {name: np.asarray(value)[None] for name, value in mode.items()}
    targets = {"final": "dynamic_irt_growth", **{at: f"dynamic_irt_growth_{at}" for at in ("initial", "mean", "gain")}}
    for at, configuration in targets.items():
        found = growth.score(counts, draws, "ability", None, at=at, difficulty_scale=1e3)[0]
        shift = 0 if at == "gain" else mode["difficulty"].mean()
        np.testing.assert_allclose(in_data_order(counts, found - shift), ANSWERS[name][configuration], atol=5e-5)


def test_scores_follow_the_line():
    # Times 0, 1/2, 1: abilities -1 and 1 at the mean time, slopes 2 and 0, which end at 0 and at 1.
    counts = counts_of(TENSOR[:2])
    draws = {"ability": np.array([[-1.0, 1.0]]), "slope": np.array([[2.0, 0.0]]), "difficulty": np.zeros((1, 3)),
             "difficulty_mean": np.zeros(1)}  # fmt: skip
    scores = {at: growth.score(counts, draws, "ability", None, at=at, difficulty_scale=1e-9)[0].tolist()
              for at in ("initial", "final", "mean", "gain")}  # fmt: skip
    assert scores == {"initial": [-2, 1], "final": [0, 1], "mean": [-1, 1], "gain": [2, 0]}
    new = growth.score(counts, draws, "population", None, at="final", difficulty_scale=1e-9)[0]
    assert new == pytest.approx([0.5, 1 / (1 + np.exp(-1))], abs=1e-8)


def test_options_are_checked():
    counts = counts_of(TENSOR)
    with pytest.raises(ValueError, match="at must be one of final, initial, mean, gain; got 'end'"):
        growth.growth(counts, at="end")
    with pytest.raises(ValueError, match="slope_scale must be positive and finite; got 0"):
        growth.growth(counts, slope_scale=0)


def test_what_is_carried_to_the_last_time_is_told():
    tensor = TENSOR.copy()
    tensor[3, :, 2] = NAN
    assert "'model 4' has no trial at the last time" in growth.doubts(counts_of(tensor), "ability")[0]
    assert growth.doubts(counts_of(tensor), "ability", at="initial") == []


def test_maximum_likelihood_needs_answers_that_overlap():
    # Model 1 is wrong at the first time and right at the last, always: its slope has no maximum, nor have those of
    # the others by themselves. Its answers alone must be named.
    rng = np.random.default_rng(2)
    tensor = rng.integers(0, 2, (4, 6, 4)).astype(float)
    growth.identified(counts_of(tensor))
    tensor[0] = [0, 0, 1, 1]
    with pytest.raises(NotIdentifiedError, match="for 'growth' to have a maximum likelihood; got those of 'model 1' "):
        growth.identified(counts_of(tensor))
