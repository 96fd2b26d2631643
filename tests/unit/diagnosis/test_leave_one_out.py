"""Leaving out single outcomes against the closed form, and how questions are dealt."""

import numpy as np
import pytest
import xarray as xr

from bayesrank.diagnosis import leave_one_out
from bayesrank.diagnosis.leave_one_out import leave_outcomes_out, leave_questions_out
from bayesrank.diagnosis.single_outcomes import SingleOutcomes
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.program_examples import outcomes


def test_uniform_cells_in_closed_form():
    # p ~ Beta(1, 1), k right of n: without one right trial the chance of it is k / (n + 1), of a wrong one
    # (n - k) / (n + 1). Two cells: 3 of 4 and 0 of 5.
    rng = np.random.default_rng(1)
    chance = np.stack([rng.beta(4, 2, 40_000), rng.beta(1, 6, 40_000)], axis=1)
    log_probability = np.log(np.stack([1 - chance, chance], axis=2))
    found = leave_outcomes_out(SingleOutcomes(log_probability, np.array([[1.0, 3.0], [5.0, 0.0]])))
    expected = [np.log(1 / 5), np.log(3 / 5), np.log(5 / 6), 0.0]
    np.testing.assert_allclose(found.density, expected, atol=0.02)  # 5 standard errors of importance sampling
    assert found.density[3] == 0  # it did not happen
    assert found.total == pytest.approx(np.log(1 / 5) + 3 * np.log(3 / 5) + 5 * np.log(5 / 6), abs=0.05)
    assert (found.pareto_k < 0.7).all()


def test_questions_are_left_out_of_the_data_and_foretold(monkeypatch):
    counts = count_outcomes(outcomes(1))
    seen = []

    def sampled(program, model, **asked):  # noqa: ARG001
        seen.append((np.array(model["right_trials"].get_value()), asked["random_seed"]))
        zeros = {"ability": np.zeros((1, 2, 5)), "difficulty": np.zeros((1, 2, 12))}
        dims = {"ability": "model", "difficulty": "question"}
        scalars = ("ability_spread", "difficulty_mean", "difficulty_spread")
        values = {name: (("chain", "draw", dims[name]), value) for name, value in zeros.items()}
        values |= {name: (("chain", "draw"), np.ones((1, 2))) for name in scalars}
        coords = {"model": list(counts.models), "question": list(counts.questions)}
        return {"posterior": xr.Dataset(values, coords=coords)}

    monkeypatch.setattr(leave_one_out, "sample_nuts", sampled)
    found = leave_questions_out(find_program("rasch"), counts, folds=5, draws=2, cores=1, random_seed=3)
    masked = np.array([trials[0] == 0 for trials, _ in seen])
    assert masked.sum(axis=0).tolist() == [1] * 12  # each question in one fold
    assert sorted(masked.sum(axis=1)) == [2, 2, 2, 3, 3]
    assert [seed for _, seed in seen] == [3, 4, 5, 6, 7]
    # with abilities and difficulties of zero every trial has the chance one half: 5 models x 4 trials a question
    np.testing.assert_allclose(found.density, 20 * np.log(0.5), atol=1e-12)
