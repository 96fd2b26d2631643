"""Whether a fit can be relied on: its draws, its data, its program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bayesrank.diagnosis.convergence_findings import convergence_findings, draw_findings
from bayesrank.diagnosis.findings import Findings, Judged
from bayesrank.diagnosis.identification import identification
from bayesrank.diagnosis.information import information
from bayesrank.diagnosis.predictions import predictions
from bayesrank.inference.posterior import is_approximate
from bayesrank.options import check_at_least
from bayesrank.ranks.fit import Fit

if TYPE_CHECKING:
    import pandas as pd

LEAST_RATE = 0.005  # a few hundred replicated data sets tell no rarer ones
SHOWN = 5
INDEPENDENT = "convergence: no sampler made these draws, which are independent."
APPROXIMATE = "convergence: these draws are of a normal approximation; how near it is to the posterior is not measured."


@dataclass(frozen=True, eq=False, repr=False)
class Check:
    """What is alarming about a fit, and all that was looked at.

    Parameters
    ----------
    table : DataFrame
        One row for each figure of each thing it is of. Columns ``area`` (convergence, identification, predictions or
        information), ``figure``, ``about`` (``"all"``, or a model, a question, or the two or three models of a pair or
        a cycle), ``observed``, ``expected``, ``lower`` and ``upper`` (beyond which it is alarming), ``deviation`` (in
        standard deviations of replicated data), ``p`` (how probable it is, if the program is true, that this figure
        deviates as much for any that it is of), ``alarming`` and ``sentence``. NaN stands where there is no such
        number.
    left_out : tuple of str
        Which checks there are none of, and why.
    program : str
        Name of the program.
    false_alarm_rate : float
        About how probable a false alarm of each figure with a ``p`` is.
    """

    table: pd.DataFrame
    left_out: tuple[str, ...]
    program: str
    false_alarm_rate: float

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is alarming, most important first: one sentence for all that have the same complaint."""
        return tuple(sentence for sentence in dict.fromkeys(self.table["sentence"]) if sentence)

    def __repr__(self) -> str:
        warnings = self.warnings
        said = "".join(f"warning: {warning}\n" for warning in warnings[:SHOWN])
        more = len(warnings) - SHOWN
        said += f"and {more} more in .warnings\n" if more > 0 else ""
        figures = self.table.groupby(["area", "figure"])["alarming"].any()
        return f"{said}Check({int(figures.sum())} of {len(figures)} figures of {self.program!r} are alarming)"


def check(fit: Fit, *, false_alarm_rate: float = 0.01, random_seed: int = 0) -> Check:
    """Look for what is wrong with a fit: its convergence, what data leave open, what the program gets wrong.

    Convergence is that of the sampler, by scores, gaps between neighbours and single variables; of draws that no
    sampler made, whether they are few or of an approximation. Identification is what the data leave to the prior:
    models that nothing links, questions that tell none apart, a likelihood without a maximum. Predictions are figures
    of the data beside those of data sets drawn from the fitted program: for right and wrong answers how questions tell
    models apart (negative where a key may be wrong), how trials vary, what weak models solve of hard questions; for
    battles win rates of pairs, ties, cycles. Information is how much narrower the posterior of each score is than its
    prior.

    Parameters
    ----------
    fit : Fit
        One that was read from a file gets the checks that need no data.
    false_alarm_rate : float
        How probable a false alarm of each predictive figure is to be, whatever the number of models, questions or pairs
        that it is of, at least 0.005. With ten such figures and a rate of 0.01 fewer than one data set in ten has one.
    random_seed : int
        Of the replicated data sets.

    Returns
    -------
    Check

    Raises
    ------
    ValueError
        If the rate is below 0.005 or not below 1.

    References
    ----------
    gelman1996; westfall1993
    """
    check_at_least("random_seed", random_seed, 0)
    if not LEAST_RATE <= false_alarm_rate < 1:
        message = (
            f"false_alarm_rate must be at least {LEAST_RATE} and below 1; got {false_alarm_rate}. Leave it out to have "
            f"0.01."
        )
        raise ValueError(message)
    sampled = convergence_findings(fit.posterior)
    found = sampled + draw_findings(fit)
    found += identification(fit, {sentence for one in found for sentence in one.sentences})
    predicted, reasons = predictions(fit, false_alarm_rate=false_alarm_rate, random_seed=random_seed)
    told = information(fit, random_seed)
    left_out = [
        *([] if sampled else [APPROXIMATE if is_approximate(fit.posterior) else INDEPENDENT]),
        *reasons,
        *([] if told else ["information: the prior of the scores is not known."]),
    ]
    return Check(
        _table([*found, *predicted, *([] if told is None else [told])]), tuple(left_out), fit.program, false_alarm_rate
    )


def _table(found: Sequence[Findings]) -> pd.DataFrame:
    import pandas as pd

    if not found:
        return pd.DataFrame(columns=["area", "figure", "about", *Judged._fields, "sentence"])
    return pd.concat([findings.table() for findings in found], ignore_index=True)
