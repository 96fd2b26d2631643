"""Every kind of bad input does exactly what docs/reference/bad-input.md says."""

import re
from pathlib import Path

import pytest

from bayesrank.errors import DataError
from tests.data.bad_input import PARTS, Case

PAGE = Path(__file__).parents[2] / "docs/reference/bad-input.md"
CASES = {f"{part}: {case.name}": case for part, cases in PARTS.items() for case in cases}
REFUSED = {name: case for name, case in CASES.items() if case.holds is None}

# a wrong option is a plain ValueError, whatever the data
OPTIONS = ("outcome_values must", "columns must", "ties must be one of", "eliminate must", "the second number of")
TEMPLATE = re.compile(
    r"(?P<place>[\w.]+(?P<row>, (line|row) \d+(, column '\w+')?)?: )?(?P<name>.*?)\b ?must (?P<holds>.+?); "
    r"got (?P<value>.+?)\. (?P<remedy>[A-Z].+)\."
)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_what_happens_is_what_the_case_says(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if case.holds is not None:
        assert case.holds(case.given.read())
        return
    with pytest.raises(ValueError, match=f"^{re.escape(case.happens)}$") as caught:
        case.given.read()
    assert isinstance(caught.value, DataError) != case.happens.startswith(OPTIONS)


@pytest.mark.parametrize("message", [case.happens for case in REFUSED.values()], ids=REFUSED.keys())
def test_a_message_says_what_must_hold_what_was_given_and_what_to_do(message: str) -> None:
    assert TEMPLATE.fullmatch(message)
    assert "\n" not in message
    assert len(message) < 300  # three lines of a terminal


@pytest.mark.parametrize("part", ["Outcomes", "Rows", "Names", "JSON Lines"])
def test_a_message_about_a_cell_names_its_line(part: str) -> None:
    about_data = [case.happens for case in PARTS[part] if case.holds is None and case.happens.startswith("results.")]
    without_line = [message for message in about_data if not TEMPLATE.fullmatch(message)["row"]]
    assert len(about_data) >= 3
    assert [message for message in without_line if "every model must" not in message] == []


def test_names_of_cases_are_told_apart() -> None:
    for cases in PARTS.values():
        assert len({case.name for case in cases}) == len(cases)


def test_the_page_has_exactly_these_rows() -> None:
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    shown = {
        heading: [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| Case ")]
        for heading, text in zip(parts[::2], parts[1::2], strict=True)
    }
    assert shown == {part: [case.row for case in cases] for part, cases in PARTS.items()}
