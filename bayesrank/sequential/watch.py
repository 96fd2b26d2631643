"""A sequence fed from a growing file, whose state survives on disk: a kill loses nothing and counts nothing twice.

All that is reported depends on the rows of the file alone, not on when they were read: questions count in their order,
each once all live models have their scores, and looks are taken after numbers of questions fixed beforehand.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray
from bayesrank.errors import DataError
from bayesrank.readers.growing_file import GrowingFile
from bayesrank.readers.table import shown
from bayesrank.saving import refuse_no_place
from bayesrank.sequential.arriving_scores import ArrivingScores, Layout
from bayesrank.sequential.certificates import told_apart
from bayesrank.sequential.rank_confidence_sequence import RankConfidenceSequence
from bayesrank.sequential.rank_report import RankReport
from bayesrank.sequential.rank_sequence import RankSequence, SequenceState
from bayesrank.sequential.state_file import read_state, write_state
from bayesrank.sequential.watch_history import WatchHistory
from bayesrank.sequential.watch_plan import WatchPlan

PROGRESS = ("format", "status", "n_questions")  # facts of a sequence that change on its way
PAUSES = (0.05, 0.15, 0.3)  # seconds, in which a file that is being rewritten gets back what counts already
SHARE_OF_SAVING = 0.1  # of the time that a long run may spend on keeping its state


class News(NamedTuple):
    """What one look brought: pairs (better, worse) that were not certified before, and models that retired."""

    n_questions: int
    certified: tuple[tuple[str, str], ...]
    retired: tuple[str, ...]
    failed: bool


class Watch:
    """A growing file of scores, and what the questions in it that are complete say of the ranks.

    Parameters
    ----------
    results : GrowingFile
    state : Path
        Where the state is kept, and taken up if there is one. Nobody else may write it meanwhile; see
        :func:`bayesrank.sequential.state_file.held_state`.
    sequence : RankSequence
        As declared, before the first score.
    plan : WatchPlan
    layout : Layout
        What the columns of the file are.

    Raises
    ------
    DataError
        If the state is none, is damaged, or is of another sequence.
    """

    def __init__(
        self, results: GrowingFile, state: Path, sequence: RankSequence, plan: WatchPlan, layout: Layout
    ) -> None:
        refuse_no_place(state)
        self._file, self._state, self._plan, self._layout = results, state, plan, layout
        self._declared = _declared(sequence, plan)
        self.sequence, self.history = sequence, WatchHistory.empty(len(sequence.models))
        self._counted: list[str] = []
        self._fingerprints: list[int] = []
        self._n_unresolved = 0
        if state.exists():
            self._take_up(read_state(state))
        self._report = self._last_report()
        self._start_over()
        self._trouble: DataError | None = None
        self._saved_at = self._saving = 0.0

    @property
    def done(self) -> bool:
        """Whether nothing more is to be learned: all pairs are told apart, no question is left, or it failed."""
        apart = told_apart(self._report.certified)
        np.fill_diagonal(apart, val=True)
        none_left = self.sequence.order is not None and not self.sequence.to_ask
        return none_left or self.sequence.finished or self._report.failed or bool(apart.all())

    @property
    def most_looks(self) -> int:
        """How many looks the rows read so far can bring, at most."""
        n_questions = self.sequence.n_questions
        return self._plan.looks_between(n_questions, n_questions + len(self._waiting()))

    def read(self) -> None:
        """Read the rows that are new, up to one that is malformed or refused, if there is one."""
        rewritten = self._take_rows()
        if self._file.replaced:  # while it was read
            rewritten = self._take_rows()
        for pause in PAUSES if rewritten else ():
            if self._lost() is None:
                return
            time.sleep(pause)
            self._take_rows()

    def looks(self) -> Iterator[News]:
        """Count the questions that are complete, look when it is time to, and keep the state.

        Raises
        ------
        DataError
            At the end, if a row was malformed or refused: what the rows before it complete counts, and is kept.
            At the start, if the file no longer holds the scores that count already.
        """
        self._check_counted()
        first, ahead, unsaved = self.sequence.n_questions, self._ahead(), False
        while not self.done:
            n_questions = self.sequence.n_questions
            until = self._plan.next_look(n_questions)
            names = ahead[n_questions - first : until - first]
            if len(names) < until - n_questions or not self._complete(names):
                break
            yield self._look(names)
            unsaved = time.monotonic() - self._saved_at < self._saving / SHARE_OF_SAVING
            if not unsaved:
                self._save()
        if unsaved or not self._state.exists():
            self._save()
        if self._trouble is not None:
            raise self._trouble

    def result(self) -> RankConfidenceSequence:
        """Return what is known after the last look, and at which looks it became known."""
        order = self.sequence.order
        return self.history.sequence(self._report, tuple(self._counted) if order is None else tuple(order))

    def notes(self) -> tuple[str, ...]:
        """Say what was read and does not count, or not yet."""
        said = []
        if self._scores.n_repeated:
            said.append(f"{self._scores.n_repeated} scores came more than once, and count once")
        n_waiting = len(self._waiting())
        if n_waiting and not self.done:
            said.append(f"{n_waiting} questions wait for {self._reason()}")
        return tuple(said)

    def _reason(self) -> str:
        """Say what the questions that do not count yet wait for."""
        awaited, n_questions = self._awaited(), self.sequence.n_questions
        until = self._plan.next_look(n_questions)
        for name in self._ahead()[: until - n_questions]:
            lacking = self._scores.lacking(name, awaited)
            if lacking:
                more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
                return f"{name!r}, which has no score yet of {lacking[0]!r}{more}"
        return f"the look after {until}"

    def _start_over(self) -> None:
        """Go back to the first row, as if none had been read."""
        sequence = self.sequence
        self._file.rewind()
        self._checked = False
        self._scores = ArrivingScores(
            self._file,
            sequence.models,
            self._layout,
            missing=sequence.missing,
            score_range=sequence.score_range,
            expected=sequence.order,
        )

    def _awaited(self) -> BoolArray:
        return np.array([status == "live" for status in self.sequence.status])

    def _waiting(self) -> tuple[str, ...]:
        """Return the questions with a score that do not count yet, in the order of their first rows."""
        counted = set(self._counted)
        return tuple(name for name in self._scores.questions if name not in counted)

    def _ahead(self) -> tuple[str, ...]:
        """Return the questions that do not count yet, in the order in which they will."""
        return self._waiting() if self.sequence.order is None else self.sequence.to_ask

    def _complete(self, names: tuple[str, ...]) -> bool:
        awaited = self._awaited()
        return not any(self._scores.lacking(name, awaited) for name in names)

    def _look(self, names: tuple[str, ...]) -> News:
        sequence, awaited, before = self.sequence, self._awaited(), self._report
        scores = np.stack([self._scores.scores(name) for name in names])
        sequence.update(scores, questions=names)
        report = sequence.report()
        self._counted += names
        self._fingerprints += [self._scores.fingerprint(name, awaited) for name in names]
        retired = () if self._plan.retirement is None else self._plan.retirement.settled(report)
        sequence.retire(*retired)
        self.history = self.history.after(report, retired)
        self._report = self.history.as_kept(report, sequence.status, report.n_unresolved)
        fresh = np.argwhere(report.certified & ~before.certified)
        pairs = tuple((report.models[better], report.models[worse]) for better, worse in fresh)
        return News(report.n_questions, pairs, retired, report.failed)

    def _take_rows(self) -> bool:
        """Take the rows that are new, or all if the file is another one, and say whether it is."""
        replaced = self._file.replaced
        if replaced:
            self._start_over()
        self._trouble = None
        try:
            for row in self._file.new_rows():
                self._scores.take(row)
        except DataError as error:
            self._trouble = error
        return replaced

    def _lost(self) -> str | None:
        """Return the first question that counts already and whose scores the file does not hold."""
        live = self.history.live_before(self._report.models, len(self._counted))
        for name, known, awaited in zip(self._counted, self._fingerprints, live, strict=True):
            if self._scores.fingerprint(name, awaited) != known:
                return name
        return None

    def _check_counted(self) -> None:
        """Refuse a file without the scores that were counted: they would not be those of the report."""
        if self._checked:
            return  # no score that was read can change
        lost = self._lost()
        if lost is not None:
            if self._trouble is not None:
                raise self._trouble  # the row may be behind the one that could not be read
            message = (
                f"{self._file.name}: must still hold the scores that count already; got others, or none, of "
                f"question {shown(lost)}. Give the whole file, or start the sequence anew with another state file."
            )
            raise DataError(message)
        self._checked = True

    def _save(self) -> None:
        started = time.monotonic()
        state = self.sequence.state()
        facts = {
            "sequence": state.facts,
            "plan": self._plan.facts(),
            "counted": self._counted if self.sequence.order is None else len(self._counted),
            "history": self.history.facts(),
            "n_unresolved": self._report.n_unresolved,
        }
        arrays = {f"sequence.{name}": array for name, array in state.arrays.items()}
        arrays["fingerprints"] = np.array(self._fingerprints, dtype=np.int64)
        arrays["certified_after"] = self.history.certified_after
        write_state(self._state, SequenceState(facts, arrays))
        self._saved_at = time.monotonic()
        self._saving = self._saved_at - started

    def _take_up(self, state: SequenceState) -> None:
        facts, arrays = state
        saved = _without_progress(facts["sequence"]) | facts["plan"]
        for name, given in self._declared.items():
            if saved.get(name) != given:
                got = f"{name} {shown(saved.get(name), 30)} instead of {shown(given, 30)}"
                message = (
                    f"{self._state.name}: must be the state of this sequence; got one with {got}. Repeat the options "
                    f"that it was started with, or give another state file."
                )
                raise DataError(message)
        of_sequence = {
            name.removeprefix("sequence."): array for name, array in arrays.items() if name.startswith("sequence.")
        }
        self.sequence = RankSequence.from_state(SequenceState(facts["sequence"], of_sequence))
        self.history = WatchHistory.from_facts(facts["history"], np.array(arrays["certified_after"], dtype=np.int64))
        order, counted = self.sequence.order, facts["counted"]
        self._counted = counted if order is None else list(order[:counted])
        self._fingerprints = arrays["fingerprints"].tolist()
        self._n_unresolved = facts["n_unresolved"]

    def _last_report(self) -> RankReport:
        """Return the report of the last look: a copy looks once more, so that nothing later depends on it."""
        copy = RankSequence.from_state(self.sequence.state())
        return self.history.as_kept(copy.report(), self.sequence.status, self._n_unresolved)


def _declared(sequence: RankSequence, plan: WatchPlan) -> dict[str, Any]:
    """Return what makes a sequence this one, as JSON gives it back."""
    known: dict[str, Any] = json.loads(json.dumps(_without_progress(sequence.state().facts) | plan.facts()))
    return known


def _without_progress(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if name not in PROGRESS}
