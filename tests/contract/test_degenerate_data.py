"""Data that leave something undetermined: NUTS converges all the same, and the fit says what the prior decides."""

import numpy as np
import pytest

from bayesrank import Comparisons, Outcomes, fit

MODELS = ["a", "b", "c", "d", "e"]
N_MODELS, N_QUESTIONS, N_TRIALS = len(MODELS), 12, 4


def answers(n_models=N_MODELS, n_questions=N_QUESTIONS, n_trials=N_TRIALS):
    """Right and wrong answers by Rasch, models evenly spaced."""
    rng = np.random.default_rng(3)
    ability, difficulty = np.linspace(1.5, -1.5, n_models), rng.normal(0, 1, n_questions)
    chance = 1 / (1 + np.exp(difficulty - ability[:, None]))
    return (rng.random((n_models, n_questions, n_trials)) < chance[:, :, None]).astype(float)


def always_right(outcomes):
    outcomes[0] = 1.0
    return outcomes


def always_wrong(outcomes):
    outcomes[-1] = 0.0
    return outcomes


def solved_by_nobody(outcomes):
    outcomes[:, 0] = 0.0
    return outcomes


def in_two_groups(outcomes):
    outcomes[:2, : N_QUESTIONS // 2] = outcomes[2:, N_QUESTIONS // 2 :] = np.nan
    return outcomes


ANSWERS = {
    "always right": always_right(answers()),
    "always wrong": always_wrong(answers()),
    "no question in common": in_two_groups(answers()),
    "a question nobody solved": solved_by_nobody(answers()),
    "two models": answers(n_models=2),
    "one question": answers(n_questions=1, n_trials=30),
    "one trial": answers(n_questions=N_QUESTIONS * N_TRIALS, n_trials=1),
    "all right": np.ones((len(MODELS), N_QUESTIONS, N_TRIALS)),
}
SAID_OF_ANSWERS = {  # what must be said, by case and program; where there is nothing, all is identified
    "always right": {
        "rasch": "'a' right every time: how far above the rest is told by the prior alone",
        "hierarchical": "'a' had one outcome every time",
        # sums of right answers by question: with four trials of each, 'a' is ahead wherever another one was wrong
        "setwise_cml": "'a' never had a wrong answer where one of the others had a right one",
    },
    "always wrong": {
        "rasch": "'e' wrong every time: how far below the rest is told by the prior alone",
        "hierarchical": "'e' had one outcome every time",
        "setwise_cml": "'e' never had a right answer where one of the others had a wrong one",
    },
    "no question in common": {
        "rasch": "2 groups without a question in common: 'c', 'd', 'e'; 'a', 'b'",
        "hierarchical": "cells are missing and are predicted from the other questions of the same model",
        "setwise_cml": "no event links 2 groups of models, 'c', 'd', 'e'; 'a', 'b'",
    },
    "a question nobody solved": {"rasch": "only a prior makes their difficulty finite"},
    "two models": {
        "rasch": "they tell no models apart, and only a prior makes their difficulty finite",
        "setwise_cml": "'a' never had a wrong answer where one of the others had a right one",
    },
    "one question": {
        "setwise_cml": "'e' never had a right answer where one of the others had a wrong one",
        "rasch": "there is one question: what others are like is told by the prior alone",
        "hierarchical": "there is one question",
    },
    "one trial": {
        "rasch": "they tell no models apart, and only a prior makes their difficulty finite",
        "hierarchical": "there is one trial of each question",
    },
    "all right": {
        "rasch": "'a', 'b', 'c', 'd', 'e' right every time",
        "hierarchical": "'a', 'b', 'c', 'd', 'e' had one outcome every time",
        "setwise_cml": "in no event one model is right and another wrong: abilities are the prior's alone",
    },
}


def battles(pairs, n_models=N_MODELS):
    """Comparisons from rows of model, model, 1 for a win of the first or 0 for a tie, and how often."""
    rows = np.array(pairs)
    return Comparisons(tuple(MODELS[:n_models]), rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3])


def round_robin(wins, losses, n_models=N_MODELS):
    """Every model wins against each later one so often, and loses so often."""
    pairs = [(one, other) for one in range(n_models) for other in range(one + 1, n_models)]
    return [row for one, other in pairs for row in ((one, other, 1, wins), (other, one, 1, losses))]


BATTLES = {
    "undefeated": battles([row for row in round_robin(5, 2) if row[1] != 0]),
    "never won": battles([row for row in round_robin(5, 2) if row[0] != 4]),
    "two groups": battles([row for row in round_robin(5, 2) if (row[0] < 2) == (row[1] < 2)]),
    "two models": battles([(0, 1, 1, 5), (1, 0, 1, 2), (0, 1, 0, 2)], n_models=2),
    "all ties": battles([(one, other, 0, 4) for one in range(5) for other in range(one + 1, 5)]),
}
SAID_OF_BATTLES = {
    "undefeated": {"bradley_terry": "'a' never lost:", "davidson": "'a' never lost nor tied:"},
    "never won": {"bradley_terry": "'e' never won:", "davidson": "'e' never won nor tied:"},
    "two groups": {
        "bradley_terry": "no decisive battles link 2 groups of models, 'c', 'd', 'e'; 'a', 'b'",
        "davidson": "no battles link 2 groups of models, 'c', 'd', 'e'; 'a', 'b'",
    },
    "all ties": {
        "bradley_terry": "no decisive battles link 5 groups of models",
        "davidson": "all battles are ties: how rare wins are is decided by the prior",
    },
}


def check(data, program, said):
    fitted = fit(data, program, inference="nuts", random_seed=1)
    assert fitted.converged, fitted.warnings
    assert np.isfinite(fitted.ranking()[["score", "lower", "upper"]].to_numpy()).all()
    told = " ".join(fitted.warnings)
    if said is None:
        assert "prior" not in told
    else:
        assert said in told
    return fitted


@pytest.mark.parametrize("program", ["rasch", "hierarchical", "setwise_cml"])
@pytest.mark.parametrize("case", ANSWERS)
def test_answers(case, program):
    outcomes = ANSWERS[case]
    data = Outcomes.from_array(outcomes, models=MODELS[: len(outcomes)])
    check(data, program, SAID_OF_ANSWERS.get(case, {}).get(program))


@pytest.mark.parametrize("program", ["bradley_terry", "davidson"])
@pytest.mark.parametrize("case", BATTLES)
def test_battles(case, program):
    check(BATTLES[case], program, SAID_OF_BATTLES.get(case, {}).get(program))


def exchanged(outcomes, source, target):
    """Put a copy of one model's answers in place of another's."""
    copied = outcomes.copy()
    copied[target] = copied[source]
    return Outcomes.from_array(copied, models=MODELS)


@pytest.mark.parametrize("program", ["rasch", "two_pl", "hierarchical", "setwise_cml", "bradley_terry"])
def test_a_copy_of_a_model_is_ranked_as_the_model(program):
    fitted = fit(exchanged(answers(n_trials=40), 1, 3), program, inference="nuts", random_seed=1)
    assert fitted.converged, fitted.warnings
    table = fitted.ranking().set_index("model").loc[["b", "d"]]
    # 4,000 draws worth 1,000 independent ones at least: errors .5 / sqrt(1000) = .016 of a share, sd / sqrt(1000) of a
    # mean, 3 times that of an end of the interval; four of each, twice for a difference.
    assert fitted.superiority().loc["b", "d"] == pytest.approx(0.5, abs=4 * 0.016)
    deviation = (table["upper"] - table["lower"]).mean() / 3.92
    error = deviation / np.sqrt(1000)
    assert abs(table["score"].diff().iloc[1]) < 4 * np.sqrt(2) * error
    assert (table[["lower", "upper"]].diff().iloc[1].abs() < 4 * np.sqrt(2) * 3 * error).all()
    assert table[["rank_lower", "rank_upper", "tier"]].drop_duplicates().shape[0] == 1


@pytest.mark.parametrize("random_seed", [1, 2, 3])
def test_the_two_pl_puts_a_model_that_is_always_right_on_top(random_seed):
    data = Outcomes.from_array(always_right(answers()), models=MODELS)
    fitted = fit(data, "two_pl", target="ability", inference="nuts", random_seed=random_seed)
    assert fitted.converged, fitted.warnings
    table = fitted.ranking()
    assert table["model"].iloc[0] == "a"
    assert np.isfinite(table[["score", "lower", "upper"]].to_numpy()).all()
    # The mirror image, negative abilities and discriminations, would have the same likelihood: no draw is near it.
    ability = fitted.posterior["posterior"]["ability"]
    assert (ability.sel(model="a") > ability.sel(model="e")).all()
