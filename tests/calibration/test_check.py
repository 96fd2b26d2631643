"""How often a check raises a false alarm: each predictive figure about as often as it is asked to, or less."""

from collections import Counter

import numpy as np
import pytest

import bayesrank as br
from bayesrank.diagnosis.predictive_outcomes import predictive_outcomes
from tests.faulty_data import answers, logistic

pytestmark = pytest.mark.calibration

DATA_SETS, RATE = 300, 0.05


@pytest.mark.parametrize(("n_models", "n_questions", "n_trials"), [(8, 20, 5), (6, 60, 1)])
def test_false_alarms_of_answers(n_models, n_questions, n_trials):
    alarms = Counter()
    for seed in range(DATA_SETS):
        rng = np.random.default_rng(seed)
        ability, difficulty = rng.normal(0, 1, n_models), rng.normal(0, 1.3, n_questions)
        data = answers(logistic(ability[:, None] - difficulty), n_trials, seed)
        fit = br.fit(data, "rasch", inference="laplace", random_seed=seed)
        for one in predictive_outcomes(fit, fit.basis, false_alarm_rate=RATE, random_seed=seed):
            alarms[one.figure] += bool(one.judged.alarming.any())
    most = RATE + 3 * np.sqrt(RATE * (1 - RATE) / DATA_SETS)
    assert {figure: number for figure, number in alarms.items() if number > most * DATA_SETS} == {}
