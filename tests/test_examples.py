"""The scripts in examples/ run on few draws and find what their data say."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
MOST_LINES = 80


def run(name, draws):
    return runpy.run_path(str(ROOT / "examples" / f"{name}.py"))["main"](draws=draws)


def test_the_system_with_the_most_resolved_issues_is_best():
    # 314 of the 500 issues, 3 more than the next system: the sums of the rows of swebench_verified.csv
    table = run("which_model_is_best", draws=50)
    assert table["model"].iloc[0] == "20250110_blackboxai_agent_v1.1"
    assert (table["tier"] == 1).all()
    assert table["score"].iloc[0] == pytest.approx((314 + 1) / (500 + 2))  # mean of Beta(314 + 1, 500 - 314 + 1)


def test_more_is_certain_about_these_tasks_than_about_tasks_like_these():
    # 84 of 200 trials succeeded, the sum of the column outcome; the prior of the population counts as two tasks, one
    # right and one wrong: (50 * 0.42 + 1) / (50 + 2).
    table = run("these_questions_or_questions_like_these", draws=300)
    exactly, like = table.loc["these questions"], table.loc["questions like these"]
    assert like["score"] == pytest.approx((50 * 0.42 + 1) / (50 + 2))
    assert exactly["score"] == pytest.approx(0.42, abs=0.02)  # the learned prior draws it to the middle a little
    # Four trials of a task that succeeds with probability p vary by p (1 - p) / 4, which is 1/16 at most: the standard
    # error over 50 tasks is at most 0.25 / sqrt(50) = 0.035, and an interval of 95 % four of them.
    assert exactly["upper"] - exactly["lower"] < 4 * 0.036 < like["upper"] - like["lower"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_asks_a_question(path):
    text = path.read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert text.splitlines()[0].endswith("?")


def test_every_example_has_a_test_of_its_result():
    assert {path.stem for path in EXAMPLES} == {"which_model_is_best", "these_questions_or_questions_like_these"}
