"""Swiss contests against exact answers: by listing every way in which small contests can go, in whole fractions.

``golden/swiss.json`` was made for the specification of the rules by programs of its own. 396 of the 414 ``cases`` are
from a list of all paths and, with the same fractions, from a sum over states; 18, where the odd one of a group goes
down, from the list alone. The 32 of ``medium_float`` are sums over states in floats, ``deterministic_sizes`` follow
from numbers of models alone, and ``nonmonotone`` are contests in which a model gains by losing.

Simulated points are asked to lie within 4 standard errors of the exact ones. There are 1,488 that vary at all, and a
correct simulation fails for one of them with a probability of at most 1488 x 6.3e-5 = 0.09; the seed is fixed, so it
does not fail now and then.
"""

import json
from dataclasses import fields
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

from bayesrank.swiss.contests.contest_budget import contest_budget
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_fractions, exact_wins
from bayesrank.swiss.win_tensor import WinTensor

GOLDEN = json.loads((Path(__file__).parents[1] / "golden/swiss.json").read_text())
CASES = {case["name"]: case for case in GOLDEN["cases"]}
MEDIUM = {f"M{case['M']}K{case['K']}_{case['kind']}_T{case['T']}": case for case in GOLDEN["medium_float"]}
NAMES = [*CASES, *MEDIUM]
ROUNDING = 1e-12
N_CONTESTS = 20_000
LIMIT = 4  # standard errors


def rules_of(case):
    return ContestRules(case["pairing"], case["floats"], float(Fraction(case["bye_points"])), case["overflow"])


def schedules_of(case):
    return [read_schedule(case["T"], case["M"], case["K"])]


def tensor_of(case):
    if "Pw" in case:
        win, draw = (np.array(case[name], dtype=object) for name in ("Pw", "Pd"))
        win, draw = (np.vectorize(lambda text: float(Fraction(text)))(table) for table in (win, draw))
    else:
        scores = np.array(case["scores"])  # rounds x models
        lead = scores[:, :, None] - scores[:, None, :]
        win = expit(lead) if case["kind"] == "prob" else (lead > 0).astype(np.float64)
        draw = np.zeros(win.shape)
    models = tuple(f"model {number}" for number in range(case["M"]))
    return WinTensor(models, tuple(f"round {number}" for number in range(case["K"])), win, draw)


def fractions(texts):
    return [[Fraction(text) for text in row] for row in texts]


def floats(texts):
    return np.array([float(Fraction(text)) for text in texts])


def column_sums(rows):
    return [sum(column) for column in zip(*rows, strict=True)]


# Exactly


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_small_contests_in_fractions(case):
    (law,) = exact_fractions((case["Pw"], case["Pd"]), schedules_of(case), rules_of(case))
    assert list(law.wins) == [Fraction(text) for text in case["E"]]
    assert column_sums(law.byes) == [Fraction(text) for text in case["byes"]]
    assert list(law.n_pairs) == [Fraction(text) for text in case["pairs"]]
    assert [sum(points.values()) for points in law.points] == [1] * case["M"]
    if case["floats"] == "none":  # the others were listed for these facts alone
        assert list(law.variance) == [Fraction(text) for text in case["var"]]
        assert list(zip(*law.active, strict=True)) == [tuple(row) for row in fractions(case["active"])]
        assert list(zip(*law.eliminated, strict=True)) == [tuple(row) for row in fractions(case["elim"])]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_small_contests_in_floats(case):
    found = exact_wins(tensor_of(case), schedules_of(case), rules_of(case))
    np.testing.assert_allclose(found.wins[0], floats(case["E"]), rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(found.byes[0], floats(case["byes"]), rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(found.n_pairs[0], floats(case["pairs"]), rtol=0, atol=ROUNDING)
    if case["floats"] == "none":
        np.testing.assert_allclose(found.spread[0] ** 2, floats(case["var"]), rtol=0, atol=ROUNDING)
        active, eliminated = (np.array(fractions(case[name]), dtype=np.float64) for name in ("active", "elim"))
        np.testing.assert_allclose(found.rounds_played[0], active.sum(axis=1), rtol=0, atol=ROUNDING)
        np.testing.assert_allclose(found.eliminated[0].T, eliminated, rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("case", MEDIUM.values(), ids=MEDIUM)
def test_medium_contests_in_floats(case):
    found = exact_wins(tensor_of(case), schedules_of(case), ContestRules())
    np.testing.assert_allclose(found.wins[0], case["E"], rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(found.byes[0], case["byes"], rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(found.n_pairs[0], case["pairs"], rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("models", sorted({case["M"] for case in GOLDEN["deterministic_sizes"]}))
def test_numbers_that_do_not_depend_on_who_is_better(models):
    cases = [case for case in GOLDEN["deterministic_sizes"] if case["M"] == models]
    assert len(cases) == 15
    for case in cases:
        budget = contest_budget(models, case["K"], [case["T"]])
        sizes = {str(score): number for score, number in enumerate(budget.n_survivors[0].tolist()) if number}
        assert budget.n_pairs[0].tolist() == case["pairs"]
        assert budget.total.tolist() == [case["total"]]
        assert sizes == case["final_active_sizes"]


@pytest.mark.parametrize("case", GOLDEN["nonmonotone"].values(), ids=GOLDEN["nonmonotone"])
def test_a_model_can_gain_by_losing(case):
    model, k = case["model"], case["round"]
    dropped = [list(order) for order in case["orders"]]  # best first
    dropped[k].remove(model)
    dropped[k].append(model)
    wins = [wins_of_orders(orders, case["T"])[model] for orders in (case["orders"], dropped)]
    assert wins == [Fraction(case["E_before"]), Fraction(case["E_after_dropping_to_last"])]
    assert wins[1] > wins[0]


def wins_of_orders(orders, eliminate):
    models = range(len(orders[0]))
    win = [[[int(order.index(i) < order.index(j)) for j in models] for i in models] for order in orders]
    draw = [[[0 for _ in models] for _ in models] for _ in orders]
    (law,) = exact_fractions((win, draw), [read_schedule(eliminate, len(models), len(orders))], ContestRules())
    return law.wins


# By simulation


@cache
def simulated(name):
    """Return simulated contests of a case, with a seed of its own so that cases are independent."""
    case = CASES[name] if name in CASES else MEDIUM[name]
    rules = rules_of(case) if name in CASES else ContestRules()
    seed = NAMES.index(name)
    return expected_wins(tensor_of(case), schedules_of(case), rules, n_contests=N_CONTESTS, random_seed=seed, cores=1)


def errors_of(found, exact, most):
    """Return deviations from exact means of numbers from 0 to ``most``, in their largest possible standard errors.

    The variance of such a number is at most mean x (most - mean). Where that is zero, nothing but the mean is possible.
    """
    largest = np.sqrt(np.clip(exact * (most - exact), 0, None) / N_CONTESTS)
    off = np.abs(found - exact)
    assert np.all(off[largest < ROUNDING] < ROUNDING)
    return off[largest >= ROUNDING] / largest[largest >= ROUNDING]


@cache
def z_scores(name):
    """Return deviations of simulated points in standard errors, for models whose points have any variance."""
    found = simulated(name)
    if name in MEDIUM:
        wins, spread = np.array(MEDIUM[name]["E"]), found.spread[0]
    else:
        wins = floats(CASES[name]["E"])
        spread = np.sqrt(floats(CASES[name]["var"])) if "var" in CASES[name] else found.spread[0]
    off = found.wins[0] - wins
    assert np.all(np.abs(off[spread == 0]) < ROUNDING)
    return off[spread > 0] / (spread[spread > 0] / np.sqrt(N_CONTESTS))


@pytest.mark.parametrize("name", NAMES)
def test_simulated_points(name):
    assert np.all(np.abs(z_scores(name)) < LIMIT)


@pytest.mark.parametrize("name", CASES)
def test_simulated_byes_matches_and_eliminations(name):
    case, found = CASES[name], simulated(name)
    assert np.all(errors_of(found.byes[0], floats(case["byes"]), case["K"]) < LIMIT)
    assert np.all(errors_of(found.n_pairs[0], floats(case["pairs"]), case["M"] // 2) < LIMIT)
    if case["floats"] == "none":
        active, eliminated = (np.array(fractions(case[part]), dtype=np.float64) for part in ("active", "elim"))
        assert np.all(errors_of(found.rounds_played[0], active.sum(axis=1), case["K"]) < LIMIT)
        assert np.all(errors_of(found.eliminated[0].T, eliminated, 1) < LIMIT)


def test_standard_errors_are_right_on_average():
    # The mean of z^2 is 1. Inside a case z may depend on each other: a sum of m of z^2 has a variance of at most 2 m^2.
    # Four standard errors of the mean: a correct simulation fails with a probability of about 6e-5.
    scores = [z_scores(name) for name in NAMES]
    sizes = np.array([len(each) for each in scores])
    assert sizes.sum() == 1488  # by the variances of the exact answers
    error = np.sqrt(2 * np.sum(sizes**2)) / sizes.sum()
    assert abs(np.mean(np.concatenate(scores) ** 2) - 1) < LIMIT * error


SHARED = ["M5K4_scores_T1", "M5K4_prob_T2", "opt_float_M5K3_ties_half_T1", "M10K12_binary_T0"]


@pytest.mark.parametrize("name", SHARED)
def test_the_number_of_cores_changes_nothing(name):
    case = CASES[name] if name in CASES else MEDIUM[name]
    rules = rules_of(case) if name in CASES else ContestRules()
    one, two = (
        expected_wins(tensor_of(case), schedules_of(case), rules, n_contests=9_000, random_seed=5, cores=cores)
        for cores in (1, 2)
    )
    for field in fields(one):
        np.testing.assert_array_equal(getattr(one, field.name), getattr(two, field.name))
