"""Where results are printed."""

import io

from bayesrank.report.console import console_for


class Terminal(io.StringIO):
    """A terminal, of the 80 columns that Rich takes where none are told."""

    def isatty(self):
        return True


def test_a_pipe_is_wide_and_text_stays_as_it_is():
    stream = io.StringIO()
    console_for(stream).print("[b] " + "x" * 150)
    assert stream.getvalue() == "[b] " + "x" * 150 + "\n"  # 154 characters on a line of 160
    assert console_for(stream, pipe_width=300).width == 300


def test_a_terminal_says_how_wide_it_is(monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    assert console_for(Terminal()).width == 70
