"""How long Kemeny-Young takes, exact and with all best orders recognised.

The peer, scorio, does the same for 20 models in the same process, in turn, from the array to the scores; the figure
is the median ratio of its time to ours. For more models it takes minutes, so that there ours is measured as a ratio
to what every voting rule does first, counting the votes. Both for questions, which agree on most pairs of models, and
for a few benchmarks as voters that agree little, where cycles go through most models.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import scorio.rank

import bayesrank as br
from bayesrank.rules.voting.kemeny_young import kemeny_young
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.statistics.summarise import summarise

ROUNDS = 7
DRAWS = 2_000


def draw_outcomes(n_models: int, n_questions: int, n_trials: int) -> np.ndarray:
    """Draw right and wrong answers of a Rasch model."""
    rng = np.random.default_rng(n_models * 10_000 + n_questions * 100 + n_trials)
    ability, difficulty = rng.normal(0, 1, (n_models, 1)), rng.normal(0, 1.2, n_questions)
    p = 1 / (1 + np.exp(difficulty - ability))
    return (rng.random((n_models, n_questions, n_trials)) < p[:, :, None]).astype(np.int64)


def draw_scores(n_models: int, n_benchmarks: int) -> br.ScoreTable:
    """Draw scores of which one half is ability, with two digits."""
    rng = np.random.default_rng(n_models * 100 + n_benchmarks)
    scores = np.round(rng.normal(size=(n_models, 1)) + rng.normal(size=(n_models, n_benchmarks)), 2)
    models, benchmarks = (tuple(f"{index:03}" for index in range(size)) for size in scores.shape)
    return br.ScoreTable(models, benchmarks, scores, np.ones(n_benchmarks, dtype=bool))


def seconds(job: Callable[[], object]) -> float:
    """Time one run."""
    started = time.perf_counter()
    job()
    return time.perf_counter() - started


def compare_with_peer(*shape: int) -> None:
    """Print the ratio of the peer's time to ours."""
    outcomes = draw_outcomes(*shape)
    ratios = [
        seconds(lambda: scorio.rank.kemeny_young(outcomes, return_scores=True))
        / seconds(lambda: br.rank(br.Outcomes.from_array(outcomes), "kemeny_young"))
        for _ in range(ROUNDS)
    ]
    print(
        f"{' x '.join(map(str, shape))}: {statistics.median(ratios):.0f} times as fast as the peer "
        f"(from {min(ratios):.0f} to {max(ratios):.0f} in {ROUNDS} rounds)"
    )


def compare_with_counting(data: br.Outcomes | br.ScoreTable) -> None:
    """Print the ratio of the time of the rule to that of counting the votes it reads."""
    votes = summarise(data, PairVotes)
    rule = [seconds(lambda: kemeny_young(votes)) for _ in range(ROUNDS)]
    count = [seconds(lambda: summarise(data, PairVotes)) for _ in range(ROUNDS)]
    facts = kemeny_young.diagnose(votes)
    print(
        f"{data}: {statistics.median(rule):.4f} s, {statistics.median(rule) / statistics.median(count):.1f} times "
        f"counting the votes; {facts['n_pairs_open']} pairs open"
    )


def time_draws(*shape: int) -> None:
    """Print what a posterior of the ranks costs."""
    data = br.Outcomes.from_array(draw_outcomes(*shape))
    for kind in ("posterior", "bootstrap"):
        rank = partial(br.rank, data, uncertainty=kind, draws=DRAWS, random_seed=0)
        ours, copeland = (seconds(partial(rank, method)) for method in ("kemeny_young", "copeland"))
        print(f"{' x '.join(map(str, shape))}, {kind}, {DRAWS} draws: {ours:.2f} s; copeland {copeland:.2f} s")


def main() -> None:
    """Print all figures."""
    br.rank(draw_scores(50, 5), "kemeny_young")  # compiles, or reads the compiled
    compare_with_peer(20, 30, 80)
    for shape in ((20, 30, 80), (50, 200, 8), (100, 200, 16)):
        compare_with_counting(br.Outcomes.from_array(draw_outcomes(*shape)))
    for n_models, n_benchmarks in ((20, 5), (20, 20), (50, 5), (50, 10), (50, 20)):
        compare_with_counting(draw_scores(n_models, n_benchmarks))
    time_draws(20, 30, 80)


if __name__ == "__main__":
    main()
