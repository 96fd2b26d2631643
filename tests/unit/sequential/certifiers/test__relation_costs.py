"""What each relation of two models costs."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers._relation_costs import relation_costs


def test_costs_are_the_wealths_against_a_relation_less_the_bound():
    wealth = np.array([[0, 13.0, 4], [6, 0, 9], [2, 30, 0]])
    better = np.zeros((3, 3), dtype=bool)
    better[2, 1] = True
    costs = relation_costs(wealth, better, 0.1)
    # 1 / 0.1 = 10. Model 0 below model 1: 13 is against it; above: 6; tied: both. Model 2 is certified over model 1
    assert costs.below == pytest.approx(np.array([[0, 3, -6], [-4, 0, -1], [-8, np.inf, 0]]))
    assert costs.above == pytest.approx(costs.below.T)
    assert costs.tied == pytest.approx(np.array([[0, -1, -14], [-1, 0, np.inf], [-14, np.inf, 0]]))
    assert costs.least == pytest.approx(np.array([[0, -4, -14], [-4, 0, -1], [-14, -1, 0]]))
