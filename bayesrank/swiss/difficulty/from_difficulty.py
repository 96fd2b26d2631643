"""One benchmark as a tournament: its questions are rounds by difficulty, the easy ones first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_at_least, check_choice, seed_or_fresh
from bayesrank.statistics.outcome_counts import count_outcomes
from bayesrank.swiss.difficulty.difficulty_groups import ModelGroup, Tiering, ease_of, groups_of_models
from bayesrank.swiss.difficulty.difficulty_rounds import DifficultyRounds
from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers, Rounds, TierArray, rounds_of_tiers
from bayesrank.swiss.difficulty.tier_results import (
    TierTies,
    bootstrap_in_rounds,
    leads_in_rounds,
    pairs_of,
    tensor_of_leads,
    tensor_of_probabilities,
)
from bayesrank.swiss.difficulty.whole_outcomes import WholeOutcomes, whole_outcomes
from bayesrank.swiss.rounds.round_counts import refuse_prior
from bayesrank.swiss.win_tensor import WinTensor


def win_tensors_from_difficulty(
    outcomes: Outcomes,
    tiers: DifficultyTiers | None = None,
    *,
    tiering: Tiering | None = None,
    external: npt.ArrayLike | None = None,
    ties: TierTies | None = None,
    draws: int = 1000,
    random_seed: int | None = None,
) -> DifficultyRounds:
    """Make the questions of one benchmark rounds by difficulty, the model with more right answers winning each.

    By default a pair of models is compared in the tiers that the other models make, so that tiers are independent of
    the outcomes compared in them. Tiers of all M models depend on the outcomes of the two by their sum alone, and so
    favour neither. With one trial of each question they even are the tiers of the others with other edges: a question
    that decides anything is known to one of the two, and e becomes (e (M - 2) + 1) / M.

    Parameters
    ----------
    outcomes : Outcomes
        Right or wrong; every model was asked every question, perhaps several times. A question counts once.
    tiers : DifficultyTiers, optional
        Ten of equal width by default. Tiers with too few questions are merged or dropped alike for all pairs, when
        they are too few for one of them or by all models.
    tiering : {"leave_pair_out", "split_half", "in_sample", "external"}, optional
        Whose mean accuracy is the difficulty: of all models but the two that meet; of the other half of the models,
        drawn at random, each half having its tournament; of all models; or none of these but ``external``.
        ``"leave_pair_out"`` by default.
    external : array of float, shape (M,), optional
        Difficulty of each question by other judges, or models; higher is harder. For tiers by ``"quantile"``.
    ties : {"half", "random", "both_lose", "bootstrap"}, optional
        What equally many right answers are: see :func:`bayesrank.swiss.rounds.from_scores.win_tensor_from_scores`; or
        matches are won with the probability of being better, by the Bayesian bootstrap over the questions of the round.
        Must be chosen where there are ties, which easy questions make.
    draws : int
        Of the bootstrap.
    random_seed : int, optional
        Of the halves and of the bootstrap.

    Returns
    -------
    DifficultyRounds

    Raises
    ------
    DataError
        If outcomes are missing, or neither right nor wrong, models are too few, there are ties and no choice, or no
        tier has enough questions.
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025

    Examples
    --------
    >>> import bayesrank as br
    >>> found = win_tensors_from_difficulty(br.load_example("swebench_verified"), ties="half")
    >>> dict(zip(found.rounds, found.items.tolist()))
    {'0.8 to 1': 59, '0.7 to 0.8': 42, '0.6 to 0.7': 49, '0.5 to 0.6': 53, '0.4 to 0.5': 29, '0.3 to 0.4': 25,
    '0.2 to 0.3': 37, '0.1 to 0.2': 58, '0 to 0.1': 148}
    """
    tiers = DifficultyTiers() if tiers is None else tiers
    chosen = _tiering(tiering, external, tiers)
    if ties is not None:
        check_choice("ties", ties, TierTies)
    check_at_least("draws", draws, 2)
    refuse_prior(outcomes)
    counts = count_outcomes(outcomes)
    drawn = chosen == "split_half" or ties == "bootstrap"
    seed = seed_or_fresh(random_seed) if drawn else None
    whole = whole_outcomes(counts)
    if external is None:
        groups = groups_of_models(whole, tiers, chosen, seed)
    else:
        place = {name: position for position, name in enumerate(outcomes.questions)}
        ease = ease_of(external, len(outcomes.questions))[[place[name] for name in counts.questions]]
        groups = [ModelGroup(np.arange(len(counts.models)), tiers.tiers_of(ease[None], 1))]
    by_all = tiers.tiers_of(whole.share.sum(axis=0)[None], whole.parts * len(whole.share))
    n_tiers = len(tiers.bounds) - 1
    rounds = rounds_of_tiers(tiers, np.concatenate([_items(tier, n_tiers) for tier in (by_all, *_tiers(groups))]))
    matches = _Matches(whole, counts.models, outcomes.models, counts.cluster, rounds, ties, draws, seed)
    tier_items = _items(by_all, n_tiers)[0]
    by_all = rounds.round_of[by_all]
    played = [ModelGroup(group.members, rounds.round_of[group.tier]) for group in groups]
    items = np.concatenate([_items(tier, len(rounds.names)) for tier in _tiers(played)])
    moved = [tier != by_all for tier in _tiers(played)]
    return DifficultyRounds(
        tensors=tuple(matches.tensor(group) for group in played),
        in_sample=tuple(matches.tensor(ModelGroup(group.members, by_all)) for group in played),
        tiering=chosen,
        tier_items=tier_items,
        items=_items(by_all, len(rounds.names))[0],
        fewest=items.min(axis=0),
        most=items.max(axis=0),
        n_dropped=int((by_all < 0).sum()),
        n_moved=int(np.any([each.any(axis=0) for each in moved], axis=0).sum()),
        mean_moved=float(np.concatenate([each.mean(axis=1) for each in moved]).mean()),
        random_seed=seed,
    )


class _Matches(NamedTuple):
    """All that the matches of any group are decided by."""

    whole: WholeOutcomes
    counted: tuple[str, ...]
    models: tuple[str, ...]
    cluster: IntArray
    rounds: Rounds
    ties: TierTies | None
    draws: int
    seed: int | None

    def tensor(self, group: ModelGroup) -> WinTensor:
        """Return the matches of a group, its models in the order of the data."""
        names = [self.counted[member] for member in group.members]
        tensor = self._played(tuple(names), group)
        order = sorted(range(len(names)), key=lambda position: self.models.index(names[position]))
        square = np.ix_(range(len(tensor.rounds)), order, order)
        ordered = tuple(names[position] for position in order)
        return WinTensor(ordered, tensor.rounds, tensor.win[square], tensor.draw[square], tensor.n_ties, tensor.source)

    def _played(self, names: tuple[str, ...], group: ModelGroup) -> WinTensor:
        share, n_rounds = self.whole.share[group.members], len(self.rounds.names)
        tier = np.broadcast_to(group.tier, (len(pairs_of(len(names))[0]), share.shape[1]))
        if self.ties == "bootstrap":
            rng = np.random.default_rng([0 if self.seed is None else self.seed, 1])
            sides = bootstrap_in_rounds(share, tier, n_rounds, self.cluster, self.draws, rng)
            return tensor_of_probabilities(names, self.rounds.names, *sides)
        leads = leads_in_rounds(share, tier, n_rounds)
        if self.ties is None and (leads == 0).any():
            n_ties = (leads == 0).sum(axis=0)
            worst = int(n_ties.argmax())
            message = (
                f"two models must have different numbers of right answers in a round, or ties= must say who wins; got "
                f"{n_ties.sum()} of {leads.size:,} pairs tied ({n_ties.sum() / leads.size:.1%}), most in "
                f"{self.rounds.names[worst]!r} ({n_ties[worst]}). Choose ties='half', 'random', 'both_lose' or "
                f"'bootstrap'."
            )
            raise DataError(message)
        return tensor_of_leads(names, self.rounds.names, leads, self.ties or "half")


def _tiering(tiering: Tiering | None, external: npt.ArrayLike | None, tiers: DifficultyTiers) -> Tiering:
    if tiering is not None:
        check_choice("tiering", tiering, Tiering)
    chosen: Tiering = tiering or ("leave_pair_out" if external is None else "external")
    if (chosen == "external") != (external is not None):
        message = f"external must be given with tiering='external' and with no other; got tiering={chosen!r}. Mend one."
        raise ValueError(message)
    if chosen == "external" and tiers.edges != "quantile":
        message = (
            f"edges must be 'quantile' for external difficulties, which are no accuracies; got {tiers.edges!r}. "
            f"Pass DifficultyTiers('quantile')."
        )
        raise ValueError(message)
    return chosen


def _tiers(groups: list[ModelGroup]) -> list[TierArray]:
    return [group.tier for group in groups]


def _items(tier: TierArray, n_tiers: int) -> IntArray:
    """Return the number of questions in each tier, shape (P, n_tiers)."""
    return np.stack([(tier == number).sum(axis=1) for number in range(n_tiers)], axis=1)
