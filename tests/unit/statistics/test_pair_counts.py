"""Wins and ties between models."""

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.statistics.pair_counts import PairCounts, count_pairs, pair_outcomes
from bayesrank.statistics.summarise import summarise

NAN = float("nan")


def battles(rows: list[tuple[str, str, int]], weight: list[float] | None = None) -> Comparisons:
    """Rows of (model a, model b, winner code), each counted once."""
    models = tuple(sorted({name for a, b, _ in rows for name in (a, b)}))
    return Comparisons(
        models=models,
        model_a=np.array([models.index(a) for a, _, _ in rows]),
        model_b=np.array([models.index(b) for _, b, _ in rows]),
        winner=np.array([winner for _, _, winner in rows]),
        count=np.ones(len(rows), dtype=np.int64),
        weight=None if weight is None else np.array(weight),
    )


def between(table: np.ndarray, counts: PairCounts, first: str, second: str) -> float:
    return float(table[counts.models.index(first), counts.models.index(second)])


def test_wins_of_either_side_and_ties_are_counted_once() -> None:
    # x beats y as a, and once as b; y beats x once; x and z tie once in either listing.
    counts = count_pairs(battles([("x", "y", 1), ("y", "x", -1), ("x", "y", -1), ("x", "z", 0), ("z", "x", 0)]))
    assert between(counts.wins, counts, "x", "y") == 2
    assert between(counts.wins, counts, "y", "x") == 1
    assert between(counts.ties, counts, "x", "z") == between(counts.ties, counts, "z", "x") == 2
    assert between(counts.n_battles, counts, "x", "y") == between(counts.n_battles, counts, "y", "x") == 3
    assert between(counts.n_battles, counts, "z", "x") == 2
    assert counts.wins.sum() == 3
    assert counts.ties.sum() == 4  # each of the two ties stands in two cells


def test_a_row_counts_with_its_weight_and_its_count() -> None:
    data = Comparisons(
        models=("x", "y"),
        model_a=np.array([0, 0, 0]),
        model_b=np.array([1, 1, 1]),
        winner=np.array([1, -1, 0]),
        count=np.array([3, 1, 2]),
        weight=np.array([0.5, 2.0, 0.25]),
    )
    counts = count_pairs(data)
    assert between(counts.wins, counts, "x", "y") == 1.5  # 3 x 0.5
    assert between(counts.wins, counts, "y", "x") == 2.0  # 1 x 2
    assert between(counts.ties, counts, "x", "y") == 0.5  # 2 x 0.25


@pytest.mark.parametrize("winner", [0, 1, -1])
def test_battles_that_all_end_alike_are_counted_in_float(winner) -> None:
    # Two ties leave no win to count, two wins no tie.
    counts = count_pairs(battles([("x", "y", winner)] * 2))
    assert counts.wins.dtype == counts.ties.dtype == np.float64
    assert between(counts.n_battles, counts, "x", "y") == 2
    assert between(counts.win_share, counts, "x", "y") == {0: 0.5, 1: 1, -1: 0}[winner]


def test_neither_the_order_of_rows_nor_names_touch_a_bit_of_the_counts() -> None:
    rng = np.random.default_rng(20)
    a = rng.integers(0, 8, 400)
    b = (a + rng.integers(1, 8, 400)) % 8
    data = Comparisons(
        models=tuple("abcdefgh"),
        model_a=a,
        model_b=b,
        winner=rng.integers(-1, 2, 400),
        count=np.ones(400, dtype=np.int64),
        weight=rng.uniform(0.1, 1, 400),
    )
    rows, position = rng.permutation(400), rng.permutation(8)
    swapped = np.where(np.arange(400) % 2 == 0, -1, 1)[rows]  # every other battle lists its models the other way
    first, second = position[a[rows]], position[b[rows]]
    shuffled = Comparisons(
        models=tuple("stuvwxyz"),
        model_a=np.where(swapped == 1, first, second),
        model_b=np.where(swapped == 1, second, first),
        winner=data.winner[rows] * swapped,
        count=data.count,
        weight=data.weight[rows],
    )
    one, other = count_pairs(data), count_pairs(shuffled)
    np.testing.assert_array_equal(one.wins, other.wins)
    np.testing.assert_array_equal(one.ties, other.ties)
    new_name = {old: shuffled.models[position[index]] for index, old in enumerate(data.models)}
    assert tuple(new_name[old] for old in one.models) == other.models


def test_a_cycle_has_one_table_whatever_its_members_are_called() -> None:
    # x beats y beats z beats x: a symmetry exchanges all three, so that no content says which comes first.
    tables = []
    for x, y, z in permutations("xyz"):
        counts = count_pairs(battles([(x, y, 1), (y, z, 1), (z, x, 1)]))
        assert between(counts.wins, counts, x, y) == between(counts.wins, counts, z, x) == 1
        tables.append(counts.wins)
    np.testing.assert_array_equal(tables, [tables[0]] * 6)


def test_components_are_the_groups_that_battles_connect() -> None:
    counts = count_pairs(battles([("d", "e", 1), ("x", "y", 0), ("b", "a", 1), ("y", "z", -1)]))
    assert counts.components() == (("x", "y", "z"), ("a", "b"), ("d", "e"))
    assert count_pairs(battles([("x", "y", 1), ("y", "z", 0)])).components() == (("x", "y", "z"),)


# Outcomes, paired


def paired(outcomes, pairing="expected", **known) -> PairCounts:
    """Pair an array of outcomes of models a, b, c, ..."""
    data = Outcomes.from_array(outcomes, models=list("abcdef"[: len(outcomes)]), **known)
    return summarise(data, PairCounts, pairing=pairing)


def of_pair(counts: PairCounts, first: str, second: str) -> list[float]:
    """Return wins of the first, wins of the second and ties, and see to it that ties have no direction."""
    assert between(counts.ties, counts, first, second) == between(counts.ties, counts, second, first)
    one, other = between(counts.wins, counts, first, second), between(counts.wins, counts, second, first)
    return [one, other, between(counts.ties, counts, first, second)]


def test_all_pairings_of_right_and_wrong_trials_count() -> None:
    # Of three trials a has 2 right on the first question and 3 on the second, b has 1 and 0. Of the nine pairings of
    # the first, a wins 2 * 2, b 1 * 1 and 4 tie; of the second a wins all. Divided by three trials.
    counts = paired([[[1, 1, 0], [1, 1, 1]], [[0, 1, 0], [0, 0, 0]]])
    assert of_pair(counts, "a", "b") == pytest.approx([4 / 3 + 3, 1 / 3, 4 / 3])
    assert between(counts.n_battles, counts, "a", "b") == pytest.approx(6)  # two questions, three trials
    assert between(counts.win_share, counts, "a", "b") == pytest.approx((4 / 3 + 3 + 2 / 3) / 6)


def test_the_lead_in_shares_is_half_the_lead_in_accuracy() -> None:
    # Complete binary data: wins minus losses are right trials minus right trials, whatever the questions.
    outcomes = np.random.default_rng(0).random((4, 7, 5)) < 0.6
    counts, right = paired(outcomes), outcomes.sum(axis=(1, 2))
    for (one, first), (other, second) in product(enumerate("abcd"), repeat=2):
        lead = between(counts.wins, counts, first, second) - between(counts.wins, counts, second, first)
        assert lead == pytest.approx(right[one] - right[other])
        share = between(counts.win_share, counts, first, second)
        assert share == pytest.approx(1 / 2 + (right[one] - right[other]) / 70)


def test_unequal_trials_are_scaled_to_their_mean() -> None:
    # a has 3 of 4 right, b 1 of 2: of eight pairings a wins 3 * 1, b 1 * 1, and 4 tie; three trials in the mean.
    counts = paired([[[1, 1, 1, 0]], [[0, 1, NAN, NAN]]])
    assert of_pair(counts, "a", "b") == pytest.approx([3 / 3, 1 / 3, 4 / 3])


def test_a_question_that_one_of_two_was_not_asked_counts_for_nothing() -> None:
    # c was asked the second question only, twice, and b the first only, once; a has 1 of 2 right on both.
    # First: a and b have 1.5 trials in the mean; of two pairings a wins one, and both are wrong in the other.
    # Second: a and c have two trials in the mean; of four pairings c, with both right, wins two, and two tie.
    counts = paired([[[1, 0], [1, 0]], [[0, NAN], [NAN, NAN]], [[NAN, NAN], [1, 1]]])
    assert of_pair(counts, "a", "b") == pytest.approx([1 / 1.5, 0, 1 / 1.5])
    assert of_pair(counts, "c", "a") == pytest.approx([1, 0, 1])
    assert of_pair(counts, "b", "c") == [0, 0, 0]
    assert between(counts.win_share, counts, "b", "c") == 0.5


def test_graded_outcomes_are_compared_by_their_utility() -> None:
    # Categories 0, 1, 2 are worth 0, 1, 0.5, and 3 as much as 2. a has grades worth 1, 0.5; b 0.5, 0.5; c 0, 0.5.
    # Of four pairings a wins 2 over b and 2 tie; a wins 3 over c and 1 ties; b wins 2 over c and 2 tie.
    counts = paired([[[1, 2]], [[2, 3]], [[0, 3]]], weights=[0, 1, 0.5, 0.5])
    assert of_pair(counts, "a", "b") == pytest.approx([1, 0, 1])
    assert of_pair(counts, "a", "c") == pytest.approx([1.5, 0, 0.5])
    assert of_pair(counts, "b", "c") == pytest.approx([1, 0, 1])


def test_a_fraction_is_that_much_right_and_the_rest_wrong() -> None:
    # 0.8 against 0.3: 0.8 * 0.7 won, 0.3 * 0.2 lost, and 0.8 * 0.3 + 0.2 * 0.7 tied.
    counts = paired([[[0.8]], [[0.3]]])
    assert of_pair(counts, "a", "b") == pytest.approx([0.56, 0.06, 0.38])


def test_matched_trials_are_compared_one_by_one() -> None:
    # The trials of a and b agree twice on the first question, once right and once wrong, and a wins the third; on the
    # second a has a trial without a partner, wins one and loses one.
    outcomes = [[[1, 0, 1], [1, 0, 1]], [[1, 0, 0], [0, 1, NAN]]]
    assert of_pair(paired(outcomes, "trial"), "a", "b") == [2, 1, 2]
    # All pairings instead: 4 won, 1 lost and 4 tied of 9 by 3 trials; 2 won, 1 lost and 3 tied of 6 by 2.5.
    assert of_pair(paired(outcomes), "a", "b") == pytest.approx([4 / 3 + 2 / 2.5, 1 / 3 + 1 / 2.5, 4 / 3 + 3 / 2.5])


def test_which_trial_is_which_matters_to_matched_trials_only() -> None:
    one, other = [[[1, 1, 0, 0]], [[1, 1, 0, 0]]], [[[1, 1, 0, 0]], [[0, 0, 1, 1]]]
    assert of_pair(paired(one, "trial"), "a", "b") == [0, 0, 4]
    assert of_pair(paired(other, "trial"), "a", "b") == [2, 2, 0]
    assert of_pair(paired(one), "a", "b") == of_pair(paired(other), "a", "b") == [1, 1, 2]


def test_a_question_counts_for_what_it_weighs() -> None:
    # The first question counts twice, as if it stood there twice, and the second not at all.
    outcomes = np.random.default_rng(1).integers(0, 2, (3, 3, 4))
    counts = count_outcomes(Outcomes.from_array(outcomes, models=list("abc"), questions=list("xyz")))
    weight = np.array([{"x": 2.0, "y": 0.0, "z": 1.0}[question] for question in counts.questions])
    weighed = pair_outcomes(replace(counts, question_weight=weight))
    again = paired(outcomes[:, [0, 0, 2]])
    for first, second in (("a", "b"), ("a", "c"), ("b", "c")):
        assert of_pair(weighed, first, second) == pytest.approx(of_pair(again, first, second))


def test_a_stack_of_outcomes_is_paired_one_by_one() -> None:
    rng = np.random.default_rng(2)
    outcomes = rng.integers(0, 3, (4, 5, 3)).astype(float)
    outcomes[rng.random(outcomes.shape) < 0.2] = NAN
    counts = count_outcomes(Outcomes.from_array(outcomes, weights=[0, 0.5, 1]))
    drawn = rng.poisson(counts.counts, (6, *counts.counts.shape)).astype(float)  # cells go missing, too
    weight = rng.integers(0, 3, (6, 5)).astype(float)
    stack = pair_outcomes(replace(counts, counts=drawn, question_weight=weight))
    assert stack.wins.shape == stack.ties.shape == stack.n_battles.shape == stack.win_share.shape == (6, 4, 4)
    for draw in range(6):
        single = pair_outcomes(replace(counts, counts=drawn[draw], question_weight=weight[draw]))
        np.testing.assert_allclose(stack.wins[draw], single.wins, rtol=1e-14)
        np.testing.assert_allclose(stack.ties[draw], single.ties, rtol=1e-14)
        np.testing.assert_allclose(stack.win_share[draw], single.win_share, rtol=1e-14)


# Shares


def test_a_tie_is_half_a_win_and_what_is_unknown_one_half() -> None:
    # x won 3 of 5 from y, and 1 was a tie; z met nobody but y, whom it lost to.
    counts = count_pairs(battles([("x", "y", 1)] * 3 + [("x", "y", 0), ("y", "x", 1), ("y", "z", 1)]))
    assert between(counts.win_share, counts, "x", "y") == pytest.approx(3.5 / 5)
    assert between(counts.win_share, counts, "y", "x") == pytest.approx(1.5 / 5)
    assert between(counts.win_share, counts, "z", "y") == 0
    assert between(counts.win_share, counts, "x", "z") == between(counts.win_share, counts, "x", "x") == 0.5
