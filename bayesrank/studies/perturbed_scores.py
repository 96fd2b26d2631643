"""Scores of a model that fails in some rounds: how, in how many, and where in the order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least, check_choice, check_positive
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.swiss.rounds.round_scores import RoundScores
from bayesrank.swiss.rounds.round_sequence import in_sequence

type Kind = Literal["zero", "lowest", "shift", "missing"]
type Place = Literal["first", "last", "middle", "random"]

SIZES = (1, 2, 4)


@dataclass(frozen=True)
class Perturbation:
    """What happens to the scores of one model at a time.

    Parameters
    ----------
    kind : {"zero", "lowest", "shift", "missing"}
        The score becomes 0, which is the least where higher is better, while where lower is better, and no score is
        the worst, it becomes the worst that any model has; or the worst that any model has, in all rounds; or worse by
        ``shift`` standard deviations of the round; or it is taken out.
    n_rounds : tuple of int, optional
        In how many rounds; 1, 2 and 4 by default, or those of them that leave a round as it was.
    positions : tuple of {"first", "last", "middle", "random"}
        Where in the order of the rounds; the middle is the earlier one of two. Not read where rounds are named.
    repeats : int
        Random sets of rounds for each model and number of rounds.
    shift : float
        Standard deviations over models, for ``"shift"``.
    rounds : tuple of str, optional
        Names of the rounds in which a model fails, instead of numbers and places; their place is told as ``"named"``.

    Raises
    ------
    ValueError
        If an option is not as stated.
    """

    kind: Kind = "zero"
    n_rounds: tuple[int, ...] | None = None
    positions: tuple[Place, ...] = ("first", "last", "middle", "random")
    repeats: int = 2
    shift: float = 1.0
    rounds: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        check_choice("kind", self.kind, Kind)
        for name in ("n_rounds", "positions", "rounds"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, _different(name, getattr(self, name)))
        if self.rounds is not None and self.n_rounds is not None:
            message = f"n_rounds must be left out where rounds are named; got {self.n_rounds}. Drop one of the two."
            raise ValueError(message)
        for number in self.n_rounds or ():
            check_at_least("n_rounds", number, 1)
        for position in self.positions:
            check_choice("positions", position, Place)
        check_at_least("repeats", self.repeats, 1)
        check_positive("shift", self.shift)

    def sizes(self, n_rounds: int) -> tuple[int, ...]:
        """Return in how many of so many rounds a model fails.

        Raises
        ------
        ValueError
            If it is to fail in all.
        """
        if self.rounds is not None:
            sizes: tuple[int, ...] = (len(self.rounds),)
        else:
            sizes = self.n_rounds or tuple(number for number in SIZES if number < n_rounds) or SIZES[:1]
        if max(sizes) >= n_rounds:
            message = (
                f"rounds in which a model fails must be fewer than {n_rounds}, those that there are; got "
                f"{max(sizes)}. Leave a round as it was."
            )
            raise ValueError(message)
        return sizes


def _different(name: str, given: object) -> tuple[object, ...]:
    values = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else None
    if values is None:
        message = f"{name} must be a tuple; got {given!r}. Write ({given!r},) for one."
        raise ValueError(message)
    if not values or len(set(values)) < len(values):
        message = f"{name} must hold different values, one or more; got {values}. Name each once."
        raise ValueError(message)
    return values


class Case(NamedTuple):
    """One model that fails in some rounds.

    Positions of the model and of the rounds, where these lie, and a seed for the contests.
    """

    model: int
    rounds: IntArray
    position: str
    seed: int


def perturbed_cases(scored: RoundScores, models: IntArray, perturbation: Perturbation, seed: int) -> list[Case]:
    """Return all cases, models in the order given; random rounds go to models by their scores, not by their names.

    Raises
    ------
    DataError
        If rounds are named that there are not.
    ValueError
        If a model is to fail in all rounds.
    """
    n_rounds, sizes = len(scored.rounds), perturbation.sizes(len(scored.rounds))
    named = None
    if perturbation.rounds is not None:
        place = in_sequence({name: k for k, name in enumerate(scored.rounds)}, perturbation.rounds)
        named = np.sort(list(place.values()))
    cells = np.nan_to_num(scored.scores, nan=-np.inf)[:, :, None]
    order, _ = canonical_order(cells, np.arange(n_rounds), scored.models, scored.rounds)
    streams = np.random.SeedSequence(seed).spawn(len(order))
    cases: list[Case] = []
    for model in models.tolist():
        rng = np.random.default_rng(streams[order.tolist().index(model)])
        if named is None:
            cases += _cases_of(model, n_rounds, sizes, perturbation, rng)
        else:
            cases.append(Case(model, named, "named", _seed(rng)))
    return cases


def _cases_of(
    model: int, n_rounds: int, sizes: tuple[int, ...], perturbation: Perturbation, rng: np.random.Generator
) -> Iterator[Case]:
    for number in sizes:
        drawn = [np.sort(rng.permutation(n_rounds)[:number]) for _ in range(perturbation.repeats)]
        starts = {"first": 0, "middle": (n_rounds - number) // 2, "last": n_rounds - number}
        for position in perturbation.positions:
            if position == "random":
                yield from (Case(model, rounds, position, _seed(rng)) for rounds in drawn)
            else:
                yield Case(model, starts[position] + np.arange(number), position, _seed(rng))


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**32))


def perturbed_scores(
    scored: RoundScores, higher_is_better: BoolArray, case: Case, perturbation: Perturbation
) -> FloatArray:
    """Return scores with those of one model made worse, shape (M, K).

    Parameters
    ----------
    scored : RoundScores
    higher_is_better : array of bool, shape (K,)
        Direction of each round before scores were turned; read for ``"zero"`` alone.
    case : Case
    perturbation : Perturbation
    """
    scores = scored.scores.copy()
    columns = scores[:, case.rounds]
    own = scores[case.model, case.rounds]
    worst = np.nanmin(columns, axis=0)
    scores[case.model, case.rounds] = {
        "zero": np.where(higher_is_better[case.rounds], 0.0, worst),
        "lowest": worst,
        "shift": own - perturbation.shift * np.nanstd(columns, axis=0),
        "missing": np.full(len(own), np.nan),
    }[perturbation.kind]
    return scores


def check_can_be_perturbed(
    scored: RoundScores, higher_is_better: BoolArray, models: IntArray, perturbation: Perturbation
) -> None:
    """Raise :class:`DataError` if 0 is not the least score, or too few scores would be left."""
    if perturbation.kind == "zero":
        negative = np.argwhere((scored.scores < 0) & higher_is_better)
        if negative.size:
            model, k = negative[0]
            message = (
                f"scores must be at least 0 for kind='zero', which is to be the least; got {scored.scores[model, k]:g} "
                f"for {scored.models[model]!r} in round {scored.rounds[k]!r}. Choose kind='lowest'."
            )
            raise DataError(message)
    if perturbation.kind == "missing":
        fewest = scored.observed[models].sum(axis=1)
        few = models[fewest <= max(perturbation.sizes(len(scored.rounds)))]
        thin = np.flatnonzero(scored.observed.sum(axis=0) < 2)
        if few.size or thin.size:
            what = repr(scored.models[few[0]]) if few.size else f"round {scored.rounds[thin[0]]!r}"
            message = f"scores must be left when some are taken out; got too few of {what}. Leave it out."
            raise DataError(message)
