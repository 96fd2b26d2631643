import json

import numpy as np
import pytest

from bayesrank.sequential.retirement import Retirement
from bayesrank.sequential.watch_plan import WatchPlan


def test_looks_are_at_multiples_or_at_shares():
    without_end, finite = WatchPlan(10), WatchPlan("25%", 10)  # after 3, 5, 8 and 10
    assert [without_end.next_look(number) for number in (0, 9, 10, 11)] == [10, 10, 20, 20]
    assert [finite.next_look(number) for number in (0, 3, 4, 9)] == [3, 5, 5, 10]
    assert WatchPlan(4, 10).next_look(8) == 10


def test_looks_are_counted_without_the_first_end_and_with_the_last():
    assert WatchPlan(10).looks_between(10, 30) == 2
    assert WatchPlan(10).looks_between(11, 19) == 0
    assert WatchPlan("25%", 10).looks_between(3, 8) == 2


@pytest.mark.parametrize(
    ("looks", "n_questions"), [("1%", None), (0, None), (0, 10), ("x", 10), (2.5, None), (True, None), (None, None)]
)
def test_other_looks_are_refused(looks, n_questions):
    with pytest.raises(ValueError, match=r"looks must be .*; got"):
        WatchPlan(looks, n_questions)


def test_a_plan_is_told_as_json_holds_it():
    facts = WatchPlan("10%", 20, Retirement("topk", k=2)).facts()
    assert json.loads(json.dumps(facts)) == facts
    assert facts == {"looks": "10%", "retirement": {"rule": "topk", "k": 2, "width": None}}
    assert json.dumps(WatchPlan(np.int64(3)).facts()["looks"]) == "3"
    assert WatchPlan().facts() == {"looks": 1, "retirement": None}
