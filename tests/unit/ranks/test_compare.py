"""Methods side by side on the same data."""

import numpy as np
import pytest

import bayesrank as br
from bayesrank.programs.registry import find_program, program_families
from bayesrank.ranks.compare import methods_for
from bayesrank.rules.paper import PAPER
from bayesrank.rules.registry import find_rule
from tests.side_by_side import ranked

RNG = np.random.default_rng(3)
DATA = br.Outcomes.from_array(RNG.integers(0, 2, (3, 5, 4)), models=["a", "b", "c"])
SAMPLED = {name for name in program_families() if find_program(name).exact is None}
TABLE = br.ScoreTable(("a", "b"), ("x", "y", "z"), np.array([[1.0, 2, 3], [0, 3, 1]]), np.array([True] * 3))


def test_every_method_ranks_as_it_does_alone():
    comparison = br.compare(DATA, ["bayes", "borda", "schulze", "elo"], random_seed=4)
    assert comparison.labels == ("bayes", "borda", "schulze", "elo")
    for label, ranking in comparison.rankings.items():
        np.testing.assert_array_equal(ranking.scores, br.rank(DATA, label, random_seed=4).scores)
        assert ranking.warnings == br.rank(DATA, label, random_seed=4).warnings


def test_labels_stand_for_methods_with_options():
    comparison = br.compare(DATA, {"half": ("minimax", {"ties": "half"}), "none": ("minimax", {"ties": "ignore"})})
    assert comparison.labels == ("half", "none")
    assert comparison.rankings["none"].options == {"ties": "ignore"}


def test_a_method_that_refuses_is_told_and_the_others_rank():
    comparison = br.compare(DATA, {"pass": ("pass_at_k", {"k": 5}), "avg": ("avg", {})})
    assert comparison.labels == ("avg",)
    assert comparison.refused["pass"].startswith("k must be from 1 to 4, the fewest trials")


def test_all_methods_are_those_that_read_the_data():
    assert {"bayes", "population", "rasch", "avg", "borda", "elo", "pagerank"} <= set(methods_for(DATA))
    readers = set(methods_for(TABLE))
    assert {"score_table", "borda", "schulze", "nanson"} <= readers
    assert readers.isdisjoint({"avg", "bayes", "elo", "pagerank", "majority_judgment"})
    comparison = br.compare(TABLE)
    told = {label.removesuffix(" (map)") for label in (*comparison.labels, *comparison.refused)}
    assert told == readers


def test_among_all_methods_no_program_is_sampled(monkeypatch):
    asked = {}

    def rank_by_program(data, method, options, **_):
        asked[method] = dict(options)
        return ranked([3, 2, 1], data.models)

    monkeypatch.setattr("bayesrank.ranks.compare.rank_by_program", rank_by_program)
    labels = br.compare(DATA, "all").labels
    assert set(asked) == {name for name in methods_for(DATA) if name in program_families()}
    for name, options in asked.items():
        sampled = find_program(name).exact is None
        assert options == ({"inference": "map"} if sampled else {})
        assert ((f"{name} (map)" in labels), (name in labels)) == (sampled, not sampled)


def test_a_program_by_name_is_its_posterior_mean(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "bayesrank.ranks.compare.rank_by_program",
        lambda data, method, options, **_: asked.append((method, options)) or ranked([3, 2, 1], data.models),
    )
    assert br.compare(DATA, ["rasch"]).labels == ("rasch",)
    assert asked == [("rasch", {})]


def test_the_mode_stands_beside_the_mean_under_a_label():
    calls = {"mode": ("rasch", {"inference": "map"}), "exact": ("bayes", {})}
    comparison = br.compare(DATA, calls)
    alone = br.rank(DATA, "rasch", inference="map")
    np.testing.assert_array_equal(comparison.rankings["mode"].scores, alone.scores)


def test_what_must_be_told_to_a_method_is_a_refusal_among_all_and_an_error_by_name(monkeypatch):
    monkeypatch.setattr("bayesrank.ranks.compare.methods_for", lambda _: ("avg", "growth"))
    assert br.compare(DATA).refused["growth (map)"].startswith("time_axis must be 'trials'")
    with pytest.raises(ValueError, match="time_axis must be 'trials'"):
        br.compare(DATA, ["avg", "growth"])


def test_chains_that_did_not_converge_are_a_refusal(monkeypatch):
    def rank_by_program(*_, **__):
        message = "the sampler may not have converged"
        raise br.ConvergenceError(message)

    monkeypatch.setattr("bayesrank.ranks.compare.rank_by_program", rank_by_program)
    comparison = br.compare(DATA, ["avg", "rasch"])
    assert (comparison.labels, comparison.refused) == (("avg",), {"rasch": "the sampler may not have converged"})


def test_one_name_or_a_rule_of_ones_own_will_do():
    assert br.compare(DATA, "borda").labels == ("borda",)
    assert br.compare(DATA, [find_rule("borda"), "avg"]).labels == ("borda", "avg")


def test_what_is_no_data_is_refused():
    with pytest.raises(ValueError, match="methods must name at least one method that reads such data; got none"):
        br.compare(np.ones((2, 2)))
    with pytest.raises(ValueError, match="random_seed must be a whole number of at least 0; got -1"):
        br.compare(DATA, ["avg"], random_seed=-1)


def test_the_configurations_of_the_paper(monkeypatch):
    quick = {label: call for label, call in PAPER.items() if label == "rasch" or call[0] not in SAMPLED}
    monkeypatch.setattr("bayesrank.ranks.compare.PAPER", quick)
    comparison = br.compare(DATA, "paper")
    assert (comparison.rankings["bayes_ci"].scores < comparison.rankings["bayes"].scores).all()  # a lower bound
    assert comparison.rankings["rasch"].target == "ability"
    assert set(comparison.labels) | set(comparison.refused) == set(quick)


@pytest.mark.parametrize("methods", [[], {}])
def test_no_method_is_refused(methods):
    with pytest.raises(ValueError, match="methods must name at least one method that reads such data; got none"):
        br.compare(DATA, methods)


def test_a_wrong_name_is_refused_before_anything_is_ranked():
    with pytest.raises(ValueError, match=r"method must be one of .*; got 'bordo'"):
        br.compare(DATA, ["avg", "bordo"])


def test_where_all_refuse_the_first_reason_is_given():
    with pytest.raises(br.DataError, match=r"a method must be able to rank these data; got none of 1\. avg: "):
        br.compare(TABLE, ["avg"])
