"""Prior outcomes are used or refused: no program ranks as if they were not there."""

from functools import cache

import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fitting import chosen_program
from tests.program_examples import EXAMPLES

USERS = {"bayes", "power_prior", "commensurate_rasch", "power_rasch", "prior_mean_rasch"}
OF_OUTCOMES = {(name, options): make for (name, options), make in EXAMPLES.items() if isinstance(make(1), Outcomes)}
OF_OUTCOMES |= {(name, ()): EXAMPLES["rasch", ()] for name in ("bradley_terry", "davidson", "rao_kupper")}  # induced
OF_OUTCOMES["plackett_luce", ()] = EXAMPLES["rasch", ()]
ASKED = {
    "build": lambda program, statistic: program.build(statistic),
    "exact": lambda program, statistic: program.exact(statistic, 5, np.random.default_rng(1)),
    "laplace": lambda program, statistic: program.laplace(statistic, 5, np.random.default_rng(1)),
    "mle": lambda program, statistic: program.mle(statistic),
}
CASES = [
    pytest.param(name, options, asked, id=f"{name}{dict(options) or ''}-{asked}")
    for name, options in OF_OUTCOMES
    for asked in ASKED
    if getattr(find_program(name), asked) is not None
]


@cache
def with_prior(name, options, favoured):
    """Give the data of an example prior outcomes that speak for one model: the best of it, the worst of the others."""
    data = OF_OUTCOMES[name, options](1)
    prior = np.zeros((len(data.models), len(data.questions), 1))
    prior[favoured] = data.n_categories - 1
    return data.with_prior(prior)


def found(name, options, asked, favoured):
    return ASKED[asked](*chosen_program(with_prior(name, options, favoured), name, None, dict(options)))


@pytest.mark.parametrize(("name", "options", "asked"), [case for case in CASES if case.values[0] not in USERS])
def test_a_program_that_has_no_use_for_prior_outcomes_refuses_them(name, options, asked):
    with pytest.raises(DataError, match="prior outcomes"):
        found(name, options, asked, -1)


@pytest.mark.parametrize(("name", "options", "asked"), [case for case in CASES if case.values[0] in USERS])
def test_a_program_that_uses_prior_outcomes_is_another_with_others(name, options, asked):
    one, other = (found(name, options, asked, favoured) for favoured in (0, -1))
    if asked == "build":
        rng = np.random.default_rng(2)
        point = {key: value + rng.normal(0, 0.3, np.shape(value)) for key, value in one.initial_point().items()}
        one, other = (model.compile_logp(mode="FAST_COMPILE")(point) for model in (one, other))
    elif isinstance(one, dict):
        one, other = one["score"], other["score"]
    assert (np.asarray(one) != np.asarray(other)).any()
