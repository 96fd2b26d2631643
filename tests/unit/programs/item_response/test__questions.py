"""What programs of item response theory share, against SciPy and by hand."""

import numpy as np
import pytest
from scipy import integrate, stats

from bayesrank.programs.item_response import _questions
from tests.outcome_stacks import by_name, counts_of


def test_a_fixed_spread_is_that_of_all_draws():
    draws = {"difficulty": np.zeros((2, 3)), "difficulty_spread": np.array([1.0, 2.0])}
    assert _questions.spread_of(draws, "difficulty", None).tolist() == [1, 2]
    assert _questions.spread_of(draws, "difficulty", 4.0).tolist() == [4, 4]


@pytest.mark.parametrize("spread", [0.3, 1.0, 3.0])
def test_chance_on_new_questions_is_the_integral(spread):
    found = _questions.chance_on_new_questions(np.array([[-1.0, 2.5]]), np.array([0.4]), np.array([spread]))[0]
    for ability, chance in zip([-1.0, 2.5], found, strict=True):

        def integrand(b, a=ability):
            return stats.norm.pdf(b, 0.4, spread) / (1 + np.exp(b - a))

        expected = integrate.quad(integrand, -30, 30, points=[0.4, ability])[0]
        assert chance == pytest.approx(expected, abs=2e-4)


def test_accuracy_is_the_mean_over_all_questions_whatever_the_blocks(monkeypatch):
    # Chances given by hand: of 3 draws, 2 models, 2 questions; the mean of each pair.
    counts = counts_of([[1, 0], [0, 1]])
    chances = np.array([[[0.1, 0.3], [0.5, 0.7]], [[0.0, 1.0], [1.0, 1.0]], [[0.2, 0.2], [0.4, 0.0]]])
    draws = {"ability": np.zeros((3, 2)), "row": np.arange(3)}

    def chance(_, draws):
        return chances[draws["row"]]

    expected = [[0.2, 0.6], [0.5, 1.0], [0.2, 0.2]]
    np.testing.assert_allclose(_questions.accuracy(counts, draws, chance), expected, atol=1e-12)
    monkeypatch.setattr(_questions, "BLOCK_OF_CELLS", 1)
    np.testing.assert_allclose(_questions.accuracy(counts, draws, chance), expected, atol=1e-12)


def test_utility_of_a_chance():
    # Right is worth 3, wrong -1: -1 + 4 p.
    counts = counts_of([[1, 0], [0, 1]], weights=[-1, 3])
    assert by_name(counts, _questions.utility(counts, np.array([0.5, 0.25]))) == pytest.approx(
        dict(zip(counts.models, [1.0, 0.0], strict=True)), abs=1e-12
    )
