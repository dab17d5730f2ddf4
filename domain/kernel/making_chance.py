"""Chance made together (G8): each player commits, each reveals, and the result follows from all."""

import hmac

from domain.kernel.chance import (
    CHOICE,
    DICE,
    IN_HEX,
    LONGEST_CHOICE,
    WHAT_CAN_BE_MADE,
    commitment_of,
    in_nfc,
    purpose_in_words,
    purpose_of,
    values_of,
)
from domain.kernel.events import (
    ChanceCommitted,
    ChanceMade,
    ChanceReported,
    ChanceRevealed,
    ChanceSetAside,
    SettingAsideRequested,
)
from domain.kernel.fields import dice_said
from domain.kernel.history import Game
from domain.kernel.overruling import SharedOutcome
from domain.kernel.position import Chance, DiceMade
from domain.kernel.ruling import ILLEGAL, Refusal, Ruling, illegal, sentence
from domain.kernel.steps import JUDGE, Step, Text, quoted_value
from domain.kernel.values import changed
from domain.kernel.wording import have, list_in_words


class Commit(Step):
    """Commit to a secret, unseen, for chance that all make together."""

    to: str
    """`3d6`, `shuffle 5` or `choice`."""
    commitment: str
    """64 hexadecimal digits."""


class Reveal(Step):
    """Reveal the secret that was committed to."""

    secret: str
    """64 hexadecimal digits."""
    choice: Text = ""
    """What was chosen, where that is what is made."""


class SetAside(Step):
    """Set aside what is being made together, or was made and is not reported."""

    because: Text = ""


def commit(game: Game, step: Commit) -> SharedOutcome:
    """Takes a player's commitment to a secret; the first one begins what is made together (G8)."""
    state, chance = game.now.state, game.now.chance
    if purpose_of(step.to) is None:
        what = f"“to” is {WHAT_CAN_BE_MADE}, not {quoted_value(step.to)}"
        return illegal(what, "G1", "G8")
    if IN_HEX.fullmatch(step.commitment) is None:
        return illegal("“commitment” is 64 hexadecimal digits, in small letters", "G1", "G8")
    if game.now.dice is not None and DICE.fullmatch(step.to) is not None:
        why = f"{dice_in_words(game.now.dice)}, and are not reported yet: that comes first"
        return illegal(why, "G8", since=(game.now.dice.entry,))
    if chance is None:
        parties = tuple(game.ruleset.in_game(state))
        if step.by not in parties:
            return illegal(f"{step.by} is out of the game", "G8")
        if len(parties) == 1:
            return illegal("there is nobody in the game to make it with", "G8")
        chance = Chance(game.length + 1, step.to, parties)
    elif refusal := _cannot_join(chance, step):
        return refusal
    event = ChanceCommitted(step.by, step.to, step.commitment, chance.parties)
    missing = [party for party in chance.parties if party not in {*chance.commitments, step.by}]
    if missing:
        next_ = f"{list_in_words(missing)} {have(missing)} to commit too"
    else:
        next_ = "all have committed, and each reveals now"
    return (event,), f"{step.by} commits to a secret for {purpose_in_words(step.to)}; {next_}"


def _cannot_join(chance: Chance, step: Commit) -> Refusal | None:
    since = (chance.entry,)
    if step.to != chance.to:
        return illegal(f"{under_way(chance)}; what is begun comes first", "G8", since=since)
    if step.by in chance.commitments:
        return illegal(
            f"{step.by} has committed to {purpose_in_words(chance.to)} already; {what_is_missing(chance)}",
            "G8",
            since=since,
        )
    if step.by not in chance.parties:
        return illegal(
            f"{step.by} was out of the game when {purpose_in_words(chance.to)} was begun",
            "G8",
            since=since,
        )
    return None


def under_way(chance: Chance) -> str:
    """That something is being made, and who is waited for, as a clause."""
    made = f"{purpose_in_words(chance.to)} is being made together since entry {chance.entry}"
    return f"{made}; {what_is_missing(chance)}"


def what_is_missing(chance: Chance) -> str:
    """Who has to commit or reveal, as a clause: “ben has to reveal”."""
    who = chance.waiting
    return f"{list_in_words(who)} {have(who)} to {'reveal' if chance.is_revealing else 'commit'}"


def reveal(game: Game, step: Reveal) -> SharedOutcome:
    """Takes a revealed secret; with the last one all values are made (G8)."""
    chance = game.now.chance
    if chance is None:
        return illegal("nothing is being made together, so there is nothing to reveal", "G8")
    refusal = _cannot_reveal(game, chance, step)
    if refusal is not None:
        return refusal
    event = ChanceRevealed(step.by, step.secret, in_nfc(step.choice))
    secrets = {**chance.secrets, step.by: step.secret}
    missing = [party for party in chance.parties if party not in secrets]
    if missing:
        return (
            event,
        ), f"{step.by} reveals; {list_in_words(missing)} {have(missing)} to reveal too"
    choices = {**chance.choices, step.by: event.choice}
    made = ChanceMade(
        chance.to,
        values_of(chance.to, (bytes.fromhex(secrets[party]) for party in chance.parties)),
        {party: choices[party] for party in chance.parties} if chance.to == CHOICE else {},
        (*chance.entries, game.length + 1),
    )
    return (event, made), f"all have revealed: {made_in_words(made)}"


def _cannot_reveal(game: Game, chance: Chance, step: Reveal) -> Refusal | None:
    since = (chance.entry,)
    if step.by not in chance.commitments:
        return illegal(
            f"{step.by} has not committed to {purpose_in_words(chance.to)}", "G8", since=since
        )
    if not chance.is_revealing:
        return illegal(
            f"nobody reveals before all have committed; {under_way(chance)}", "G8", since=since
        )
    if step.by in chance.secrets:
        return illegal(
            f"{step.by} has revealed already; {what_is_missing(chance)}", "G8", since=since
        )
    if IN_HEX.fullmatch(step.secret) is None:
        return illegal("“secret” is 64 hexadecimal digits, in small letters", "G1", "G8")
    chosen = in_nfc(step.choice)
    if bool(chosen) is not (chance.to == CHOICE):
        needs = "“reveal” needs “choice” here" if not chosen else "no choice belongs to it"
        return illegal(
            f"{needs}: {purpose_in_words(chance.to)} is being made", "G1", "G8", since=since
        )
    if len(chosen) > LONGEST_CHOICE:
        return illegal(f"“choice” has at most {LONGEST_CHOICE} characters", "G1", "G8")
    seat = game.players.index(step.by) + 1
    fits = commitment_of(seat, chance.to, bytes.fromhex(step.secret), chosen)
    if not hmac.compare_digest(fits, chance.commitments[step.by]):
        return illegal(f"that is not what {step.by} committed to", "G8", since=since)
    return None


def made_in_words(made: ChanceMade) -> str:
    """What came of it, as a clause."""
    if made.to == CHOICE:
        return "; ".join(f"{who} chose “{what}”" for who, what in made.choices.items())
    return f"{purpose_in_words(made.to)} comes to {list_in_words(map(str, made.values))}"


def set_aside(game: Game, step: SetAside) -> SharedOutcome:
    """Ends what is made together; a player who may know what comes of it has to ask the others (G8)."""
    chance, dice = game.now.chance, game.now.dice
    if chance is None and dice is None:
        return illegal("nothing made together is open", "G8")
    if not step.because.strip():
        return illegal(
            "setting aside what is made together needs a reason, in “because”", "G8", "G1"
        )
    still_unknown = chance is not None and not chance.secrets and step.by in chance.parties
    if step.by == JUDGE or still_unknown:
        return set_aside_as_asked(game, step.by, step.because)
    if game.opening.mode == "tournament":
        return illegal("in a tournament only a judge sets aside what is made together", "G8")
    asked = tuple(player for player in game.ruleset.in_game(game.now.state) if player != step.by)
    missing = () if chance is None else chance.waiting
    request = SettingAsideRequested(step.by, missing, step.because, asked)
    what = "the dice made together" if chance is None else under_way(chance)
    return (request,), f"{step.by} asks to set aside: {what}; {list_in_words(asked)} must agree"


def set_aside_as_asked(game: Game, by: str, because: str) -> SharedOutcome:
    """What comes of it once a judge says so, or all have agreed."""
    chance, dice = game.now.chance, game.now.dice
    if chance is not None:
        event = ChanceSetAside(by, chance.to, chance.waiting, because)
        have_not = "revealed" if chance.is_revealing else "committed"
        who = f"{list_in_words(chance.waiting)} {have(chance.waiting)} not {have_not}"
        return (event,), f"{purpose_in_words(chance.to)} is set aside: {who}"
    if dice is None:
        return illegal("nothing made together is open", "G8")
    event = ChanceSetAside(by, dice.to, (), because)
    return (event,), f"{dice_in_words(dice)} and are set aside"


def dice_in_words(dice: DiceMade) -> str:
    """What was made, as a clause."""
    values = list_in_words(map(str, dice.values))
    return f"the dice made together in entry {dice.entry} show {values}"


def reported_as_made(made: DiceMade, step: Step) -> ChanceReported | Refusal | None:
    """Whether this legal step reports these dice, made together: the event, the refusal of others, or None.

    They are all the dice of the step in its order, or those of one of its fields. A judge may say others.
    """
    fields = dice_said(step)
    together = tuple(die for dice in fields for die in dice)
    reports = [dice for dice in (together, *fields) if len(dice) == len(made.values)]
    if not reports:
        return None
    if made.values in reports:
        return ChanceReported(made.entry)
    if step.by == JUDGE:
        return ChanceReported(made.entry, as_made=False)
    reported = list_in_words(map(str, reports[0]))
    return illegal(
        f"{dice_in_words(made)}, not {reported}; a judge may set them aside",
        "G8",
        since=(made.entry,),
    )


def ruled_as_made(ruling: Ruling, report: ChanceReported | Refusal) -> Ruling:
    """The ruling on a legal step that reports as many dice as were made together."""
    if isinstance(report, Refusal):
        return Ruling(ILLEGAL, ruling.basis, report.cites, sentence(report.reason), report.since)
    told = "as" if report.as_made else "otherwise than"
    return changed(
        ruling,
        cites=(*ruling.cites, "G8"),
        reason=f"{ruling.reason} The dice are {told} made together in entry {report.entry}.".strip(),
        because=tuple(dict.fromkeys((*ruling.because, report.entry))),
    )
