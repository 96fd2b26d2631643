"""Draws in blocks."""

import numpy as np

from bayesrank.inference.blocks import BLOCK, blocks_of_draws, draw_blocks


def normal(size, rng):
    return rng.normal(size=(size, 2))


def test_the_number_of_threads_changes_no_draw():
    one, two = (draw_blocks(normal, 1_234, cores=cores, random_seed=5) for cores in (1, 2))
    np.testing.assert_array_equal(one, two)
    assert one.shape == (1_234, 2)  # the last block is short


def test_blocks_have_streams_of_their_own():
    drawn = draw_blocks(normal, 3 * BLOCK, random_seed=5)
    assert len(np.unique(drawn)) == drawn.size


def test_the_size_of_a_block_is_what_is_asked_of_the_function():
    sizes = []

    def counted(size, rng):
        sizes.append(size)
        return rng.normal(size=(size, 1))

    draw_blocks(counted, 10, block=4, cores=1, random_seed=0)
    assert sizes == [4, 4, 2]


def test_a_block_may_be_anything_and_they_stay_in_order():
    streams = np.random.SeedSequence(7).spawn(3)
    expected = [(size, np.random.default_rng(stream).random()) for size, stream in zip((2, 2, 1), streams, strict=True)]
    assert blocks_of_draws(lambda size, rng: (size, rng.random()), 5, block=2, random_seed=7) == expected
