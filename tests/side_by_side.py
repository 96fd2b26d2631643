"""Rankings, and comparisons of them, made by hand from scores."""

from collections.abc import Iterable, Sequence

import numpy as np

from bayesrank.ranks.method_comparison import MethodComparison
from bayesrank.ranks.ranking import Ranking


def ranked(scores: Sequence[float], models: Sequence[str] = "abcdefghijk", warnings: tuple[str, ...] = ()) -> Ranking:
    """Return a ranking by these scores, of the first of these models."""
    return Ranking(
        method="by hand",
        options={},
        names=tuple(models[: len(scores)]),
        scores=np.array(scores, dtype=float),
        samples=None,
        uncertainty=None,
        target=None,
        target_words=None,
        warnings=warnings,
        data="Data(by hand)",
        diagnostics={},
        random_seed=None,
    )


def compared(refused: Iterable[str] = (), **scores: Sequence[float]) -> MethodComparison:
    """Return a comparison of methods with these scores, and of methods that refused with the reason "no"."""
    rankings = {label: ranked(of_label) for label, of_label in scores.items()}
    return MethodComparison(rankings, dict.fromkeys(refused, "no"))
