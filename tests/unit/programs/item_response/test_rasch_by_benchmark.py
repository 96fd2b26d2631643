"""Rasch over benchmarks: density against SciPy, scores by hand, doubts and what it refuses."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats
from scipy.special import expit

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import rasch_by_benchmark as program
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.program_density import gradient_is_finite, log_density, point_of

NAN = float("nan")
LOG3 = np.log(3)
BENCHMARK = ["math", "code", "math", "code", "math"]
TENSOR = np.random.default_rng(5).integers(0, 2, (4, 5, 3)).astype(float)
TENSOR[0, 1] = NAN  # a missing cell
TENSOR[2, 2, 1:] = NAN  # fewer trials
VALUES = {
    "ability": np.array([1.0, -0.5, 0.25, -0.75]),
    "ability_spread": 0.8,
    "deviation": np.array([[0.3, -0.1, 0.2, -0.4], [-0.3, 0.1, -0.2, 0.4]]),
    "benchmark_spread": 0.6,
    "difficulty": np.array([0.5, -1.0, 2.0, 0.1, -0.3]),
    "difficulty_mean": np.array([0.3, -0.2]),
    "difficulty_spread": np.array([1.7, 1.1]),
}
SLOPES = np.array([0.3, -0.1, -0.2, 0.4, -0.4])
BY_QUESTION = VALUES | {
    "easiness": -VALUES["difficulty"],
    "easiness_mean": -VALUES["difficulty_mean"],
    "easiness_spread": VALUES["difficulty_spread"],
    "log_discrimination": SLOPES,
    "discrimination_spread": 0.4,
}


def counts_of(tensor, benchmark=BENCHMARK):
    return count_outcomes(Outcomes.from_array(tensor, question_metadata={"benchmark": np.array(benchmark)}))


def log_likelihood(counts, slope):
    """Add up SciPy's binomial over observed cells; benchmarks are in the order of their first question."""
    of_question = np.array([counts.benchmark.index(name) for name in counts.benchmark])
    which = (of_question != of_question[0]).astype(int)
    ability = (VALUES["ability"] + VALUES["deviation"])[which].T
    chance = expit(slope * ability - VALUES["difficulty"])
    return stats.binom.logpmf(counts.counts[:, :, 1], counts.n_trials, chance)[counts.n_trials > 0].sum(), which


def log_prior(which):
    """Abilities have 3 free contrasts, and deviations (2 - 1) * (4 - 1)."""
    found = stats.lognorm.logpdf(0.8, 0.5) + stats.lognorm.logpdf(0.6, 0.5, scale=0.5)
    for values, spread in ((VALUES["ability"], 0.8), (VALUES["deviation"], 0.6)):
        found += -0.5 * (values**2).sum() / spread**2 - 3 * np.log(spread * np.sqrt(2 * np.pi))
    mean, spread = VALUES["difficulty_mean"], VALUES["difficulty_spread"]
    found += stats.norm.logpdf(VALUES["difficulty"], mean[which], spread[which]).sum()
    return found + (stats.norm.logpdf(mean, 0, 1.5) + stats.lognorm.logpdf(spread, 0.5, scale=2)).sum()


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    likelihood, which = log_likelihood(counts, 1.0)
    model = program.rasch_by_benchmark(counts)
    assert log_density(model, VALUES) == pytest.approx(likelihood + log_prior(which), abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_density_with_discriminations_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    likelihood, which = log_likelihood(counts, np.exp(SLOPES))
    slopes = -0.5 * (SLOPES**2).sum() / 0.4**2 - 4 * np.log(0.4 * np.sqrt(2 * np.pi))
    expected = likelihood + log_prior(which) + slopes + stats.lognorm.logpdf(0.4, 0.5, scale=0.3)
    model = program.rasch_by_benchmark(counts, discrimination="by_question")
    assert log_density(model, BY_QUESTION) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, BY_QUESTION)


def test_a_missing_cell_adds_nothing():
    counts = counts_of(TENSOR)
    model = program.rasch_by_benchmark(counts)
    cells = model.logp(vars=[model["right"]], sum=False)
    at = model.compile_fn(cells, inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore")
    (found,) = at(point_of(model, VALUES))
    assert found[counts.models.index("model 1"), counts.questions.index("question 2")] == 0
    assert (found != 0).sum() == 4 * 5 - 1


def test_ability_is_the_mean_over_benchmarks():
    model = program.rasch_by_benchmark(counts_of(TENSOR))
    ability, on_benchmark = pm.draw([model["ability"], model["benchmark_ability"]], random_seed=1, mode="FAST_COMPILE")
    np.testing.assert_allclose(on_benchmark.mean(axis=0), ability, atol=1e-12)
    np.testing.assert_allclose(on_benchmark.sum(axis=1), 0, atol=1e-12)


def test_few_models_do_not_teach_how_far_benchmarks_differ():
    free = {variable.name for variable in program.rasch_by_benchmark(counts_of(TENSOR[1:])).free_RVs}
    assert "benchmark_spread" not in free  # 2 models and 1 benchmark are free


def test_scores_by_hand():
    # One model is scored. On math (two questions) its ability is log 3, on code (one) -log 3; difficulties log 3 on the
    # first of math, else 0: chances (1/2 + 3/4) / 2 = 5/8 and 1/4, benchmarks count alike: 7/16.
    counts = counts_of(np.array([[1, 0, 0.0], [0, 1, 1]]), ["math", "math", "code"])
    names, of_question = program.benchmarks_of(counts)
    difficulty = np.zeros((1, 3))
    difficulty[0, counts.questions.index("question 1")] = LOG3
    on_benchmark = np.zeros((1, 2, 2))
    on_benchmark[0, :, 0] = [LOG3 if name == "math" else -LOG3 for name in names]
    draws = {"ability": np.zeros((1, 2)), "benchmark_ability": on_benchmark, "difficulty": difficulty,
             "difficulty_mean": np.zeros((1, 2)), "difficulty_spread": np.zeros((1, 2))}  # fmt: skip
    assert program.score(counts, draws, "benchmark", None)[0, 0] == pytest.approx(7 / 16, abs=1e-12)
    assert program.score(counts, draws, "ability", None)[0].tolist() == [0, 0]
    # new questions of difficulty 0: 3/4 and 1/4
    assert program.score(counts, draws, "population", None)[0, 0] == pytest.approx(1 / 2, abs=1e-12)
    cell = program.chance(counts, draws)[0, 0]
    assert sorted(cell.tolist()) == pytest.approx([1 / 4, 1 / 2, 3 / 4], abs=1e-12)
    twice = draws | {"discrimination": np.where(of_question == of_question[difficulty.argmax()], 2.0, 1.0)[None]}
    # on the second of math the log odds are 2 log 3: 9/10
    assert sorted(program.chance(counts, twice)[0, 0].tolist()) == pytest.approx([1 / 4, 1 / 2, 9 / 10], abs=1e-12)


def test_new_questions_of_their_own_sharpness():
    # 200,000 simulated questions of each benchmark: standard error below .5 / sqrt(200,000) = .0011
    counts = counts_of(TENSOR)
    on_benchmark = np.array([[[1.0, -1, 0.5, -0.5], [2.0, -2, 0, 0]]])
    mean, spread = np.array([[0.4, -0.3]]), np.array([[0.8, 1.5]])
    draws = {"benchmark_ability": on_benchmark, "easiness_mean": -mean, "easiness_spread": spread,
             "discrimination_spread": np.array([0.5]), "discrimination": np.ones((1, 5))}  # fmt: skip
    rng = np.random.default_rng(4)
    slope, standard = np.exp(0.5 * rng.normal(size=(200_000, 1))), rng.normal(size=(200_000, 1))
    simulated = [
        expit(slope * on_benchmark[0, index] - mean[0, index] - spread[0, index] * standard).mean(axis=0)
        for index in range(2)
    ]
    found = program.score(counts, draws, "population", None)[0]
    np.testing.assert_allclose(found, np.mean(simulated, axis=0), atol=0.004)


def test_draws_are_taken_in_blocks(monkeypatch):
    counts = counts_of(TENSOR)
    rng = np.random.default_rng(0)
    draws = {"ability": np.zeros((5, 4)), "benchmark_ability": rng.normal(size=(5, 2, 4)),
             "difficulty": rng.normal(size=(5, 5))}  # fmt: skip
    whole = program.score(counts, draws, "benchmark", None)
    monkeypatch.setattr(program, "BLOCK_OF_CELLS", 40)  # two draws at once
    np.testing.assert_allclose(program.score(counts, draws, "benchmark", None), whole, rtol=1e-14)


def test_what_it_cannot_read():
    with pytest.raises(ValueError, match="discrimination must be one of equal, by_question; got 'free'"):
        program.rasch_by_benchmark(counts_of(TENSOR), discrimination="free")
    with pytest.raises(DataError, match="every question must have a benchmark"):
        program.rasch_by_benchmark(count_outcomes(Outcomes.from_array(TENSOR)))
    known = {"benchmark": np.array(["x", "y"])}
    with_prior = Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]], question_metadata=known)
    with pytest.raises(DataError, match="data for 'rasch_by_benchmark' must have no prior outcomes"):
        program.rasch_by_benchmark(count_outcomes(with_prior))


def test_maximum_likelihood_is_asked_of_every_benchmark():
    # In each benchmark both models and both questions have right and wrong answers.
    overlapping = np.array([[[1, 0], [1, 0], [1, 0], [1, 0]], [[0, 1], [0, 1], [0, 1], [0, 1]]], dtype=float)
    labels = ["x", "x", "y", "y"]
    program.identified(counts_of(overlapping, labels))
    parted = overlapping.copy()
    parted[0, 2:] = 1  # always right on y, as on x it is not
    with pytest.raises(NotIdentifiedError, match=r"'rasch_by_benchmark, benchmark y' .* 'model 1' right every time"):
        program.identified(counts_of(parted, labels))


def test_models_that_were_not_asked_a_benchmark_are_told():
    tensor = TENSOR.copy()
    tensor[3, [1, 3]] = NAN
    told = program.doubts(counts_of(tensor), "benchmark")
    assert any("benchmark 'code' was not put to 'model 4'" in sentence for sentence in told)
    assert not any("was not put" in sentence for sentence in program.doubts(counts_of(TENSOR), "benchmark"))
