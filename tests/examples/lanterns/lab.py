"""A small table on which everything is tried, and what always holds of it."""

from domain.kernel.lab import Invariant, Lab, SmallTable

THREE = SmallTable(
    "three",
    "three players, three cards each, a mirror",
    {
        "hands": {
            "ana": {"spark1": "spark", "snuff1": "snuff", "gust1": "gust"},
            "ben": {"spark2": "spark", "snuff2": "snuff", "veil2": "veil"},
            "cem": {"spark3": "spark", "snuff3": "snuff", "gust3": "gust"},
        },
        "lights": {"ana": 2, "ben": 2, "cem": 1},
        "mirrors": {"ana": 1, "cem": 1},
    },
    ("ana", "ben", "cem"),
    {"dice": (1, 6), "face": (6,)},
)
LAB = Lab(
    tables=(THREE,),
    invariants=(
        Invariant("nobody has fewer than no coins", lambda view: min(view["coins"].values()) >= 0),
        Invariant(
            "who is out has nothing on the stack",
            lambda view: not {one["by"] for one in view["stack"]} & {*view["out"]},
        ),
    ),
)
