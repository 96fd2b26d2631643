"""Expected counts given the probabilities of cells."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.statistics.cell_probabilities import CellProbabilities, cell_probabilities
from tests.outcome_stacks import NAN, counts_of, members, probabilities


@pytest.fixture
def cells():
    """Return model a on questions p, of 3 trials, and q, not asked, b on both, as probabilities of right."""
    counts = counts_of([[[1, 0, 1], [NAN] * 3], [[0, 0, 1], [1, NAN, NAN]]])
    p_right = np.empty((2, 2))
    for model, question, chance in (("a", "p", 0.25), ("a", "q", 0.9), ("b", "p", 0.5), ("b", "q", 1.0)):
        p_right[counts.models.index(model), counts.questions.index(question)] = chance
    return probabilities(counts, p_right)


def at(cells, values, model, question):
    return values[cells.models.index(model), cells.questions.index(question)]


def test_counts_keep_the_scale_of_the_trials(cells):
    assert isinstance(cells, CellProbabilities)
    assert at(cells, cells.counts, "a", "p").tolist() == [2.25, 0.75]  # 3 trials, 1/4 of them right
    assert at(cells, cells.n_trials, "a", "p") == 3
    assert at(cells, cells.n_trials, "b", "q") == 1
    assert at(cells, cells.mean_outcome, "b", "p") == 0.5


def test_a_missing_cell_stays_missing(cells):
    assert at(cells, cells.observed, "a", "q") == 0
    assert np.isnan(at(cells, cells.mean_outcome, "a", "q"))
    assert np.isnan(at(cells, cells.attempts(2), "a", "q")).all()
    assert np.isnan(at(cells, cells.all_among(np.ones((2, 2)), 2), "a", "q"))


def test_attempts_are_independent_and_without_end(cells):
    np.testing.assert_allclose(at(cells, cells.attempts(2), "a", "p"), [9 / 16, 6 / 16, 1 / 16], atol=1e-15)
    # more attempts than the one trial of the data: all are right
    np.testing.assert_allclose(at(cells, cells.attempts(4), "b", "q"), [0, 0, 0, 0, 1], atol=1e-15)


def test_all_attempts_fall_among_some_categories(cells):
    # 2.25 of 3 expected trials: (3/4)^2
    size = np.full((2, 2), 2.25)
    assert at(cells, cells.all_among(size, 2), "a", "p") == pytest.approx(9 / 16, abs=1e-15)


def test_a_stack_is_its_members():
    counts = counts_of([[[1, 0], [NAN, NAN]], [[0, 1], [1, 1]]])
    stack = probabilities(counts, np.random.default_rng(2).random((3, 2, 2)))
    singles = members(stack)
    np.testing.assert_array_equal(stack.attempts(3), [single.attempts(3) for single in singles])
    size = stack.counts[..., 0]
    np.testing.assert_array_equal(
        stack.all_among(size, 3), [single.all_among(part, 3) for single, part in zip(singles, size, strict=True)]
    )


@pytest.mark.parametrize("weights", [[-1, 2], [1, 0]])
def test_utilities_are_no_chances(weights):
    counts = counts_of([[[0, 1]]], weights=weights)
    cells = probabilities(counts, [[0.25]])  # of category 1, which is worth more, or less
    right = [9 / 16, 6 / 16, 1 / 16] if weights[1] > weights[0] else [1 / 16, 6 / 16, 9 / 16]
    np.testing.assert_allclose(cells.attempts(2)[0, 0], right, atol=1e-15)


@pytest.mark.parametrize(("outcomes", "weights"), [([[[0, 1, 2]]], [0, 0.5, 1]), ([[[0.5]]], None)])
def test_only_right_and_wrong_can_be_counted_as_right(outcomes, weights):
    counts = counts_of(outcomes, weights=weights)
    cells = CellProbabilities(**{name: getattr(counts, name) for name in counts.__dataclass_fields__})
    with pytest.raises(DataError, match=r"^outcomes must be right or wrong to count those that are right"):
        cells.attempts(2)


def test_drawn_probabilities_take_the_place_of_counts():
    # Two trials: expected counts (.5, 1.5); none in the missing cell.
    counts = counts_of([[[1, 0], [NAN, NAN]], [[1, 1], [0, 1]]])
    drawn = np.broadcast_to([0.25, 0.75], (3, 2, 2, 2))
    stack = cell_probabilities(counts, drawn)
    expected = np.where(counts.n_trials[..., None] > 0, [0.5, 1.5], 0.0)
    np.testing.assert_allclose(stack.counts, np.broadcast_to(expected, drawn.shape), atol=1e-15)
    assert (expected == 0).sum() == 2
    assert stack.question_weight.shape == (3, 2)
    assert stack.models == counts.models
