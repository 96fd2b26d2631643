"""Models of a sequence: who is awaited, what each was asked, who comes late and who leaves."""

import numpy as np
import pandas as pd
import pytest

from bayesrank.errors import DataError
from bayesrank.sequential.roster import Roster

NOTHING = float("nan")


def test_slots_count_as_models_but_are_not_awaited():
    roster = Roster(["a", "b"], 1)
    assert roster.models == ("a", "b", "reserved slot 1")
    assert roster.status == ["live", "live", "reserved"]
    assert roster.awaited.tolist() == [True, True, False]


def test_scores_are_put_in_the_order_of_the_models():
    roster = Roster(["a", "b", "c"], 0)
    np.testing.assert_array_equal(roster.rows({"c": 3, "a": 1}), [[1, NOTHING, 3]])
    np.testing.assert_array_equal(roster.rows({"b": [1, 2], "a": [3, 4], "c": [5, 6]}), [[3, 1, 5], [4, 2, 6]])
    np.testing.assert_array_equal(roster.rows([[1, 2, 3]]), [[1, 2, 3]])


@pytest.mark.parametrize("given", [pd.Series({"b": 1.0, "a": 0.0}), pd.DataFrame({"b": [1.0], "a": [0.0]})])
def test_labels_are_names_of_models(given):
    np.testing.assert_array_equal(Roster(["a", "b"], 0).rows(given), [[0, 1]])
    np.testing.assert_array_equal(Roster(["a", "b", "c"], 0).rows(given), [[0, 1, NOTHING]])


def test_labels_that_name_no_model_are_refused():
    roster = Roster(["a", "b"], 0)
    for given, name in ((pd.DataFrame({"b": [1.0], "z": [0.0]}), "'z'"), (pd.Series([1.0, 0.0]), "'0'")):
        with pytest.raises(DataError, match=f"a model must be declared at the start; got scores of {name}"):
            roster.rows(given)
    with pytest.raises(DataError, match="model names must differ"):
        roster.rows(pd.DataFrame([[1.0, 0.0]], columns=["a", "a"]))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("x", r"scores of 'a' must be numbers; got 'x'\. Pass NaN"),
        ([None, {}], "scores of 'a' must be numbers"),
        ([[1, 0]], r"scores of 'a' must be a flat list, one a question; got an array of shape \(1, 2\)"),
    ],
)
def test_the_scores_of_a_model_are_a_list_of_numbers(given, message):
    with pytest.raises(DataError, match=message):
        Roster(["a", "b"], 0).rows({"a": given, "b": 1})


def test_models_that_were_not_declared_are_refused():
    with pytest.raises(DataError, match=r"a model must be declared at the start; got scores of 'z'\. Start a new"):
        Roster(["a", "b"], 0).rows({"a": 1, "z": 1})


def test_models_have_as_many_scores():
    with pytest.raises(DataError, match=r"all models must have as many scores; got \[1, 2\] of them"):
        Roster(["a", "b"], 0).rows({"a": 1, "b": [1, 2]})
    with pytest.raises(DataError, match=r"all models must have as many scores; got \[\] of them"):
        Roster(["a", "b"], 0).rows({})


def test_scores_are_counted_of_models_that_were_asked():
    roster = Roster(["a", "b", "c"], 0)
    assert np.isnan(roster.mean_score).all()
    roster.count(np.array([[1.0, 5.0, 9.0], [2.0, NOTHING, 9.0]]), np.array([True, True, False]))
    assert roster.n_asked.tolist() == [2, 2, 0]
    assert roster.n_scored.tolist() == [2, 1, 0]
    np.testing.assert_array_equal(roster.mean_score, [1.5, 5.0, NOTHING])


def test_a_late_model_takes_the_next_slot():
    roster = Roster(["a"], 2)
    slot = roster.slot_for("late")
    roster.admit("late", slot)
    assert roster.models == ("a", "late", "reserved slot 2")
    assert roster.status == ["live", "live", "reserved"]
    with pytest.raises(DataError, match="model names must differ in more than white space; got 'a' and 'a'"):
        roster.slot_for("a")


def test_a_late_model_needs_a_slot():
    message = "a model that arrives late must have a slot reserved at the start; got none for 'late'"
    with pytest.raises(DataError, match=message):
        Roster(["a", "b"], 0).slot_for("late")


def test_models_retire_all_or_none():
    roster = Roster(["a", "b", "c"], 1)
    with pytest.raises(DataError, match="a model must be live to retire; got 'z'"):
        roster.retire(["a", "z"])
    assert roster.retire(["c", "a"]) == [2, 0]
    assert roster.status == ["retired", "live", "retired", "reserved"]
    for gone in ("a", "reserved slot 1"):
        with pytest.raises(DataError, match=f"a model must be live to retire; got '{gone}'"):
            roster.retire([gone])


def test_there_are_two_models_at_least():
    with pytest.raises(DataError, match="models must be at least two to be ranked; got 'a' alone"):
        Roster(["a"], 0)
    with pytest.raises(DataError, match="models must be a list of names; got 'ab', one text"):
        Roster("ab", 0)
    with pytest.raises(ValueError, match="reserved_slots must be a whole number of at least 0; got -1"):
        Roster(["a", "b"], -1)
