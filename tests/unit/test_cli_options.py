"""Texts of the command line as values; the options themselves are tested through the commands."""

import pytest

from bayesrank import DataError, Outcomes, load_example
from bayesrank.cli_options import (
    listed,
    number,
    options_of_program,
    options_of_rule,
    pairs,
    schedule,
    share_or_number,
    whole_numbers,
)


def test_commas_and_repetition_list():
    assert listed(["a,b", "c"]) == ["a", "b", "c"]
    assert listed(None) == []
    assert pairs(["a=b,c=", "d=e=f"], "--columns") == {"a": "b", "c": "", "d": "e=f"}


def test_what_is_no_pair_or_no_number():
    with pytest.raises(ValueError, match=r"--columns must be pairs A=B with commas between; got 'a'\. Write a=NAME\."):
        pairs(["a"], "--columns")
    with pytest.raises(ValueError, match=r"--weights must hold numbers; got 'one'\. Write 0, 0\.5 or 1, say\."):
        number("one", "--weights")


def test_looks_are_a_number_or_whatever_else_was_said():
    assert [share_or_number(text) for text in ("10", "10%", "often")] == [10, "10%", "often"]


@pytest.mark.parametrize(
    ("rule", "text", "options"),
    [
        ("pass_at_k", "k=4", {"k": 4}),  # whole, as a number of attempts must be
        ("pagerank", "damping=0.5", {"damping": 0.5}),
        ("elo", "ties=skip,permutations=10", {"ties": "skip", "permutations": 10}),
        ("borda", "voters=trials", {"voters": "trials"}),  # of the way from outcomes to votes
        ("inverse_difficulty", "clip=0.1:0.9", {"clip": (0.1, 0.9)}),
    ],
)
def test_options_of_a_rule_have_the_type_of_their_default(rule, text, options):
    values = options_of_rule(rule, [text])
    assert values == options
    assert [type(value) for value in values.values()] == [type(value) for value in options.values()]


@pytest.mark.parametrize(
    ("rule", "text", "complaint"),
    [
        ("pagerank", "damping=high", r"--rule-options must hold numbers; got 'high'\."),
        ("inverse_difficulty", "clip=0.1", r"--rule-options must hold 2 numbers with colons between; got '0\.1'\."),
        ("elo", "k_factor=1:2", r"--rule-options must hold numbers; got '1:2'\."),
        (
            "thompson",
            "random_seed=5",
            r"--rule-options must not hold random_seed; got 5\. Use the option of the command\.",
        ),
        ("magic", "k=1", r"method must be one of .* got 'magic'"),
    ],
)
def test_options_that_a_rule_cannot_have(rule, text, complaint):
    with pytest.raises(ValueError, match=complaint):
        options_of_rule(rule, [text])


OUTCOMES = Outcomes.from_array([[1, 0], [0, 1]])


@pytest.mark.parametrize(
    ("program", "text", "options"),
    [
        ("rasch", "ability_prior=cauchy,spread_median=1.5", {"ability_prior": "cauchy", "spread_median": 1.5}),
        ("rasch", "ability_scale=2", {"ability_scale": 2}),  # nothing by default, so a number if it is one
        ("growth", "time_axis=trials", {"time_axis": "trials"}),  # nothing by default, and of the reduction
        ("multidimensional", "n_factors=3", {"n_factors": 3}),
        ("bradley_terry", "terms=side:covariates", {"terms": ("side", "covariates")}),  # as many as there are
        ("bradley_terry", "event_weight=own", {"event_weight": "own"}),
    ],
)
def test_options_of_a_program_have_the_type_of_their_default(program, text, options):
    values = options_of_program(OUTCOMES, program, None, [text])
    assert values == options
    assert [type(value) for value in values.values()] == [type(value) for value in options.values()]


def test_options_are_those_of_the_program_that_the_data_and_the_target_choose():
    assert options_of_program(OUTCOMES, None, "ability", ["ability_prior=cauchy"]) == {"ability_prior": "cauchy"}
    assert options_of_program(load_example("baseball1987"), None, None, ["n_periods=4"]) == {"n_periods": 4}
    assert options_of_program(OUTCOMES, "magic", None, None) == {}  # who gives none need not know the program


@pytest.mark.parametrize(
    ("program", "text", "complaint"),
    [
        ("rasch", "spread_median=high", r"--program-options must hold numbers; got 'high'\."),
        (
            "rasch",
            "inference=map",
            r"--program-options must not hold inference; got map\. Use the option",
        ),
        ("magic", "k=1", r"program must be one of .* got 'magic'"),
        ("rasch", "k", r"--program-options must be pairs A=B with commas between; got 'k'"),
    ],
)
def test_options_that_a_program_cannot_have(program, text, complaint):
    with pytest.raises(ValueError, match=complaint):
        options_of_program(OUTCOMES, program, None, [text])


def test_data_that_the_program_cannot_read():
    with pytest.raises(DataError, match="OutcomeCounts must come from Outcomes; got Comparisons"):
        options_of_program(load_example("baseball1987"), "rasch", None, ["ability_scale=1"])


@pytest.mark.parametrize(("text", "value"), [("2", 2), ("-1", -1), ("halving", "halving"), ("front:2:4", "front:2:4")])
def test_a_schedule_is_a_number_if_it_is_one(text, value):
    assert schedule(text) == value


def test_whole_numbers_have_commas_between():
    assert whole_numbers("1,20", "--rounds") == (1, 20)
    with pytest.raises(ValueError, match="--rounds must be whole numbers with commas between; got '1,x'"):
        whole_numbers("1,x", "--rounds")
