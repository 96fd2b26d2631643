import json

import pytest
import typer

from bayesrank.cli_endings import (
    BAD_DATA,
    NO_RESULT,
    errors_told,
    print_json,
    refuse_no_places,
    refuse_no_plot,
    tell_study,
)
from bayesrank.errors import ConvergenceError, DataError


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DataError, BAD_DATA),
        (ValueError, BAD_DATA),
        (FileNotFoundError, BAD_DATA),
        (ConvergenceError, NO_RESULT),
    ],
)
def test_errors_are_one_line_and_an_exit_code(error, code, capsys):
    with pytest.raises(typer.Exit) as ended, errors_told():
        raise error("names must differ")
    assert ended.value.exit_code == code
    assert capsys.readouterr() == ("", "error: names must differ\n")


def test_errors_of_the_program_itself_are_not_hidden():
    with pytest.raises(TypeError), errors_told():
        raise TypeError


def test_a_record_is_one_object(capsys):
    print_json({"models": ["\u00e9"], "n": 2})
    printed = capsys.readouterr().out
    assert json.loads(printed) == {"models": ["\u00e9"], "n": 2}
    assert "\u00e9" in printed


def test_places_are_looked_at_beforehand(tmp_path):
    refuse_no_places(None, tmp_path / "file")
    with pytest.raises(DataError, match="must lie in a folder that exists"):
        refuse_no_places(None, tmp_path / "nowhere" / "file")


def test_the_format_of_a_plot_is_looked_at_beforehand(tmp_path):
    for name in ("a.png", "a.PDF", "a.b.svg"):
        refuse_no_plot(tmp_path / name)
    refuse_no_plot(None)
    with pytest.raises(ValueError, match=r"--plot must end in one of .*\.eps, .*\.png, .*; got .*a\.foo\. Use \.png\."):
        refuse_no_plot(tmp_path / "a.foo")
    with pytest.raises(DataError, match="must lie in a folder that exists"):
        refuse_no_plot(tmp_path / "nowhere" / "a.png")


class Counted:
    def record(self):
        return {"n": 3}


def test_a_study_is_one_object_or_its_table(capsys):
    tell_study(Counted(), None, json=True)
    assert json.loads(capsys.readouterr().out) == {"n": 3}
    tell_study(Counted(), lambda study, stream, top: stream.write(f"{study.record()} {top}"), json=False, top=2)
    assert capsys.readouterr().out == "{'n': 3} 2"
