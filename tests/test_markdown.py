"""The code in README.md and docs/ runs, and prints what the page says that it prints.

A page is read top to bottom in an empty folder: ``python`` blocks in one namespace, ``bayesrank`` lines of
``console`` blocks as the command. A ``text`` block directly after one of them is exactly what it prints.
"""

import re
import shlex
from contextlib import redirect_stdout
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from bayesrank.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    language: str
    code: str
    line: int
    printed: str | None


def blocks(text):
    """Return the code blocks of a page, each with the text block that directly follows it."""
    fences = list(FENCE.finditer(text))
    return [
        Block(fence[1], fence[2], text.count("\n", 0, fence.start(2)) + 1, printed_after(text, fence, following))
        for fence, following in zip_longest(fences, fences[1:])
    ]


def printed_after(text, fence, following):
    directly = following and following[1] == "text" and not text[fence.end() : following.start()].strip()
    return following[2] if directly else None


def run_python(block, page, namespace):
    padding = "\n" * (block.line - 1)  # a traceback then names the line of the page
    with redirect_stdout(StringIO()) as stream:
        exec(compile(padding + block.code, str(page), "exec"), namespace)  # noqa: S102
    return stream.getvalue()


def run_command(line):
    finished = CliRunner().invoke(app, shlex.split(line)[1:])
    told = finished.exit_code == 0 or finished.output.startswith("error: ")
    assert told, f"{line} ended with {finished.exit_code}: {finished.output}"
    return finished.output, finished.exit_code


def run_console(block):
    commands = [line.removeprefix("$ ") for line in block.code.splitlines() if line.startswith("$ bayesrank ")]
    finished = [run_command(line) for line in commands]
    failed = [line for line, (_, code) in zip(commands, finished, strict=True) if code]
    assert block.printed is not None or not failed, f"{failed} ended with an error that the page does not show"
    return "".join(output for output, _ in finished)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_prints_what_the_page_says(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("bayesrank", "docs"):  # commands name data files as from the checkout
        (tmp_path / folder).symlink_to(ROOT / folder)
    namespace = {"__name__": "__page__"}
    for block in blocks(page.read_text()):
        if block.language == "python":
            printed = run_python(block, page, namespace)
        elif block.language == "console":
            printed = run_console(block)
        else:
            continue
        if block.printed is not None:
            assert without_trailing_blanks(printed) == without_trailing_blanks(block.printed)


def without_trailing_blanks(text):
    """Return the lines without the blanks at their ends, which editors take away."""
    return [line.rstrip() for line in text.rstrip("\n").split("\n")]


def test_a_text_block_belongs_to_the_block_directly_before_it():
    page = "```python\nprint(1)\n```\n\n```text\n1\n```\n\nwords\n\n```text\nno output\n```\n\n```python\nx = 1\n```\n"
    assert [(block.language, block.line, block.printed) for block in blocks(page)] == [
        ("python", 2, "1\n"),
        ("text", 6, None),
        ("text", 12, None),
        ("python", 16, None),
    ]
