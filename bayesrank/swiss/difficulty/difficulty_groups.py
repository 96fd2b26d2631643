"""Whose accuracy says how difficult a question is, for which models that meet."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers, TierArray
from bayesrank.swiss.difficulty.whole_outcomes import WholeOutcomes

type Tiering = Literal["leave_pair_out", "split_half", "in_sample", "external"]

FEWEST_MODELS = {"leave_pair_out": 3, "split_half": 4, "in_sample": 2, "external": 2}


class ModelGroup(NamedTuple):
    """Models that meet each other, at their positions, and the tier of each question, shape (P, Q) or (1, Q)."""

    members: IntArray
    tier: TierArray


def groups_of_models(
    whole: WholeOutcomes, tiers: DifficultyTiers, tiering: Tiering, seed: int | None
) -> list[ModelGroup]:
    """Return the models that meet each other with their tiers: all, or with ``"split_half"`` both halves.

    Parameters
    ----------
    whole : WholeOutcomes
    tiers : DifficultyTiers
    tiering : {"leave_pair_out", "split_half", "in_sample"}
        Whose accuracy is the difficulty: of all but the two that meet, of the other half, or of all.
    seed : int or None
        Of the halves.

    Raises
    ------
    DataError
        If there are too few models.
    """
    share, parts = whole
    _check_number(tiering, len(share))
    total, n_models = share.sum(axis=0), len(share)
    everyone = np.arange(n_models)
    if tiering == "in_sample":
        return [ModelGroup(everyone, tiers.tiers_of(total[None], parts * n_models))]
    if tiering == "split_half":
        drawn = np.random.default_rng([0 if seed is None else seed, 0]).permutation(n_models)
        halves = np.sort(drawn[: n_models // 2]), np.sort(drawn[n_models // 2 :])
        return [
            ModelGroup(half, tiers.tiers_of(share[other].sum(axis=0)[None], parts * len(other)))
            for half, other in (halves, halves[::-1])
        ]
    blocks = [tiers.tiers_of(total - share[i] - share[i + 1 :], parts * (n_models - 2)) for i in range(n_models - 1)]
    return [ModelGroup(everyone, np.concatenate(blocks))]


def ease_of(external: npt.ArrayLike, n_questions: int) -> IntArray:
    """Return whole numbers that fall as the difficulty rises, shape (Q,).

    Raises
    ------
    DataError
        If difficulties are not Q finite numbers.
    """
    try:
        difficulty = np.asarray(external, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = f"external must be {n_questions} finite numbers; got text or lists of unequal length. Pass numbers."
        raise DataError(message) from error
    if difficulty.shape != (n_questions,):
        message = (
            f"external must be {n_questions} finite numbers, one a question; got shape {difficulty.shape}. "
            f"Give each question its difficulty."
        )
        raise DataError(message)
    odd = np.flatnonzero(~np.isfinite(difficulty))
    if odd.size:
        message = (
            f"external must be finite numbers; got {difficulty[odd[0]]} at position {odd[0]}, the first of {odd.size}. "
            f"Fill them in, or leave the questions out."
        )
        raise DataError(message)
    ease: IntArray = -np.unique(difficulty, return_inverse=True)[1].astype(np.int64)
    return ease


def _check_number(tiering: Tiering, n_models: int) -> None:
    fewest = FEWEST_MODELS[tiering]
    if n_models < fewest:
        message = f"models must be at least {fewest} for tiering={tiering!r}; got {n_models}. Add models."
        raise DataError(message)
