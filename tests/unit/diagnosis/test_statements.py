"""Statements of a ranking, worked by hand."""

import numpy as np
import pytest

from bayesrank.diagnosis.statements import statements, weighted_probabilities
from bayesrank.ranks.ranking import Ranking


def ranking(draws):
    models = tuple("abcdefgh"[: draws.shape[1]])
    return Ranking("rule", {}, models, draws.mean(axis=0), draws, "posterior", "benchmark", "", (), "", {}, 1)


def test_probabilities_of_four_draws():
    # a is best in draws 1 to 3, and above b there; b is above c in draws 1, 2 and 4
    draws = np.array([[3.0, 2.0, 1.0], [3.0, 2.0, 1.0], [9.0, 1.0, 2.0], [1.0, 3.0, 2.0]])
    claims = statements(ranking(draws))
    text = [claim.text for claim in claims if "tier" not in claim.text]
    assert text == ["'a' is the best", "'a' is above 'b'", "'b' is above 'c'"]
    picked = [claim for claim in claims if claim.text in text]
    assert weighted_probabilities(picked, draws, None).tolist() == [0.75, 0.75, 0.75]
    # weights .1 .2 .3 .4: a leads with .1 + .2 + .3, b is above c with .1 + .2 + .4
    weights = np.array([0.1, 0.2, 0.3, 0.4])
    assert weighted_probabilities(picked, draws, weights) == pytest.approx([0.6, 0.6, 0.7])


def test_the_first_tier_is_a_statement_when_it_is_not_all():
    # a and b are exchanged in half of the draws, c is far below: tier 1 is {a, b} and always holds the best
    draws = np.tile([[2.0, 1.0, -9.0], [1.0, 2.0, -9.0]], (500, 1)) + np.random.default_rng(1).normal(0, 0.1, (1000, 3))
    (tier,) = [claim for claim in statements(ranking(draws)) if "tier" in claim.text]
    assert tier.text == "the best is in the first tier, of 2 models"
    assert weighted_probabilities([tier], draws, None) == 1


def test_one_model_says_nothing():
    assert statements(ranking(np.zeros((5, 1)))) == []
