"""Independent draws from posteriors in closed form."""

from dataclasses import replace

import numpy as np

from bayesrank import Outcomes
from bayesrank.inference.blocks import BLOCK
from bayesrank.inference.exact import affordable_draws, draw_exact
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes

COUNTS = count_outcomes(Outcomes.from_array([[1, 0, 1], [0, 0, 1]]))


def test_shape_and_independence_of_blocks():
    drawn = draw_exact(find_program("population"), COUNTS, draws=BLOCK, cores=2, random_seed=0)
    assert set(drawn) == {"score"}
    assert drawn["score"].shape == (4 * BLOCK, 2)
    assert len(np.unique(drawn["score"][:, 0])) == 4 * BLOCK  # no stream is used twice


def test_a_last_block_may_be_short():
    drawn = draw_exact(find_program("bayes"), COUNTS, draws=163, cores=1, random_seed=0)
    assert drawn["score"].shape == (4 * 163, 2)  # 652: a block of 500 and one of 152


def test_a_program_may_draw_more_than_scores():
    def exact(counts, n_draws, rng):
        weight = rng.random(n_draws)
        return {"score": weight[:, None] * np.ones(len(counts.models)), "weight": weight}

    program = replace(find_program("bayes"), exact=exact)
    drawn = draw_exact(program, COUNTS, draws=BLOCK, cores=2, random_seed=0)
    assert drawn["weight"].shape == (4 * BLOCK,)
    np.testing.assert_array_equal(drawn["score"], np.stack([drawn["weight"]] * 2, axis=1))  # blocks stay together


def test_draws_grow_as_the_data_shrink():
    # 10 million variates, 4 chains: 2.5 million a chain. 2 models x 3 questions x 2 categories = 12 a draw of bayes
    # allows far more than the most, 10,000; 500 x 400 x 2 = 400,000 would allow 6, below the least, 1,000.
    bayes = find_program("bayes")
    assert affordable_draws(bayes, COUNTS) == 10_000
    big = count_outcomes(Outcomes.from_counts(np.ones((500, 400, 2))))
    assert affordable_draws(bayes, big) == 1_000
    middle = count_outcomes(Outcomes.from_counts(np.ones((10, 50, 2))))  # 1,000 a draw
    assert affordable_draws(bayes, middle) == 2_500
    assert affordable_draws(replace(bayes, variates=None), big) == 10_000  # one a draw unless said
