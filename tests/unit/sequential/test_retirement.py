"""Who retires by which rule."""

import numpy as np
import pytest

from bayesrank.sequential.retirement import Retirement
from tests.rank_reports import CERTIFIED, made

LIVE = ("live",) * 4


def test_who_is_told_apart_from_all_others():
    # a-b and b-c are open, d is below all.
    assert Retirement("all_pairs").settled(made(status=LIVE)) == ("d",)


def test_whose_place_at_the_top_is_known():
    # Ranks 1-2, 1-3, 2-3, 4.
    assert Retirement("topk", k=1).settled(made(status=LIVE)) == ("c", "d")
    assert Retirement("topk", k=2).settled(made(status=LIVE)) == ("a", "d")
    assert Retirement("topk", k=3).settled(made(status=LIVE)) == ("a", "b", "c", "d")


def test_the_safe_rule_waits_for_pairs_with_models_that_are_open():
    # k = 2: a is inside but not told apart from b, which is open; d is.
    assert Retirement("topk_safe", k=2).settled(made(status=LIVE)) == ("d",)
    # k = 1: b is open, c is not told apart from it.
    assert Retirement("topk_safe", k=1).settled(made(status=LIVE)) == ("d",)
    assert Retirement("topk_safe", k=3).settled(made(status=LIVE)) == ("a", "b", "c", "d")


def test_whose_ranks_are_close_together():
    assert Retirement("width", width=0).settled(made(status=LIVE)) == ("d",)
    assert Retirement("width", width=1).settled(made(status=LIVE)) == ("a", "c", "d")


def test_the_ranks_that_are_left_count_where_they_are_known():
    sets = tuple(frozenset(ranks) for ranks in ({1}, {1, 3}, {2, 3}, {4}))
    assert Retirement("topk", k=1).settled(made(status=LIVE, rank_sets=sets)) == ("a", "c", "d")


def test_only_live_models_retire():
    assert Retirement("all_pairs").settled(made(status=("live", "live", "live", "retired"))) == ()
    assert Retirement("topk", k=3).settled(made(status=("live", "reserved", "retired", "live"))) == ("a", "d")


def test_nobody_retires_of_a_report_that_failed():
    report = made(failed=True, status=LIVE, certified=np.zeros_like(CERTIFIED))
    assert Retirement("width", width=3).settled(report) == ()


def test_a_rule_has_its_number_and_no_other():
    with pytest.raises(ValueError, match="k must be a whole number of at least 1; got None"):
        Retirement("topk")
    with pytest.raises(ValueError, match="width must be a whole number of at least 0; got -1"):
        Retirement("width", width=-1)
    with pytest.raises(ValueError, match="k must be left out for the rule 'all_pairs'; got 3"):
        Retirement("all_pairs", k=3)
    with pytest.raises(ValueError, match="rule must be one of all_pairs, topk, topk_safe, width; got 'none'"):
        Retirement("none")
