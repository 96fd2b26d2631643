"""Write ``pref_voting.json``: winners of random small profiles by pref_voting, another implementation.

Run it by hand, in an environment of its own with pref_voting 1.18.2: ``python pref_voting_answers.py``. It takes no
part in the tests, which read the file. Ballots are written as the tests write them, ``"3 a > b = c"`` for three voters
who put a first, and winners as letters. Where ballots have ties, Borda points are margins, and Nanson and Baldwin
have no answer. Ranked pairs by margins has the winners under all ways of breaking ties between victories, by winning
votes an answer only where there are no such ties; Kemeny-Young has the first models of all best orders; Nanson removes
those at the mean, too.
"""

import json
from collections import Counter
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

import numpy as np
from pref_voting import voting_methods
from pref_voting.profiles import Profile
from pref_voting.profiles_with_ties import ProfileWithTies

SEED = 20110214
N_STRICT, N_WITH_TIES, N_APART = 100, 70, 40  # no ties on ballots; some; some, but no two models or victories alike
MODELS, VOTERS = (3, 6), (3, 15)


def drawn_ballots(rng, ties):
    """Draw how often each ballot is cast, a ballot being the place of each model."""
    n_models, n_voters = rng.integers(MODELS[0], MODELS[1] + 1), rng.integers(VOTERS[0], VOTERS[1] + 1)
    ballots = Counter()
    for _ in range(n_voters):
        tied = ties and rng.random() < 0.5
        places = rng.integers(0, n_models, n_models) if tied else rng.permutation(n_models)
        ballots[tuple(np.unique(places, return_inverse=True)[1].tolist())] += 1
    return ballots


def written(ballots):
    """Return the ballots as the tests write them."""
    orders = {places: " > ".join(tied_at(places, place) for place in range(max(places) + 1)) for places in ballots}
    return [f"{number} {orders[places]}" for places, number in ballots.items()]


def tied_at(places, place):
    return " = ".join(letters(model for model, at in enumerate(places) if at == place))


def letters(models):
    return "".join("abcdef"[model] for model in models)


def profile_of(ballots):
    number = list(ballots.values())
    if all(max(places) + 1 == len(places) for places in ballots):
        return Profile([np.argsort(places).tolist() for places in ballots], rcounts=number)
    return ProfileWithTies([dict(enumerate(places)) for places in ballots], rcounts=number)


def winners_by_points(profile):
    if isinstance(profile, ProfileWithTies):
        return {"borda": voting_methods.borda(profile.margin_graph())}
    return {
        "borda": voting_methods.borda(profile),
        "nanson": voting_methods.weak_nanson(profile),
        "baldwin": voting_methods.baldwin(profile),
    }


def winners_by_majorities(profile):
    by_votes = {"strength_function": profile.support}
    answers = {
        "copeland": voting_methods.copeland(profile),
        "minimax margin": voting_methods.minimax(profile),
        "minimax winning_votes": voting_methods.minimax(profile, **by_votes),
        "schulze margin": voting_methods.beat_path(profile),
        "schulze winning_votes": voting_methods.beat_path(profile, **by_votes),
        "ranked_pairs margin": voting_methods.ranked_pairs(profile, algorithm="from_stacks"),
        "kemeny_young": voting_methods.kemeny_young(profile),
    }
    if no_two_are_alike(profile):
        answers["ranked_pairs winning_votes"] = voting_methods.ranked_pairs(profile, **by_votes)
    return answers


def no_two_are_alike(profile):
    """Return whether no two models are even and no two victories have the same number of votes."""
    pairs = list(combinations(profile.candidates, 2))
    votes = {max(profile.support(one, other), profile.support(other, one)) for one, other in pairs}
    return len(votes) == len(pairs) and not any(profile.is_tied(*pair) for pair in pairs)


def main():
    rng = np.random.default_rng(SEED)
    cases = []
    while len(cases) < N_STRICT + N_WITH_TIES + N_APART:
        ballots = drawn_ballots(rng, ties=len(cases) >= N_STRICT)
        profile = profile_of(ballots)
        if len(cases) % 4 and profile.condorcet_winner() is not None:
            continue  # most rules agree there
        if len(cases) >= N_STRICT + N_WITH_TIES and not no_two_are_alike(profile):
            continue
        winners = {**winners_by_points(profile), **winners_by_majorities(profile)}
        answers = {rule: letters(models) for rule, models in winners.items()}
        cases.append({"ballots": written(ballots), "winners": answers})
    source = f"pref_voting {version('pref_voting')}, winners of random profiles; pref_voting_answers.py"
    text = json.dumps({"source": source, "cases": cases}, separators=(",", ":")).replace('{"ballots"', '\n{"ballots"')
    Path(__file__).with_name("pref_voting.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
