"""When a model has been asked enough: rules by which models retire before the last question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bayesrank.arrays import BoolArray
from bayesrank.options import check_at_least, check_choice
from bayesrank.sequential.certificates import told_apart, top_status
from bayesrank.sequential.rank_report import RankReport

type RetirementRule = Literal["all_pairs", "topk", "topk_safe", "width"]


@dataclass(frozen=True)
class Retirement:
    """A rule by which models retire: they are not asked again, and their wealths stay as they are.

    Any rule is valid that looks at past scores only. On the event that all certified pairs are true, models that are
    tied never retire by ``all_pairs``.

    Parameters
    ----------
    rule : {"all_pairs", "topk", "topk_safe", "width"}
        Once the model is told apart from every other; once it is known whether it is among the top k; once that is
        known and it is told apart from every model for which it is not; or once its ranks span no more than ``width``.
    k : int, optional
        For ``"topk"`` and ``"topk_safe"``: how many are at the top.
    width : int, optional
        For ``"width"``: the largest difference between highest and lowest rank, >= 0.

    Raises
    ------
    ValueError
        If the rule lacks its number, or is given that of another.

    References
    ----------
    khosravi2026, section 4.3
    """

    rule: RetirementRule
    k: int | None = None
    width: int | None = None

    def __post_init__(self) -> None:
        check_choice("rule", self.rule, RetirementRule)
        needed = {"topk": "k", "topk_safe": "k", "width": "width"}.get(self.rule)
        for name, least in (("k", 1), ("width", 0)):
            value = getattr(self, name)
            if name == needed:
                check_at_least(name, value, least)
            elif value is not None:
                message = f"{name} must be left out for the rule {self.rule!r}; got {value}. Leave it out."
                raise ValueError(message)

    def settled(self, report: RankReport) -> tuple[str, ...]:
        """Return the names of the live models that the rule asks no further; none of a report that failed."""
        if report.failed:
            return ()
        live = np.array([status == "live" for status in report.status])
        names: list[str] = np.array(report.models)[live & self._met(report)].tolist()
        return tuple(names)

    def _met(self, report: RankReport) -> BoolArray:
        apart = told_apart(report.certified)
        np.fill_diagonal(apart, val=True)
        if self.rule == "all_pairs":
            return apart.all(axis=1)
        bounds = report.tightest_bounds
        if self.rule == "width":
            narrow: BoolArray = bounds.upper - bounds.lower <= (self.width or 0)
            return narrow
        is_open = np.array([status == "open" for status in top_status(bounds, self.k or 1)])
        if self.rule == "topk":
            return ~is_open
        safe: BoolArray = ~is_open & (apart | ~is_open).all(axis=1)
        return safe
