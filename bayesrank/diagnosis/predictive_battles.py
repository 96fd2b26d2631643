"""Battles beside those that a fitted program would give."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.diagnosis.battle_figures import circulation, cycles
from bayesrank.diagnosis.battle_replicates import Replicated, replicate_battles
from bayesrank.diagnosis.figures import Figure, findings_of
from bayesrank.diagnosis.findings import ALL, Findings
from bayesrank.diagnosis.order_agreement import order_agreement
from bayesrank.diagnosis.replicates import thinned_scores
from bayesrank.ranks.fit import Basis, Fit

FAR = 3.0  # standard deviations of a win rate
HALF = 0.5  # a step of points is one, or one half
MOST_IN_CYCLES = 40  # models whose triples are looked at: 9,880 of them
CLASSES = (
    "a third of the pairs, the closest",
    "a third of the pairs, between",
    "a third of the pairs, the most unequal",
)

WIN_RATE = Figure(
    "win rate of a pair",
    low="abilities do not explain the win rates of {names}: {number} of {total} pairs are off by more than chance.",
    high="abilities do not explain the win rates of {names}: {number} of {total} pairs are off by more than chance.",
    step=HALF,
    limits=(0.0, 1.0),
)
FAR_PAIRS = Figure(
    "pairs beyond 3 standard deviations",
    low="fewer pairs are far from their expected win rate than {program} expects.",
    high="{observed:.0f} pairs are beyond 3 standard deviations of their expected win rate ({expected:.1f} expected).",
    limits=(0.0, np.inf),
)
VARIATION = Figure(
    "variation of win rates",
    low=(
        "win rates of pairs are closer to those expected than independent battles allow ({observed:.2f} of the "
        "variance, {expected:.2f} expected): battles may be repeated, or results copied."
    ),
    high=(
        "win rates of pairs are {observed:.2f} times as far from those expected as chance allows ({expected:.2f} "
        "expected): who wins depends on more than abilities, or battles on one another. Intervals are too narrow."
    ),
    scale="cube_root",
)
CYCLE = Figure(
    "cycle of three",
    low="win rates go in circles less than chance makes them do.",
    high=(
        "win rates go in a circle: of {names} each does better against the next than abilities allow, and the last "
        "against the first. No order of the models says all."
    ),
    limits=(0.0, np.inf),
)
TIES = Figure(
    "ties",
    low="{observed:.1%} of the battles are ties, and {program} expects {expected:.1%}.",
    high="{observed:.1%} of the battles are ties, and {program} expects {expected:.1%}. Use 'davidson'.",
    limits=(0.0, 1.0),
)
TIES_BY_GAP = Figure(
    "ties by how close the models are",
    low="ties are rarer than {program} expects in {names} ({observed:.1%}, {expected:.1%} expected).",
    high="ties are more frequent than {program} expects in {names} ({observed:.1%}, {expected:.1%} expected).",
    step=HALF,
    limits=(0.0, 1.0),
)
OF_MODELS = Figure(
    "win rate of a model",
    low="fewer wins of {names} than {program} expects ({observed:.1%}, {expected:.1%} expected).",
    high="more wins of {names} than {program} expects ({observed:.1%}, {expected:.1%} expected).",
    step=HALF,
    limits=(0.0, 1.0),
)


def predictive_battles(fit: Fit, basis: Basis, *, false_alarm_rate: float, random_seed: int) -> list[Findings]:
    """Compare battles with those of replicated data sets.

    Parameters
    ----------
    fit : Fit
    basis : Basis
        Of the fit: a program of battles.
    false_alarm_rate : float
        Of each figure.
    random_seed : int
        Of the replicated data sets, where the sampler left none.
    """
    replicated = replicate_battles(fit, basis, random_seed)
    counts, models = basis.statistic.counts, basis.statistic.models
    share_of_ties = float(counts[:, 2].sum() / counts.sum())
    found = list(battle_findings(replicated, share_of_ties, models, fit.program, false_alarm_rate))
    observed, drawn = (
        table.points_of_models() / np.maximum(table.battles_of_models(), 1)
        for table in (replicated.observed, replicated.drawn)
    )
    scores = thinned_scores(fit, models, replicated.chosen)
    return found + order_agreement(observed, drawn, scores, program=fit.program, false_alarm_rate=false_alarm_rate)


def battle_findings(
    replicated: Replicated, share_of_ties: float, models: tuple[str, ...], program: str, false_alarm_rate: float
) -> Iterator[Findings]:
    """Judge pairs, cycles, ties and models.

    Parameters
    ----------
    replicated : Replicated
    share_of_ties : float
        Of all battles, also where the program leaves ties out.
    models : tuple of str
    program : str
    false_alarm_rate : float
    """
    observed, drawn = replicated.observed, replicated.drawn
    asked = program, false_alarm_rate
    names = [(models[one], models[other]) for one, other in zip(observed.first, observed.second, strict=True)]
    off, off_drawn = observed.residuals(), drawn.residuals()
    moved = off_drawn + observed.points - off  # about the win rates that scores explain, where what is off stands
    yield findings_of(WIN_RATE, names, observed.points, moved, *asked, unit=observed.battles)
    yield from _cycles(replicated, models, *asked)
    spread = np.sqrt(off_drawn.var(axis=0) + HALF**2)
    far, far_drawn = ((values - off_drawn.mean(axis=0)) / spread for values in (off[None], off_drawn))
    yield findings_of(VARIATION, (ALL,), _mean_square(far)[0], _mean_square(far_drawn), *asked)
    yield findings_of(FAR_PAIRS, (ALL,), _number_far(far)[0], _number_far(far_drawn), *asked)
    yield from _ties(replicated, share_of_ties, *asked)
    unit = np.maximum(observed.battles_of_models(), 1)
    yield findings_of(OF_MODELS, models, observed.points_of_models(), drawn.points_of_models(), *asked, unit=unit)


def _mean_square(values: FloatArray) -> FloatArray:
    return np.asarray((values**2).mean(axis=-1, keepdims=True))


def _number_far(values: FloatArray) -> FloatArray:
    return np.asarray((np.abs(values) > FAR).sum(axis=-1, keepdims=True).astype(np.float64))


def _cycles(
    replicated: Replicated, models: tuple[str, ...], program: str, false_alarm_rate: float
) -> Iterator[Findings]:
    """Judge the greatest circulation of all triples, and name the triple."""
    triples = cycles(replicated.observed, MOST_IN_CYCLES)
    if not len(triples):
        return
    drawn = circulation(replicated.drawn, triples)
    mean, spread = drawn.mean(axis=0), np.maximum(drawn.std(axis=0), np.finfo(float).tiny)  # 0 where all is certain
    seen = (circulation(replicated.observed, triples) - mean) / spread
    greatest = int(np.abs(seen).argmax())
    one, two, three = (models[index] for index in triples[greatest])
    about = (one, two, three) if seen[greatest] > 0 else (three, two, one)
    largest = np.abs((drawn - mean) / spread).max(axis=1, keepdims=True)
    yield findings_of(CYCLE, (about,), np.abs(seen[[greatest]]), largest, program, false_alarm_rate)


def _ties(replicated: Replicated, share_of_ties: float, program: str, false_alarm_rate: float) -> Iterator[Findings]:
    observed, drawn = replicated.observed, replicated.drawn
    total = observed.battles.sum()
    yield findings_of(
        TIES,
        (ALL,),
        np.array([share_of_ties]),
        drawn.ties.sum(axis=1, keepdims=True) / total,
        program,
        false_alarm_rate,
    )
    if not drawn.ties.any() or len(observed.battles) < len(CLASSES):
        return
    gap = np.abs(drawn.points.mean(axis=0) / observed.battles - HALF)
    group = np.argsort(np.argsort(gap, kind="stable"), kind="stable") * len(CLASSES) // len(gap)
    member = (group[:, None] == np.arange(len(CLASSES))).astype(np.float64)
    yield findings_of(
        TIES_BY_GAP,
        CLASSES,
        observed.ties @ member,
        drawn.ties @ member,
        program,
        false_alarm_rate,
        unit=observed.battles @ member,
    )
