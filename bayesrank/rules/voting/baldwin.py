"""Baldwin's rule: Borda counts, after each of which the last leaves."""

from bayesrank.arrays import FloatArray
from bayesrank.rules.rule import ranking_rule
from bayesrank.rules.voting._elimination import RankTies, rounds_stayed
from bayesrank.statistics.profile import Profile


@ranking_rule(ties="option", missing="rescaled", cost="V L^2", reference="baldwin1926")
def baldwin(profile: Profile, *, rank_ties: RankTies = "average") -> FloatArray:
    """Score a model by the rounds that it stays in when those with the least Borda count leave.

    The models that are left are counted anew each round. All who share the least count leave together; when all
    have the same count, they stay. A model's count is its share of the points that it could get from the voters who
    rank it, one half where no voter compares it with another that is left.

    Parameters
    ----------
    profile : Profile
    rank_ties : {"average", "min", "max", "dense"}
        Rank of models that a voter ranks alike: the mean, first or last of their places, or one more than the number
        of different ranks before them. Only the mean keeps the promise that a model which beats each other wins.

    Returns
    -------
    array of float, shape (..., L)
        Rounds, whole numbers from 0 to L - 1.

    Raises
    ------
    ValueError
        If ``rank_ties`` is none of these.

    References
    ----------
    baldwin1926
    """
    return rounds_stayed(profile, line="minimum", rank_ties=rank_ties)
