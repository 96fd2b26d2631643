"""Planted faults of right and wrong answers are found; answers without fault raise no alarm."""

import numpy as np
import pytest

import bayesrank as br
from bayesrank.diagnosis.figures import findings_of
from bayesrank.diagnosis.findings import ALL
from bayesrank.diagnosis.predictive_outcomes import CORNER, DISCRIMINATION_SPREAD, REPEATED, predictive_outcomes
from tests.faulty_data import alike_answers, answers, chances


def findings(data, program="rasch", **options):
    fit = br.fit(data, program, inference=options.pop("inference", "laplace"), random_seed=1, **options)
    found = predictive_outcomes(fit, fit.basis, false_alarm_rate=0.01, random_seed=1)
    return {one.figure: one for one in found}


def alarming(found):
    return {name for name, one in found.items() if one.judged.alarming.any()}


def of(found, figure, name):
    """Return the sentence of a figure about something."""
    return found[figure].sentences[list(found[figure].about).index(name)]


@pytest.fixture(scope="module")
def clean():
    return findings(answers(chances(1)))


def test_answers_of_rasch_raise_no_alarm(clean):
    assert alarming(clean) == set()
    assert set(clean) == {
        "discrimination", "variation of repeated trials", "variation of a model's answers", "spread over models",
        "weak models on hard questions", "right answers of a model", "right answers to a question",
        "spread of discriminations", "agreement of orders",
    }  # fmt: skip


def test_shares_are_those_of_the_data_by_name(clean):
    data = answers(chances(1))
    right = np.zeros((12, 20))
    np.add.at(right, (data.model_index, data.question_index), data.outcome * data.count)
    for figure, names, share in (
        ("right answers of a model", data.models, right.sum(axis=1) / 100),
        ("right answers to a question", data.questions, right.sum(axis=0) / 60),
    ):
        found = dict(zip(clean[figure].about, clean[figure].judged.observed, strict=True))
        np.testing.assert_allclose([found[name] for name in names], share)


def test_a_wrong_key_is_found():
    chance = chances(1)
    chance[:, 4] = 1 - chance[:, 4]
    found = findings(answers(chance))
    said = of(found, "discrimination", "question 5")
    assert said.startswith("better models solve 'question 5' less often than worse ones")
    assert said.endswith("the key may be wrong.")
    assert sum(found["discrimination"].judged.alarming) == 1


def test_a_guessed_question_is_found():
    chance = chances(1)
    chance[:, 4] = 0.5
    found = findings(answers(chance, n_trials=20))
    assert of(found, "discrimination", "question 5")  # guessed, or a wrong key, by the sign of what is about zero
    assert found["discrimination"].judged.alarming.sum() == 1


def test_trials_that_are_all_alike_are_found():
    found = findings(alike_answers(chances(1)))
    assert "variation of repeated trials" in alarming(found)
    # five equal trials: the variance of their sum is five times that of independent ones
    assert found["variation of repeated trials"].judged.observed[0] == pytest.approx(5, abs=1)
    assert (
        "If trials are copies of one another, intervals are too narrow."
        in (found["variation of repeated trials"].sentences[0])
    )


def test_guesses_of_weak_models_are_found():
    found = findings(answers(0.25 + 0.75 * chances(1, n_models=30, n_questions=40)))
    assert "weak models on hard questions" in alarming(found)
    assert found["weak models on hard questions"].sentences[0].endswith("they may guess. Use 'three_pl'.")


def test_questions_of_different_sharpness_are_found():
    ability, difficulty = np.linspace(2, -2, 12)[:, None], np.random.default_rng(2).normal(0, 1, 20)
    sharpness = np.tile([0.3, 2.5], 10)
    found = findings(answers(1 / (1 + np.exp(-sharpness * (ability - difficulty))), n_trials=10))
    assert alarming(found) >= {"spread of discriminations", "discrimination"}
    assert found["spread of discriminations"].sentences[0].endswith("Use 'two_pl'.")


def test_a_model_that_knows_other_questions_is_found():
    chance = chances(1)
    chance[3] = 1 - chance[3]  # hard is easy for it
    found = findings(answers(chance, n_trials=10))
    assert "'model 4'" in of(found, "variation of a model's answers", "model 4")


def test_missing_cells_and_single_trials_are_judged_without_alarm():
    chance = chances(3, n_models=8, n_questions=60)
    table = (np.random.default_rng(4).random(chance.shape) < chance).astype(float)
    table[np.random.default_rng(5).random(chance.shape) < 0.3] = np.nan
    found = findings(br.Outcomes.from_array(table))
    assert alarming(found) == set()
    assert "variation of repeated trials" not in found  # no cell has two


def test_two_models_or_one_question_have_no_discrimination():
    assert "discrimination" not in findings(answers(chances(1, n_models=2)))
    assert "discrimination" not in findings(answers(chances(1, n_questions=1)))


def test_cells_that_are_integrated_out_are_drawn():
    # Bayes@1 draws half of a trial's weight from a uniform prior: predicted shares lie between the data and one half.
    found = findings(answers(chances(1), n_trials=1), "bayes", inference="exact", draws=500)
    judged = found["right answers of a model"].judged
    data, predicted = judged.observed - 0.5, judged.expected - 0.5
    # of one trial y: (1 + y) / 3, that is a third of the way from one half
    np.testing.assert_allclose(predicted, data / 3, atol=0.02)


@pytest.mark.parametrize(("program", "end"), [("rasch", "expected). Use 'two_pl'."), ("two_pl", "expected).")])
def test_no_program_is_its_own_remedy(program, end):
    # 40 replicated values about 0.1 with deviations of 0.01; 0.3 is twenty of them.
    replicated = np.random.default_rng(0).normal(0.1, 0.01, (40, 1))
    found = findings_of(DISCRIMINATION_SPREAD, (ALL,), np.array([0.3]), replicated, program, 0.05)
    assert found.sentences[0].endswith(end)


def test_models_that_differ_by_question_make_intervals_on_these_questions_too_wide():
    # n trials in each cell of chance p: the mean of M questions has the variance sum p (1 - p) / (n M^2), where a
    # program without interaction has P (1 - P), P the mean p of cells that are alike, which is more: half of the cells
    # of P = .5 at .1 and half at .9 have .09 for .25, though their cells spread more than independent trials do.
    chance = np.tile([[0.1, 0.9], [0.9, 0.1]], (6, 10))
    found = findings(answers(chance, n_trials=10))
    assert found["variation of repeated trials"].judged.alarming.all()
    assert (
        found["variation of repeated trials"]
        .sentences[0]
        .endswith(
            "intervals on these questions are too wide, and those of abilities and of new questions too narrow. "
            "Use 'hierarchical'."
        )
    )


@pytest.mark.parametrize(("program", "remedy"), [("hierarchical", False), ("two_pl", True)])
def test_hierarchical_is_no_remedy_for_itself(program, remedy):
    # Cube roots of 1 give or take .01; that of 8 is 2.
    replicated = np.random.default_rng(0).normal(1, 0.01, (40, 1)) ** 3
    found = findings_of(REPEATED, (ALL,), np.array([8.0]), replicated, program, 0.05)
    assert found.sentences[0].endswith("Use 'hierarchical'.") == remedy


@pytest.mark.parametrize(("share", "alarming"), [(0.002, False), (0.03, True)])
def test_a_share_of_guesses_that_is_not_worth_the_name_is_no_alarm(share, alarming):
    # Of 40 replicated data sets none has a right answer of weak models to hard questions; two per cent are let pass.
    found = findings_of(CORNER, (ALL,), np.array([share]), np.zeros((40, 1)), "rasch", 0.05)
    assert found.judged.alarming.tolist() == [alarming]
