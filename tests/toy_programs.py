"""Small programs whose posterior is known in closed form."""

from dataclasses import dataclass, field

import numpy as np
import pymc as pm

from bayesrank.programs.program import Program


@dataclass(frozen=True)
class Values:
    """Values seen of each model, shape (L, n)."""

    seen: np.ndarray
    models: tuple[str, ...] = ("a", "b")


def normal_means(values: Values, *, deviation: float = 1.0, prior_deviation: float = 1.0) -> pm.Model:
    """Let the values of a model be normal about its mean, and the means normal about 0."""
    coords = {"model": values.models, "value": np.arange(values.seen.shape[1])}
    with pm.Model(coords=coords) as model:
        score = pm.Normal("score", 0.0, pm.Data("prior_deviation", prior_deviation), dims="model")
        pm.Normal("y", score[:, None], deviation, observed=pm.Data("seen", values.seen), dims=("model", "value"))
    return model


NORMAL_MEANS = Program(reads=Values, scores={"ability": "mean"}, build=normal_means, reference="nobody2000")


@dataclass(frozen=True)
class Rights:
    """Right answers of each model, of as many trials each."""

    right: tuple[int, ...]
    trials: int
    models: tuple[str, ...] = ("a", "b")
    prior: tuple[float, float] = field(default=(2.0, 3.0))


def right_shares(rights: Rights) -> pm.Model:
    """Let each model have a share of right answers, under a beta prior."""
    with pm.Model(coords={"model": rights.models}) as model:
        share = pm.Beta("score", *rights.prior, dims="model")
        pm.Binomial("y", rights.trials, share, observed=pm.Data("right", np.array(rights.right)), dims="model")
    return model


RIGHT_SHARES = Program(reads=Rights, scores={"ability": "share"}, build=right_shares, reference="nobody2000")
