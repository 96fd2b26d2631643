"""What the tests of programs share."""

import numpy as np
import pytest
from arviz_stats.base import array_stats

from bayesrank import fit
from bayesrank.statistics.outcome_counts import count_outcomes

PROBABILITIES = (0.025, 0.25, 0.5, 0.75, 0.975)


@pytest.fixture
def assert_same_posterior():
    """Compare NUTS draws of a program with a large sample, or the quantiles, of its exact posterior.

    For each model the mean, the standard deviation and five quantiles must lie within 5 standard errors, those of
    quantiles from the effective sample size of the indicator of lying below. With two models that is 14 checks:
    false alarms below 14 * 6e-7 < 1e-5 a program.
    """

    def compare(outcomes, program, reference):
        fitted = fit(outcomes, program, inference="nuts", random_seed=3)
        models = count_outcomes(outcomes).models  # the order of the reference
        scores = fitted.posterior["posterior"]["score"].sel(model=list(models)).to_numpy()
        for model in range(len(models)):
            draws, exact = scores[:, :, model], reference[:, model]
            ess = float(array_stats.ess(draws, chain_axis=0, draw_axis=1, method="mean"))
            spread = exact.std()
            assert abs(draws.mean() - exact.mean()) < 5 * spread / np.sqrt(ess)
            ess_sd = float(array_stats.ess(draws, chain_axis=0, draw_axis=1, method="sd"))
            assert abs(draws.std() - spread) < 5 * spread / np.sqrt(2 * ess_sd)
            for probability in PROBABILITIES:
                below = (draws <= np.quantile(exact, probability)).astype(float)
                ess = float(array_stats.ess(below, chain_axis=0, draw_axis=1, method="mean"))
                allowed = 5 * np.sqrt(probability * (1 - probability) / ess)
                assert abs(below.mean() - probability) < allowed, (program, model, probability)

    return compare
