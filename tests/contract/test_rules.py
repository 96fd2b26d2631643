"""What every rule holds to, over the registry: a new rule is tested by being there."""

import inspect
import re
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import numpydoc.docscrape
import pytest

import bayesrank as br
from bayesrank.ranks.stacks import question_posterior
from bayesrank.rules.registry import find_rule, rule_families
from bayesrank.statistics.games import Games
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.summarise import REDUCTIONS, find_reduction, summarise

RULES = list(rule_families())
BIBLIOGRAPHY = (Path(__file__).parents[2] / "docs/references.bib").read_text()
NAMES = ("ada", "bob", "cyd", "dee", "eve", "fay")
NAN = float("nan")
ARRAYS = {  # with an axis of draws in a stack
    OutcomeCounts: ("counts", "question_weight"),
    Profile: ("ranks", "weights"),
    PairVotes: ("wins", "ties"),
    PairCounts: ("wins", "ties"),
}


def tensor(seed=0, n_models=6, n_questions=9, n_trials=4):
    """Draw right and wrong answers of models of different ability."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(0, 1, n_models)[:, None]
    p = 1 / (1 + np.exp(-(ability - rng.normal(0, 1, n_questions))))
    return (rng.random((n_models, n_questions, n_trials)) < p[:, :, None]).astype(float)


def with_gaps(seed=0):
    """Take a third of the cells away, and half of the trials of another third; every model keeps three cells."""
    outcomes = tensor(seed)
    fate = np.random.default_rng(seed + 1).integers(0, 3, outcomes.shape[:2])
    fate[:, :3] = 2
    outcomes[fate == 0] = NAN
    outcomes[:, :, 2:][fate == 1] = NAN
    return outcomes


def scores(outcomes, name, models=NAMES, **options):
    """Return the score of each model by name."""
    ranking = br.rank(br.Outcomes.from_array(outcomes, models=models), name, random_seed=0, **options)
    return dict(zip(ranking.names, ranking.scores, strict=True))


def assert_same(one, other):
    assert one.keys() == other.keys()
    np.testing.assert_allclose([one[name] for name in one], [other[name] for name in one], rtol=1e-9, atol=1e-9)


# Of the signature and the docstring


@pytest.mark.parametrize("name", RULES)
def test_options_are_words_and_numbers_by_name(name):
    parameters = list(inspect.signature(find_rule(name)).parameters.values())[1:]
    assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters)
    taken = {*inspect.signature(br.rank).parameters} - {"random_seed"}
    assert taken.isdisjoint(parameter.name for parameter in parameters)
    assert not any(isinstance(parameter.default, bool) for parameter in parameters)
    assert all(parameter.default is not parameter.empty for parameter in parameters)  # compare calls with defaults


@pytest.mark.parametrize("name", RULES)
def test_the_docstring_has_its_sections(name):
    parsed = numpydoc.docscrape.NumpyDocString(inspect.getdoc(find_rule(name)))
    assert all(parsed[section] for section in ("Summary", "Parameters", "Returns", "References"))
    documented = [one.strip() for parameter in parsed["Parameters"] for one in parameter.name.split(",")]
    assert documented == list(inspect.signature(find_rule(name)).parameters)
    raises = "raise " in inspect.getsource(inspect.getmodule(find_rule(name).function))
    assert not raises or parsed["Raises"]


@pytest.mark.parametrize("name", RULES)
def test_the_source_is_in_the_references(name):
    rule = find_rule(name)
    assert re.search(rf"^@\w+\{{{rule.reference},$", BIBLIOGRAPHY, re.MULTILINE)
    assert rule.reference in inspect.getdoc(rule)


@pytest.mark.parametrize("name", RULES)
def test_some_observations_can_be_read(name):
    assert any(statistic is find_rule(name).reads for _, statistic in REDUCTIONS)


# Of the scores


@pytest.mark.parametrize("name", RULES)
def test_the_same_seed_gives_the_same_scores_and_the_input_stays(name):
    data = br.Outcomes.from_array(tensor(), models=NAMES)
    rule = find_rule(name)
    statistic = summarise(data, rule.reads)
    before = {field.name: np.copy(getattr(statistic, field.name)) for field in fields(statistic)}
    seeded = {"random_seed": 3} if rule.random else {}
    np.testing.assert_array_equal(rule(statistic, **seeded), rule(statistic, **seeded))
    for field, value in before.items():
        np.testing.assert_array_equal(getattr(statistic, field), value)


@pytest.mark.parametrize("make", [tensor, with_gaps], ids=["complete", "gaps"])
@pytest.mark.parametrize("name", RULES)
def test_names_and_their_order_change_nothing(name, make):
    outcomes = make()
    order = [3, 0, 5, 1, 4, 2]
    renamed = tuple(f"z{name}" for name in reversed(NAMES))  # another order of names, too
    moved = scores(outcomes[order], name, [renamed[position] for position in order])
    assert_same(scores(outcomes, name), {old: moved[new] for old, new in zip(NAMES, renamed, strict=True)})


@pytest.mark.parametrize("name", RULES)
def test_exact_ties_tie(name):
    # bob answers every trial as ada does, and all others answer something else.
    outcomes = tensor()
    outcomes[1] = outcomes[0]
    found = scores(outcomes, name)
    assert found["ada"] == pytest.approx(found["bob"], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", [name for name in RULES if find_rule(name).reads is not Games])  # chance of the orders
def test_exact_ties_tie_in_every_resampled_benchmark(name):
    outcomes = tensor()
    outcomes[1] = outcomes[0]
    data = br.Outcomes.from_array(outcomes, models=NAMES)
    lifted = br.rank(data, name, uncertainty="bootstrap", draws=50, random_seed=0)
    assert (lifted.ranks[:, 0] == lifted.ranks[:, 1]).all()


@pytest.mark.parametrize("name", RULES)
def test_a_model_that_dominates_comes_first(name):
    # ada is right always; each of the others is wrong at least once on every question.
    outcomes = tensor()
    outcomes[1:, :, 0] = 0
    outcomes[0] = 1
    found = scores(outcomes, name)
    assert found["ada"] > max(found[other] for other in NAMES[1:])


@pytest.mark.parametrize("name", RULES)
def test_a_model_that_is_always_wrong_comes_last(name):
    outcomes = tensor()
    outcomes[1:, :, 0] = 1
    outcomes[0] = 0
    found = scores(outcomes, name)
    assert found["ada"] <= min(found[other] for other in NAMES[1:])


@pytest.mark.parametrize("name", RULES)
def test_many_data_sets_are_scored_at_once(name):
    ranking = br.rank(
        br.Outcomes.from_array(tensor(), models=NAMES), name, uncertainty="bootstrap", draws=20, random_seed=0
    )
    assert ranking.draws.shape == (20, 6)
    assert np.isfinite(ranking.draws).all()
    assert (ranking.draws.std(axis=0) > 0).any()


@pytest.mark.parametrize("name", [name for name in RULES if find_rule(name).reads is not Games])  # orders of their own
def test_a_stack_is_scored_as_its_members(name):
    rule = find_rule(name)
    reduction = find_reduction(br.Outcomes.from_array(tensor()), rule.reads)
    drawn = question_posterior(reduction.count(br.Outcomes.from_array(tensor())), 5, np.random.default_rng(0))
    stack = reduction.derived(drawn)
    members = [
        replace(stack, **{field: getattr(stack, field)[draw] for field in ARRAYS[rule.reads]}) for draw in range(5)
    ]
    np.testing.assert_allclose(rule(stack), [rule(member) for member in members], rtol=1e-9, atol=1e-12)


# Ties


def shared(counts):
    """Make half a win for each of every tie."""
    return replace(counts, wins=counts.wins + counts.ties / 2, ties=np.zeros_like(counts.ties))


def ignored(counts):
    """Take ties away."""
    return replace(counts, ties=np.zeros_like(counts.ties))


def tie_cases():
    """Return what each rule of pairs declares of ties: rule, options, what may be done to ties."""
    treatments = {"shared": [({}, shared)], "ignored": [({}, ignored)], "not compared": []}
    by_option = [({"ties": "half"}, shared), ({"ties": "ignore"}, ignored)]
    rules = [(name, find_rule(name)) for name in RULES]
    return [
        (name, *case)
        for name, rule in rules
        if issubclass(rule.reads, PairCounts)
        for case in treatments.get(rule.ties, by_option)
    ]


@pytest.mark.parametrize(("name", "options", "treat"), tie_cases())
def test_ties_between_two_are_what_is_declared(name, options, treat):
    rule = find_rule(name)
    counts = summarise(br.Outcomes.from_array(tensor(), models=NAMES), rule.reads)
    assert counts.ties.any()
    np.testing.assert_allclose(rule(counts, **options), rule(treat(counts), **options), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", RULES)
def test_rules_that_do_not_compare_models_read_no_pairs(name):
    rule = find_rule(name)
    assert (rule.ties == "not compared") == (rule.reads is OutcomeCounts)


# Missing cells


@pytest.mark.parametrize("name", RULES)
def test_missing_cells_and_unequal_trials_are_scored(name):
    options = {"k": 1} if "k" in find_rule(name).options else {}  # some cells have two trials
    found = scores(with_gaps(), name, **options)
    assert np.isfinite(list(found.values())).all()


@pytest.mark.parametrize("name", [name for name in RULES if find_rule(name).reads is not OutcomeCounts])
def test_a_question_of_one_model_compares_nothing(name):
    outcomes = tensor()
    alone = np.full((6, 1, 4), NAN)
    alone[2] = 1
    assert_same(scores(outcomes, name), scores(np.concatenate([outcomes, alone], axis=1), name))


@pytest.mark.parametrize("name", RULES)
def test_missing_is_not_wrong(name):
    # A model that is right wherever it was asked is not worse than others for what it was not asked.
    outcomes = tensor()
    outcomes[0] = 1
    outcomes[1:, :, 0] = 0
    outcomes[0, 3:] = NAN
    found = scores(outcomes, name)
    assert found["ada"] >= max(found.values()) - 1e-9


@pytest.mark.parametrize("name", [name for name in RULES if find_rule(name).missing == "taken as equal"])
def test_two_that_never_met_count_as_equal(name):
    rule = find_rule(name)
    counts = summarise(br.Outcomes.from_array(tensor(n_models=4), models=NAMES[:4]), rule.reads)
    wins, ties = counts.wins.copy(), counts.ties.copy()
    number = counts.n_battles[0, 1]
    wins[0, 1] = wins[1, 0] = ties[0, 1] = ties[1, 0] = 0
    unmet = replace(counts, wins=wins, ties=ties)
    ties = ties.copy()
    ties[0, 1] = ties[1, 0] = number
    np.testing.assert_allclose(rule(unmet), rule(replace(counts, wins=wins, ties=ties)), rtol=1e-9)


@pytest.mark.parametrize("name", [name for name in RULES if find_rule(name).missing == "rescaled"])
def test_a_score_is_scaled_up_to_all_comparisons(name):
    # ada misses the second of two equal halves of the questions: as if the second half had come out as the first.
    half = tensor()
    gone = half.copy()
    gone[0] = NAN
    full, part = (np.concatenate([half, second], axis=1) for second in (half, gone))
    assert scores(part, name)["ada"] == pytest.approx(scores(full, name)["ada"])


@pytest.mark.parametrize("name", [name for name in RULES if find_rule(name).reads is Profile])
def test_orderings_and_score_tables_are_read(name):
    table = br.ScoreTable(("a", "b", "c"), ("x", "y"), np.array([[3.0, 9], [2, 8], [1, 7]]), np.array([True, True]))
    assert br.rank(table, name).ranks_of_scores[0] == 1  # a is best on both
