"""Several rankings of the same models side by side: where they agree, and where not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.ranks.agreement import kendall_tau
from bayesrank.ranks.ranking import Ranking

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class MethodComparison:
    """The rankings of one data set by several methods, K of them.

    Parameters
    ----------
    rankings : mapping of str to Ranking
        By label, in the order asked for.
    refused : mapping of str to str
        Why a method did not rank these data, by label.
    """

    rankings: Mapping[str, Ranking]
    refused: Mapping[str, str]

    def __repr__(self) -> str:
        refused = f", {len(self.refused)} refused" if self.refused else ""
        number = len(self.agreeing())
        rankings = "one ranking" if number == 1 else f"{number} different rankings"
        return f"MethodComparison({len(self.labels)} methods of {len(self.models)} models, {rankings}{refused})"

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the methods that ranked, K of them."""
        return tuple(self.rankings)

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, L of them."""
        return next(iter(self.rankings.values())).models

    @cached_property
    def rank_array(self) -> FloatArray:
        """Rank of each model by each method, 1 best, shape (L, K)."""
        return np.stack([ranking.ranks_of_scores for ranking in self.rankings.values()], axis=1)

    def ranks(self) -> pd.DataFrame:
        """Return the rank of each model (rows) by each method (columns), models in the order of their mean rank."""
        order = np.lexsort([np.array(self.models), self.rank_array.mean(axis=1).round(9)])
        return self._by_model(self.rank_array).iloc[order].astype(int)

    def scores(self) -> pd.DataFrame:
        """Return the score of each model (rows) by each method (columns), on the method's own scale."""
        table = np.stack([ranking.scores for ranking in self.rankings.values()], axis=1)
        return self._by_model(table).loc[self.ranks().index]

    def tau(self) -> pd.DataFrame:
        """Return Kendall's tau-b between each two methods; NaN where one of them ties all models.

        References
        ----------
        kendall1945
        """
        columns = self.rank_array.T
        return self._by_method(np.array([[kendall_tau(one, other) for other in columns] for one in columns]))

    def exact_matches(self) -> pd.DataFrame:
        """Return whether each two methods give every model the same rank."""
        columns = self.rank_array.T
        return self._by_method((columns[:, None] == columns[None]).all(axis=2))

    def agreeing(self) -> list[tuple[str, ...]]:
        """Return the groups of methods with one and the same ranking, largest group first."""
        groups: dict[bytes, list[str]] = {}
        for label, column in zip(self.labels, self.rank_array.T, strict=True):
            groups.setdefault(column.tobytes(), []).append(label)
        return sorted((tuple(group) for group in groups.values()), key=len, reverse=True)

    def disagreements(self) -> pd.DataFrame:
        """Return every two models that some method puts in one order and another in the other.

        Returns
        -------
        DataFrame
            Columns ``model``, ``other``, ``n_above``, ``n_below``, ``n_tied`` (how many methods put the model above,
            below, or level with the other), ``above`` and ``below`` (their labels); most evenly split first.
        """
        import pandas as pd

        above = self.rank_array[:, None] < self.rank_array[None]  # (L, L, K)
        number = above.sum(axis=2)
        rows = []
        for model, other in np.argwhere(np.triu((number > 0) & (number.T > 0))):
            if number[model, other] < number[other, model]:
                model, other = other, model  # noqa: PLW2901 (the one that more methods put above stands first)
            for_it, against = above[model, other], above[other, model]
            rows.append(
                {
                    "model": self.models[model],
                    "other": self.models[other],
                    "n_above": int(for_it.sum()),
                    "n_below": int(against.sum()),
                    "n_tied": int((~for_it & ~against).sum()),
                    "above": self._named(for_it),
                    "below": self._named(against),
                }
            )
        columns = ["model", "other", "n_above", "n_below", "n_tied", "above", "below"]
        table = pd.DataFrame(rows, columns=columns)
        evenness = table["n_below"] / (table["n_above"] + table["n_below"])
        order = np.lexsort([table["other"], table["model"], -table["n_below"], -evenness])
        return table.iloc[order].reset_index(drop=True)

    def _named(self, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[str, ...]:
        return tuple(label for label, is_chosen in zip(self.labels, chosen, strict=True) if is_chosen)

    def _by_model(self, table: FloatArray) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(table, index=pd.Index(self.models, name="model"), columns=pd.Index(self.labels))

    def _by_method(self, table: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> pd.DataFrame:
        import pandas as pd

        labels = pd.Index(self.labels, name="method")
        return pd.DataFrame(table, index=labels, columns=labels.rename("other"))
