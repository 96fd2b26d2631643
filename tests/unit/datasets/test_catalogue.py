"""Every bundled file loads, is described, and holds what its source says."""

from importlib.resources import files

import numpy as np
import pytest

from bayesrank.datasets.catalogue import EXAMPLES, examples, load_example
from bayesrank.observations.comparisons import A_FIRST, A_WON, TIE, Comparisons
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.summarise import summarise

FOLDER = files("bayesrank.datasets")
BUNDLED = sorted(
    file.name for file in FOLDER.iterdir() if not file.name.endswith((".py", ".md")) and not file.name.startswith("_")
)


def outcomes(name: str) -> Outcomes:
    data = load_example(name)
    assert isinstance(data, Outcomes)
    return data


def comparisons(name: str) -> Comparisons:
    data = load_example(name)
    assert isinstance(data, Comparisons)
    return data


def n_right(data: Outcomes) -> np.ndarray:
    """Right trials of each cell, shape (L, M)."""
    right = np.zeros((len(data.models), len(data.questions)))
    np.add.at(right, (data.model_index, data.question_index), data.outcome * data.count)
    return right


def test_every_bundled_file_has_one_entry_in_the_catalogue() -> None:
    assert sorted(f"{name}.csv" for name in EXAMPLES) == BUNDLED


def test_every_bundled_file_has_one_entry_in_the_licences() -> None:
    page = FOLDER.joinpath("LICENSES.md").read_text(encoding="utf-8")
    entries = page.split("\n# ")[0].split("\n## ")[1:]
    assert sorted(entry.splitlines()[0] for entry in entries) == BUNDLED
    for entry in entries:
        name = entry.splitlines()[0].removesuffix(".csv")
        told = dict(line[2:].split(": ", 1) for line in entry.splitlines() if line.startswith("- "))
        assert set(told) == {"What", "Source", "Licence", "Changed"}
        assert EXAMPLES[name].licence.lower() in told["Licence"].lower()


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_every_data_set_loads_as_the_kind_it_is_listed_as(name: str) -> None:
    assert type(load_example(name)).__name__ == EXAMPLES[name].kind


def test_the_list_has_one_row_a_data_set_and_no_empty_cell() -> None:
    listed = examples()
    assert listed.columns.tolist() == ["name", "kind", "description", "licence", "source"]
    assert listed["name"].tolist() == list(EXAMPLES)
    assert listed.map(len).to_numpy().min() > 0


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"name must be one of baseball1987, .* got 'pudding'\. bayesrank\.examples"):
        load_example("pudding")


def test_livecodebench_has_ten_trials_a_problem_but_for_two_models() -> None:
    # 45 models on 400 problems; the two models marked (n=1) on the leaderboard have one trial a problem.
    data = outcomes("livecodebench_counts")
    assert data.n_trials.shape == (45, 400)
    once = [name for name, trials in zip(data.models, data.n_trials, strict=True) if (trials == 1).all()]
    assert once == [name for name in data.models if name.endswith("(n=1)")]
    assert data.n_trials.sum() == 43 * 400 * 10 + 2 * 400
    assert set(data.question_metadata) == {"difficulty", "platform", "date"}


def test_evalperf_has_a_hundred_trials_a_task_but_for_three_models() -> None:
    # 34 configurations on 118 tasks, 100 samples each, 50 for three of them (n_samples of the result files).
    data = outcomes("evalperf_counts")
    assert data.n_trials.max(axis=1).tolist().count(50) == 3
    assert data.n_trials.max(axis=1).tolist().count(100) == 31
    assert len(data.questions) == 118


def test_taubench_passes_as_often_as_published() -> None:
    # README of tau-bench, gpt-4o on airline: pass^1..4 = .420, .273, .220, .200; pass^k is the
    # mean over tasks of C(right, k) / C(trials, k), here of 4 trials.
    right = n_right(outcomes("taubench_airline"))[0]
    subsets = {1: [0, 1, 2, 3, 4], 2: [0, 0, 1, 3, 6], 3: [0, 0, 0, 1, 4], 4: [0, 0, 0, 0, 1]}  # C(right, k)
    passed = [np.mean([ways[int(count)] / ways[4] for count in right]) for ways in subsets.values()]
    np.testing.assert_allclose(passed, [0.420, 0.273, 0.220, 0.200], atol=0.0005)


def test_eighty_five_issues_of_swebench_were_solved_by_nobody() -> None:
    # Counted in the lists of resolved issues from which the table was made.
    data = outcomes("swebench_verified")
    right = n_right(data)
    assert right.shape == (50, 500)
    assert (right.sum(axis=0) == 0).sum() == 85


@pytest.mark.parametrize(
    ("name", "shares"),
    [
        # Bock & Lieberman (1970): share of right answers to the five items, of 1000 persons.
        ("lsat6", [0.924, 0.709, 0.553, 0.763, 0.870]),
        ("lsat7", [0.828, 0.658, 0.772, 0.606, 0.843]),
    ],
)
def test_the_items_of_the_lsat_are_as_easy_as_published(name: str, shares: list[float]) -> None:
    data = outcomes(name)
    assert len(data.models) == 1000
    np.testing.assert_allclose(n_right(data).mean(axis=0), shares, atol=1e-12)


def test_answers_about_science_have_four_evenly_spaced_grades() -> None:
    # 392 respondents, 4 items; the file holds grades 1 to 4 and its first respondent answered 4, 4, 3, 2.
    data = outcomes("science4")
    assert data.n_trials.shape == (392, 4)
    assert data.n_categories == 4
    np.testing.assert_allclose(data.weights, [0, 1 / 3, 2 / 3, 1])
    first = data.model_index == data.models.index("respondent 0")
    answers = {
        data.questions[question]: answer
        for question, answer in zip(data.question_index[first], data.outcome[first], strict=True)
    }
    assert answers == {"Comfort": 3, "Work": 3, "Future": 2, "Benefit": 1}


def test_llmfao_has_three_kinds_of_judges_with_a_bias_to_one_side() -> None:
    # LLMFAO: 8,931 votes of 124 people (39 % ties) and 2,139 verdicts each of GPT-3 and GPT-4 on 59 models and 13
    # prompts; the left answer wins .533, .695 and .455 of the decided ones.
    data = comparisons("llmfao_battles")
    assert data.n_battles == 13_209
    assert (len(data.models), len(data.questions), len(data.judges)) == (59, 13, 126)
    assert (data.side == A_FIRST).all()
    judge = np.array([name.split("_")[0] for name in data.judges])[data.judge_index]
    assert {kind: int((judge == kind).sum()) for kind in ("human", "gpt3", "gpt4")} == {
        "human": 8_931,
        "gpt3": 2_139,
        "gpt4": 2_139,
    }
    assert np.mean(data.winner[judge == "human"] == TIE) == pytest.approx(0.39, abs=0.005)
    for kind, share in {"human": 0.533, "gpt3": 0.695, "gpt4": 0.455}.items():
        decided = data.winner[(judge == kind) & (data.winner != TIE)]
        assert np.mean(decided == A_WON) == pytest.approx(share, abs=0.0005)


def test_the_premier_league_draws_as_often_as_in_its_tables() -> None:
    # 3 seasons x 380 matches, 25 clubs, 22.5 % draws (openfootball); 20 clubs at home against 19 others a season.
    data = comparisons("premier_league")
    assert data.n_battles == 1_140
    assert len(data.models) == 25
    assert np.mean(data.winner == TIE) == pytest.approx(0.225, abs=0.0005)
    assert (data.side == A_FIRST).all()
    assert np.bincount(data.model_a).max() == 3 * 19
    # The first match, Brentford at home to Arsenal, was on 13 August 2021: day 18852 after 1970-01-01.
    assert data.order.min() == (np.datetime64("2021-08-13") - np.datetime64("1970-01-01")).astype(int)
    first = int(np.argmin(data.order))
    assert (data.models[data.model_a[first]], data.models[data.model_b[first]]) == ("Brentford FC", "Arsenal FC")
    assert data.winner[first] == A_WON


def test_baseball_has_every_pair_of_teams_thirteen_times() -> None:
    # Agresti (2002), section 10.6: 7 teams, 273 games, 13 between each two of the 21 pairs.
    data = comparisons("baseball1987")
    counts = summarise(data, PairCounts)
    assert data.n_battles == 273
    assert (data.side == A_FIRST).all()
    np.testing.assert_array_equal(counts.n_battles, 13 * (1 - np.eye(7)))


def test_pudding_has_the_comparisons_of_davidson() -> None:
    # Davidson (1970), example 2: 15 pairs of 6 brands, 745 comparisons; brand 1 against 2 won 19, lost 22, tied 16.
    data = comparisons("pudding1970")
    counts = summarise(data, PairCounts)
    one, two = counts.models.index("1"), counts.models.index("2")
    assert data.n_battles == 745
    assert (counts.n_battles > 0).sum() == 2 * 15
    assert (counts.wins[one, two], counts.wins[two, one], counts.ties[one, two]) == (19, 22, 16)
    assert len(counts.components()) == 1


def test_nascar_has_four_drivers_who_only_ever_finished_last() -> None:
    # Hunter (2004): 36 races of 43 places, 87 drivers, four of whom finished last in each race they ran.
    data = load_example("nascar2002")
    assert isinstance(data, Orderings)
    assert (len(data.voters), len(data.models)) == (36, 87)
    profile = summarise(data, Profile)
    np.testing.assert_array_equal(np.sort(profile.ranks, axis=1)[:, :43], np.tile(np.arange(1, 44), (36, 1)))
    assert (np.nanmin(profile.ranks, axis=0) == 43).sum() == 4


def test_the_classifiers_have_the_published_average_ranks() -> None:
    # Garcia & Herrera (2008): average ranks over 30 data sets, ties sharing their mean rank.
    data = load_example("garcia_herrera2008")
    assert isinstance(data, ScoreTable)
    assert len(data.benchmarks) == 30
    profile = summarise(data, Profile)
    average = dict(zip(profile.models, profile.ranks.mean(axis=0), strict=True))
    published = {"C4.5": 2.1, "k-NN(k=1)": 3.25, "NaiveBayes": 2.2, "Kernel": 4.3333, "CN2": 3.1167}
    assert average == pytest.approx(published, abs=5e-5)
