"""The scripts in examples/ run on few draws and find what their data say."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
MOST_LINES = 80


def run(name):
    return runpy.run_path(str(ROOT / "examples" / f"{name}.py"))["main"](draws=50)


def test_the_system_with_the_most_resolved_issues_is_best():
    # 314 of the 500 issues, 3 more than the next system: the sums of the rows of swebench_verified.csv
    table = run("which_model_is_best")
    assert table["model"].iloc[0] == "20250110_blackboxai_agent_v1.1"
    assert (table["tier"] == 1).all()
    assert table["score"].iloc[0] == pytest.approx((314 + 1) / (500 + 2))  # mean of Beta(314 + 1, 500 - 314 + 1)


def test_more_is_certain_about_these_questions_than_about_questions_like_these():
    # The standard error of a mean over 118 tasks, 100 trials each, is at most sqrt(0.25 / 11800) = 0.0046, and an
    # interval of 95 % is four of them. Over new tasks the spread between tasks adds to it and is larger.
    table = run("these_questions_or_questions_like_these")
    exactly, like = table.loc["these questions"], table.loc["questions like these"]
    assert exactly["interval_width"] < 4 * 0.0046 < like["interval_width"]
    assert exactly["ranks_left"] < like["ranks_left"]
    assert exactly["tiers"] > like["tiers"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_asks_a_question(path):
    text = path.read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert text.splitlines()[0].endswith("?")


def test_every_example_has_a_test_of_its_result():
    assert {path.stem for path in EXAMPLES} == {"which_model_is_best", "these_questions_or_questions_like_these"}
