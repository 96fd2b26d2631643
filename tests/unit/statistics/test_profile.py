"""Ranks by voters."""

from dataclasses import replace

import numpy as np

from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.statistics.profile import Profile, profile_orderings, profile_outcomes, profile_scores

NAN = float("nan")


def ranks_by_name(profile: Profile, voter: str) -> dict[str, float]:
    row = profile.ranks[profile.voters.index(voter)]
    return {name: float(rank) for name, rank in zip(profile.models, row, strict=True) if not np.isnan(rank)}


def test_ties_share_the_mean_of_their_places_and_unranked_models_have_none() -> None:
    # v: z first, then x and w tied on places 2 and 3, y fourth; u: y before w, and no word on the others.
    data = Orderings(
        models=("w", "x", "y", "z"),
        voters=("u", "v"),
        voter_index=np.array([1, 1, 1, 1, 0, 0]),
        model_index=np.array([0, 1, 2, 3, 0, 2]),
        rank=np.array([20.0, 20.0, 30.0, 10.0, 7.0, 2.0]),
        multiplicity=np.array([5, 1]),
    )
    profile = profile_orderings(data)
    assert ranks_by_name(profile, "v") == {"z": 1.0, "w": 2.5, "x": 2.5, "y": 4.0}
    assert ranks_by_name(profile, "u") == {"y": 1.0, "w": 2.0}
    assert dict(zip(profile.voters, profile.weights.tolist(), strict=True)) == {"u": 5.0, "v": 1.0}


def test_benchmarks_vote_in_their_direction() -> None:
    table = ScoreTable(
        models=("x", "y", "z"),
        benchmarks=("accuracy", "error"),
        scores=np.array([[0.9, 0.3], [0.8, 0.1], [0.9, NAN]]),
        higher_is_better=np.array([True, False]),
    )
    profile = profile_scores(table)
    assert ranks_by_name(profile, "accuracy") == {"x": 1.5, "z": 1.5, "y": 3.0}
    assert ranks_by_name(profile, "error") == {"y": 1.0, "x": 2.0}
    assert profile.weights.tolist() == [1.0, 1.0]


def test_a_benchmark_with_one_score_compares_nothing_and_is_left_out() -> None:
    table = ScoreTable(
        models=("x", "y"),
        benchmarks=("both", "lonely"),
        scores=np.array([[1.0, 1.0], [2.0, NAN]]),
        higher_is_better=np.array([True, True]),
    )
    profile = profile_scores(table)
    assert profile.voters == ("both",)
    assert profile.ranks.shape == (1, 2)


def test_neither_the_order_of_rows_nor_names_touch_the_profile() -> None:
    rng = np.random.default_rng(22)
    scores = rng.integers(0, 5, (7, 9)).astype(np.float64)
    scores[rng.random((7, 9)) < 0.2] = NAN
    direction = rng.random(9) < 0.5
    one = profile_scores(ScoreTable(tuple("abcdefg"), tuple("123456789"), scores, direction))
    models, benchmarks = rng.permutation(7), rng.permutation(9)
    moved = ScoreTable(tuple("tuvwxyz"), tuple("987654321"), scores[np.ix_(models, benchmarks)], direction[benchmarks])
    other = profile_scores(moved)
    np.testing.assert_array_equal(one.ranks, other.ranks)
    assert tuple("abcdefg".index(name) for name in one.models) == tuple(
        int(models["tuvwxyz".index(name)]) for name in other.models
    )


def test_voters_of_other_weight_are_told_apart() -> None:
    # Two voters say the opposite; only the multiplicity tells the models apart.
    def profile(heavy: int) -> Profile:
        return profile_orderings(
            Orderings(
                models=("x", "y"),
                voters=("u", "v"),
                voter_index=np.array([0, 0, 1, 1]),
                model_index=np.array([0, 1, 1, 0]),
                rank=np.array([1.0, 2.0, 1.0, 2.0]),
                multiplicity=np.array([3, 1])[:: 1 if heavy == 0 else -1],
            )
        )

    np.testing.assert_array_equal(profile(0).ranks, profile(1).ranks)
    np.testing.assert_array_equal(profile(0).weights, profile(1).weights)


def test_questions_rank_the_models_that_they_were_put_to() -> None:
    # Means on p: x 2/3, y 1/3, z 2/3; on q: x 0, y missing, z 1/2, of one and of two trials.
    counts = count_outcomes(
        Outcomes.from_array(
            [[[1, 1, 0], [0, NAN, NAN]], [[1, 0, 0], [NAN, NAN, NAN]], [[0, 1, 1], [1, 0, NAN]]],
            models=["x", "y", "z"],
            questions=["p", "q"],
        )
    )
    profile = profile_outcomes(counts)
    assert ranks_by_name(profile, "p") == {"x": 1.5, "z": 1.5, "y": 3.0}
    assert ranks_by_name(profile, "q") == {"z": 1.0, "x": 2.0}
    assert profile.weights.tolist() == [1.0, 1.0]


def test_means_of_the_same_utilities_are_ties_whatever_their_sums_round_to() -> None:
    # Utilities 0.1 and 0.2 of x, 0.3 and 0 of y, 0.3 and 0.1 of z.
    counts = count_outcomes(
        Outcomes.from_array([[[1, 2]], [[3, 0]], [[3, 1]]], weights=[0, 0.1, 0.2, 0.3], models=["x", "y", "z"])
    )
    assert 0.1 + 0.2 != 0.3
    assert ranks_by_name(profile_outcomes(counts), "question 1") == {"z": 1.0, "x": 2.5, "y": 2.5}


def test_a_stack_of_outcomes_is_ranked_one_by_one() -> None:
    rng = np.random.default_rng(23)
    outcomes = rng.integers(0, 2, (4, 5, 3)).astype(np.float64)
    outcomes[2, 1] = outcomes[0, 3] = NAN
    counts = count_outcomes(Outcomes.from_array(outcomes))
    probability = rng.uniform(size=(6, 4, 5)).round(1)
    drawn = counts.n_trials[..., None] * np.stack([1 - probability, probability], axis=-1)
    weight = rng.multinomial(5, np.full(5, 0.2), 6).astype(np.float64)
    profile = profile_outcomes(replace(counts, counts=drawn, question_weight=weight))
    assert profile.ranks.shape == (6, 5, 4)
    np.testing.assert_array_equal(profile.weights, weight)
    for draw in range(6):
        one = profile_outcomes(replace(counts, counts=drawn[draw], question_weight=weight[draw]))
        np.testing.assert_array_equal(profile.ranks[draw], one.ranks)
    assert np.isnan(profile.ranks).sum() == 6 * 2  # the two missing cells, in each draw
