"""A fit: its draws, its exact means, what it says first."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

from bayesrank.programs.program import Moments
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.data_summary import DataSummary

# 20 draws by hand: a is first in 15, second in 5; b first in 5, second in 15; c is always last.
SCORES = np.array([[0.9, 0.8, 0.1]] * 15 + [[0.7, 0.8, 0.1]] * 5)


def made(scores=SCORES, moments=None, warnings=(), target="population", *, converged=True):
    posterior = xr.Dataset(
        {"score": (("chain", "draw", "model"), scores.reshape(2, -1, 3))}, coords={"model": ["a", "b", "c"]}
    )
    return Fit(
        program="population",
        options={},
        target=target,
        score_unit="accuracy",
        posterior=xr.DataTree.from_dict({"posterior": posterior}),
        warnings=warnings,
        converged=converged,
        data=DataSummary(models=3, sizes={"questions": 4}, shares={}, sha256="0" * 64),
        random_seed=1,
        moments=moments,
        basis=None,
    )


def test_draws_are_those_of_all_chains():
    # 2 chains of 10 draws: (chain, draw, model) in a row
    np.testing.assert_array_equal(made().draws, SCORES)
    assert made().models == ("a", "b", "c")
    np.testing.assert_allclose(made().centre, [0.85, 0.8, 0.1])  # .9 * 3/4 + .7 / 4; .8; .1


def test_exact_means_order_and_tie():
    moments = Moments(np.array([0.5, 0.5, 0.2]), np.full(3, 0.1))
    table = made(moments=moments).ranking()
    assert table["rank"].tolist() == [1, 1, 3]
    assert table["score"].tolist() == [0.5, 0.5, 0.2]


def test_warnings_stand_before_everything_else():
    fitted = made(warnings=("mind this",))
    assert repr(fitted).startswith("warning: mind this\nFit('population' of 3 models on questions like these, best")
    assert fitted.ranking().attrs["warnings"] == ["mind this"]
    assert made().ranking().attrs["warnings"] == []


def test_a_ranking_says_in_every_row_whether_it_is_one():
    assert made().ranking()["converged"].tolist() == [True] * 3
    assert made(converged=False).ranking(ci_prob=0.9, rank_by="median")["converged"].tolist() == [False] * 3


@pytest.mark.parametrize(
    ("target", "words"),
    [("benchmark", "these questions"), ("population", "questions like these"), ("ability", "abilities")],
)
def test_a_target_in_words(target, words):
    assert made(target=target).target_words == words


def test_chains_follow_one_another_whatever_the_order_of_the_axes():
    turned = made().posterior["posterior"].to_dataset().transpose("model", "draw", "chain")
    fitted = replace(made(), posterior=xr.DataTree.from_dict({"posterior": turned}))
    np.testing.assert_array_equal(fitted.draws, SCORES)
