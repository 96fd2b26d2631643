"""Plackett-Luce: density against permutations and SciPy, published worths, drawn orders, what is refused."""

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank import NotIdentifiedError, Outcomes, load_example
from bayesrank.observations.orderings import Orderings
from bayesrank.programs.setwise import plackett_luce as module
from bayesrank.programs.setwise._order_rows import order_rows
from bayesrank.programs.setwise.plackett_luce import PROGRAM, laplace, mle, plackett_luce
from bayesrank.statistics.tied_orders import order_orderings, order_outcomes
from tests.ballots import orderings
from tests.program_density import gradient_is_finite, log_density, mode_of

NASCAR = json.loads((Path(__file__).parents[3] / "golden/nascar2002.json").read_text())
BALLOTS = ("3 a > b = c > d", "2 d > a", "1 b = d = e > a = c", "1 c > e > a > b > d", "4 a = b")
ABILITY = {"a": 1.0, "b": -0.5, "c": 0.25, "d": -0.75, "e": 0.0}


def values(orders):
    return {"ability": np.array([ABILITY[name] for name in orders.models]), "ability_spread": 0.8}


def chance(*order):
    """Return the product over places of the shares of worths that are left."""
    left = np.exp([ABILITY[name] for name in order])
    return np.prod(left / left[::-1].cumsum()[::-1])


def log_likelihood():
    """Sum over the orders inside blocks, ballot by ballot; the last ballot says nothing."""
    tied = chance("a", "b", "c", "d") + chance("a", "c", "b", "d")
    two_blocks = sum(chance(*first, *last) for first in permutations("bde") for last in permutations("ac"))
    strict = chance("c", "e", "a", "b", "d")
    return 3 * np.log(tied) + 2 * np.log(chance("d", "a")) + np.log(two_blocks) + np.log(strict)


def test_density_is_that_of_its_parts():
    orders = order_orderings(orderings(*BALLOTS))
    model = plackett_luce(orders)
    at = values(orders)
    # Contrasts are normal with L - 1 = 4 dimensions.
    contrasts = -0.5 * (at["ability"] ** 2).sum() / 0.8**2 - 4 * np.log(0.8 * np.sqrt(2 * np.pi))
    spread = stats.lognorm.logpdf(0.8, 0.5, scale=1.0)
    assert log_density(model, at) == pytest.approx(log_likelihood() + contrasts + spread, abs=1e-7)
    assert log_density(model, at, ["place"]) == pytest.approx(log_likelihood(), abs=1e-7)
    assert gradient_is_finite(model, at)


def test_each_order_has_its_own_density():
    orders = order_orderings(orderings("3 a > b", "1 b > a > c"))
    model = plackett_luce(orders, ability_scale=1.0)
    by_order = model.compile_logp(vars=model["place"], sum=False, jacobian=False, mode="FAST_COMPILE")
    (found,) = by_order(model.initial_point())
    # at equal abilities 3 log(1/2) and log(1/6)
    np.testing.assert_allclose(sorted(found), sorted([3 * np.log(1 / 2), np.log(1 / 6)]), rtol=1e-12)


def test_data_and_constants_can_be_exchanged():
    model = plackett_luce(order_orderings(orderings(*BALLOTS)), spread_median=2.0)
    assert {data.name for data in model.data_vars} == {
        "order_member", "order_block", "order_multiplicity", "place_observed", "spread_log_median",
    }  # fmt: skip
    other = order_orderings(orderings("2 e > d > c > b > a", "1 a = b > c = d > e", "1 b > a"))
    rows = order_rows(other)
    with model:
        pm.set_data(
            {
                "order_member": rows.member,
                "order_block": rows.place,
                "order_multiplicity": rows.multiplicity,
                "place_observed": rows.place,
                "spread_log_median": 0.0,
            }
        )
    at = {**values(other), "ability_spread": 0.8}
    assert log_density(model, at) == pytest.approx(log_density(plackett_luce(other), at), rel=1e-12)


def test_the_prior_of_abilities_has_its_options():
    orders = order_orderings(orderings(*BALLOTS))
    fixed = plackett_luce(orders, ability_prior="laplace", ability_scale=2.0)
    assert [variable.name for variable in fixed.free_RVs] == ["ability"]
    at = values(orders)
    by_hand = -np.abs(at["ability"] / 2).sum() - 4 * np.log(2.0)  # up to a constant that no fit depends on
    assert log_density(fixed, at) - log_density(fixed, at, ["place"]) == pytest.approx(by_hand, abs=1e-9)
    with pytest.raises(ValueError, match="ability_prior must be one of normal"):
        plackett_luce(orders, ability_prior="uniform")


def test_predicted_orders_have_their_chances_and_the_blocks_that_were_seen():
    worth = {"a": 3.0, "b": 1.0, "c": 2.0}
    orders = order_orderings(orderings("1 a > b = c", "1 a = b > c", "1 b > a"))
    rows = order_rows(orders)
    with pm.Model():
        place = module.observe_places(np.log([worth[name] for name in orders.models]), rows)
    drawn = pm.draw(place, 4_000, random_seed=3, mode="FAST_COMPILE")
    assert drawn.shape == (4_000, 3, 3)

    def first(row, name):
        return drawn[:, row, rows.member[row].tolist().index(orders.models.index(name))] == 1

    for row, seen in enumerate(rows.place.tolist()):
        assert all(Counter(places) == Counter(seen) for places in drawn[:, row].tolist())
    (one,), (two,), (pair,) = (
        [row for row, seen in enumerate(rows.place.tolist()) if seen == places]
        for places in ([1, 2, 2], [1, 1, 2], [1, 2, 0])
    )
    # a first of three: 3/6. a among the first two: 1 - P(a last) = 1 - (1/6 * 2/5 + 2/6 * 1/4) = 51/60.
    # b first of a and b: 1/4. Five standard errors of 4,000 draws are at most .04.
    assert first(one, "a").mean() == pytest.approx(1 / 2, abs=0.04)
    assert first(two, "a").mean() == pytest.approx(51 / 60, abs=0.03)
    assert first(pair, "b").mean() == pytest.approx(1 / 4, abs=0.035)


def without(data, models):
    """Return orderings without some models, which nothing is then said of."""
    kept = [index for index, name in enumerate(data.models) if name not in models]
    rows = np.isin(data.model_index, kept)
    return Orderings(
        tuple(data.models[index] for index in kept),
        data.voters,
        data.voter_index[rows],
        np.searchsorted(kept, data.model_index[rows]),
        data.rank[rows],
        data.multiplicity,
    )


def test_worths_of_drivers_are_the_published_ones():
    data = load_example("nascar2002")
    orders = order_orderings(without(data, set(data.models) - set(NASCAR["log_worth"])))
    ability = dict(zip(orders.models, mle(orders)["ability"], strict=True))
    against = {name: value - ability["Austin Cameron"] for name, value in ability.items()}
    assert against == pytest.approx(NASCAR["log_worth"], abs=1e-4)  # given to four decimals
    # to two decimals, of which the last of some differs by one
    assert {name: against[name] for name in NASCAR["published"]} == pytest.approx(NASCAR["published"], abs=0.0101)
    assert max(against, key=against.get) == "PJ Jones"  # one race, in place four


def test_drivers_that_only_came_last_have_no_maximum_likelihood():
    orders = order_orderings(load_example("nascar2002"))
    with pytest.raises(
        NotIdentifiedError, match=r"got '.*' that never won against the other 86\. Use inference='nuts'"
    ):
        mle(orders)
    with pytest.raises(NotIdentifiedError, match="got 2 groups without a link: 'a', 'b'; 'c', 'd'"):
        PROGRAM.identified(order_orderings(orderings("1 a > b", "1 b > a", "1 c > d", "1 d > c")))


def test_the_maximum_likelihood_of_ties_gives_back_what_was_seen():
    # Of three models two are chosen: two free abilities, and two free shares, which can be matched exactly.
    left_out = {"a": 2, "b": 5, "c": 9}
    orders = order_orderings(orderings("2 b = c > a", "5 a = c > b", "9 a = b > c"))
    worth = dict(zip(orders.models, np.exp(mle(orders)["ability"]), strict=True))
    total = sum(worth.values())
    for last, seen in left_out.items():
        first, second = (worth[name] for name in worth if name != last)
        chance_left = first / total * second / (total - first) + second / total * first / (total - second)
        assert chance_left == pytest.approx(seen / 16, abs=1e-7)
    assert sum(mle(orders)["ability"]) == pytest.approx(0, abs=1e-12)


def test_the_maximum_likelihood_is_the_mode_of_the_program():
    orders = order_orderings(orderings("3 a > b = c > d", "2 b = d > a", "1 c > a = d > b", "2 d > c > b", "1 b > d"))
    found, density = mode_of(plackett_luce(orders, ability_scale=1.0), prior=False)
    ability = mle(orders)["ability"]
    np.testing.assert_allclose(ability, found["ability"], atol=1e-5)
    assert module.likelihood_of(orders)(ability).value == pytest.approx(density, abs=1e-8)


def test_pairs_are_bradley_terry():
    # a beats b in 30 of 40, so that the difference is log 3; as outcomes of a question each asked 40 times too.
    orders = order_orderings(orderings("30 a > b", "10 b > a"))
    ability = dict(zip(orders.models, mle(orders)["ability"], strict=True))
    assert ability["a"] - ability["b"] == pytest.approx(np.log(3), abs=1e-9)
    answers = np.array([[[1.0] * 30 + [0.0] * 10 + [1.0] * 5], [[0.0] * 30 + [1.0] * 10 + [1.0] * 5]])
    events = order_outcomes(Outcomes.from_array(answers, models=["a", "b"]))
    ability = dict(zip(events.models, mle(events)["ability"], strict=True))
    assert ability["a"] - ability["b"] == pytest.approx(np.log(3), abs=1e-9)


def test_the_approximation_has_the_mode_and_curvature_of_the_posterior():
    # Two models at spread 1, lead d: n log sigmoid(d) + m log sigmoid(-d) - d^2 / 4.
    orders = order_orderings(orderings("30 a > b", "10 b > a"))
    drawn = laplace(orders, 20_000, np.random.default_rng(4))["ability"]
    lead = drawn[:, orders.models.index("a")] - drawn[:, orders.models.index("b")]
    grid = np.linspace(0, 3, 300_001)
    mode = grid[np.argmax(-30 * np.logaddexp(0, -grid) - 10 * np.logaddexp(0, grid) - grid**2 / 4)]
    right = 1 / (1 + np.exp(-mode))
    deviation = (40 * right * (1 - right) + 0.5) ** -0.5
    assert lead.mean() == pytest.approx(mode, abs=5 * deviation / 20_000**0.5)
    assert lead.std() == pytest.approx(deviation, rel=5 / 40_000**0.5)


@pytest.mark.parametrize(
    "ballots", [("1 a = b = c = d",), ("1 a > b > c > d",), ("1 a = b = c > d",), ("500 a > b = c > d",)]
)
def test_one_voter_or_none_is_enough_for_a_posterior(ballots):
    orders = order_orderings(orderings(*ballots))
    model = plackett_luce(orders)
    at = {"ability": np.array([10.0, -10.0, 4.0, -4.0]), "ability_spread": 5.0}
    assert np.isfinite(log_density(model, at))
    assert gradient_is_finite(model, at)
    drawn = laplace(orders, 200, np.random.default_rng(5))
    assert np.isfinite(drawn["ability"]).all()
    assert drawn["ability_spread"].shape == (200,)
    assert PROGRAM.doubts(orders, "ability")


def test_data_that_nothing_is_behind_leave_the_prior():
    orders = order_orderings(orderings("3 a = b = c = d", "1 a = b"))
    drawn = laplace(orders, 20_000, np.random.default_rng(6))
    # The spread keeps its prior, Normal(0, .5) in logs, widened by at most 4 % in variance; 5 standard errors.
    log_spread = np.log(drawn["ability_spread"])
    assert log_spread.mean() == pytest.approx(0, abs=5 * 0.5 / 20_000**0.5)
    assert log_spread.std() == pytest.approx(0.5, rel=0.04)
