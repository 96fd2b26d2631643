"""What looking again and again does to methods: how often they are ever wrong, and how much they certify when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_names, check_probability
from bayesrank.plain_records import plain_records
from bayesrank.sequential.certifiers.enumeration import MOST_MODELS
from bayesrank.sequential.looks import Looks, look_times
from bayesrank.sequential.rank_report import target_words
from bayesrank.studies.peeking_methods import FIXED_METHODS, SEQUENCE_METHODS, Arrival, said_at_looks
from bayesrank.studies.repeated_scores import RepeatedScores, Source, orders_of, simulated_scores

if TYPE_CHECKING:
    import pandas as pd

OPTIONS = ("models", "score_range", "higher_is_better")
METHODS = SEQUENCE_METHODS + FIXED_METHODS


@dataclass(frozen=True, eq=False, repr=False)
class PeekingStudy:
    """What methods said at every look, in many orders of one benchmark or in many simulated ones.

    Parameters
    ----------
    methods : tuple of str
        As asked for.
    models : tuple of str
        Names, M of them.
    alpha : float
        Level of all methods.
    n_questions : array of int, shape (n_looks,)
        Questions before each look.
    n_certified : array of int, shape (n_methods, replications, n_looks)
        Pairs of models that were said to differ at each look.
    was_false : array of bool, shape (n_methods, replications, n_looks)
        Whether something said at the look was false: a model said to be better whose mean is not higher, or no order
        left at all.
    source : {"orders", "simulated"}
        Orders of the questions of one finished benchmark, or simulated benchmarks.
    random_seed : int or None
        Seed of the orders; None for simulated scores.
    """

    methods: tuple[str, ...]
    models: tuple[str, ...]
    alpha: float
    n_questions: IntArray
    n_certified: IntArray
    was_false: BoolArray
    source: Source
    random_seed: int | None

    def __repr__(self) -> str:
        shares = ", ".join(f"{name} {share:.1%}" for name, share in zip(self.methods, self.error_rate, strict=True))
        of = "orders" if self.source == "orders" else "simulated benchmarks"
        return (
            f"PeekingStudy({len(self.models)} models, {self.n_questions[-1]} questions, {len(self.n_questions)} looks, "
            f"{self.replications} {of}, alpha={self.alpha:g}, ever false: {shares})"
        )

    @property
    def replications(self) -> int:
        """How many orders, or simulated benchmarks."""
        return len(self.was_false[0])

    @property
    def ever_false(self) -> BoolArray:
        """Whether something false was said at a look or before, shape (n_methods, replications, n_looks)."""
        return np.logical_or.accumulate(self.was_false, axis=2)

    @property
    def error_rate(self) -> FloatArray:
        """Share of replications in which something false was said at some look, shape (n_methods,)."""
        rate: FloatArray = self.was_false.any(axis=2).mean(axis=1)
        return rate

    def frame(self) -> pd.DataFrame:
        """Return what was said at every look, means over the replications.

        Returns
        -------
        DataFrame
            Columns ``method``, ``n_questions``, ``certified`` (pairs), ``false`` (share of replications in which
            something said at this look was false), ``ever_false`` (at this look or before), and the Monte-Carlo
            standard errors ``certified_error`` and ``ever_false_error``.
        """
        import pandas as pd

        n_methods, n_looks = len(self.methods), len(self.n_questions)
        ever = self.ever_false.mean(axis=1)
        spread = (
            self.n_certified.std(axis=1, ddof=1) if self.replications > 1 else np.full((n_methods, n_looks), np.nan)
        )
        return pd.DataFrame(
            {
                "method": np.repeat(self.methods, n_looks),
                "n_questions": np.tile(self.n_questions, n_methods),
                "certified": self.n_certified.mean(axis=1).ravel(),
                "certified_error": (spread / np.sqrt(self.replications)).ravel(),
                "false": self.was_false.mean(axis=1).ravel(),
                "ever_false": ever.ravel(),
                "ever_false_error": np.sqrt(ever * (1 - ever) / self.replications).ravel(),
            }
        )

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``methods``: for each its name, ``error_rate`` and ``looks``, the records of :meth:`frame`; and the other
            facts by their names.
        """
        looks = self.frame()
        return {
            "models": list(self.models),
            "alpha": self.alpha,
            "source": self.source,
            "target": target_words(int(self.n_questions[-1]) if self.source == "orders" else None),
            "replications": self.replications,
            "random_seed": self.random_seed,
            "methods": [
                {
                    "method": name,
                    "error_rate": float(rate),
                    "looks": plain_records(looks[looks["method"] == name].drop(columns="method")),
                }
                for name, rate in zip(self.methods, self.error_rate, strict=True)
            ],
        }


def peeking_study(
    data: Outcomes | ScoreTable | npt.ArrayLike,
    *,
    methods: Sequence[str] | None = None,
    looks: Looks = "1%",
    alpha: float = 0.05,
    replications: int | None = None,
    truth: npt.ArrayLike | None = None,
    random_seed: int | None = None,
    **options: Any,  # noqa: ANN401 (of the scores)
) -> PeekingStudy:
    """Look again and again while questions come in, and count how often methods are ever wrong and what they certify.

    A finished benchmark is gone through in many random orders. All its questions are known, and with them which model
    is better than which. Or simulated scores are taken as they come, with their true means.

    Tests for one look, applied anew at every look, are those of :func:`fixed_sample_ranks`. At the last look at a
    finished benchmark nobody can be wrong any more: whoever leads then is better on these questions.

    Parameters
    ----------
    data : Outcomes, ScoreTable, or array
        A finished benchmark, an array having shape (questions, models); or simulated scores, an array of shape
        (replications, questions, models). Every model must have a score on every question.
    methods : sequence of str, optional
        Of ``"bonferroni"``, ``"shortcut"``, ``"e_holm"``, ``"star"``, ``"enumeration"`` and ``"exact"``, the certifiers
        of a rank confidence sequence; ``"holm_mcnemar"`` and ``"holm_z"``. By default the sequence with enumeration,
        with the star bound if models are more than 8, and both tests, McNemar's if scores are right or wrong.
    looks : str, int or sequence of int
        After each such share of the questions, after every so many, or after these numbers of questions.
    alpha : float
        Level of all methods.
    replications : int, optional
        Number of orders of a finished benchmark, 200 by default.
    truth : array, shape (M,), optional
        True means of simulated scores, on any scale that has their order; equal ones are tied.
    random_seed : int, optional
        Seed of the orders; a fresh one, kept in the result, by default. The first orders are the same whatever
        ``replications``.
    **options
        ``models``, ``score_range`` and ``higher_is_better``, as for :func:`rank_confidence_sequence`.

    Returns
    -------
    PeekingStudy

    Raises
    ------
    DataError
        If a score is missing or outside its range, or McNemar's test is asked for and a score is neither right nor
        wrong.
    ValueError
        If an option is not as stated.

    References
    ----------
    khosravi2026

    Examples
    --------
    >>> import bayesrank as br
    >>> import numpy as np
    >>> coins = np.random.default_rng(0).integers(0, 2, (100, 400, 4))  # four models that are all alike, 100 times
    >>> study = br.peeking_study(coins, truth=[0.5, 0.5, 0.5, 0.5], looks=10)
    >>> dict(zip(study.methods, study.error_rate.round(2).tolist()))
    {'enumeration': 0.01, 'holm_mcnemar': 0.17, 'holm_z': 0.41}
    """
    check_probability("alpha", alpha)
    check_names("peeking_study", options, OPTIONS)
    if not isinstance(data, Outcomes | ScoreTable) and np.ndim(data) == 3:
        _refuse_for_simulated(replications=replications, random_seed=random_seed)
        repeated = simulated_scores(data, truth, options)
    else:
        repeated = orders_of(data, replications, random_seed, options)
        if truth is not None:
            message = "truth must be left out for a finished benchmark, whose means are known; got it. Leave it out."
            raise ValueError(message)
    chosen = _chosen(methods, repeated)
    times = np.array(look_times(looks, repeated.n_questions))
    n_certified = np.zeros((len(chosen), repeated.replications, len(times)), dtype=np.int64)
    was_false = np.zeros(n_certified.shape, dtype=bool)
    right_or_wrong = repeated.reader.score_kind == "right_or_wrong"
    for replication in range(repeated.replications):
        arrival = Arrival(repeated.unit_scores(replication), times, repeated.population_size, right_or_wrong)
        for method, said in enumerate(said_at_looks(chosen, arrival, alpha)):
            n_certified[method, replication] = said.certified.sum(axis=(1, 2))
            was_false[method, replication] = said.failed | (said.certified & ~repeated.better).any(axis=(1, 2))
    return PeekingStudy(
        chosen, repeated.models, alpha, times, n_certified, was_false, repeated.source, repeated.random_seed
    )


def _refuse_for_simulated(**given: int | None) -> None:
    for name, value in given.items():
        if value is not None:
            message = (
                f"{name} must be left out for simulated scores, which are taken as they come; got {value}. Drop it."
            )
            raise ValueError(message)


def _chosen(methods: Sequence[str] | None, repeated: RepeatedScores) -> tuple[str, ...]:
    """Return the methods asked for, or those for the number of models and the kind of scores."""
    right_or_wrong = repeated.reader.score_kind == "right_or_wrong"
    if methods is None:
        certifier = "enumeration" if len(repeated.models) <= MOST_MODELS else "star"
        return (certifier, "holm_mcnemar", "holm_z") if right_or_wrong else (certifier, "holm_z")
    chosen = tuple(methods)
    unknown = [name for name in chosen if name not in METHODS]
    if unknown or not chosen or len(set(chosen)) < len(chosen):
        got = repr(unknown[0]) if unknown else ", ".join(chosen) or "none"
        message = f"methods must be different ones of {', '.join(METHODS)}; got {got}. Check the spelling."
        raise ValueError(message)
    if "holm_mcnemar" in chosen and not right_or_wrong:
        message = "scores must be right or wrong for McNemar's test; got others between. Say 'holm_z' instead."
        raise DataError(message)
    return chosen
