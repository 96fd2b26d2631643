"""When a watch looks at the scores, and whom it asks no further."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from bayesrank.sequential.looks import is_count, look_times
from bayesrank.sequential.retirement import Retirement


@dataclass(frozen=True)
class WatchPlan:
    """When a watch looks, and which models it asks no further; fixed before the first score.

    Parameters
    ----------
    looks : int or str
        After every so many questions; where it is known how many there will be, also after every such share, ``"1%"``.
    n_questions : int or None
        How many questions there will be.
    retirement : Retirement, optional

    Raises
    ------
    ValueError
        If ``looks`` is neither, or a share of an unlimited supply.
    """

    looks: int | str = 1
    n_questions: int | None = None
    retirement: Retirement | None = None

    def __post_init__(self) -> None:
        if self.n_questions is None and not is_count(self.looks):
            message = (
                f"looks must be a number of questions where nothing says how many there will be; got {self.looks!r}. "
                f"Write 10, say, or give the order of all questions."
            )
            raise ValueError(message)
        _ = self._times

    def next_look(self, n_questions: int) -> int:
        """Return the number of questions after which the look is that follows on one after so many."""
        if self._times is not None:
            return self._times[bisect_right(self._times, n_questions)]
        every = int(self.looks)
        return (n_questions // every + 1) * every

    def looks_between(self, first: int, last: int) -> int:
        """Return how many looks are after more than ``first`` questions and at most ``last``."""
        if self._times is not None:
            return bisect_right(self._times, last) - bisect_right(self._times, first)
        every = int(self.looks)
        return last // every - first // every

    def facts(self) -> dict[str, Any]:
        """Return the plan as JSON holds it."""
        looks = int(self.looks) if is_count(self.looks) else self.looks
        return {"looks": looks, "retirement": None if self.retirement is None else asdict(self.retirement)}

    @cached_property
    def _times(self) -> tuple[int, ...] | None:
        return None if self.n_questions is None else look_times(self.looks, self.n_questions)
