"""Whether abilities and difficulties have a joint maximum likelihood."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from bayesrank.errors import DataError, NotIdentifiedError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.answer_separation import refuse_separated_answers
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes

NAN = float("nan")


def answers(*rows: str) -> OutcomeCounts:
    """One row a model: 1 right, 0 wrong, 2 once each, - not asked."""
    trials = {"1": (1, NAN), "0": (0, NAN), "2": (1, 0), "-": (NAN, NAN)}
    table = [[trials[cell] for cell in row] for row in rows]
    return count_outcomes(
        Outcomes.from_array(table, models=list("abcdef"[: len(rows)]), questions=list("pqrstu"[: len(rows[0])]))
    )


@pytest.mark.parametrize(
    "rows",
    [
        ("2",),  # a beats p and p beats a
        ("10", "01"),  # a beats p beats b beats q beats a
        ("10-", "01-", "0-1", "1-0"),
    ],
)
def test_answers_that_contradict_every_split_are_accepted(rows) -> None:
    refuse_separated_answers(answers(*rows), "rasch")


@pytest.mark.parametrize(
    ("rows", "holds", "got"),
    [
        (("111", "110", "000"), "every model must have right and wrong", "'a' right every time; 'c' wrong every time"),
        (("1101", "1010"), "every question must have right and wrong", "'p' right every time"),
        (("0010", "0100"), "every question must have right and wrong", "'p', 's' wrong every time"),
        (("10--", "01--", "--10", "--01"), "questions must link all models", "2 groups without .*: 'a', 'b'; 'c', 'd'"),
        (  # a and b are right on r, s and t; c and d are wrong on p and q
            ("10111", "01111", "00101", "00010"),
            "answers must contradict every split",
            "'a', 'b' right on all questions but 'p', 'q', on which all other models were wrong",
        ),
        (  # turned round: a and b are wrong on r, s and t; c and d are right on p and q
            ("01000", "10000", "11010", "11101"),
            "answers must contradict every split",
            "'a', 'b' wrong on all questions but 'p', 'q', on which all other models were right",
        ),
    ],
)
def test_what_has_no_maximum_is_refused_by_name(rows, holds, got) -> None:
    message = (
        rf"^{holds} .*for 'rasch' to have a maximum likelihood; got {got}\. Use inference='nuts' for the posterior"
    )
    with pytest.raises(NotIdentifiedError, match=message):
        refuse_separated_answers(answers(*rows), "rasch")


def test_questions_that_tell_nothing_can_be_left_out() -> None:
    # Without p, right every time, and s, wrong every time, a beats q beats b beats r beats a.
    counts = answers("1100", "1010")
    refuse_separated_answers(counts, "rasch", unanimous="leave_out")
    with pytest.raises(NotIdentifiedError, match=r"^every question must .*; got 'p' right every time; 's' wrong every"):
        refuse_separated_answers(counts, "rasch")


def test_models_are_judged_by_the_questions_that_are_left() -> None:
    # c was asked p alone, which was right every time; a was wrong on p nowhere and right on the rest.
    message = r"^every model must .*; got 'a' right every time; 'c' asked none that tells models apart\. Use inference"
    with pytest.raises(NotIdentifiedError, match=message):
        refuse_separated_answers(answers("111", "110", "1--", "-01"), "rasch", unanimous="leave_out")


def test_answers_must_be_right_or_wrong() -> None:
    graded = count_outcomes(Outcomes.from_array([[2, 0], [1, 1]], weights=[0, 0.5, 1]))
    with pytest.raises(DataError, match=r"^outcomes must be right or wrong .*; got 3 categories"):
        refuse_separated_answers(graded, "rasch")
    with pytest.raises(ValueError, match=r"^unanimous must be one of refuse, leave_out; got 'drop'"):
        refuse_separated_answers(answers("10", "01"), "rasch", unanimous="drop")


def test_the_right_category_may_stand_first() -> None:
    data = Outcomes.from_array([[0, 0], [1, 0]], weights=[1, 0], models=["a", "b"])
    with pytest.raises(NotIdentifiedError, match="got 'a' right every time"):
        refuse_separated_answers(count_outcomes(data), "rasch")


def best(counts: OutcomeCounts, radius: float) -> float:
    """Log likelihood at its maximum among abilities and difficulties between -radius and radius."""
    n_models, n_questions = len(counts.models), len(counts.questions)
    wrong, right = counts.counts[..., 0], counts.counts[..., 1]

    def negative(point: np.ndarray) -> tuple[float, np.ndarray]:
        logit = point[:n_models, None] - point[None, n_models:]
        excess = (right + wrong) * expit(logit) - right
        value = (right * np.logaddexp(0, -logit) + wrong * np.logaddexp(0, logit)).sum()
        return float(value), np.concatenate([excess.sum(axis=1), -excess.sum(axis=0)])

    start, box = np.zeros(n_models + n_questions), [(-radius, radius)] * (n_models + n_questions)
    return -minimize(negative, start, jac=True, bounds=box, method="L-BFGS-B", tol=1e-13).fun


def test_refused_answers_have_no_maximum_likelihood_and_accepted_ones_have() -> None:
    # Maxima of so few answers lie within a few logits. A likelihood without one rises by e^-6 or so between the boxes
    # of 3 and of 24, unless it is as flat as that of models that no question links.
    rng = np.random.default_rng(3)
    refused = []
    for _ in range(16):
        rows = ["".join(rng.choice(list("01222-"), 3)) for _ in range(3)]
        if any(set(row) == {"-"} for row in rows):
            continue
        counts = answers(*rows)
        try:
            refuse_separated_answers(counts, "rasch")
        except NotIdentifiedError as error:
            refused.append("link" not in str(error))
            if refused[-1]:
                assert best(counts, 24) - best(counts, 3) > 1e-4
        else:
            refused.append(False)
            assert best(counts, 24) == pytest.approx(best(counts, 12), abs=1e-8)
    assert 3 < sum(refused) < len(refused) - 3
