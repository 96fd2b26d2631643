import io
from dataclasses import replace

import numpy as np
import pytest

from bayesrank import Outcomes, fit, rank
from bayesrank.report.table import print_ranking


def printed(outcomes, top=None, rank_sets="simultaneous", stream=None):
    fitted = fit(outcomes, random_seed=0, draws=500)
    stream = io.StringIO() if stream is None else stream
    table = fitted.ranking(ci_prob=0.9, rank_sets=rank_sets)
    print_ranking(fitted, table, stream, ci_prob=0.9, rank_sets=rank_sets, top=top)
    return stream.getvalue()


# One model right on all of 200 questions, one on none.
CLEAR = Outcomes.from_array(np.array([[0] * 200, [1] * 200]), models=["[none]", "all"])


def test_plain_text_in_a_pipe():
    text = printed(CLEAR)
    assert "\x1b" not in text
    assert "target: questions like these" in text
    assert "intervals: 90% posterior probability; rank sets hold the ranks of all models at once" in text
    assert "tiers: no two models of one tier are separated, models of different tiers need not be;" in text
    rows = [line.split() for line in text.splitlines()[-2:]]
    # (200 + 1) / 202 and 1 / 202; certain in all draws, which is still no certainty.
    assert rows[0][:3] == ["1", "all", "0.995"]
    assert rows[0][-2:] == [">0.99", "1"]
    assert rows[1][:3] == ["2", "[none]", "0.005"]
    assert rows[1][-2:] == ["<0.01", "2"]


def test_marginal_sets_say_so():
    assert "rank sets hold each model's rank on its own, not all at once" in printed(CLEAR, rank_sets="marginal")


def test_long_names_are_whole():
    name = "lab/" + "a-very-long-model-name-" * 4
    outcomes = Outcomes.from_array([[1, 0], [0, 0]], models=[name, "b"])
    assert name in printed(outcomes)


def test_a_terminal_gets_colour():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    outcomes = Outcomes.from_array([[1], [0]])
    assert "\x1b[" in printed(outcomes, stream=Terminal())


@pytest.mark.parametrize("top", [1, 2])
def test_top(top):
    text = printed(CLEAR, top=top)
    assert text.endswith("... and 1 more models\n") == (top == 1)


def printed_of_rule(rule, **options):
    ranking, stream = (
        rank(CLEAR, rule, random_seed=0, draws=500 if "uncertainty" in options else None, **options),
        io.StringIO(),
    )
    print_ranking(ranking, ranking.ranking(), stream, ci_prob=0.95, rank_sets="simultaneous")
    return stream.getvalue().splitlines()


def test_a_rule_without_uncertainty_says_so():
    lines = printed_of_rule("borda", voters="trials")
    assert lines[:3] == [
        "Outcomes(2 models x 200 questions, 400 trials, 2 categories, 100.0% of the cells observed)",
        "rule borda, voters=trials",
        "no uncertainty was asked for: scores and ranks are of the data as they are",
    ]
    # A point from each of 200 voters; the spread of 200 needs one digit.
    assert [line.split() for line in lines[4:]] == [
        ["rank", "model", "score"],
        ["1", "all", "200.0"],
        ["2", "[none]", "0.0"],
    ]


def test_the_uncertainty_of_a_rule_says_what_it_is_of():
    posterior, bootstrap = (
        printed_of_rule("borda", uncertainty="posterior"),
        printed_of_rule("borda", uncertainty="bootstrap"),
    )
    assert posterior[1:4] == [
        "target: questions like these (rule borda, seed 0)",
        "score: score of borda",
        "intervals: 95% posterior probability; rank sets hold the ranks of all models at once",
    ]
    assert bootstrap[3] == ("intervals: 95% of 500 resampled data sets; rank sets hold the ranks of all models at once")
    # Every question says the same, and so does every set of 200 of them.
    assert bootstrap[-2].split() == ["1", "all", "200.0", "200.0", "to", "200.0", "1", ">0.99", "1"]


@pytest.mark.parametrize(
    ("scores", "digits"),
    [
        ([1523.25, 1400.125], "1523.2"),  # spread 123: 10^2, one digit
        ([0.02226, 0.02224], "0.02226000"),  # spread 2e-5: 10^-5, eight digits
        ([3, 3], "3.000"),  # nothing to tell apart
    ],
)
def test_scores_have_the_digits_that_tell_them_apart(scores, digits):
    ranking, stream = replace(rank(CLEAR, "avg"), scores=np.array(scores)), io.StringIO()
    print_ranking(ranking, ranking.ranking(), stream, ci_prob=0.95, rank_sets="simultaneous")
    assert digits in stream.getvalue().split()


def test_one_number_of_a_program_says_what_it_is():
    lines = printed_of_rule("bayes", quantile=0.25)
    said = lines.index("target: these questions (program bayes, quantile=0.25)")
    assert lines[said + 1 : said + 3] == [
        "score: mean utility on these questions (expected accuracy for right and wrong)",
        "one number stands for each model: no uncertainty was asked for",
    ]
    assert [line.split()[:2] for line in lines[said + 4 :]] == [["rank", "model"], ["1", "all"], ["2", "[none]"]]


def test_options_and_approximations_are_told():
    fitted, stream = fit(CLEAR, random_seed=0, draws=500), io.StringIO()
    posterior = fitted.posterior.copy()
    posterior["posterior"].attrs = {"inference_library": "bayesrank.laplace"}
    other = replace(fitted, posterior=posterior, options={"spread_median": 2.0})
    print_ranking(other, other.ranking(), stream, ci_prob=0.95, rank_sets="simultaneous")
    said = "target: questions like these (program population, spread_median=2.0, normal approximation, seed 0)"
    assert said in stream.getvalue().splitlines()
