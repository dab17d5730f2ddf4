"""The worked records of the rulebook, step by step."""

from tests.domain.arcane_legions.tables import formation, sortie, table, trigger

B1 = {"owner": "ben", "base": "formation", "figures": 3, "icons": {"attack": 2, "defence": 2}}
B2 = {"owner": "ben", "base": "sortie", "figures": 3, "icons": {"attack": 2}}


def test_a_close_combat() -> None:
    """Both sides lose figures; a trigger of a destroyed unit strikes back (A14, X6)."""
    units = {"a1": formation("ana"), "b1": B1, "b3": sortie("ben", 2)}
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="close").then_legal("T2b")
    story.when(by="ana", do="target", unit="b3").then_illegal("C.a")
    story.when(by="ana", do="target", unit="b1").then_legal("C.a")
    story.when(by="ana", do="pay", points=1).then_illegal("O6")
    story.when(by="ana", do="pay", points=2).then_legal("C.b").then_state(position=["T2b", "C.f"])
    story.when(by="ben", do="roll", attack=[6, 6, 6], defence=[5, 2]).then_legal("C.f")
    story.when(by="ana", do="hits", attacker=5, defender=0).then_illegal("K6")
    story.when(by="ana", do="hits", attacker=4, defender=1).then_legal("C.g")
    spite = [trigger("spite", "ben", "b1")]
    story.when(by="ben", do="damage", unit="b1", figures=["f1", "f2", "f3"], raises=spite)
    story.then_legal("C.i").then_state(victory_points={"ana": 2})
    story.when(by="ben", do="resolve", trigger="spite").then_illegal("X6")
    story.when(by="ana", do="damage", unit="a1", figures=["f6"]).then_legal("C.i")
    story.then_state(position=["T2b", "C.i"])
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("X1")
    story.when(by="ben", do="resolve", trigger="spite", damage={"a1": ["f5"]})
    story.then_legal("X3", "A14").then_state(
        over=False,
        position=["T2b"],
        to_act=["ana"],
        order_points={"ana": 6, "ben": 0},
        victory_points={"ana": 2, "ben": 0},
        units={
            "a1": {"figures": 4, "orders_given": {"close": 1}},
            "b1": {"figures": 0, "destroyed": True},
        },
    )


def test_a_move_with_breakaway() -> None:
    """The attack takes a movement icon; the second unit is let go (B6, N1)."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": B2}
    story = table(units=units, adjacent=[["a1", "b1"], ["a1", "b2"]])
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("B1", "X2")
    story.when(by="ana", do="pay", points=2).then_legal("M.a").then_state(to_act=["ben"])
    story.when(by="ben", do="breakaway", unit="b1").then_legal("M.c")
    story.then_state(position=["T2b", "M.c", "C.b"])
    story.when(by="ben", do="pay", points=0).then_legal("C.b")
    story.when(by="ben", do="roll", attack=[5, 4, 2], defence=[4, 4]).then_legal("C.f")
    story.when(by="ana", do="hits", attacker=1, defender=0).then_legal("C.g")
    story.when(by="ana", do="damage", unit="a1", figures=["f3"]).then_legal("C.i")
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("B6")
    story.when(by="ben", do="decline").then_legal("M.c").then_state(movement_points=2)
    story.when(by="ana", do="step", cost=1).then_legal("M.e")
    story.when(by="ana", do="report", fact="apart", units=["a1", "b1"]).then_legal("F1")
    story.when(by="ana", do="turn", cost=2).then_illegal("N1")
    story.when(by="ana", do="stop").then_legal("M.e").then_state(
        position=["T2b"],
        order_points={"ana": 6, "ben": 0},
        movement_points=0,
        units={
            "a1": {"figures": 5, "orders_given": {"move": 1}},
            "b1": {"orders_given": {"close": 1}},
        },
    )


def test_a_second_move_is_a_push_and_another_type_is_none() -> None:
    """The second move takes a figure; another type is a first one again (U1, U3, U5)."""
    story = table(units={"a1": formation("ana"), "b1": formation("ben")})
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ana", do="pay", points=2).then_legal("M.a").then_state(movement_points=3)
    story.when(by="ana", do="stop").then_legal("M.e")
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ana", do="pay", points=2).then_illegal("U1")
    story.when(by="ana", do="pay", points=2, figure="f3").then_legal("M.a")
    story.then_state(movement_points=2)
    story.when(by="ana", do="stop").then_legal("M.e")
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("U3")
    story.when(by="ana", do="order", unit="a1", order="regroup").then_legal("T2b")
    story.when(by="ana", do="pay", points=1, figure="f6").then_illegal("U5")
    story.when(by="ana", do="pay", points=1).then_legal("G.a")
    story.when(by="ana", do="done").then_legal("G.c").then_state(
        position=["T2b"],
        order_points={"ana": 3, "ben": 0},
        units={"a1": {"figures": 5, "orders_given": {"move": 2, "regroup": 1}, "pushed": True}},
    )


def test_said_ahead_played_and_halted_at_the_payment() -> None:
    """A payment too small is played; a trigger announced for M.g; a target from before the move."""
    story = table()
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ben", do="trigger", **trigger("pit", "ben", "b1", row="M.g")).then_legal("X5")
    story.when(by="ana", do="pay", points=1, played=True).then_illegal("O6")
    story.then_state(order_points={"ana": 7}).when(by="ben", do="decline").then_legal("M.c")
    story.then_state(movement_points=3).when(by="ana", do="step", cost=2).then_legal("M.e")
    story.when(by="ana", do="stop").then_legal("M.e").then_state(position=["T2b", "M.g"])
    story.when(by="ben", do="resolve", trigger="pit", damage={"a1": ["f6"]}).then_legal("X3")
    story.when(by="ana", do="order", unit="a1", order="close").then_legal("T2b")
    story.when(by="ana", do="target", unit="b1").then_legal("C.a", "F1", "A22")
    horn = [trigger("horn", "ana", "a1")]
    story.when(by="ana", do="pay", points=2, raises=horn).then_legal("C.b")
    dice = {"do": "roll", "attack": [6, 6, 1], "defence": [3, 2]}
    story.when(by="ana", **dice).then_illegal("X1")
    story.when(by="ana", do="resolve", trigger="horn").then_legal("X3")
    story.when(by="ana", **dice).then_legal("C.f").when(by="ana", do="undo").then_legal("G4")
    story.then_state(
        position=["T2b", "C.g"],
        to_act=["ben"],
        order_points={"ana": 5, "ben": 0},
        moved_since={"adjacent": [["a1", "b1"]]},
        units={
            "a1": {
                "figures": 5,
                "orders_given": {"move": 1, "close": 1},
                "ready": {"attack": 3, "defence": 2},
            }
        },
    )
