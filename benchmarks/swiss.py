"""What Swiss contests cost: 29 models in 12 rounds, 100,000 times, and a large leaderboard.

There are two peers in NumPy, both of many contests at once. The clear one, ``tests/swiss_reference.py``, sorts models
by points and random numbers, as one would write it down. The packed one, ``tests/packed_contests.py``, sorts whole
numbers whose bits are points, random bits and the model, which is as far as NumPy goes.

All figures are processor seconds of one thread, so that other work on the machine counts for little; programs are run
in turn, and each has the least of its times. Compilation is timed in a process of its own with an empty cache.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.special import expit

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import Eliminate, read_schedule
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the reference of the tests
from tests.packed_contests import simulate as simulate_packed
from tests.swiss_reference import BATCH, simulate

N_CONTESTS = 100_000
PART = 4 * BATCH  # contests that the clear peer is timed for
REPEATS = 5
ELIMINATE = (0, 1, 2)
FIRST_CALL = """
import sys, time
import numpy as np
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.win_tensor import WinTensor
win = np.triu(np.ones((1, 4, 4)), 1)
draw = np.zeros((1, 4, 4))
if sys.argv[1] == "draws":
    win, draw = win / 2, (np.ones((4, 4)) - np.eye(4))[None] / 2
tensor = WinTensor(("a", "b", "c", "d"), ("r",), win, draw)
started = time.process_time()
expected_wins(tensor, [read_schedule(0, 4, 1)], ContestRules(), n_contests=2, random_seed=0, cores=1)
print(time.process_time() - started)
"""


def draw_worth(n_models: int, n_rounds: int) -> np.ndarray:
    """Draw what models are worth in each round, models x rounds."""
    rng = np.random.default_rng(n_models)
    return rng.normal(size=(n_models, 1)) + rng.normal(0, 0.5, (n_models, n_rounds))


def make_tensor(kind: str, n_models: int, n_rounds: int) -> WinTensor:
    """Return certain results, probabilities of one winner a match, or probabilities with draws."""
    by_round = draw_worth(n_models, n_rounds).T
    lead = by_round[:, :, None] - by_round[:, None, :]
    win, draw = expit(2 * lead), np.zeros(lead.shape)
    if kind == "certain":
        win = (lead > 0).astype(np.float64)
    if kind == "draws":
        win, draw = 0.8 * win, np.full(lead.shape, 0.2)
    return WinTensor(*names(n_models, n_rounds), win, draw)


def names(n_models: int, n_rounds: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return names of models and of rounds."""
    return tuple(f"{model:03}" for model in range(n_models)), tuple(f"round {k:02}" for k in range(n_rounds))


def cpu_seconds(*jobs: Callable[[], object], repeats: int = REPEATS) -> list[float]:
    """Run the jobs in turn and return the least time of each."""
    spent: list[list[float]] = [[] for _ in jobs]
    for _ in range(repeats):
        for times, job in zip(spent, jobs, strict=True):
            started = time.process_time()
            job()
            times.append(time.process_time() - started)
    return [min(times) for times in spent]


def play(played: WinTensor | WinDraws, eliminate: tuple[Eliminate, ...], n_contests: int) -> ExpectedWins:
    """Play contests by one thread."""
    schedules = [read_schedule(each, len(played.models), len(played.rounds)) for each in eliminate]
    return expected_wins(played, schedules, ContestRules(), n_contests=n_contests, random_seed=0, cores=1)


def compare(kind: str) -> None:
    """Print the times of one schedule, and their ratios to those of the peers."""
    tensor = make_tensor(kind, 29, 12)
    for eliminate in ELIMINATE:
        leave = read_schedule(eliminate, 29, 12).leave
        check_peers(tensor, leave, eliminate)
        ours, packed = cpu_seconds(
            lambda eliminate=eliminate: play(tensor, (eliminate,), N_CONTESTS),
            lambda leave=leave: simulate_packed(tensor.win, tensor.draw, leave, n_contests=N_CONTESTS, random_seed=0),
        )
        (part,) = cpu_seconds(
            lambda leave=leave: simulate(tensor.win, tensor.draw, leave, n_contests=PART, random_seed=0), repeats=3
        )
        clear = part / PART * N_CONTESTS
        print(
            f"{kind}, 29 models x 12 rounds x {N_CONTESTS:,} contests, {eliminate} leave: {ours:.3f} s; clear NumPy "
            f"takes {clear:.2f} s (scaled from {PART:,} contests), {clear / ours:.0f} times as long, packed NumPy "
            f"{packed:.2f} s, {packed / ours:.1f} times"
        )


def check_peers(tensor: WinTensor, leave: np.ndarray, eliminate: int) -> None:
    """Fail unless all play the same tournament: 29 models within 5 standard errors of the difference."""
    ours = play(tensor, (eliminate,), PART)
    error = 5 * np.sqrt(2) * ours.mcse[0] + 1e-12
    for peer in (simulate, simulate_packed):
        theirs = peer(tensor.win, tensor.draw, leave, n_contests=PART, random_seed=0)[0]
        if np.any(np.abs(theirs - ours.wins[0]) > error):
            message = f"expected points must be the same within their errors; got {theirs} and {ours.wins[0]}."
            raise AssertionError(message)


def time_schedules(n_models: int, n_rounds: int) -> None:
    """Print the times of three schedules together."""
    for kind in ("certain", "probable", "draws"):
        tensor = make_tensor(kind, n_models, n_rounds)
        (spent,) = cpu_seconds(lambda tensor=tensor: play(tensor, ELIMINATE, N_CONTESTS), repeats=3)
        print(f"{kind}, {n_models} models x {n_rounds} rounds x {N_CONTESTS:,} contests, 0, 1, 2 leave: {spent:.2f} s")


def time_first_call() -> None:
    """Print what the first contest of a process costs, compiled anew and read from the cache."""
    for kind in ("certain", "draws"):
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"NUMBA_CACHE_DIR": folder}
            seconds = [first_call(kind, environment) for _ in range(2)]
        print(f"first contests of a process, {kind}: {seconds[0]:.1f} s, compiled; {seconds[1]:.2f} s from the cache")


def first_call(kind: str, environment: dict[str, str]) -> float:
    """Return the seconds of the first contest of a new process."""
    command = [sys.executable, "-c", FIRST_CALL, kind]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)  # noqa: S603


def time_draws(n_models: int, n_rounds: int) -> None:
    """Print what 1,000 posterior draws take, 200 contests each at three schedules."""
    worth = draw_worth(n_models, n_rounds) + np.random.default_rng(0).normal(0, 0.2, (1_000, n_models, n_rounds))
    for match in ("higher_wins", "logistic"):
        draws = WinDraws(*names(n_models, n_rounds), worth, match)
        (spent,) = cpu_seconds(lambda draws=draws: play(draws, ELIMINATE, 200), repeats=3)
        print(f"1,000 draws ({match}) of {n_models} models x {n_rounds} rounds x 200 contests x 3: {spent:.2f} s")


def time_orders() -> None:
    """Print what 200 orders of the rounds take, 5,000 contests each at three schedules."""
    tensor = make_tensor("certain", 29, 12)
    rng = np.random.default_rng(0)
    orders = [rng.permutation(12) for _ in range(200)]
    (spent,) = cpu_seconds(lambda: [play(tensor.in_order(order), ELIMINATE, 5_000) for order in orders], repeats=2)
    print(f"200 orders of 29 models x 12 rounds x 5,000 contests x 3: {spent:.2f} s")


def main() -> None:
    """Print all figures."""
    time_first_call()
    for kind in ("certain", "probable", "draws"):
        play(make_tensor(kind, 29, 12), ELIMINATE, 2)  # compiles, or reads the compiled
        compare(kind)
    time_schedules(29, 12)
    time_draws(29, 12)
    time_orders()
    time_schedules(127, 23)
    time_draws(127, 23)


if __name__ == "__main__":
    main()
