"""Battles of two models."""

from typing import Any

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons

CATEGORIES = {"categories": ("code", "maths"), "category_index": np.array([0, 1, 1])}
COVARIATES = {"covariate_names": ("length", "lists"), "covariates": np.array([[120.0, 0], [-30, 1], [0, 0]])}


def battles(**changed: Any) -> Comparisons:
    """Three rows: x beats y twice, y beats z, x and z tie."""
    fields = {
        "models": ("x", "y", "z"),
        "model_a": np.array([0, 2, 0]),
        "model_b": np.array([1, 1, 2]),
        "winner": np.array([1, -1, 0]),
        "count": np.array([2, 1, 1]),
    }
    return Comparisons(**(fields | changed))


def test_battles_are_counted_as_often_as_their_rows_say() -> None:
    assert battles().n_battles == 4  # 2 + 1 + 1


def test_the_repr_is_short_and_says_what_is_known() -> None:
    assert repr(battles()) == "Comparisons(3 models, 4 battles, 25.0% ties)"  # 1 tie of 4
    known = battles(side=np.array([1, 1, 0]), order=np.arange(3.0))
    assert repr(known) == "Comparisons(3 models, 4 battles, 25.0% ties, side, order known)"
    measured = battles(**CATEGORIES, **COVARIATES)
    assert repr(measured) == "Comparisons(3 models, 4 battles, 25.0% ties, category, length, lists known)"


def test_codes_are_kept_in_one_byte_each() -> None:
    data = battles(side=np.array([1.0, -1.0, 0.0]))
    assert data.winner.dtype == data.side.dtype == np.int8
    assert data.winner.tolist() == [1, -1, 0]


def test_arrays_cannot_be_written_through() -> None:
    data = battles(weight=np.ones(3), **CATEGORIES, **COVARIATES)
    columns = (data.model_a, data.model_b, data.winner, data.count, data.weight, data.category_index, data.covariates)
    for column in columns:
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"model_b": np.array([1, 2, 2])}, "model_a and model_b must be two models; got 'z' against itself in row 1"),
        ({"model_a": np.array([0, 3, 0])}, "model_a must lie from 0 to 2; got 3 in row 1"),
        ({"model_b": np.array([1, 1, -1])}, "model_b must lie from 0 to 2; got -1 in row 2"),
        ({"models": ("x", "y", "z", "w")}, "every model must have at least one row; 'w' has none"),
        ({"models": ("x", "y", "y ")}, "model names must differ in more than white space; got 'y' and 'y '"),
        ({"models": ("x",)}, "comparisons must be of at least two models; got 'x' alone"),
        ({"winner": np.array([1, 2, 0])}, "winner must be 1, -1 or 0; got 2 in row 1"),
        ({"winner": np.array([1, 0.5, 0])}, "winner must be 1, -1 or 0; got 0.5 in row 1"),
        ({"side": np.array([1, 1, 3])}, "side must be 1, -1 or 0; got 3 in row 2"),
        ({"count": np.array([2, 0, 1])}, "count must be a whole number >= 1; got 0 in row 1"),
        ({"count": np.array([2, 1.5, 1])}, "count must be a whole number >= 1; got 1.5 in row 1"),
        ({"weight": np.array([1.0, 1.0, 0.0])}, "weight must be positive and finite; got 0.0 in row 2"),
        ({"weight": np.array([np.inf, 1.0, 1.0])}, "weight must be positive and finite; got inf in row 0"),
        ({"order": np.array([0.0, np.nan, 1.0])}, "order must be finite; got nan in row 1"),
        ({"order": np.arange(2.0)}, r"order must have shape \(3,\), one entry a row; got \(2,\)"),
        ({"judges": ("j",)}, "judges must come with judge_index; got names alone"),
        ({"judges": ("j",), "judge_index": np.array([0, 0, 1])}, "judge_index must lie from 0 to 0; got 1 in row 2"),
        (
            {"questions": ("q", "r"), "question_index": np.zeros(3, dtype=np.int64)},
            "every question must have at least one row; 'r' has none",
        ),
        (
            {"question_index": np.zeros(3, dtype=np.int64)},
            "questions must be at least one with question_index; got none",
        ),
        ({"categories": ("code",)}, "categories must come with category_index; got names alone"),
        (
            {"category_index": np.zeros(3, dtype=np.int64)},
            "categories must be at least one with category_index; got none",
        ),
        (CATEGORIES | {"category_index": np.array([0, 1])}, r"category_index must have shape \(3,\), one entry a row"),
        (CATEGORIES | {"category_index": np.array([0, 1, 2])}, "category_index must lie from 0 to 1; got 2 in row 2"),
        (
            CATEGORIES | {"category_index": np.zeros(3, dtype=np.int64)},
            "every category must have at least one row; 'maths' has none",
        ),
        ({"covariate_names": ("length",)}, "covariate_names must come with covariates; got names alone"),
        ({"covariates": np.ones((3, 1))}, "covariates must be at least one; got none"),
        (
            COVARIATES | {"covariates": np.ones((3, 1))},
            r"covariates must have shape \(3, 2\), .*; got \(3, 1\)\. Name every column",
        ),
        (
            COVARIATES | {"covariates": np.array([[1, 1], [1, np.nan], [1, 1]])},
            "covariate 'lists' must be finite; got nan in row 1. Fill it in",
        ),
        (
            COVARIATES | {"covariates": np.array([[0, 1], [0, 1], [0.0, 1]])},
            "covariate 'length' must differ between the two models in some row; got 0 in all. Leave it out",
        ),
        (
            COVARIATES | {"covariate_names": ("length", "length ")},
            "covariate names must differ in more than white space; got 'length' and 'length '",
        ),
    ],
)
def test_what_cannot_be_a_battle_is_refused(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        battles(**changed)
