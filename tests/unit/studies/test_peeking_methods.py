"""What methods say at every look: the order of the answers, wealths of either design, and a sequence that fails."""

import numpy as np
import pytest

from bayesrank.sequential.rank_sequence import RankSequence
from bayesrank.studies import peeking_methods
from bayesrank.studies.peeking_methods import FIXED_METHODS, SEQUENCE_METHODS, Arrival, said_at_looks

SCORES = (np.random.default_rng(8).random((150, 4)) < [0.85, 0.6, 0.5, 0.2]).astype(float)
TIMES = np.array([10, 40, 90, 150])


def arrival(population_size=None, scores=SCORES):
    return Arrival(scores, TIMES, population_size, bool(np.isin(scores, [0, 1]).all()))


@pytest.mark.parametrize("population_size", [None, 150])
@pytest.mark.parametrize("certifier", SEQUENCE_METHODS)
@pytest.mark.parametrize("scores", [SCORES, 0.1 + 0.8 * SCORES], ids=["right_or_wrong", "graded"])
def test_a_sequence_says_what_the_reports_say(certifier, population_size, scores):
    said = said_at_looks((certifier,), arrival(population_size, scores), 0.05)[0]
    sequence = RankSequence(list("abcd"), certifier=certifier, population_size=population_size)
    for look, (first, last) in enumerate(zip([0, *TIMES[:-1]], TIMES, strict=True)):
        sequence.update(scores[first:last])
        assert said.certified[look].tolist() == sequence.report().certified.tolist()
    assert said.certified[-1].any()
    assert not said.failed.any()


def test_answers_come_in_the_order_of_the_methods():
    methods = (*FIXED_METHODS, *SEQUENCE_METHODS)
    close = (np.random.default_rng(9).random((150, 4)) < [0.8, 0.65, 0.5, 0.35]).astype(float)
    forward, backward = (said_at_looks(names, arrival(scores=close), 0.05) for names in (methods, methods[::-1]))
    for one, other in zip(forward, backward[::-1], strict=True):
        np.testing.assert_array_equal(one.certified, other.certified)
    numbers = {method: said.certified.sum() for method, said in zip(methods, forward, strict=True)}
    assert numbers["bonferroni"] < numbers["enumeration"] == numbers["exact"] < numbers["holm_mcnemar"]


def test_a_sequence_that_fails_certifies_nothing_and_says_so(monkeypatch):
    class Contradictory:
        failed = False

        def update(self, log_wealth):
            self.failed = True
            return np.ones_like(log_wealth, dtype=bool)

    monkeypatch.setattr(peeking_methods, "choose_certifier", lambda *_, **__: Contradictory())
    said = said_at_looks(("star",), arrival(), 0.05)[0]
    assert said.failed.all()
    assert not said.certified.any()
