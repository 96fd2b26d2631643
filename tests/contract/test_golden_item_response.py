"""Programs of item response theory against other implementations and publications; what differs is listed."""

import base64
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bayesrank import NotIdentifiedError, Outcomes
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.program_density import mode_of, standard_errors

GOLDEN_FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN = json.loads((GOLDEN_FOLDER / "item_response.json").read_text())  # scorio 0.2.3, and publications; see "source"
TENSORS = json.loads((GOLDEN_FOLDER / "rules.json").read_text())["tensors"]
DRAWS = 4_000  # of abilities where a program integrates them out; their mean is its score
NO_PRIOR = 1e4  # logits: the scale of a prior that decides nothing

# The other implementation's penalty r sum(log a)^2 is Normal(0, 1 / sqrt(2 r)); without a prior on abilities its
# optimum has logarithms that sum to zero, as ours always do.
FLAT = {"ability_scale": NO_PRIOR, "easiness_scale": NO_PRIOR}
WEAK, STRONG = {"discrimination_scale": 0.02**-0.5}, {"discrimination_scale": 2**-0.5}
GUESSED = {"guessing": 0.2, "guessing_prior": "fixed"}
CALLS = {
    "rasch": ("rasch", {}, "mle"),
    "dynamic_irt_linear": ("rasch", {}, "mle"),
    "rasch_map_UniformPrior": ("rasch", {}, "mle"),
    "rasch_2pl": ("two_pl", FLAT | WEAK, "map"),
    "rasch_2pl_reg1": ("two_pl", FLAT | STRONG, "map"),
    "rasch_3pl_c0.2": ("three_pl", FLAT | WEAK | GUESSED, "map"),
    "rasch_mml_em200_q61": ("marginal_rasch", {"ability_scale": 1.0}, "mle"),
}
DIFFERENT = {
    **dict.fromkeys(
        ["rasch_map", "rasch_map_var4", "rasch_map_GaussianPrior", "rasch_map_LaplacePrior", "rasch_map_CauchyPrior",
         "rasch_map_EmpiricalPrior"],
        "its prior pulls abilities to the mean difficulty of the questions, ours to the mean of the models",
    ),
    **dict.fromkeys(
        ["rasch_2pl_map", "rasch_2pl_map_reg1", "rasch_3pl_map", "rasch_3pl_map_c0.2_reg1", "rasch_3pl_map_iter20000"],
        "penalties on abilities and on discriminations together set the length of its logit; ours is that of a typical "
        "question",
    ),
    "rasch_3pl": "it penalises the logit of guessing, ours has a beta prior about one over the number of choices",
    "rasch_mml": "it stops after 20 steps, before its optimum",
    **dict.fromkeys(
        ["rasch_mml_credible", "rasch_mml_credible_q0.5", "rasch_mml_credible_q0.95", "rasch_mml_credible_em200_q61"],
        "its quantile is a node of its quadrature, ours that of the posterior",
    ),
    **dict.fromkeys(
        ["mirt_1_2pl", "mirt_1_3pl", "mirt_1_3pl_c0.2"], "it penalises slopes, and scores by abilities times mean slope"
    ),
}  # fmt: skip
COMPILED = {  # searching the mode of a program takes seconds each
    "rasch_2pl": ["counterexample_3x8x1", "rasch_4x6x5"],
    "rasch_2pl_reg1": ["counterexample_3x8x1", "ties_5x5x4"],
    "rasch_3pl_c0.2": ["two_models_connected_2x4x2", "rasch_4x6x5"],
    "rasch_mml_em200_q61": ["counterexample_3x8x1", "degenerate_4x5x3", "ties_5x5x4"],
}
RELATIVE = {"rasch_2pl": 1e-3, "rasch_2pl_reg1": 1e-3, "rasch_3pl_c0.2": 1e-3}  # not concave; else 1e-4
REFUSED = {"two_models_2x3x1", "degenerate_4x5x3", "all_zero_3x4x2"}  # some model was always right, or always wrong


@cache
def outcomes(data):
    stored = TENSORS[data]
    bits = np.unpackbits(np.frombuffer(base64.b64decode(stored["outcomes"]), np.uint8))
    return Outcomes.from_array(bits[: np.prod(stored["shape"])].reshape(stored["shape"]))


def ours(label, data):
    """Return abilities in the order of the data."""
    name, options, inference = CALLS[label]
    program = find_program(name).with_options(options)
    counts = count_outcomes(outcomes(data))
    if program.mle is not None:
        program.identified(counts)
        values = program.mle(counts)
    else:
        values, _ = mode_of(program.build(counts), prior=inference == "map")
    repeated = {variable: np.repeat(np.asarray(value)[None], DRAWS, axis=0) for variable, value in values.items()}
    scores = program.scores_of(counts, repeated, "ability", np.random.default_rng(0)).mean(axis=0)
    return scores[[counts.models.index(model) for model in outcomes(data).models]]


def test_every_configuration_is_compared_or_explained():
    assert set(GOLDEN["configurations"]) == CALLS.keys() | DIFFERENT.keys()
    assert not CALLS.keys() & DIFFERENT.keys()


@pytest.mark.parametrize(("label", "data"), [(label, data) for label in CALLS for data in COMPILED.get(label, TENSORS)])
def test_abilities_are_the_same(label, data):
    expected = GOLDEN["answers"][data][label]
    if label not in COMPILED and data in REFUSED:
        assert expected is None
        with pytest.raises(NotIdentifiedError):
            ours(label, data)
        return
    found, expected = ours(label, data), np.array(expected)
    if CALLS[label][0] != "marginal_rasch":  # where abilities are drawn from a population, its mean is zero
        expected = expected - expected.mean()
    tolerance = RELATIVE.get(label, 1e-4) * np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


@pytest.mark.parametrize("data", ["counterexample_3x8x1", "rasch_4x6x5"])
def test_a_prior_about_the_mean_difficulty_is_another_though_a_near_one(data):
    # Both normal with variance 1, difficulties without a prior: apart by some per cent, in the same order.
    counts = count_outcomes(outcomes(data))
    model = find_program("rasch").build(counts, ability_scale=1.0, difficulty_scale=NO_PRIOR)
    values, _ = mode_of(model, prior=True)
    found = values["ability"][[counts.models.index(name) for name in outcomes(data).models]]
    theirs = np.array(GOLDEN["answers"][data]["rasch_map"])
    theirs -= theirs.mean()
    apart = np.abs(found - theirs).max() / np.abs(theirs).max()
    assert 1e-3 < apart < 0.05
    np.testing.assert_array_equal(np.argsort(found), np.argsort(theirs))


def answers_of(section):
    """Return 1,000 persons' answers to five questions, and the position of each question."""
    rows = np.array(GOLDEN["patterns"][section])
    tensor = np.repeat(rows[:, :5], rows[:, 5], axis=0)[:, :, None]
    counts = count_outcomes(Outcomes.from_array(tensor, questions=["1", "2", "3", "4", "5"]))
    return counts, [counts.questions.index(question) for question in "12345"]


def test_marginal_rasch_of_the_law_school_test():
    counts, order = answers_of("lsat6")
    published = GOLDEN["published"]["lsat6_rasch_slope1"]
    model = find_program("marginal_rasch").build(counts, ability_scale=1.0)
    values, log_likelihood = mode_of(model, prior=False)
    np.testing.assert_allclose(values["difficulty"][order], published["difficulty"], atol=2e-4)  # four digits printed
    assert log_likelihood == pytest.approx(published["loglik"], abs=1e-3)
    errors = standard_errors(model, values)
    np.testing.assert_allclose(np.sort(errors[errors > 0]), np.sort(published["se"]), atol=2e-4)


def test_marginal_rasch_with_a_common_slope():
    # Published as discrimination * (z - b): the slope is the spread of abilities, and b difficulty over spread; and by
    # another program as intercepts and the variance of abilities.
    counts, order = answers_of("lsat6")
    published, other = GOLDEN["published"]["lsat6_common_slope"], GOLDEN["published"]["lsat6_rasch_mirt"]
    values, log_likelihood = mode_of(find_program("marginal_rasch").build(counts), prior=False)
    spread, difficulty = values["ability_spread"], values["difficulty"][order]
    assert spread == pytest.approx(published["discrimination"], abs=2e-4)
    np.testing.assert_allclose(difficulty / spread, published["difficulty"], atol=3e-4)
    assert log_likelihood == pytest.approx(published["loglik_computed"], abs=1e-3)
    np.testing.assert_allclose(-difficulty, other["intercepts"], atol=1e-3)
    assert spread**2 == pytest.approx(other["latent_variance"], abs=1e-3)


def test_marginal_two_pl_of_the_law_school_test():
    counts, order = answers_of("lsat7")
    published = GOLDEN["published"]["lsat7_2pl"]
    values, log_likelihood = mode_of(find_program("marginal_two_pl").build(counts), prior=False)
    slope = (values["ability_spread"] * values["discrimination"])[order]
    np.testing.assert_allclose(slope, published["a"], rtol=2e-3)  # its own search ended at 1e-3
    np.testing.assert_allclose(values["easiness"][order], published["d"], rtol=2e-3)
    assert log_likelihood == pytest.approx(published["loglik_computed"], abs=1e-3)
