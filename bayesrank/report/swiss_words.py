"""A Swiss tournament in sentences: what to know, what was played and what was found."""

from __future__ import annotations

from bayesrank.counted import counted
from bayesrank.report.swiss_findings import SwissFindings
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.fragility.failure_sensitivity import OF_CONTESTS
from bayesrank.swiss.tournament import SwissTournament


def what_to_know(findings: SwissFindings) -> list[str]:
    """Return the warnings of a tournament and of its classes, each thing once."""
    of_classes = () if findings.classes is None else findings.classes.warnings
    said_already = OF_CONTESTS.values()  # of sensitivity on its own: the tournament says what its results are of
    new = [each for each in of_classes if each not in said_already]
    return list(dict.fromkeys([*findings.tournament.warnings, *new]))


def what_is_played(findings: SwissFindings) -> list[str]:
    """Say what the numbers are of, and how sure they are."""
    tournament = findings.tournament
    wins, rules = tournament.wins, tournament.rules
    chosen = [f"pairing {rules.pairing}", *([] if rules.floats == "none" else ["odd models float down"])]
    chosen += [f"a bye is worth {rules.bye_points:g}"] if rules.bye_points else []
    chosen += ["elimination cascades"] if rules.overflow == "cascade" else []
    if wins.n_contests is None:
        how = "exact"
    else:
        of = "" if wins.draws is None else f" for each of {wins.draws.shape[1]:,} draws"
        how = f"{counted(wins.n_contests, 'contest')}{of} at each elimination, seed {wins.random_seed}"
    size = f"{counted(len(wins.models), 'model')}, {counted(len(wins.rounds), 'round')}"
    return [
        f"{size}, {', '.join(chosen)}; {how}",
        f"target: expected wins of a contest with these rounds in this order, {tournament.uncertainty_words}",
        _interval_words(tournament, findings.ci_prob),
    ]


def what_is_found(findings: SwissFindings) -> list[str]:
    """Say what tiers are, how sensitive models are on average, and what another order of the rounds would do."""
    said = []
    if findings.tiers is not None:
        said.append(f"tiers: {tier_words(findings)}")
    if findings.sensitivity is None:
        said.append(f"sensitivity: not measured: {findings.tournament.why_no_sensitivity}")
    else:
        fixed = mean_is_fixed(findings.tournament)
        why = "every match has one winner, and no data can change that" if fixed else "the data have a part in that"
        said.append(
            f"sensitivity: {findings.sensitivity.mean_sensitivity:+.3f} wins for each model more that leaves, on "
            f"average over the models; {why}"
        )
    if findings.sequence is None:
        return [*said, f"order of rounds: not changed: {findings.why_no_sequence}"]
    return [*said, f"order of rounds: {findings.sequence.summary}"]


def tier_words(findings: SwissFindings) -> str:
    """Say what the tiers are."""
    first = findings.tournament.wins.schedules[0]
    return (
        f"tier 1 are the models that are not shown to be below any other at elimination {first}, each compared with "
        f"all others at once with {100 * findings.ci_prob:g}%; tier 2 is the same of the rest, and so on"
    )


def mean_is_fixed(tournament: SwissTournament) -> bool:
    """Return whether the numbers of models, rounds and eliminations alone say how many matches somebody wins."""
    return tournament.rules == ContestRules() and tournament.played.one_winner


def _interval_words(tournament: SwissTournament, ci_prob: float) -> str:
    percent = f"{100 * ci_prob:g}%"
    if tournament.wins.draws is not None:
        return f"intervals: {percent} of the posterior, each on its own; rank sets hold the ranks of all models at once"
    if tournament.wins.n_contests is None:
        return "intervals: none, the wins are exact given who beats whom"
    worst = float(tournament.wins.mcse.max())
    return (
        f"intervals: none; behind ± stands the standard error of the luck of contests, {worst:.4f} wins at most: ranks "
        f"of models that lie within a few of these are luck"
    )
