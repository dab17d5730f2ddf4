"""What the lab asks of VoidSiege: small tables, what always holds, which tables are alike."""

from domain.kernel.lab import Invariant, Lab, SmallTable, View

LAB = Lab(
    tables=(
        SmallTable(
            "duel",
            "a unit each, one point, one round",
            {
                "points": {"ana": 1, "ben": 1},
                "rounds": 1,
                "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
            },
        ),
        SmallTable(
            "duel-2",
            "a unit each, two points, one round",
            {
                "points": {"ana": 2, "ben": 2},
                "rounds": 1,
                "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
            },
        ),
    ),
    since=frozenset({"entry", "declared", "destroyed", "declined", "ended"}),
    aside=frozenset({"law", "commands", "full_points", "Fact.by", "Held.command", "Held.reaction"}),
)
