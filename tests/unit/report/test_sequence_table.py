import io

import numpy as np
import pytest

from bayesrank.report.sequence_table import print_sequence
from bayesrank.sequential.watch_history import WatchHistory
from tests.rank_reports import CERTIFIED, made


class Terminal(io.StringIO):
    def isatty(self):
        return True


def sequence(**facts):
    """Return looks after 20 and 60 of 100 questions: first a above d, then all of the report."""
    early = np.zeros((4, 4), dtype=bool)
    early[0, 3] = True
    first = made(n_questions=20, certified=early)
    last = made(**facts)
    return WatchHistory.empty(4).after(first, ()).after(last, ("d",)).sequence(last, ("x", "y"))


def printed(found=None, stream=None, **options):
    stream = stream or io.StringIO()
    print_sequence(found or sequence(), stream, **options)
    return stream.getvalue()


def test_what_is_known_and_since_when():
    # a above c and d, b and c above d: 4 of 6 pairs; scores 3 x 60 + 40.
    assert [line.rstrip() for line in printed().splitlines()] == [
        "60 of 100 questions, 4 models, 220 scores",
        "target: realised means over these 100 questions (certifier star)",
        "ranks: all hold at once, at every look, with probability at least 95%; equal means share the better rank",
        "certified: 4 of 6 pairs are told apart, since question 60",
        "first: one of 2 models, in tier 1",
        "",
        "  rank  model  mean score  scores  tier   status",
        "1 to 2  a           0.900      60     1     live",
        "1 to 3  b           0.800      60     1     live",
        "2 to 3  c           0.500      60     2     live",
        "     4  d           0.100      40     3  retired",
    ]


def test_the_first_is_named_with_the_question_since_when_it_is():
    certified = CERTIFIED.copy()
    certified[0, 1] = True
    assert "first: a, since question 60" in printed(sequence(certified=certified)).splitlines()


def test_ranks_that_are_known_are_said_to_be():
    # Means .9, .8, .5, .1: each model has the rank of its own.
    known = np.triu(np.ones((4, 4), dtype=bool), 1)
    lines = printed(sequence(exact=True, n_questions=100, certified=known)).splitlines()
    assert lines[2] == "ranks: known, every model was asked every question; equal means share the better rank"
    failed = printed(sequence(exact=True, n_questions=100, failed=True)).splitlines()
    assert any(line.startswith("ranks: all hold at once") for line in failed)


def test_nothing_certified_has_no_question():
    nothing = made(
        n_questions=0, certified=np.zeros((4, 4), dtype=bool), n_scored=np.zeros(4, int), status=("live",) * 4
    )
    lines = printed(WatchHistory.empty(4).sequence(nothing, ())).splitlines()
    assert "certified: 0 of 6 pairs are told apart" in lines
    assert lines[-1].split() == ["1", "to", "4", "d", "0", "1"]  # no mean of no scores


def test_warnings_come_first_and_models_left_out_last():
    lines = printed(sequence(doubts=("mind this",), random_seed=5), top=1).splitlines()
    assert lines[0] == "warning: mind this"
    assert lines[2] == "target: realised means over these 100 questions (certifier star, seed 5)"
    assert lines[-1] == "... and 3 more models"
    assert "b" not in lines[-2].split()


def test_a_terminal_gets_rules():
    assert "\u2500" in printed(stream=Terminal())


def test_a_name_is_no_markup():
    assert "[red]a" in printed(sequence(models=("[red]a", "b", "c", "d")))


def test_questions_like_these_have_no_number():
    text = printed(sequence(population_size=None, design="superpopulation"))
    assert text.startswith("60 questions, 4 models")
    assert "target: means over questions like these" in text


@pytest.mark.parametrize("alpha", [0.1, 0.005])
def test_the_probability_is_that_of_the_sequence(alpha):
    assert f"with probability at least {100 * (1 - alpha):g}%" in printed(sequence(alpha=alpha))
