"""Rankings side by side, by hand."""

import numpy as np
import pytest

from bayesrank.ranks.method_comparison import MethodComparison
from bayesrank.ranks.ranking import Ranking


def ranking(method, scores):
    return Ranking(
        method=method,
        options={},
        names=("a", "b", "c"),
        scores=np.array(scores),
        samples=None,
        uncertainty=None,
        target=None,
        target_words=None,
        warnings=(),
        data="",
        diagnostics={},
        random_seed=None,
    )


# one and two: a b c. three: b a c. four ties b and c below a.
COMPARISON = MethodComparison(
    {
        "one": ranking("x", [3.0, 2, 1]),
        "two": ranking("y", [30.0, 20, 0]),
        "three": ranking("z", [2.0, 3, 1]),
        "four": ranking("w", [2.0, 1, 1]),
    },
    {"five": "k must be smaller"},
)


def test_ranks_stand_in_the_order_of_their_mean():
    # means: a (1 + 1 + 2 + 1) / 4, b (2 + 2 + 1 + 2) / 4, c (3 + 3 + 3 + 2) / 4
    table = COMPARISON.ranks()
    assert table.index.tolist() == ["a", "b", "c"]
    assert table.loc["b"].to_dict() == {"one": 2, "two": 2, "three": 1, "four": 2}
    assert COMPARISON.scores().loc["a", "two"] == 30


def test_tau_by_hand():
    # one and three: 2 of 3 pairs agree, 1 differs: 1/3. one and four: 2 concordant, one tie in four:
    # tau-b = 2 / sqrt(3 * 2).
    tau = COMPARISON.tau()
    assert tau.loc["one", "two"] == pytest.approx(1)
    assert tau.loc["one", "three"] == pytest.approx(1 / 3)
    assert tau.loc["four", "one"] == pytest.approx(2 / np.sqrt(6))


def test_exact_matches_and_groups():
    matches = COMPARISON.exact_matches()
    assert matches.loc["one", "two"]
    assert not matches.loc["one", "four"]
    assert COMPARISON.agreeing() == [("one", "two"), ("three",), ("four",)]


def test_disagreements_are_named():
    # Only a and b are put in both orders; a tie is no order.
    (row,) = COMPARISON.disagreements().to_dict("records")
    assert row == {
        "model": "a",
        "other": "b",
        "n_above": 3,
        "n_below": 1,
        "n_tied": 0,
        "above": ("one", "two", "four"),
        "below": ("three",),
    }


def test_the_side_of_the_majority_stands_first():
    flipped = MethodComparison(
        {"one": ranking("x", [2.0, 3, 3]), "two": ranking("y", [2.0, 3, 1]), "three": ranking("z", [3.0, 2, 1])}, {}
    )
    table = flipped.disagreements()
    assert table[["model", "other", "n_above", "n_below", "n_tied"]].to_numpy().tolist() == [
        ["a", "c", 2, 1, 0],
        ["b", "a", 2, 1, 0],
    ]


def test_where_all_agree_nothing_is_listed():
    alike = MethodComparison({"one": ranking("x", [3.0, 2, 1]), "two": ranking("y", [9.0, 8, 7])}, {})
    assert alike.disagreements().empty
    assert "above" in alike.disagreements().columns
    assert repr(alike) == "MethodComparison(2 methods of 3 models, one ranking)"


def test_it_says_how_many_differ_and_refused():
    assert repr(COMPARISON) == "MethodComparison(4 methods of 3 models, 3 different rankings, 1 refused)"
