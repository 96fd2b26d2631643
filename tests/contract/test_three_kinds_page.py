"""The tables of the page on three kinds of rank sets are the figures that were measured."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest
import rank_confidence
from measure import put_tables
from rank_confidence import FIGURES, NEAR_TIES, PAGE, page_tables

import bayesrank as br

FOUND = json.loads(FIGURES.read_text())


def test_tables_of_the_page_are_the_figures():
    page = PAGE.read_text()
    assert put_tables(page, page_tables(FOUND)) == page


def test_the_means_that_the_page_tells_are_those_that_were_simulated():
    told = re.search(r"means ((?:\.\d+,\s)+\.\d+)\son 4,000", PAGE.read_text())[1]
    assert [float(mean) for mean in told.split(",")] == NEAR_TIES.tolist()


def test_answers_are_drawn_with_these_means(monkeypatch):
    monkeypatch.setattr(rank_confidence, "REPLICATIONS", 20)
    right = rank_confidence.draw_right(NEAR_TIES, 2_000, "a test of the means")
    # 40,000 answers: standard error .0025.
    np.testing.assert_allclose(right.mean(axis=(0, 1)), NEAR_TIES, atol=0.0125)
    # Chances that go up and down by as much as .3 for all together: covariance .3^2 / 3 = .03.
    assert np.cov(right.reshape(-1, 6)[:, :2].T)[0, 1] == pytest.approx(0.03, abs=0.007)


def test_a_false_statement_is_seen(monkeypatch):
    monkeypatch.setattr(rank_confidence, "TOP", 1)
    report = br.rank_confidence_sequence([[1, 0], [1, 0], [1, 1]], models=["a", "b"], looks=3, random_seed=0).report
    assert not rank_confidence._is_false(report, {"a": 1, "b": 2})
    assert rank_confidence._is_false(report, {"a": 2, "b": 1})


def test_true_ranks_of_the_leaderboard_are_those_of_its_means():
    data = br.load_example("swebench_verified")
    ranks = rank_confidence._true_ranks(data)
    by_mean = br.rank(data, "avg")
    assert ranks == dict(zip(by_mean.names, by_mean.ranks_of_scores.tolist(), strict=True))
    assert rank_confidence._pairs_that_differ(data) == FOUND["real"][0]["pairs"]


def test_more_questions_certify_more():
    certified = [row["certified"] for row in FOUND["near ties"] if row["method"] == "enumeration"]
    assert all(fewer < more for fewer, more in pairwise(certified))
