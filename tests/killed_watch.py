"""Follow a file that grows by pieces, and kill who follows it: a script, so that it can fork without threads.

``python killed_watch.py RESULTS STATE SOURCE DESIGN N_KILLS``: the content of SOURCE comes into RESULTS piece by piece,
the last of them after the last kill. Prints how many followers were killed, and how many questions counted then.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

import numpy as np

from bayesrank.readers.growing_file import GrowingFile
from bayesrank.sequential.arriving_scores import Layout
from bayesrank.sequential.rank_sequence import RankSequence
from bayesrank.sequential.retirement import Retirement
from bayesrank.sequential.state_file import held_state, read_state
from bayesrank.sequential.watch import Watch
from bayesrank.sequential.watch_plan import WatchPlan

MODELS = ["a", "b", "c", "d"]
LONGEST_LIFE, LONGER = 0.06, 1.5  # seconds at first, and by how much more after some lives that kept nothing
FRUITLESS = 4
LAST = 0.97  # of the file is there before the last kill


def declared(design, order):
    """Return the sequence and the plan of a design, which the command is started with as well."""
    limits = {"budget": None, "nodes": 1000}
    if design == "population":
        return RankSequence(MODELS, certifier="e_holm", **limits), WatchPlan(looks=3)
    sequence = RankSequence(MODELS, population_size=len(order), order=order, certifier="star", **limits)
    return sequence, WatchPlan("1%", len(order), Retirement("all_pairs"))


def follow(results, state, design, order):
    sequence, plan = declared(design, order)
    with held_state(state):
        watch = Watch(GrowingFile(results), state, sequence, plan, Layout())
        while True:
            watch.read()
            for _ in watch.looks():
                pass
            time.sleep(0.001)


def kill_one(grow, life, arguments):
    """Start a follower, let the file grow, kill the follower after its life, and say whether it was alive."""
    child = os.fork()
    if child == 0:
        try:
            follow(*arguments)
        finally:
            os._exit(1)
    time.sleep(life / 2)
    grow()
    time.sleep(life / 2)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def counted_in(state):
    return read_state(state).facts["sequence"]["n_questions"] if state.exists() else 0


def main(results, state, source, design, n_kills):
    chance = random.Random(7)  # noqa: S311 (moments)
    content, order = source.read_bytes(), source.with_suffix(".order").read_text().split()
    for_compiling = declared(design, order)[0]  # what is compiled, or read from a cache, before the forks is theirs too
    for_compiling.update(np.eye(len(MODELS)), questions=order[: len(MODELS)])
    for_compiling.report()
    cuts = sorted(chance.randrange(int(LAST * len(content))) for _ in range(n_kills))
    results.write_bytes(content[: cuts[0]])
    killed, longest, fruitless = 0, LONGEST_LIFE, 0
    for first, last in zip(cuts, [*cuts[1:], int(LAST * len(content))], strict=True):

        def grow(piece=content[first:last]):
            with results.open("ab") as stream:
                stream.write(piece)

        before = counted_in(state)
        killed += kill_one(grow, chance.random() * longest, (results, state, design, order))
        fruitless = fruitless + 1 if counted_in(state) == before else 0
        if fruitless == FRUITLESS:  # a busy machine needs more time to get anywhere
            longest, fruitless = longest * LONGER, 0
    with results.open("ab") as stream:
        stream.write(content[int(LAST * len(content)) :])
    sys.stdout.write(f"{killed} {counted_in(state)}\n")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]), sys.argv[4], int(sys.argv[5]))
