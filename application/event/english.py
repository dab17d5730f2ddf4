"""The sentences for what happens at an event, in English; other languages have texts for the same keys."""

from collections.abc import Mapping, Sequence
from typing import Protocol

ENGLISH: Mapping[str, str | Mapping[str, str]] = {
    "words.and": "{some} and {last}",
    "happened.forgotten": "(forgotten)",
    "happened.the.desk": "the desk",
    "happened.the.game": "the game",
    "happened.the.organiser": "the organiser",
    "happened.place.call": "{place} call {number}",
    "happened.place.entry": "{place} entry {number}",
    # The event
    "happened.opened": "“{name}” is opened: {played}.",
    "happened.policy_set": "Going back is weighed by a policy of the event's at tables of {tables}.",
    "happened.judge_appointed": "{judge} ({id}) is judge.",
    "happened.judge_appointed.head": "{judge} ({id}) is head judge.",
    "happened.judge_relieved": "{judge} no longer judges.",
    "happened.players_entered": {"one": "1 player has come.", "other": "{n} players have come."},
    "happened.tables_paired": {
        "one": "1 table is paired in round {round}.",
        "other": "{n} tables are paired in round {round}.",
    },
    "happened.round_started": "Round {round} begins, for {minutes} min.",
    "happened.round_paused": "{by} stops the clock of round {round}: {because}.",
    "happened.round_resumed": "{by} lets the clock of round {round} run again.",
    "happened.round_ended": {
        "one": "Round {round} is over: 1 game stands as written down.",
        "other": "Round {round} is over: {n} games stand as written down.",
    },
    "happened.result_entered": "Table {table} of round {round}: {winner} won, {points}, as {by} says.",
    "happened.result_entered.draw": "Table {table} of round {round}: nobody won, {points}, as {by} says.",
    "happened.result_agreed": (
        "Table {table} of round {round}: {winner} won, {points}, as its players say."
    ),
    "happened.result_agreed.draw": (
        "Table {table} of round {round}: nobody won, {points}, as its players say."
    ),
    "happened.result_reported": "Table {table} of round {round}, {by}: {winner} won{points}.",
    "happened.result_reported.draw": "Table {table} of round {round}, {by}: nobody won{points}.",
    "happened.result_corrected": (
        "Table {table} of round {round} is corrected: {winner} won, {points}, as {by} says: {because}."
    ),
    "happened.result_corrected.draw": (
        "Table {table} of round {round} is corrected: nobody won, {points}, as {by} says: {because}."
    ),
    "happened.table_reopened": "{by} lets table {table} of round {round} play on: {because}.",
    "happened.round_unpaired": "{by} takes the pairing of round {round} back: {because}.",
    "happened.players_exchanged": (
        "{by} lets {first} and {second} change places in round {round}: {because}."
    ),
    "happened.player_dropped": "{player} has left the event, as {by} enters: {because}.",
    "happened.player_taken_back": "{player} plays on, as {by} says: {because}.",
    "happened.name_corrected": "The name of {id} is {name}, as {by} corrects it: {because}.",
    "happened.closed": "The event is closed, by {by}.",
    "happened.people_forgotten": {
        "one": "The names and words of 1 person are forgotten.",
        "other": "The names and words of {n} people are forgotten.",
    },
    # The floor
    "happened.call_made": "Call {call}: {by} calls a judge to table {table} of round {round}{kind}.",
    "happened.call_made.about": (
        "Call {call} about entry {about}: {by} calls a judge to table {table} of round {round}{kind}."
    ),
    "happened.statement_given": "Call {call}, {by}: {words}.",
    "happened.statement_waived": "Call {call}: {player} says nothing here: {because}.",
    "happened.call_taken": "Call {call}: {by} is on the way.",
    "happened.call_withdrawn": "Call {call}: {by} takes it back.",
    "happened.of_call": "Call {call}, ",
    "happened.call_ruled": "Call {call}, {by} rules: {ruling}; {found}.",
    "happened.call_ruled.departs": (
        "Call {call}, {by} rules: {ruling}; {found}. It departs from call {calls}: {because}."
    ),
    "floor.verdict.legal": "the step was legal",
    "floor.verdict.illegal": "the step was illegal",
    "floor.verdict.neither": "no question of legality",
    "happened.departure_noted": "Call {call}: {by} has seen that the ruling departs from others.",
    "happened.precedent_departed": (
        "Call {call}, table {table} of round {round}: the ruling departs from {departs}: {because}."
    ),
    "happened.precedent_departed.entry": (
        "Entry {entry} of the game, table {table} of round {round}: "
        "the ruling departs from {departs}: {because}."
    ),
    "happened.precedent_departure_noted": (
        "{by} has seen that a ruling at table {table} of round {round} departs from one elsewhere."
    ),
    "happened.ruling_appealed.fact": "Call {call}: {by} appeals on fact{packet}: {words}.",
    "happened.ruling_appealed.law": "Call {call}: {by} appeals on law{packet}: {words}.",
    "happened.packet": " (packet {packet})",
    "happened.appeal_decided": "Call {call}, final ruling of {by}{packet}: {ruling}; {found}.",
    "happened.appeal_decided.upheld": (
        "Call {call}, final ruling of {by}{packet}: {ruling}; the ruling stands."
    ),
    "happened.offence_given": "Offence {offence}, {player}, {kind}, number {count}: {penalty}, by {by}{why}.",
    "happened.offence_given.ladder": "{penalty} (the ladder has {proposed})",
    "happened.offence_appealed": "Offence {offence}: {player} appeals: {words}.",
    "happened.offence_decided": "Offence {offence}, {by} decides: {penalty} stands: {because}.",
    "happened.offence_decided.struck": "Offence {offence}, {by} decides: it is struck out: {because}.",
    # Time
    "happened.time_given": "{by} gives {time} at table {table} of round {round}: {because}.",
    "happened.time_given.back": "{by} takes back {time} at table {table} of round {round}: {because}.",
    "happened.clocks_set": "In round {round} every player has a clock: {rules}.",
    "happened.clocks_set.increment": "{seconds} s more for each time they acted",
    "happened.clocks_set.delay": "{seconds} s of delay",
    "happened.clock_adjusted": "{by} sets the clock of {player}: {change}: {because}.",
    "happened.flag_ruled": "{by} finds that {player} ran out of time: {because}.",
    # The log
    "happened.log_key_set": "The log is signed with {key}.",
    "happened.heads_noted": {
        "one": "The head of 1 game is noted.",
        "other": "The head of {n} games is noted.",
    },
    "happened.checkpoint_signed": {
        "one": "A checkpoint of 1 leaf is signed.",
        "other": "A checkpoint of {n} leaves is signed.",
    },
    "happened.checkpoint_cosigned": {
        "one": "“{name}” cosigns the checkpoint of 1 leaf.",
        "other": "“{name}” cosigns the checkpoint of {n} leaves.",
    },
    "happened.phone_cosigned": {
        "one": "{by} cosigns the checkpoint of 1 leaf.",
        "other": "{by} cosigns the checkpoint of {n} leaves.",
    },
    # Our book of infractions, as its page has them
    "penalty.note": "a note",
    "penalty.warning": "a warning",
    "penalty.game_point": "a point to the other side",
    "penalty.game_loss": "the loss of the game",
    "penalty.disqualification": "disqualification",
    "call.rules": "A question of the rules",
    "call.dispute": "What happened is disputed",
    "call.slow_play": "Slow play",
    "call.other": "Something else",
    "offence.missed_window": "A window to react was passed over",
    "offence.illegal_action": "An illegal action was played on",
    "offence.misreport": "Something was reported that was not so",
    "offence.hidden_card": "Hidden cards were seen or shown",
    "offence.slow_play": "Slow play",
    "offence.late": "Late to the table",
    "offence.conduct": "Unsporting conduct",
    "offence.cheating": "Cheating",
}
"""Key → text with values in braces; or {one: …, other: …}, chosen by the value `n`."""


class Say(Protocol):
    """Gives the text of a key with these values, in some language."""

    def __call__(self, key: str, /, **values: object) -> str: ...


def in_english(key: str, /, **values: object) -> str:
    """The English text of this key with these values."""
    text = ENGLISH[key]
    form = text if isinstance(text, str) else text["one" if values["n"] == 1 else "other"]
    return form.format_map(values)


def list_said(say: Say, words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, end = words
    return say("words.and", some=", ".join(most), last=end) if most else end


def title_said(say: Say, key: str, title: str) -> str:
    """A title of our own book of infractions in the reader's language; an organiser's as they wrote it."""
    return say(key) if ENGLISH.get(key) == title else title
