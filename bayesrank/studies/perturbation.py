"""What one model's failure in a few rounds does to its rank and to those of others, by method and place."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.inference.progress import tracked
from bayesrank.observations.score_table import ScoreTable
from bayesrank.options import check_at_least, check_names, seed_or_fresh
from bayesrank.plain_records import plain_records
from bayesrank.studies.mean_ranks import mean_ranks
from bayesrank.studies.perturbed_scores import (
    Case,
    Kind,
    Perturbation,
    check_can_be_perturbed,
    perturbed_cases,
    perturbed_scores,
)
from bayesrank.studies.rounds_of_table import MissingScores, rounds_of_table
from bayesrank.studies.score_methods import METHODS, checked_methods, score_models

if TYPE_CHECKING:
    import pandas as pd

RUNS = 20  # without a perturbation: their mean ranks are what ranks are compared with
CONTESTS = 2_000
LARGE_DROP = 3.0  # ranks


class TableOptions(TypedDict, total=False):
    """Options of :func:`perturbation_study`, which tells of them."""

    sequence: Sequence[str] | None
    missing: MissingScores | None


@dataclass(frozen=True, eq=False, repr=False)
class PerturbationStudy:
    """Rank changes when one model at a time fails in some rounds.

    In each of C cases one model fails in some rounds. Each of n methods ranks all models before and after.

    Parameters
    ----------
    methods : tuple of str
        See :func:`bayesrank.studies.score_methods.score_models`.
    models, rounds : tuple of str
        Names, M and K of them, rounds in the order in which they are played.
    perturbation : Perturbation
        What happens to the scores.
    model, n_rounds : array of int, shape (C,)
        Position of the model that fails, and in how many rounds.
    position : tuple of {"first", "last", "middle", "random", "named"}, length C
        Where in the order these lie.
    drop : array, shape (n, C)
        Ranks that the model loses; ranks before are means over runs of as many contests.
    collateral : array, shape (n, C)
        Mean absolute change of the ranks of the others among themselves, the model that fails being left out.
    rank_error : array, shape (n,)
        Standard deviation of a rank by the luck of contests: root mean square over models.
    chance_collateral : array, shape (n,)
        What ``collateral`` is without any failure, by the luck of contests.
    n_contests, random_seed : int
    """

    methods: tuple[str, ...]
    models: tuple[str, ...]
    rounds: tuple[str, ...]
    perturbation: Perturbation
    model: IntArray
    n_rounds: IntArray
    position: tuple[str, ...]
    drop: FloatArray
    collateral: FloatArray
    rank_error: FloatArray
    chance_collateral: FloatArray
    n_contests: int
    random_seed: int

    def __repr__(self) -> str:
        return (
            f"PerturbationStudy({len(self.models)} models x {len(self.rounds)} rounds, {len(np.unique(self.model))} of "
            f"the models perturbed, kind {self.kind!r}, {self.drop.shape[1]:,} cases, {len(self.methods)} methods)"
        )

    @property
    def kind(self) -> Kind:
        """What happens to the scores."""
        return self.perturbation.kind

    def frame(self, *, large_drop: float = LARGE_DROP) -> pd.DataFrame:
        """Return means over the cases of each method, position and number of rounds.

        Parameters
        ----------
        large_drop : float
            Ranks; how often the model loses so many or more is told.

        Returns
        -------
        DataFrame
            Columns ``method``, ``position``, ``n_rounds``, ``cases``, ``drop`` (mean number of ranks lost),
            ``drop_mcse`` (its error by the luck of contests, taken to be in all cases what it is in runs without a
            failure), ``drop_spread`` (standard deviation over the cases), ``p_large_drop``, ``collateral`` and
            ``chance_collateral``, what this would be without any failure.
        """
        import pandas as pd

        rows = []
        for method, name in enumerate(self.methods):
            for position in dict.fromkeys(self.position):
                for number in dict.fromkeys(self.n_rounds.tolist()):
                    chosen = (np.array(self.position) == position) & (self.n_rounds == number)
                    drop, n_models = self.drop[method, chosen], len(np.unique(self.model))
                    rows.append(
                        {
                            "method": name,
                            "position": position,
                            "n_rounds": number,
                            "cases": len(drop),
                            "drop": drop.mean(),
                            "drop_mcse": self.rank_error[method] * np.sqrt(1 / len(drop) + 1 / (RUNS * n_models)),
                            "drop_spread": drop.std(),
                            "p_large_drop": np.mean(drop >= large_drop),
                            "collateral": self.collateral[method, chosen].mean(),
                            "chance_collateral": self.chance_collateral[method],
                        }
                    )
        return pd.DataFrame(rows)

    def summary(self) -> pd.DataFrame:
        """Return the mean rank drop, a row for each method, a column for each position and number of rounds."""
        table = self.frame().pivot_table(index="method", columns=["position", "n_rounds"], values="drop", sort=False)
        return table.loc[list(self.methods)]

    def cases(self) -> pd.DataFrame:
        """Return ``method``, ``model``, ``position``, ``n_rounds``, ``drop`` and ``collateral`` of every case."""
        import pandas as pd

        n_methods, n_cases = self.drop.shape
        return pd.DataFrame(
            {
                "method": np.repeat(self.methods, n_cases),
                "model": np.tile(np.array(self.models)[self.model], n_methods),
                "position": np.tile(self.position, n_methods),
                "n_rounds": np.tile(self.n_rounds, n_methods),
                "drop": self.drop.ravel(),
                "collateral": self.collateral.ravel(),
            }
        )

    def record(self, *, large_drop: float = LARGE_DROP) -> dict[str, Any]:
        """Return all but the single cases as plain lists, dictionaries, text and numbers."""
        chosen = self.perturbation
        return {
            "models": list(self.models),
            "rounds": list(self.rounds),
            "kind": chosen.kind,
            "shift": chosen.shift if chosen.kind == "shift" else None,
            "repeats": chosen.repeats,
            "named_rounds": None if chosen.rounds is None else list(chosen.rounds),
            "n_perturbed": len(np.unique(self.model)),
            "n_contests": self.n_contests,
            "random_seed": self.random_seed,
            "large_drop": large_drop,
            "drops": plain_records(self.frame(large_drop=large_drop)),
        }


def perturbation_study(
    table: ScoreTable,
    perturbation: Perturbation | None = None,
    *,
    models: Sequence[str] | Literal["all"] = "all",
    methods: Sequence[str] = METHODS,
    n_contests: int = CONTESTS,
    random_seed: int | None = None,
    **options: Unpack[TableOptions],
) -> PerturbationStudy:
    """Let one model at a time fail in some rounds, and see what that does to ranks by each method.

    A method is robust if a failure on a few of many benchmarks costs a model few ranks, and fragile if it matters
    where in the order of the rounds these lie. The median is what robust means: compare with it, not with the mean.

    Parameters
    ----------
    table : ScoreTable
    perturbation : Perturbation, optional
        What happens to the scores: by default they are 0, in 1, 2 and 4 rounds, or as many of these as there are rounds
        for, the first, the last, the middle ones and random ones.
    models : sequence of str or "all"
        Which of the models fail, one at a time.
    methods : sequence of str
        See :func:`bayesrank.studies.score_methods.score_models`.
    n_contests : int
        Contests of a tournament in each case.
    random_seed : int, optional
        A fresh one, kept in the result, by default.
    **options
        ``sequence``, names of the rounds in the order in which they are played; ``missing``, what becomes of rounds in
        which scores are missing: ``"half"``, draws in tournaments, or ``"drop_round"``.

    Returns
    -------
    PerturbationStudy

    Raises
    ------
    DataError
        If scores are missing and nothing says what follows, a model is unknown, or scores cannot be made worse as said.
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> scores = {"law": [0.9, 0.8, 0.7], "art": [0.9, 0.8, 0.7], "sea": [0.9, 0.8, 0.0]}
    >>> board = pd.DataFrame({"model": ["x", "y", "z"]} | scores)
    >>> once = br.Perturbation(n_rounds=(1,), positions=("first",))
    >>> study = br.perturbation_study(br.read_score_table(board), once, methods=["mean", "median"], random_seed=0)
    >>> study.drop  # of x, y and z by each method: a zero takes the mean of x to 0.6, below that of y
    array([[1., 0., 0.],
           [0., 0., 0.]])
    """
    check_names("perturbation_study", options, TableOptions.__annotations__)
    check_at_least("n_contests", n_contests, 2)
    chosen = Perturbation() if perturbation is None else perturbation
    names, seed = checked_methods(methods), seed_or_fresh(random_seed)
    scored = rounds_of_table(table, **options)
    higher = table.higher_is_better[[table.benchmarks.index(name) for name in scored.rounds]]
    failing = _positions(scored.models, models)
    check_can_be_perturbed(scored, higher, failing, chosen)
    cases = perturbed_cases(scored, failing, chosen, seed)

    def rank_by(scores: FloatArray, contest_seed: int) -> FloatArray:
        return score_models(scores, names, n_contests=n_contests, random_seed=contest_seed, cores=1).scores

    def after(case: Case) -> FloatArray:
        return rank_by(perturbed_scores(scored, higher, case, chosen), case.seed)

    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        before = np.stack(list(pool.map(lambda run: rank_by(scored.scores, seed + run), range(RUNS))))  # (RUNS, n, M)
        changed = list(tracked(pool.map(after, cases), len(cases), "perturbing"))
    usual = mean_ranks(before)
    drop = [mean_ranks(scores)[:, case.model] for scores, case in zip(changed, cases, strict=True)]
    among_others = {model: _without(before, model).mean(axis=0) for model in failing.tolist()}
    moved = [
        np.abs(_without(scores, case.model) - among_others[case.model]).mean(axis=1)
        for scores, case in zip(changed, cases, strict=True)
    ]
    return PerturbationStudy(
        methods=names,
        models=scored.models,
        rounds=scored.rounds,
        perturbation=chosen,
        model=np.array([case.model for case in cases]),
        n_rounds=np.array([len(case.rounds) for case in cases]),
        position=tuple(case.position for case in cases),
        drop=np.stack(drop, axis=1) - usual.mean(axis=0)[:, [case.model for case in cases]],
        collateral=np.stack(moved, axis=1),
        rank_error=np.sqrt(usual.var(axis=0, ddof=1).mean(axis=1)),
        # of one run from the mean of the others, as of a case from the mean of all
        chance_collateral=np.abs(usual - usual.mean(axis=0)).mean(axis=(0, 2)) * RUNS / (RUNS - 1),
        n_contests=n_contests,
        random_seed=seed,
    )


def _positions(models: tuple[str, ...], chosen: Sequence[str] | Literal["all"]) -> IntArray:
    if isinstance(chosen, str):
        if chosen == "all":
            return np.arange(len(models))
        chosen = [chosen]
    unknown = [name for name in chosen if name not in models]
    if unknown or not chosen or len(set(chosen)) < len(chosen):
        got = repr(unknown[0]) if unknown else ", ".join(chosen) or "none"
        message = f"models must be different ones of the table; got {got}. Check the spelling, or leave it out for all."
        raise DataError(message)
    return np.array([models.index(name) for name in chosen])


def _without(scores: FloatArray, model: int) -> FloatArray:
    """Return the ranks of all but one model among themselves, shape (..., M - 1)."""
    return mean_ranks(np.delete(scores, model, axis=-1))
