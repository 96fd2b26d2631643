"""Right answers and battles of the same models: one ability behind both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.options import check_choice
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.battle_terms import Term, battles_with, coords_of, log_odds
from bayesrank.programs.battles import WEIGHTED, is_composite
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response import rasch
from bayesrank.programs.pairs.davidson import TIE_SCALE, observe_with_ties
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.joint_counts import JointCounts
from bayesrank.statistics.outcome_counts import refuse_prior_outcomes, right_answers
from bayesrank.statistics.separation import REMEDY, find_separated, named, named_groups, unlinked_groups

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

type BattleAbility = Literal["shared", "related"]

BATTLE_SCALE_LOG_SD = 0.5
DEVIATION_LOG_MEDIAN, DEVIATION_LOG_SD = float(np.log(0.3)), 0.5
LITTLE_AGREEMENT = 0.5
FEWEST_COMMON_MODELS = 3  # two models have one difference, which the scale of battles explains whatever it is


def joint(
    counts: JointCounts,
    *,
    battle_ability: BattleAbility = "shared",
    terms: Sequence[Term] = (),
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let abilities decide both answers, as in Rasch, and battles, as in Davidson, on scales of their own.

    ``right ~ Binomial(n, sigmoid(ability[l] - difficulty[m]))``; battles, with ``b = battle_scale * ability``, end in a
    win of i, a win of j or a tie as ``exp(b_i) : exp(b_j) : exp(log_tie + (b_i + b_j) / 2)``.
    ``battle_scale ~ LogNormal(0, 0.5)``, ``log_tie ~ Normal(0, 1.5)``. A model that was only asked, or only fought,
    gets its ability from that; what it lacks is predicted. Abilities are on the scale of answers.

    Parameters
    ----------
    counts : JointCounts
        L models, right or wrong answers and battles.
    battle_ability : {"shared", "related"}
        Whether battles are decided by the same abilities, or by ``b + battle_deviation`` with
        ``battle_deviation[model] ~ ZeroSum(deviation_spread)``, ``deviation_spread ~ LogNormal(log 0.3, 0.5)``: then
        ever so many battles do not overrule the answers.
    terms : sequence of {"side", "covariates", "judges", "categories"}
        What else bears on battles; see :func:`~bayesrank.programs.pairs.davidson.davidson`.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``difficulty[question]`` in logits, and ``battle_scale``.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes; or the battles do not know what a term needs.
    ValueError
        If an option is none of its choices.

    References
    ----------
    rasch1960; davidson1970
    """
    import pymc as pm

    check_choice("battle_ability", battle_ability, BattleAbility)
    refuse_prior_outcomes(counts.outcomes, "joint")
    cells, rows = right_answers(counts.outcomes), battles_with(counts.battles, terms)
    coords = {**coords_of(rows, terms), "question": counts.outcomes.questions, "outcome": ("first", "second", "tie")}
    with pm.Model(coords=coords) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        binomial_logit("right", ability[:, None] - difficulties(), cells.right, cells.trials, ("model", "question"))
        log_tie = pm.Normal("log_tie", 0.0, pm.Data("log_tie_scale", TIE_SCALE))
        odds = log_odds(rows, terms, _in_battles(ability, battle_ability))
        observe_with_ties(odds, log_tie, rows.counts)
    return model


def _in_battles(ability: TensorVariable, battle_ability: BattleAbility) -> TensorVariable:
    """Add what stands between abilities in answers and in battles, and return the latter."""
    import pymc as pm

    scale = pm.LogNormal("battle_scale", 0.0, pm.Data("battle_scale_log_sd", BATTLE_SCALE_LOG_SD))
    if battle_ability == "shared":
        return scale * ability
    median = pm.Data("deviation_log_median", DEVIATION_LOG_MEDIAN)
    spread = pm.LogNormal("deviation_spread", median, DEVIATION_LOG_SD)
    return scale * ability + pm.ZeroSumNormal("battle_deviation", spread, dims="model")


def chance(counts: JointCounts, draws: Draws) -> FloatArray:
    """Return the chance of a right answer of each cell, also of models that were not asked, shape (n_draws, L, M)."""
    return rasch.chance(counts.outcomes, draws)


def score(counts: JointCounts, draws: Draws, target: Target, rng: np.random.Generator) -> FloatArray:
    """Return abilities, or the accuracy that they and the difficulties give, shape (n_draws, L)."""
    return rasch.score(counts.outcomes, draws, target, rng)


def composite(counts: JointCounts) -> bool:
    """Say whether battles are weighted."""
    return is_composite(counts.battles)


def identified(counts: JointCounts) -> None:
    """Refuse answers and battles without maximum likelihood.

    Raises
    ------
    NotIdentifiedError
        If fewer than three models were asked and fought, so that nothing tells the scale of battles; or wins over
        models and questions do not lead from each to all others.
    """
    common = int((counts.asked & counts.fought).sum())
    if common < FEWEST_COMMON_MODELS:
        message = (
            f"three models must have answers and battles, which tell the scale of battles, for 'joint' to have a "
            f"maximum likelihood; got {common}. {REMEDY}."
        )
        raise NotIdentifiedError(message)
    separated = find_separated(_wins(counts))
    if separated is not None:
        names = np.array([*counts.models, *counts.outcomes.questions])
        word = "lost to" if separated.never == "lost" else "won against"
        message = (
            f"wins must lead from all models and questions to all others for 'joint' to have a maximum likelihood; got "
            f"{named(sorted(names[separated.group].tolist()))} that never {word} the rest. {REMEDY}."
        )
        raise NotIdentifiedError(message)


def doubts(counts: JointCounts, target: Target, *, battle_ability: BattleAbility = "shared") -> list[str]:
    """Say what links answers and battles, what is predicted, and what one ability takes for granted."""
    found = []
    common = int((counts.asked & counts.fought).sum())
    if common < FEWEST_COMMON_MODELS:
        found.append(
            f"{common} models have answers and battles: what a battle says on the scale of answers is told by the "
            f"prior."
        )
    groups = [group for group in unlinked_groups(_wins(counts)) if (group < len(counts.models)).any()]
    members = [group[group < len(counts.models)] for group in groups]
    if len(members) > 1:
        found.append(
            f"neither questions nor battles link {len(members)} groups of models, "
            f"{named_groups(counts.models, members)}: the prior alone decides between them."
        )
    unasked = sorted(np.array(counts.models)[~counts.asked].tolist())
    if unasked and target != "ability":
        found.append(f"{named(unasked)} answered no question: the accuracy is predicted from battles.")
    agreement = source_agreement(counts)
    if battle_ability == "shared" and agreement < LITTLE_AGREEMENT:
        found.append(
            f"answers and battles order the models differently (correlation {agreement:.2f}), and one ability cannot "
            f"explain both: the larger of the two data sets decides. Use battle_ability='related'."
        )
    return [*found, *([WEIGHTED] if counts.battles.weighted else [])]


def source_agreement(counts: JointCounts) -> float:
    """Return the correlation of accuracy and share of battles won over models with both; NaN of fewer than four."""
    both = counts.asked & counts.fought
    right, trials = right_answers(counts.outcomes)
    pairs = counts.battles.pairs
    won = (pairs.wins + pairs.ties / 2)[both].sum(axis=1) / pairs.n_battles[both].sum(axis=1)
    accuracy = right[both].sum(axis=1) / trials[both].sum(axis=1)
    if len(won) <= FEWEST_COMMON_MODELS or np.ptp(won) == 0 or np.ptp(accuracy) == 0:
        return float("nan")
    return float(np.corrcoef(accuracy, won)[0, 1])


def _wins(counts: JointCounts) -> FloatArray:
    """Return 1 where the row's model or question beat the column's or tied it, shape (L + M, L + M)."""
    right, trials = right_answers(counts.outcomes)
    n_models = len(counts.models)
    size = n_models + right.shape[1]
    wins = np.zeros((size, size))
    wins[:n_models, :n_models] = (counts.battles.pairs.wins + counts.battles.pairs.ties) > 0
    wins[:n_models, n_models:] = right > 0
    wins[n_models:, :n_models] = (trials - right).T > 0
    return wins


PROGRAM = Program(
    reads=JointCounts,
    scores={
        "ability": "ability in logits of a right answer; 0 is the mean of the models",
        "benchmark": "expected utility on these questions (expected accuracy for right and wrong)",
        "population": "expected utility on questions like these (expected accuracy for right and wrong)",
    },
    build=joint,
    reference="rasch1960",
    score=score,
    chance=chance,
    doubts=doubts,
    composite=composite,
    identified=identified,
    mass_matrix="low_rank",  # six times the effective draws: battles tell the product of scale and abilities
)
