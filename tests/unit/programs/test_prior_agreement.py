"""Agreement of outcomes and prior outcomes, worked by hand."""

import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.programs.prior_agreement import contradiction_doubts, model_agreement, require_prior_outcomes
from bayesrank.statistics.outcome_counts import count_outcomes

OUTCOMES = np.array(
    [[1.0, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0]]
)  # shares 3/4, 2/4, 1/4: apart from their mean 1, 0, -1


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([3, 2, 1], 1.0),
        ([1, 2, 3], -1.0),
        ([2, 3, 1], 0.5),  # 0, 1, -1 against 1, 0, -1: 1 / 2
        ([2, 2, 2], 1.0),  # no difference, no contradiction
    ],
)
def test_correlation_of_means(shares, expected):
    prior = np.arange(4) < np.array(shares)[:, None]
    counts = count_outcomes(Outcomes.from_array(OUTCOMES, prior=prior[:, :, None].astype(float)))
    assert model_agreement(counts) == pytest.approx(expected, abs=1e-12)


def test_cells_without_either_do_not_count():
    # Without the first question: 1 1 0, 1 0 0, 0 0 0 against the same: agreement, whatever was asked of the first.
    prior = OUTCOMES.copy()
    prior[:, 0] = [0, np.nan, np.nan]
    outcomes = OUTCOMES.copy()
    outcomes[0, 0] = np.nan
    counts = count_outcomes(Outcomes.from_array(outcomes, prior=prior[:, :, None]))
    assert model_agreement(counts) == pytest.approx(1, abs=1e-12)


def test_prior_outcomes_that_all_models_share_contradict_nothing():
    assert model_agreement(count_outcomes(Outcomes.from_array(OUTCOMES, prior=[[1], [0], [1], [0]]))) == 1


def test_contradiction_is_told():
    prior = (np.arange(4) < np.array([1, 2, 3])[:, None])[:, :, None].astype(float)
    counts = count_outcomes(Outcomes.from_array(OUTCOMES, prior=prior))
    assert contradiction_doubts(counts, "they count")[0].startswith("they count, but score the models otherwise")
    same = count_outcomes(Outcomes.from_array(OUTCOMES, prior=OUTCOMES[:, :, None]))
    assert contradiction_doubts(same, "they count") == []


def test_prior_outcomes_are_asked_for():
    with pytest.raises(DataError, match="data for 'p' must have prior outcomes; got none"):
        require_prior_outcomes(count_outcomes(Outcomes.from_array(OUTCOMES)), "p", "rasch")
