"""Standing passes: who has declined until the step ends passes without being asked (N7)."""

from domain.kernel.steps import JUDGE
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    ECHO,
    JOLT,
    QUAKE,
    RIFT,
    SCRY,
    ana,
    ben,
    both_pass,
    hand,
    on,
    table,
)
from tests.spec import Story

CARDS = {
    "scout": hand("ana", AGENT),
    "quake": hand("ana", QUAKE),
    "scry": hand("ana", SCRY),
    "rift": on("ana", RIFT),
    "alpha": on("ana", AGENT),
    "echo": on("ana", ECHO),
    "jolt": hand("ben", JOLT),
}
STANDS = "standing_passes"
ANA_STANDS, BEN_STANDS = ana("pass", until="step_end"), ben("pass", until="step_end")


def ben_stands(readings: dict[str, str] | None = None) -> Story:
    """ana has played Scout, and ben has declined until the step ends."""
    story = table(CARDS, readings).when(**ana("play", card="scout")).when(**BEN_STANDS)
    story.then_reason("ben declines until the step ends.")
    return story.then_legal("N3", "N7").happened("StandingPassGiven", "N7")


def test_it_is_given_whenever_its_player_gets_the_chance() -> None:
    """N7: also after an execution; executions, conversions, anomalies and energy do not touch it."""
    story = ben_stands().then_state(chance="ana", standing_passes=["ben"], passed=["ben"])
    story.when(**ana("energy", card="rift")).then_state(standing_passes=["ben"])
    story.when(**ANA_PASSES).then_legal("E11").then_state(queue=[], chance="ana", passed=[])
    story.when(**ana("convert", card="quake")).when(**ana("anomaly", card="quake")).then_legal()
    story.then_state(standing_passes=["ben"])
    story.when(**ANA_PASSES).then_legal("T6", "N7", "E5").then_since(2)
    story.then_reason("ben has declined until the step ends, and passes.")
    story.happened("Passed", "N7", "T6").happened("StandingPassesEnded").then_state(
        step="advance", chance="ana", standing_passes=[]
    )


def test_on_an_empty_queue() -> None:
    """T6, N7; any other word is G1."""
    story = table(CARDS).when(**BEN_STANDS).then_illegal("T6")
    story.when(**ana("pass", until="turn_end")).then_illegal("G1")
    story.when(**ANA_STANDS).then_legal("T6", "N7").then_state(
        chance="ben", standing_passes=["ana"]
    )
    story.when(**BEN_PASSES).then_legal("T6", "E5").then_state(step="advance", standing_passes=[])


def test_where_both_passes_stand_the_queue_is_executed() -> None:
    """The queue is executed and the step ends at once."""
    story = table(CARDS).when(**ana("play", card="scry")).when(**BEN_STANDS)
    story.when(**ANA_STANDS).then_legal("N3", "N7", "E1", "E2", "E11", "T6", "E5")
    story.then_state(step="advance", chance="ana", queue=[], standing_passes=[])


def test_a_choice_interrupts_it() -> None:
    """It answers no choice, and goes on when that is made."""
    story = table(CARDS, decks={"ana": []}).when(**ana("play", card="scry")).when(**BEN_STANDS)
    story.when(**ANA_STANDS).then_legal("W3").then_state(
        to_act=["ana"], standing_passes=["ana", "ben"]
    )
    story.when(**ana("choose", targets=["b1"])).then_legal("W3", "N7", "E5")
    story.then_state(step="advance", standing_passes=[])


def test_a_declaration_ends_it() -> None:
    """Whoever declares; the pass that was given stays."""
    story = table(CARDS).when(**ANA_STANDS).when(**ben("play", card="jolt", targets=["alpha"]))
    story.happened("StandingPassesEnded", "N7").then_state(chance="ana", standing_passes=[])
    story = ben_stands({"M2": "until_execution"}).when(**ana("play", card="scry"))
    story.then_state(standing_passes=[], passed=["ben"], chance="ana")


def test_a_report_ends_it() -> None:
    """Any, by whomever."""
    for by in ("ana", "ben", JUDGE):
        story = ben_stands().when(by=by, do="report", fact="other", text="look").then_legal()
        story.then_state(standing_passes=[], passed=["ben"], chance="ana")
        story.when(**ANA_PASSES).when(**ANA_PASSES).then_legal("T6").then_state(chance="ben")


def test_a_skill_that_enters_ends_it() -> None:
    """So its player is asked again."""
    story = table(CARDS).when(**ANA_STANDS).when(**ben("play", card="jolt", targets=["echo"]))
    story.when(**ANA_STANDS).then_state(standing_passes=["ana"])
    story.when(**BEN_PASSES).then_legal("A3", "E13").happened("StandingPassesEnded")
    story.then_state(standing_passes=[], chance="ana")


def test_a_judges_step_ends_it() -> None:
    """Every legal one but a note."""
    story = ben_stands().when(by=JUDGE, do="note", text="hm").then_state(standing_passes=["ben"])
    story.rewind(2).then_state(standing_passes=[], passed=["ben"], chance="ana")
    story = (
        ben_stands().when(**ben("pass")).then_illegal("N3").overrule(3, "illegal").then_illegal()
    )
    story.then_state(standing_passes=["ben"])
    story = ben_stands().when(**ana("energy", card="alpha")).then_illegal("A6").overrule(3, "legal")
    story.then_legal("G5").then_state(standing_passes=[])
    story = ben_stands().when(**ana("energy", card="rift")).overrule(3, "illegal").then_legal("G5")
    story.then_state(standing_passes=[], energy__ana__chaos=0)


def test_a_pass_that_a_judge_lets_happen_does_not_stand() -> None:
    """It counts once, whatever it says; the same of one that was played all the same."""
    story = table(CARDS).when(**ana("play", card="scout"))
    story.when(**ANA_STANDS).then_illegal("N3").overrule(2, "legal").then_legal("G5")
    story.then_state(standing_passes=[], passed=["ana"], chance="ben")
    story = table(CARDS).when(**ana("play", card="scout")).when(**ANA_STANDS, played=True)
    story.then_illegal("N3").then_state(standing_passes=[], passed=["ana"], chance="ben")


def test_it_belongs_to_the_entry_that_brought_it_about() -> None:
    """It is undone with it, and is no entry of its player's."""
    story = ben_stands().when(**ANA_PASSES).when(**ANA_PASSES).then_state(step="advance")
    story.when(**ana("undo")).then_legal("G4")
    story.then_state(step="first_primary", chance="ana", standing_passes=["ben"])
    story.when(**ana("undo")).then_state(
        queue=[{"entry": "q1", "card": "scout", "by": "ana", "targets": []}]
    )
    story.when(**ben("undo")).then_legal("G4").then_state(standing_passes=[], chance="ben")


def test_it_is_hidden_from_nobody() -> None:
    """And stands in the table in words, while the match goes on."""
    story = ben_stands()
    for viewer in ("ana", "ben", "spectator"):
        assert story.game.view(viewer=viewer)[STANDS] == ["ben"]
        words = " ".join(story.game.ruleset.in_words(story.state, viewer))
        assert "ben passes by themselves until the step ends" in words
    story.when(**ana("concede")).then_state(standing_passes=[], passed=[])


def test_it_is_offered() -> None:
    """Beside the plain pass."""
    said = [
        one.said for one in table(CARDS).game.ruleset.offers.candidates(table(CARDS).state, "ana")
    ]
    assert ANA_STANDS in said


def test_nobody_stands_in_a_step_without_a_window() -> None:
    """T5."""
    table(CARDS, step="refresh").when(**ANA_STANDS).then_illegal("T5")
    both_pass(table(CARDS, step="draw"), "ana").then_state(step="maintenance")


def test_a_pass_that_is_played_all_the_same_ends_them() -> None:
    """N7: as one that a judge lets happen, before it counts."""
    story = ben_stands().when(**ben("pass", played=True)).then_illegal("N3")
    story.events("EntryPlayed", "StandingPassesEnded", "Passed").then_state(standing_passes=[])
    (ended,) = (one for one in story.entry.events if type(one).__name__ == "StandingPassesEnded")
    assert ended.players == ("ben",)
