"""Ranks while questions are still being asked: scores go in as they come, a report can be had at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, asdict, dataclass
from math import inf
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.options import check_choice, check_probability, seed_or_fresh
from bayesrank.sequential.bets import BetName, Bets, find_bets
from bayesrank.sequential.choose_certifier import CertifierName, choose_certifier
from bayesrank.sequential.finished_scores import SequenceTarget
from bayesrank.sequential.question_order import QuestionOrder, random_order
from bayesrank.sequential.rank_report import RankReport
from bayesrank.sequential.retirement import Retirement, RetirementRule
from bayesrank.sequential.roster import Roster, Status
from bayesrank.sequential.score_rows import Missing, ScoreKind, ScoreReader, as_column
from bayesrank.sequential.wealth import Arrays
from bayesrank.sequential.win_counts import choose_wealth

FORMAT = 2
OPTIONS = ("certifier", "budget", "nodes", "missing", "score_kind", "higher_is_better")


class SequenceState(NamedTuple):
    """All that a sequence knows: facts that JSON can hold, and arrays by name that ``numpy.savez`` can."""

    facts: dict[str, Any]
    arrays: Arrays


@dataclass(eq=False, repr=False)
class RankSequence:
    """Rank confidence sequence: ranks of all models that hold at every look, with probability 1 - alpha at least.

    For every two models it bets on the score of each question in turn that the first is the better one; what these
    bets win is evidence, whenever and however often somebody looks. See :meth:`report`.

    It takes for granted that the models are fixed, that all are asked the same questions, and that no score decides
    which question comes next. Questions of a finite benchmark come in one order drawn uniformly at random before the
    first score (``population_size``); the ranks are then of the realised means over all its questions. Otherwise
    questions are drawn independently from an unlimited supply, and the ranks are of means over questions like these.

    Parameters
    ----------
    models : sequence of str
        Names of the models, at least two with reserved slots counted.
    alpha : float
        Probability that anything certified at any look is wrong, at most.
    population_size : int, optional
        Number of questions of the finite benchmark, all of them, also if fewer will be asked.
    order : sequence of str, optional
        Names of the questions in the order that was drawn beforehand; rows that do not come in it are refused.
        That they were drawn is taken on trust, with it and without. :meth:`of_questions` draws them.
    certifier : {"auto", "bonferroni", "shortcut", "e_holm", "star", "enumeration", "exact"}
        How pairs are certified from the evidence; ``"auto"`` takes the strongest that is fast enough.
    budget : float, optional
        Seconds that a look of the certifier ``"exact"`` may take; None for no limit. Pairs that it has no time for stay
        uncertified, which is always valid, but depends on the machine.
    nodes : int, optional
        Nodes of a search that ``"exact"`` may go through for a pair, the same on every machine; None for no limit.
    bets : {"mixture", "fixed", "agrapa", "ons"} or Bets
        How much is bet; see :class:`bayesrank.sequential.bets.Bets`.
    missing : {"refused", "pessimistic", "skipped_without_looking"}
        What a missing score of a live model means. ``"pessimistic"`` holds whatever the reason, a timeout or a
        refusal to answer included: the score counts as the worst against others and as the best for them.
        ``"skipped_without_looking"`` lets the pairs of the model skip the question, and holds only if nothing about
        the question or its answer decided that it was skipped. Dropping whatever is missing never holds.
    score_kind : {"graded", "right_or_wrong"}
        Whether scores can lie inside their range. If not, others are refused, and without ``population_size`` only
        wins are counted.
    score_range : tuple of two floats
        The lowest and the highest score that there can be.
    higher_is_better : bool
        Direction of the scores.
    reserved_slots : int
        Slots for models that are not known yet; see :meth:`arrive`. They count as models from the start.

    Raises
    ------
    DataError
        If names cannot be told apart, or the order has not as many questions as the benchmark.
    ValueError
        If an option is not as stated.

    References
    ----------
    khosravi2026

    Examples
    --------
    >>> import bayesrank as br
    >>> sequence = br.RankSequence(["a", "b"], population_size=6)
    >>> sequence.update([[1, 0], [1, 0], [1, 1], [1, 0]])
    >>> sequence.report().may_be_first
    ('a',)
    """

    models: Sequence[str]
    _: KW_ONLY
    alpha: float = 0.05
    population_size: int | None = None
    order: Sequence[str] | None = None
    certifier: CertifierName = "auto"
    budget: float | None = 1.0
    nodes: int | None = None
    bets: Bets | BetName = "mixture"
    missing: Missing = "refused"
    score_kind: ScoreKind = "graded"
    score_range: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    reserved_slots: int = 0

    def __post_init__(self) -> None:
        check_probability("alpha", self.alpha)
        self._bets = find_bets(self.bets)
        self._reader = ScoreReader(self.missing, self.score_kind, self.score_range, self.higher_is_better)
        self.score_range = (self.score_range[0], self.score_range[1])
        self._order = QuestionOrder(self.population_size, None if self.order is None else tuple(self.order))
        self.order = self._order.questions
        roster = Roster(self.models, self.reserved_slots)
        size = len(roster.models)
        self.models = roster.models[: size - self.reserved_slots]
        self._n_questions = 0
        self._seed: int | None = None
        self._wealth = choose_wealth(size, self._bets, self.population_size, self.score_kind)
        budget, nodes = (inf if limit is None else limit for limit in (self.budget, self.nodes))
        self._certifier = choose_certifier(self.certifier, size, self.alpha, budget=budget, nodes=nodes)
        self._roster = roster  # from here on, all that was declared stays as it is

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__dataclass_fields__ and "_roster" in self.__dict__:
            message = f"{name} must stay as it was declared; got {value!r}. Start a new sequence with it."
            raise AttributeError(message)
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        of = "" if self.population_size is None else f" of {self.population_size}"
        return (
            f"RankSequence({self.n_questions}{of} questions, {len(self.live)} of {len(self._roster.models)} models "
            f"live, alpha={self.alpha:g}, {self._certifier.name})"
        )

    @classmethod
    def of_questions(
        cls,
        models: Sequence[str],
        questions: Sequence[str],
        *,
        target: SequenceTarget = "benchmark",
        random_seed: int | None = None,
        **options: Any,  # noqa: ANN401 (those of the class)
    ) -> Self:
        """Start a sequence over a finite benchmark, with the order of its questions drawn here.

        Parameters
        ----------
        models : sequence of str
        questions : sequence of str
            All questions of the benchmark; :attr:`to_ask` has them in the order in which to ask them.
        target : {"benchmark", "population"}
            Whether the ranks are of the realised means over these questions, or of means over questions like these.
        random_seed : int, optional
            Seed of the order, to be chosen before looking at scores; a fresh one, kept in the result, by default.
        **options
            Those of the class.
        """
        check_choice("target", target, SequenceTarget)
        names = checked_names(questions, "question")
        seed = seed_or_fresh(random_seed)
        order = [names[position] for position in random_order(len(names), seed)]
        sequence = cls(models, population_size=len(order) if target == "benchmark" else None, order=order, **options)
        sequence._seed = seed  # no option: a seed says nothing of an order that is given
        return sequence

    @property
    def random_seed(self) -> int | None:
        """The seed that :meth:`of_questions` drew the order from; None where it was not drawn here."""
        return self._seed

    @property
    def n_questions(self) -> int:
        """Number of questions so far."""
        return self._n_questions

    @property
    def to_ask(self) -> tuple[str, ...]:
        """The questions left, in the order in which they have to come; empty if no order was declared."""
        return (self._order.questions or ())[self.n_questions :]

    @property
    def live(self) -> tuple[str, ...]:
        """Names of the models that a score is expected of on the next question."""
        return tuple(np.array(self._roster.models)[self._roster.awaited].tolist())

    @property
    def status(self) -> tuple[Status, ...]:
        """Whether each model is ``"live"``, ``"retired"``, or a ``"reserved"`` slot."""
        return tuple(self._roster.status)

    @property
    def finished(self) -> bool:
        """Whether nothing more can be learned: no question is left, or fewer than two models to ask."""
        to_ask = sum(status != "retired" for status in self._roster.status)
        return self.n_questions == self.population_size or to_ask < 2

    def update(
        self, scores: npt.ArrayLike | Mapping[str, npt.ArrayLike], *, questions: Sequence[str] | None = None
    ) -> None:
        """Take the scores of the next question, or of several.

        How scores are grouped into updates changes nothing. An update that is refused leaves all as it was.

        Parameters
        ----------
        scores : array, shape (n, M) or (M,), or mapping of str to float or to n floats
            In the order in which questions were drawn: a row a question, a column a model; or the scores of each
            model by its name, which a mapping, the columns of a frame or the index of a series say. NaN, or a model
            left out, is a missing score. What there is of models that have retired, or have not arrived, is not read.
        questions : sequence of str, length n
            Names of the questions; needed where ``order`` was declared. Elsewhere a name that comes again is refused.

        Raises
        ------
        DataError
            If a model was not declared, a question is not the next one, there are more questions than the benchmark
            has, a score is outside its range, or one is missing and that is refused.
        """
        given = self._roster.rows(scores)
        self._order.check_next(self.n_questions, len(given), questions)
        awaited = self._roster.awaited
        self._wealth.update(self._reader.rows(given, awaited, self._roster.models))
        self._roster.count(given, awaited)
        self._order.remember(questions)
        self._n_questions += len(given)

    def arrive(self, model: str, scores: npt.ArrayLike | None = None) -> None:
        """Give a late model the next reserved slot; bets on it start with the next question.

        When it arrives may depend on everything seen so far.

        Parameters
        ----------
        model : str
            Its name.
        scores : array, shape (n,), optional
            Its scores on all questions so far, in their order. No bets are placed on them, but in a finite benchmark
            they tell what the questions left can still bring; without them the worst is taken.

        Raises
        ------
        DataError
            If no slot is left, the name is taken, or the scores are not as :meth:`update` takes them.
        """
        slot = self._roster.slot_for(model)
        if scores is not None:
            self._catch_up(model, slot, scores)
        self._roster.admit(model, slot)

    def retire(self, *models: str) -> None:
        """Ask these models no further; the evidence on all their pairs stays as it is, and counts.

        When they retire may depend on everything seen so far.

        Raises
        ------
        DataError
            If one is not live.
        """
        for position in self._roster.retire(models):
            self._wealth.freeze(position)

    def retire_by(self, rule: RetirementRule, *, k: int | None = None, width: int | None = None) -> tuple[str, ...]:
        """Look, and retire the models that a rule asks no further.

        Parameters
        ----------
        rule : {"all_pairs", "topk", "topk_safe", "width"}
        k, width : int, optional
            See :class:`bayesrank.sequential.retirement.Retirement`.

        Returns
        -------
        tuple of str
            The models that retired just now.

        Raises
        ------
        ValueError
            If the rule lacks its number, or is given that of another.
        """
        models = Retirement(rule, k, width).settled(self.report())
        self.retire(*models)
        return models

    def report(self) -> RankReport:
        """Look: return what is certified now, which includes all that was certified at any look before."""
        log_wealth = self._wealth.log_wealth()
        certified = self._certifier.update(log_wealth)
        roster = self._roster
        exact = self.population_size is not None and bool((roster.n_scored == self.population_size).all())
        known = np.isposinf(log_wealth)  # once every score is known, the pairs with a lead and no others
        failed = self._certifier.failed or (exact and bool((certified & ~known).any()))
        sets = None if failed else self._certifier.rank_sets()
        if exact and sets is not None:
            sets = [{int(n_better) + 1} for n_better in known.sum(axis=0)]
        return RankReport(
            failed=failed,
            design="superpopulation" if self.population_size is None else "finite",
            alpha=self.alpha,
            certifier=self._certifier.name,
            models=roster.models,
            status=self.status,
            n_questions=self.n_questions,
            population_size=self.population_size,
            certified=np.zeros_like(certified) if failed else certified.copy(),
            log_wealth=log_wealth,
            rank_sets=None if sets is None else tuple(frozenset(ranks) for ranks in sets),
            exact=exact,
            n_scored=roster.n_scored.copy(),
            mean_score=roster.mean_score,
            n_unresolved=self._certifier.n_unresolved,
            random_seed=self.random_seed,
            doubts=(*self._order.doubts(self._seed), *self._reader.doubts(roster.n_missing)),
        )

    def state(self) -> SequenceState:
        """Return all that later reports depend on."""
        roster = self._roster
        declared = {
            "models": list(roster.models),
            "alpha": float(self.alpha),
            "population_size": None if self.population_size is None else int(self.population_size),
            "order": None if self._order.questions is None else list(self._order.questions),
            "bets": asdict(self._bets),
            "score_range": [float(end) for end in self.score_range],
            "reserved_slots": int(self.reserved_slots),
            "random_seed": self._seed,
        }
        options = {name: getattr(self, name) for name in OPTIONS}
        progress = {"format": FORMAT, "status": list(roster.status), "n_questions": self._n_questions}
        arrays = {f"roster.{name}": array for name, array in roster.state().items()}
        arrays["order.named"] = np.array(list(self._order.named), dtype=np.str_)
        arrays |= {f"wealth.{name}": array for name, array in self._wealth.state().items()}
        arrays |= {f"certifier.{name}": array for name, array in self._certifier.state().items()}
        return SequenceState(progress | declared | options, arrays)

    @classmethod
    def from_state(cls, state: SequenceState) -> Self:
        """Return the sequence whose :meth:`state` this is; all that it says later is the same to the last bit.

        Raises
        ------
        DataError
            If the state is of another format.
        """
        facts = dict(state.facts)
        if facts.pop("format") != FORMAT:
            message = f"state must be of format {FORMAT}; got {state.facts['format']}. Start the sequence anew."
            raise DataError(message)
        models, status, n_questions = (facts.pop(name) for name in ("models", "status", "n_questions"))
        facts["bets"] = Bets(**facts["bets"])
        seed = facts.pop("random_seed")
        sequence = cls(models[: len(models) - facts["reserved_slots"]], **facts)
        sequence._n_questions, sequence._seed = n_questions, seed
        sequence._order.remember(state.arrays["order.named"].tolist())
        sequence._roster.restore(models, status, _part(state.arrays, "roster."))
        sequence._wealth.restore(_part(state.arrays, "wealth."))
        sequence._certifier = type(sequence._certifier).from_state(_part(state.arrays, "certifier."))
        return sequence

    def _catch_up(self, model: str, slot: int, scores: npt.ArrayLike) -> None:
        """Take the scores of a late model on the questions so far."""
        column = as_column(scores, model)
        if column.shape != (self.n_questions,):
            message = (
                f"scores of a late model must be {self.n_questions}, one a question so far; got an array of shape "
                f"{column.shape}. Leave them out if it was not asked."
            )
            raise DataError(message)
        names = self._roster.models
        late = np.arange(len(names)) == slot
        given = np.where(late, column[:, None], np.nan)
        rows = self._reader.rows(given, late, (*names[:slot], model, *names[slot + 1 :]))
        self._wealth.correct_sums(slot, rows)
        self._roster.count(given, late)


def _part(arrays: Arrays, prefix: str) -> Arrays:
    """Return the arrays of one part, by their names in it."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
