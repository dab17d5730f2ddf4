"""What happened at an event, in words: a sentence a fact."""

from collections.abc import Callable, Mapping
from typing import Any

from application.event import account_floor, facts, facts_log
from application.event.facts import Fact
from application.event.people import Keyring
from application.event.state import Event
from domain.kernel.wording import listed


class Account:
    """Tells the facts of an event with the names of its people."""

    def __init__(self, event: Event, keyring: Keyring) -> None:
        self.event = event
        self.keyring = keyring

    def tell(self, fact: Fact) -> str:
        """One sentence."""
        return SENTENCES[type(fact)](self, fact)

    def name(self, person: str) -> str:
        """What somebody is called."""
        if person in self.event.people:
            return self.keyring.shown(person, self.event.people[person])
        if person in self.event.judges:
            return self.keyring.shown(person, self.event.judges[person].name)
        return f"the {person}"

    def words(self, person: str, cipher: str) -> str:
        return self.keyring.shown(person, cipher).rstrip(".")


def opened(_account: Account, fact: facts.EventOpened) -> str:
    played = listed([f"{one.ruleset} {one.edition}" for one in fact.played], "and")
    return f"“{fact.name}” is opened: {played}."


def appointed(account: Account, fact: facts.JudgeAppointed) -> str:
    office = "head judge" if fact.head else "judge"
    return f"{account.keyring.shown(fact.judge, fact.name)} ({fact.judge}) is {office}."


def relieved(account: Account, fact: facts.JudgeRelieved) -> str:
    return f"{account.name(fact.judge)} no longer judges."


def entered(_account: Account, fact: facts.PlayersEntered) -> str:
    many = len(fact.players)
    return "1 player has come." if many == 1 else f"{many} players have come."


def paired(_account: Account, fact: facts.TablesPaired) -> str:
    many = len(fact.tables)
    tables = "1 table is" if many == 1 else f"{many} tables are"
    return f"{tables} paired in round {fact.round}."


def started(_account: Account, fact: facts.RoundStarted) -> str:
    return f"Round {fact.round} begins, for {fact.minutes} min."


def paused(account: Account, fact: facts.RoundPaused) -> str:
    because = account.words(fact.by, fact.because)
    return f"{account.name(fact.by)} stops the clock of round {fact.round}: {because}."


def resumed(account: Account, fact: facts.RoundResumed) -> str:
    return f"{account.name(fact.by)} lets the clock of round {fact.round} run again."


def ended(_account: Account, fact: facts.RoundEnded) -> str:
    many = len(fact.heads)
    games = "1 game stands" if many == 1 else f"{many} games stand"
    return f"Round {fact.round} is over: {games} as written down."


def resulted(account: Account, fact: facts.ResultEntered) -> str:
    won = f"{account.name(fact.winner)} won" if fact.winner else "nobody won"
    points = " : ".join(str(one) for one in fact.points.values())
    where = f"Table {fact.table} of round {fact.round}"
    return f"{where}: {won}, {points}, as {account.name(fact.by)} says."


def key_set(_account: Account, fact: facts_log.LogKeySet) -> str:
    return f"The log is signed with {fact.key}."


def noted(_account: Account, fact: facts_log.HeadsNoted) -> str:
    many = len(fact.heads)
    return f"The head of {'1 game' if many == 1 else f'{many} games'} is noted."


def signed(_account: Account, fact: facts_log.CheckpointSigned) -> str:
    return f"A checkpoint of {fact.size} leaves is signed."


def cosigned(_account: Account, fact: facts_log.CheckpointCosigned) -> str:
    return f"“{fact.key.partition('+')[0]}” cosigns the checkpoint of {fact.size} leaves."


def closed(account: Account, fact: facts.EventClosed) -> str:
    return f"The event is closed, by {account.name(fact.by)}."


def forgotten(_account: Account, fact: facts.PeopleForgotten) -> str:
    many = len(fact.people)
    return f"The names and words of {'1 person' if many == 1 else f'{many} people'} are forgotten."


SENTENCES: Mapping[type[Fact], Callable[[Account, Any], str]] = {
    facts.EventOpened: opened,
    facts.JudgeAppointed: appointed,
    facts.JudgeRelieved: relieved,
    facts.PlayersEntered: entered,
    facts.TablesPaired: paired,
    facts.RoundStarted: started,
    facts.RoundPaused: paused,
    facts.RoundResumed: resumed,
    facts.RoundEnded: ended,
    facts.ResultEntered: resulted,
    facts.EventClosed: closed,
    facts.PeopleForgotten: forgotten,
    **account_floor.SENTENCES,
    facts_log.LogKeySet: key_set,
    facts_log.HeadsNoted: noted,
    facts_log.CheckpointSigned: signed,
    facts_log.CheckpointCosigned: cosigned,
}
