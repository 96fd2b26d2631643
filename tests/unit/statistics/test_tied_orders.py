"""Orders of models as blocks of ties."""

from collections import Counter

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.tied_orders import TiedOrders, order_orderings, order_outcomes
from tests.ballots import orderings

NAN = float("nan")


def by_name(orders: TiedOrders) -> Counter[tuple[frozenset[str], ...]]:
    """Return how often each order was seen, an order being its blocks from the best down."""
    seen: Counter[tuple[frozenset[str], ...]] = Counter()
    for number, multiplicity in enumerate(orders.multiplicity.tolist()):
        entries = slice(orders.start[number], orders.start[number + 1])
        member, place = orders.member[entries], orders.place[entries]
        assert np.diff(place).min(initial=0) >= 0
        blocks = [frozenset(orders.models[index] for index in member[place == at]) for at in range(1, place[-1] + 1)]
        seen[tuple(blocks)] += multiplicity
    return seen


def blocks(*names: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(block) for block in names)


def test_equal_rankings_are_one_order_with_their_number() -> None:
    # The first and the last ballot say the same; c is not ranked by the second, which is no word against it.
    orders = order_orderings(orderings("3 a > b = c", "2 d = a > b", "1 a > c = b"))
    assert by_name(orders) == {blocks("a", "bc"): 4, blocks("ad", "b"): 2}
    assert len(orders.multiplicity) == 2
    assert orders.ordered_by == "voters"


def test_the_table_has_a_place_for_each_model_that_took_part() -> None:
    orders = order_orderings(orderings("1 b > a = d > c", "1 c > b"))
    table = {
        tuple(sorted((orders.models[model], place) for model, place in enumerate(row) if not np.isnan(place)))
        for row in orders.table().tolist()
    }
    assert table == {(("a", 2), ("b", 1), ("c", 3), ("d", 2)), (("b", 2), ("c", 1))}


def test_votes_count_who_is_ahead_of_whom() -> None:
    votes = order_orderings(orderings("3 a > b = c", "2 d = a > b")).votes()
    a, b, c, d = (votes.models.index(name) for name in "abcd")
    assert votes.wins[a, b] == 5  # of all five voters
    assert votes.wins[a, c] == 3
    assert votes.wins[d, b] == 2
    assert votes.wins.sum() == 5 + 3 + 2
    assert votes.ties[b, c] == 3
    assert votes.ties[a, d] == 2


def test_each_trial_puts_winners_before_losers() -> None:
    # Trials of question p: x and z right, then y alone, then nobody. Of q: y has one trial only, x and z two.
    outcomes = Outcomes.from_array(
        [[[1, 0, 0], [1, 1, NAN]], [[0, 1, 0], [1, NAN, NAN]], [[1, 0, 0], [0, 1, NAN]]], models=["x", "y", "z"]
    )
    orders = order_outcomes(outcomes)
    assert by_name(orders) == {
        blocks("xz", "y"): 1,
        blocks("y", "xz"): 1,
        blocks("xyz"): 1,
        blocks("xy", "z"): 1,
        blocks("xz"): 1,
    }
    assert orders.ordered_by == "trials"


def test_questions_order_models_by_their_means() -> None:
    # Means of p: x 1/3, y 1/3, z 2/3.
    outcomes = Outcomes.from_array([[[1, 0, 0]], [[0, 1, 0]], [[1, 1, 0]]], models=["x", "y", "z"])
    orders = order_outcomes(outcomes, events="questions")
    assert by_name(orders) == {blocks("z", "xy"): 1}
    assert orders.ordered_by == "questions"


def test_a_single_trial_is_its_question() -> None:
    assert order_outcomes(Outcomes.from_array([[1, 0], [0, 0]])).ordered_by == "questions"


def test_trials_of_several_categories_are_ordered_by_utility() -> None:
    # Categories 0, 1, 2 are worth 0, 1, 1/2.
    outcomes = Outcomes.from_array([[[0, 1]], [[1, 1]], [[2, 0]]], weights=[0, 1, 0.5], models=["x", "y", "z"])
    assert by_name(order_outcomes(outcomes)) == {blocks("y", "z", "x"): 1, blocks("xy", "z"): 1}


def test_counted_trials_are_ordered_by_question() -> None:
    outcomes = Outcomes.from_counts([[[1, 2]], [[2, 1]]], models=["x", "y"])
    assert by_name(order_outcomes(outcomes)) == {blocks("x", "y"): 1}
    with pytest.raises(DataError, match=r"must say which trial each is .* Use events='questions'"):
        order_outcomes(outcomes, events="trials")


def test_questions_put_to_one_model_order_nothing() -> None:
    orders = order_outcomes(Outcomes.from_array([[1, NAN], [NAN, 0]]))
    assert len(orders.multiplicity) == 0
    assert orders.start.tolist() == [0]
    assert orders.table().shape == (0, 2)


def test_prior_outcomes_and_other_events_are_refused() -> None:
    with pytest.raises(DataError, match=r"outcomes must come without prior outcomes .* Use program='bayes'"):
        order_outcomes(Outcomes.from_array([[1, 0], [0, 0]], prior=[[1], [1]]))
    with pytest.raises(ValueError, match="events must be one of trials, questions; got 'games'"):
        order_outcomes(Outcomes.from_array([[1, 0], [0, 0]]), events="games")  # type: ignore[arg-type]


def test_neither_the_order_of_rows_nor_names_touch_the_orders() -> None:
    rng = np.random.default_rng(5)
    voter, model = np.repeat(np.arange(12), 5), np.tile(np.arange(5), 12)
    rank = rng.integers(0, 4, 60).astype(np.float64)
    one = order_orderings(Orderings(tuple("abcde"), tuple("0123456789xy"), voter, model, rank, np.ones(12, dtype=int)))
    shuffled, renamed = rng.permutation(60), rng.permutation(5)
    other = order_orderings(
        Orderings(
            tuple("vwxyz"),
            tuple("0123456789xy"),
            voter[shuffled],
            renamed[model[shuffled]],
            rank[shuffled],
            np.ones(12, dtype=int),
        )
    )
    np.testing.assert_array_equal(one.table(), other.table())
    np.testing.assert_array_equal(one.multiplicity, other.multiplicity)
    assert [renamed["abcde".index(name)] for name in one.models] == ["vwxyz".index(name) for name in other.models]
