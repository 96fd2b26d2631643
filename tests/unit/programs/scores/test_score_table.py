"""The program of score tables: its density against SciPy, and what it must tell."""

import numpy as np
import pytest
from scipy import stats

from bayesrank import NotIdentifiedError, ScoreTable
from bayesrank.programs.scores.score_table import benchmark_agreement, doubts, identified, score_table
from bayesrank.statistics.score_cells import ScoreCells, standardise_scores

NAN = float("nan")


def table(scores, errors=None):
    scores = np.array(scores)
    return standardise_scores(
        ScoreTable(
            models=tuple("abcdefgh"[: len(scores)]),
            benchmarks=tuple(f"benchmark {number}" for number in range(1, scores.shape[1] + 1)),
            scores=scores,
            higher_is_better=np.ones(scores.shape[1], dtype=bool),
            standard_errors=None if errors is None else np.where(np.isnan(scores), NAN, errors),
        )
    )


AGREEING = [[1.0, 11.0, 5.0], [2.0, 13.0, 7.0], [4.0, 14.0, NAN], [7.0, 18.0, 9.0]]


@pytest.mark.parametrize("errors", ["student_t", "normal"])
@pytest.mark.parametrize("standard_error", [None, 0.5])
def test_density_is_that_of_scipy(errors, standard_error):
    cells = table(AGREEING, standard_error)
    model = score_table(cells, errors=errors)
    rng = np.random.default_rng(0)
    point = {name: rng.normal(0, 0.5, np.shape(value)) for name, value in model.initial_point().items()}
    free = model["ability"]
    at = model.compile_fn(
        model.rvs_to_transforms[free].backward(model.rvs_to_values[free]),
        inputs=model.value_vars,
        mode="FAST_COMPILE",
        on_unused_input="ignore",
    )
    ability = at(point)
    assert ability.sum() == pytest.approx(0, abs=1e-12)
    spread, typical, noise = (np.exp(point[f"{name}_log__"]) for name in ("ability_spread", "typical_noise", "noise"))
    effect = point["benchmark_effect"]
    scale = np.sqrt(noise[cells.benchmark] ** 2 + cells.standard_error**2)
    location = ability[cells.model] + effect[cells.benchmark]
    law = stats.t(4, location, scale) if errors == "student_t" else stats.norm(location, scale)
    terms = [
        law.logpdf(cells.score),
        stats.norm.logpdf(effect),
        stats.norm.logpdf(point["typical_noise_log__"], np.log(0.5), 0.5),
        stats.norm.logpdf(point["noise_log__"], np.log(typical), 0.5),
        stats.norm.logpdf(point["ability_spread_log__"], np.log(0.7), 0.5),
        # on the plane of vectors that sum to zero, of 3 dimensions
        stats.norm.logpdf(np.linalg.norm(ability) / spread) - 2 * np.log(np.sqrt(2 * np.pi)) - 3 * np.log(spread),
    ]
    expected = sum(np.sum(term) for term in terms)
    assert len(cells.score) == 11  # the missing cell has none
    assert model.compile_logp(mode="FAST_COMPILE")(point) == pytest.approx(expected, abs=1e-8)
    assert np.isfinite(model.compile_dlogp(mode="FAST_COMPILE")(point)).all()


def test_agreement_of_benchmarks():
    # Of the first two columns over four models, and of each with a third that is the first reversed: the correlations
    # are r, -1 and -r, whose mean is -1/3.
    cells = table([[1.0, 1.0, 4.0], [2.0, 3.0, 3.0], [3.0, 2.0, 2.0], [4.0, 4.0, 1.0]])
    assert benchmark_agreement(cells) == pytest.approx(-1 / 3, abs=1e-12)
    assert np.isnan(benchmark_agreement(table([[1.0, 1.0], [2.0, 3.0]])))


def test_what_is_doubtful_is_told():
    (few,) = doubts(table(AGREEING), "ability")
    assert few.startswith("'benchmark 3' has scores of 75% of the models: a standard deviation of a benchmark is that")
    assert "one benchmark does not tell noise from ability" in doubts(table([[1.0], [2.0]]), "ability")[0]
    assert "two benchmarks do not tell noise" in doubts(table([[1.0, 3.0], [2.0, 4.0]]), "ability")[0]
    disagree = [[1.0, 1.0, 4.0], [2.0, 3.0, 3.0], [3.0, 2.0, 2.0], [4.0, 4.0, 1.0]]
    assert "benchmarks disagree (mean correlation of two of them -0.33)" in doubts(table(disagree), "ability")[0]
    equal = [[1.0, 2.0, 1.0, 5.0], [2.0, 3.0, 2.0, 5.0], [3.0, 4.0, 3.0, 5.0]]
    assert doubts(table(equal), "ability") == ["benchmarks that compare no models are left out: 'benchmark 4'."]
    apart = [[1.0, NAN], [2.0, NAN], [NAN, 3.0], [NAN, 4.0]]
    assert "no benchmark links 2 groups of models, 'a', 'b'; 'c', 'd'" in doubts(table(apart), "ability")[0]


def test_a_likelihood_without_maximum_is_refused():
    with pytest.raises(NotIdentifiedError, match="scores must have standard errors for 'score_table'"):
        identified(table(AGREEING))
    identified(table(AGREEING, 0.5))
    apart = [[1.0, NAN], [2.0, NAN], [NAN, 3.0], [NAN, 4.0]]
    with pytest.raises(NotIdentifiedError, match=r"benchmarks must link all models .* got 2 groups"):
        identified(table(apart, 0.5))


def test_unknown_errors_are_refused():
    cells = table(AGREEING)
    assert isinstance(cells, ScoreCells)
    with pytest.raises(ValueError, match="errors must be one of student_t, normal; got 'cauchy'"):
        score_table(cells, errors="cauchy")
