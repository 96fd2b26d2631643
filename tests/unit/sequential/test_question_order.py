"""Questions come in the order drawn beforehand, and no more of them than there are."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.sequential.question_order import QuestionOrder, random_order

ORDER = QuestionOrder(3, ("q2", "q3", "q1"))


def test_questions_in_their_order_pass():
    ORDER.check_next(0, 2, ["q2", "q3"])
    ORDER.check_next(2, 1, "q1")
    QuestionOrder(None, ("q2", "q3")).check_next(1, 1, ["q3"])


def test_without_a_declared_order_names_are_not_needed():
    QuestionOrder(3).check_next(0, 3, None)
    QuestionOrder(3).check_next(0, 1, ["anything"])
    QuestionOrder(None).check_next(10**9, 1, None)


def test_a_question_comes_once_also_without_an_order():
    order = QuestionOrder(None)
    order.remember(["q1", "q2"])
    order.remember("q3")
    order.check_next(3, 2, ["q4", "q5"])
    for again in ("q2", "q3"):
        with pytest.raises(DataError, match=f"a question must come once; got '{again}' again. Drop its second row"):
            order.check_next(3, 1, [again])
    with pytest.raises(DataError, match="question names must differ"):
        order.check_next(3, 2, ["q4", "q4"])
    order.check_next(3, 0, [])


def test_a_question_out_of_turn_is_refused():
    message = "questions must come in the order drawn beforehand; got 'q1' where 'q3' is next. Keep early answers"
    with pytest.raises(DataError, match=message):
        ORDER.check_next(0, 2, ["q2", "q1"])
    with pytest.raises(DataError, match="got 'q2' where 'q3' is next"):
        ORDER.check_next(1, 1, ["q2"])


def test_rows_need_their_questions_where_the_order_was_declared():
    with pytest.raises(DataError, match="questions must be 2 names, one a row; got 0"):
        ORDER.check_next(0, 2, None)
    with pytest.raises(DataError, match="questions must be 2 names, one a row; got 1"):
        QuestionOrder(None).check_next(0, 2, ["q2"])


def test_there_are_no_more_questions_than_the_benchmark_has():
    with pytest.raises(DataError, match="rows must be at most 1, the questions left of the benchmark; got 2"):
        QuestionOrder(3).check_next(2, 2, None)
    with pytest.raises(DataError, match="questions must be of the order drawn beforehand; got 'q9' after its last"):
        QuestionOrder(None, ("q2",)).check_next(1, 1, ["q9"])


def test_the_order_is_of_all_questions_told_apart():
    with pytest.raises(DataError, match="order must have all 4 questions of the benchmark; got 3"):
        QuestionOrder(4, ORDER.questions)
    with pytest.raises(DataError, match="question names must differ"):
        QuestionOrder(2, ("q1", "q1"))
    with pytest.raises(ValueError, match="population_size must be a whole number of at least 1; got 0"):
        QuestionOrder(0)


def test_all_orders_are_drawn_alike():
    # 6 orders of three questions in 3,000 draws: each 500 times in the mean, and within 5 standard deviations,
    # 5 sqrt(500 * 5/6) = 102, but for a chance below 6e-6 in all.
    drawn, counts = np.unique([random_order(3, seed) for seed in range(3_000)], axis=0, return_counts=True)
    assert len(drawn) == 6
    assert np.abs(counts - 500).max() < 102


def test_a_seed_gives_its_order_again():
    assert random_order(50, 7).tolist() == random_order(50, 7).tolist()
