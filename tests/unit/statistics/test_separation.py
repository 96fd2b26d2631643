"""Whether wins lead from every model to every other."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit

from bayesrank.errors import NotIdentifiedError
from bayesrank.statistics.separation import find_separated, named, refuse_separated, unlinked_groups


def wins(models: str, *results: str) -> np.ndarray:
    """Matrix of wins of models with names of one letter: "ab" says that a beat b."""
    beats = np.zeros((len(models), len(models)), dtype=bool)
    for winner, loser in results:
        beats[models.index(winner), models.index(loser)] = True
    return beats


def test_a_cycle_of_wins_is_accepted() -> None:
    refuse_separated("abc", wins("abc", "ab", "bc", "ca"), "bradley_terry")
    refuse_separated("ab", wins("ab", "ab", "ba"), "bradley_terry")
    assert find_separated(wins("abc", "ab", "bc", "ca")) is None


def test_one_model_has_nobody_to_be_compared_with() -> None:
    refuse_separated("a", wins("a"), "bradley_terry")


@pytest.mark.parametrize(
    ("models", "results", "complaint"),
    [
        # c and d beat each other; so do a and b, of whom a won against c; nobody outside ever beat a or b
        ("abcde", ("ab", "ba", "ac", "cd", "dc", "ce", "ec"), r"got 'a', 'b' that never lost to the other 3\. Use inf"),
        # turned round: a and b are beaten by all others
        ("abcde", ("ab", "ba", "ca", "cd", "dc", "ce", "ec"), r"got 'a', 'b' that never won against the other 3\."),
        # of an unbeaten group of two and a single loser the loser is told
        ("abc", ("ab", "ba", "bc"), r"got 'c' that never won against the other 2\."),
        # a chain: both ends are alone, and the winner of all is told
        ("cba", ("ab", "bc"), r"got 'c' that never won against the other 2\."),
        ("abc", ("ab", "bc"), r"got 'a' that never lost to the other 2\."),
    ],
)
def test_a_group_that_never_lost_or_never_won_is_named(models, results, complaint) -> None:
    message = rf"^every group of models must win against the rest and lose to it for 'bradley_terry' .*; {complaint}"
    with pytest.raises(NotIdentifiedError, match=message):
        refuse_separated(models, wins(models, *results), "bradley_terry")


def test_groups_without_a_link_are_told_first() -> None:
    beats = wins("abcdefgh", "ab", "cd", "dc", "de", "fg")
    message = (
        r"^battles must link all models for 'plackett_luce' to have a maximum likelihood; got 4 groups without a link: "
        r"'c', 'd', 'e'; 'a', 'b'; 'f', 'g'; and 1 more\. Use inference='nuts' for the posterior, which exists; between"
    )
    with pytest.raises(NotIdentifiedError, match=message):
        refuse_separated("abcdefgh", beats, "plackett_luce")
    assert [group.tolist() for group in unlinked_groups(beats)] == [[0, 1], [2, 3, 4], [5, 6], [7]]


def test_many_names_are_cut_short() -> None:
    assert named(["a", "b"]) == "'a', 'b'"
    assert named(list("abcdefg")) == "'a', 'b', 'c', 'd', 'e' and 2 more"


def test_a_sparse_matrix_serves_as_well() -> None:
    beats = wins("abc", "ab", "ba", "bc")
    found = find_separated(csr_array(beats))
    assert (found.group.tolist(), found.never) == ([2], "won")
    assert find_separated(csr_array(wins("abc", "ab", "bc", "ca"))) is None


def test_a_group_is_what_it_is_said_to_be() -> None:
    rng = np.random.default_rng(1)
    for density in (0.05, 0.15, 0.3):
        for _ in range(50):
            beats = (rng.random((8, 8)) < density) & ~np.eye(8, dtype=bool)
            found = find_separated(beats)
            inside = np.zeros(8, dtype=bool)
            if found is not None:
                inside[found.group] = True
                against = beats if found.never == "won" else beats.T
                assert not against[np.ix_(inside, ~inside)].any()
                assert 0 < inside.sum() < 8
            # a graph is connected strongly if and only if any model is reached from any other in at most 7 steps
            reached = np.linalg.matrix_power(beats + np.eye(8, dtype=int), 7) > 0
            assert (found is None) == reached.all()


def best(beats: np.ndarray, radius: float) -> float:
    """Log likelihood of one win a cell, at its maximum among abilities between -radius and radius."""

    def negative(ability: np.ndarray) -> tuple[float, np.ndarray]:
        behind = ability[None, :] - ability[:, None]
        slope = beats * expit(behind)
        return float((beats * np.logaddexp(0, behind)).sum()), slope.sum(axis=0) - slope.sum(axis=1)

    start, box = np.zeros(len(beats)), [(-radius, radius)] * len(beats)
    return -minimize(negative, start, jac=True, bounds=box, method="L-BFGS-B", tol=1e-13).fun


def test_refused_battles_have_no_maximum_likelihood_and_accepted_ones_have() -> None:
    # With at most one win of each over each, at a maximum: for those above and below a gap g in abilities the wins of
    # the upper, at most 2 * 2 or 1 * 3, lose 1 - p <= 1 / (1 + e^g) each, and the one win or more of the lower gains
    # at least e^g / (1 + e^g), so that e^g <= 4 or 3. The range is at most log 3 + log 4 + log 3 < 4: a maximum lies
    # between -4 and 4. Where there is none but a win links all, a group that never lost can still move 16 further from
    # the rest in -12 to 12; a win over it that cost log(1 + e^-8) or more then costs next to nothing.
    rng = np.random.default_rng(2)
    refused = []
    for _ in range(16):
        beats = (rng.random((4, 4)) < 0.45) & ~np.eye(4, dtype=bool)
        gain = best(beats, 12) - best(beats, 4)
        if find_separated(beats) is None:
            assert gain == pytest.approx(0, abs=1e-9)
        elif len(unlinked_groups(beats)) == 1:
            assert gain > 3e-4
        refused.append(find_separated(beats) is not None)
    assert 2 < sum(refused) < 14


def test_the_gain_of_an_unbeaten_group_never_ends() -> None:
    # a and b beat each other and a beat c, once each: with c at -s the likelihood is 1/4 * 1/(1 + e^-s) at best.
    beats = wins("abc", "ab", "ba", "ac")

    def log_likelihood(lead: float) -> float:
        ability = np.array([lead, lead, 0.0])
        return -float((beats * np.logaddexp(0, ability[None, :] - ability[:, None])).sum())

    values = [log_likelihood(lead) for lead in (0.0, 1.0, 3.0, 10.0, 30.0)]
    assert all(later > earlier for earlier, later in pairwise(values))
    assert values[-1] == pytest.approx(np.log(1 / 4))
