"""The programs against the same programs written by hand, and against other software for the same models.

Every figure is a ratio of two runs in the same process, or in two fresh ones in turn; seconds are printed beside it.
"""

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import nutpie
import pymc as pm
import pytensor
from arviz_stats.base import array_stats
from pymc.pytensorf import join_nonshared_inputs
from scorio.rank import bayesian_mcmc

import bayesrank as br
from bayesrank.inference.nuts import sample_nuts
from bayesrank.programs.registry import find_program
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.summarise import summarise

ROUNDS = 5
RUNS = 8  # of the peer's sampler
type Density = Callable[[np.ndarray], object]


def seconds(job: Callable[[], object]) -> float:
    """Time one run."""
    started = time.perf_counter()
    job()
    return time.perf_counter() - started


def answers(n_models: int, n_questions: int, n_trials: int, seed: int = 0) -> np.ndarray:
    """Draw right and wrong answers of a Rasch model."""
    rng = np.random.default_rng(seed)
    ability, difficulty = rng.normal(0, 1, (n_models, 1)), rng.normal(0, 1.2, n_questions)
    p = 1 / (1 + np.exp(difficulty - ability))
    return (rng.random((n_models, n_questions, n_trials)) < p[:, :, None]).astype(np.int64)


def outcomes(n_models: int, n_questions: int, n_trials: int, seed: int = 0) -> br.Outcomes:
    """Return such answers as bayesrank reads them."""
    return br.Outcomes.from_array(answers(n_models, n_questions, n_trials, seed))


def arena(n_models: int, n_battles: int) -> br.Comparisons:
    """Draw battles of models that are met very unequally often, as rows with counts."""
    rng = np.random.default_rng(0)
    ability, presence = rng.normal(0, 1, n_models), rng.dirichlet(np.full(n_models, 0.5))
    first, second = np.triu_indices(n_models, k=1)
    n = rng.multinomial(n_battles, presence[first] * presence[second] / (presence[first] * presence[second]).sum())
    won = rng.binomial(n, 1 / (1 + np.exp(ability[second] - ability[first])))
    rows = [(first, second, 1, won), (first, second, -1, n - won)]
    a, b, winner, count = (
        np.concatenate([np.broadcast_to(row[column], first.shape) for row in rows]) for column in range(4)
    )
    kept = count > 0
    names = tuple(f"model {number}" for number in range(n_models))
    return br.Comparisons(names, a[kept], b[kept], winner[kept], count[kept])


def rasch_by_hand(counts: OutcomeCounts) -> pm.Model:
    """Write the same program as its textbook has it."""
    coords = {"model": counts.models, "question": counts.questions}
    with pm.Model(coords=coords) as model:
        n_trials = pm.Data("n", counts.n_trials.astype(int), dims=("model", "question"))
        right = pm.Data("k", counts.counts[:, :, 1].astype(int), dims=("model", "question"))
        ability = pm.ZeroSumNormal("ability", pm.LogNormal("ability_spread", 0, 0.5), dims="model")
        mean, spread = pm.Normal("mean", 0, 1.5), pm.LogNormal("spread", np.log(2), 0.5)
        difficulty = pm.Normal("difficulty", mean, spread, dims="question")
        pm.Binomial(
            "right", n_trials, logit_p=ability[:, None] - difficulty, observed=right, dims=("model", "question")
        )
    return model


def bradley_terry_by_hand(battles: BattleCounts) -> pm.Model:
    """Write the same program as its textbook has it."""
    pooled = battles.pooled()
    with pm.Model(coords={"model": battles.models}) as model:
        first, second = pm.Data("first", pooled.first), pm.Data("second", pooled.second)
        n = pm.Data("n", pooled.counts[:, :2].sum(axis=1).astype(int))
        won = pm.Data("won", pooled.counts[:, 0].astype(int))
        ability = pm.ZeroSumNormal("ability", pm.LogNormal("ability_spread", 0, 0.5), dims="model")
        pm.Binomial("battles", n, logit_p=ability[first] - ability[second], observed=won)
    return model


def gradient_time(model: pm.Model) -> float:
    """Return the seconds that one value and gradient take, compiled."""
    (joined,), vector = join_nonshared_inputs(model.initial_point(), [model.logp()], model.value_vars)
    function = pytensor.function([vector], [joined, pytensor.grad(joined, vector)], mode="NUMBA")
    function.trust_input = True  # what PyTensor checks of a point is no part of its gradient
    point = np.zeros(sum(np.size(value) for value in model.initial_point().values()))
    function(point)
    return min(seconds(lambda: [function(point) for _ in range(200)]) for _ in range(ROUNDS)) / 200


def effective_rate(job: Callable[[], object]) -> tuple[float, int]:
    """Return effective draws a CPU second of sampling, the least over abilities, and how many draws diverged."""
    started = time.process_time()
    tree = job()
    used = time.process_time() - started
    ability = tree["posterior"]["ability"].transpose("chain", "draw", "model").to_numpy()
    ess = float(np.min(array_stats.ess(ability, chain_axis=0, draw_axis=1, method="bulk")))
    return ess / used, int(tree["sample_stats"]["diverging"].sum())


def against_by_hand(name: str, data: object, by_hand: Callable[[object], pm.Model]) -> None:
    """Compare gradient and effective draws a second with the same program by hand and default sampling."""
    program = find_program(name)
    statistic = summarise(data, program.reads)
    ours, theirs = program.build(statistic), by_hand(statistic)
    gradients = [gradient_time(model) for model in (theirs, ours)]
    print(f"{name}: gradient {gradients[0] / gradients[1]:.1f} times as fast as by hand ({gradients} s)")
    br.fit(data, name, random_seed=0)  # compiled, as it is in a session; by hand it is compiled at every call
    here, diverged = effective_rate(lambda: br.fit(data, name, random_seed=1, inference="nuts").posterior)
    there, _ = effective_rate(lambda: pm.sample(model=theirs, random_seed=1, progressbar=False, quiet=True))
    rates = f"{here:.0f}, {there:.0f}"
    print(f"{name}: {here / there:.1f} times the effective draws a CPU second ({rates}), {diverged} diverged")
    compiled = nutpie.compile_pymc_model(theirs)
    here, _ = effective_rate(lambda: sample_nuts(program, ours, draws=1000, cores=2, random_seed=1))
    there, _ = effective_rate(
        lambda: nutpie.sample(compiled, draws=1000, tune=1000, chains=4, cores=2, seed=1, progress_bar=False)
    )
    print(f"{name}: {here / there:.1f} times by sampling alone, compiled before ({here:.0f}, {there:.0f})")


def reuse(data: br.Outcomes, other: br.Outcomes) -> None:
    """Compare the second fit of a shape, modes and folds with the first fit."""
    first = seconds(lambda: br.fit(data, "two_pl", random_seed=0))
    second = seconds(lambda: br.fit(other, "two_pl", random_seed=0))
    print(f"two_pl: second fit takes {second / first:.3f} of the first ({first:.1f} s, {second:.2f} s)")
    program = find_program("rasch")
    statistic = summarise(other, OutcomeCounts)
    print(f"rasch: refit of the mode {min(seconds(lambda: program.mle(statistic)) for _ in range(ROUNDS)):.4f} s")
    compared = seconds(lambda: br.compare_programs(data, ["rasch"], unit="question"))
    print(f"rasch: 12 leave-questions-out folds {compared:.1f} s")


def in_fresh_process(statement: str) -> float:
    """Time a statement in a process of its own, imports and all."""
    return seconds(lambda: subprocess.run([sys.executable, "-c", statement], check=True, capture_output=True))  # noqa: S603


PREPARED = """
import numpy as np, bayesrank as br
data = br.Outcomes.from_array(np.random.default_rng(0).integers(0, 2, (20, 30, 80)).astype(float))
"""


def first_result() -> None:
    """Compare the first NUTS result of a process with what cannot be avoided: imports and one compilation."""
    fitted = PREPARED + "br.fit(data, 'rasch', random_seed=0)"
    compiled = PREPARED + (
        "import pymc, nutpie, arviz_stats\n"
        "from bayesrank.programs.registry import find_program\n"
        "from bayesrank.statistics.outcome_counts import count_outcomes\n"
        "nutpie.compile_pymc_model(find_program('rasch').build(count_outcomes(data)))"
    )
    in_fresh_process(fitted)  # fills the cache
    pairs = [(in_fresh_process(fitted), in_fresh_process(compiled)) for _ in range(ROUNDS)]
    ratio = np.median([whole / least for whole, least in pairs])
    print(f"rasch: first result {ratio:.2f} times import and one compilation ({pairs})")
    for inference in ("laplace", "mle"):
        check = (
            PREPARED + f"import sys; br.fit(data, 'rasch', inference='{inference}'); sys.exit('pymc' in sys.modules)"
        )
        print(f"rasch by {inference}: {in_fresh_process(check):.1f} s from a fresh process, without PyMC")


def against_girth() -> None:
    """Compare joint maximum likelihood of 395 models on 14,000 questions with girth's."""
    import girth

    data = outcomes(395, 14_000, 1)
    program = find_program("rasch")
    counts = summarise(data, OutcomeCounts)
    right = counts.counts[:, :, 1].astype(int)
    told = (right.mean(axis=0) > 0) & (right.mean(axis=0) < 1)
    right = np.ascontiguousarray(right[:, told].T)
    counts = summarise(br.Outcomes.from_array(right.T), OutcomeCounts)
    ours = min(seconds(lambda: program.mle(counts)) for _ in range(ROUNDS))
    theirs = seconds(lambda: girth.rasch_jml(right))
    size = f"{right.shape[1]} x {right.shape[0]}"
    print(f"rasch mode at {size}: {theirs / ours:.0f} times as fast as girth ({theirs:.1f} s, {ours:.2f} s)")


def what_takes_hours_elsewhere(data: br.Outcomes) -> None:
    """Time what scorio 0.2.3 takes hours for, or fails at, on 20 x 30 x 80."""
    print(f"davidson_luce, map: {seconds(lambda: br.rank(data, 'davidson_luce', inference='map')):.1f} s")
    print(f"rasch, lower bounds: {seconds(lambda: br.rank(data, 'rasch', quantile=0.05, random_seed=0)):.1f} s")
    print(f"three_pl: {seconds(lambda: br.fit(data, 'three_pl', random_seed=0)):.1f} s")


def against_scorio() -> None:
    """Compare effective draws a CPU second with the random-walk sampler of scorio for the same posterior.

    It returns means of its draws and no draws. The effective number of draws of a run is the variance of the posterior,
    which is known from here, over the variance of the mean over runs.
    """
    array = answers(20, 30, 80)
    data = br.Outcomes.from_array(array)
    naive = {"pairing": "trial", "event_weight": "full", "ability_scale": 1.0}  # what scorio samples
    br.fit(data, "bradley_terry", random_seed=0, **naive)
    posterior = br.fit(data, "bradley_terry", random_seed=1, **naive)
    here, _ = effective_rate(lambda: br.fit(data, "bradley_terry", random_seed=2, **naive).posterior)
    started = time.process_time()
    means = np.array([bayesian_mcmc(array, seed=seed, return_scores=True)[1] for seed in range(RUNS)])
    used = (time.process_time() - started) / RUNS
    centred = means - means.mean(axis=1, keepdims=True)
    effective = np.median(posterior.draws.var(axis=0) / centred.var(axis=0, ddof=1))
    ratio = here / (effective / used)
    print(
        f"scorio's sampler: {effective:.1f} effective draws in {used:.1f} CPU s; here {ratio:.0f} times as many a CPU s"
    )


def main() -> None:
    """Print all figures; the peers take minutes."""
    small, other = outcomes(20, 30, 80), outcomes(20, 30, 80, seed=1)
    against_by_hand("rasch", small, rasch_by_hand)
    against_by_hand("bradley_terry", arena(50, 1_000_000), bradley_terry_by_hand)
    reuse(small, other)
    first_result()
    against_girth()
    what_takes_hours_elsewhere(small)
    against_scorio()


if __name__ == "__main__":
    main()
