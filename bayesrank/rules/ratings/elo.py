"""Elo rating: each game moves two models by what its result exceeds what their ratings let expect."""

from math import log

from bayesrank.arrays import FloatArray
from bayesrank.options import check_positive
from bayesrank.rules.ratings._options import check_finite
from bayesrank.rules.ratings._orders import EqualResults, play_in_orders
from bayesrank.rules.ratings._updates import elo_gains
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.games import Games


@ranking_rule(ties="option", missing="left out", cost="n_games players^2", reference="elo1978")
def elo(
    games: Games,
    *,
    k_factor: float = 32.0,
    initial: float = 1500.0,
    scale: float = 400.0,
    ties: EqualResults = "draw_if_right",
    permutations: int | None = None,
    random_seed: int = 0,
) -> FloatArray:
    """Score models by their Elo ratings after all games.

    A model with rating r is expected to score ``1 / (1 + 10^((r_j - r) / scale))`` against one with rating r_j, and
    gains ``k_factor`` times what it scores beyond that: 1 if it is right and the other is not, 0 if the other is,
    1/2 in a draw. All pairs of simultaneous games count from the ratings before them. A model that plays no game,
    or none that counts, keeps the initial rating.

    Parameters
    ----------
    games : Games
    k_factor : float
        What a surprise moves a rating by, at most, > 0.
    initial : float
        Rating before the first game, finite. It moves all scores alike.
    scale : float
        Lead in rating that makes the odds of winning ten to one, > 0.
    ties : {"skip", "draw", "draw_if_right"}
        Whether two models that are both right, or both wrong, have drawn: never, always, or when they are right. In
        battles a tie is two models that are right.
    permutations : int, optional
        Number of random orders of the games to average over. Without it the order is that of play or, where that is
        not known, 20 random ones, or one for each draw of a stack.
    random_seed : int
        For the random orders.

    Returns
    -------
    array of float, shape (..., L)
        Ratings; a lead of ``scale`` is odds of ten to one.

    Raises
    ------
    ValueError
        If a number is not as above, ``permutations`` is no whole number of at least 1, or ``ties`` none of these.

    References
    ----------
    elo1978
    """
    for name, value in (("k_factor", k_factor), ("scale", scale)):
        check_positive(name, value)
    check_finite("initial", initial)
    gains = play_in_orders(
        games,
        lambda play: elo_gains(play, k_factor, log(10) / scale),
        ties=ties,
        permutations=permutations,
        seed=random_seed,
    )
    return initial + gains
