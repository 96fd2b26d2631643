import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import plot_sequence_ranks
from bayesrank.studies.sequence_sensitivity import SequenceSensitivity

# 14 orders rank a b c, four b a c, two b c a. In the given order it is a c b.
WINS = np.array([[3.0, 2.0, 1.0]] * 14 + [[2.0, 3.0, 1.0]] * 4 + [[1.0, 3.0, 2.0]] * 2)
GIVEN = np.array([5.0, 3.0, 4.0])


def sequences(wins=WINS, models=("a", "b", "c")):
    return SequenceSensitivity(
        models=models,
        rounds=("law", "maths"),
        eliminate="1",
        orders=np.tile([1, 0], (len(wins), 1)),
        given=GIVEN,
        given_again=GIVEN,
        wins=wins,
        noise=np.zeros_like(wins),
        data_variance=None,
        n_contests=100,
        random_seed=0,
    )


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def ranges(axes):
    return [(start[0], end[0]) for start, end in axes.collections[0].get_segments()]


def test_ranges_medians_and_the_given_order():
    axes = plot_sequence_ranks(sequences())
    assert names(axes) == ["a", "c", "b"]  # by the given order
    assert axes.yaxis_inverted()
    # Of 20 ranks in order the middle nine tenths reach from the first to the 19th.
    # a: 1 in 14 orders, 2 in 4, 3 in 2. c: 2 in 2, 3 in 18. b: 1 in 6, 2 in 14.
    assert ranges(axes) == [(1, 3), (2, 3), (1, 2)]
    drawn = {line.get_label(): line for line in axes.lines}
    assert drawn["median"].get_xdata().tolist() == [1, 3, 2]
    assert drawn["given order of rounds"].get_xdata().tolist() == [1, 2, 3]
    assert drawn["median"].get_ydata().tolist() == [0, 1, 2]


def test_the_share_of_orders_in_a_range_may_be_chosen():
    # the middle half of 20 reaches from the fifth to the 15th
    axes = plot_sequence_ranks(sequences(), prob=0.5)
    assert ranges(axes) == [(1, 2), (3, 3), (1, 2)]
    assert axes.get_legend().get_texts()[0].get_text() == "middle 50%"


def test_the_heading_says_how_much_is_luck():
    # Of the pairs ab, ac and bc most orders have the first two as given, one of three net.
    heading = plot_sequence_ranks(sequences()).figure.get_suptitle().replace("\n", " ")
    assert heading == (
        "Ranks in 20 orders of the 2 rounds, eliminations 1: median and middle 90% of the orders; median tau with the "
        "given order 0.33, 1.00 by the luck of contests alone"
    )
    alone = plot_sequence_ranks(sequences(WINS[:1])).figure.get_suptitle().replace("\n", " ")
    # a b c against a c b: two of three pairs alike, one not
    assert alone == (
        "Ranks in one other order of the 2 rounds, eliminations 1: tau with the given order 0.33, 1.00 by the luck of "
        "contests alone"
    )


def test_the_range_of_few_orders_is_all_of_it_and_is_called_so():
    # Of 19 a middle nine tenths would leave out the last rank: less than one order lies beyond on either side.
    few = sequences(np.vstack([WINS[:18], WINS[-1:]]))
    axes = plot_sequence_ranks(few)
    assert ranges(axes) == [(1, 3), (2, 3), (1, 2)]  # a is third once, c second once
    assert axes.get_legend().get_texts()[0].get_text() == "range"
    assert ": median and range of the orders; " in axes.figure.get_suptitle().replace("\n", " ")
    assert plot_sequence_ranks(sequences()).get_legend().get_texts()[0].get_text() == "middle 90%"


@pytest.mark.parametrize(
    ("n_models", "ticks"),
    [(3, [1, 2, 3]), (12, [1, 3, 5, 7, 9, 11]), (50, [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]), (127, None)],
)
def test_ranks_begin_at_one(n_models, ticks):
    wins = np.arange(float(n_models))
    many = SequenceSensitivity(
        models=tuple(f"m{number}" for number in range(n_models)),
        rounds=("law", "maths"),
        eliminate="0",
        orders=np.tile([1, 0], (2, 1)),
        given=wins,
        given_again=wins,
        wins=np.stack([wins, wins[::-1]]),
        noise=np.zeros((2, n_models)),
        data_variance=None,
        n_contests=100,
        random_seed=0,
    )
    axes = plot_sequence_ranks(many)
    assert axes.get_xticks().tolist() == (ticks or [1, 20, 40, 60, 80, 100, 120])
    first, last = axes.get_xlim()
    # .03 of n - 1 on either side
    assert (first, last) == pytest.approx((1 - 0.03 * (n_models - 1), n_models + 0.03 * (n_models - 1)))


def test_the_best_models_alone_on_axes_of_somebody_else():
    own = Figure().subplots()
    axes = plot_sequence_ranks(sequences(), most=2, axes=own)
    assert axes is own
    assert names(axes) == ["a", "c"]
    assert ranges(axes) == [(1, 3), (2, 3)]
    assert "(best 2 of 3 models)" in axes.get_title().replace("\n", " ")
    assert axes.figure.get_suptitle() == ""


def test_a_name_is_no_formula():
    axes = plot_sequence_ranks(sequences(models=(r"$a\frac$", "b", "c")))
    axes.figure.draw_without_rendering()
    assert names(axes)[0] == r"$a\frac$"


def test_what_is_out_of_range_is_refused():
    with pytest.raises(ValueError, match=r"most must be at least 1; got 0\."):
        plot_sequence_ranks(sequences(), most=0)
    with pytest.raises(ValueError, match="prob must lie between 0 and 1; got 90"):
        plot_sequence_ranks(sequences(), prob=90)
