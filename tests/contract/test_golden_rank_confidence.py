"""Rank confidence sequences against another implementation: wealths, and what all certifiers make of them at all looks.

Its wealths without the certainty rule agree with exact rational arithmetic to 1e-13; twelve digits are stored.
"""

import json
from math import inf, log1p
from pathlib import Path

import numpy as np
import pytest

from bayesrank import RankSequence
from bayesrank.sequential.bets import GRID, Bets
from bayesrank.sequential.certificates import bounds_of_sets, rank_bounds, top_status
from bayesrank.sequential.certifiers.bonferroni import Bonferroni
from bayesrank.sequential.certifiers.e_holm import EHolm
from bayesrank.sequential.certifiers.enumeration import Enumeration
from bayesrank.sequential.certifiers.exact import Exact
from bayesrank.sequential.certifiers.shortcut import Shortcut
from bayesrank.sequential.certifiers.star import Star
from bayesrank.sequential.rank_report import RankReport
from bayesrank.sequential.wealth import PairWealth
from bayesrank.sequential.win_counts import WinCounts
from tests.sequences import from_text, known

GOLDEN = json.loads((Path(__file__).parents[1] / "golden/rank_confidence.json").read_text())
CASES = {case["name"]: case for case in GOLDEN["cases"]}
RELATIVE = {"rtol": 1e-9, "atol": 1e-11}  # twelve digits are stored
STATUS = {1: "inside", 0: "open", -1: "outside"}
BETS = {"fixed_0.25": Bets(grid=(0.25,)), "agrapa_cap0.75": Bets("agrapa", most=0.75), "ons": Bets("ons")}


def scores_of(case):
    rows = case["scores"]
    return from_text(rows) if isinstance(rows[0], str) else np.array(rows)


def matrix(stored):
    """Return a stored matrix of log wealths, -inf on the diagonal, where it has none."""
    table = np.array(stored, dtype=np.float64)
    np.fill_diagonal(table, -np.inf)
    return table


def pairs(certified):
    return np.argwhere(certified).tolist()


# Wealths


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_wealths_at_all_looks(case):
    scores, wealth, seen = scores_of(case), PairWealth(case["n_models"], population_size=case["population_size"]), 0
    for look in case["looks"]:
        wealth.update(known(scores[seen : look["t"]]))
        seen = look["t"]
        np.testing.assert_allclose(wealth.log_bets(), matrix(look["log_wealth"]), **RELATIVE)


def test_wealths_from_counts_of_wins():
    case = CASES["s_m3_identical_columns"]
    scores, counts, seen = scores_of(case), WinCounts(case["n_models"]), 0
    for look in case["looks"]:
        counts.update(known(scores[seen : look["t"]]))
        seen = look["t"]
        np.testing.assert_allclose(counts.log_wealth(), matrix(look["log_wealth"]), **RELATIVE)


@pytest.mark.parametrize("bets", BETS)
@pytest.mark.parametrize("size", GOLDEN["alternative_bets"]["population_size"])
def test_other_bets(bets, size):
    facts = GOLDEN["alternative_bets"]
    wealth = PairWealth(3, BETS[bets], population_size=None if size == "None" else int(size))
    wealth.update(known(from_text(facts["scores"])))
    np.testing.assert_allclose(wealth.log_bets(), matrix(facts["population_size"][size][bets]), **RELATIVE)


def test_wealths_of_models_that_retire():
    facts = GOLDEN["retirement"]
    assert facts["retire"] == [[60, 3], [100, 0]]
    scores = from_text(facts["scores"])
    run = RankSequence(list("abcd"), population_size=facts["population_size"], certifier="bonferroni")
    run.update(scores[:60])
    np.testing.assert_allclose(run.report().log_wealth, matrix(facts["log_wealth_60"]), **RELATIVE)
    run.retire("d")
    run.update(scores[60:100])
    run.retire("a")
    run.update(scores[100:])
    report, expected = run.report(), matrix(facts["log_wealth_150"])
    assert report.evaluations == facts["evaluations"]
    certain = np.isposinf(report.log_wealth)  # by a rule that theirs does without
    assert pairs(certain) == [[1, 2]]
    np.testing.assert_allclose(report.log_wealth[~certain], expected[~certain], **RELATIVE)


def test_a_lead_that_cannot_be_made_up_any_more_is_certain():
    facts = GOLDEN["certainty_rule"]
    wealth = PairWealth(2, population_size=facts["population_size"])
    for asked, row in enumerate(from_text(facts["scores"]), start=1):
        wealth.update(known(row[None]))
        assert np.isposinf(wealth.log_wealth()[0, 1]) == (asked >= facts["first_infinite_t"])
        without = facts["log_wealth_01_without"][asked - 1]
        np.testing.assert_allclose(wealth.log_bets()[0, 1], without, **RELATIVE)


def test_the_grid_and_where_its_bets_begin_to_gain():
    # A bet b on right and wrong answers gains in the long run when the gap, as a share of the questions that tell the
    # two apart, is above -log(1 - b^2) / log((1 + b) / (1 - b)).
    assert list(GRID) == GOLDEN["grid"]
    for bet in GRID:
        facts = GOLDEN["grid_facts"][str(bet)]
        slope = log1p(bet) - log1p(-bet)
        assert slope == pytest.approx(facts["c_lambda=log((1+l)/(1-l))"], rel=1e-12)
        gap = facts["binary_threshold_gap_over_rho"]
        counts = WinCounts(2, Bets(grid=(bet,)))
        counts.update(known([[1, 0], [0, 1]]))
        one_of_each = counts.log_wealth()[0, 1]
        assert -one_of_each / slope == pytest.approx(gap, rel=1e-9)


# Certified pairs, ranks, tiers and the top


def certifier(name, n_models, alpha):
    match name:
        case "bonferroni_raw":
            return Bonferroni(n_models, alpha, closure="none")
        case "bonferroni":
            return Bonferroni(n_models, alpha)
        case "shortcut":
            return Shortcut(n_models, alpha)
        case "eholm":
            return EHolm(n_models, alpha)
        case "star":
            return Star(n_models, alpha)
        case "exact":
            return Enumeration(n_models, alpha) if n_models <= 8 else Exact(n_models, alpha, budget=inf)


def report_of(run, case, log_wealth):
    """Return a report with what a certifier has certified."""
    n_models, sets = case["n_models"], run.rank_sets()
    return RankReport(
        failed=run.failed,
        design="finite",
        alpha=case["alpha"],
        certifier=run.name,
        models=tuple(map(str, range(n_models))),
        status=("live",) * n_models,
        n_questions=0,
        population_size=case["population_size"],
        certified=run.certified,
        log_wealth=log_wealth,
        rank_sets=None if sets is None else tuple(map(frozenset, sets)),
        exact=False,
        n_scored=np.zeros(n_models, dtype=np.int64),
        mean_score=np.zeros(n_models),
    )


@pytest.mark.parametrize("name", ["bonferroni_raw", "bonferroni", "shortcut", "eholm", "star", "exact"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_reports_at_all_looks(case, name):
    scores, wealth, seen = scores_of(case), PairWealth(case["n_models"], population_size=case["population_size"]), 0
    run = certifier(name, case["n_models"], case["alpha"])
    for look in case["looks"]:
        wealth.update(known(scores[seen : look["t"]]))
        seen, expected = look["t"], look[name]
        run.update(wealth.log_bets())
        assert pairs(run.certified) == expected["D"]
        assert run.n_unresolved == 0
        report = report_of(run, case, wealth.log_bets())
        if "lower" in expected:
            assert report.bounds.lower.tolist() == expected["lower"]
            assert report.bounds.upper.tolist() == expected["upper"]
            assert report.tier.tolist() == expected["tiers"]
            for k, status in expected["topk"].items():
                assert list(top_status(report.bounds, int(k))) == [STATUS[known_as] for known_as in status]
        if "rank_sets" in expected and run.name == "enumeration":
            assert [sorted(ranks) for ranks in report.rank_sets] == expected["rank_sets"]


@pytest.mark.parametrize("name", ["bonferroni_raw", "bonferroni", "shortcut", "eholm", "star", "exact"])
@pytest.mark.parametrize("case", GOLDEN["wealth_cases"], ids=[case["name"] for case in GOLDEN["wealth_cases"]])
def test_worked_examples(case, name):
    wealth = np.zeros((case["n_models"], case["n_models"]))
    for pair, value in case["wealth_nonzero"].items():
        wealth[tuple(int(model) for model in pair.split(","))] = value
    with np.errstate(divide="ignore"):
        log_wealth = np.log(wealth)
    run, expected = certifier(name, case["n_models"], case["alpha"]), case["result"][name]
    run.update(log_wealth)
    if case["name"] == "contradiction":
        assert run.failed  # as theirs once it has closed the pairs
        return
    assert pairs(run.certified) == expected["D"]
    bounds = rank_bounds(run.certified)
    assert (bounds.lower.tolist(), bounds.upper.tolist()) == (expected["lower"], expected["upper"])
    assert run.failed == expected["failed"]
    if "rank_sets" in expected:
        assert [sorted(ranks) for ranks in run.rank_sets()] == expected["rank_sets"]
        sets = bounds_of_sets(run.rank_sets())
        assert (sets.lower >= bounds.lower).all()
        assert (sets.upper <= bounds.upper).all()


def test_all_cases_are_there():
    assert len(CASES) == 6
    assert sum(len(case["looks"]) for case in CASES.values()) == 26
    assert len(GOLDEN["wealth_cases"]) == 5
