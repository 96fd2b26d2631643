"""What is told of battles that do not tell everything, on data where it is seen."""

import pytest

from bayesrank import Outcomes
from bayesrank.programs.battles import WEIGHTED
from bayesrank.programs.pairs._doubts import INDUCED, OVERCOUNTED, battle_doubts
from bayesrank.statistics.induced_battles import induce_battles
from tests.battle_rows import battle_counts

CYCLE = [("a", "b", 1, 1, 1), ("b", "c", 1, 1, 0), ("a", "c", 1, 1, 0)]


def told(rows, ties="left_out", models="abc", **known):
    return battle_doubts(battle_counts(models, rows, **known), "program", ties)


def test_nothing_is_told_of_battles_that_say_everything() -> None:
    assert told(CYCLE, ties="learned") == []


def test_ties_that_are_left_out() -> None:
    # one of seven battles
    assert told(CYCLE) == [
        "14.3% of the battles are ties, which program leaves out. Use 'davidson', which counts them."
    ]


def test_no_ties_for_a_program_of_ties() -> None:
    rows = [(*row[:4], 0) for row in CYCLE]
    assert "no battle is a tie: how rare they are is decided by the prior" in told(rows, ties="learned")[0]
    assert told(rows, ties="fixed") == []


def test_models_that_only_the_prior_holds() -> None:
    rows = [("a", "b", 1, 0, 0), ("b", "c", 1, 1, 0), ("c", "d", 2, 0, 0)]
    assert told(rows, models="abcd") == [
        "'a' never lost: how far apart from the others is decided by the prior.",
        "'d' never won: how far apart from the others is decided by the prior.",
    ]
    tied = [("a", "b", 1, 0, 0), ("b", "c", 1, 1, 0), ("c", "d", 2, 0, 1)]
    assert told(tied, models="abcd", ties="learned") == [
        "'a' never lost nor tied: how far apart from the others is decided by the prior."
    ]


def test_a_group_that_only_the_prior_holds() -> None:
    rows = [("a", "b", 1, 1, 0), ("b", "c", 2, 0, 0), ("c", "d", 1, 1, 0)]
    assert told(rows, models="abcd") == [
        "'a', 'b' never lost to the rest: how far apart from the others is decided by the prior."
    ]


def test_groups_without_a_link() -> None:
    rows = [("a", "b", 1, 1, 0), ("c", "d", 1, 1, 0), ("b", "c", 0, 0, 1)]
    assert told(rows, models="abcd")[1] == (
        "no decisive battles link 2 groups of models, 'a', 'b'; 'c', 'd': the prior alone decides between them."
    )
    assert told(rows, models="abcd", ties="learned") == []
    apart = told(rows[:2], models="abcd", ties="fixed")
    assert apart == ["no battles link 2 groups of models, 'a', 'b'; 'c', 'd': the prior alone decides between them."]


@pytest.mark.parametrize(("known", "sentence"), [({"weighted": True}, WEIGHTED), ({"induced": True}, INDUCED)])
def test_composite_likelihoods(known, sentence) -> None:
    assert told(CYCLE, ties="learned", **known) == [sentence]


def test_battles_that_count_too_much() -> None:

    outcomes = Outcomes.from_array([[[1, 0], [0, 1]], [[0, 1], [1, 1]], [[1, 1], [0, 0]]])
    assert OVERCOUNTED in battle_doubts(induce_battles(outcomes, event_weight="full"), "program", "learned")
    assert INDUCED in battle_doubts(induce_battles(outcomes), "program", "learned")
