"""How much wealth is needed, and how much is as good as infinite."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers._limits import capped_wealth, needed_wealth, tolerance


def test_needed_is_what_the_mean_over_all_pairs_lifts_to_the_bound():
    assert needed_wealth(3, 0.1) == pytest.approx(60)  # 3 x 2 / 0.1: 60 / 6 pairs = 10 = 1 / alpha
    assert tolerance(3, 0.1) == pytest.approx(60e-9)


def test_wealth_is_capped_at_twice_the_need_and_nobody_beats_himself():
    log_wealth = np.array([[-np.inf, np.inf, 1e4], [np.log(119), -np.inf, 0], [-np.inf, -3, 7]])
    # twice 60 is the most; the diagonal counts as nothing whatever stands there
    expected = [[0, 120, 120], [119, 0, 1], [0, np.exp(-3), 0]]
    assert capped_wealth(log_wealth, 0.1) == pytest.approx(np.array(expected), rel=1e-12)
