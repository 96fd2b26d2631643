"""Data frames of any engine."""

from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.frames import read_frame

COLUMNS: dict[str, list[Any]] = {"model": ["a", "b"], "outcome": [1, None]}


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame(COLUMNS),
        pd.DataFrame(COLUMNS, index=[7, 3]),
        pd.DataFrame(COLUMNS).convert_dtypes(),
        pd.DataFrame(COLUMNS).set_index("model"),
        pl.DataFrame(COLUMNS),
        pl.LazyFrame(COLUMNS),
        pa.table(COLUMNS),
        duckdb.sql("select * from (values ('a', 1), ('b', null)) as cells(model, outcome)"),
    ],
    ids=["pandas", "pandas index", "pandas nullable", "pandas named index", "polars", "lazy", "pyarrow", "duckdb"],
)
def test_engines_hold_the_same_table(frame: Any) -> None:
    table = read_frame(frame, ())
    assert table.columns.select(["model", "outcome"]).to_pydict() == COLUMNS
    assert set(table.columns.column_names) == {"model", "outcome"}
    assert table.place(1) == "frame, row 1"


def test_ignored_columns_of_a_lazy_frame_are_never_computed() -> None:
    def fail(_column: pl.Series) -> pl.Series:
        pytest.fail("the column was computed")

    lazy = pl.LazyFrame(COLUMNS).with_columns(pl.col("model").map_batches(fail, return_dtype=pl.String).alias("slow"))
    assert read_frame(lazy, ["slow"]).columns.column_names == ["model", "outcome"]


def test_columns_named_by_numbers_come_from_a_pivot() -> None:
    trials = pd.DataFrame({"model": ["a", "a", "b", "b"], "question": [10, 2, 10, 2], "outcome": [1, 0, 0, 1]})
    wide = trials.pivot_table(index="model", columns="question", values="outcome")
    for frame in (wide, wide.reset_index()):
        columns = read_frame(frame, ["10"]).columns
        assert columns.select(["model", "2"]).to_pydict() == {"model": ["a", "b"], "2": [0.0, 1.0]}
        assert "10" not in columns.column_names


@pytest.mark.parametrize(
    ("frame", "complaint"),
    [
        (
            pd.DataFrame([["a", 1, 0]], columns=["model", "x", "x"]),
            "frame: every column must have a name .+ got 'x' tw",
        ),
        (pa.table([["a"], ["b"]], names=["x", "x"]), "frame: every column must have a name .+ got 'x' twice"),
        (duckdb.sql("select 1 as x, 2 as x"), "frame: every column must have a name .+ got 'x' twice"),
        (pd.DataFrame({1: [1], "1": [2]}), "frame: every column must have a name .+ got '1' twice"),
        (pd.DataFrame(COLUMNS), "frame: column 'tokens' to ignore must be there; got 'model', 'outcome'"),
        (
            {"model": ["a"]},
            "results must be a path or a data frame .+; got dict. For an array, use Outcomes.from_array",
        ),
        (np.zeros(2), "results must be a path or a data frame .+; got ndarray"),
        (None, "results must be a path or a data frame .+; got NoneType"),
    ],
)
def test_what_is_no_sound_frame_is_refused(frame: Any, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^{complaint}"):
        read_frame(frame, ["tokens"] if "tokens" in complaint else ())


@pytest.mark.parametrize("engine", [pd.Series, lambda cells: pl.Series(cells, dtype=pl.Object)])
def test_a_column_of_mixed_kinds_is_named_with_its_row(engine: Any) -> None:
    cells = engine([None, 1, "x"])
    frame = pl.DataFrame({"x": cells}) if isinstance(cells, pl.Series) else pd.DataFrame({"x": cells})
    with pytest.raises(DataError, match=r"^frame, row 2: x must be a number in every row, as in row 1; got 'x'"):
        read_frame(frame, ())
    assert read_frame(frame.assign(y=1) if isinstance(frame, pd.DataFrame) else frame.with_columns(y=1), ["x"])


def test_a_column_of_booleans_with_gaps_is_no_mixture() -> None:
    frame = pd.DataFrame({"x": pd.Series([True, None, float("nan"), pd.NA, False], dtype=object)})
    assert read_frame(frame, ()).columns["x"].to_pylist() == [True, None, None, None, False]


def test_a_column_of_other_objects_is_refused() -> None:
    with pytest.raises(
        DataError, match=r"^frame: every column must hold text, numbers, dates, or true and false; got: "
    ):
        read_frame(pd.DataFrame({"x": [object()]}), ())
