"""Tournaments of one benchmark by the difficulty of its questions, and how many questions are where."""

from __future__ import annotations

from dataclasses import dataclass

from bayesrank.arrays import IntArray
from bayesrank.swiss.difficulty.difficulty_groups import Tiering
from bayesrank.swiss.win_tensor import WinTensor


@dataclass(frozen=True, eq=False, repr=False)
class DifficultyRounds:
    """Tournaments of one benchmark, their rounds being tiers of difficulty.

    Parameters
    ----------
    tensors : tuple of WinTensor
        One of all models; of each half of them with ``"split_half"``.
    in_sample : tuple of WinTensor
        The same with the tiers that all models make, the very outcomes that are compared among them.
    tiering : {"leave_pair_out", "split_half", "in_sample", "external"}
        Whose outcomes the tiers are of.
    tier_items : array of int, shape (n_tiers,)
        Questions of each tier that all models make, before tiers are merged or dropped.
    items : array of int, shape (K,)
        Questions of each round with the tiers that all models make.
    fewest, most : array of int, shape (K,)
        Questions of each round for the pair of models, or half of them, with the fewest and the most.
    n_dropped : int
        Questions that are in no round, with the tiers that all models make.
    n_moved : int
        Questions that are in another round than the tiers that all models make would put them, for one pair or half at
        least.
    mean_moved : float
        Share of the questions that are, mean over pairs or halves.
    random_seed : int or None
        Of the halves and of the bootstrap; None without.
    """

    tensors: tuple[WinTensor, ...]
    in_sample: tuple[WinTensor, ...]
    tiering: Tiering
    tier_items: IntArray
    items: IntArray
    fewest: IntArray
    most: IntArray
    n_dropped: int
    n_moved: int
    mean_moved: float
    random_seed: int | None

    def __repr__(self) -> str:
        n_models = sum(len(tensor.models) for tensor in self.tensors)
        sizes = ", ".join(map(str, self.items))
        return (
            f"DifficultyRounds({n_models} models, {self.tiering}, rounds of {sizes} questions, {self.n_moved} move "
            f"from the tiers of all models, {self.mean_moved:.1%} in the mean)"
        )

    @property
    def rounds(self) -> tuple[str, ...]:
        """Names of the rounds, the easiest first."""
        return self.tensors[0].rounds
