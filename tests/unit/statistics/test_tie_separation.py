"""Whether abilities and a tie parameter have a maximum likelihood."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

from bayesrank.errors import NotIdentifiedError
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.tie_separation import refuse_separated_ties


def battles(models: str, *results: str) -> PairCounts:
    """Battles of models with names of one letter: "a>b" is a win, "a=b" a tie."""
    wins, ties = np.zeros((2, len(models), len(models)))
    for first, result, second in results:
        i, j = models.index(first), models.index(second)
        if result == ">":
            wins[i, j] += 1
        else:
            ties[i, j] += 1
            ties[j, i] += 1
    return PairCounts(tuple(models), wins, ties)


def is_refused(pairs: PairCounts) -> bool:
    try:
        refuse_separated_ties(pairs, "davidson")
    except NotIdentifiedError:
        return True
    return False


@pytest.mark.parametrize(
    ("models", "results"),
    [
        ("ab", ("a>b", "b>a", "a=b")),  # as many probabilities as parameters: the shares are the maximum
        ("abc", ("a>b", "b>c", "c>a", "a=b")),  # a cycle of three wins and no tie
        ("abc", ("a>b", "b>c", "c=a")),  # a cycle of two wins and a tie
    ],
)
def test_battles_that_contradict_one_another_are_accepted(models, results) -> None:
    refuse_separated_ties(battles(models, *results), "davidson")


@pytest.mark.parametrize(
    ("models", "results", "complaint"),
    [
        ("ab", ("a>b", "b>a"), r"battles must hold a tie for 'davidson' .*; got none of 2 models, .*'bradley_terry'"),
        ("cab", ("a=b", "b=c"), r"battles must hold a win for 'davidson' .*; got ties alone, of 'a', 'b', 'c'\. Use"),
        ("abcd", ("a>b", "b>a", "a=b", "c=d"), r"battles must link all models .*; got 2 groups .*: 'a', 'b'; 'c', 'd'"),
        ("abc", ("a>b", "b>a", "a=b", "a>c"), r"every group of models must win .*; got 'c' that never won against the"),
        # One win, two ties and no loss: connected strongly, and yet nothing holds the lead of a and the ties back.
        (
            "ab",
            ("a>b", "a=b", "a=b"),
            r"wins must outnumber ties .*; got no such cycle, .*: 'a' lost to nobody\. Use inf",
        ),
        # Cycles of as many wins as ties.
        ("abcd", ("a>b", "b=c", "c>d", "d=a"), r"wins must outnumber ties .*: 'a', 'c' lost to nobody\."),
        ("abc", ("a>b", "b=c", "c=a"), r"wins must outnumber ties .*: 'a', 'c' lost to nobody\."),
    ],
)
def test_what_has_no_maximum_is_refused_by_name(models, results, complaint) -> None:
    with pytest.raises(NotIdentifiedError, match=f"^{complaint}"):
        refuse_separated_ties(battles(models, *results), "davidson")


def log_davidson(lead: float, width: float) -> np.ndarray:
    """Log probabilities of a win, a loss and a tie."""
    weight = np.array([lead / 2, -lead / 2, width])
    return weight - np.logaddexp.reduce(weight)


def log_rao_kupper(lead: float, width: float) -> np.ndarray:
    won, lost = -np.logaddexp(0, width - lead), -np.logaddexp(0, width + lead)
    return np.array([won, lost, np.log(np.expm1(2 * width)) + won + lost])


def best(pairs: PairCounts, log_probability, radius: float) -> float:
    """Log likelihood at its maximum among leads over the last model and tie parameters of at most ``radius``.

    The log of the width of Rao and Kupper, whose boundary is zero, is at least ``-radius``.
    """
    n_models = len(pairs.models)

    def negative(point: np.ndarray) -> float:
        ability, total = np.append(point[:-1], 0), 0.0
        for i, j in zip(*np.triu_indices(n_models, 1), strict=True):
            seen = np.array([pairs.wins[i, j], pairs.wins[j, i], pairs.ties[i, j]])
            total -= seen @ log_probability(ability[i] - ability[j], point[-1])
        return float(total)

    narrowest = np.exp(-radius) if log_probability is log_rao_kupper else -radius
    box = [(-radius, radius)] * (n_models - 1) + [(narrowest, radius)]
    start = np.append(np.zeros(n_models - 1), 1.0)
    return -minimize(negative, start, bounds=box, method="L-BFGS-B", tol=1e-12).fun


def random_battles(rng: np.random.Generator, n_models: int) -> PairCounts:
    wins, ties = (rng.random((2, n_models, n_models)) < 0.45) * (1 - np.eye(n_models))
    return PairCounts(tuple("abcd"[:n_models]), wins, np.triu(ties) + np.triu(ties).T)


@pytest.mark.parametrize("log_probability", [log_davidson, log_rao_kupper])
def test_refused_battles_have_no_maximum_likelihood_and_accepted_ones_have(log_probability) -> None:
    # Three models and one battle of each result: maxima have leads of a few logits. A likelihood without a maximum
    # rises by e^-6 or so between leads of 3 and of 12, unless it is as flat as that of models that nothing links.
    rng = np.random.default_rng(4)
    refused = []
    for _ in range(15):
        pairs = random_battles(rng, 3)
        refused.append(is_refused(pairs))
        if not refused[-1]:
            gain = best(pairs, log_probability, 24) - best(pairs, log_probability, 12)
            assert gain == pytest.approx(0, abs=1e-6)
        elif len(pairs.components()) == 1:
            assert best(pairs, log_probability, 12) - best(pairs, log_probability, 3) > 1e-4
    assert 3 < sum(refused) < 12


def never_falls(pairs: PairCounts, bound: float) -> bool:
    """Say whether some direction of leads and tie parameter makes no outcome less probable, by linear programming.

    A win needs a lead of the winner that is >= 0 and >= bound * t, a tie a lead within bound * t. Directions are sought
    with at most one in each coordinate, and the last model fixed.
    """
    n_models = len(pairs.models)
    rows = []  # of coefficients whose product with the direction must not be negative

    def require(lead: tuple[int, int] | None, sign: int, width: float) -> None:
        row = np.zeros(n_models + 1)
        if lead is not None:
            row[lead[0]], row[lead[1]] = sign, -sign
        row[-1] = width
        rows.append(row)

    for i, j in zip(*np.nonzero(pairs.wins), strict=True):
        require((i, j), 1, 0.0)
        require((i, j), 1, -bound)
    for i, j in zip(*np.nonzero(np.triu(pairs.ties)), strict=True):
        require((i, j), 1, bound)
        require((i, j), -1, bound)
    box = [(-1, 1)] * (n_models - 1) + [(0, 0), (-1, 1)]
    for coordinate, sign in product([*range(n_models - 1), n_models], (1, -1)):
        aim = np.zeros(n_models + 1)
        aim[coordinate] = -sign
        if linprog(aim, A_ub=-np.array(rows), b_ub=np.zeros(len(rows)), bounds=box).fun < -1e-6:
            return True
    return False


@pytest.mark.parametrize("bound", [2.0, 1.0], ids=["davidson", "rao_kupper"])
def test_cycles_tell_the_same_as_linear_programming(bound) -> None:
    rng = np.random.default_rng(6)
    refused = []
    for n_models in (2, 3, 4):
        for _ in range(40):
            pairs = random_battles(rng, n_models)
            if not pairs.n_battles.any():
                continue
            refused.append(is_refused(pairs))
            assert refused[-1] == never_falls(pairs, bound)
    assert 20 < sum(refused) < len(refused) - 20
