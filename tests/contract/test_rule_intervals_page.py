"""The tables of the page on rules are the figures that were measured, and what is measured is what ``rank`` gives."""

import json

import numpy as np
import pytest
import rule_intervals
from measure import put_tables
from rule_intervals import DRAWS, FIGURES, N_MODELS, PAGE, RULES, drawn_scores, page_tables, population_ranks

import bayesrank as br
from bayesrank.ranks.posterior_ranks import rank_draws
from bayesrank.statistics.outcome_counts import count_outcomes


def test_tables_of_the_page_are_the_figures():
    page = PAGE.read_text()
    assert put_tables(page, page_tables(json.loads(FIGURES.read_text()))) == page


def test_settings_are_pooled_with_equal_weight():
    # Two settings: the mean of .9 and 1 is .95, its error sqrt(.03^2 + .04^2) / 2 = .025; the mean of 2 and 3 is 2.5.
    shares = [
        dict.fromkeys(rule_intervals.SHARES, share)
        | dict.fromkeys([f"{name}_error" for name in rule_intervals.SHARES], error)
        | dict.fromkeys(rule_intervals.WIDTHS, width)
        for share, error, width in ((0.9, 0.03, 2.0), (1.0, 0.04, 3.0))
    ]
    setting = {"design": "ladder", "trials": 1, "questions": 30}
    rows = [
        setting | {"uncertainty": uncertainty, "rule": rule} | share
        for uncertainty in ("posterior", "bootstrap")
        for rule in RULES
        for share in shares
    ]
    pooled = page_tables({"population": rows})["pooled"][0]
    assert pooled["all_ranks"] == pytest.approx(0.95)
    assert pooled["all_ranks_error"] == pytest.approx(0.025)
    assert pooled["width"] == "2.5"


@pytest.mark.parametrize("target", ["population", "benchmark"])
@pytest.mark.parametrize("uncertainty", ["posterior", "bootstrap"])
def test_scores_that_are_measured_are_those_of_rank(uncertainty, target):
    answers = np.random.default_rng(0).integers(0, 2, (4, 5, 3))
    data = br.Outcomes.from_array(answers)
    counts = count_outcomes(data)
    first_block = np.random.default_rng(np.random.SeedSequence(3).spawn(1)[0])
    measured = drawn_scores(counts, uncertainty, target, first_block)
    for rule, options in RULES.items():
        ranking = br.rank(data, rule, uncertainty=uncertainty, target=target, draws=DRAWS, random_seed=3, **options)
        place = [counts.models.index(name) for name in ranking.names]
        np.testing.assert_allclose(measured[rule][:, place], ranking.draws, rtol=1e-12, atol=1e-12)
        np.testing.assert_array_equal(rank_draws(measured[rule])[:, place], ranking.ranks)


def test_models_without_a_true_order_are_refused(monkeypatch):
    alike = {"alike": lambda n_models, n_questions, _: np.full((n_models, n_questions), 0.5)}
    monkeypatch.setattr(rule_intervals, "DESIGNS", alike)
    with pytest.raises(ValueError, match=r"designs must have models apart; got other ranks .* by \['avg', .*, alike"):
        population_ranks("alike", 1)


def test_true_ranks_of_the_ladder_are_its_order():
    # Each model is better than the one before on every question.
    assert all(ranks.tolist() == list(range(N_MODELS, 0, -1)) for ranks in population_ranks("ladder", 8).values())


def test_true_ranks_of_these_questions_are_those_of_their_chances():
    # The second is ahead by .1 on two questions and behind by .5 on one: its mean is lower, .57 to .67, and it wins
    # two questions of three.
    cells = np.array([[0.5, 0.6, 0.9], [0.6, 0.7, 0.4]])
    ranks = rule_intervals.benchmark_ranks(cells, 8)
    assert ranks["avg"].tolist() == [1, 2]
    assert ranks["schulze"].tolist() == ranks["borda"].tolist() == [2, 1]
