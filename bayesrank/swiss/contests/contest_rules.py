"""The rules of one contest: who meets whom, what a bye is worth, who leaves when more should than are last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bayesrank.options import check_choice

type Pairing = Literal["swiss", "random", "round_robin"]
type Floats = Literal["none", "down"]
type Overflow = Literal["group", "cascade"]

BYE_POINTS = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class ContestRules:
    """How a contest is played; the defaults are those of the paper.

    Parameters
    ----------
    pairing : {"swiss", "random", "round_robin"}
        In each round, models of equal points meet at random; all models that are left meet at random; or each meets
        all that are left.
    floats : {"none", "down"}
        What happens to the odd model of a group of equal points: it has a bye, or joins the next lower group as a full
        member, so that there is at most one bye a round.
    bye_points : {0, 0.5, 1}
        Points for a bye.
    overflow : {"group", "cascade"}
        What happens when more models are to leave than have the fewest points: those leave and no others, or it goes
        on, at random, among those with the next fewest.

    Raises
    ------
    ValueError
        If an option is none of its choices.

    References
    ----------
    liu2025
    """

    pairing: Pairing = "swiss"
    floats: Floats = "none"
    bye_points: float = 0.0
    overflow: Overflow = "group"

    def __post_init__(self) -> None:
        check_choice("pairing", self.pairing, Pairing)
        check_choice("floats", self.floats, Floats)
        check_choice("overflow", self.overflow, Overflow)
        if self.bye_points not in BYE_POINTS:
            message = f"bye_points must be 0, 0.5 or 1; got {self.bye_points!r}. Leave it out for 0, as in the paper."
            raise ValueError(message)
        if self.pairing != "swiss" and self.floats != "none":
            message = (
                f"floats must be 'none' with pairing={self.pairing!r}, which has no groups; got {self.floats!r}. "
                f"Leave it out."
            )
            raise ValueError(message)
