"""Rules on the chances that programs give, against closed forms."""

import numpy as np
import pytest
from scipy.special import expit

from bayesrank import Comparisons, DataError, Outcomes
from bayesrank.programs.attempt_moments import attempt_moments
from bayesrank.programs.item_response import rasch
from bayesrank.programs.program import Program
from bayesrank.ranks.fit import Basis
from bayesrank.ranks.metric_scores import cells_given, rank_by_cells
from bayesrank.rules.registry import find_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes

NAN = float("nan")
OUTCOMES = Outcomes.from_array(
    [[[1, 1, 0], [0, 1, NAN], [NAN, NAN, NAN]], [[0, 0, 0], [1, 1, 1], [1, 0, 1]]], models=["a", "b"]
)


def known(counts: OutcomeCounts, *, shift: float = 0.0):
    """Stand for a program that is not sampled."""
    raise NotImplementedError


def given(counts, n_draws, rng, *, shift=0.0):  # noqa: ARG001
    """Return abilities and difficulties that are known: every draw is the same."""
    ability = np.where(np.array(counts.models) == "a", 1.0 + shift, -1.0)
    return {
        "score": np.tile(ability, (n_draws, 1)),
        "ability": np.tile(ability, (n_draws, 1)),
        "difficulty": np.zeros((n_draws, len(counts.questions))),
    }


KNOWN = Program(
    reads=OutcomeCounts,
    scores={"benchmark": "known"},
    build=known,
    reference="rasch1960",
    exact=given,
    chance=rasch.chance,
    doubts=lambda counts, target: [f"known of {len(counts.models)} on {target}"],
)


def test_pass_at_k_of_known_chances():
    # Chances sigmoid(1) = .731 of a and .269 of b on all questions: 1 - (1 - p)^2; the missing cell changes no mean.
    found = rank_by_cells(OUTCOMES, find_rule("pass_at_k"), {"k": 2}, program=KNOWN, draws=10, random_seed=0)
    np.testing.assert_allclose(found.draws, np.tile([1 - expit(-1) ** 2, 1 - expit(1) ** 2], (10, 1)), atol=1e-12)
    assert found.options == {"k": 2, "program": "known"}
    assert "known of 2 on benchmark" in found.warnings
    assert (found.uncertainty, found.target, found.target_words) == ("posterior", "benchmark", "these questions")


def test_options_go_to_the_program_that_has_them():
    # k may be more than the trials of a cell: attempts are further trials.
    found = rank_by_cells(
        OUTCOMES, find_rule("pass_hat_k"), {"k": 3, "shift": 1.0}, program=KNOWN, draws=6, random_seed=0
    )
    assert found.draws.shape == (6, 2)
    assert found.scores[0] == pytest.approx(expit(2) ** 3, abs=1e-12)
    with pytest.raises(ValueError, match=r"options of 'pass_hat_k' must be among .*; got 'shape'"):
        rank_by_cells(OUTCOMES, find_rule("pass_hat_k"), {"shape": 1}, program=KNOWN, draws=6, random_seed=0)


def test_voting_rules_read_chances_too():
    # a is likelier right on both questions that both were asked: two votes to none, with a third of one voter alone.
    found = rank_by_cells(OUTCOMES, find_rule("win_rate"), {}, program=KNOWN, draws=4, random_seed=0)
    np.testing.assert_allclose(found.draws, np.tile([1, 0], (4, 1)), atol=1e-12)
    assert any("noise of trials turns the votes" in told for told in found.warnings)


@pytest.mark.parametrize("program", ["bayes", "power_prior"])
def test_draws_of_cells_have_the_exact_moments(program):
    # bayes, and power_prior with a weight of 1, give independent Beta(1 + right, 1 + wrong) cells with prior outcomes
    # among the right and wrong, whose moments of pass@2 are exact. 8,000 draws, 5 standard errors.
    data = OUTCOMES.with_prior(np.array([[[1], [0], [1]], [[0], [0], [1]]]))
    options = {"prior_weight": 1.0} if program == "power_prior" else {}
    rule = find_rule("pass_at_k")
    found = rank_by_cells(data, rule, {"k": 2, **options}, program=program, draws=8_000, random_seed=1)
    counts = count_outcomes(data)
    moments = attempt_moments(counts, np.array([0.0, 1.0, 1.0]))
    place = [counts.models.index(name) for name in found.names]
    error = moments.standard_deviation[place] / np.sqrt(8_000)
    assert np.all(np.abs(found.draws.mean(axis=0) - moments.mean[place]) < 5 * error)
    assert np.all(np.abs(found.draws.std(axis=0) - moments.standard_deviation[place]) < 5 * error)


def test_chances_are_of_the_category_that_is_worth_more():
    counts = count_outcomes(Outcomes.from_array([[1, 0]], weights=[1.0, 0.0], models=["a"]))
    draws = given(counts, 3, None)
    cells = cells_given(Basis(KNOWN, counts), draws, np.random.default_rng(0))
    assert cells.shape == (3, 1, 2, 2)
    np.testing.assert_allclose(cells[..., 0], expit(1.0), atol=1e-12)


def test_programs_without_cells_are_refused():
    rule = find_rule("pass_at_k")
    with pytest.raises(ValueError, match=r"program must be one that says .* bayes, .* rasch, .*; got 'population'"):
        rank_by_cells(OUTCOMES, rule, {}, program="population", draws=4, random_seed=0)
    battles = Comparisons(("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([1]))
    with pytest.raises(DataError, match="OutcomeCounts must come from Outcomes; got Comparisons"):
        rank_by_cells(battles, rule, {}, program=KNOWN, draws=4, random_seed=0)
    with pytest.raises(DataError, match="voters and pairing must be 'questions' and 'expected'"):
        rank_by_cells(OUTCOMES, find_rule("borda"), {"voters": "trials"}, program=KNOWN, draws=4, random_seed=0)
