"""After how many questions each thing became known: all looks of a sequence, without what stayed as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

import numpy as np

from bayesrank.arrays import BoolArray, IntArray
from bayesrank.ranks.decision import tiers
from bayesrank.sequential.certificates import rank_bounds
from bayesrank.sequential.rank_confidence_sequence import RankConfidenceSequence
from bayesrank.sequential.rank_report import RankReport
from bayesrank.sequential.roster import Status

NEVER = 0


class Change(NamedTuple):
    """A look that changed something: the questions before it, and the scores, of a model on a question."""

    n_questions: int
    evaluations: int


@dataclass(frozen=True, eq=False)
class WatchHistory:
    """What became known at which look.

    Parameters
    ----------
    certified_after : array of int, shape (M, M)
        After how many questions (j, l) was certified, 0 where it is not.
    changes : tuple of Change
        The looks at which a pair was certified, or no order was left.
    retired_after : mapping of str to int
        After how many questions models retired.
    failed_after : int
        After how many questions no order was left; 0 for never.
    """

    certified_after: IntArray
    changes: tuple[Change, ...] = ()
    retired_after: Mapping[str, int] = field(default_factory=dict)
    failed_after: int = NEVER

    @classmethod
    def empty(cls, n_models: int) -> Self:
        """Return the history of a sequence of M models before its first look."""
        return cls(np.full((n_models, n_models), NEVER))

    def after(self, report: RankReport, retired: Sequence[str]) -> Self:
        """Return the history with one more look, after which some models retired."""
        now = report.n_questions
        fresh = report.certified & (self.certified_after == NEVER)
        changed = bool(fresh.any()) or report.failed
        return replace(
            self,
            certified_after=np.where(fresh, now, self.certified_after),
            changes=(*self.changes, Change(now, report.evaluations)) if changed else self.changes,
            retired_after={**self.retired_after, **dict.fromkeys(retired, now)},
            failed_after=now if report.failed else self.failed_after,
        )

    def as_kept(self, report: RankReport, status: tuple[Status, ...], n_unresolved: int) -> RankReport:
        """Return the report of the last look, with the models that retired after it, from another look like it."""
        certified = self._certified(report.n_questions)
        return replace(report, certified=certified, status=status, n_unresolved=n_unresolved)

    def live_before(self, models: Sequence[str], n_questions: int) -> BoolArray:
        """Return which models were asked each of the first questions, shape (n_questions, M)."""
        until = [self.retired_after.get(model, n_questions) for model in models]
        return np.arange(n_questions)[:, None] < np.array(until)

    def sequence(self, report: RankReport, order: tuple[str, ...]) -> RankConfidenceSequence:
        """Return all looks that changed something, and the last.

        Parameters
        ----------
        report : RankReport
            Of the last look.
        order : tuple of str
            The questions in their order.
        """
        said = [
            self._known(change) for change in self.changes if change.n_questions < report.n_questions
        ]  # a matrix of pairs for every look would be large
        last = (report.n_questions, report.evaluations, *report.bounds, report.tier, report.certified.sum())
        times, evaluations, lower, upper, tier, n_certified = zip(*said, last, strict=True)
        return RankConfidenceSequence(
            report,
            order,
            n_questions=np.array(times),
            rank_lower=np.stack(lower),
            rank_upper=np.stack(upper),
            tier=np.stack(tier),
            n_certified=np.array(n_certified),
            failed=np.array([False] * len(said) + [report.failed]),
            evaluations=np.array(evaluations),
        )

    def facts(self) -> dict[str, Any]:
        """Return all but the array as JSON holds it."""
        return {
            "changes": [list(change) for change in self.changes],
            "retired_after": dict(self.retired_after),
            "failed_after": self.failed_after,
        }

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any], certified_after: IntArray) -> Self:
        """Return the history whose :meth:`facts` and array these are."""
        changes = tuple(Change(*change) for change in facts["changes"])
        return cls(certified_after, changes, facts["retired_after"], facts["failed_after"])

    def _known(self, change: Change) -> tuple[int, int, IntArray, IntArray, IntArray, int]:
        """Return what was known at a look before anything failed, as a row of the sequence."""
        certified = self._certified(change.n_questions)
        return (*change, *rank_bounds(certified), tiers(certified), int(certified.sum()))

    def _certified(self, n_questions: int) -> BoolArray:
        """Return the pairs certified after so many questions, shape (M, M)."""
        if self.failed_after != NEVER and n_questions >= self.failed_after:
            return np.zeros(self.certified_after.shape, dtype=bool)
        known: BoolArray = (self.certified_after != NEVER) & (self.certified_after <= n_questions)
        return known
