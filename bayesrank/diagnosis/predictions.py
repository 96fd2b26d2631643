"""What a fitted program predicts beside what was observed, where it predicts something that can be compared."""

from __future__ import annotations

from bayesrank.diagnosis.battle_replicates import says_pairs
from bayesrank.diagnosis.findings import Findings
from bayesrank.diagnosis.predictive_battles import predictive_battles
from bayesrank.diagnosis.predictive_outcomes import predictive_outcomes
from bayesrank.ranks.fit import Basis, Fit
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.outcome_counts import OutcomeCounts


def predictions(fit: Fit, *, false_alarm_rate: float, random_seed: int) -> tuple[list[Findings], list[str]]:
    """Return the findings of predictive checks, or why there are none.

    Parameters
    ----------
    fit : Fit
    false_alarm_rate, random_seed
        See :func:`bayesrank.check`.
    """
    if fit.basis is None:
        return [], ["predictions: a fit that was read from a file does not know its data. Fit them again."]
    reason = _why_not(fit.basis)
    if reason:
        return [], [f"predictions: {reason}"]
    compare = predictive_outcomes if isinstance(fit.basis.statistic, OutcomeCounts) else predictive_battles
    return compare(fit, fit.basis, false_alarm_rate=false_alarm_rate, random_seed=random_seed), []


def _why_not(basis: Basis) -> str:
    """Return why nothing can be compared, "" if something can."""
    program, statistic = basis.program, basis.statistic
    if isinstance(statistic, OutcomeCounts):
        if program.chance is None and program.cells is None:
            return f"{program.name} does not say the chance of a right answer. Check a fit of 'rasch' to the same data."
        return "outcomes are not right or wrong." if statistic.n_categories > 2 or statistic.fractional else ""
    if isinstance(statistic, BattleCounts):
        if program.is_composite(statistic):
            return "battles are weighted, or share trials, and cannot be drawn one by one."
        return "" if says_pairs(basis) else f"{program.name} does not say which pair each battle is of."
    return (
        f"there are none of {type(statistic).__name__}. Where a sampler predicted, fit.posterior has the group "
        f"posterior_predictive, which ArviZ plots."
    )
