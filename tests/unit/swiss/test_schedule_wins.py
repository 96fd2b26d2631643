import numpy as np

from bayesrank.swiss.schedule_wins import ScheduleWins


def test_wins_are_ranked_as_any_draws_are():
    # a wins more than b in three draws of four: superiority 3/4, and ranks 1 and 2 both within 95 %
    samples = np.array([[3.0, 1.0], [3.0, 2.0], [2.0, 1.0], [1.0, 2.0]])
    wins = ScheduleWins(("a", "b"), samples.mean(axis=0), samples)
    table = wins.ranking(ci_prob=0.95)
    assert table[["model", "score", "rank_lower", "rank_upper"]].to_numpy().tolist() == [
        ["a", 2.25, 1, 2],
        ["b", 1.5, 1, 2],
    ]
    assert wins.superiority().loc["a", "b"] == 0.75
