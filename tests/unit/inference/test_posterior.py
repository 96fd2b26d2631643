"""Which draws a fit is made of, and what is said of them; the sampler itself is replaced."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

from bayesrank import Outcomes, fit
from bayesrank.inference import posterior
from bayesrank.inference.posterior import draw_posterior, is_exact, worker_count
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.toy_programs import NORMAL_MEANS, RIGHT_SHARES, Rights, Values

OUTCOMES = Outcomes.from_array([[1, 0], [0, 0]])
SEEN = Values(np.array([[1.0, 2.0, 4.0], [0.0, -1.0, 3.0]]))


def drawn(program=NORMAL_MEANS, statistic=SEEN, inference="nuts", draws=500, target="ability", seed=0):
    return draw_posterior(program, statistic, target, inference=inference, draws=draws, cores=1, random_seed=seed)


@pytest.fixture
def sampled(monkeypatch):
    """Replace the sampler by independent draws from the posterior of the normal means, and keep what it was asked."""
    asked = []

    def sample(program, model, *, draws, cores, random_seed, sampler):
        asked.append({"program": program, "draws": draws, "cores": cores, "seed": random_seed, "sampler": sampler})
        rng = np.random.default_rng(random_seed)
        # Precision 1 + 3, mean (sum of values) / 4.
        scores = model["seen"].get_value().sum(axis=1) / 4 + rng.normal(size=(4, draws, 2)) / 2
        stats = {"diverging": np.zeros((4, draws), bool), "energy": rng.normal(size=(4, draws))}
        coords = {"model": list(model.coords["model"])}
        return {
            "posterior": xr.Dataset({"score": (("chain", "draw", "model"), scores)}, coords=coords),
            "sample_stats": xr.Dataset({name: (("chain", "draw"), values) for name, values in stats.items()}),
        }

    monkeypatch.setattr(posterior, "sample_nuts", sample)
    return asked


# Exact draws


def test_exact_draws_say_so():
    tree = fit(OUTCOMES, "bayes", inference="exact", draws=5).posterior
    assert tree["posterior"].attrs["inference_library"] == "bayesrank.exact"
    assert tree["posterior"].sizes == {"chain": 4, "draw": 5, "model": 2}
    assert is_exact(tree)


def test_few_draws_are_told_first():
    assert fit(OUTCOMES, draws=99).warnings[0].startswith("there are 396 draws (should be at least 400)")
    assert not any("draws" in warning for warning in fit(OUTCOMES, draws=100).warnings)


def test_what_else_is_drawn_stands_beside_the_scores():
    def exact(counts, n_draws, rng):
        shapes = {"score": len(counts.models), "difficulty": len(counts.questions), "odd": 3}
        return {name: rng.random((n_draws, length)) for name, length in shapes.items()}

    program = replace(find_program("bayes"), exact=exact)
    found = drawn(program, count_outcomes(OUTCOMES), "auto", draws=5, target="benchmark").tree["posterior"]
    assert found["difficulty"].dims == ("chain", "draw", "question")
    assert found["question"].to_numpy().tolist() == ["question 1", "question 2"]
    assert found["odd"].dims == ("chain", "draw", "odd_dim_0")


def test_inference_that_is_not_there():
    known = "auto, exact, nuts, nuts_pymc, nuts_numpyro, laplace, map, mle"
    with pytest.raises(ValueError, match=f"inference must be one of {known}; got 'vi'"):
        fit(OUTCOMES, inference="vi")
    others = known.replace("exact, ", "")
    with pytest.raises(
        ValueError,
        match=f"'hierarchical' must be one of {others}: its posterior has no closed form; got 'exact'. Use 'auto'.",
    ):
        fit(OUTCOMES, "hierarchical", inference="exact")


# Sampled draws


def test_what_is_sampled_is_judged_and_has_the_other_groups(sampled):
    found = drawn()
    assert found.converged
    assert found.doubts == []
    assert not is_exact(found.tree)
    assert {"posterior", "sample_stats", "log_likelihood", "prior", "posterior_predictive"} <= set(found.tree.children)
    assert sampled == [{"program": NORMAL_MEANS, "draws": 500, "cores": 1, "seed": 0, "sampler": "nutpie"}]


def test_few_sampled_draws_are_no_posterior(sampled):  # noqa: ARG001 (replaces the sampler)
    found = drawn(draws=20)
    assert not found.converged
    assert "the effective sample size is" in "".join(found.doubts)


@pytest.mark.parametrize(
    ("inference", "sampler"), [("auto", "nutpie"), ("nuts_pymc", "pymc"), ("nuts_numpyro", "numpyro")]
)
def test_samplers_by_name(sampled, inference, sampler):
    drawn(inference=inference, draws=5)
    assert sampled[0]["sampler"] == sampler


def test_a_thousand_draws_unless_said(sampled):
    drawn(draws=None)
    assert sampled[0]["draws"] == 1000


def test_scores_are_put_beside_the_variables_they_follow_from(sampled, monkeypatch):  # noqa: ARG001
    def score(values, draws, target, rng):  # noqa: ARG001 (what a score is given)
        return values.seen.max(axis=1) + draws["mean"]

    def renamed(*arguments, **options):
        groups = sample(*arguments, **options)
        return {**groups, "posterior": groups["posterior"].rename(score="mean")}

    sample = posterior.sample_nuts
    monkeypatch.setattr(posterior, "sample_nuts", renamed)
    monkeypatch.setattr("bayesrank.inference.groups.groups_beside", lambda *_, **__: {})
    found = drawn(replace(NORMAL_MEANS, score=score)).tree["posterior"]
    assert found["score"].dims == ("chain", "draw", "model")
    np.testing.assert_allclose(found["score"], found["mean"] + np.array([4, 3]))


def test_a_composite_likelihood_is_compared_with_nothing(sampled):  # noqa: ARG001 (replaces the sampler)
    program = replace(NORMAL_MEANS, composite=lambda values: values.seen.shape == (2, 3))
    assert "log_likelihood" not in drawn(program).tree.children
    other = Values(SEEN.seen[:, :2])
    assert "log_likelihood" in drawn(program, other).tree.children


# Normal approximations


def test_an_approximation_is_drawn_and_said_to_be_one():
    found = drawn(inference="laplace")
    assert found.converged
    assert found.doubts == [posterior.NORMAL_APPROXIMATION]
    scores = found.tree["posterior"]["score"]
    assert scores.dims == ("chain", "draw", "model")
    assert scores["model"].to_numpy().tolist() == ["a", "b"]
    assert found.tree["posterior"].attrs["inference_library"] == "bayesrank.laplace"
    # Normal with precision 1 + 3 and mean (sum of values) / 4, exactly; 2,000 draws, 5 standard errors.
    flat = scores.to_numpy().reshape(-1, 2)
    np.testing.assert_allclose(flat.mean(axis=0), [7 / 4, 2 / 4], atol=5 * 0.5 / np.sqrt(2000))
    np.testing.assert_allclose(flat.std(axis=0), 0.5, rtol=5 / np.sqrt(2 * 2000))


def test_a_solver_of_the_program_needs_no_pymc():
    def laplace(values, n_draws, rng):
        return {"ability": rng.normal(size=(n_draws, len(values.models))), "side": rng.normal(size=n_draws)}

    program = replace(NORMAL_MEANS, laplace=laplace, build=None)
    found = drawn(program, inference="laplace", draws=5)
    assert found.doubts[1].startswith("there are 20 draws (should be at least 400)")
    values = found.tree["posterior"]
    np.testing.assert_array_equal(values["score"], values["ability"])
    assert values["ability"].dims == ("chain", "draw", "model")
    assert values["side"].dims == ("chain", "draw")


def test_coordinates_of_the_program_are_kept():
    counts = count_outcomes(Outcomes.from_array([[0, 1, 2, 1], [2, 2, 1, 0]], weights=[0, 0.5, 1]))
    program = find_program("hierarchical")
    values = drawn(program, counts, "laplace", draws=5, target="population").tree["posterior"]
    assert values["category_mean"].dims == ("chain", "draw", "model", "category")
    assert values["category"].to_numpy().tolist() == [0, 1, 2]


def test_the_seed_decides_all_draws():
    one, same, other = (drawn(RIGHT_SHARES, Rights((3, 1), 4), "laplace", 5, seed=seed).tree for seed in (1, 1, 2))
    assert one["posterior"]["score"].equals(same["posterior"]["score"])
    assert not one["posterior"]["score"].equals(other["posterior"]["score"])


def test_all_threads_there_are_unless_said():
    assert worker_count(3) == 3
    assert worker_count(None) >= 1


@pytest.mark.parametrize("cores", [0, -1, 1.5])
def test_a_number_of_threads_that_is_none_is_refused(cores):
    with pytest.raises(ValueError, match=f"cores must be a whole number of at least 1; got {cores}"):
        worker_count(cores)


def test_a_program_without_a_likelihood_has_no_normal_approximation():
    with pytest.raises(ValueError, match=r"inference of 'population' must be exact or nuts, .*; got 'laplace'\. Use"):
        draw_posterior(
            find_program("population"), count_outcomes(OUTCOMES), "population",
            inference="laplace", draws=5, cores=1, random_seed=0,
        )  # fmt: skip
