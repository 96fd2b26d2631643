"""Draws from a fit for each round."""

import numpy as np
import pytest
import xarray as xr

from bayesrank.errors import ConvergenceError, DataError
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.data_summary import DataSummary
from bayesrank.swiss.rounds.draws_from_fits import win_draws_from_fits


def fitted(scores, models=("a", "b"), *, converged=True):
    """Return a fit with these draws, in two chains, shape (S, L)."""
    posterior = xr.Dataset(
        {"score": (("chain", "draw", "model"), np.reshape(scores, (2, -1, len(models))))},
        coords={"model": list(models)},
    )
    return Fit(
        program="population",
        options={},
        target="population",
        score_unit="accuracy",
        posterior=xr.DataTree.from_dict({"posterior": posterior}),
        warnings=(),
        converged=converged,
        data=DataSummary(models=len(models), sizes={}, shares={}, sha256="0" * 64),
        random_seed=1,
        moments=None,
        basis=None,
    )


def numbered(n_draws, first=0.0):
    """Return draws first, first + 1, ... of one model, and each a half more of the other."""
    start = first + np.arange(n_draws)
    return np.column_stack([start, start + 0.5])


def test_a_round_has_the_draws_of_its_fit_with_models_kept_together():
    drawn = win_draws_from_fits({"law": fitted(numbered(8)), "art": fitted(numbered(8, 100.0))}, random_seed=0)
    assert (drawn.models, drawn.rounds, drawn.random_seed) == (("a", "b"), ("law", "art"), 0)
    for k, first in enumerate((0, 100)):
        assert sorted(drawn.scores[:, 0, k]) == list(range(first, first + 8))
        np.testing.assert_array_equal(drawn.scores[:, 1, k] - drawn.scores[:, 0, k], 0.5)


def test_fits_with_the_same_random_numbers_become_independent():
    same = fitted(numbered(4000))
    drawn = win_draws_from_fits({"law": same, "art": same}, draws=4000, random_seed=0)
    assert abs(np.corrcoef(drawn.scores[:, 0].T)[0, 1]) < 5 / np.sqrt(4000)


def test_the_fewest_draws_decide_and_never_more_than_asked():
    fits = {"law": fitted(numbered(8)), "art": fitted(numbered(30))}
    assert win_draws_from_fits(fits, random_seed=0).scores.shape == (8, 2, 2)
    few = win_draws_from_fits(fits, draws=5, random_seed=0)
    assert few.scores.shape == (5, 2, 2)
    assert len(np.unique(few.scores[:, 0, 1])) == 5  # each draw at most once


def test_models_are_matched_by_name():
    turned = fitted(numbered(4)[:, ::-1], ("b", "a"))
    drawn = win_draws_from_fits({"law": fitted(numbered(4)), "art": turned}, match="logistic", random_seed=0)
    np.testing.assert_array_equal(drawn.scores[:, 1] - drawn.scores[:, 0], np.full((4, 2), 0.5))
    assert drawn.match == "logistic"


def test_what_does_not_fit_together_is_refused():
    first = fitted(numbered(4))
    with pytest.raises(DataError, match=r"must be of the same models; got 'b' not in all of them \(round 'art'\)"):
        win_draws_from_fits({"law": first, "art": fitted(numbered(4), ("a", "c"))})
    with pytest.raises(DataError, match="fits must be of at least one round; got none"):
        win_draws_from_fits({})
    with pytest.raises(ConvergenceError, match="fit of round 'art' must have converged; got one that has not"):
        win_draws_from_fits({"law": first, "art": fitted(numbered(4), converged=False)})
    with pytest.raises(ValueError, match="match must be one of higher_wins, logistic; got 'coin'"):
        win_draws_from_fits({"law": first}, match="coin")
    with pytest.raises(ValueError, match="draws must be a whole number of at least 2; got 1"):
        win_draws_from_fits({"law": first}, draws=1)
