import numpy as np

from bayesrank.swiss.contests.tally import Tally, add_to, empty_tally


def test_a_tally_of_no_contests_has_room_for_all_counts():
    tally = empty_tally(2, 3, 4)
    shapes = [count.shape for count in tally]
    assert shapes == [(2, 4), (2, 2, 4), (2, 4), (2, 4), (2, 3, 4), (2, 16), (2, 3)]
    assert not any(count.any() for count in tally)
    assert {count.dtype for count in tally} == {np.dtype(np.int64)}


def test_counts_are_added_each_with_its_own():
    one = Tally(*(np.full_like(count, place) for place, count in enumerate(empty_tally(1, 2, 3))))
    total = empty_tally(1, 2, 3)
    add_to(total, one)
    add_to(total, one)
    for place, count in enumerate(total):
        assert (count == 2 * place).all()
        assert (one[place] == place).all()
