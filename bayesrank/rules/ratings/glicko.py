"""Glicko rating: Elo with an uncertainty of each rating, which games shrink and time widens."""

from bayesrank.options import check_positive
from bayesrank.rules.ratings._options import check_finite, check_not_negative
from bayesrank.rules.ratings._orders import EqualResults, play_in_orders
from bayesrank.rules.ratings._updates import glicko_ratings
from bayesrank.rules.rule import Solved, ranking_rule
from bayesrank.statistics.games import Games


@ranking_rule(ties="option", missing="left out", cost="n_games players^2", reference="glickman1999")
def glicko(
    games: Games,
    *,
    initial: float = 1500.0,
    initial_deviation: float = 350.0,
    drift: float = 0.0,
    ties: EqualResults = "draw_if_right",
    permutations: int | None = None,
    random_seed: int = 0,
) -> Solved:
    """Score models by their Glicko ratings after all games.

    With ``q = log(10) / 400``, a model of rating r and deviation d is expected to score
    ``E_j = 1 / (1 + 10^(-g_j (r - r_j) / 400))`` against one of rating r_j and deviation d_j, where
    ``g_j = (1 + 3 q^2 d_j^2 / pi^2)^(-1/2)``. Simultaneous games, in which it scored s_j, leave it with the variance
    ``1 / (1 / d^2 + q^2 sum g_j^2 E_j (1 - E_j))``, and move its rating by q times that times
    ``sum g_j (s_j - E_j)``, all from the ratings before them. A score is 1 if it is right and the other is not, 0 if
    the other is, 1/2 in a draw. A model that plays no game, or none that counts, keeps its initial rating.

    Parameters
    ----------
    games : Games
    initial : float
        Rating before the first game, finite. It moves all scores alike.
    initial_deviation : float
        Standard deviation of ratings before the first game, > 0, which drift never exceeds.
    drift : float
        Standard deviation of what a rating changes by from one period to the next, >= 0.
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
        Ratings; a lead of 400 is odds of ten to one. A fact beside them is the ``deviation`` of each rating: where the
        order is random, its mean over orders.

    Raises
    ------
    ValueError
        If a number is not as above, ``permutations`` is no whole number of at least 1, or ``ties`` none of these.

    References
    ----------
    glickman1999
    """
    check_finite("initial", initial)
    check_positive("initial_deviation", initial_deviation)
    check_not_negative("drift", drift)
    played = play_in_orders(
        games,
        lambda play: glicko_ratings(play, games.period, initial_deviation**2, drift**2),
        ties=ties,
        permutations=permutations,
        seed=random_seed,
    )
    return Solved(initial + played[..., 0, :], lambda: {"deviation": played[..., 1, :]})
