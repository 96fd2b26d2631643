"""Geom@k: able and steady at once, a product of powers of pass@k and pass^k."""

from typing import Literal

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice
from bayesrank.rules.metrics._attempt_scores import phi_margin, phi_pass, phi_unanimous
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts

type Combine = Literal["questions", "means", "spectrum"]


@ranking_rule(ties="not compared", missing="left out", cost="L M k", reference="chen2021")
def geometric_at_k(
    counts: OutcomeCounts,
    *,
    k: int = 2,
    pass_power: float = 0.5,
    steady_power: float = 0.5,
    combine: Combine = "questions",
) -> FloatArray:
    """Score a model by ``able^pass_power steady^steady_power``, which is high only where both are.

    Able is pass@k, and steady is pass^k or mG-Pass@k, of k of the trials drawn without replacement, or of drawn
    probabilities of cells. With powers of one half it is their geometric mean. Equal products tie. Missing cells are
    left out.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are right or wrong.
    k : int
        Number of attempts, from 1 to the fewest trials of a model on a question.
    pass_power, steady_power : float
        Powers of the two, >= 0.
    combine : {"questions", "means", "spectrum"}
        Multiply pass@k and pass^k on each question and average over questions; or average each over questions and
        multiply the means; or the same of pass@k and mG-Pass@k, which with k = 1 is 0 for all models.

    Returns
    -------
    array of float, shape (..., L)
        From 0 to 1. NaN for a model that was asked no question of any weight.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or a cell has fewer than k trials.
    ValueError
        If k is no whole number of at least 1, a power is negative, or ``combine`` is none of these.

    References
    ----------
    chen2021 (pass@k); yao2024 (pass^k); liu2024 (mG-Pass@k)
    """
    check_choice("combine", combine, Combine)
    _check_power("pass_power", pass_power)
    _check_power("steady_power", steady_power)
    phi_able, phi_steady = phi_pass(k), phi_margin(k) if combine == "spectrum" else phi_unanimous(k)
    attempts = counts.attempts(k)
    able, steady = attempts @ phi_able, attempts @ phi_steady
    if combine == "questions":
        return counts.over_questions(able**pass_power * steady**steady_power)
    return counts.over_questions(able) ** pass_power * counts.over_questions(steady) ** steady_power


def _check_power(name: str, power: float) -> None:
    if not power >= 0:
        message = f"{name} must be >= 0; got {power}. Use 0.5 for a geometric mean."
        raise ValueError(message)
