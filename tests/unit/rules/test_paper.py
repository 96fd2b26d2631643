"""The configurations of the paper."""

import pytest

from bayesrank.programs.registry import program_families
from bayesrank.rules.paper import PAPER
from bayesrank.rules.registry import find_rule, rule_families


@pytest.mark.parametrize("label", PAPER)
def test_a_configuration_calls_a_method_with_options_that_it_has(label):
    name, options = PAPER[label]
    if name in program_families():
        assert set(options) <= {"quantile"}
    else:
        assert set(options) <= set(find_rule(name).options)


def test_there_are_50():
    # 72 in the paper, less bayes_greedy, whose prior outcomes are part of the data, less 21 fits of probabilistic
    # families: bradley_terry, its _davidson, rao_kupper, plackett_luce, bradley_terry_luce, each with its MAP (10),
    # bayesian_mcmc, rasch of 1 to 3 parameters with MAP (6) and MML (2), dynamic_irt (2).
    assert len(PAPER) == 72 - 21 - 1
    assert {name for name, _ in PAPER.values()} <= {*rule_families(), *program_families()}
