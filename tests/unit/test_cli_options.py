"""Texts of the command line as values; the options themselves are tested through the commands."""

import pytest

from bayesrank.cli_options import listed, number, options_of_rule, pairs


def test_commas_and_repetition_list():
    assert listed(["a,b", "c"]) == ["a", "b", "c"]
    assert listed(None) == []
    assert pairs(["a=b,c=", "d=e=f"], "--columns") == {"a": "b", "c": "", "d": "e=f"}


def test_what_is_no_pair_or_no_number():
    with pytest.raises(ValueError, match=r"--columns must be pairs A=B with commas between; got 'a'\. Write a=NAME\."):
        pairs(["a"], "--columns")
    with pytest.raises(ValueError, match=r"--weights must hold numbers; got 'one'\. Write 0, 0\.5 or 1, say\."):
        number("one", "--weights")


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
