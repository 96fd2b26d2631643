"""What programs of abilities over time share: scores from the path that each ability takes."""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy.special import expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.item_response._questions import BLOCK_OF_CELLS, chance_on_new_questions, spread_of
from bayesrank.programs.program import Draws, Target
from bayesrank.statistics.separation import named
from bayesrank.statistics.timed_counts import TimedCounts

type At = Literal["final", "initial", "mean", "gain"]

SCORES: dict[Target, str] = {
    "benchmark": "expected accuracy (or utility) on these questions at the time asked for; a gain is a difference",
    "population": "expected accuracy (or utility) on questions like these at the time asked for",
    "ability": "ability in logits at the time asked for; 0 is the mean of the models over all times",
}


def score_of_path(
    counts: TimedCounts, path: FloatArray, draws: Draws, target: Target, at: At, difficulty_scale: float | None = None
) -> FloatArray:
    """Return abilities, or the utility that they give, at the time asked for, shape (n_draws, L).

    Parameters
    ----------
    counts : TimedCounts
    path : array of float, shape (n_draws, L, T)
        Abilities over time.
    draws : mapping of str to array
        With ``difficulty``, and for new questions ``difficulty_mean`` and ``difficulty_spread``.
    target : {"benchmark", "population", "ability"}
    at : {"final", "initial", "mean", "gain"}
        The last time, the first, the mean over times, or the last less the first.
    difficulty_scale : float, optional
        The spread of difficulties where it was fixed.
    """
    needed = {"final": path[..., -1:], "initial": path[..., :1], "mean": path, "gain": path[..., [0, -1]]}[at]
    if target == "ability":
        return _at(needed, at)
    abilities = [needed[..., time] for time in range(needed.shape[-1])]
    if target == "population":
        mean, spread = draws["difficulty_mean"], spread_of(draws, "difficulty", difficulty_scale)
        chance = np.stack([chance_on_new_questions(ability, mean, spread) for ability in abilities], axis=-1)
    else:
        chance = np.stack([_chance_on_these(ability, draws["difficulty"]) for ability in abilities], axis=-1)
    wrong, right = counts.weights
    return _at(wrong + (right - wrong) * chance, at)


def unseen_ends(counts: TimedCounts, at: At) -> list[str]:
    """Say which models have no trials at a time that their score is of."""
    needed = {"final": [-1], "initial": [0], "mean": [], "gain": [0, -1]}[at]
    unseen = [model for model, asked in zip(counts.models, counts.asked[:, needed], strict=True) if not asked.all()]
    if not unseen:
        return []
    ends = {"final": "last", "initial": "first", "gain": "first or last"}[at]
    told = (
        f"{named(sorted(unseen))} {'has' if len(unseen) == 1 else 'have'} no trial at the {ends} time, of which the "
        f"score is: the program carries what other times say over to it."
    )
    return [told]


def _at(values: FloatArray, at: At) -> FloatArray:
    return values[..., -1] - values[..., 0] if at == "gain" else np.asarray(values.mean(axis=-1))


def _chance_on_these(ability: FloatArray, difficulty: FloatArray) -> FloatArray:
    """Return the mean over questions of the chance of a right answer, shape (n_draws, L)."""
    step = max(1, BLOCK_OF_CELLS // (ability.shape[1] * difficulty.shape[1]))
    blocks = [slice(start, start + step) for start in range(0, len(ability), step)]
    shares = [expit(ability[block, :, None] - difficulty[block, None, :]).mean(axis=2) for block in blocks]
    return np.concatenate(shares)
