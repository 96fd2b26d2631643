"""Profiles on which a voting rule breaks an axiom, each small enough to be followed by hand.

Ballots are written ``"3 a > b = c"``, or ``"3 a:5 b:1 c:1"`` where the rule reads grades. In the comments *points* are
Borda points, and *a over b 5:4* says that five voters rank a before b and four b before a.
"""

from dataclasses import dataclass, field

BORDA = ("borda", "win_rate")
ELIMINATION = ("baldwin", "nanson")


@dataclass(frozen=True)
class Counterexample:
    """A profile, and what of it the axiom speaks of.

    ``raised`` holds the ballots after ``riser`` has risen. Of ``clones`` all but the first are taken away.
    """

    axiom: str
    rules: tuple[str, ...]
    ballots: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    raised: tuple[str, ...] = ()
    riser: str = ""
    clones: tuple[str, ...] = ()


# d loses to each of a, b and c 4:5; these beat each other in a circle, a over b over c over a, 6:3.
CIRCLE_OF_THREE = (
    "2 a > b > c > d",
    "1 d > a > b > c",
    "2 b > c > a > d",
    "1 d > b > c > a",
    "1 c > a > b > d",
    "2 d > c > a > b",
)

# With c > d > a > b > e, two ballots for each of eight victories, ac, cb, cd, da, db, ea, ed, be, that cancel in all
# other pairs (the construction of McGarvey, 1953), so that all eight are 9:7.
OTHER_FIFTEEN = (
    *("1 a > c > b > d > e", "1 e > d > b > a > c"),
    *("1 c > b > a > d > e", "1 e > d > a > c > b"),
    *("1 e > b > a > c > d",),
    *("1 d > a > b > c > e", "1 e > c > b > d > a"),
    *("1 d > b > a > c > e", "1 e > c > a > d > b"),
    *("1 e > a > b > c > d", "1 d > c > b > e > a"),
    *("1 e > d > a > b > c", "1 c > b > a > e > d"),
    *("1 b > e > a > c > d", "1 d > c > a > b > e"),
)

COUNTEREXAMPLES = (
    # Condorcet winner
    #
    # a over b and over c 3:2. Points: a 3 x 2 = 6, b 3 x 1 + 2 x 2 = 7, c 2: b wins. Without ties the win rates are
    # the points, each of 10. (Condorcet, 1785, held such profiles against the count of Borda.)
    Counterexample("Condorcet winner", BORDA, ("3 a > b > c", "2 b > c > a")),
    # a over b 2:1. Lower medians: a of 0 1 3: 1; b of 0 2 3: 2.
    Counterexample("Condorcet winner", ("majority_judgment",), ("1 a:1 b:0", "1 a:3 b:2", "1 a:0 b:3")),
    # c over a and over b 3:2. Points by the first of tied places, models not before it: c 3 x 2 = 6, a and b
    # 2 x 2 + 3 x 1 = 7 each. c leaves first.
    Counterexample("Condorcet winner", ELIMINATION, ("2 a = b > c", "3 c > a = b"), {"rank_ties": "min"}),
    # a over b and over c 3:2. Points by the last of tied places, models behind it: a 3 + 3 = 6, b 3 + 2 x 2 = 7,
    # c 7. a leaves first.
    Counterexample(
        "Condorcet winner",
        ELIMINATION,
        ("3 a = b > c", "3 a = c > b", "2 b > a = c", "2 c > a = b"),
        {"rank_ties": "max"},
    ),
    # c over a and over b 5:4. Points 3 less the number of the rank: c 5 x 2 = 10, a and b
    # 5 x 1 + 2 x 2 + 2 x 1 = 11 each. c leaves first.
    Counterexample(
        "Condorcet winner", ELIMINATION, ("5 c > a = b", "2 a > b > c", "2 b > a > c"), {"rank_ties": "dense"}
    ),
    #
    # Condorcet loser
    #
    # The worst defeat of d, by 4:5, is the smallest: it wins alone.
    Counterexample("Condorcet loser", ("minimax",), CIRCLE_OF_THREE),
    # b loses to a 1:2 and wins; see above.
    Counterexample("Condorcet loser", ("majority_judgment",), ("1 a:1 b:0", "1 a:3 b:2", "1 a:0 b:3")),
    # a loses to b and to c 2:3. Models not before it: a 3 + 3 + 2 x 2 + 2 x 2 = 14, b 3 + 3 x 2 + 2 x 2 = 13, c 13.
    # b and c leave first.
    Counterexample(
        "Condorcet loser",
        ELIMINATION,
        ("3 c > a = b", "3 b > a = c", "2 a = c > b", "2 a = b > c"),
        {"rank_ties": "min"},
    ),
    # c loses to a and to b 2:3. Models behind it: c 2 x 2 = 4, a and b 3 each, who leave first.
    Counterexample("Condorcet loser", ELIMINATION, ("3 a = b > c", "2 c > a = b"), {"rank_ties": "max"}),
    # c loses to a and to b 4:5. Points 3 less the number of the rank: c 4 x 2 + 5 x 1 = 13,
    # a and b 2 x 1 + 5 x 2 = 12 each, who leave first.
    Counterexample(
        "Condorcet loser", ELIMINATION, ("2 c > a > b", "2 c > b > a", "5 a = b > c"), {"rank_ties": "dense"}
    ),
    #
    # Pareto: the two share a score
    #
    # All rank b before c. Both lose to a by all votes.
    Counterexample("Pareto", ("minimax",), ("1 a > b > c",)),
    # All rank b before c. Points 2 1 0, mean 1: both leave at once.
    Counterexample("Pareto", ("nanson",), ("1 a > b > c",)),
    #
    # Monotonicity
    #
    # Points: a 12, b 10, c 11, b leaves; c over a 6:5. c wins. Then c rises above a on the first three ballots.
    # Points: a 9, b 10, c 14, a leaves; b over c 6:5. b wins. (Smith, 1973: eliminations by points are not monotone.)
    Counterexample(
        "monotonicity",
        ("baldwin",),
        ("3 a > c > b", "4 b > c > a", "2 c > a > b", "2 a > b > c"),
        raised=("3 c > a > b", "4 b > c > a", "2 c > a > b", "2 a > b > c"),
        riser="c",
    ),
    # Points: a 14, b 4, c 11, d 13, mean 10.5: b leaves. Among a, c, d: a 7, c 6, d 8, mean 7: d wins.
    # Then d rises above c on the second ballot. Points: a 14, b 4, c 10, d 14: b and c leave; a over d 4:3. a wins.
    Counterexample(
        "monotonicity",
        ("nanson",),
        ("1 c > a > d > b", "1 a > c > d > b", "2 a > b > d > c", "3 d > c > a > b"),
        raised=("1 c > a > d > b", "1 a > d > c > b", "2 a > b > d > c", "3 d > c > a > b"),
        riser="d",
    ),
    # Victories, all 6:3: ab, bd, ca, cb, da, dc. Each lies on one of the cycles a, b, d and b, d, c and a, b, d, c:
    # none is locked, all win. Then b rises above a on one ballot, so that ab is 5:4. Of the others, ca and da lie on
    # no cycle any more and are locked; bd, dc and cb are a cycle; ab follows. c and d win, b does not.
    Counterexample(
        "monotonicity",
        ("ranked_pairs",),
        ("3 d > c > a > b", "2 a > b > d > c", "1 a > b > d > c", "3 c > b > d > a"),
        raised=("3 d > c > a > b", "2 a > b > d > c", "1 b > a > d > c", "3 c > b > d > a"),
        riser="b",
    ),
    # Of eight victories by 9:7 the cycles c, d, a and b, e, d share none, so that each order contradicts two or more.
    # The best contradict two, among them c b e d a (ac, db), c d b e a (ac, ed) and e d a c b (cd, be): each other
    # model is behind d in one of them, so that d is among the winners.
    # Then d rises above c on one ballot, and c and d are even. The cycles left are b, e, d and b, e, a, c, which share
    # be only: the one best order is e d a c b, and d is behind e.
    Counterexample(
        "monotonicity",
        ("kemeny_young",),
        ("1 c > d > a > b > e", *OTHER_FIFTEEN),
        raised=("1 d > c > a > b > e", *OTHER_FIFTEEN),
        riser="d",
    ),
    #
    # Clones
    #
    # Without c, a over b 3:2: points 3 and 2, a wins. With c behind b on each ballot: a 6, b 3 + 4 = 7, b wins.
    # (Tideman, 1987: the Borda count is not independent of clones.)
    Counterexample("clones", BORDA, ("3 a > b > c", "2 b > c > a"), clones=("b", "c")),
    # Without d, a circle of a over b over c over a: all win. With d behind a on each ballot, a and c beat two and
    # lose to one, b and d lose to two: b does not win.
    Counterexample(
        "clones", ("copeland",), ("1 a > d > b > c", "1 b > c > a > d", "1 c > a > d > b"), clones=("a", "d")
    ),
    # a alone beats d and wins. With b and c each of the three has a defeat of 6:3, and d, of 4:5, wins.
    Counterexample("clones", ("minimax",), CIRCLE_OF_THREE, clones=("a", "b", "c")),
    # Without b: a over c 8:5, c over d 9:4, d over a 9:4. The order c d a contradicts a over c alone, a margin of 3;
    # all others contradict a margin of 5 or more. c wins. With b behind a on each ballot c d a b contradicts two
    # margins of 3, and d a b c, which contradicts c over d alone, is the best. d wins.
    Counterexample(
        "clones", ("kemeny_young",), ("4 d > a > b > c", "4 a > b > c > d", "5 c > d > a > b"), clones=("a", "b")
    ),
    # Without a: points b 5, c 6, d 4, mean 5: c wins. With a: points a 7, b 8, c 8, d 7: a and d leave, b over c 3:2.
    # b wins.
    Counterexample(
        "clones",
        ("nanson",),
        ("2 c > d > b > a", "1 d > a > b > c", "1 b > a > c > d", "1 a > b > c > d"),
        clones=("b", "a"),
    ),
    # Without b: points a 8, c 7, d 6, d leaves; a over c 5:2, a wins. With b: points a 11, b 12, c 9, d 10: c leaves.
    # Among a, b, d: a 6, b 7, d 8: a leaves; d over b 4:3. d wins.
    Counterexample(
        "clones",
        ("baldwin",),
        ("2 c > d > a > b", "3 b > a > c > d", "1 d > a > b > c", "1 d > b > a > c"),
        clones=("a", "b"),
    ),
    # b and c are neighbours on each ballot. Lower medians: a 2, b 5, c 1: b wins. Without b it is a, not c.
    Counterexample(
        "clones", ("majority_judgment",), ("1 b:5 c:1 a:0", "1 a:4 b:3 c:0", "1 b:5 c:3 a:2"), clones=("c", "b")
    ),
)
