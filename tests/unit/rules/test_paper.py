"""The configurations of the paper."""

import numpy as np
import pytest

from bayesrank import Outcomes
from bayesrank.inference.posterior import POINTS
from bayesrank.programs.registry import program_families
from bayesrank.ranks.fitting import chosen_program, chosen_target
from bayesrank.rules.paper import PAPER
from bayesrank.rules.registry import find_rule, rule_families

DATA = Outcomes.from_array(np.random.default_rng(0).integers(0, 2, (3, 4, 2)).astype(float))
RULES = [label for label, (name, _) in PAPER.items() if name in rule_families()]
PROGRAMS = [label for label, (name, _) in PAPER.items() if name in program_families()]


@pytest.mark.parametrize("label", RULES)
def test_a_rule_has_the_options(label):
    name, options = PAPER[label]
    assert set(options) <= set(find_rule(name).options)


@pytest.mark.parametrize("label", PROGRAMS)
def test_a_program_has_the_options(label):
    name, options = PAPER[label]
    asked = {option: value for option, value in options.items() if option not in {"target", "inference", "quantile"}}
    program, _ = chosen_program(DATA, name, options.get("target"), dict(asked))  # refuses an option that it has not
    assert chosen_target(program, options.get("target")) in program.scores
    assert options.get("inference", "auto") in {"auto", "nuts", "laplace", *POINTS}


def test_all_are_there_but_one():
    # 72 in the paper, less bayes_greedy, whose prior outcomes are part of the data.
    assert len(RULES) + len(PROGRAMS) == len(PAPER) == 72 - 1
