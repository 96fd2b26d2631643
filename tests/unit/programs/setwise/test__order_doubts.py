"""What is said of orders of models."""

import numpy as np
import pytest

from bayesrank.observations.outcomes import Outcomes
from bayesrank.programs.setwise._order_doubts import MATCHED, MEANS, RACES, order_doubts
from bayesrank.statistics.tied_orders import order_orderings, order_outcomes
from tests.ballots import orderings

CYCLE = ("1 a > b > c", "1 b > c > a", "1 c > a > b")


@pytest.mark.parametrize(
    ("ballots", "said"),
    [
        (CYCLE, []),
        (
            (*CYCLE, "1 a = b = c"),
            ["1 of 4 orders tie all their models and say nothing."],
        ),
        (
            # The tie for the last places of the second ballot says that nothing is known of their order, as always.
            (*CYCLE, "1 a > b = c", "4 a = b > c"),
            [
                (
                    "50.0% of the orders tie models ahead of others: ties are read as orders that nobody told, and are "
                    "no sign that models are equally good."
                )
            ],
        ),
        (
            ("1 a > b", "1 b > a", "2 c > d"),
            ["no order links 2 groups of models, 'a', 'b'; 'c', 'd': the prior alone decides between them."],
        ),
        (
            ("1 a = b", "1 b = c"),
            [
                "2 of 2 orders tie all their models and say nothing.",
                "no order has one model ahead of another: abilities are the prior's alone.",
            ],
        ),
        (
            (*CYCLE, "1 d > a", "1 b > e > f"),
            [
                "'d' never came behind another: how far apart from the others is decided by the prior.",
                "'f' never came ahead of another: how far apart from the others is decided by the prior.",
            ],
        ),
        (
            # d and e beat each other, and each of them the rest.
            (*CYCLE, "1 d > e > a", "1 e > d > b"),
            ["'d', 'e' never came behind the rest: how far apart from the others is decided by the prior."],
        ),
        (
            (*CYCLE, "1 a > d > e", "1 b > e > d"),
            ["'d', 'e' never came ahead of the rest: how far apart from the others is decided by the prior."],
        ),
    ],
    ids=["none", "all tie", "ties", "groups", "nothing", "single", "unbeaten group", "beaten group"],
)
def test_what_rankings_leave_open_is_told(ballots, said):
    assert order_doubts(order_orderings(orderings(*ballots))) == said


def test_how_outcomes_become_orders_is_told():
    def doubts(outcomes, **options):
        return order_doubts(order_outcomes(Outcomes.from_array(outcomes), **options))

    # Each of the three is right alone once: in one trial of a question, or on one question.
    assert doubts(np.eye(3)[:, None, :]) == [MATCHED, RACES]
    assert doubts(np.eye(3)) == [RACES]
    # Means of 0, 1/2 and 1, turned about: three levels.
    turned = [[[0, 0], [1, 1], [0, 1]], [[0, 1], [0, 0], [1, 1]], [[1, 1], [0, 1], [0, 0]]]
    assert doubts(turned, events="questions") == [MEANS]
