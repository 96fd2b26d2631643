"""Small data for every program, simulated from a known order of models: the first is the best."""

from functools import partial
from itertools import permutations

import numpy as np

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.joint_data import JointData
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable

MODELS = ("best", "good", "fair", "poor", "worst")
ABILITY = np.linspace(1.5, -1.5, len(MODELS))


def outcomes(seed, n_questions=12, n_trials=4, **known):
    """Right and wrong answers by Rasch."""
    rng = np.random.default_rng(seed)
    difficulty = rng.normal(0, 1, n_questions)
    chance = 1 / (1 + np.exp(-(ABILITY[:, None] - difficulty)))
    answers = rng.random((len(MODELS), n_questions, n_trials)) < chance[:, :, None]
    return Outcomes.from_array(answers.astype(float), models=list(MODELS), **known)


def outcomes_with_prior(seed):
    """The same with one earlier outcome of each cell."""
    rng = np.random.default_rng(seed + 1000)
    earlier = (rng.random((len(MODELS), 12, 1)) < (1 / (1 + np.exp(-ABILITY)))[:, None, None]).astype(float)
    return outcomes(seed, prior=earlier)


def grades(seed):
    """Outcomes in four categories, better models in higher ones."""
    rng = np.random.default_rng(seed)
    latent = ABILITY[:, None, None] + rng.normal(0, 1, (1, 12, 1)) + rng.logistic(size=(len(MODELS), 12, 4))
    graded = np.searchsorted([-1.5, 0.0, 1.5], latent).astype(float)
    return Outcomes.from_array(graded, models=list(MODELS), weights=[0, 1, 2, 3])


def outcomes_of_benchmarks(seed):
    """Questions of three benchmarks."""
    return outcomes(seed, question_metadata={"benchmark": np.array(["x", "y", "z"] * 4)})


def battles(seed, tie=0.2, n_battles=300, n_periods=1):
    """Battles with ties and sides, in periods of time."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, len(MODELS), (2, n_battles))
    kept = a != b
    a, b = a[kept], b[kept]
    won = rng.random(len(a)) < 1 / (1 + np.exp(-(ABILITY[a] - ABILITY[b])))
    winner = np.where(rng.random(len(a)) < tie, 0, np.where(won, 1, -1))
    return Comparisons(
        MODELS, a, b, winner, np.ones(len(a), dtype=np.int64), side=np.ones(len(a), dtype=np.int64),
        order=np.sort(rng.integers(0, n_periods, len(a))).astype(float),
    )  # fmt: skip


def outcomes_and_battles(seed):
    """Both, by the same abilities."""
    return JointData(outcomes(seed), battles(seed))


def orderings(seed, n_voters=30, *, distinct=False):
    """Full rankings of Plackett-Luce; of distinct ones none stands for another like it."""
    rng = np.random.default_rng(seed)
    places = np.argsort(np.argsort(-(ABILITY + rng.gumbel(size=(n_voters, len(MODELS)))), axis=1), axis=1) + 1
    if distinct:
        places = rng.permutation(list(permutations(range(1, len(MODELS) + 1))))[:n_voters]
    return Orderings(
        MODELS,
        tuple(f"voter {number}" for number in range(n_voters)),
        np.repeat(np.arange(n_voters), len(MODELS)),
        np.tile(np.arange(len(MODELS)), n_voters),
        places.ravel().astype(float),
        np.ones(n_voters, dtype=np.int64),
    )


def table(seed, n_benchmarks=8):
    """Scores on benchmarks of different scales."""
    rng = np.random.default_rng(seed)
    scale = 10.0 ** rng.uniform(0, 2, n_benchmarks)
    scores = scale * (ABILITY[:, None] + rng.normal(0, 0.5, (len(MODELS), n_benchmarks)))
    names = tuple(f"benchmark {number}" for number in range(n_benchmarks))
    return ScoreTable(MODELS, names, scores, np.ones(n_benchmarks, dtype=bool))


ANY_TIMES = partial(battles, n_periods=4)
# (program, options): how its data are made from a seed
EXAMPLES = {
    ("bayes", ()): outcomes,
    ("population", ()): outcomes,
    ("hierarchical", ()): outcomes,
    ("power_prior", ()): outcomes_with_prior,
    ("power_prior", (("weight_of", "each"),)): outcomes_with_prior,
    ("rasch", ()): outcomes,
    ("commensurate_rasch", ()): outcomes_with_prior,
    ("power_rasch", ()): outcomes_with_prior,
    ("prior_mean_rasch", ()): outcomes_with_prior,
    ("two_pl", ()): outcomes,
    ("three_pl", ()): outcomes,
    ("marginal_rasch", ()): outcomes,
    ("marginal_two_pl", ()): outcomes,
    ("graded_response", ()): grades,
    ("multidimensional", ()): outcomes,
    ("rasch_by_benchmark", ()): outcomes_of_benchmarks,
    ("growth", (("time_axis", "trials"),)): outcomes,
    ("state_space", (("time_axis", "trials"),)): outcomes,
    ("bradley_terry", ()): battles,
    ("davidson", ()): battles,
    ("rao_kupper", ()): battles,
    ("dynamic_bradley_terry", ()): ANY_TIMES,
    ("plackett_luce", ()): orderings,
    ("setwise_cml", ()): outcomes,
    ("setwise_cml", (("events", "questions"),)): outcomes,
    ("davidson_luce", ()): outcomes,
    ("bradley_terry_luce", ()): outcomes,
    ("score_table", ()): table,
    ("joint", ()): outcomes_and_battles,
    ("joint", (("battle_ability", "related"),)): outcomes_and_battles,
}
