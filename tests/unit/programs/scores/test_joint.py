"""The joint program: its density is that of Rasch and Davidson at shared abilities, and what it must tell."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import expit

from bayesrank import Comparisons, DataError, JointData, NotIdentifiedError, Outcomes
from bayesrank.programs.scores.joint import PROGRAM, doubts, identified, joint, source_agreement
from bayesrank.statistics.joint_counts import count_joint

ANSWERS = np.array([[1.0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 1, np.nan]])
BATTLES = ((0, 1, 1), (1, 0, 1), (0, 2, 1), (0, 3, 1), (1, 2, 1), (2, 3, 0), (3, 4, 1), (2, 0, 1), (4, 1, 0))


def data(answers=ANSWERS, battles=BATTLES, names="abcde"):
    first, second, winner = (np.array(column) for column in zip(*battles, strict=True))
    met = sorted({*first.tolist(), *second.tolist()})
    place = {number: position for position, number in enumerate(met)}
    comparisons = Comparisons(
        tuple(names[number] for number in met),
        np.array([place[number] for number in first.tolist()]),
        np.array([place[number] for number in second.tolist()]),
        winner,
        np.ones(len(first), dtype=np.int64),
    )
    return count_joint(JointData(Outcomes.from_array(answers, models=list(names[: len(answers)])), comparisons))


@pytest.mark.parametrize("battle_ability", ["shared", "related"])
def test_density_is_that_of_scipy(battle_ability):
    counts = data()
    model = joint(counts, battle_ability=battle_ability)
    rng = np.random.default_rng(0)
    point = {name: rng.normal(0, 0.5, np.shape(value)) for name, value in model.initial_point().items()}
    zero_sum = [model["ability"], *([model["battle_deviation"]] if battle_ability == "related" else [])]
    vectors = model.compile_fn(
        [model.rvs_to_transforms[free].backward(model.rvs_to_values[free]) for free in zero_sum],
        inputs=model.value_vars,
        mode="FAST_COMPILE",
        on_unused_input="ignore",
    )(point)
    ability = vectors[0]
    spread, hard, scale = (
        np.exp(point[f"{name}_log__"]) for name in ("ability_spread", "difficulty_spread", "battle_scale")
    )
    difficulty, log_tie = point["difficulty"], point["log_tie"]
    strength = scale * ability
    terms = [
        stats.binom.logpmf(
            counts.outcomes.counts[:, :, 1], counts.outcomes.n_trials, expit(ability[:, None] - difficulty)
        ),
        stats.norm.logpdf(difficulty, point["difficulty_mean"], hard),
        stats.norm.logpdf(point["difficulty_mean"], 0, 1.5),
        stats.norm.logpdf(point["difficulty_spread_log__"], np.log(2), 0.5),
        stats.norm.logpdf(point["ability_spread_log__"], 0, 0.5),
        stats.norm.logpdf(point["battle_scale_log__"], 0, 0.5),
        stats.norm.logpdf(log_tie, 0, 1.5),
        plane(ability, spread),
    ]
    if battle_ability == "related":
        strength = strength + vectors[1]
        terms += [
            plane(vectors[1], np.exp(point["deviation_spread_log__"])),
            stats.norm.logpdf(point["deviation_spread_log__"], np.log(0.3), 0.5),
        ]
    battles = counts.battles
    for first, second, row in zip(battles.first, battles.second, battles.counts, strict=True):
        worth = np.exp([strength[first], strength[second], log_tie + (strength[first] + strength[second]) / 2])
        terms.append(stats.multinomial.logpmf(row, int(row.sum()), worth / worth.sum()))
    expected = sum(np.sum(term) for term in terms)
    assert model.compile_logp(mode="FAST_COMPILE")(point) == pytest.approx(expected, abs=1e-8)
    assert np.isfinite(model.compile_dlogp(mode="FAST_COMPILE")(point)).all()


def plane(vector, scale):
    """Return the normal log density of a vector that sums to zero, on its plane of L - 1 dimensions."""
    assert vector.sum() == pytest.approx(0, abs=1e-12)
    return -((vector / scale) ** 2).sum() / 2 - (len(vector) - 1) * np.log(scale * np.sqrt(2 * np.pi))


def test_scores_are_those_of_rasch_of_all_models():
    # Model e answered nothing; with ability 2 and difficulties 0 its accuracy is sigmoid(2) = .8807970780.
    counts = data()
    ability = np.array([[0.0, 0, 0, 0, 0]])
    ability[0, counts.models.index("e")] = 2
    draws = {"ability": ability, "difficulty": np.zeros((1, 4))}
    found = PROGRAM.scores_of(counts, draws, "benchmark", np.random.default_rng(0))
    assert found[0, counts.models.index("e")] == pytest.approx(0.8807970780, abs=1e-9)
    assert PROGRAM.chance(counts, draws).shape == (1, 5, 4)
    np.testing.assert_array_equal(PROGRAM.scores_of(counts, draws, "ability", None), ability)


def test_what_is_doubtful_is_told():
    assert doubts(data(), "ability") == []
    assert "'e' answered no question: the accuracy is predicted" in doubts(data(), "benchmark")[-1]
    apart = data(battles=((4, 5, 1), (5, 4, 1)), names="abcdef")
    told = doubts(apart, "ability")
    assert told[0].startswith("0 models have answers and battles")
    assert "link 2 groups of models, 'a', 'b', 'c', 'd'; 'e', 'f'" in told[1]


def test_sources_that_disagree_are_told():
    # Shares right 3/4, 2/4, 1/4, 1/3; battles won the other way round: d beat a, b and c, c beat a and b, b beat a.
    turned = data(battles=((3, 0, 1), (3, 1, 1), (3, 2, 1), (2, 0, 1), (2, 1, 1), (1, 0, 1)), names="abcd")
    expected = np.corrcoef([3 / 4, 2 / 4, 1 / 4, 1 / 3], [0, 1 / 3, 2 / 3, 1])[0, 1]
    assert source_agreement(turned) == pytest.approx(expected, abs=1e-12)
    assert "order the models differently (correlation -0.88)" in doubts(turned, "ability")[0]
    assert doubts(turned, "ability", battle_ability="related") == []
    assert np.isnan(source_agreement(data(battles=((0, 1, 1), (1, 2, 1), (2, 4, 1)))))


def test_a_likelihood_without_maximum_is_refused():
    identified(data())
    with pytest.raises(NotIdentifiedError, match=r"three models must have answers and battles, .* got 2"):
        identified(data(battles=((0, 1, 1), (1, 0, 1))))
    never = data(battles=((4, 0, 1), (4, 1, 1), (4, 2, 1), (0, 1, 1)))
    with pytest.raises(NotIdentifiedError, match="got 'e' that never lost to the rest"):
        identified(never)


def test_weights_make_the_likelihood_composite():
    plain = data()
    assert not PROGRAM.composite(plain)
    weighted = Comparisons(
        ("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([1]), weight=np.array([0.5])
    )
    counts = count_joint(JointData(Outcomes.from_array(ANSWERS, models=list("abcd")), weighted))
    assert PROGRAM.composite(counts)
    assert "battles are weighted" in doubts(counts, "ability")[-1]


def test_what_it_cannot_use_is_refused():
    battle = Comparisons(("a", "b"), np.array([0]), np.array([1]), np.array([1]), np.array([1]))
    prior = Outcomes.from_array([[1, 0], [0, 1]], models=["a", "b"], prior=[[1], [0]])
    with pytest.raises(DataError, match="data for 'joint' must have no prior outcomes"):
        joint(count_joint(JointData(prior, battle)))
    with pytest.raises(ValueError, match="battle_ability must be one of shared, related; got 'same'"):
        joint(data(), battle_ability="same")
