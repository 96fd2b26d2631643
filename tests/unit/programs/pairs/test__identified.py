"""Whether battles have a finite maximum likelihood: small cases whose answer is seen."""

import pytest

from bayesrank import NotIdentifiedError
from bayesrank.programs.pairs._identified import outcomes_that_bind, refuse_unidentified
from tests.battle_rows import battle_counts

CYCLE = [("a", "b", 1, 0, 0), ("b", "c", 1, 0, 0), ("a", "c", 0, 1, 1)]


def test_a_cycle_of_wins_is_enough() -> None:
    for ties in ("left_out", "fixed", "learned"):
        refuse_unidentified(battle_counts("abc", CYCLE), (), "program", ties)


def test_ties_bind_unless_they_are_left_out() -> None:
    one_win = battle_counts("ab", [("a", "b", 1, 0, 1)])
    assert outcomes_that_bind(one_win, "left_out").tolist() == [[False, True], [False, False]]
    assert outcomes_that_bind(one_win, "fixed").tolist() == [[False, True], [True, False]]
    refuse_unidentified(one_win, (), "program", "fixed")
    with pytest.raises(NotIdentifiedError, match="'a' that never lost to"):
        refuse_unidentified(one_win, (), "program", "left_out")


def test_a_learned_threshold_needs_wins_against_the_order() -> None:
    with pytest.raises(NotIdentifiedError, match="wins must outnumber ties around some cycle"):
        refuse_unidentified(battle_counts("ab", [("a", "b", 1, 0, 2)]), (), "program", "learned")


def test_sides_that_always_go_with_the_same_models_are_mixed_up() -> None:
    # a always stands first: its ability and the effect of the side are one and the same.
    mixed = battle_counts("ab", [("a", "b", 3, 2, 0)], side=[1.0])
    with pytest.raises(
        NotIdentifiedError, match=r"effects must differ .*; got side_effect that some abilities imitate"
    ):
        refuse_unidentified(mixed, ("side",), "program", "left_out")
    told_apart = battle_counts("ab", [("a", "b", 3, 2, 0), ("a", "b", 1, 2, 0)], side=[1.0, -1.0])
    refuse_unidentified(told_apart, ("side",), "program", "left_out")


def test_rows_of_ties_alone_tell_no_effect_where_ties_are_left_out() -> None:
    tied = battle_counts("ab", [("a", "b", 3, 2, 0), ("a", "b", 0, 0, 2)], side=[1.0, -1.0])
    with pytest.raises(NotIdentifiedError, match="side_effect that some abilities imitate"):
        refuse_unidentified(tied, ("side",), "program", "left_out")
    refuse_unidentified(tied, ("side",), "program", "fixed")


def test_an_effect_must_not_explain_every_win() -> None:
    # Whoever stands first wins: an ever larger effect explains it ever better, though both models won and lost.
    certain = battle_counts("ab", [("a", "b", 3, 0, 0), ("a", "b", 0, 2, 0)], side=[1.0, -1.0])
    with pytest.raises(
        NotIdentifiedError, match=r"got battles that ever larger values of .*side_effect explain ever better"
    ):
        refuse_unidentified(certain, ("side",), "program", "left_out")
    refuse_unidentified(certain, (), "program", "left_out")


def test_ties_hold_an_effect_back_only_where_their_parameter_is_fixed() -> None:
    # Whoever stands first wins or ties. With a fixed threshold the ties keep the effect small; with a learned one both
    # grow together.
    tied = battle_counts("ab", [("a", "b", 3, 0, 1), ("a", "b", 0, 2, 1)], side=[1.0, -1.0])
    refuse_unidentified(tied, ("side",), "program", "fixed")
    refuse_unidentified(tied, (), "program", "learned")
    with pytest.raises(NotIdentifiedError, match=r"ever larger values of .*side_effect, ties explain"):
        refuse_unidentified(tied, ("side",), "program", "learned")


def test_covariates_are_checked_as_sides_are() -> None:
    longer_wins = battle_counts(
        "abc", [("a", "b", 1, 0, 0), ("b", "c", 0, 1, 0), ("a", "c", 1, 0, 0), ("a", "c", 0, 1, 0)],
        covariate_names=("length",), covariates=[[1.0], [-2.0], [0.5], [-0.5]],
    )  # fmt: skip
    with pytest.raises(NotIdentifiedError):
        refuse_unidentified(longer_wins, ("covariates",), "program", "left_out")
