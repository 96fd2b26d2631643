"""Which certifier runs: the sharpest that the number of models leaves time for, or the one asked for."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Literal, Protocol, Self

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.options import check_choice
from bayesrank.sequential.certifiers.bonferroni import Bonferroni
from bayesrank.sequential.certifiers.e_holm import EHolm
from bayesrank.sequential.certifiers.enumeration import MOST_MODELS, Enumeration
from bayesrank.sequential.certifiers.exact import Exact
from bayesrank.sequential.certifiers.shortcut import Shortcut
from bayesrank.sequential.certifiers.star import Star

type CertifierName = Literal["auto", "bonferroni", "shortcut", "e_holm", "star", "enumeration", "exact"]


class Certifier(Protocol):
    """What every certifier can do; see :class:`~bayesrank.sequential.certifiers.star.Star`."""

    @property
    def name(self) -> str:
        """Name by which it can be asked for."""

    @property
    def certified(self) -> BoolArray:
        """Pairs (j, l) with j certified better than l, shape (M, M)."""

    @property
    def failed(self) -> bool:
        """Whether no order of the models is left."""

    @property
    def n_unresolved(self) -> int:
        """Pairs that more time might certify."""

    def update(self, log_wealth: FloatArray) -> BoolArray:
        """Take one more look, and return the certified pairs."""

    def rank_sets(self) -> list[set[int]] | None:
        """Return the ranks that each model has in the orders that are left, where these are known."""

    def state(self) -> dict[str, np.ndarray]:
        """Return all that later looks depend on."""

    @classmethod
    def from_state(cls, state: dict[str, np.ndarray]) -> Self:
        """Return the certifier whose :meth:`state` this is."""


WITHOUT_BUDGET: dict[str, Callable[[int, float], Certifier]] = {
    "bonferroni": Bonferroni,
    "shortcut": Shortcut,
    "e_holm": EHolm,
    "star": Star,
    "enumeration": Enumeration,
}
MOST_MODELS_EXACT = 24  # a look takes hundredths of a second, now and then a second; beyond, the budget runs out
NODES = 1000  # of a search of "exact", for results that are the same on every machine, as those by seconds are not


def choose_certifier(
    certifier: CertifierName, n_models: int, alpha: float, *, budget: float = 1.0, nodes: float = inf
) -> Certifier:
    """Return a certifier that has seen nothing yet.

    All are valid. In the order bonferroni, shortcut, star, exact each certifies what the one before does, and star
    what e_holm does, but for wealth within rounding of what is needed; enumeration and exact certify the same.

    Parameters
    ----------
    certifier : {"auto", "bonferroni", "shortcut", "e_holm", "star", "enumeration", "exact"}
        ``"auto"`` is enumeration for up to 8 models, exact for up to 24, and star for more.
    n_models : int
        Number of models M, at least 2.
    alpha : float
        Probability that anything certified is ever wrong, at most.
    budget : float
        Seconds that a look of ``"exact"`` may take.
    nodes : float
        Nodes of the solver's tree that an integer program of ``"exact"`` may take.
    """
    check_choice("certifier", certifier, CertifierName)
    if certifier == "auto":
        few, more = n_models <= MOST_MODELS, n_models <= MOST_MODELS_EXACT
        certifier = "enumeration" if few else "exact" if more else "star"
    if certifier == "exact":
        return Exact(n_models, alpha, budget=budget, nodes=nodes)
    return WITHOUT_BUDGET[certifier](n_models, alpha)
