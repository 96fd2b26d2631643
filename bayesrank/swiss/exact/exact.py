"""Expected wins without simulation, for few models: every state that a contest can be in, with its probability."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from bayesrank.options import check_at_least
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.schedules import Schedule
from bayesrank.swiss.exact._contest_states import ContestStates, StateLimit
from bayesrank.swiss.exact._group_gains import GroupGains, Units, match_results
from bayesrank.swiss.exact.contest_law import ContestLaw
from bayesrank.swiss.mean_points import strength, strength_met
from bayesrank.swiss.win_tensor import WinTensor

MAX_STATES = 1_000_000  # 10 models whose results are not certain have 10! / 4

type Table[N] = Sequence[Sequence[Sequence[N]]]
type Rational = Fraction | float | str


def exact_wins(
    tensor: WinTensor, schedules: Sequence[Schedule], rules: ContestRules, *, max_states: int = MAX_STATES
) -> ExpectedWins:
    """Return expected wins by adding up all that can happen: there is no Monte-Carlo error.

    The states of a contest are the points of the models that are left. Given the groups of equal points, what each
    group gains in a round is independent of the others, and the law of that is worked out once for each group. That is
    for 10 models at most: in 12 rounds they take a second if all matches are certain, and 8 if they are not. A few more
    are played if there are few rounds.

    Parameters
    ----------
    tensor : WinTensor
    schedules : sequence of Schedule
        E of them.
    rules : ContestRules
    max_states : int
        Most states of a contest after a round, most gains of all groups in a round, and a twentieth of the most ways
        from the states of a round to those of the next.

    Returns
    -------
    ExpectedWins
        With zeros as Monte-Carlo errors.

    Raises
    ------
    ValueError
        If there are more states than ``max_states``.

    References
    ----------
    liu2025
    """
    laws = _laws((tensor.win.tolist(), tensor.draw.tolist()), schedules, rules, max_states, 1.0)
    n_schedules, n_models = len(laws), len(tensor.models)
    met = np.array([law.met for law in laws]).sum(axis=1)
    return ExpectedWins(
        models=tensor.models,
        rounds=tensor.rounds,
        schedules=tuple(schedule.name for schedule in schedules),
        wins=np.array([law.wins for law in laws]),
        mcse=np.zeros((n_schedules, n_models)),
        covariance=np.zeros((n_models, n_schedules, n_schedules)),
        spread=np.sqrt(np.array([law.variance for law in laws])),
        byes=np.array([law.byes for law in laws]).sum(axis=1),
        rounds_played=np.array([law.active for law in laws]).sum(axis=1),
        eliminated=np.array([law.eliminated for law in laws]),
        opponents=strength_met(met, strength(tensor.win, tensor.draw)),
        n_pairs=np.array([law.n_pairs for law in laws]),
        samples=None,
        noise=None,
        n_contests=None,
        random_seed=None,
    )


def exact_fractions(
    tables: tuple[Table[Rational], Table[Rational]],
    schedules: Sequence[Schedule],
    rules: ContestRules,
    *,
    max_states: int = MAX_STATES,
) -> tuple[ContestLaw[Fraction], ...]:
    """Return the law of a contest at each schedule in fractions, without any rounding.

    Parameters
    ----------
    tables : (win, draw), each of shape (K, M, M)
        Nested sequences of fractions, or of numbers or text that are made fractions as they are: "1/10" is one tenth,
        0.1 as a float is not. Read like those of a :class:`~bayesrank.swiss.win_tensor.WinTensor`.
    schedules : sequence of Schedule
    rules : ContestRules
    max_states : int
        As for :func:`exact_wins`.

    Returns
    -------
    tuple of ContestLaw
        One for each schedule.

    Raises
    ------
    DataError
        If the tables are not such as a :class:`~bayesrank.swiss.win_tensor.WinTensor` has.
    ValueError
        If there are more states than ``max_states``.

    References
    ----------
    liu2025

    Examples
    --------
    Three models, the first better than the second and the second than the third, play one round; one has a bye.

    >>> from bayesrank.swiss.contests.contest_rules import ContestRules
    >>> from bayesrank.swiss.contests.schedules import read_schedule
    >>> win = [[[0, 1, 1], [0, 0, 1], [0, 0, 0]]]
    >>> draw = [[[0] * 3] * 3]
    >>> (law,) = exact_fractions((win, draw), [read_schedule(0, 3, 1)], ContestRules())
    >>> [str(wins) for wins in law.wins]
    ['2/3', '1/3', '0']
    """
    win, draw = (_fractions(table) for table in tables)
    _check(win, draw)
    return _laws((win, draw), schedules, rules, max_states, Fraction(1))


def _fractions(table: Table[Rational]) -> list[list[list[Fraction]]]:
    """Return a table in fractions, with zeros on its diagonals, which are not read."""
    return [
        [[Fraction(chance) if i != j else Fraction(0) for j, chance in enumerate(row)] for i, row in enumerate(rows)]
        for rows in table
    ]


def _check(win: Table[Fraction], draw: Table[Fraction]) -> None:
    """Raise the errors of :class:`~bayesrank.swiss.win_tensor.WinTensor`."""
    models = tuple(f"model {number}" for number in range(len(win[0]) if len(win) else 0))
    rounds = tuple(f"round {number}" for number in range(len(win)))
    WinTensor(models, rounds, np.array(win, dtype=np.float64), np.array(draw, dtype=np.float64))


def _laws[N: (float, Fraction)](
    tables: tuple[Table[N], Table[N]], schedules: Sequence[Schedule], rules: ContestRules, max_states: int, one: N
) -> tuple[ContestLaw[N], ...]:
    check_at_least("max_states", max_states, 1)
    win, draw = tables
    n_rounds, n_models = len(win), len(win[0])
    units = _units(draw, rules, n_models, n_rounds)
    gains = []
    for k in range(n_rounds):
        limit = StateLimit(max_states)
        gains.append(GroupGains(match_results(win[k], draw[k], units), units, one, limit.count))
    laws = []
    for schedule in schedules:
        states = ContestStates(n_models, units, rules, one, StateLimit(max_states), [{} for _ in range(n_models)])
        laws.append(states.law(gains, schedule))
    return tuple(laws)


def _units[N: (float, Fraction)](draw: Table[N], rules: ContestRules, n_models: int, n_rounds: int) -> Units:
    """Return units of a point, or of half a point where there can be one, and the bits that they need."""
    halves = rules.bye_points == 0.5 or any(chance > 0 for rows in draw for row in rows for chance in row)
    win = 2 if halves else 1
    most = win * n_rounds * (n_models - 1 if rules.pairing == "round_robin" else 1)
    return Units(win, win // 2, int(win * rules.bye_points), (most + 1).bit_length())
