"""Log odds with everything that bears on them, worked out in NumPy, and terms that the battles do not know."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import log_expit

from bayesrank import DataError
from bayesrank.programs.battle_terms import battles_with, coords_of
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from bayesrank.programs.pairs.bradley_terry import bradley_terry
from tests.battle_rows import battle_counts
from tests.program_density import gradient_is_finite, log_density, point_of, values_at

ROWS = [("a", "b", 3, 1, 0), ("a", "c", 0, 2, 1), ("b", "c", 1, 1, 2), ("a", "b", 2, 2, 0)]
KNOWN = battle_counts(
    "abc", ROWS, side=[1.0, -1.0, 0.0, -1.0], judges=("x", "y"), judge=[0, 1, 1, 1], categories=("code", "chat"),
    category=[0, 0, 1, 1], covariate_names=("length", "lists"), covariates=[[0.5, 0], [1, -1], [0, 2], [-1.5, 0]],
)  # fmt: skip
UNKNOWN = battle_counts("abc", ROWS)
JUDGE_ABILITY = np.array([[0.3, -0.1, -0.2], [0.0, 0.6, -0.6]])
CATEGORY_ABILITY = np.array([[0.1, -0.3, 0.2], [-0.1, 0.3, -0.2]])
# The judges saw 4 and 11 battles of three models, 2 * 4 / 3 and 2 * 11 / 3 of each; a category 2 * 15 / 6 of each. Each
# battle tells .2 against a variance of .3^2. What is not in the prior's spread multiplies the variable.
TOLD = 0.2 * 0.3**2 * np.array([8 / 3, 22 / 3, 5])
FACTORS = 0.3 * (np.array([0.5, 0.5, 0.25]) / 0.3) ** (1 / (1 + TOLD))
VALUES = {
    "ability": np.array([0.5, 0.25, -0.75]),
    "side_effect": 0.4,
    "covariate_effect": np.array([0.2, -0.3]),
    "judge_spread": 0.5,
    "judge_deviation": JUDGE_ABILITY / FACTORS[:2, None],
    "category_spread": 0.25,
    "category_deviation": CATEGORY_ABILITY / FACTORS[2],
}
# What each term adds to the log odds of the rows, by hand: 1 or -1 times .4; the covariates times (.2, -.3); what the
# judge of the row, or its category, adds to the first less what it adds to the second.
ADDED = {
    "side": [0.4, -0.4, 0.0, -0.4],
    "covariates": [0.1, 0.5, -0.6, -0.3],
    "judges": [0.3 + 0.1, 0.0 + 0.6, 0.6 + 0.6, 0.0 - 0.6],
    "categories": [0.1 + 0.3, 0.1 - 0.2, 0.3 + 0.2, -0.1 - 0.3],
}
# Zero-sum normals have as many normal dimensions as contrasts: 2 a judge, and 1 x 2 of two categories. The density is
# that of the abilities, times the factor in each dimension.
SQUARES = 0.3**2 + 0.1**2 + 0.2**2 + 2 * 0.6**2
PRIORS = {
    "side": stats.norm.logpdf(0.4, 0, 1),
    "covariates": stats.norm.logpdf([0.2, -0.3], 0, 0.5).sum(),
    "judges": stats.lognorm.logpdf(0.5, 0.5, scale=0.3)
    - SQUARES / (2 * 0.5**2)
    - 4 * np.log(0.5 * np.sqrt(2 * np.pi))
    + 2 * np.log(FACTORS[:2]).sum(),
    "categories": stats.lognorm.logpdf(0.25, 0.5, scale=0.3)
    - 2 * (0.1**2 + 0.3**2 + 0.2**2) / (2 * 0.25**2)
    - 2 * np.log(0.25 * np.sqrt(2 * np.pi))
    + 2 * np.log(FACTORS[2]),
}
ALL = ("side", "covariates", "judges", "categories")


@pytest.mark.parametrize("terms", [(), ("side",), ("covariates",), ("judges",), ("categories",), ALL])
def test_log_odds_are_the_sum_of_their_parts(terms) -> None:
    model = bradley_terry(KNOWN, terms=terms, ability_scale=2.0)
    # of the rows as they are: those that the terms do not tell apart are added up, which changes the coefficient alone
    odds = np.array([0.25, 1.25, 1.0, 0.25]) + sum(np.array(ADDED[term]) for term in terms)
    pooled = battles_with(KNOWN, terms).counts[:, :2]
    expected = KNOWN.counts[:, 0] @ log_expit(odds) + KNOWN.counts[:, 1] @ log_expit(-odds)
    expected += log_multinomial(pooled).sum()
    ability = -(0.5**2 + 0.25**2 + 0.75**2) / (2 * 2.0**2) - 2 * np.log(2.0 * np.sqrt(2 * np.pi))
    expected += ability + sum(PRIORS[term] for term in terms)
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_abilities_of_judges_and_categories_are_named() -> None:
    model = bradley_terry(KNOWN, terms=("judges", "categories"))
    found = values_at(model, point_of(model, VALUES | {"ability_spread": 1.0}))
    np.testing.assert_allclose(found["judge_ability"], JUDGE_ABILITY, atol=1e-12)
    np.testing.assert_allclose(found["category_ability"], CATEGORY_ABILITY, atol=1e-12)


def test_deviations_of_categories_sum_to_zero_both_ways() -> None:
    # One free value of 2 x 3, (2 - 1) (3 - 1) of them in all.
    model = bradley_terry(KNOWN, terms=("categories",))
    assert point_of(model, VALUES)["category_deviation_zerosum__"].shape == (1, 2)


def test_rows_are_told_apart_no_further_than_terms_need() -> None:
    assert len(battles_with(KNOWN, ()).first) == 3
    assert len(battles_with(KNOWN, ("side",)).first) == 4
    assert battles_with(KNOWN, ("side",)).judges == ()
    assert coords_of(KNOWN, ("judges", "covariates")) == {
        "model": ("a", "b", "c"), "covariate": ("length", "lists"), "judge": ("x", "y")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("term", "needed"),
    [
        ("side", "which of the two stood first"),
        ("covariates", "what was measured of the answers"),
        ("judges", "who judged, with two judges or more"),
        ("categories", "what each was about, with two categories or more"),
    ],
)
def test_terms_need_what_they_are_about(term, needed) -> None:
    with pytest.raises(
        DataError, match=f"battles must say {needed} for the term '{term}'; got none that do. Leave it out"
    ):
        bradley_terry(UNKNOWN, terms=(term,))


def test_one_judge_is_none() -> None:
    alone = battle_counts("abc", ROWS, judges=("x",))
    with pytest.raises(DataError, match="two judges or more"):
        bradley_terry(alone, terms=("judges",))


def test_unknown_terms_are_refused() -> None:
    with pytest.raises(ValueError, match="terms must be one of side, covariates, judges, categories; got 'colour'"):
        bradley_terry(KNOWN, terms=("colour",))
