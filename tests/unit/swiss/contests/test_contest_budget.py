"""What is known of a tournament before any data, against numbers worked by hand and those of the study of the rules.

The numbers of matches and of final points were worked out for the study with a program of its own; the recursion that
they come from is checked by hand for four models.
"""

import json

import numpy as np
import pytest

from bayesrank.swiss.contests.contest_budget import contest_budget

SETTING = (29, 12)  # models and rounds of the paper


def test_four_models_by_hand():
    # Models at 0, 1, ... points without eliminations: 4; two matches, so 2, 2; two, so 1, 2, 1; one, so 1, 1, 2. With
    # them: 4; two matches, and one of the two at 0 leaves, so 1, 2; one match and a bye, and the one at 0 leaves; none.
    budget = contest_budget(4, 3, [0, 1])
    assert budget.n_pairs.tolist() == [[2, 2, 1], [2, 1, 0]]
    assert budget.n_active.tolist() == [[4, 4, 4], [4, 3, 2]]
    assert budget.n_final.tolist() == [[1, 1, 2, 0], [2, 1, 1, 0]]
    assert budget.n_survivors.tolist() == [[1, 1, 2, 0], [0, 1, 1, 0]]
    assert budget.idle.tolist() == [[False] * 3, [False, False, True]]
    np.testing.assert_allclose(budget.mean_sensitivity, [np.nan, (3 - 5) / 4])


def test_matches_of_the_setting_of_the_paper():
    # Section 3.1 of the specification of the rules.
    assert contest_budget(*SETTING, range(7)).total.tolist() == [154, 130, 104, 80, 65, 56, 44]
    assert set(contest_budget(*SETTING, range(15, 29)).total.tolist()) == {25}


def test_final_points_of_the_setting_of_the_paper():
    budget = contest_budget(*SETTING, [0])
    final = {score: number for score, number in enumerate(budget.n_final[0].tolist()) if number}
    assert final == {8: 3, 7: 6, 6: 6, 5: 6, 4: 4, 3: 1, 2: 1, 1: 1, 0: 1}
    assert budget.highest.tolist() == [8]
    assert not budget.idle.any()


def test_mean_sensitivity_of_the_setting_of_the_paper():
    budget = contest_budget(*SETTING, [0, 2, "front:2:3"])
    np.testing.assert_allclose(budget.mean_sensitivity, [np.nan, (104 - 154) / 2 / 29, np.nan])


@pytest.mark.parametrize(("models", "frozen_after"), [(2, 1), (4, 4), (6, 8), (8, 11), (10, 15), (16, 26), (29, 51)])
def test_a_contest_freezes_when_all_points_differ(models, frozen_after):
    # Section 3.2 of the specification. All have different points then, and M (M - 1) / 2 matches were played.
    budget = contest_budget(models, 60, [0])
    assert np.flatnonzero(budget.idle[0]).tolist() == list(range(frozen_after, 60))
    assert budget.total.tolist() == [models * (models - 1) // 2]
    assert budget.n_final[0, :models].tolist() == [1] * models
    assert not contest_budget(models, frozen_after, [0]).idle.any()


def test_points_are_conserved():
    # Each match gives one point, and every model has its points in the end.
    budget = contest_budget(23, 9, [0, 1, "halving", [0, 5, 0, 3, 0, 0, 0, 0, 2]])
    assert (budget.n_final @ np.arange(10)).tolist() == budget.total.tolist()
    assert budget.n_final.sum(axis=1).tolist() == [23] * 4
    assert budget.n_survivors.sum(axis=1).tolist() == budget.n_active[:, -1].tolist()


def test_rounds_without_matches_are_warned_of():
    # Eight models: two at most can meet in rounds 10 and 11 (one pair of the four that there could be).
    budget = contest_budget(8, 12, [0, 2])
    nobody, few, nobody_at_two = budget.warnings  # the sentences are those of test_idle_rounds.py
    assert nobody.startswith("at elimination 0 nobody plays in round 12 of 12,")
    assert few.startswith("at elimination 0 fewer than half of the possible matches are played in rounds 10 and 11 of")
    assert nobody_at_two.startswith("at elimination 2 nobody plays in rounds 6 to 12 of 12,")
    assert repr(budget).startswith(f"warning: {budget.warnings[0]}\nwarning: {budget.warnings[1]}\n")
    assert repr(budget).endswith("ContestBudget(8 models, 12 rounds; matches by eliminations: 28 at 0, 11 at 2)")
    assert contest_budget(*SETTING, [0, 2]).warnings == ()


def test_rows_of_the_frame():
    rows = contest_budget(4, 3, [0, 1]).frame()
    assert rows.columns.tolist() == ["eliminate", "round", "n_active", "n_pairs", "plays"]
    assert rows.iloc[2].tolist() == ["0", 3, 4, 1, "all"]
    assert rows.iloc[5].tolist() == ["1", 3, 2, 0, "nobody"]
    assert contest_budget(8, 12, [0]).frame().plays.tolist()[9:] == ["some", "some", "nobody"]


def test_the_record_is_plain():
    budget = contest_budget(4, 3, [0, 1])
    record = json.loads(json.dumps(budget.record()))
    assert record["models"] == 4
    assert record["rounds"] == 3
    assert record["warnings"] == list(budget.warnings)
    assert record["schedules"][1] == {
        "eliminate": "1",
        "total": 3,
        "highest": 2,
        "n_pairs": [2, 1, 0],
        "n_active": [4, 3, 2],
        "n_final": [2, 1, 1, 0],
        "n_survivors": [0, 1, 1, 0],
        "mean_sensitivity": -0.5,
    }
    assert record["schedules"][0]["mean_sensitivity"] is None


def test_what_cannot_be_played():
    with pytest.raises(ValueError, match=r"models must be a whole number of at least 2; got 1\."):
        contest_budget(1, 3)
    with pytest.raises(ValueError, match=r"rounds must be a whole number of at least 1; got 0\."):
        contest_budget(4, 0)
    with pytest.raises(ValueError, match=r"eliminate must hold at least one schedule; got none\. Say 0"):
        contest_budget(4, 3, [])
    with pytest.raises(ValueError, match="eliminate must be whole numbers of models, 0 or more; got -1"):
        contest_budget(4, 3, [-1])
