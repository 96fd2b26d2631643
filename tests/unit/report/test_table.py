import io

import numpy as np
import pytest

from bayesrank import Outcomes, fit
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
