"""Numbers in the place of values."""

from bayesrank.statistics.numbering import numbered


def test_equal_values_have_one_number_in_the_order_of_values():
    assert numbered([5.0, 2.0, 5.0, 9.0]).tolist() == [1, 0, 1, 2]
    assert numbered(["y", "x", "y"]).tolist() == [1, 0, 1]
    assert numbered([]).tolist() == []
