"""Worths that another implementation found from winners and losers, and the modes that they should be."""

import base64
import json
from pathlib import Path

import numpy as np
from scipy import optimize

from bayesrank import Outcomes

GOLDEN = Path(__file__).parent / "golden"
ANSWERS = json.loads((GOLDEN / "setwise.json").read_text())["answers"]
TENSORS = json.loads((GOLDEN / "rules.json").read_text())["tensors"]
NOTHING_TOLD = "all_zero_3x4x2"  # worths are equal: 1 / L there, of geometric mean 1 here
PRIOR_VARIANCES = {"_map": 1.0, "_map_var10": 10.0}


def outcomes(name):
    """Return the outcomes of a tensor."""
    shape = TENSORS[name]["shape"]
    bits = np.unpackbits(np.frombuffer(base64.b64decode(TENSORS[name]["outcomes"]), dtype=np.uint8))
    return Outcomes.from_array(bits[: np.prod(shape)].reshape(shape))


def log_worths(name, configuration, models):
    """Return the logarithms of the worths in the order of the models, None where there are none."""
    score = ANSWERS[name][configuration]
    data = outcomes(name)
    return None if score is None else np.log(score)[[data.models.index(model) for model in models]]


def mode(likelihood, variance, n_models):
    """Return the mode of a likelihood times a normal prior, by SciPy."""
    found = optimize.minimize(
        lambda x: -likelihood(x).value + x @ x / (2 * variance),
        np.zeros(n_models),
        jac=lambda x: -likelihood(x).gradient + x / variance,
        hess=lambda x: likelihood(x).curvature + np.eye(n_models) / variance,
        method="trust-exact",
        options={"gtol": 1e-9},
    )
    return found.x
