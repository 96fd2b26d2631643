"""Expected rank when every model's accuracy is drawn from its posterior, as Thompson sampling draws it."""

from typing import Literal

from bayesrank.arrays import FloatArray
from bayesrank.options import check_at_least, check_choice, check_positive
from bayesrank.rules.metrics._expected_ranks import expected_ranks, sampled_ranks
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_category

type Integral = Literal["quadrature", "monte_carlo"]


@ranking_rule(ties="not compared", missing="left out", cost="L sqrt(trials)", reference="thompson1933")
def thompson(
    counts: OutcomeCounts,
    *,
    prior_right: float = 1.0,
    prior_wrong: float = 1.0,
    integral: Integral = "quadrature",
    samples: int = 10_000,
    random_seed: int = 0,
) -> FloatArray:
    """Score a model by minus its expected rank under independent Beta posteriors of pooled accuracies.

    ``p_l ~ Beta(prior_right + S_l, prior_wrong + F_l)`` with S right and F wrong trials over all questions, each
    question counting what it counts for, and ``score[l] = -E[rank of p_l among all]``. All trials of a model are taken
    as alike, whatever their question. Equal totals tie. Missing cells add nothing: a model with few trials has a wide
    posterior, which draws its expected rank to the middle.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are right or wrong.
    prior_right, prior_wrong : float
        Parameters of the Beta prior, positive and finite.
    integral : {"quadrature", "monte_carlo"}
        Expected ranks by numerical integration, exact to 1e-10, or the mean ranks over draws.
    samples : int
        Draws of the Monte Carlo method, >= 1; its error falls as 1 / sqrt(samples).
    random_seed : int
        Seed of the Monte Carlo method; vectors of a stack share it.

    Returns
    -------
    array of float, shape (..., L)
        Minus expected rank, from -L to -1.

    Raises
    ------
    DataError
        If outcomes are not right or wrong.
    ValueError
        If a parameter of the prior is not positive and finite, ``integral`` is none of these, or ``samples`` is no
        whole number of at least 1.

    References
    ----------
    thompson1933
    """
    check_choice("integral", integral, Integral)
    check_positive("prior_right", prior_right)
    check_positive("prior_wrong", prior_wrong)
    check_at_least("samples", samples, 1)
    better = right_category(counts)
    totals = (counts.counts * counts.question_weight[..., None, :, None]).sum(axis=-2)  # (..., L, 2)
    right, wrong = prior_right + totals[..., better], prior_wrong + totals[..., 1 - better]
    if integral == "quadrature":
        return -expected_ranks(right, wrong)
    return -sampled_ranks(right, wrong, draws=samples, random_seed=random_seed)
