"""TrueSkill: each result updates a normal belief on two abilities, by moments."""

from bayesrank.options import check_positive
from bayesrank.rules.ratings._options import check_not_negative
from bayesrank.rules.ratings._orders import EqualResults, play_in_orders
from bayesrank.rules.ratings._updates import trueskill_beliefs
from bayesrank.rules.rule import Solved, ranking_rule
from bayesrank.statistics.games import Games

_FIRST_MEAN = 25.0  # with FIRST_DEVIATION of the loop it sets the zero and the unit of the scores, nothing else


@ranking_rule(ties="option", missing="left out", cost="n_games players^2", reference="herbrich2007")
def trueskill(
    games: Games,
    *,
    performance: float = 25 / 6,
    drift: float = 25 / 300,
    draw_margin: float = 0.0,
    ties: EqualResults = "skip",
    permutations: int | None = None,
    random_seed: int = 0,
) -> Solved:
    """Score models by the mean of a normal belief on their abilities after all games.

    Before the first game every ability is normal with mean 25 and standard deviation 25/3, which set the zero and
    the unit of the scores. In a game each model performs as its ability plus normal noise; who performs better by
    more than a margin wins, else the two draw. Given the result the ability has a distribution that is replaced by
    the normal one of the same mean and variance. What a pair says is the ratio of that to the belief before, in
    whose logarithm pairs of simultaneous games add up. A model that plays no game, or none that counts, keeps the
    mean of 25.

    Parameters
    ----------
    games : Games
    performance : float
        Standard deviation of the noise in a performance, > 0.
    drift : float
        Standard deviation of what every ability changes by from one season to the next, that is from one trial of
        all questions to the next, or one time of battles to the next, >= 0.
    draw_margin : float
        Lead in performance that it takes to win, >= 0. With 0 a draw says that both performed exactly alike.
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
        Means of abilities; before the first game they are 25, with a standard deviation of 25/3. A fact beside them is
        the ``deviation`` of each ability: where the order is random, its mean over orders.

    Raises
    ------
    ValueError
        If a number is not as above, ``permutations`` is no whole number of at least 1, or ``ties`` none of these.

    References
    ----------
    herbrich2007
    """
    check_positive("performance", performance)
    check_not_negative("drift", drift)
    check_not_negative("draw_margin", draw_margin)
    played = play_in_orders(
        games,
        lambda play: trueskill_beliefs(play, games.season, performance**2, drift**2, draw_margin),
        ties=ties,
        permutations=permutations,
        seed=random_seed,
    )
    return Solved(_FIRST_MEAN + played[..., 0, :], lambda: {"deviation": played[..., 1, :]})
