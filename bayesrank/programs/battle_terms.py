"""The log odds of a battle: the difference of two abilities, and what else bears on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.errors import DataError
from bayesrank.options import check_choice
from bayesrank.programs.deviations import centring, zero_sum_deviations
from bayesrank.statistics.battle_counts import BattleCounts, Circumstance

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

type Term = Literal["side", "covariates", "judges", "categories"]

CIRCUMSTANCES: Mapping[Term, Circumstance] = {
    "side": "side",
    "covariates": "covariates",
    "judges": "judge",
    "categories": "category",
}
NEEDED: Mapping[Term, str] = {
    "side": "which of the two stood first",
    "covariates": "what was measured of the answers",
    "judges": "who judged, with two judges or more",
    "categories": "what each was about, with two categories or more",
}
RANDOM_EFFECTS: tuple[Term, ...] = ("judges", "categories")
SIDE_SCALE, COVARIATE_SCALE = 1.0, 0.5  # prior standard deviations of effects, in logits
DEVIATION_SPREAD = 0.3  # prior median of how much judges, or categories, differ, in logits


def battles_with(battles: BattleCounts, terms: Sequence[Term], *kept: Circumstance) -> BattleCounts:
    """Return the battles told apart by what the terms need, and by the circumstances kept besides, and no further.

    Raises
    ------
    DataError
        If the battles do not know what a term needs.
    ValueError
        If there is no such term.
    """
    for term in terms:
        check_choice("terms", term, Term)
        if not _known(battles, term):
            message = (
                f"battles must say {NEEDED[term]} for the term {term!r}; got none that do. Leave it out of terms, or "
                f"read data that say so."
            )
            raise DataError(message)
    return battles.pooled(*(CIRCUMSTANCES[term] for term in terms), *kept)


def coords_of(battles: BattleCounts, terms: Sequence[Term]) -> dict[str, Sequence[str]]:
    """Return the names along the dimensions of a program with these terms."""
    coords: dict[str, Sequence[str]] = {"model": battles.models}
    names = {"covariates": ("covariate", battles.covariate_names), "judges": ("judge", battles.judges)}
    names["categories"] = ("category", battles.categories)
    return coords | {dim: labels for term, (dim, labels) in names.items() if term in terms}


def log_odds(battles: BattleCounts, terms: Sequence[Term], ability: TensorVariable) -> TensorVariable:
    """Add the variables of the terms to the model in the context, and return the log odds of each row.

    ``side``: ``side_effect ~ Normal(0, 1)`` for the model that stood first. ``covariates``:
    ``covariate_effect[covariate] ~ Normal(0, 0.5)`` for one standard deviation more than the other. ``judges``:
    ``judge_ability[judge, model] ~ ZeroSum(judge_spread)``, what a judge thinks more of a model than judges do on
    average, ``judge_spread ~ LogNormal(log 0.3, 0.5)``. ``categories``:
    ``category_ability[category, model] ~ ZeroSum(category_spread)``, what a model is better at than on average, summing
    to zero over models and over categories, so that ``ability`` is the mean over categories; its spread as that of
    judges. The variables behind the last two are ``judge_deviation`` and ``category_deviation``, see
    :func:`~bayesrank.programs.deviations.zero_sum_deviations`.

    Parameters
    ----------
    battles : BattleCounts
        R rows.
    terms : sequence of str
    ability : TensorVariable
        Shape (L,), or (T, L) by period.

    Returns
    -------
    TensorVariable
        Log odds that the first model wins against that the second does, shape (R,).
    """
    import pymc as pm

    first = pm.Data("first", battles.first, dims="row")
    second = pm.Data("second", battles.second, dims="row")
    if ability.ndim == 1:
        odds = ability[first] - ability[second]
    else:
        period = pm.Data("battle_period", battles.period, dims="row")
        odds = ability[period, first] - ability[period, second]
    for term, contribution in _CONTRIBUTIONS.items():
        if term in terms:
            odds = odds + contribution(battles, first, second)
    return odds


def _known(battles: BattleCounts, term: Term) -> bool:
    known: Mapping[Term, bool] = {
        "side": bool(battles.side.any()),
        "covariates": len(battles.covariate_names) > 0,
        "judges": len(battles.judges) > 1,
        "categories": len(battles.categories) > 1,
    }
    return known[term]


def _side(battles: BattleCounts, first: TensorVariable, second: TensorVariable) -> TensorVariable:  # noqa: ARG001
    import pymc as pm

    effect = pm.Normal("side_effect", 0.0, pm.Data("side_scale", SIDE_SCALE))
    return effect * pm.Data("side", battles.side, dims="row")


def _covariates(battles: BattleCounts, first: TensorVariable, second: TensorVariable) -> TensorVariable:  # noqa: ARG001
    import pymc as pm

    effect = pm.Normal("covariate_effect", 0.0, pm.Data("covariate_scale", COVARIATE_SCALE), dims="covariate")
    return pm.Data("covariates", battles.covariates, dims=("row", "covariate")) @ effect


def _judges(battles: BattleCounts, first: TensorVariable, second: TensorVariable) -> TensorVariable:
    import pymc as pm

    judge = pm.Data("battle_judge", battles.judge, dims="row")
    n_battles = np.bincount(battles.judge, battles.counts.sum(axis=1), len(battles.judges))
    told = centring(2 * n_battles / len(battles.models), DEVIATION_SPREAD**2)
    centred = pm.Data("judge_centring", told, dims="judge")
    dims = ("judge", "model")
    spread = _deviation_spread("judge_spread")
    deviation = zero_sum_deviations("judge_deviation", spread, DEVIATION_SPREAD, centred[:, None], dims=dims)
    ability = pm.Deterministic("judge_ability", deviation, dims=dims)
    return ability[judge, first] - ability[judge, second]


def _categories(battles: BattleCounts, first: TensorVariable, second: TensorVariable) -> TensorVariable:
    import pymc as pm

    category = pm.Data("battle_category", battles.category, dims="row")
    cells = len(battles.models) * len(battles.categories)
    centred = pm.Data("category_centring", centring(2 * battles.counts.sum() / cells, DEVIATION_SPREAD**2))
    dims = ("category", "model")
    spread = _deviation_spread("category_spread")
    deviation = zero_sum_deviations(
        "category_deviation", spread, DEVIATION_SPREAD, centred, dims=dims, n_zerosum_axes=2
    )
    ability = pm.Deterministic("category_ability", deviation, dims=dims)
    return ability[category, first] - ability[category, second]


def _deviation_spread(name: str) -> TensorVariable:
    import pymc as pm

    return pm.LogNormal(name, pm.Data(f"{name}_log_median", np.log(DEVIATION_SPREAD)), 0.5)


_CONTRIBUTIONS: Mapping[Term, Callable[[BattleCounts, TensorVariable, TensorVariable], TensorVariable]] = {
    "side": _side,
    "covariates": _covariates,
    "judges": _judges,
    "categories": _categories,
}
