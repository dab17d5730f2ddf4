"""What happened at an event, in words: a sentence a fact."""

from application.event import facts, facts_log
from application.event.kinds.sentences_floor import Tells
from domain.kernel.wording import list_in_words


def opening(_account: Tells, fact: facts.EventOpened) -> str:
    played = list_in_words([f"{one.ruleset} {one.edition}" for one in fact.played], "and")
    return f"“{fact.name}” is opened: {played}."


def policy(_account: Tells, fact: facts.PolicySet) -> str:
    tables = list_in_words(fact.rulesets, "and")
    return f"Going back is weighed by a policy of the event's at tables of {tables}."


def appointment(account: Tells, fact: facts.JudgeAppointed) -> str:
    office = "head judge" if fact.head else "judge"
    return f"{account.keyring.reveal(fact.judge, fact.name)} ({fact.judge}) is {office}."


def relief(account: Tells, fact: facts.JudgeRelieved) -> str:
    return f"{account.name(fact.judge)} no longer judges."


def arrival(_account: Tells, fact: facts.PlayersEntered) -> str:
    many = len(fact.players)
    return "1 player has come." if many == 1 else f"{many} players have come."


def pairing(_account: Tells, fact: facts.TablesPaired) -> str:
    many = len(fact.tables)
    tables = "1 table is" if many == 1 else f"{many} tables are"
    return f"{tables} paired in round {fact.round}."


def start(_account: Tells, fact: facts.RoundStarted) -> str:
    return f"Round {fact.round} begins, for {fact.minutes} min."


def pause(account: Tells, fact: facts.RoundPaused) -> str:
    because = account.words(fact.by, fact.because)
    return f"{account.name(fact.by)} stops the clock of round {fact.round}: {because}."


def resumption(account: Tells, fact: facts.RoundResumed) -> str:
    return f"{account.name(fact.by)} lets the clock of round {fact.round} run again."


def end(_account: Tells, fact: facts.RoundEnded) -> str:
    many = len(fact.heads)
    games = "1 game stands" if many == 1 else f"{many} games stand"
    return f"Round {fact.round} is over: {games} as written down."


def result(account: Tells, fact: facts.ResultEntered) -> str:
    won = f"{account.name(fact.winner)} won" if fact.winner else "nobody won"
    points = " : ".join(str(one) for one in fact.points.values())
    where = f"Table {fact.table} of round {fact.round}"
    return f"{where}: {won}, {points}, as {account.name(fact.by)} says."


def log_key(_account: Tells, fact: facts_log.LogKeySet) -> str:
    return f"The log is signed with {fact.key}."


def heads(_account: Tells, fact: facts_log.HeadsNoted) -> str:
    many = len(fact.heads)
    return f"The head of {'1 game' if many == 1 else f'{many} games'} is noted."


def signature(_account: Tells, fact: facts_log.CheckpointSigned) -> str:
    return f"A checkpoint of {fact.size} leaves is signed."


def cosignature(_account: Tells, fact: facts_log.CheckpointCosigned) -> str:
    return f"“{fact.key.partition('+')[0]}” cosigns the checkpoint of {fact.size} leaves."


def closing(account: Tells, fact: facts.EventClosed) -> str:
    return f"The event is closed, by {account.name(fact.by)}."


def forgetting(_account: Tells, fact: facts.PeopleForgotten) -> str:
    many = len(fact.people)
    return f"The names and words of {'1 person' if many == 1 else f'{many} people'} are forgotten."
