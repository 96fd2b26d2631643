"""What is known at one look: ranks, tiers and the top, and what a report that failed no longer says."""

import json

import numpy as np
import pytest

from bayesrank.sequential.rank_report import target_words
from tests.rank_reports import CERTIFIED, made


def test_the_frame_has_the_ranks_best_first():
    table = made().frame()
    assert table["model"].tolist() == ["a", "b", "c", "d"]
    assert table["rank_lower"].tolist() == [1, 1, 2, 4]
    assert table["rank_upper"].tolist() == [2, 3, 3, 4]
    assert table["tier"].tolist() == [1, 1, 2, 3]  # a > c > d is the longest chain
    assert table["mean_score"].tolist() == [0.9, 0.8, 0.5, 0.1]
    assert table["n_scored"].tolist() == [60, 60, 60, 40]
    assert table["status"].tolist() == ["live", "live", "live", "retired"]


def test_it_says_what_it_is_of():
    assert repr(made()) == (
        "RankReport(60 of 100 questions, 4 models, alpha=0.05, star, realised means over these 100 questions, "
        "first: one of 2 models)"
    )
    assert made(population_size=None, design="superpopulation").target_words == "means over questions like these"
    assert target_words(100) == "realised means over these 100 questions"


def test_warnings_come_first():
    report = made(n_unresolved=3, doubts=("mind this",))
    assert report.warnings == (
        "the time of the certifier ran out on 3 pairs, which stay uncertified",
        "mind this",
    )
    assert repr(report).splitlines()[:2] == [f"warning: {warning}" for warning in report.warnings]


def test_a_report_that_failed_knows_nothing_and_says_so_first():
    report = made(failed=True, certified=np.zeros_like(CERTIFIED))
    assert repr(report).startswith("warning: failed: no order of the models is left")
    assert report.frame()[["rank_lower", "rank_upper", "tier"]].drop_duplicates().to_numpy().tolist() == [[1, 4, 1]]
    assert next(iter(report.record().items())) == ("failed", True)
    exact = made(failed=True, certified=np.zeros_like(CERTIFIED), exact=True)
    assert exact.bounds.upper.tolist() == [4, 4, 4, 4]


def test_the_top_is_read_off_the_bounds_or_off_the_ranks_that_are_left():
    assert made().top(2).to_dict() == {"a": "inside", "b": "open", "c": "open", "d": "outside"}
    sets = tuple(frozenset(ranks) for ranks in ({1}, {1, 3}, {2, 3}, {4}))
    report = made(rank_sets=sets)
    assert report.top(1).to_dict() == {"a": "inside", "b": "open", "c": "outside", "d": "outside"}
    assert made().top(1)["a"] == "open"
    assert report.bounds.upper.tolist() == [2, 3, 3, 4]  # of the certified pairs, not of the sets
    assert report.record()["ranking"][1]["ranks_left"] == [1, 3]


def test_ranks_are_known_once_every_score_is():
    # a and b share the first rank, whatever is certified below them.
    report = made(exact=True)
    assert report.bounds.lower.tolist() == report.bounds.upper.tolist() == [1, 1, 2, 4]
    assert report.top(2).tolist() == ["inside", "inside", "inside", "outside"]


def test_who_may_be_first():
    assert made().may_be_first == ("a", "b")


def test_evaluations_add_up():
    assert made().evaluations == 220


def test_the_record_is_plain_and_names_what_ran():
    record = json.loads(json.dumps(made(mean_score=np.array([0.9, 0.8, np.nan, 0.1])).record(), allow_nan=False))
    assert list(record)[:5] == ["failed", "design", "target", "alpha", "certifier"]
    assert (record["design"], record["alpha"], record["certifier"]) == ("finite", 0.05, "star")
    assert record["better_than"] == {"a": ["c", "d"], "b": ["d"], "c": ["d"], "d": []}
    assert record["ranking"][2] == {
        "model": "c", "rank_lower": 2, "rank_upper": 3, "tier": 2, "mean_score": None, "n_scored": 60, "status": "live",
    }  # fmt: skip
    assert record["evaluations"] == 220


def test_k_is_a_number_of_models():
    with pytest.raises(ValueError, match="k must be at most 4, the number of models; got 5"):
        made().top(5)
