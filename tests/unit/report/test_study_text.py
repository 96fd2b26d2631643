import io

from bayesrank.report.study_text import print_study


class Terminal(io.StringIO):
    def isatty(self):
        return True


def printed(stream, *given, **options):
    print_study(*given, stream, **options)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_figures_stand_right_and_words_left():
    rows = [["mean", "1,000", "+0.25 (-1 to 1)", "5%", "nan"], ["b", "20", "-0.1 (0 to 1)", "12.5%", "1"]]
    assert printed(io.StringIO(), ["what"], ["who", "n", "difference", "share", "tau"], rows, after=["more"]) == [
        "what",
        "",
        "who       n       difference  share  tau",
        "mean  1,000  +0.25 (-1 to 1)     5%  nan",
        "b        20    -0.1 (0 to 1)  12.5%    1",
        "more",
    ]


def test_without_rows_there_is_no_table():
    assert printed(io.StringIO(), ["nobody"], ["who"], []) == ["nobody", ""]


def test_names_are_no_markup_and_a_terminal_has_rules():
    lines = printed(Terminal(), ["what"], ["who"], [["[bold]x"]])
    assert any("─" in line for line in lines)
    assert any("[bold]x" in line for line in lines)
