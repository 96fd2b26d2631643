"""Rasch with abilities of their own in the prior outcomes, whose correlation with the others is learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.errors import NotIdentifiedError
from bayesrank.programs.abilities import FEWEST_MODELS_FOR_SPREAD, AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._prior_answers import prior_answers
from bayesrank.programs.item_response._questions import SCORES
from bayesrank.programs.item_response.rasch import chance, score
from bayesrank.programs.program import Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_answers

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

ALIGNMENT_PRIOR = (2.0, 2.0)  # of the Beta distribution of (alignment + 1) / 2: all but no and full alignment
SHARPNESS_LOG_SD = 0.7  # 95 % between 1/4 and 4
SHIFT_SCALE = 1.0


def commensurate_rasch(
    counts: OutcomeCounts,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let prior outcomes (greedy answers, say) inform abilities as far as both order the models alike.

    Outcomes are those of :func:`~bayesrank.programs.item_response.rasch.rasch`. Prior outcomes are
    ``Binomial(n0[l, m], sigmoid(sharpness * (prior_ability[l] - difficulty[m]) + shift))``: the same questions,
    abilities of their own, and perhaps surer answers. Both abilities are normal with correlation ``alignment``,
    ``prior_ability = prior_spread * (alignment * ability / ability_spread + sqrt(1 - alignment^2) * deviation)``. With
    ``(alignment + 1) / 2 ~ Beta(2, 2)`` an alignment near 0 leaves the prior outcomes no say in abilities, and a
    negative one lets them speak against; ``sharpness ~ LogNormal(0, 0.7)``, ``shift ~ Normal(0, 1)`` and
    ``prior_spread ~ LogNormal(0, 0.5)``.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong, and prior outcomes, of some models and questions at least.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``difficulty[question]`` in logits; ``alignment`` from -1 to 1.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are no prior outcomes.

    References
    ----------
    hobbs2011; rasch1960
    """
    import pymc as pm

    cells, prior = right_answers(counts), prior_answers(counts, "commensurate_rasch")
    with pm.Model(coords={"model": counts.models, "question": counts.questions}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        difficulty = difficulties()
        binomial_logit("right", ability[:, None] - difficulty, cells.right, cells.trials, ("model", "question"))
        prior_ability = _prior_abilities(ability / model["ability_spread"])
        sharpness = pm.LogNormal("prior_sharpness", 0.0, pm.Data("sharpness_log_sd", SHARPNESS_LOG_SD))
        shift = pm.Normal("prior_shift", 0.0, pm.Data("shift_scale", SHIFT_SCALE))
        logit = sharpness * (prior_ability[:, None] - difficulty) + shift
        binomial_logit("prior_right", logit, prior.right, prior.trials, ("model", "question"))
    return model


def _prior_abilities(standard: TensorVariable) -> TensorVariable:
    """Add abilities in the prior outcomes, given those in the outcomes in units of their spread."""
    import pymc as pm

    shape = pm.Data("alignment_prior", np.array(ALIGNMENT_PRIOR))
    share = pm.Beta("alignment_share", shape[0], shape[1])
    alignment = pm.Deterministic("alignment", 2 * share - 1)
    spread = pm.LogNormal("prior_spread", pm.Data("prior_spread_log_median", 0.0), 0.5)
    deviation = pm.ZeroSumNormal("prior_deviation", pm.Data("prior_deviation_scale", 1.0), dims="model")
    return spread * (alignment * standard + 2 * (share * (1 - share)) ** 0.5 * deviation)  # sqrt(1 - alignment^2)


def identified(counts: OutcomeCounts) -> None:  # noqa: ARG001 (whatever the answers)
    """Refuse maximum likelihood, which knows no distribution of abilities and so nothing of their correlation.

    Raises
    ------
    NotIdentifiedError
        Always.
    """
    message = (
        "prior outcomes must inform abilities by the distribution of both, which 'commensurate_rasch' has and its "
        "likelihood has not; got maximum likelihood. Use inference='nuts' or 'map', or program='rasch'."
    )
    raise NotIdentifiedError(message)


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say when there are too few models to learn how far prior outcomes agree, and what is left out."""
    found = answer_doubts(counts, "commensurate_rasch")
    both = ((counts.n_trials > 0) & counts.prior_counts.any(axis=2)).any(axis=1)
    if both.sum() < FEWEST_MODELS_FOR_SPREAD:
        found.append(
            f"{both.sum()} models have outcomes and prior outcomes, too few to learn how far these agree: how much the "
            f"prior outcomes count is told by the prior of the alignment alone. Use program='rasch' without them."
        )
    return found


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=commensurate_rasch,
    reference="hobbs2011",
    score=score,
    chance=chance,
    doubts=doubts,
    identified=identified,
)
