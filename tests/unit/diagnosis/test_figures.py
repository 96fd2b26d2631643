import numpy as np
import pytest

from bayesrank.diagnosis.figures import Figure, findings_of

PLAIN = Figure(
    "share", low="{names} low ({observed:.1f}, {expected:.1f})", high="{number} of {total} high, {names}: {program}"
)
# Each row: 0 and 2 in turn, mean 1 and standard deviation 1; greatest deviation 1 in every set.
REPLICATED = np.tile([[0.0], [2.0]], (5, 8))


def found(figure, observed, about="abcdefgh", **options):
    observed = np.array(observed, dtype=float)
    return findings_of(
        figure, list(about[: len(observed)]), observed, REPLICATED[:, : len(observed)], "rasch", 0.1, **options
    )


def test_rows_with_the_same_complaint_share_one_sentence_that_names_the_worst_first():
    judged = found(PLAIN, [1.0, 4.0, 5.0, -2.0])
    high = "2 of 4 high, 'c', 'b': rasch"
    assert judged.sentences == ["", high, high, "'d' low (-2.0, 1.0)"]


def test_more_than_five_names_are_counted():
    assert found(PLAIN, [4.0] * 8).sentences[0] == "8 of 8 high, 'a', 'b', 'c', 'd', 'e' and 3 more: rasch"


def test_one_complaint_of_both_sides_is_one_sentence():
    either = Figure("share", low="{number} off", high="{number} off")
    assert found(either, [4.0, -4.0]).sentences == ["2 off", "2 off"]


def test_pairs_and_triples_are_named_by_all_of_them():
    judged = findings_of(PLAIN, [("a", "b"), ("a", "b", "c")], np.array([-3.0, -2.0]), REPLICATED[:, :2], "rasch", 0.1)
    assert judged.sentences[0] == "'a' against 'b', 'a', 'b', 'c' low (-3.0, 1.0)"


def test_what_is_below_zero_has_a_sentence_of_its_own():
    signed = Figure("share", low="low {names}", high="", negative="negative {names}")
    assert found(signed, [-4.0, -3.0, 1.0]).sentences == ["negative 'a', 'b'", "negative 'a', 'b'", ""]
    moved = findings_of(signed, ["a"], np.array([6.0]), REPLICATED[:, :1] + 9, "rasch", 0.1)
    assert moved.sentences == ["low 'a'"]


def test_numbers_are_shown_in_a_unit_and_bounds_within_limits():
    judged = found(Figure("share", low="", high="", limits=(0.0, 0.25)), [2.0], unit=np.array([4.0])).judged
    assert (judged.observed[0], judged.expected[0]) == (0.5, 0.25)
    assert (judged.lower[0], judged.upper[0]) == (0.0, 0.25)  # (1 - 1) / 4, and (1 + 1) / 4 = .5 cut to the limit


def test_sums_of_squares_are_judged_by_their_cube_root_and_shown_as_they_are():
    # Cube roots of 0 and 8: 0 and 2, mean 1, standard deviation 1. That of 27 is 3: two standard deviations off.
    judged = findings_of(
        Figure("square", low="", high="x", scale="cube_root"),
        ["all"],
        np.array([27.0]),
        4 * REPLICATED[:, :1],
        "rasch",
        0.1,
    ).judged
    assert judged.deviation[0] == pytest.approx(2)
    np.testing.assert_allclose([judged.observed[0], judged.expected[0], judged.upper[0]], [27, 1, 8])
    assert judged.lower[0] == pytest.approx(0)
