"""What became known at which look."""

import json

import numpy as np
import pytest

from bayesrank.sequential.watch_history import WatchHistory
from tests.rank_reports import CERTIFIED, made


def report(n_questions, certified, **facts):
    scored = np.full(4, n_questions)
    return made(n_questions=n_questions, certified=certified, n_scored=scored, **facts)


def first_pair():
    certified = np.zeros((4, 4), dtype=bool)
    certified[0, 3] = True
    return certified


@pytest.fixture
def history():
    """After 10 questions a above d, after 20 nothing new, after 30 all of the report; d retired after 20."""
    known = WatchHistory.empty(4)
    known = known.after(report(10, first_pair()), ())
    known = known.after(report(20, first_pair()), ("d",))
    return known.after(report(30, CERTIFIED), ())


def test_each_pair_has_its_look(history):
    assert history.certified_after[0, 3] == 10
    assert (history.certified_after[CERTIFIED & ~first_pair()] == 30).all()
    assert (history.certified_after[~CERTIFIED] == 0).all()


def test_looks_that_changed_nothing_are_left_out_but_the_last(history):
    found = history.after(report(40, CERTIFIED), ()).sequence(report(40, CERTIFIED), ("x", "y"))
    assert found.n_questions.tolist() == [10, 30, 40]
    assert found.n_certified.tolist() == [1, 4, 4]
    assert found.evaluations.tolist() == [40, 120, 160]
    # a above d alone: one rank less at the bottom for a, at the top for d. Then a above c and d, b and c above d.
    assert found.rank_lower.tolist() == [[1, 1, 1, 2], [1, 1, 2, 4], [1, 1, 2, 4]]
    assert found.rank_upper.tolist() == [[3, 4, 4, 4], [2, 3, 3, 4], [2, 3, 3, 4]]
    assert found.tier.tolist() == [[1, 1, 1, 2], [1, 1, 2, 3], [1, 1, 2, 3]]
    assert found.order == ("x", "y")
    assert not found.failed.any()


def test_before_the_first_look_there_is_one_row():
    nothing = np.zeros((4, 4), dtype=bool)
    found = WatchHistory.empty(4).sequence(report(0, nothing), ())
    assert (found.n_questions.tolist(), found.rank_upper.tolist()) == ([0], [[4, 4, 4, 4]])


def test_models_were_asked_until_they_retired(history):
    live = history.live_before("abcd", 25)
    assert live.shape == (25, 4)
    assert live[:, :3].all()
    assert live[:, 3].tolist() == [True] * 20 + [False] * 5


def test_a_failure_leaves_nothing_certified_from_then_on(history):
    nothing = np.zeros((4, 4), dtype=bool)
    failed = report(40, nothing, failed=True)
    found = history.after(failed, ()).sequence(failed, ())
    assert found.failed.tolist() == [False, False, True]
    assert found.n_certified.tolist() == [1, 4, 0]
    assert found.rank_upper[-1].tolist() == [4, 4, 4, 4]


def test_a_report_of_another_look_is_put_right(history):
    again = history.as_kept(report(30, first_pair()), ("live",) * 3 + ("retired",), 2)
    np.testing.assert_array_equal(again.certified, CERTIFIED)
    assert (again.status[3], again.n_unresolved) == ("retired", 2)


def test_it_comes_back_from_json_and_an_array(history):
    facts = json.loads(json.dumps(history.facts()))
    again = WatchHistory.from_facts(facts, history.certified_after)
    assert again.facts() == history.facts()
    assert again.changes == history.changes
    assert again.retired_after == {"d": 20}
