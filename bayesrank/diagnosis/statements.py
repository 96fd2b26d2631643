"""What a ranking says, as statements that draws of scores make true or false."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.ranks.score_draws import ScoreDraws


@dataclass(frozen=True)
class Statement:
    """That the best of ``above`` has a score above the best of ``below``, positions of models."""

    text: str
    above: tuple[int, ...]
    below: tuple[int, ...]

    def true_in(self, draws: FloatArray) -> BoolArray:
        """Return in which draws, shape (S, L), it is true, shape (S,)."""
        return np.asarray(draws[:, self.above].max(axis=1) > draws[:, self.below].max(axis=1))


def statements(result: ScoreDraws) -> list[Statement]:
    """Return what a ranking says: which model is best, who stands above whom, and that the first tier has the best."""
    table = result.ranking()
    place = {name: position for position, name in enumerate(result.models)}
    order = [place[name] for name in table["model"]]
    names = [repr(name) for name in table["model"]]
    found = []
    if len(order) > 1:
        found.append(Statement(f"{names[0]} is the best", (order[0],), tuple(order[1:])))
    tier = table["tier"].to_numpy()
    first = [position for position, number in zip(order, tier, strict=True) if number == tier.min()]
    rest = [position for position in order if position not in first]
    if rest and len(first) > 1:
        found.append(Statement(f"the best is in the first tier, of {len(first)} models", tuple(first), tuple(rest)))
    found += [
        Statement(f"{names[upper]} is above {names[upper + 1]}", (order[upper],), (order[upper + 1],))
        for upper in range(len(order) - 1)
    ]
    return found


def weighted_probabilities(claims: list[Statement], draws: FloatArray, weights: FloatArray | None) -> FloatArray:
    """Return the probability of each statement, the draws weighted, or all alike without weights."""
    true = np.stack([claim.true_in(draws) for claim in claims]).astype(np.float64)
    return np.asarray(np.average(true, axis=1, weights=weights))
