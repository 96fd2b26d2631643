"""What rank confidence sequences cost: wealths of all pairs of 395 models, and certifiers at every look.

The benchmark is of the size of a large leaderboard: 395 models, 14,042 questions, right and wrong answers, a report at
every 1 % of the questions. The peer of the wealths is the plain loop over questions that NumPy allows, with one array
operation after the other; it is timed on a part of the questions, and scaled to all of them. All figures are processor
seconds of one thread, so that other work on the machine counts for little. Compilation is timed in a process of its
own with an empty cache.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np

import bayesrank as br
from bayesrank.sequential.bets import GRID
from bayesrank.sequential.looks import look_times
from bayesrank.sequential.score_rows import ScoreRows
from bayesrank.sequential.wealth import PairWealth

MODELS, QUESTIONS = 395, 14_042
SLICE = 40  # questions that the peer goes through
FIRST_CALL = """
import time
import numpy as np
from bayesrank.sequential.score_rows import ScoreRows
from bayesrank.sequential.wealth import PairWealth
one = np.ones((1, 2))
started = time.process_time()
wealth = PairWealth(2, population_size=2)
wealth.update(ScoreRows(one, one, one))
wealth.log_wealth()
print(time.process_time() - started)
"""


def draw_scores(n_models: int, n_questions: int) -> np.ndarray:
    """Draw right and wrong answers of a Rasch model, questions x models."""
    rng = np.random.default_rng(n_models)
    ability, difficulty = rng.normal(0, 1, n_models), rng.normal(0, 1.2, (n_questions, 1))
    return (rng.random((n_questions, n_models)) < 1 / (1 + np.exp(difficulty - ability))).astype(np.float64)


def cpu_seconds(job: Callable[[], object]) -> float:
    """Time one run."""
    started = time.process_time()
    job()
    return time.process_time() - started


def bet_by_array_operations(scores: np.ndarray, n_questions: int) -> np.ndarray:
    """Return the wealths of all pairs, one array operation after the other; few enough questions not to overflow."""
    n_models = scores.shape[1]
    grid = np.array(GRID)[:, None, None]
    wealth, lead = np.ones((len(GRID), n_models, n_models)), np.zeros((n_models, n_models))
    for asked, row in enumerate(scores):
        difference = row[:, None] - row
        bound = np.clip(-lead / (n_questions - asked), -0.99, 1)
        wealth *= 1 + grid * ((difference - bound) / (1 + bound))
        lead += difference
    return wealth.mean(axis=0)


def compare_wealths(scores: np.ndarray) -> None:
    """Print the time of all wealths, at every 1 % of the questions, and its ratio to the peer's."""
    times = (0, *look_times("1%", QUESTIONS))
    wealth = PairWealth(MODELS, population_size=QUESTIONS)
    spent = []
    for first, last in pairwise(times):
        rows = ScoreRows(scores[first:last], scores[first:last], np.ones((last - first, MODELS)))
        spent.append(cpu_seconds(lambda rows=rows: (wealth.update(rows), wealth.log_wealth())))
    peer = cpu_seconds(lambda: bet_by_array_operations(scores[:SLICE], QUESTIONS)) / SLICE * QUESTIONS
    short = PairWealth(MODELS, population_size=QUESTIONS)
    short.update(ScoreRows(scores[:SLICE], scores[:SLICE], np.ones((SLICE, MODELS))))
    apart = ~np.eye(MODELS, dtype=bool)
    theirs = bet_by_array_operations(scores[:SLICE], QUESTIONS)
    np.testing.assert_allclose(np.exp(short.log_bets())[apart], theirs[apart], rtol=1e-9)
    print(
        f"wealths, {MODELS} models x {QUESTIONS:,} questions, {len(spent)} looks: {sum(spent):.2f} s; array operations "
        f"take {peer:.0f} s, {peer / sum(spent):.0f} times as long (scaled from {SLICE} questions)"
    )


def first_call(environment: dict[str, str]) -> float:
    """Return the seconds of the first update of a new process."""
    command = [sys.executable, "-c", FIRST_CALL]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)  # noqa: S603


def time_first_call() -> None:
    """Print what the first update of a process costs, compiled anew and read from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        seconds = [first_call(environment) for _ in range(2)]
    print(f"first update of a process: {seconds[0]:.1f} s, compiled; {seconds[1]:.2f} s from the cache")


def time_reports(certifier: str, n_models: int, n_questions: int, scores: np.ndarray) -> None:
    """Print what 100 looks cost beside the wealths."""
    run = br.RankSequence(
        [f"{model:03}" for model in range(n_models)],
        population_size=n_questions,
        certifier=certifier,
        budget=None,
    )
    spent = []
    for first, last in pairwise((0, *look_times("1%", n_questions))):
        run.update(scores[first:last])
        spent.append(cpu_seconds(run.report))
    print(
        f"{certifier}, {n_models} models x {n_questions:,} questions: {1000 * np.median(spent):.1f} ms a report "
        f"(at most {1000 * max(spent):.0f}), {len(spent)} looks {sum(spent):.2f} s; "
        f"{int(run.report().certified.sum())} pairs certified"
    )


def main() -> None:
    """Print all figures."""
    time_first_call()
    large = draw_scores(MODELS, QUESTIONS)
    PairWealth(2).update(ScoreRows(*np.ones((3, 1, 2))))  # compiles, or reads the compiled
    compare_wealths(large)
    for certifier in ("star", "e_holm", "bonferroni"):
        time_reports(certifier, MODELS, QUESTIONS, large)
    time_reports("exact", 20, 5_000, draw_scores(20, 5_000))
    time_reports("enumeration", 8, 5_000, draw_scores(8, 5_000))


if __name__ == "__main__":
    main()
