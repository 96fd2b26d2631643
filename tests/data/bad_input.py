"""Every kind of bad input, and exactly what happens.

One list for two readers: the tests check each case, and that docs/reference/bad-input.md has these rows.
"""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl

from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.read_comparisons import read_comparisons
from bayesrank.readers.read_outcomes import read_outcomes
from bayesrank.readers.read_score_table import read_score_table
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.swiss.rounds.assumed_errors import with_binomial_errors
from bayesrank.swiss.rounds.draws_from_array import win_draws_from_array
from bayesrank.swiss.rounds.draws_from_outcomes import win_draws_from_outcomes
from bayesrank.swiss.rounds.draws_from_scores import win_draws_from_scores
from bayesrank.swiss.rounds.from_margins import win_tensor_from_margins
from bayesrank.swiss.rounds.from_probabilities import win_tensor_from_probabilities
from bayesrank.swiss.rounds.from_scores import win_tensor_from_scores
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from bayesrank.swiss.rounds.round_counts import count_questions, count_rounds
from bayesrank.swiss.swiss_tournament import swiss_tournament
from tests.cells import cells

LONG = "model,question,outcome\n"
TRIALS = "model,question,trial,outcome\n"
COUNTED = "model,question,n_trials,n_correct\n"
NAN = float("nan")


@dataclass(frozen=True)
class Given:
    """What is read: as the page shows it and its options, and how to read it in an empty working folder."""

    shown: str
    read: Callable[[], Any]
    options: str = ""


@dataclass(frozen=True)
class Case:
    """One row of the page: ``happens`` is the message of an error, or says what ``holds`` of the data."""

    name: str
    given: Given
    happens: str
    holds: Callable[[Any], bool] | None = None

    @property
    def row(self) -> str:
        """The row of the page."""
        given = f"`{self.given.shown}`" + (f" with `{self.given.options}`" if self.given.options else "")
        happens = f"`{self.happens}`" if self.holds is None else self.happens
        return f"| {self.name} | {given} | {happens} |"


def file(content: str | bytes, name: str = "results.csv", shown: str | None = None, **options: Any) -> Given:
    """Return a file that is written and read; a page shows the ends of its lines as ⏎."""
    text = shown if shown is not None else on_one_line(str(content))
    return Given(
        text if name == "results.csv" else f"{name}: {text}", partial(_read, name, content, options), said(options)
    )


def on_one_line(text: str) -> str:
    return text.rstrip("\n").replace("\n", " ⏎ ")


def said(options: dict[str, Any]) -> str:
    return ", ".join(f"{option}={value!r}" for option, value in options.items())


def _read(name: str, content: str | bytes, options: dict[str, Any]) -> Outcomes:
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    return read_outcomes(name, **options)


def archive(shown: str, **arrays: Any) -> Given:
    def read() -> Outcomes:
        np.savez("results.npz", **arrays)
        return read_outcomes("results.npz")

    return Given(f"results.npz: {shown}", read)


def array(shown: str, values: Any, **options: Any) -> Given:
    def read() -> Outcomes:
        np.save("results.npy", values, allow_pickle=True)
        return read_outcomes("results.npy", **options)

    return Given(f"results.npy: {shown}", read, said(options))


def frame(shown: str, make: Callable[[], Any]) -> Given:
    return Given(shown, lambda: read_outcomes(make()))


def folder(name: str) -> Given:
    def read() -> Outcomes:
        Path(name).mkdir()
        return read_outcomes(name)

    return Given(f"the folder {name}", read)


def is_read_as(**expected: list[float]) -> Callable[[Outcomes], bool]:
    """Return a check that the cells, ``a_p`` for a on p, have these outcomes and there are no others."""
    wanted = {tuple(cell.split("_")): outcomes for cell, outcomes in expected.items()}
    return lambda data: cells(data) == wanted


RECODE = (
    "Say what words mean, outcome_values={'pass': 1, 'fail': 0} (--outcome-values pass=1,fail=0); write 85% as 0.85."
)
CATEGORIES = (
    "Divide percentages by 100, give more than two categories their weights, or read scores of whole benchmarks with "
    "read_score_table."
)
UNOBSERVED = "Leave the cell empty (NaN) where nothing was observed; categories count from 0."
NAMELESS = "Fill it in, or drop the row; NA, NaN and null stand for an empty cell."
FORMATS = "must end in one of .csv, .tsv, .jsonl, .parquet"
NUMPY = (
    "must hold plain arrays in NumPy's format; got pickled objects, a damaged file or another format. "
    "Save numbers and text, no objects, with numpy.save or numpy.savez."
)
WEIGHTS = "weights must be two or more finite numbers that are not all equal, one a category"
COLUMNS = (
    "columns must be model, question, outcome (long), or model, question, n_trials, n_correct (counted), or model or "
    "question beside columns of outcomes (wide)"
)

OUTCOMES = [
    Case(
        "words",
        file(LONG + "a,p,pass\na,q,fail\n"),
        f"results.csv, line 2: outcome must be a number, true or false; got 'pass'. {RECODE}",
    ),
    Case(
        "a word that was not explained",
        file(LONG + "a,p,pass\na,q,crash\n", outcome_values={"pass": 1, "fail": 0}),
        "results.csv, line 3: outcome must be one of 'fail', 'pass'; got 'crash'. Give it a value in outcome_values, "
        "None for a missing outcome.",
    ),
    Case(
        "a word that means no number",
        file(LONG + "a,p,pass\n", outcome_values={"pass": "yes"}),
        "outcome_values must map words to numbers or None; got 'yes' for 'pass'. Give it a number.",
    ),
    Case(
        "booleans",
        file(LONG + "a,p,True\na,q,false\n"),
        "True is 1, false is 0, in any case of letters.",
        is_read_as(a_p=[1], a_q=[0]),
    ),
    Case(
        "percentages",
        file(LONG + "a,p,85\na,q,60\n"),
        f"results.csv, line 2: outcome must be 0 or 1; got 85. {CATEGORIES}",
    ),
    Case(
        "percentages with a sign",
        file(LONG + "a,p,85%\na,q,60%\n"),
        f"results.csv, line 2: outcome must be a number, true or false; got '85%'. {RECODE}",
    ),
    Case(
        "decimal commas",
        file(LONG + 'a,p,"0,5"\n'),
        f"results.csv, line 2: outcome must be a number, true or false; got '0,5'. {RECODE}",
    ),
    Case(
        "fractions",
        file(LONG + "a,p,0.5\na,q,1\n"),
        "Partial credit: as soon as one outcome lies inside (0, 1), all are fractions.",
        lambda data: data.weights is None and cells(data) == {("a", "p"): [0.5], ("a", "q"): [1]},
    ),
    Case(
        "a number beyond 1 beside fractions",
        file(LONG + "a,p,0.5\na,q,3\n"),
        f"results.csv, line 3: outcome must lie in [0, 1] where others are fractions; got 3. {CATEGORIES}",
    ),
    Case(
        "a negative outcome",
        file(LONG + "a,p,1\na,q,-1\n"),
        f"results.csv, line 3: outcome must be 0 or 1; got -1. {UNOBSERVED}",
    ),
    Case(
        "a negative category",
        file(LONG + "a,p,-1\na,q,2\n", weights=[0, 0.5, 1]),
        f"results.csv, line 2: outcome must be a category from 0 to 2; got -1. {UNOBSERVED}",
    ),
    Case(
        "a category that is no whole number",
        file(LONG + "a,p,0.5\na,q,2\n", weights=[0, 0.5, 1]),
        "results.csv, line 2: outcome must be a category from 0 to 2; got 0.5. Leave weights and prior out where "
        "outcomes are fractions.",
    ),
    Case(
        "an infinite outcome",
        file(LONG + "a,p,inf\na,q,1\n"),
        f"results.csv, line 2: outcome must be 0 or 1; got inf. {UNOBSERVED}",
    ),
    Case(
        "missing outcomes",
        file(LONG + "a,p,1\na,q,\na,r,NA\nb,p,NaN\nb,q,0\nb,r,null\n"),
        "Missing, never zero: such a row is a trial that was not observed.",
        is_read_as(a_p=[1], b_q=[0]),
    ),
    Case(
        "a model without any outcome",
        file(LONG + "a,p,1\nb,p,\n"),
        "results.csv: every model must have at least one outcome; got none of 'b'. Drop it, or run it.",
    ),
    Case(
        "a question without any outcome",
        file(LONG + "a,p,1\na,q,\nb,p,0\nb,q,\n"),
        "The question stays in the data, is left out when outcomes are counted, and bayesrank check tells of it.",
        lambda data: data.questions == ("p", "q") and count_outcomes(data).questions == ("p",),
    ),
    Case("one model", file(LONG + "a,p,1\na,q,0\n"), "Read; its score can be estimated.", is_read_as(a_p=[1], a_q=[0])),
    Case("one question", file(LONG + "a,p,1\nb,p,0\n"), "Read as it is.", is_read_as(a_p=[1], b_p=[0])),
]

ROWS = [
    Case(
        "one trial twice",
        file(TRIALS + "a,p,0,1\na,p,1,1\na,p,0,0\n"),
        "results.csv, line 4: model, question and trial must name one row; got 'a' on 'p' again, first in line 2. Drop "
        "one, or give each a trial of its own.",
    ),
    Case(
        "repeated rows without a trial",
        file(LONG + "a,p,1\na,p,0\n"),
        "results.csv, line 3: model, question and trial must name one row; got 'a' on 'p' again, first in line 2. Map "
        "the column that tells them apart, columns={'trial': ...} (--columns trial=...), or pass "
        "repeated_rows='trials' (--repeated-rows trials) if every row is a trial.",
    ),
    Case(
        "repeated rows that are trials",
        file(LONG + "a,p,1\na,p,0\n", repeated_rows="trials"),
        "Each row is a trial.",
        is_read_as(a_p=[0, 1]),
    ),
    Case(
        "a row without a trial beside others with one",
        file(TRIALS + "a,p,0,1\na,q,,1\n"),
        f"results.csv, line 3: trial must have a name; got an empty cell. {NAMELESS}",
    ),
    Case(
        "unequal numbers of trials",
        file(TRIALS + "a,p,0,1\na,p,1,0\nb,p,0,1\n"),
        "Read; every cell keeps its own number.",
        is_read_as(a_p=[0, 1], b_p=[1]),
    ),
]

NAMES = [
    Case(
        "an empty name",
        file(LONG + "a,p,1\n,q,0\n"),
        f"results.csv, line 3: model must have a name; got an empty cell. {NAMELESS}",
    ),
    Case(
        "NaN for a name",
        file(LONG + "a,p,1\na,NaN,0\n"),
        f"results.csv, line 3: question must have a name; got an empty cell. {NAMELESS}",
    ),
    Case(
        "a name of two spaces",
        file(LONG + "a,p,1\n  ,q,0\n"),
        f"results.csv, line 3: model must have a name; got '  '. {NAMELESS}",
    ),
    Case(
        "names that differ in white space",
        file(LONG + "a b,p,1\nab,q,0\n"),
        "results.csv, line 3: model names must differ in more than white space; got 'ab' here and 'a b' in line 2. "
        "Rename one, or merge them.",
    ),
    Case(
        "names with a space at the end",
        file(LONG + "a,p,1\na,p ,0\n"),
        "results.csv, line 3: question names must differ in more than white space; got 'p ' here and 'p' in line 2. "
        "Rename one, or merge them.",
    ),
    Case(
        "numbers for names",
        file(LONG + "a,007,1\na,7,0\n"),
        "Text files keep names as they are written: 007 and 7 are two questions.",
        is_read_as(a_007=[1], a_7=[0]),
    ),
]

COLUMN_NAMES = [
    Case(
        "columns under other names",
        file("system,task,correct\na,p,1\n"),
        f"results.csv: {COLUMNS}; got 'system', 'task', 'correct'. Map them to their roles: columns={{'model': ...}} "
        "(--columns model=...).",
    ),
    Case(
        "a mapped column that is not there",
        file(LONG + "a,p,1\n", columns={"model": "system"}),
        "results.csv: column 'system' for model must be there; got 'model', 'question', 'outcome'. Check the name.",
    ),
    Case(
        "a mapped column beside one of that name",
        file("model,system,question,outcome\nx,a,p,1\n", columns={"model": "system"}),
        "results.csv: model must be one column; got 'system' beside 'model'. Ignore or rename the one that is not "
        "meant.",
    ),
    Case(
        "one column for two roles",
        file("task,outcome\na,1\n", columns={"model": "task", "question": "task"}),
        "results.csv: column 'task' must have one role; got model and question. Name another column for one of them.",
    ),
    Case(
        "a further column",
        file("model,question,outcome,level\na,p,1,hard\nb,p,0,hard\n"),
        "Kept as a fact about the questions when each question has one value of it.",
        lambda data: data.question_metadata["level"].tolist() == ["hard"],
    ),
    Case(
        "a further column that varies within a question",
        file("model,question,outcome,tokens\na,p,1,17\nb,p,0,20\n"),
        "results.csv, line 3: column 'tokens' must hold one value a question to be kept as a fact about it; got '20' "
        "here and '17' in line 2. Ignore it, ignore=['tokens'] (--ignore tokens), or map it to its role, one of model, "
        "question, trial, outcome.",
    ),
    Case(
        "a column to ignore that is not there",
        file(LONG + "a,p,1\n", ignore=["token"]),
        "results.csv: column 'token' to ignore must be there; got 'model', 'question', 'outcome'. Check the name.",
    ),
    Case(
        "two columns with one name",
        file("model,question,outcome,outcome\na,p,1,0\n"),
        "results.csv: every column must have a name of its own; got 'outcome' twice. Rename one.",
    ),
    Case(
        "white space around a name",
        file("model, question, outcome\na, p, 1\n"),
        "results.csv: column ' question' must have no white space around its name; got some. Take it out, or map the "
        "column: columns={'question': ' question'}.",
    ),
    Case(
        "a column without a name",
        file(",model,question,outcome\n0,a,p,1\n"),
        "Not read: pandas writes its row index so.",
        lambda data: not data.question_metadata and cells(data) == {("a", "p"): [1]},
    ),
    Case(
        "a question without a cluster",
        file("model,question,outcome,cluster\na,p,1,x\na,q,1,\n"),
        "results.csv, line 3: cluster must be given for every question where some have one; got an empty cell. Give a "
        "question that stands alone a cluster of its own.",
    ),
]

WIDE = [
    Case(
        "repeated rows",
        file("model,p,q\na,1,0\na,0,1\n"),
        "results.csv, line 3: model must name one row; got 'a' again, first in line 2. Give repeated trials in long "
        "form: columns model, question, trial, outcome.",
    ),
    Case(
        "fractions",
        file("model,mmlu,gsm8k\na,0.71,0.8\n"),
        "results.csv, line 2, column 'mmlu': outcome in a wide table must be 0 or 1, or a category with weights; got "
        "0.71. Give partial credit in long form (model, question, outcome); read scores of whole benchmarks with "
        "read_score_table.",
    ),
    Case(
        "percentages",
        file("model,mmlu,gsm8k\na,71.3,80\n"),
        f"results.csv, line 2, column 'mmlu': outcome must be 0 or 1; got 71.3. {CATEGORIES}",
    ),
    Case(
        "words",
        file("question,a,b\np,1,yes\n"),
        f"results.csv, line 2, column 'b': outcome must be a number, true or false; got 'yes'. {RECODE}",
    ),
    Case(
        "no outcomes",
        file("model\na\nb\n"),
        "results.csv: must hold outcomes beside 'model'; got no other column. Export the outcomes too.",
    ),
]

COUNTS = [
    Case(
        "more right than trials",
        file(COUNTED + "a,p,2,3\n"),
        "results.csv, line 2: n_correct must be at most n_trials; got 3 of 2. Correct the counts.",
    ),
    Case(
        "shares",
        file(COUNTED + "a,p,2,0.5\n"),
        "results.csv, line 2: n_correct must be a whole number >= 0; got 0.5. Give counts, not shares.",
    ),
    Case(
        "a negative count",
        file(COUNTED + "a,p,-2,0\n"),
        "results.csv, line 2: n_trials must be a whole number >= 0; got -2. Give counts, not shares.",
    ),
    Case(
        "one of two counts",
        file(COUNTED + "a,p,2,1\na,q,2,\n"),
        "results.csv, line 3: n_trials and n_correct must both be there or both be empty; got n_trials and an empty "
        "n_correct. Fill it in, or empty both for a missing cell.",
    ),
    Case(
        "no counts, or no trials",
        file(COUNTED + "a,p,2,1\na,q,,\nb,p,1,1\nb,q,0,0\n"),
        "A missing cell.",
        is_read_as(a_p=[0, 1], b_p=[1]),
    ),
    Case(
        "one cell twice",
        file(COUNTED + "a,p,2,1\na,p,3,1\n"),
        "results.csv, line 3: model and question must name one row of counts; got 'a' on 'p' again, first in line 2. "
        "Add the counts up, or drop one.",
    ),
    Case(
        "weights of more categories",
        file(COUNTED + "a,p,2,1\n", weights=[0, 0.5, 1]),
        "results.csv: weights must be two for counted outcomes, of a wrong and of a right one; got 3. Give outcomes of "
        "more categories in long form.",
    ),
]

NO_ROWS = "must hold at least one row of data; got"
FINISHED = "Check that the export finished."
DAMAGED = "got a damaged file or another format. Export or copy it again."

FILES = [
    Case("an empty file", file("", shown="nothing"), f"results.csv: {NO_ROWS} an empty file. {FINISHED}"),
    Case("a header alone", file(LONG), f"results.csv: {NO_ROWS} none. {FINISHED}"),
    Case(
        "an unknown suffix",
        file("", "results.xlsx", shown="a workbook"),
        f"results.xlsx: {FORMATS}; got '.xlsx'. Convert it to one of these.",
    ),
    Case(
        "a missing file",
        Given("no file results.csv", lambda: read_outcomes("results.csv")),
        "results.csv: must be a file that exists; got none there. Check the path.",
    ),
    Case("a folder", folder("results"), f"results: {FORMATS}; got ''. Convert it to one of these."),
    Case(
        "a folder with the name of a file",
        folder("results.csv"),
        "results.csv: must be a file that exists; got a folder. Check the path.",
    ),
    Case(
        "a file that is not what its suffix says",
        file(LONG + "a,p,1\n", "results.parquet"),
        f"results.parquet: must be a readable .parquet file; {DAMAGED}",
    ),
    Case(
        "a compressed file that was cut off",
        file(gzip.compress((LONG + "a,p,1\n").encode())[:-9], "results.csv.gz", shown="its first bytes"),
        f"results.csv.gz: must be a readable .csv.gz file; {DAMAGED}",
    ),
]

TEXT = [
    Case(
        "a row that is too short",
        file(LONG + "a,p,1\n\na,q\n"),
        "results.csv, line 4: every row must have 3 cells, as the header has; got 2 in 'a,q'. Check its separators and "
        "quotes.",
    ),
    Case(
        "a row that is too long",
        file(LONG + "a,p,1\na,q,1,1\n"),
        "results.csv, line 3: every row must have 3 cells, as the header has; got 4 in 'a,q,1,1'. Check its separators "
        "and quotes.",
    ),
    Case(
        "a quote that is not closed",
        file(LONG + 'a,"p,1\na,q,1\n'),
        """results.csv, line 2: every row must have 3 cells, as the header has; got 2 in 'a,"p,1'. Check its """
        "separators and quotes.",
    ),
    Case(
        "semicolons",
        file("model;question;outcome\na;p;1\n"),
        "results.csv: cells must be parted by commas; got semicolons in the header 'model;question;outcome'. Save a "
        ".csv file with commas, or a .tsv file with tabs.",
    ),
    Case(
        "another encoding",
        file((LONG + "a,p,1\ncafé,p,1\n").encode("latin-1"), shown=f"{LONG.strip()} ⏎ a,p,1 ⏎ café,p,1 in Latin-1"),
        "results.csv, line 3: must be UTF-8 text; got the byte 0xe9. Save it as UTF-8.",
    ),
    Case(
        "a byte-order mark",
        file(b"\xef\xbb\xbf" + (LONG + "a,p,1\n").encode(), shown=f"{LONG.strip()} ⏎ a,p,1 behind the bytes EF BB BF"),
        "Read as if it were not there.",
        is_read_as(a_p=[1]),
    ),
    Case(
        "Windows line ends",
        file((LONG + "a,p,1\nb,p,0\n").replace("\n", "\r\n"), shown=f"{LONG.strip()} ⏎ a,p,1 ⏎ b,p,0, each ⏎ CR LF"),
        "Read as any line end.",
        is_read_as(a_p=[1], b_p=[0]),
    ),
    Case(
        "line breaks in quotes",
        file(LONG + '"a\nb",p,1\nc,p,x\n'),
        f"results.csv, line 4: outcome must be a number, true or false; got 'x'. {RECODE}",
    ),
]


def lines(*rows: str, **options: Any) -> Given:
    return file("".join(row + "\n" for row in rows), "results.jsonl", **options)


FIRST = '{"model": "a", "question": "p", "outcome": 1}'
JSON_LINES = [
    Case(
        "text beside numbers",
        lines(FIRST, '{"model": "a", "question": "q", "outcome": "no"}'),
        "results.jsonl, line 2: outcome must be a number in every row, as in line 1; got 'no'. Write all of its cells "
        "alike.",
    ),
    Case(
        "true beside numbers",
        lines(FIRST, '{"model": "a", "question": "q", "outcome": true}'),
        "results.jsonl, line 2: outcome must be a number in every row, as in line 1; got True. Write all of its cells "
        "alike.",
    ),
    Case(
        "a key that is not there",
        lines(FIRST, '{"model": "a", "outcome": 0}'),
        f"results.jsonl, line 2: question must have a name; got an empty cell. {NAMELESS}",
    ),
    Case(
        "a key twice",
        lines('{"model": "a", "model": "b", "question": "p", "outcome": 1}'),
        "results.jsonl, line 1: every key must stand once; got 'model' twice. Rename one.",
    ),
    Case(
        "a nested outcome",
        lines('{"model": "a", "question": "p", "outcome": {"score": 1}}'),
        f"results.jsonl, line 1: outcome must be a number, true or false; got {{'score': 1}}. {RECODE}",
    ),
    Case(
        "a nested name",
        lines('{"model": ["a"], "question": "p", "outcome": 1}'),
        "results.jsonl, line 1: model must be text or a number; got ['a']. Map another column to it.",
    ),
    Case(
        "a nested further column",
        lines('{"model": "a", "question": "p", "outcome": 1, "doc": {"id": 7}}'),
        "Kept as JSON text when each question has one value of it.",
        lambda data: data.question_metadata["doc"].tolist() == ['{"id": 7}'],
    ),
    Case(
        "a list around the objects",
        lines('[{"model": "a", "question": "p", "outcome": 1}]'),
        """results.jsonl, line 1: must be one JSON object; got '[{"model": "a", "question": "p", "outcome": 1}]'. """
        "Write one object a line.",
    ),
    Case(
        "an object that breaks off",
        lines(FIRST, '{"model": "a", "question": "q"'),
        """results.jsonl, line 2: must be one JSON object; got '{"model": "a", "question": "q"', which breaks at """
        "character 31. Write one whole object a line.",
    ),
]

ARRAYS = [
    Case("pickled objects", array("an array of dictionaries", np.array([{}], dtype=object)), f"results.npy: {NUMPY}"),
    Case("another format", file(LONG + "a,p,1\n", "results.npy"), f"results.npy: {NUMPY}"),
    Case(
        "unknown names",
        archive("outcomes, scores", outcomes=[[1, 0]], scores=[1]),
        "results.npz: arrays must be outcomes and perhaps models, questions, weights, prior; got 'outcomes', 'scores'. "
        "Save the arrays under these names.",
    ),
    Case(
        "no axis of questions",
        array("an array of shape (3,)", np.ones(3)),
        "results.npy: outcomes must have shape (models, questions, trials) or (models, questions); got (3,). Add the "
        "missing axis.",
    ),
    Case(
        "text",
        array("[['yes', 'no']]", [["yes", "no"]]),
        "results.npy: outcomes must be an array of numbers; got entries of type text. Recode them as 0, 1, ..., NaN "
        "for those not observed.",
    ),
    Case(
        "too few names",
        archive("outcomes of shape (2, 2), models of shape (1,)", outcomes=np.ones((2, 2)), models=["a"]),
        "results.npz: models must be 2 names, as many as the array has; got 1. Name every one.",
    ),
    Case(
        "an option for columns",
        array("[[1, 0]]", [[1, 0]], columns={"model": "system"}),
        "columns must be left out for the arrays of results.npy; got {'model': 'system'}. Arrays have positions, no "
        "columns and no words.",
    ),
    Case(
        "lists of unequal length",
        Given("Outcomes.from_array([[1, 0], [1]])", lambda: Outcomes.from_array([[1, 0], [1]])),
        "outcomes must be an array; got lists of unequal length. Fill the shorter ones up with NaN.",
    ),
]


def of_three(outcome: list[Any], engine: Callable[..., Any] = pd.DataFrame) -> Any:
    return engine({"model": ["a", "a", "b"], "question": ["p", "q", "p"], "outcome": outcome})


FRAMES = [
    Case(
        "numbers beside text, pandas",
        frame("a column outcome of 1, 'no', 0", lambda: of_three([1, "no", 0])),
        "frame, row 1: outcome must be a number in every row, as in row 0; got 'no'. Write all of its cells alike.",
    ),
    Case(
        "a wrong cell, polars",
        frame("a column outcome of 1, 0, 85", lambda: of_three([1, 0, 85], pl.DataFrame)),
        f"frame, row 2: outcome must be 0 or 1; got 85. {CATEGORIES}",
    ),
    Case(
        "NaN for a name",
        frame("a column question of 1.0, NaN", lambda: pl.DataFrame(
            {"model": ["a", "a"], "question": [1.0, NAN], "outcome": [1, 0]}
        )),
        f"frame, row 1: question must have a name; got nan. {NAMELESS}",
    ),
    Case(
        "categories that no row holds",
        frame("a categorical column model after a filter", lambda: pd.DataFrame(
            {"model": pd.Categorical(["a", "b"]), "question": ["p", "p"], "outcome": [1, 0]}
        ).query("model == 'a'")),
        "Only what a row holds is a model.",
        is_read_as(a_p=[1]),
    ),
    Case(
        "two columns with one name",
        frame("select 'a' as model, 'b' as model", lambda: duckdb.sql("select 'a' as model, 'b' as model")),
        "frame: every column must have a name of its own; got 'model' twice. Rename one.",
    ),
    Case(
        "no rows",
        frame("a frame of three columns", lambda: of_three([1, 0, 1]).head(0)),
        "frame: must hold at least one row of data; got none. Check that the export finished.",
    ),
    Case(
        "no frame",
        frame("a dictionary", lambda: {"model": ["a"]}),
        "results must be a path or a data frame (pandas, polars, pyarrow, duckdb, ...); got dict. For an array, use "
        "Outcomes.from_array.",
    ),
]  # fmt: skip


TWO = LONG + "a,p,1\na,q,0\n"


def with_prior(shown: str, prior: Any) -> Given:
    return Given(on_one_line(TWO), partial(_read, "results.csv", TWO, {"prior": prior}), f"prior={shown}")


def with_prior_file(text: str) -> Given:
    def read() -> Outcomes:
        Path("greedy.csv").write_text(text)
        return _read("results.csv", TWO, {"prior": "greedy.csv"})

    return Given(f"{on_one_line(TWO)} and greedy.csv: {on_one_line(text)}", read, "prior='greedy.csv'")


OPTIONS = [
    Case(
        "equal weights",
        file(LONG + "a,p,1\n", weights=[1, 1]),
        f"{WEIGHTS}; got [1, 1]. Give the utility of each category from 0 up.",
    ),
    Case(
        "one weight",
        file(LONG + "a,p,0\n", weights=[1]),
        f"{WEIGHTS}; got [1]. Give the utility of each category from 0 up.",
    ),
    Case(
        "fewer weights than categories",
        file(LONG + "a,p,0\na,q,3\n", weights=[0, 0.5, 1]),
        "results.csv, line 3: outcome must be a category from 0 to 2; got 3. Number the categories from 0 and give "
        "each its weight.",
    ),
    Case(
        "a prior of another shape",
        with_prior("an array of shape (3, 1)", np.ones((3, 1))),
        "prior must have shape (2, D), shared by all models, or (1, 2, D); got (3, 1). Arrange it as models x "
        "questions x prior trials.",
    ),
    Case(
        "a prior outcome that is no category",
        with_prior("[[2], [0]]", [[2], [0]]),
        f"prior outcome must be 0 or 1; got 2. {CATEGORIES}",
    ),
    Case(
        "a prior of unknown models",
        with_prior_file(LONG + "z,p,1\n"),
        "greedy.csv: prior outcomes must be of models in the data; got 'z'. Drop or rename it.",
    ),
    Case(
        "a wrong cell in a prior",
        with_prior_file(LONG + "a,p,2\n"),
        f"greedy.csv, line 2: outcome must be 0 or 1; got 2. {CATEGORIES}",
    ),
]


def battles(text: str, **options: Any) -> Given:
    def read() -> Any:
        Path("results.csv").write_text(text)
        return read_comparisons("results.csv", **options)

    return Given(on_one_line(text), read, said(options))


BATTLE = "model_a,model_b,winner\n"
MEASURED = "model_a,model_b,winner,words\n"

BATTLES = [
    Case(
        "another word for the winner",
        battles(BATTLE + "a,b,a\na,b,draw\n"),
        "results.csv, line 3: winner must be one of 'a', 'b', 'tie'; got 'draw'. Correct it, or say what it means in "
        "winner_values (ARENA_WINNERS for chat arenas).",
    ),
    Case(
        "a model against itself",
        battles(BATTLE + "a,b,a\na,a,b\n"),
        "results.csv, line 3: model_b must differ from model_a; got 'a'. Drop the row, or correct the name.",
    ),
    Case(
        "a battle without a category",
        battles("model_a,model_b,winner,category\na,b,a,maths\na,b,b,\n"),
        f"results.csv, line 3: category must have a name; got an empty cell. {NAMELESS}",
    ),
    Case(
        "a covariate that is not there",
        battles(BATTLE + "a,b,a\n", covariates=["words"]),
        "results.csv: column 'words' for covariate 'words' must be there; got 'model_a', 'model_b', 'winner'. Check "
        "the name.",
    ),
    Case(
        "a covariate with another role",
        battles(BATTLE + "a,b,a\n", covariates=["winner"]),
        "results.csv: column 'winner' must have one role; got winner and covariate. Name another column for one of "
        "them.",
    ),
    Case(
        "a covariate that is no number",
        battles(MEASURED + "a,b,a,12\nb,a,a,many\n", covariates=["words"]),
        "results.csv, line 3: words must be a number, true or false; got 'many'. Correct it, or drop the row.",
    ),
    Case(
        "a battle without its covariate",
        battles(MEASURED + "a,b,a,12\nb,a,a,\n", covariates=["words"]),
        "results.csv, line 3: words must be a finite number; got an empty cell. Fill it in, or drop the row.",
    ),
    Case(
        "a covariate that never differs",
        battles(MEASURED + "a,b,a,0\nb,a,a,0\n", covariates=["words"]),
        "results.csv: covariate 'words' must differ between the two models in some row; got 0 in all. Leave it out.",
    ),
]


def scored(text: str, build: Callable[..., Any] = win_tensor_from_scores, **options: Any) -> Given:
    """Return a table of scores that is played, or drawn, in rounds."""

    def read() -> Any:
        Path("results.csv").write_text(text)
        rounds = {"rounds": JoinedRounds(*options["rounds"])} if "rounds" in options else {}
        return build(read_score_table("results.csv"), **(options | rounds))

    given = said(options).replace("rounds=(", "rounds=JoinedRounds(")
    return Given(f"{build.__name__} of {on_one_line(text)}", read, given)


def answered(text: str, build: Callable[..., Any], **options: Any) -> Given:
    """Return answers to questions that are played, or drawn, in rounds."""

    def read() -> Any:
        Path("results.csv").write_text(text)
        return build(read_outcomes("results.csv"), **options)

    return Given(f"{build.__name__} of {on_one_line(text)}", read, said(options))


def played(build: Callable[..., Any], *given: Any, **options: Any) -> Given:
    return Given(f"{build.__name__}({', '.join(map(str, given))})", partial(build, *given, **options), said(options))


LAW = "model,law,art\n"
TIES = "Choose ties='half', 'random', 'fixed_random' or 'both_lose'."
MISSING = "Choose missing='lose', 'drop_round' or 'half'."
EVEN = [[[0, 0.5], [0.5, 0]]]

SWISS = [
    Case(
        "ties without a policy",
        scored(LAW + "a,1,3\nb,1,2\nc,1,2\n"),
        f"two scores in a round must differ, or ties= must say who wins; got 4 of 6 pairs tied (66.7%), most in 'law' "
        f"(3), 'art' (1). {TIES}",
    ),
    Case(
        "ties with a policy",
        scored(LAW + "a,1,3\nb,1,2\n", ties="half"),
        "A draw: half a point each. The ties of each round are counted.",
        lambda tensor: tensor.draw[0, 0, 1] == 1 and tensor.n_ties.tolist() == [1, 0],
    ),
    Case(
        "a round in which all are alike",
        scored(LAW + "a,1,3\nb,1,2\nc,1,1\n", ties="both_lose"),
        "A round of ties.",
        lambda tensor: not tensor.win[0].any() and tensor.n_ties.tolist() == [3, 0],
    ),
    Case(
        "missing scores without a policy",
        scored(LAW + "a,1,3\nb,2,\nc,3,\n"),
        f"every model must have a score in every round, or missing= must say what follows; got 2 missing, the first of "
        f"'b' in round 'art'. {MISSING}",
    ),
    Case(
        "no round without missing scores",
        scored(LAW + "a,1,\nb,,2\n", missing="drop_round"),
        "a round must have scores of all models to be kept by missing='drop_round'; got none of 2 that has. Choose "
        "missing='lose' or 'half', or leave models out.",
    ),
    Case(
        "an unknown policy of ties",
        scored(LAW + "a,1,3\nb,1,2\n", ties="first"),
        "ties must be one of half, random, fixed_random, both_lose; got 'first'. Check the spelling.",
    ),
    Case(
        "an unknown round",
        scored(LAW + "a,1,3\nb,2,2\n", sequence=["art", "maths"]),
        "sequence must name rounds that there are; got 'maths'. Check the spelling: 'law', 'art'.",
    ),
    Case(
        "a round twice",
        scored(LAW + "a,1,3\nb,2,2\n", sequence=["art", "art"]),
        "sequence must name every round once; got 'art' twice. Drop one.",
    ),
    Case(
        "no round",
        scored(LAW + "a,1,3\nb,2,2\n", sequence=[]),
        "sequence must name at least one round; got none. Leave it out to play all.",
    ),
    Case(
        "a mean of shares and percentages",
        scored(LAW + "a,0.1,30\nb,0.2,20\n", rounds=({"both": ["law", "art"]}, "mean")),
        "benchmarks of round 'both' must share direction and scale for within='mean', 0 to 1 or 0 to 100; got 'law' 0 "
        "to 1, 'art' 0 to 100. Rescale them, or choose within='mean_rank', 'mean_z' or 'majority'.",
    ),
    Case(
        "a benchmark in two rounds",
        scored(LAW + "a,1,3\nb,2,2\n", rounds=({"x": ["law", "art"], "y": ["art"]}, "mean_rank")),
        "a benchmark must be in one round, once; got 'art' in 'x' and in 'y'. Take it out of one.",
    ),
    Case(
        "margins without a scale",
        scored(LAW + "a,1,3\nb,2,2\n", win_tensor_from_margins),
        "scale must be given where scores have no standard errors; got none for round 'law'. Pass scale=, in units of "
        "the score, or a table with standard errors.",
    ),
    Case(
        "draws of scores without standard errors",
        scored(LAW + "a,1,3\nb,2,2\n", win_draws_from_scores),
        "standard_errors must be known to draw scores; got a score table without. Read it with the column "
        "standard_error, or build a win tensor from the scores alone.",
    ),
    Case(
        "probabilities above one together",
        played(win_tensor_from_probabilities, [[[0, 0.7], [0.4, 0]]]),
        "win of i, win of j and draw must sum to at most 1; got 1.1 for 'model 1' against 'model 2' in round "
        "'round 1'. The two wins of a match are win[k, i, j] and win[k, j, i].",
    ),
    Case(
        "probabilities below one together",
        played(win_tensor_from_probabilities, [[[0, 0.5], [0.4, 0]]]),
        "win of i and win of j must sum to 1 without draw=; got 0.9 for 'model 1' against 'model 2' in round "
        "'round 1'. Pass draw=, zeros if both lose with what is left over.",
    ),
    Case(
        "no probability",
        played(win_tensor_from_probabilities, [[[0, 1.5], [0, 0]]]),
        "win must be probabilities, from 0 to 1; got 1.5 for 'model 1' against 'model 2' in round 'round 1'. Correct "
        "it.",
    ),
    Case(
        "duplicate names",
        played(win_tensor_from_probabilities, EVEN, models=["x", "x"]),
        "model names must differ in more than white space; got 'x' and 'x'. Rename one, or merge them.",
    ),
    Case(
        "one model",
        played(win_tensor_from_probabilities, [[[0]]]),
        "a tournament must have at least two models; got 'model 1' alone. Add the others.",
    ),
    Case(
        "more right answers than trials",
        played(count_rounds, [[3], [6]], [5]),
        "right must be from 0 to the number of trials; got 6 of 'model 2' in round 'round 1'. Correct one of them.",
    ),
    Case(
        "shares for counts",
        played(count_rounds, [[0.5], [0.6]], [5]),
        "right must be whole numbers; got 0.5. Pass counts, not shares.",
    ),
    Case(
        "questions without rounds",
        answered(LONG + "a,p,1\nb,p,0\n", win_draws_from_outcomes),
        "question_metadata must have 'benchmark', which names the round of each question; got none. Add it, or pass "
        "round_column=.",
    ),
    Case(
        "a model that missed a round",
        answered("model,question,outcome,benchmark\na,p,1,law\nb,p,0,law\na,q,1,art\n", win_draws_from_outcomes),
        "every model must have an outcome in every round; got none of 'b' in round 'art'. Leave out the model, or the "
        "round from sequence.",
    ),
    Case(
        "fractions to be counted",
        answered("model,question,outcome,benchmark\na,p,0.5,law\nb,p,1,law\n", count_questions),
        "outcomes must be right or wrong to be counted; got fractions. Draw their means, which takes any outcomes, "
        "with win_draws_from_outcomes.",
    ),
    Case(
        "one draw",
        played(win_draws_from_array, [[[1], [2]]]),
        "scores must be at least two draws; got 1. Draw again, or play a win tensor.",
    ),
    Case(
        "one model with scores",
        scored(LAW + "a,1,3\n"),
        "a score table must have at least two models; got 'a' alone. Add the others.",
    ),
    Case(
        "a model twice",
        scored(LAW + "a,1,3\nb,2,2\na,2,1\n"),
        "results.csv, line 4: model must name one row; got 'a' again, first in line 2. Drop one, or rename it.",
    ),
    Case(
        "a benchmark twice",
        scored("model,law,law\na,1,3\nb,2,2\n"),
        "results.csv: every column must have a name of its own; got 'law' twice. Rename one.",
    ),
    Case(
        "fewer eliminations than none",
        scored(LAW + "a,1,3\nb,2,2\n", swiss_tournament, eliminate=[-1]),
        "eliminate must be whole numbers of models, 0 or more; got -1. Give how many leave after a round.",
    ),
    Case(
        "eliminations of half a model",
        scored(LAW + "a,1,3\nb,2,2\n", swiss_tournament, eliminate=[1.5]),
        "eliminate must be whole numbers of models, 0 or more; got 1.5. Give how many leave after a round.",
    ),
    Case(
        "eliminations after rounds that there are not",
        scored(LAW + "a,1,3\nb,2,2\n", swiss_tournament, eliminate=["front:1:5"]),
        "the second number of 'front' must be from 1 to 2, the rounds; got 5. It says of how many rounds.",
    ),
    Case(
        "an unknown schedule",
        scored(LAW + "a,1,3\nb,2,2\n", swiss_tournament, eliminate=["half"]),
        "eliminate must be a number of models, 'halving', or 'front', 'back' or 'every' with two numbers; got 'half'. "
        "Write 'front:2:4' for 2 models after each of the first 4 rounds, say.",
    ),
    Case(
        "the same eliminations twice",
        scored(LAW + "a,1,3\nb,2,2\n", swiss_tournament, eliminate=[1, 1]),
        "eliminate must hold different schedules; got 1, 1. Drop one of the equal ones.",
    ),
    Case(
        "no eliminations at all",
        scored(LAW + "a,1,3\nb,2,2\n", swiss_tournament, eliminate=[]),
        "eliminate must hold at least one schedule; got none. Say 0 for no elimination.",
    ),
    Case(
        "more eliminations than models",
        scored(LAW + "a,1,3\nb,2,2\n", swiss_tournament, eliminate=[9], method="exact"),
        "All with the fewest points leave, and a warning says that so many cannot.",
        lambda found: (
            # b wins the first round, and a leaves
            found.wins.eliminated[0, 0].tolist() == [1, 0]
            and any(warning.startswith("eliminations of 9 ") for warning in found.warnings)
        ),
    ),
    Case(
        "scores that are no shares of right answers",
        scored(LAW + "a,50,101\nb,20,3\n", with_binomial_errors, questions=40),
        "scores must be shares from 0 to 1, or percentages, to be of so many questions; got 101 of 'a' on 'art'. Give "
        "standard errors instead.",
    ),
    Case(
        "a benchmark without its number of questions",
        scored(LAW + "a,50,10\nb,20,3\n", with_binomial_errors, questions={"law": 40}),
        "questions must have a number for every benchmark; got none for 'art'. Add it.",
    ),
    Case(
        "a number of questions of no benchmark",
        scored(LAW + "a,50,10\nb,20,3\n", with_binomial_errors, questions={"law": 40, "art": 40, "maths": 40}),
        "questions must be of benchmarks of the table; got 'maths'. Check the spelling.",
    ),
]

PARTS = {
    "Outcomes": OUTCOMES,
    "Rows": ROWS,
    "Names": NAMES,
    "Columns": COLUMN_NAMES,
    "Wide tables": WIDE,
    "Counted tables": COUNTS,
    "Files": FILES,
    "Text in CSV and TSV": TEXT,
    "JSON Lines": JSON_LINES,
    "NumPy arrays": ARRAYS,
    "Data frames": FRAMES,
    "Weights and prior outcomes": OPTIONS,
    "Battles": BATTLES,
    "Swiss tournaments": SWISS,
}
