"""Chance made together: who commits, who reveals, what follows, and what becomes of the report of it."""

import hashlib
import hmac
import re
import struct
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.kernel.chance import commitment_of, purpose_of, values_of
from domain.kernel.events import (
    ChanceMade,
    ChanceReported,
    ChanceSetAside,
    SettingAsideRequested,
)
from domain.kernel.faults import RulesetFault
from domain.kernel.history import replay
from domain.kernel.making_chance import reported_as_made, ruled_as_made
from domain.kernel.position import DiceMade
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, Ruling, grounds
from domain.kernel.steps import Step
from domain.kernel.values import changed
from tests.examples.lanterns import RULESET as LANTERNS
from tests.spec import Story, given
from tests.toy import RULESET as TOY
from tests.toy import SticksTaken

SECRETS = {"ana": "0a" * 32, "ben": "0b" * 32, "cem": "0c" * 32}
THREE = ("ana", "ben", "cem")


def committed(story: Story, by: str, to: str, choice: str = "") -> Story:
    seat = story.game.players.index(by) + 1
    commitment = commitment_of(seat, to, bytes.fromhex(SECRETS[by]), choice)
    return story.when(by=by, do="commit", to=to, commitment=commitment)


def revealed(story: Story, by: str, choice: str = "") -> Story:
    said = {"choice": choice} if choice else {}
    return story.when(by=by, do="reveal", secret=SECRETS[by], **said)


def made(story: Story, to: str) -> tuple[int, ...]:
    """All make it together; what came of it."""
    for by in story.game.players:
        committed(story, by, to).then_legal("G8")
    for by in story.game.players:
        revealed(story, by).then_legal("G8")
    event = story.entry.events[1]
    assert isinstance(event, ChanceMade)
    return event.values


def toy(**more: Any) -> Story:
    return given(TOY, {}, ("ana", "ben"), **more)


def lanterns() -> Story:
    hands = {one: {f"gust {one}": "gust"} for one in THREE}
    return given(LANTERNS, {"hands": hands}, THREE)


def reason(story: Story) -> str:
    return story.entry.ruling.reason


def test_all_commit_then_all_reveal_and_the_result_follows_from_both() -> None:
    story = committed(toy(), "ana", "3d6").then_legal("G8")
    assert reason(story) == "ana commits to a secret for 3d6; ben has to commit too."
    committed(story, "ben", "3d6").then_legal()
    assert reason(story) == (
        "ben commits to a secret for 3d6; all have committed, and each reveals now."
    )
    revealed(story, "ben").then_legal()
    assert reason(story) == "ben reveals; ana has to reveal too."
    revealed(story, "ana").then_legal("G8")
    values = values_of("3d6", (bytes.fromhex(SECRETS[one]) for one in ("ana", "ben")))
    assert story.entry.events[1] == ChanceMade("3d6", values, {}, (1, 2, 3, 4))
    assert reason(story).startswith("all have revealed: 3d6 comes to ")
    assert story.game.now.chance is None
    assert replay(TOY, story.game.opening, story.game.log).now == story.game.now


def test_nobody_reveals_before_all_have_committed() -> None:
    story = committed(lanterns(), "ana", "2d6")
    revealed(story, "ana").then_illegal("G8")
    assert reason(story) == (
        "nobody reveals before all have committed; 2d6 is being made together since entry 1; "
        "ben and cem have to commit."
    )
    revealed(story, "ben").then_illegal("G8")


def test_a_copied_commitment_wins_nothing() -> None:
    story = committed(toy(), "ana", "1d6")
    copied = story.entry.said["commitment"]
    story.when(by="ben", do="commit", to="1d6", commitment=copied).then_legal()
    revealed(story, "ana")
    story.when(by="ben", do="reveal", secret=SECRETS["ana"]).then_illegal("G8")
    assert reason(story) == "that is not what ben committed to."


@pytest.mark.parametrize(
    ("to", "what"),
    [
        (to, "“to” is dice such as 3d6")
        for to in ("0d6", "61d6", "3d1", "3d101", "03d6", "shuffle 1")
    ]
    + [("shuffle 201", "“to” is"), ("", "“to” is"), ("3d6\n", "“to” is"), ("٣d6", "“to” is")],
)
def test_what_cannot_be_made_gets_a_sentence(to: str, what: str) -> None:
    story = toy().when(by="ana", do="commit", to=to, commitment="0" * 64).then_illegal("G1", "G8")
    assert reason(story).startswith(what)


def test_what_is_no_hash_and_no_secret_gets_a_sentence() -> None:
    story = toy().when(by="ana", do="commit", to="1d6", commitment="A" * 64).then_illegal("G1")
    assert reason(story) == "“commitment” is 64 hexadecimal digits, in small letters."
    committed(committed(story, "ana", "1d6"), "ben", "1d6")
    story.when(by="ana", do="reveal", secret="short").then_illegal("G1")
    story.when(by="ana", do="reveal", secret=SECRETS["ana"], choice="rock").then_illegal("G8")
    story.when(by="ana", do="reveal").then_illegal("G1")
    committed(story, "ana", "1d6").then_illegal("G8")
    assert "ana has committed to 1d6 already; ana and ben have to reveal" in reason(story)
    committed(story, "ana", "2d6").then_illegal("G8")
    assert "what is begun comes first" in reason(story)
    story.when(by="judge", do="commit", to="1d6", commitment="0" * 64).then_illegal("G2")


def refused(story: Story, told: str, *cites: str, since: tuple[int, ...] = ()) -> None:
    ruling = story.entry.ruling
    assert (ruling.verdict, ruling.reason, ruling.cites) == ("illegal", told, cites)
    assert ruling.because == since


def test_every_refusal_says_why_by_which_rules_and_since_when() -> None:
    digits = "is 64 hexadecimal digits, in small letters."
    story = toy()
    refused(
        revealed(story, "ana"),
        "nothing is being made together, so there is nothing to reveal.",
        "G8",
    )
    refused(
        story.when(by="ana", do="commit", to="1d6", commitment="A" * 64),
        f"“commitment” {digits}",
        "G1",
        "G8",
    )
    story.when(by="ana", do="commit", to="1d1", commitment="0" * 64)
    assert reason(story).endswith("or “choice”, not “1d1”.")
    committed(story, "ana", "1d6").then_legal()
    waits = "1d6 is being made together since entry 4; ben has to commit"
    refused(
        committed(story, "ben", "2d6"), f"{waits}; what is begun comes first.", "G8", since=(4,)
    )
    already = "ana has committed to 1d6 already; ben has to commit."
    refused(committed(story, "ana", "1d6"), already, "G8", since=(4,))
    refused(revealed(story, "ben"), "ben has not committed to 1d6.", "G8", since=(4,))
    early = f"nobody reveals before all have committed; {waits}."
    refused(revealed(story, "ana"), early, "G8", since=(4,))
    committed(story, "ben", "1d6").then_legal()
    story.when(by="ben", do="reveal", secret="short")
    refused(story, f"“secret” {digits}", "G1", "G8")
    none = "no choice belongs to it: 1d6 is being made."
    refused(revealed(story, "ben", "rock"), none, "G1", "G8", since=(4,))
    story.when(by="ben", do="reveal", secret=SECRETS["ana"])
    refused(story, "that is not what ben committed to.", "G8", since=(4,))
    again = "ana has revealed already; ben has to reveal."
    refused(revealed(revealed(story, "ana"), "ana"), again, "G8", since=(4,))
    revealed(story, "ben").then_legal("G8")
    made_in, value = story.entry.n, story.game.now.dice.values[0]  # type: ignore[union-attr]
    first = f"the dice made together in entry {made_in} show {value}, and are not reported yet"
    first += ": that comes first."
    refused(committed(story, "ana", "2d6"), first, "G8", since=(made_in,))


def test_a_choice_has_an_end() -> None:
    story = committed(committed(toy(), "ana", "choice", "x" * 200), "ben", "choice", "y" * 201)
    refused(revealed(story, "ben", "y" * 201), "“choice” has at most 200 characters.", "G1", "G8")
    revealed(story, "ana", "x" * 200).then_legal()


def test_who_is_out_of_the_game_makes_nothing_with_the_others() -> None:
    story = given(TOY, {}, THREE).when(by="cem", do="concede").then_legal()
    refused(committed(story, "cem", "1d6"), "cem is out of the game.", "G8")
    committed(story, "ana", "1d6").then_legal()
    out = "cem was out of the game when 1d6 was begun."
    refused(committed(story, "cem", "1d6"), out, "G8", since=(3,))
    story.when(by="cem", do="set_aside", because="please").then_legal("G8")
    assert reason(story) == (
        "cem asks to set aside: 1d6 is being made together since entry 3; ben has to commit; "
        "ana and ben must agree."
    )
    alone = given(changed(TOY, over=lambda _table: False), {}, ("ana",))
    nobody = "there is nobody in the game to make it with."
    refused(committed(alone, "ana", "1d6"), nobody, "G8")


def test_what_is_set_aside_is_told_with_who_said_so_and_why() -> None:
    story = toy()
    refused(
        story.when(by="ana", do="set_aside", because="x"), "nothing made together is open.", "G8"
    )
    committed(committed(story, "ana", "1d6"), "ben", "1d6")
    needs = "setting aside what is made together needs a reason, in “because”."
    refused(story.when(by="judge", do="set_aside", because=" "), needs, "G8", "G1")
    revealed(story, "ana").when(by="ana", do="set_aside", because="a slip").then_legal()
    assert story.entry.events == (SettingAsideRequested("ana", ("ben",), "a slip", ("ben",)),)
    story.when(by="judge", do="set_aside", because="enough").then_legal()
    assert story.entry.events == (ChanceSetAside("judge", "1d6", ("ben",), "enough"),)
    dice, n = made(story, "1d6"), story.entry.n
    story.when(by="judge", do="set_aside", because="cocked").then_legal()
    assert story.entry.events == (ChanceSetAside("judge", "1d6", (), "cocked"),)
    assert reason(story) == f"the dice made together in entry {n} show {dice[0]} and are set aside."
    event = given(TOY, {}, mode="tournament")
    committed(committed(event, "ana", "1d6"), "ben", "1d6")
    only = "in a tournament only a judge sets aside what is made together."
    revealed(event, "ana").when(by="ana", do="set_aside", because="x")
    refused(event, only, "G8")


def test_a_choice_is_nowhere_before_it_is_revealed() -> None:
    story = committed(committed(toy(), "ana", "choice", "rock"), "ben", "choice", "paper")
    assert "rock" not in str([one.said for one in story.game.log])
    revealed(story, "ana").then_illegal("G1")
    assert reason(story) == "“reveal” needs “choice” here: a choice is being made."
    revealed(story, "ana", "scissors").then_illegal("G8")
    revealed(revealed(story, "ben", "paper"), "ana", "rock").then_legal()
    assert reason(story) == "all have revealed: ana chose “rock”; ben chose “paper”."
    assert story.game.now.dice is None


def test_a_letter_is_the_same_in_whichever_way_it_is_written() -> None:
    story = committed(committed(toy(), "ana", "choice", "caf\u00e9"), "ben", "choice", "tea")
    revealed(revealed(story, "ana", "cafe\u0301").then_legal(), "ben", "tea")
    assert story.entry.events[1].choices == {"ana": "caf\u00e9", "ben": "tea"}


def fight() -> Story:
    icons = {"attack": 3, "defence": 2, "movement": 3}
    units = {
        name: {"owner": owner, "base": "formation", "figures": 6, "icons": icons}
        for name, owner in (("a1", "ana"), ("b1", "ben"))
    }
    setup = {"ambush": False, "units": units, "adjacent": [["a1", "b1"]]}
    story = given("arcane-legions", setup).when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b1").then_legal()
    return story.when(by="ana", do="pay", points=2).then_legal()


def roll(story: Story, attack: Sequence[int], defence: Sequence[int], **more: Any) -> Story:
    by = more.pop("by", "ana")
    return story.when(by=by, do="roll", attack=[*attack], defence=[*defence], **more)


def test_dice_made_together_are_what_is_reported() -> None:
    story = fight()
    dice = made(story, "5d6")
    roll(story, (6, 6, 6), (1, 1)).then_illegal("G8")
    told = f"{', '.join(map(str, dice[:4]))} and {dice[4]}"
    assert reason(story) == (
        f"the dice made together in entry 7 show {told}, not 6, 6, 6, 1 and 1; a judge may set them aside."
    )
    roll(story, (6, 6), (1, 1)).then_illegal("K2")
    roll(story, dice[:3], dice[3:]).then_legal("C.f", "G8")
    assert reason(story).endswith("The dice are as made together in entry 7.")
    assert 7 in story.entry.ruling.because
    assert story.game.now.dice is None
    assert replay(story.game.ruleset, story.game.opening, story.game.log).now == story.game.now
    made(story, "1d6")
    story.when(by="ana", do="undo").then_legal()
    story.when(by="ben", do="consent").then_legal()
    assert story.game.now.dice is not None, "before the report they were waiting"


def test_the_dice_of_one_side_are_made_together_and_the_other_rolls_real_ones() -> None:
    story = fight()
    dice = made(story, "3d6")
    roll(story, (6, 6, 6), (1, 1)).then_illegal("G8")
    roll(story, dice, (1, 1)).then_legal("G8")


def test_real_dice_are_reported_as_ever() -> None:
    roll(fight(), (6, 6, 6), (1, 1)).then_legal()
    story = fight()
    made(story, "2d20")
    roll(story, (6, 6, 6), (1, 1)).then_illegal("G8")
    story.when(by="judge", do="set_aside", because="twenties by mistake").then_legal()
    roll(story, (6, 6, 6), (1, 1)).then_legal()
    assert "G8" not in story.entry.ruling.cites


class Roll(Step):
    dice: tuple[int, ...]


def test_what_comes_of_dice_made_together_is_so_since_their_report() -> None:
    def happens(_table: Any, step: Any) -> Happening:
        table = yield SticksTaken(step.by, sum(step.dice))
        yield grounds(f"{step.by} takes as many", "N3")
        return table

    rolls = changed(TOY, procedures={**TOY.procedures, "roll": Procedure(Roll, happens)})
    story = given(rolls, {"sticks": 20})
    dice = made(story, "2d6")
    story.when(by="ana", do="roll", dice=[*dice]).then_legal("N3", "G8")
    story.then_state(sticks=20 - sum(dice))
    assert story.state.since == {"ana": 5}


def test_a_judge_may_report_other_dice_than_were_made() -> None:
    waiting = DiceMade(7, "2d6", (1, 2))
    legal = Ruling("legal", "rule", ("N1",), "it hits.", (3, 7))
    told = reported_as_made(waiting, Roll((3, 4), by="judge"))
    assert told == ChanceReported(7, as_made=False)
    assert (told.those, ChanceReported(7).those) == ("other than those", "those")
    assert ruled_as_made(legal, told) == changed(
        legal,
        cites=("N1", "G8"),
        reason="it hits. The dice are otherwise than made together in entry 7.",
    )
    refusal = reported_as_made(waiting, Roll((3, 4), by="ana"))
    assert isinstance(refusal, Refusal)
    assert ruled_as_made(legal, refusal) == Ruling(
        "illegal",
        "rule",
        ("G8",),
        "the dice made together in entry 7 show 1 and 2, not 3 and 4; a judge may set them aside.",
        (7,),
    )
    assert reported_as_made(waiting, Roll((3,), by="ana")) is None


def test_what_was_played_all_the_same_or_made_legal_is_no_longer_waited_for() -> None:
    story = fight()
    made(story, "5d6")
    roll(story, (6, 6, 6), (1, 1), played=True).then_illegal("G8")
    assert story.entry.happened
    assert story.game.now.dice is None
    story = fight()
    made(story, "5d6")
    roll(story, (6, 6, 6), (1, 1)).then_illegal("G8").overrule(8, "legal").then_legal("G5")
    assert story.game.now.dice is None


def test_dice_that_wait_to_be_reported_come_first() -> None:
    """An order can be made meanwhile."""
    story = fight()
    made(story, "5d6")
    committed(story, "ana", "4d6").then_illegal("G8")
    assert "and are not reported yet: that comes first" in reason(story)
    made(story, "shuffle 5")
    assert story.game.now.dice is not None


def test_an_example_ruleset_has_it_without_a_line() -> None:
    story = lanterns()
    made(story, "2d6")
    made(story, "shuffle 5")
    assert story.game.now.dice is not None


def test_a_judge_sets_aside_what_somebody_does_not_reveal_and_names_them() -> None:
    story = committed(committed(toy(mode="tournament"), "ana", "1d6"), "ben", "1d6")
    revealed(story, "ana")
    story.when(by="ana", do="set_aside", because="ben is gone").then_illegal("G8")
    story.when(by="judge", do="set_aside").then_illegal("G8", "G1")
    story.when(by="judge", do="set_aside", because="five minutes").then_legal("G8")
    assert reason(story) == "1d6 is set aside: ben has not revealed."
    assert story.entry.events[0].missing == ("ben",)
    made(story, "1d6")


def test_players_set_it_aside_by_consent_or_alone_while_nothing_is_known() -> None:
    story = committed(toy(), "ana", "1d6")
    story.when(by="ana", do="set_aside", because="a slip").then_legal()
    assert reason(story) == "1d6 is set aside: ben has not committed."
    made(story, "1d6")
    story.when(by="ana", do="set_aside", because="it was for another roll").then_legal()
    assert reason(story) == "ana asks to set aside: the dice made together; ben must agree."
    story.when(by="ana", do="note", text="hm").then_legal()
    story.when(by="ben", do="commit", to="1d6", commitment="0" * 64).then_illegal("G6")
    assert reason(story) == (
        "ana has asked to set aside what is made together; ben must answer first."
    )
    story.when(by="ben", do="consent").then_legal("G4")
    aside = story.entry.events[-1]
    assert (aside.by, aside.because) == ("ana", "it was for another roll")
    assert story.game.now.dice is None
    assert story.game.now.request is None
    story.when(by="ana", do="set_aside", because="again").then_illegal("G8")


def test_a_rewind_behind_a_reveal_does_not_make_it_unknown() -> None:
    story = committed(committed(toy(), "ana", "1d6"), "ben", "1d6")
    story.rewind(2)
    assert story.game.now.chance is not None
    revealed(story, "ana").then_legal()
    story.rewind(2)
    assert story.game.now.chance is None
    revealed(story, "ben").then_illegal("G8")
    made(story, "1d6")


def test_only_what_was_revealed_since_is_known() -> None:
    story = committed(committed(toy(), "ana", "1d6"), "ben", "1d6")
    revealed(story, "ana").rewind(2)
    assert story.game.now.chance is None
    for by in ("ana", "ben"):
        committed(story, by, "choice", f"{by}'s")
    for by in ("ana", "ben"):
        revealed(story, by, f"{by}'s")
    committed(story, "ana", "1d6").rewind(story.entry.n)
    assert story.game.now.chance is not None
    committed(story, "ben", "1d6").then_legal()


def test_nothing_before_a_judge_set_aside_is_taken_back_by_a_player() -> None:
    story = committed(toy().when(by="ana", do="say", number=3), "ana", "1d6")
    story.when(by="judge", do="set_aside", because="enough").then_legal()
    story.when(by="ana", do="undo").then_illegal("G4")
    story = committed(toy().when(by="ana", do="say", number=3), "ana", "1d6")
    story.when(by="ana", do="set_aside", because="a slip").then_legal()
    story.when(by="ana", do="undo").then_legal("G4")
    assert replay(TOY, story.game.opening, story.game.log).now == story.game.now


@pytest.mark.parametrize("is_revealed", [True, False])
@pytest.mark.parametrize("do", ["undo", "overrule"])
def test_what_is_taken_back_leaves_only_what_is_unknown_to_be_made(
    do: str, is_revealed: bool
) -> None:
    story = committed(committed(toy(), "ana", "1d6"), "ben", "1d6")
    story.when(by="ana", do="say", number=3).then_legal()
    if is_revealed:
        revealed(story, "ben").then_legal()
    if do == "overrule":
        story.overrule(3, "illegal").then_legal("G5")
    else:
        story.when(by="ana", do="undo").then_legal("G4")
        if story.game.now.request is not None:
            story.when(by="ben", do="consent").then_legal("G4")
    story.then_state(said=[])
    assert (story.game.now.chance is None) is is_revealed


def test_nobody_alone_takes_back_what_came_before_the_dice() -> None:
    story = toy().when(by="ana", do="say", number=3).then_legal()
    made(story, "1d6")
    story.when(by="ana", do="undo").then_legal()
    assert story.game.now.request is not None
    assert story.game.now.dice is not None


def test_a_ruleset_that_has_such_a_step_itself_is_told_so() -> None:
    with pytest.raises(RulesetFault, match="“commit” is a step that every game has already"):
        changed(TOY, procedures={**TOY.procedures, "commit": TOY.procedures["say"]})


def test_every_order_can_come_and_no_die_is_favoured() -> None:
    chance = Random(8)
    orders = {values_of("shuffle 4", (chance.randbytes(32),)) for _ in range(600)}
    assert len(orders) == 24
    for sides in (2, 3, 6, 10, 20, 100):
        dice = [
            die for _ in range(200) for die in values_of(f"60d{sides}", (chance.randbytes(32),))
        ]
        expected = len(dice) / sides
        chi = sum((dice.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
        freedom = sides - 1
        assert chi < freedom + 4 * (2 * freedom) ** 0.5, (sides, chi)


def test_an_order_holds_each_thing_once() -> None:
    for count in (2, 52, 200):
        assert sorted(values_of(f"shuffle {count}", (b"\1" * 32,))) == [*range(1, count + 1)]
    assert purpose_of("shuffle 52") is not None


PAGE = Path(__file__).parents[3] / "adapters" / "CHANCE.md"
ROW = re.compile(
    r"^\| `(.+?)` \| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \| (?:begins )?(.+?) \|$", re.M
)


def by_the_page(to: str, secrets: list[bytes]) -> list[int]:
    """What the page says, written down once more."""
    key = hashlib.new(
        "sha256", b"umpire chance 1 result\n" + to.encode() + b"\n" + b"".join(secrets)
    )
    stream = b"".join(
        hmac.new(key.digest(), struct.pack(">I", n), "sha256").digest() for n in range(99)
    )
    place = 0

    def draw(n: int) -> int:
        nonlocal place
        while stream[place] >= 256 - (256 % n):
            place += 1
        place += 1
        return stream[place - 1] % n

    if to == "choice":
        return []
    if to.startswith("shuffle "):
        things = [*range(1, int(to.split()[1]) + 1)]
        for i in reversed(range(1, len(things))):
            j = draw(i + 1)
            things[i], things[j] = things[j], things[i]
        return things
    dice, sides = map(int, to.split("d"))
    return [draw(sides) + 1 for _ in range(dice)]


def test_another_program_finds_the_same_by_the_page_alone() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) == 5
    secrets = [b"\x0a" * 32, b"\x0b" * 32]
    for to, *commitments, result in rows:
        chosen = ("left", "right") if to == "choice" else ("", "")
        for seat, (secret, commitment) in enumerate(zip(secrets, commitments, strict=True), 1):
            said = f"umpire chance 1 commitment\n{seat}\n{to}\n".encode() + secret
            said += chosen[seat - 1].encode()
            assert hashlib.new("sha256", said).hexdigest() == commitment
        found = by_the_page(to, secrets) if to != "choice" else [*chosen]
        assert ", ".join(map(str, found)).startswith(result)
    chance = Random(3)
    for _ in range(300):
        to = chance.choice((f"{chance.randint(1, 60)}d{chance.randint(2, 100)}", "shuffle 200"))
        secrets = [chance.randbytes(32) for _ in range(chance.randint(2, 5))]
        assert by_the_page(to, secrets) == [*values_of(to, secrets)]
