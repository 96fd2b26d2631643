"""Numbers, dates and times as one kind of number."""

from datetime import UTC, date, datetime, timedelta, timezone

import numpy as np
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.table import Table
from bayesrank.readers.times import times


def column(cells: pa.Array) -> Table:
    return Table(pa.table({"order": cells}), "file.csv", "line", first_row=2)


def test_numbers_stay_as_they_are() -> None:
    assert times(column(pa.array(["3", "1.5"])), "order").tolist() == [3.0, 1.5]
    assert times(column(pa.array([3, 1])), "order").tolist() == [3.0, 1.0]


def test_text_dates_become_days_and_keep_their_time_zone() -> None:
    # 1970-01-02 is one day after the epoch; noon is half a day; 02:00 at +02:00 is midnight UTC.
    cells = pa.array(["1970-01-02", "1970-01-01T12:00:00", "1970-01-03T02:00:00+02:00", "1970-01-01 06:00:00Z"])
    assert times(column(cells), "order").tolist() == [1.0, 0.5, 2.0, 0.25]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_typed_times_mean_the_same_in_every_unit(unit: str) -> None:
    cells = pa.array([datetime(1970, 1, 2, 12, tzinfo=UTC)], pa.timestamp(unit, tz="UTC"))
    assert times(column(cells), "order").tolist() == [1.5]


def test_typed_times_of_another_zone_are_the_same_moment() -> None:
    moment = datetime(1970, 1, 2, 2, tzinfo=timezone(timedelta(hours=2)))
    assert times(column(pa.array([moment], pa.timestamp("us", tz="+02:00"))), "order").tolist() == [1.0]


def test_typed_dates_are_days() -> None:
    np.testing.assert_array_equal(times(column(pa.array([date(1970, 1, 11), date(1969, 12, 31)])), "order"), [10, -1])


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(DataError, match=r"file.csv, line 3: order must be a number, or a date .* got '31/03/2025'"):
        times(column(pa.array(["2025-03-31", "31/03/2025"])), "order")


@pytest.mark.parametrize(
    "cells", [pa.array(["2025-03-31", None]), pa.array(["1", None]), pa.array([date(1970, 1, 1), None])]
)
def test_an_empty_cell_is_refused(cells: pa.Array) -> None:
    with pytest.raises(DataError, match="line 3: order must say when the row took place; got an empty cell"):
        times(column(cells), "order")
