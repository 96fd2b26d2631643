"""What voting rules promise is what the page of axioms says: searched for exceptions, or shown one."""

import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TypeAliasType, get_args, get_type_hints

import numpy as np
import pytest
from scipy.stats import rankdata

from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.ranks.score_ranks import NUMERICAL_ERROR
from bayesrank.rules.registry import find_rule, rule_families
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.profile import Profile
from bayesrank.statistics.summarise import REDUCTIONS
from tests.ballots import orderings
from tests.data.axiom_counterexamples import COUNTEREXAMPLES

PAGE = (Path(__file__).parents[2] / "docs/reference/axioms.md").read_text()
VOTING = [name for name, family in rule_families().items() if family == "voting"]

N_MODELS, N_VOTERS, PROFILES_OF_A_SIZE = (3, 4, 5), (2, 3, 4, 5, 7, 10, 25, 101), 100


# Rules on profiles of grades, shape (S, voters, models): higher is better


@dataclass(frozen=True)
class Call:
    """A rule with a choice of its options."""

    name: str
    options: tuple[tuple[str, str], ...]

    def __str__(self):
        return " ".join([self.name, *(f"{option}={value}" for option, value in self.options)])

    def scores(self, grades):
        reads = find_rule(self.name).reads
        of_orders, of_grades = ((kind, reads) for kind in (Orderings, Outcomes))
        orders_are_read = of_orders in REDUCTIONS
        reduction = REDUCTIONS[of_orders if orders_are_read else of_grades]
        statistic = reduction.derived(profile_of(grades) if orders_are_read else counts_of(grades))
        return find_rule(self.name)(statistic, **dict(self.options))

    def winners(self, grades):
        scores = self.scores(grades)
        return scores >= scores.max(axis=-1, keepdims=True) - NUMERICAL_ERROR


def profile_of(grades):
    n_draws, n_voters, n_models = grades.shape
    names = tuple("abcdefgh"[:n_models]), tuple(f"voter {number}" for number in range(n_voters))
    return Profile(*names, rankdata(-grades, axis=-1), np.ones((n_draws, n_voters)))


def counts_of(grades):
    """Return one trial a question, in the category of its grade."""
    n_draws, n_voters, n_models = grades.shape
    categories = np.eye(grades.max() + 1)
    return OutcomeCounts(
        models=tuple("abcdefgh"[:n_models]),
        questions=tuple(f"voter {number}" for number in range(n_voters)),
        counts=categories[grades.swapaxes(1, 2)],
        prior_counts=np.zeros((n_models, n_voters, len(categories))),
        weights=np.linspace(0, 1, len(categories)),
        cluster=np.arange(n_voters),
        fractional=False,
        question_weight=np.ones((n_draws, n_voters)),
    )


def margins(grades):
    return np.sign(grades[..., :, None] - grades[..., None, :]).sum(axis=1)


# Axioms: whether each profile of a stack is one that the axiom speaks of, and whether the rule breaks it


def condorcet_winner(call, case):
    best = (margins(case.grades) > 0).sum(axis=-1) == case.grades.shape[-1] - 1
    return best.any(axis=-1), (call.winners(case.grades) != best).any(axis=-1)


def condorcet_loser(call, case):
    worst = (margins(case.grades) < 0).sum(axis=-1) == case.grades.shape[-1] - 1
    return worst.any(axis=-1), (call.winners(case.grades) & worst).any(axis=-1)


def lead_of_unanimous(call, case):
    """Return where all rank one before another, shape (S, L, L), and the lead in scores, infinite elsewhere."""
    unanimous = (case.grades[..., :, None] > case.grades[..., None, :]).all(axis=1)
    scores = call.scores(case.grades)
    return unanimous, np.where(unanimous, scores[..., :, None] - scores[..., None, :], np.inf)


def pareto(call, case):
    unanimous, lead = lead_of_unanimous(call, case)
    return unanimous.any(axis=(1, 2)), (lead <= NUMERICAL_ERROR).any(axis=(1, 2))


def pareto_up_to_ties(call, case):
    unanimous, lead = lead_of_unanimous(call, case)
    return unanimous.any(axis=(1, 2)), (lead < -NUMERICAL_ERROR).any(axis=(1, 2))


def monotonicity(call, case):
    before, after = call.winners(case.grades), call.winners(case.raised)
    riser = np.arange(len(before)), case.riser
    risen = (margins(case.grades) != margins(case.raised)).any(axis=(1, 2))
    return risen & before[riser], ~after[riser]


def monotonicity_up_to_ties(call, case):
    speaks, broken = monotonicity(call, case)
    alone = call.winners(case.grades).sum(axis=-1) == 1
    return speaks & alone & ~equally_strong(call, case.grades) & ~equally_strong(call, case.raised), broken


def equally_strong(call, grades):
    """Return whether two victories are equally strong, by margin or by the winning votes that the rule may read."""
    before = (grades[..., :, None] > grades[..., None, :]).sum(axis=1)
    margin = before - before.swapaxes(-1, -2)
    half = before + (grades.shape[1] - before - before.swapaxes(-1, -2)) / 2
    options = dict(call.options)
    votes = half if options.get("ties", "half") == "half" else before
    strength = margin if options.get("strength", "margin") == "margin" else votes
    ordered = np.sort(np.where(margin > 0, strength, -1).reshape(len(grades), -1), axis=-1)
    return ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > 0)).any(axis=-1)


def clones(call, case):
    without, together = call.winners(case.grades), call.winners(case.cloned)
    others = case.grades.shape[-1] - 1
    one_of_them = together[:, :-others].any(axis=-1) != without[:, 0]
    return np.ones(len(without), dtype=bool), one_of_them | (together[:, -others:] != without[:, 1:]).any(axis=-1)


AXIOMS = {
    "Condorcet winner": {"yes": condorcet_winner},
    "Condorcet loser": {"yes": condorcet_loser},
    "Pareto": {"yes": pareto, "up to ties": pareto_up_to_ties},
    "monotonicity": {"yes": monotonicity, "up to ties": monotonicity_up_to_ties},
    "clones": {"yes": clones},
}


@dataclass(frozen=True)
class Case:
    """Profiles; the same after a model has risen on a ballot; and with clones of the first model, which stand first."""

    grades: np.ndarray
    raised: np.ndarray
    riser: np.ndarray | None
    cloned: np.ndarray


# The table


def options_of(name):
    """Return all choices of a rule's options that are words."""
    hints = get_type_hints(find_rule(name).function)
    words = {option: get_args(hints[option].__value__) for option in find_rule(name).options if is_words(hints[option])}
    return [tuple(zip(words, choice, strict=True)) for choice in product(*words.values())]


def is_words(hint):
    return isinstance(hint, TypeAliasType)


CALLS = [Call(name, options) for name in VOTING for options in options_of(name)]


def rows():
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")
    ]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


def holds_for(row, call):
    wanted = set(re.findall(r'(\w+)="(\w+)"', row["options"]))
    return row["rule"].strip("`") == call.name and wanted <= set(call.options)


def cells(*verdicts):
    """Return the cells of the table with one of the verdicts, one for each choice of options."""
    return [
        pytest.param(call, axiom, row[axiom], id=f"{call} {axiom}")
        for call in CALLS
        for row in rows()
        if holds_for(row, call)
        for axiom in AXIOMS
        if row[axiom] in verdicts
    ]


def test_every_rule_has_its_row_and_every_row_its_rule():
    assert [sum(holds_for(row, call) for row in rows()) for call in CALLS] == [1] * len(CALLS)
    assert all(any(holds_for(row, call) for call in CALLS) for row in rows())
    assert list(rows()[0]) == ["rule", "options", *AXIOMS]
    assert len(cells("yes", "no", "up to ties")) == len(CALLS) * len(AXIOMS)


# Search


def random_cases():
    """Yield stacks of random profiles, one for each number of models and voters."""
    for n_models, n_voters in product(N_MODELS, N_VOTERS):
        rng = np.random.default_rng([n_models, n_voters])
        shape = (PROFILES_OF_A_SIZE, n_voters, n_models)
        grades = rng.permuted(np.broadcast_to(np.arange(n_models), shape), axis=-1)
        tied = rng.random(shape[:2]) < np.repeat([0.0, 0.5], PROFILES_OF_A_SIZE // 2)[:, None]
        yield rng, np.where(tied[..., None], rng.integers(0, n_models, shape), grades)


def with_riser(rng, call, grades):
    """Let a winner rise on one ballot, past any number of models or to the place of one."""
    n_draws, n_voters, n_models = grades.shape
    riser = (call.winners(grades) * rng.random((n_draws, n_models))).argmax(axis=-1)
    raised = grades * 2
    raised[np.arange(n_draws), rng.integers(0, n_voters, n_draws), riser] += rng.integers(1, 2 * n_models, n_draws)
    return raised, riser


def with_clones(rng, grades):
    """Put one or two clones around the first model, in any order, or alike where another model is alike."""
    number = int(rng.integers(2, 4))
    inner = rng.integers(0, number, (*grades.shape[:2], number))
    free = (grades[..., 1:] != grades[..., :1]).all(axis=-1, keepdims=True)
    spread = grades * number
    return np.concatenate([spread[..., :1] + inner * free, spread[..., 1:]], axis=-1)


@pytest.mark.parametrize(("call", "axiom", "verdict"), cells("yes", "up to ties"))
def test_a_search_finds_no_exception(call, axiom, verdict):
    found = spoken_of = 0
    for rng, grades in random_cases():
        raised, riser = with_riser(rng, call, grades) if axiom == "monotonicity" else (grades, None)
        case = Case(grades, raised, riser, with_clones(rng, grades))
        speaks, broken = AXIOMS[axiom][verdict](call, case)
        found += (speaks & broken).sum()
        spoken_of += speaks.sum()
    assert found == 0
    assert spoken_of > 50


def test_the_page_states_the_search():
    number = len(N_MODELS) * len(N_VOTERS) * PROFILES_OF_A_SIZE
    sizes = f"{min(N_MODELS)} to {max(N_MODELS)} models and {min(N_VOTERS)} to {max(N_VOTERS)} voters"
    assert f"{number:,} random profiles of {sizes}" in " ".join(PAGE.split())


@pytest.mark.parametrize("name", VOTING)
def test_without_ties_on_ballots_no_option_changes_the_winners(name):
    for _, grades in random_cases():
        strict = grades[: PROFILES_OF_A_SIZE // 2]
        one, *others = (Call(name, options).winners(strict) for options in options_of(name))
        for other in others:
            np.testing.assert_array_equal(one, other)


# Exceptions


def grades_of(ballots, models):
    """Return one row for each voter, a column for each model, shape (1, V, L)."""
    if ":" in ballots[0]:
        table = [dict(grade.split(":") for grade in ballot.split()[1:]) for ballot in ballots]
        rows = [[int(grade[model]) for model in models] for grade in table]
    else:
        data = orderings(*ballots)
        places = np.empty((len(ballots), len(data.models)), dtype=int)
        places[data.voter_index, data.model_index] = data.rank
        rows = len(models) - places[:, [data.models.index(model) for model in models]]
    return np.repeat(rows, [int(ballot.split()[0]) for ballot in ballots], axis=0)[None]


def case_of(example):
    models = sorted(set(re.findall("[a-z]", example.ballots[0])))
    kept, *dropped = example.clones or models[:1]
    others = [model for model in models if model not in {kept, *dropped}]
    alone = [kept, *others] if dropped else models
    return Case(
        grades=grades_of(example.ballots, models)[..., [models.index(model) for model in alone]],
        raised=grades_of(example.raised or example.ballots, models),
        riser=np.array([models.index(example.riser or models[0])]),
        cloned=grades_of(example.ballots, [kept, *dropped, *others]),
    )


@pytest.mark.parametrize(("call", "axiom", "verdict"), cells("no", "up to ties"))
def test_an_exception_is_known(call, axiom, verdict):
    examples = [example for example in COUNTEREXAMPLES if is_of(example, call, axiom)]
    assert examples
    for example in examples:
        case = case_of(example)
        speaks, broken = AXIOMS[axiom]["yes"](call, case)
        assert speaks.all()
        assert broken.all()
        if verdict == "up to ties":
            speaks, broken = AXIOMS[axiom][verdict](call, case)
            assert not (speaks & broken).any()


def is_of(example, call, axiom):
    mentioned = set(example.options.items()) <= set(call.options)
    return example.axiom == axiom and call.name in example.rules and mentioned


def test_every_exception_is_of_a_cell_that_is_not_a_yes():
    known = {(call, axiom) for call, axiom, _ in (cell.values for cell in cells("no", "up to ties"))}
    for example in COUNTEREXAMPLES:
        assert any(is_of(example, call, axiom) for call, axiom in known)
        assert not any(is_of(example, call, axiom) for call in CALLS for axiom in AXIOMS if (call, axiom) not in known)


@pytest.mark.parametrize("example", [example for example in COUNTEREXAMPLES if example.raised])
def test_a_model_that_rises_leaves_the_others_where_they_are(example):
    case = case_of(example)
    up = np.arange(case.grades.shape[-1]) == case.riser
    change = np.sign(compared(case.raised)) - np.sign(compared(case.grades))
    assert (change[:, :, up] >= 0).all()
    assert (change[:, :, ~up][..., ~up] == 0).all()


def compared(grades):
    return grades[..., :, None] - grades[..., None, :]


@pytest.mark.parametrize("example", [example for example in COUNTEREXAMPLES if example.clones])
def test_no_model_is_between_clones(example):
    cloned = case_of(example).cloned
    number = len(example.clones)
    against_others = np.sign(compared(cloned)[..., :number, number:])
    assert (against_others == against_others[..., :1, :]).all()
    assert (against_others != 0).all()
