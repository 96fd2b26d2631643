import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.swiss.difficulty.whole_outcomes import whole_outcomes


def counted(right, trials):
    right, trials = np.array(right), np.array(trials)
    return count_outcomes(Outcomes.from_counts(np.stack([trials - right, right], axis=2)))


def test_shares_have_a_common_unit():
    # 1 of 2, 2 of 3 and 4 of 6: in sixths 3, 4 and 4; 0 of 3 is none.
    counts = counted([[1, 2], [4, 0]], [[2, 3], [6, 3]])
    found = whole_outcomes(counts)
    assert found.parts == 6
    place = np.ix_(
        [counts.models.index(f"model {number}") for number in (1, 2)],
        [counts.questions.index(f"question {number}") for number in (1, 2)],
    )
    assert found.share[place].tolist() == [[3, 4], [4, 0]]


def test_one_trial_is_one_part():
    found = whole_outcomes(count_outcomes(Outcomes.from_array([[1, 0], [1, 1]])))
    assert found.parts == 1
    assert sorted(found.share.sum(axis=1).tolist()) == [1, 2]


def test_missing_outcomes_are_refused():
    with pytest.raises(DataError, match=r"on every question .* got 1 missing, the first of 'model 2' on 'question 1'"):
        whole_outcomes(count_outcomes(Outcomes.from_array([[1, 0], [np.nan, 1]])))


def test_numbers_of_trials_without_a_common_multiple_are_refused():
    primes = [1009, 1013, 1019, 1021, 1031]  # their product is 1.1e15, above 2^40 = 1.1e12
    with pytest.raises(DataError, match=r"common multiple of at most 1,099,511,627,776; got 5 numbers"):
        whole_outcomes(counted([[1] * 5, [2] * 5], [primes, primes]))


def test_grades_are_refused():
    with pytest.raises(DataError, match="outcomes must be right or wrong"):
        whole_outcomes(count_outcomes(Outcomes.from_array([[2, 0], [1, 1]], weights=[0, 1, 2])))
