"""What a tie between two models counts for."""

from typing import Literal

type CreditOfTies = Literal["half", "ignore"]  # half a win, or half a vote, for each of the two; or nothing
