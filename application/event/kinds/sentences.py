"""What happened at an event, in words: a sentence a fact."""

from application.event import facts, facts_log
from application.event.kinds.english import list_said
from application.event.kinds.sentences_floor import Tells


def opening(account: Tells, fact: facts.EventOpened) -> str:
    played = list_said(account.say, [f"{one.ruleset} {one.edition}" for one in fact.played])
    return account.say("fact.opened", name=fact.name, played=played)


def policy(account: Tells, fact: facts.PolicySet) -> str:
    return account.say("fact.policy_set", tables=list_said(account.say, fact.rulesets))


def appointment(account: Tells, fact: facts.JudgeAppointed) -> str:
    key = "fact.judge_appointed.head" if fact.head else "fact.judge_appointed"
    return account.say(key, judge=account.reveal(fact.judge, fact.name), id=fact.judge)


def relief(account: Tells, fact: facts.JudgeRelieved) -> str:
    return account.say("fact.judge_relieved", judge=account.name(fact.judge))


def arrival(account: Tells, fact: facts.PlayersEntered) -> str:
    return account.say("fact.players_entered", n=len(fact.players))


def pairing(account: Tells, fact: facts.TablesPaired) -> str:
    return account.say("fact.tables_paired", n=len(fact.tables), round=fact.round)


def start(account: Tells, fact: facts.RoundStarted) -> str:
    return account.say("fact.round_started", round=fact.round, minutes=fact.minutes)


def pause(account: Tells, fact: facts.RoundPaused) -> str:
    because = account.words(fact.by, fact.because)
    by = account.name(fact.by)
    return account.say("fact.round_paused", by=by, round=fact.round, because=because)


def resumption(account: Tells, fact: facts.RoundResumed) -> str:
    return account.say("fact.round_resumed", by=account.name(fact.by), round=fact.round)


def end(account: Tells, fact: facts.RoundEnded) -> str:
    return account.say("fact.round_ended", round=fact.round, n=len(fact.heads))


def result(account: Tells, fact: facts.ResultEntered) -> str:
    return account.say(
        "fact.result_entered" if fact.winner else "fact.result_entered.draw",
        table=fact.table,
        round=fact.round,
        winner=account.name(fact.winner) if fact.winner else "",
        points=" : ".join(str(one) for one in fact.points.values()),
        by=account.name(fact.by),
    )


def log_key(account: Tells, fact: facts_log.LogKeySet) -> str:
    return account.say("fact.log_key_set", key=fact.key)


def heads(account: Tells, fact: facts_log.HeadsNoted) -> str:
    return account.say("fact.heads_noted", n=len(fact.heads))


def signature(account: Tells, fact: facts_log.CheckpointSigned) -> str:
    return account.say("fact.checkpoint_signed", n=fact.size)


def cosignature(account: Tells, fact: facts_log.CheckpointCosigned) -> str:
    name = fact.key.partition("+")[0]
    return account.say("fact.checkpoint_cosigned", name=name, n=fact.size)


def phone_cosignature(account: Tells, fact: facts_log.PhoneCosigned) -> str:
    return account.say("fact.phone_cosigned", by=account.name(fact.by), n=fact.size)


def closing(account: Tells, fact: facts.EventClosed) -> str:
    return account.say("fact.closed", by=account.name(fact.by))


def forgetting(account: Tells, fact: facts.PeopleForgotten) -> str:
    return account.say("fact.people_forgotten", n=len(fact.people))
