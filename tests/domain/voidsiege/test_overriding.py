"""What a reaction can have made impossible: P7, T12, C33; what fails by itself: C23, C24."""

from tests.domain.voidsiege.tables import ruled, table
from tests.spec import Story


def ana(do: str, **more: object) -> dict[str, object]:
    return {"by": "ana", "do": do, **more}


def ben(do: str, **more: object) -> dict[str, object]:
    return {"by": "ben", "do": do, **more}


OVERRIDDEN = {"completed": False, "because": "reaction"}
BY_ITSELF = {"completed": False, "because": "own"}


def answered(command: str, unit: str = "b1", declared: str = "shoot", **setup: object) -> Story:
    """a1's command, answered by a unit of ben's."""
    aim = {} if declared in ("move", "run", "defend") else {"target": "b1"}
    story = table(**setup).when(**ana("declare", unit="a1", command=declared, **aim))  # type: ignore[arg-type]
    return story.when(**ben("react", unit=unit, command=command)).then_legal()


def test_a_reaction_that_is_still_due_overrides_nothing() -> None:
    """P7: only what it has done by then."""
    story = answered("snap_fire", declared="run").when(**ana("move", unit="a1", **OVERRIDDEN))
    why = "Snap Fire of “b1” has not made it impossible: its shot is still due."
    ruled(story, "illegal", "P7", reason=why, since=(2,))
    story.when(**ana("move", unit="a1", **BY_ITSELF)).then_legal("C23")
    story.when(**ben("shoot", unit="b1")).then_state(units__a1__restrictions=["run"])


def test_a_reaction_that_was_not_carried_out_overrides_nothing() -> None:
    """P7: neither the move of the Charge nor its melee."""
    story = table().when(**ana("declare", unit="a1", command="move", charge=True, target="b1"))
    story.when(**ben("react", unit="b2", command="intervene"))
    story.when(**ben("move", unit="b2", **BY_ITSELF)).then_legal("C24")
    story.when(**ana("move", unit="a1", **OVERRIDDEN))
    why = "Intervene of “b2” has not made it impossible: its move was not carried out."
    ruled(story, "illegal", "P7", reason=why, since=(2, 3))
    story.when(**ana("move", unit="a1"))
    story.when(**ana("melee", unit="a1", **OVERRIDDEN)).then_illegal("P7").then_since(3)


def test_a_reaction_whose_unit_fell_overrides_nothing() -> None:
    """P7, E8: what falls away was never done."""
    story = table().when(**ana("declare", unit="a1", command="shoot", target="b1"))
    story.when(**ben("react", unit="b1", command="run"))
    story.when(**ana("report", fact="destroyed", unit="b1"))
    story.when(**ana("shoot", unit="a1", **OVERRIDDEN)).then_illegal("P7").then_since(2, 3)
    story.then_reason("its move fell away")


def test_shots_due_together_override_nothing_in_each_other() -> None:
    """P7, T12: whichever is told first."""
    story = answered("shoot").when(**ana("shoot", unit="a1", **OVERRIDDEN))
    why = (
        "Shoot of “b1” has not made it impossible: its shot is still due; shots that are due "
        "together override nothing in each other."
    )
    ruled(story, "illegal", "P7", "T12", reason=why)
    story.when(**ben("shoot", unit="b1"))
    story.when(**ana("shoot", unit="a1", **OVERRIDDEN)).then_illegal("P7", "T12").then_since(2, 4)
    story.when(**ana("shoot", unit="a1", **BY_ITSELF)).then_legal("C23")


def test_a_shot_overrides_what_comes_after_it() -> None:
    """P7, C2 before_move: a shot before the move may stop the move, and the melee in a Charge."""
    story = answered("snap_fire", declared="run", readings={"C2": "before_move"})
    story.when(**ben("shoot", unit="b1")).when(**ana("move", unit="a1", **OVERRIDDEN))
    ruled(story, "legal", "P7", since=(2,)).then_state(units__a1__restrictions=[])
    charge = table().when(**ana("declare", unit="a1", command="assault", charge=True, target="b1"))
    charge.when(**ben("react", unit="b2", command="snap_fire")).when(**ana("move", unit="a1"))
    charge.when(**ben("shoot", unit="b2"))
    charge.when(**ana("shoot", unit="a1", **OVERRIDDEN)).then_illegal("P7", "T12")
    charge.when(**ana("shoot", unit="a1")).when(**ana("melee", unit="a1", **OVERRIDDEN))
    charge.then_legal("P7")


def test_a_shot_before_the_move_stops_the_shot_too() -> None:
    """P7, T12, C3 before_move: the two were never due together."""
    story = table({"C3": "before_move"})
    story.when(**ana("declare", unit="a1", command="assault", charge=True, target="b1"))
    story.when(**ben("react", unit="b1", command="shoot")).when(**ben("shoot", unit="b1"))
    story.when(**ana("move", unit="a1")).when(**ana("shoot", unit="a1", **OVERRIDDEN))
    story.then_legal("P7").then_state(queue=["a1 melee"])


def test_a_move_overrides_also_where_a_shot_comes_with_it() -> None:
    """P7, T12: an Assault made in reaction has run before the shots are due together."""
    story = answered("assault", reactions={"assault": True}).when(**ben("move", unit="b1"))
    story.when(**ana("shoot", unit="a1", **OVERRIDDEN)).then_legal("P7")


def test_bracing_overrides_nothing() -> None:
    """C33 no_override: nor does it with a move that is still due."""
    story = answered("defend").when(**ana("shoot", unit="a1", **OVERRIDDEN))
    why = (
        "Defend of “b1” has not made it impossible: at this table bracing or rallying overrides "
        "nothing."
    )
    ruled(story, "illegal", "P7", "C33", reason=why, since=(2,))
    story.when(**ana("shoot", unit="a1", **BY_ITSELF)).then_state(units__a1__restrictions=["shoot"])
    ditch = answered("ditch", reactions={"ditch": True})
    ditch.when(**ana("shoot", unit="a1", **OVERRIDDEN)).then_illegal("T10")
    ditch.when(**ben("move", unit="b1")).when(**ana("shoot", unit="a1", **OVERRIDDEN))
    ruled(ditch, "legal", "P7")


def test_under_one_reading_bracing_overrides_at_once() -> None:
    """C33 brace_overrides: a brace or rally counts from its declaration on."""
    readings = {"C33": "brace_overrides"}
    story = answered("defend", readings=readings).when(**ana("shoot", unit="a1", **OVERRIDDEN))
    ruled(story, "legal", "P7", "C33", since=(2,)).then_state(units__a1__restrictions=[])
    rally = answered("rally", readings=readings, reactions={"rally": True})
    rally.when(**ana("shoot", unit="a1", **OVERRIDDEN)).then_legal("P7", "C33")
    ditch = answered("ditch", readings=readings, reactions={"ditch": True})
    ditch.when(**ben("move", unit="b1")).when(**ana("shoot", unit="a1", **OVERRIDDEN))
    ruled(ditch, "legal", "P7")
    failed = answered("ditch", readings=readings, reactions={"ditch": True})
    failed.when(**ben("move", unit="b1", **BY_ITSELF))
    ruled(failed.when(**ana("shoot", unit="a1", **OVERRIDDEN)), "legal", "P7", "C33")


def test_the_reacting_unit_is_overridden_by_nothing() -> None:
    """P7, T15: nothing answers a reaction."""
    story = answered("shoot").when(**ben("shoot", unit="b1", **OVERRIDDEN))
    ruled(story, "illegal", "P7", since=(2,))


def test_a_shot_at_one_that_is_gone_fails_like_any_other() -> None:
    """E8, P7: the engine does not ask which of the two words is true."""
    story = table({"C2": "before_move", "C1": "snap_fire"})
    story.when(**ana("declare", unit="a1", command="advance"))
    story.when(**ben("react", unit="b1", command="snap_fire")).when(**ben("shoot", unit="b1"))
    story.when(**ana("move", unit="a1")).when(**ana("target", target="b2"))
    story.when(**ana("shoot", unit="a1", **OVERRIDDEN)).then_legal("P7")
