"""What the table shows people: options with reasons, the board, whose chance it is."""

from domain.kernel.shared import options
from domain.kernel.steps import Said
from tests.domain.voidsiege.tables import OVERRUN, table
from tests.spec import Story


def offered(story: Story, player: str, do: str) -> dict[str, str]:
    """The verdicts on a player's options of a kind, by unit and command."""
    return {
        " ".join(
            str(word) for name, word in one.candidate.said.items() if name not in ("by", "do")
        ): (one.ruling.verdict)
        for one in options(story.game, player)
        if one.candidate.said["do"] == do
    }


def test_what_is_offered_is_the_players_own() -> None:
    """Before a command, in a window and while something is due; reports as well."""
    story, told = table(scenario=4), set()
    for step in (None, "declare", "decline"):
        if step is not None:
            aim = {"unit": "a1", "command": "shoot", "target": "b1"} if step == "declare" else {}
            story.when(by="ana" if aim else "ben", do=step, **aim).then_legal()
        for player in ("ana", "ben"):
            assert {said["by"] for said in offers(story, player)} == {player}
        told |= {said["fact"] for said in offers(story, "ben") if said["do"] == "report"}
    assert told == {"destroyed", "arriving", "near_objective"}
    controlled = offers(table(scenario=1), "ben")
    assert {said["by"] for said in controlled} == {"ben"}
    assert [said["player"] for said in controlled if said.get("fact") == "controls_objective"] == [
        "ana",
        "ben",
    ]


def offers(story: Story, player: str) -> list[Said]:
    return [one.candidate.said for one in options(story.game, player)]


def test_every_unit_is_offered_every_command() -> None:
    story = table(held={"a1": ["run"]})
    found = offered(story, "ana", "declare")
    assert found["a1 run"] == "illegal"
    assert found["a2 run"] == "legal"
    assert found["a1 shoot b1"] == "legal"
    assert found["a1 overrun"] == "undetermined"
    assert found["a2 assault True b2"] == "legal"
    assert set(offered(story, "ben", "declare").values()) == {"illegal"}


def test_a_target_is_offered_early_where_it_binds() -> None:
    """C20: elsewhere naming it early means nothing, so it is not offered."""
    assert "a1 assault b1" not in offered(table(), "ana", "declare")
    found = offered(table({"C20": "binding"}), "ana", "declare")
    assert found["a1 assault b1"] == found["a1 advance b2"] == found["a1 assault"] == "legal"


def test_a_window_offers_reactions() -> None:
    story = table().when(by="ana", do="declare", unit="a1", command="move")
    assert offered(story, "ben", "decline") == {"": "legal"}
    found = offered(story, "ben", "react")
    assert [name for name, verdict in found.items() if verdict == "legal"] == [
        "b1 snap_fire",
        "b2 snap_fire",
    ]


def test_what_is_due_is_offered_with_its_losses() -> None:
    story = table().when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(by="ben", do="decline")
    assert offered(story, "ana", "shoot")["a1"] == "legal"
    shoot = next(o for o in options(story.game, "ana") if o.candidate.said["do"] == "shoot")
    assert shoot.candidate.asks["destroyed"].choices == ("b1", "b2", "a1", "a2")


def test_options_stay_few() -> None:
    units = {
        f"{side}{n}": player for side, player in (("a", "ana"), ("b", "ben")) for n in range(20)
    }
    story = table(units=units, scenario=4, commands=OVERRUN)
    assert len(options(story.game, "ana")) <= 304


def words(story: Story) -> str:
    return "\n".join(story.game.ruleset.in_words(story.state, "ana"))


def test_the_table_in_words() -> None:
    story = table(rounds=4, held={"b1": ["shoot"]})
    assert "Round 1 of 4." in words(story)
    assert "ana gives a unit a command." in words(story)
    assert "“b1” of ben holds shoot since the set-up." in words(story)
    story.when(by="ana", do="declare", unit="a1", command="assault", charge=True, target="b1")
    assert "ben may answer Assault as a Charge of “a1” at “b1”: any reaction" in words(story)
    assert "“a1” move, then “a1” shoot, then “a1” melee" in words(story)
    story.when(by="ben", do="react", unit="b1", command="snap_fire")
    story.when(by="ana", do="move", unit="a1")
    assert "ana resolves the shot of “a1” and ben resolves the shot of “b1” in" in words(story)
    story.when(by="ben", do="concede")
    assert "The game is over since entry 4: ana has won." in words(story)


def test_the_board_shows_marks_with_their_entries() -> None:
    story = table().when(by="ana", do="declare", unit="a1", command="run")
    queue, ana, _ben = story.game.ruleset.board(story.state, "ana")
    assert [piece.id for piece in queue.pieces] == ["window", "a1 move"]
    assert queue.note == "Run of “a1”, entry 1"
    assert ana.note == "2 command points"
    story.when(by="ben", do="decline").when(by="ana", do="move", unit="a1")
    ana, _ben = story.game.ruleset.board(story.state, "ana")
    (mark,) = ana.pieces[0].marks
    assert (mark.word, mark.since, mark.rules, mark.binds) == ("run", 3, ("S2", "S6"), True)


def test_goes_on_by_itself() -> None:
    """The plainest step ends a whole game."""
    story = table(rounds=1, points=(2, 2))
    while not story.state.over:
        story.when(**story.game.ruleset.plainest_step(story.state)).then_legal()  # type: ignore[arg-type]
    story.then_state(round=1, winner=None)
