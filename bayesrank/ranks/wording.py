"""How ranks and probabilities are written, in tables, pages and plots alike."""

from bayesrank.ranks.score_draws import RankSetKind

RANK_SET_WORDS: dict[RankSetKind, str] = {
    "simultaneous": "hold the ranks of all models at once",
    "marginal": "hold each model's rank on its own, not all at once",
}


def rank_set_text(lower: int, upper: int) -> str:
    """Return a rank set in words."""
    return str(lower) if lower == upper else f"{lower} to {upper}"


def probability_text(probability: float) -> str:
    """Return two digits, and never a zero or a one, which no number of draws can show."""
    if probability < 0.005:
        return "<0.01"
    return ">0.99" if probability >= 0.995 else f"{probability:.2f}"


def tier_text(percent: str, margin: float = 0.0) -> str:
    """Return what tiers say, and what they do not."""
    by_more = f" by more than {margin:g}" if margin else ""
    return (
        f"no two models of one tier are separated{by_more}, models of different tiers need not be; all statements of "
        f"separation hold together with {percent}"
    )
