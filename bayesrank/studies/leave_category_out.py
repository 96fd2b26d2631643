"""Which way to score models on benchmarks tells best how they rank on a category of benchmarks that it did not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_at_least, check_choice, check_names, check_probability, seed_or_fresh
from bayesrank.plain_records import plain_records
from bayesrank.studies.held_out_categories import HeldOut, Target, held_out_categories, target_ranks
from bayesrank.studies.mean_ranks import mean_ranks
from bayesrank.studies.rank_agreement import Agreement, agreement, check_top, order_signs, resampled_tau
from bayesrank.studies.rounds_of_table import MissingScores, rounds_of_table
from bayesrank.studies.score_methods import checked_methods, score_models

if TYPE_CHECKING:
    import pandas as pd

PREDICTORS = (
    *("mean", "mean_z", "median", "trimmed_mean", "borda", "copeland", "bradley_terry"),
    *("swiss_0", "swiss_1", "swiss_2"),
)
BASELINE = "mean"
TOP, REPLICATIONS, CONTESTS = 10, 1_000, 5_000


class PredictionOptions(TypedDict, total=False):
    """Options of :func:`leave_category_out`, which tells of them."""

    sequence: Sequence[str] | None
    missing: MissingScores | None
    top: int | None
    baseline: str | None
    replications: int
    n_contests: int


@dataclass(frozen=True, eq=False, repr=False)
class CategoryPrediction:
    """How well n methods, each seeing all categories but one, predict the ranks in that one.

    Parameters
    ----------
    methods : tuple of str
        See :func:`bayesrank.studies.score_methods.score_models`.
    models : tuple of str
        Names, M of them.
    categories : mapping of str to tuple of str
        Names of the C categories, with their benchmarks.
    target : {"mean_rank", "mean"}
        What models are ranked by in a category that is held out.
    top : int
        How many models are the best.
    agreement : array, shape (4, n, C)
        Kendall's tau-b, Spearman's correlation, accuracy of pairs and overlap of the best; see
        :class:`bayesrank.studies.rank_agreement.Agreement`.
    tau_draws : array, shape (B, n, C)
        Kendall's tau-b on models that were drawn with replacement, alike for all methods and categories, and on
        benchmarks of the category that were.
    baseline : str
        The method that others are compared with. It was named beforehand: the best one on the same data would be
        favoured by them.
    n_contests, random_seed : int
        Of the tournaments, and of these and of what was drawn.
    """

    methods: tuple[str, ...]
    models: tuple[str, ...]
    categories: Mapping[str, tuple[str, ...]]
    target: Target
    top: int
    agreement: FloatArray
    tau_draws: FloatArray
    baseline: str
    n_contests: int
    random_seed: int

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {tau:.3f}" for name, tau in zip(self.methods, self.tau.mean(axis=1), strict=True))
        return (
            f"CategoryPrediction({len(self.models)} models, {len(self.categories)} categories held out in turn, "
            f"mean Kendall's tau: {means})"
        )

    @property
    def tau(self) -> FloatArray:
        """Kendall's tau-b of each method in each category, shape (n, C)."""
        return np.asarray(self.agreement[0])

    def frame(self, *, ci_prob: float = 0.95) -> pd.DataFrame:
        """Return one row for each method and category; intervals are those of :meth:`summary`.

        Parameters
        ----------
        ci_prob : float
            Probability of the bootstrap intervals, each on its own.

        Returns
        -------
        DataFrame
            Columns ``method``, ``category``, ``benchmarks`` (how many), ``tau``, ``tau_lower``, ``tau_upper``;
            ``difference`` to the tau of the baseline, with ``difference_lower`` and ``difference_upper``; ``spearman``,
            ``pair_accuracy`` and ``top_overlap``.
        """
        import pandas as pd

        n_methods, n_categories = len(self.methods), len(self.categories)
        columns: dict[str, Any] = {"method": np.repeat(self.methods, n_categories)}
        columns["category"] = np.tile(list(self.categories), n_methods)
        columns["benchmarks"] = np.tile([len(names) for names in self.categories.values()], n_methods)
        columns |= self._intervals(self.tau, self.tau_draws, ci_prob)
        for name, table in zip(Agreement._fields[1:], self.agreement[1:], strict=True):
            columns[name] = table.ravel()
        return pd.DataFrame(columns)

    def summary(self, *, ci_prob: float = 0.95) -> pd.DataFrame:
        """Return one row for each method, means over the categories.

        Intervals are for other models of the kind and other benchmarks of the category held out, as what is predicted;
        the categories stay, and so does each prediction: methods are not applied anew to what was drawn. A drawn
        category holds fewer different benchmarks than the category, so that its ranking is noisier and agrees less with
        any prediction. That bias of the draws, their mean less the tau of the data, is taken from all of them.

        Parameters
        ----------
        ci_prob : float
            Probability of the bootstrap intervals, each on its own.

        Returns
        -------
        DataFrame
            Columns of :meth:`frame` without ``category`` and ``benchmarks``.
        """
        import pandas as pd

        columns: dict[str, Any] = {"method": list(self.methods)}
        columns |= self._intervals(self.tau.mean(axis=1), self.tau_draws.mean(axis=2), ci_prob)
        for name, table in zip(Agreement._fields[1:], self.agreement[1:], strict=True):
            columns[name] = table.mean(axis=1)
        return pd.DataFrame(columns)

    def record(self, *, ci_prob: float = 0.95) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``methods`` and ``held_out``, the records of :meth:`summary` and :meth:`frame`, and the other facts by
            their names.
        """
        tables = {"methods": self.summary(ci_prob=ci_prob), "held_out": self.frame(ci_prob=ci_prob)}
        return {
            "models": list(self.models),
            "categories": {name: list(benchmarks) for name, benchmarks in self.categories.items()},
            "target": self.target,
            "top": self.top,
            "baseline": self.baseline,
            "ci_prob": ci_prob,
            "replications": len(self.tau_draws),
            "n_contests": self.n_contests,
            "random_seed": self.random_seed,
        } | {name: plain_records(table) for name, table in tables.items()}

    def _intervals(self, tau: FloatArray, draws: FloatArray, ci_prob: float) -> dict[str, FloatArray]:
        """Return tau and its difference to the baseline with intervals; methods are axis 0, and 1 of the draws."""
        check_probability("ci_prob", ci_prob)
        place = self.methods.index(self.baseline)
        tails = (1 - ci_prob) / 2, (1 + ci_prob) / 2
        columns = {}
        for name, value, drawn in (
            ("tau", tau, draws),
            ("difference", tau - tau[place], draws - draws[:, place : place + 1]),
        ):
            columns[name] = value.ravel()
            lower, upper = _quantiles(drawn, tails) - _mean(drawn) + value
            columns |= {f"{name}_lower": lower.ravel(), f"{name}_upper": upper.ravel()}
        return columns


def leave_category_out(
    table: ScoreTable,
    categories: Mapping[str, str],
    *,
    methods: Sequence[str] = PREDICTORS,
    target: Target = "mean_rank",
    random_seed: int | None = None,
    **options: Unpack[PredictionOptions],
) -> CategoryPrediction:
    """Hold out one category of benchmarks after the other, and predict the ranks of models on it from the others.

    A score that says how good models are predicts how they do on what it did not see. Expected wins of a Swiss
    tournament measure how models fare in that contest, which depends on the order of its rounds, and need not.

    Parameters
    ----------
    table : ScoreTable
    categories : mapping of str to str
        Category of each benchmark.
    methods : sequence of str
        See :func:`bayesrank.studies.score_methods.score_models`.
    target : {"mean_rank", "mean"}
        What models are ranked by in the category: the mean of their ranks on its benchmarks, or of their scores.
    random_seed : int, optional
        A fresh one, kept in the result, by default.
    **options
        ``sequence``, benchmarks in the order in which they are played, that of the table by default; ``missing``,
        ``"half"`` or ``"drop_round"``, where scores are missing; ``top``, how many models are the best, 10 by default
        or half of them if that is less; ``baseline``, a method, ``"mean"`` by default, or the first without it;
        ``replications`` of the bootstrap, 1,000 by default; ``n_contests``.

    Returns
    -------
    CategoryPrediction

    Raises
    ------
    DataError
        If benchmarks have no category, there is one alone, or scores are missing and there is no choice.
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> board = pd.DataFrame(
    ...     {"model": ["x", "y", "z"], "law": [90, 80, 70], "history": [9, 7, 8], "algebra": [50, 60, 40]}
    ... )
    >>> categories = {"law": "humanities", "history": "humanities", "algebra": "mathematics"}
    >>> found = br.leave_category_out(br.read_score_table(board), categories, methods=["mean", "borda"])
    >>> dict(zip(found.methods, found.tau.round(2).tolist()))
    {'mean': [0.0, 0.33], 'borda': [0.0, 0.0]}
    """
    check_names("leave_category_out", options, PredictionOptions.__annotations__)
    check_choice("target", target, Target)
    names = checked_methods(methods)
    baseline = _baseline(names, options.get("baseline"))
    seed = seed_or_fresh(random_seed)
    scored = rounds_of_table(table, sequence=options.get("sequence"), missing=options.get("missing"))
    held_out = held_out_categories(scored.rounds, scored.observed, categories)
    given = options.get("top")
    top = min(TOP, len(scored.models) // 2) if given is None else given
    replications = options.get("replications", REPLICATIONS)
    n_contests = options.get("n_contests", CONTESTS)
    check_top(top, len(scored.models))
    check_at_least("replications", replications, 1)
    check_at_least("n_contests", n_contests, 2)
    rng = np.random.default_rng(seed)
    n_models = len(scored.models)
    copies = rng.multinomial(n_models, np.full(n_models, 1 / n_models), size=replications).astype(np.float64)
    found = np.empty((len(Agreement._fields), len(names), len(held_out)))
    draws = np.empty((replications, len(names), len(held_out)))
    for c, category in enumerate(held_out):
        kept = np.delete(scored.scores, category.columns, axis=1)
        by_method = score_models(kept, names, n_contests=n_contests, random_seed=seed)
        predicted = mean_ranks(by_method.scores)
        inside = scored.scores[:, category.columns]
        came = target_ranks(inside, target, np.ones(inside.shape[1], dtype=np.int64))
        found[:, :, c] = np.transpose([agreement(ranks, came, top) for ranks in predicted])
        draws[:, :, c] = _resampled(predicted, inside, target, copies, rng)
    return CategoryPrediction(
        methods=names,
        models=scored.models,
        categories=_named(scored.rounds, held_out),
        target=target,
        top=top,
        agreement=found,
        tau_draws=draws,
        baseline=baseline,
        n_contests=n_contests,
        random_seed=seed,
    )


def _quantiles(draws: FloatArray, tails: tuple[float, float]) -> FloatArray:
    """Return quantiles over the draws that are numbers; NaN where none is."""
    known = ~np.isnan(draws).all(axis=0)
    quantiles = np.full((2, *known.shape), np.nan)
    quantiles[:, known] = np.nanquantile(draws[:, known], tails, axis=0)
    return quantiles


def _mean(draws: FloatArray) -> FloatArray:
    """Return the mean of the draws that are numbers; NaN where none is."""
    known = ~np.isnan(draws)
    number = known.sum(axis=0)
    total = np.where(known, draws, 0.0).sum(axis=0)
    mean: FloatArray = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    return mean


def _resampled(
    predicted: FloatArray, inside: FloatArray, target: Target, copies: FloatArray, rng: np.random.Generator
) -> FloatArray:
    """Return tau of each method on resampled models and benchmarks, shape (B, n)."""
    n_inside = inside.shape[1]
    drawn = rng.multinomial(n_inside, np.full(n_inside, 1 / n_inside), size=len(copies))
    signs = [order_signs(ranks) for ranks in predicted]
    draws = np.empty((len(copies), len(predicted)))
    different, which = np.unique(drawn, axis=0, return_inverse=True)
    for number, benchmarks in enumerate(different):
        chosen = np.flatnonzero(which.ravel() == number)
        came = order_signs(target_ranks(inside, target, benchmarks.astype(np.int64)))
        for method, sign in enumerate(signs):
            draws[chosen, method] = resampled_tau(sign, came, copies[chosen])
    return draws


def _named(benchmarks: Sequence[str], held_out: Sequence[HeldOut]) -> dict[str, tuple[str, ...]]:
    def names(columns: IntArray) -> tuple[str, ...]:
        return tuple(benchmarks[column] for column in columns)

    return {category.name: names(category.columns) for category in held_out}


def _baseline(methods: Sequence[str], given: str | None) -> str:
    if given is None:
        return BASELINE if BASELINE in methods else methods[0]
    if given not in methods:
        message = f"baseline must be one of the methods; got {given!r}. Choose among {', '.join(methods)}."
        raise ValueError(message)
    return given
