import pytest

from bayesrank.swiss.contests.contest_rules import ContestRules


def test_rules_of_the_paper_are_the_usual_ones():
    # liu2025, algorithm 1: groups of equal points, a bye for the odd one, without points, exactly one group leaves.
    assert ContestRules() == ContestRules(pairing="swiss", floats="none", bye_points=0.0, overflow="group")


@pytest.mark.parametrize("bye_points", [0, 0.5, 1])
def test_a_bye_is_worth_nothing_half_a_point_or_a_point(bye_points):
    assert ContestRules(bye_points=bye_points).bye_points == bye_points


@pytest.mark.parametrize("bye_points", [0.25, -1, 2, "half"])
def test_other_byes_are_refused(bye_points):
    with pytest.raises(ValueError, match=f"bye_points must be 0, 0.5 or 1; got {bye_points!r}. Leave it out for 0"):
        ContestRules(bye_points=bye_points)


@pytest.mark.parametrize(
    ("option", "words"),
    [("pairing", "swiss, random, round_robin"), ("floats", "none, down"), ("overflow", "group, cascade")],
)
def test_unknown_words_are_refused(option, words):
    with pytest.raises(ValueError, match=f"{option} must be one of {words}; got 'up'. Check the spelling"):
        ContestRules(**{option: "up"})


@pytest.mark.parametrize("pairing", ["random", "round_robin"])
def test_nobody_floats_where_there_are_no_groups(pairing):
    with pytest.raises(ValueError, match=f"floats must be 'none' with pairing='{pairing}', which has no groups"):
        ContestRules(pairing=pairing, floats="down")
