"""One point of a program: the mode of its posterior, or of its likelihood."""

from dataclasses import replace

import numpy as np
import pymc as pm
import pytest

from bayesrank import NotIdentifiedError, Outcomes, fit
from bayesrank.inference import point
from bayesrank.inference.point import find_point
from bayesrank.programs.program import Program
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.toy_programs import NORMAL_MEANS, RIGHT_SHARES, Rights, Values

SEEN = Values(np.array([[1.0, 2.0, 4.0], [0.0, -1.0, 3.0]]))


def test_the_mode_of_the_posterior_is_that_of_the_variables():
    # Beta(2, 3) with 3 and 1 right of 4: Beta(5, 4) and Beta(3, 6), modes 4 / 7 and 2 / 7.
    found = find_point(RIGHT_SHARES, Rights((3, 1), 4), "ability", "map")
    np.testing.assert_allclose(found.scores, [4 / 7, 2 / 7], rtol=1e-7)
    np.testing.assert_allclose(found.variables["score"], found.scores)
    assert (found.kind, found.target) == ("map", "ability")
    assert found.dims["score"] == ("model",)


def test_maximum_likelihood_knows_no_prior():
    found = find_point(NORMAL_MEANS.with_options({"prior_deviation": 0.1}), SEEN, "ability", "mle")
    np.testing.assert_allclose(found.scores, [7 / 3, 2 / 3], rtol=1e-9)
    # 4 values under N(0, .1) and N(mean, 1): precision 100 + 3.
    shrunk = find_point(NORMAL_MEANS.with_options({"prior_deviation": 0.1}), SEEN, "ability", "map")
    np.testing.assert_allclose(shrunk.scores, [7 / 103, 2 / 103], rtol=1e-9)


def test_a_solver_of_the_program_comes_first():
    program = replace(NORMAL_MEANS, mle=lambda values: {"score": values.seen.max(axis=1)})
    np.testing.assert_array_equal(find_point(program, SEEN, "ability", "mle").scores, [4, 3])
    np.testing.assert_allclose(find_point(program, SEEN, "ability", "map").scores, [7 / 4, 2 / 4])  # precision 1 + 3


def test_what_the_program_refuses_is_refused():
    def identified(values):
        message = f"{values.models} must be told apart"
        raise NotIdentifiedError(message)

    program = replace(NORMAL_MEANS, identified=identified)
    with pytest.raises(NotIdentifiedError, match="must be told apart"):
        find_point(program, SEEN, "ability", "mle")
    assert find_point(program, SEEN, "ability", "map").scores.shape == (2,)  # the prior tells them apart


@pytest.mark.parametrize("right", [(4, 1), (4, 4), (0, 4)])  # also where it is flat in every direction
def test_a_likelihood_that_rises_for_ever_is_refused(right):
    with pytest.raises(
        NotIdentifiedError, match=r"the likelihood must have one maximum; it is flat along [12] of 2 directions\. Use"
    ):
        find_point(RIGHT_SHARES, Rights(right, 4), "ability", "mle")


def test_a_likelihood_of_a_difference_alone_is_refused():
    def build(values):
        with pm.Model(coords={"model": values.models}) as model:
            score = pm.Normal("score", dims="model")
            pm.Normal("y", score[0] - score[1], 1.0, observed=values.seen[0])
        return model

    program = Program(reads=Values, scores={"ability": "mean"}, build=build, reference="nobody2000")
    with pytest.raises(NotIdentifiedError, match="it is flat along 1 of 2 directions"):
        find_point(program, SEEN, "ability", "mle")
    # By symmetry: the difference has variance 2 under the prior, and 3 values of mean 7 / 3: 2 * 7 / (1 + 6) apart.
    np.testing.assert_allclose(find_point(program, SEEN, "ability", "map").scores, [1, -1], atol=1e-7)


def spread_program(score):
    def build(values):
        with pm.Model(coords={"model": values.models}) as model:
            spread = pm.LogNormal("spread")
            ability = pm.Normal("ability", 0.0, spread, dims="model")
            pm.Deterministic("standing", ability / spread, dims="model")
            pm.Deterministic("twice", 2 * ability, dims="model")
            pm.Normal("y", ability[:, None], 1.0, observed=values.seen)
        return model

    return Program(reads=Values, scores={"ability": "mean"}, build=build, reference="nobody2000", score=score)


def test_the_likelihood_knows_nothing_of_hyperparameters():
    program = spread_program(lambda _, draws, target, rng: draws["ability"])  # noqa: ARG005
    found = find_point(program, SEEN, "ability", "mle")
    assert set(found.variables) == {"ability", "twice"}  # neither the spread nor what depends on it
    np.testing.assert_allclose(found.variables["twice"], [14 / 3, 4 / 3])
    asks_for_it = spread_program(lambda _, draws, target, rng: draws["standing"])  # noqa: ARG005
    with pytest.raises(
        ValueError, match=r"target of 'build' by maximum likelihood .* knows; got 'ability', which needs standing\. Use"
    ):
        find_point(asks_for_it, SEEN, "ability", "mle")


def test_scores_that_are_drawn_given_the_variables_are_their_mean():
    def score(_, draws, target, rng):  # noqa: ARG001
        return draws["score"] + rng.normal(size=draws["score"].shape)

    found = find_point(replace(NORMAL_MEANS, score=score), SEEN, "ability", "mle")
    # 5 standard errors of the mean of 1,000 draws of deviation 1.
    np.testing.assert_allclose(found.scores, [7 / 3, 2 / 3], atol=5 / np.sqrt(1_000))
    assert (found.scores != find_point(NORMAL_MEANS, SEEN, "ability", "mle").scores).all()


def test_the_solver_of_rasch_finds_the_mode_of_its_program():
    counts = count_outcomes(Outcomes.from_array(np.random.default_rng(0).integers(0, 2, (4, 6, 5))))
    rasch = find_program("rasch")
    own, searched = (find_point(program, counts, "ability", "mle") for program in (rasch, replace(rasch, mle=None)))
    # The likelihood is that of differences of ability and difficulty, and abilities sum to zero.
    np.testing.assert_allclose(own.scores, searched.scores, atol=1e-5)


def test_beyond_what_the_curvature_can_be_worked_out_for_nothing_is_said_to_be_flat(monkeypatch):
    monkeypatch.setattr(point, "MOST_NEWTON", 1)
    assert find_point(RIGHT_SHARES, Rights((4, 1), 4), "ability", "mle").scores[0] > 0.99


@pytest.mark.parametrize("kind", ["map", "mle"])
def test_a_program_without_a_likelihood_has_no_mode(kind):
    counts = count_outcomes(Outcomes.from_array([[1, 1], [0, 0]]))
    with pytest.raises(
        ValueError,
        match=f"inference of 'population' must be exact or nuts, for its program has no likelihood with a mode; "
        f"got '{kind}'. Use 'auto'.",
    ):
        find_point(find_program("population"), counts, "population", kind)


def test_a_potential_has_a_mode_but_is_no_likelihood():
    def build(values):
        with pm.Model(coords={"model": values.models}) as model:
            score = pm.Normal("score", dims="model")
            pm.Potential("y", -((score[:, None] - values.seen) ** 2).sum() / 2)
        return model

    program = Program(reads=Values, scores={"ability": "mean"}, build=build, reference="nobody2000")
    # Precision 1 of the prior and 1 of each of three values, whose sums are 7 and 2.
    np.testing.assert_allclose(find_point(program, SEEN, "ability", "map").scores, [7 / 4, 2 / 4], atol=1e-7)
    with pytest.raises(ValueError, match="inference of 'build' must be nuts, for its program has no likelihood"):
        find_point(program, SEEN, "ability", "mle")


@pytest.mark.parametrize(
    ("program", "option", "value"),
    [
        ("rasch", "ability_prior", "nonsense"),
        ("rasch", "difficulty_scale", -3),  # of the score on new questions, too, of which the likelihood knows nothing
        ("bradley_terry", "ability_scale", -1),
        ("davidson", "tie_scale", -1),
        ("setwise_cml", "spread_median", 0),
    ],
)
def test_options_of_the_prior_are_none_of_maximum_likelihood(program, option, value):
    data = Outcomes.from_array(np.random.default_rng(0).integers(0, 2, (4, 6, 5)))
    message = rf"{option} of '{program}' is of the prior, which maximum likelihood has not, .*; got '?{value}'?\. Use"
    with pytest.raises(ValueError, match=message):
        fit(data, program, inference="mle", **{option: value})


def test_options_of_the_likelihood_and_of_the_score_are_those_of_maximum_likelihood():
    def build(values, *, factor=1.0, shift=0.0, prior_deviation=1.0):  # noqa: ARG001
        raise AssertionError  # the solver needs no program

    def score(_, draws, target, rng, *, shift=0.0):  # noqa: ARG001
        return draws["score"] + shift

    program = Program(
        reads=Values, scores={"ability": "mean"}, build=build, reference="nobody2000", score=score,
        mle=lambda values, *, factor=1.0: {"score": factor * values.seen.max(axis=1)},
    )  # fmt: skip
    # Twice the greatest values, 4 and 3, and 1 more.
    found = find_point(program.with_options({"factor": 2.0, "shift": 1.0}), SEEN, "ability", "mle")
    np.testing.assert_array_equal(found.scores, [9, 7])
    with pytest.raises(ValueError, match="prior_deviation of 'build' is of the prior"):
        find_point(program.with_options({"prior_deviation": 2.0}), SEEN, "ability", "mle")
