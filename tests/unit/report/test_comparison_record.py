import json

from bayesrank import MethodComparison
from bayesrank.report.comparison_record import comparison_record
from tests.side_by_side import compared, ranked


def record_of(comparison):
    return json.loads(json.dumps(comparison_record(comparison, random_seed=7), allow_nan=False))


def test_a_record_survives_json_and_holds_what_is_compared():
    record = record_of(compared(one=[3, 2, 1], two=[30, 20, 10], three=[1, 1, 0], refused=["four"]))
    assert record["ranks"]["three"] == {"a": 1, "b": 1, "c": 3}
    assert record["scores"]["two"] == {"a": 30, "b": 20, "c": 10}
    # "b" has ranks 2, 2, 1.
    assert record["mean_rank"] == {"a": 1, "b": 5 / 3, "c": 3}
    assert record["groups"] == [["one", "two"], ["three"]]
    # tau-b of 123 and 113: 2 concordant pairs of 3, one tied in one of the two: 2 / sqrt(3 * 2).
    assert abs(record["tau"]["one"]["three"] - 2 / 6**0.5) < 1e-12
    assert record["disagreements"] == []
    assert record["refused"] == {"four": "no"}
    assert record["warnings"] == {}
    assert (record["data"], record["random_seed"]) == ("Data(by hand)", 7)
    assert "bayesrank" in record["versions"]


def test_pairs_name_their_methods():
    (pair,) = record_of(compared(one=[2, 1], two=[1, 2], three=[2, 1]))["disagreements"]
    assert pair == {
        "model": "a", "other": "b", "n_above": 2, "n_below": 1, "n_tied": 0, "above": ["one", "three"],
        "below": ["two"],
    }  # fmt: skip


def test_what_is_no_number_is_none_and_warnings_are_by_method():
    rankings = {"one": ranked([float("inf"), 1], warnings=("mind",)), "flat": ranked([1, 1])}
    record = record_of(MethodComparison(rankings, {}))
    assert record["scores"]["one"] == {"a": None, "b": 1}
    assert record["tau"]["one"]["flat"] is None  # one of the two ties all models
    assert record["warnings"] == {"one": ["mind"]}
