"""Differences against a margin: what a finished benchmark settles, corrections worked by hand, and their error."""

import json
import math
from itertools import product

import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.sequential.bets import Bets
from bayesrank.sequential.margins import MarginReport, _certified_at_looks, certified_statements, certify_margins
from bayesrank.sequential.wealth import PairWealth
from tests.sequences import known

ALPHA = 0.1


def differences(report):
    table = report.frame()
    return {(row.model, row.other): row.difference for row in table.itertuples()}


def means_of(*means, n_questions=100):
    """Return right and wrong answers with these shares of right ones, exactly."""
    right = np.array([round(mean * n_questions) for mean in means])
    return (np.arange(n_questions)[:, None] < right).astype(np.float64)


def test_a_finished_benchmark_settles_all_but_differences_of_exactly_the_margin():
    # Means 0.9, 0.85, 0.8, 0.5 and a margin of 0.1.
    report = certify_margins(means_of(0.9, 0.85, 0.8, 0.5), 0.1, models=list("abcd"), random_seed=1)
    assert differences(report) == {
        ("a", "b"): "equivalent",
        ("a", "c"): "no worse",  # 0.1 exactly: neither above by more nor equivalent
        ("a", "d"): "above",
        ("b", "c"): "equivalent",
        ("b", "d"): "above",
        ("c", "d"): "above",
    }
    assert report.no_worse[0].tolist() == [False, True, True, True]
    assert report.better[0].tolist() == [False, False, False, True]


def test_lower_scores_and_other_units_are_the_same_differences():
    scores = 40 - 40 * means_of(0.9, 0.85, 0.5)
    report = certify_margins(scores, 4.0, score_range=(0, 40), higher_is_better=False, random_seed=1)
    assert list(differences(report).values()) == ["equivalent", "above", "above"]
    turned = certify_margins(means_of(0.5, 0.9), 0.1, random_seed=1)
    assert list(differences(turned).values()) == ["below"]


def test_questions_like_these_are_never_certain():
    # 30 questions of which the first model won all: its wealth against a margin of 1/2 is the mean of
    # (1 + b / 3)^30, for the gain is (1 - 1/2) / (1 + 1/2) = 1/3, and 4 / 0.1 = 40 are needed of either correction.
    report = certify_margins([[1, 0]] * 30, 0.5, alpha=ALPHA, target="population", looks="100%", random_seed=0)
    wealth = np.mean([(1 + bet / 3) ** 30 for bet in (0.03, 0.06, 0.12, 0.25, 0.5)])
    assert 10 < wealth < 40
    assert list(differences(report).values()) == ["no worse"]
    assert report.population_size is None
    finite = certify_margins([[1, 0]] * 30, 0.5, alpha=ALPHA, looks="100%", random_seed=0)
    assert list(differences(finite).values()) == ["above"]


def test_what_is_certified_at_one_look_stays_so():
    # 40 wins, then 80 losses: that the other is no worse by a half is certified at the end; that the first is none, in
    # the middle, and at the end only if somebody looked then.
    rows = known([[1, 0]] * 40 + [[0, 1]] * 80)

    def certified(times):
        tests = [PairWealth(2, Bets(grid=(0.5,)), margin=margin) for margin in (0.5, -0.5)]
        return _certified_at_looks(tests, rows, times, ALPHA, "bonferroni")[1]

    assert certified((40, 120)).tolist() == [[False, True], [True, False]]
    assert certified((120,)).tolist() == [[False, False], [True, False]]


# Corrections


def closed_testing(wealth, alpha):
    """Return which statements all sets that contain them reject, by going through the sets."""
    certified = []
    for one in range(len(wealth)):
        sets = [
            members for members in product([False, True], repeat=len(wealth)) if members[one]
        ]  # of statements that are false together
        certified.append(all(wealth[list(members)].mean() >= 1 / alpha for members in sets))
    return certified


def as_pairs(wealth):
    """Return six wealths as those of the pairs of three models."""
    table = np.zeros((3, 3))
    table[~np.eye(3, dtype=bool)] = wealth
    with np.errstate(divide="ignore"):
        return np.log(table)


def test_bonferroni_divides_by_the_number_of_statements():
    certified = certified_statements(as_pairs([60, 59, 0, 0, 1e300, 10]), ALPHA, "bonferroni")
    assert certified[~np.eye(3, dtype=bool)].tolist() == [True, False, False, False, True, False]


def test_bonferroni_needs_what_it_does_for_ranks():
    # 6 / 0.2 = 30 is needed. log(6) - log(0.2) is rounded to just below log(30), which takes nothing back.
    exactly = np.full((3, 3), np.log(6) - np.log(0.2))
    assert exactly[0, 1] < np.log(30)
    assert certified_statements(exactly, 0.2, "bonferroni").sum() == 6
    assert not certified_statements(exactly - 1e-9, 0.2, "bonferroni").any()


@pytest.mark.parametrize("seed", range(40))
def test_e_holm_is_closed_testing_by_means(seed):
    rng = np.random.default_rng(seed)
    wealth = np.exp(rng.normal(2.5, 1.5, size=6))
    certified = certified_statements(as_pairs(wealth), ALPHA, "e_holm")
    assert certified[~np.eye(3, dtype=bool)].tolist() == closed_testing(wealth, ALPHA)


def test_e_holm_certifies_more():
    # With 1/alpha = 10: 40 is above 10 by 30, others fall short by 5 in all. 12 is above by 2 only.
    log_wealth = as_pairs([40, 12, 8, 9, 10, 8])
    assert certified_statements(log_wealth, ALPHA, "e_holm").sum() == 1
    assert certified_statements(log_wealth, ALPHA, "bonferroni").sum() == 0


def test_infinite_wealth_is_enough_and_the_diagonal_states_nothing():
    for correction in ("bonferroni", "e_holm"):
        certified = certified_statements(np.full((2, 3, 3), np.inf), ALPHA, correction)
        np.testing.assert_array_equal(certified, np.broadcast_to(~np.eye(3, dtype=bool), (2, 3, 3)))


def test_wealth_of_exactly_the_bound_certifies_nothing_by_e_holm():
    assert not certified_statements(as_pairs([10.0] * 6), ALPHA, "e_holm").any()


def test_what_is_certified_is_rarely_wrong():
    # Two models a difference of exactly the margin apart, drawn anew 400 times with alpha = 0.2. All that could be
    # certified wrongly is "above" and "equivalent": at most 80 times in the mean, and with a chance below 1e-6 more
    # than 120 times (binomial).
    from scipy.stats import binom

    assert binom.sf(120, 400, 0.2) < 1e-6
    wrong = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        scores = (rng.random((60, 2)) < [0.7, 0.5]).astype(np.float64)
        report = certify_margins(scores, 0.2, alpha=0.2, target="population", looks=4, random_seed=0)
        wrong += bool(report.better[0, 1] or report.no_worse[1, 0])
    assert wrong <= 120


# What it says, and what it refuses


def test_it_says_what_it_is_of():
    report = certify_margins(means_of(0.9, 0.85, 0.5), 0.1, models=list("abc"), random_seed=1)
    assert repr(report) == (
        "MarginReport(3 models, margin 0.1, alpha=0.05, e_holm, realised means over these 100 questions, "
        "2 pairs apart, 1 equivalent)"
    )
    record = json.loads(json.dumps(report.record()))
    assert record["pairs"][0] == {"model": "a", "other": "b", "difference": "equivalent"}
    assert (record["margin"], record["alpha"], record["correction"]) == (0.1, 0.05, "e_holm")


def test_every_difference_has_its_word():
    def word(**known):
        none = np.zeros((2, 2), dtype=bool)
        tables = {"better": none.copy(), "no_worse": none.copy()}
        for name, cell in known.items():
            tables[name][cell] = True
        report = MarginReport(0.1, ALPHA, "e_holm", ("a", "b"), **tables, n_questions=1, population_size=None,
                              random_seed=0)  # fmt: skip
        return report.frame()["difference"].item()

    assert word() == "open"
    assert word(no_worse=(0, 1)) == "no worse"
    assert word(no_worse=(1, 0)) == "no better"
    assert word(no_worse=([0, 1], [1, 0])) == "equivalent"
    assert word(better=(0, 1), no_worse=(0, 1)) == "above"
    assert word(better=(1, 0), no_worse=(1, 0)) == "below"


def test_outcomes_and_missing_scores():
    data = Outcomes.from_array([[1, 1, 1, math.nan], [0, 0, 0, 0]], models=["a", "b"])
    with pytest.raises(DataError, match="every live model must have a score on every question; got none of 'a'"):
        certify_margins(data, 0.1)
    report = certify_margins(data, 0.1, missing="pessimistic", random_seed=0)
    assert list(differences(report).values()) == ["above"]  # 3 of 4 at least


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"margin": 0.0}, "margin must be positive and finite; got 0"),
        ({"margin": 1.0}, "margin must be below 1, the range of scores; got 1"),
        ({"target": "ability"}, "target must be one of benchmark, population; got 'ability'"),
        ({"correction": "holm"}, "correction must be one of bonferroni, e_holm; got 'holm'"),
        ({"alpha": 0}, "alpha must lie between 0 and 1; got 0"),
        ({"certifier": "star"}, "options of 'certify_margins' must be among bets, .*; got 'certifier'"),
        ({"random_seed": -1}, "random_seed must be a whole number of at least 0; got -1"),
    ],
)
def test_other_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        certify_margins([[1, 0], [0, 1]], **({"margin": 0.1} | options))
