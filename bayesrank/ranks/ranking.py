"""The ranking by a rule: its scores and ranks under their names, with or without uncertainty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import Target
from bayesrank.ranks.score_draws import ScoreDraws
from bayesrank.ranks.score_ranks import rank_scores
from bayesrank.ranks.stacks import Uncertainty

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Ranking(ScoreDraws):
    """How a method ranks the models.

    Parameters
    ----------
    method : str
        Name of the rule or program.
    options : mapping
        Options that were given to it.
    names : tuple of str
        Models in the order of the data, L of them.
    scores : array of float, shape (L,)
        What is ranked, higher is better: the scores in the data or, with posterior draws, their mean, which is exact
        where there is a closed form.
    samples : array of float, shape (S, L), or None
        Scores in S data sets drawn in place of the one observed; None where no uncertainty was asked for.
    uncertainty : {"posterior", "bootstrap"} or None
        How the data sets were drawn.
    target : {"benchmark", "population", "ability"} or None
        What the samples, or the scores of a program, are of; None for a rule without samples.
    target_words : str or None
        The same in words: these questions, or questions, battles, voters or benchmarks like these.
    warnings : tuple of str
        What to know before reading the result.
    data : str
        Size and coverage of the data, in words.
    diagnostics : mapping of str to object
        What else the rule knows, by name; arrays over models are in the order of ``names``.
    random_seed : int or None
        Seed of the samples, or of a rule that draws random numbers.
    unit : str or None
        What one unit of the score means, where a program says so.
    """

    method: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    scores: FloatArray
    samples: FloatArray | None
    uncertainty: Uncertainty | None
    target: Target | None
    target_words: str | None
    warnings: tuple[str, ...]
    data: str
    diagnostics: Mapping[str, object]
    random_seed: int | None
    unit: str | None = None

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        first = [name for name, rank in zip(self.names, self.ranks_of_scores, strict=True) if rank == 1]
        best = repr(first[0]) if len(first) == 1 else f"{len(first)} models"
        by = "" if self.uncertainty is None else f"{self.uncertainty} of "
        of = "" if self.target is None else f", {by}{self.target_words}"
        return f"{said}Ranking({self.method!r} of {len(self.names)} models{of}, first: {best})"

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, L of them."""
        return self.names

    @property
    def centre(self) -> FloatArray:
        """The scores, shape (L,)."""
        return self.scores

    @property
    def draws(self) -> FloatArray:
        """Scores in the drawn data sets, shape (S, L).

        Raises
        ------
        ValueError
            If no uncertainty was asked for.
        """
        if self.samples is None:
            message = (
                f"the ranking by {self.method!r} must have uncertainty to be read as probabilities; got scores only. "
                f"{self._remedy}"
            )
            raise ValueError(message)
        return self.samples

    @property
    def ranks_of_scores(self) -> FloatArray:
        """Rank of each model by its score, 1 best, equal scores sharing one, shape (L,)."""
        return rank_scores(self.scores)

    @property
    def by_program(self) -> bool:
        """Whether the scores are one number of a program's posterior, or of its likelihood: they have a target."""
        return self.samples is None and self.target is not None

    @property
    def score_unit(self) -> str:
        """What a score is."""
        return f"score of {self.method}" if self.unit is None else self.unit

    def ranking(self, **options: Any) -> pd.DataFrame:  # noqa: ANN401 (those of a fit)
        """Return the ranking, best first.

        Parameters
        ----------
        **options
            With uncertainty, those of :meth:`bayesrank.Fit.ranking`.

        Returns
        -------
        DataFrame
            Columns ``model``, ``score``, ``rank``; with uncertainty also the others of :meth:`bayesrank.Fit.ranking`.

        Raises
        ------
        ValueError
            If options are given and there is no uncertainty that they could be of, or as for a fit.
        """
        import pandas as pd

        if self.samples is not None:
            return super().ranking(**options)
        if options:
            message = f"a ranking without uncertainty must have no options; got {', '.join(options)}. {self._remedy}"
            raise ValueError(message)
        ranks = self.ranks_of_scores.astype(np.int64)
        table = pd.DataFrame({"model": self.names, "score": self.scores, "rank": ranks})
        return table.sort_values(["rank", "model"], ignore_index=True)

    @property
    def _remedy(self) -> str:
        """Where uncertainty comes from."""
        if self.by_program:
            return f"Use fit(data, {self.method!r}) for its posterior."
        return "Call rank with uncertainty='posterior' or 'bootstrap'."
