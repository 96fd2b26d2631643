from dataclasses import replace

import numpy as np
import pytest

import bayesrank as br
from bayesrank.diagnosis.predictions import predictions
from tests.faulty_data import answers, battle_counts, chances, comparisons


def left_out(fit):
    found, reasons = predictions(fit, false_alarm_rate=0.01, random_seed=1)
    assert found == []
    return reasons


def test_answers_are_compared_by_figures_of_answers():
    fit = br.fit(answers(chances(1, n_models=4, n_questions=5)), "rasch", inference="laplace", draws=50, random_seed=1)
    found, reasons = predictions(fit, false_alarm_rate=0.01, random_seed=1)
    assert reasons == []
    assert "weak models on hard questions" in [one.figure for one in found]
    assert left_out(replace(fit, basis=None)) == [
        "predictions: a fit that was read from a file does not know its data. Fit them again."
    ]


def test_a_program_that_says_no_chances_is_left_out():
    fit = br.fit(answers(chances(1)), "population", draws=50, random_seed=1)
    assert left_out(fit) == [
        "predictions: population does not say the chance of a right answer. Check a fit of 'rasch' to the same data."
    ]


def test_grades_are_left_out():
    graded = br.Outcomes.from_array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]], weights=[0, 1, 2])
    assert left_out(br.fit(graded, "bayes", draws=50, random_seed=1)) == [
        "predictions: outcomes are not right or wrong."
    ]


def test_weighted_battles_are_left_out():
    data = comparisons(*battle_counts(np.zeros((3, 3)), 10))
    weighted = replace(data, weight=np.linspace(1, 2, len(data.winner)))
    fit = br.fit(weighted, "bradley_terry", inference="laplace", draws=50, random_seed=1)
    assert left_out(fit) == ["predictions: battles are weighted, or share trials, and cannot be drawn one by one."]


def test_orders_are_left_out_and_arviz_is_named():
    fit = br.fit(br.load_example("nascar2002"), "plackett_luce", inference="laplace", draws=50, random_seed=1)
    (reason,) = left_out(fit)
    assert reason.endswith("posterior_predictive, which ArviZ plots.")


@pytest.mark.parametrize("seed", [1, 2])
def test_the_seed_decides_what_is_drawn(seed):
    fit = br.fit(answers(chances(1, n_models=4, n_questions=5)), "rasch", inference="laplace", draws=50, random_seed=1)
    expected = [
        predictions(fit, false_alarm_rate=0.01, random_seed=each)[0][0].judged.expected
        for each in (seed, seed, seed + 1)
    ]
    assert (expected[0] == expected[1]).all()
    assert (expected[0] != expected[2]).any()
