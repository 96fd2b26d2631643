"""All rules of the paper together against the paper's library, and what uncertainty costs.

The peer, scorio, runs the same configurations on the same tensors in the same process, in turn; the figure is the ratio
of its total time to ours, from the array to the ranks. Each rule then gets a posterior of its ranks: the figures are
seconds for 2,000 draws.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import scorio.rank

import bayesrank as br
from bayesrank.rules.paper import PAPER
from bayesrank.rules.registry import rule_families

CONFIGURATIONS = json.loads((Path(__file__).parents[1] / "tests/golden/rules.json").read_text())["configurations"]
RULES = {label: call for label, call in PAPER.items() if call[0] in rule_families()}
EXACT = {label for label, (name, _) in RULES.items() if name == "kemeny_young"}
DRAWS = 2_000


def draw_outcomes(n_models: int, n_questions: int, n_trials: int) -> np.ndarray:
    """Draw right and wrong answers of a Rasch model."""
    rng = np.random.default_rng(0)
    ability, difficulty = rng.normal(0, 1, (n_models, 1)), rng.normal(0, 1.2, n_questions)
    p = 1 / (1 + np.exp(difficulty - ability))
    return (rng.random((n_models, n_questions, n_trials)) < p[:, :, None]).astype(np.int64)


def rank_here(outcomes: np.ndarray, labels: list[str]) -> None:
    """Rank by all configurations at once."""
    br.compare(br.Outcomes.from_array(outcomes), {label: RULES[label] for label in labels})


def rank_there(outcomes: np.ndarray, labels: list[str]) -> None:
    """Rank by the same configurations of the peer."""
    for label in labels:
        configuration = CONFIGURATIONS[label]
        getattr(scorio.rank, configuration["function"])(outcomes, **configuration["arguments"])


def seconds(job: Callable[[], object]) -> float:
    """Time one run."""
    started = time.perf_counter()
    job()
    return time.perf_counter() - started


def compare_with_peer(shape: tuple[int, int, int], labels: list[str], rounds: int) -> None:
    """Print the ratio of the peer's time to ours."""
    outcomes = draw_outcomes(*shape)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(seconds(lambda: rank_here(outcomes, labels)))
        theirs.append(seconds(lambda: rank_there(outcomes, labels)))
    size = " x ".join(map(str, shape))
    ratio = np.median(np.array(theirs) / np.array(ours))
    print(f"{size}: {len(labels)} configurations, {ratio:.0f} times as fast as the peer ({theirs} s, {ours} s)")


def time_uncertainty(shape: tuple[int, int, int]) -> None:
    """Print what 2,000 draws of each rule cost."""
    data = br.Outcomes.from_array(draw_outcomes(*shape))
    for name in rule_families():
        for target in ("population", "benchmark"):

            def job(draws: int, name: str = name, target: str = target) -> None:
                br.rank(data, name, uncertainty="posterior", target=target, draws=draws, random_seed=0)

            job(2)  # compiles what has to be
            print(f"{name}, posterior, {target}: {seconds(lambda job=job: job(DRAWS)):.2f} s for {DRAWS} draws")


def main() -> None:
    """Print all figures; the peer takes minutes."""
    rank_here(draw_outcomes(4, 5, 3), list(RULES))  # compiles, or reads the compiled
    compare_with_peer((20, 30, 80), list(RULES), rounds=3)
    without = [label for label in RULES if label not in EXACT]  # the peer would need days for 100 models
    compare_with_peer((100, 200, 16), without, rounds=1)
    time_uncertainty((20, 30, 80))


if __name__ == "__main__":
    main()
