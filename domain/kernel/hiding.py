"""What is hidden from whom. What is told of an entry, tried or taken, is redacted from this alone.

A ruleset says which names may be hidden and who sees them, which fields only their player sees, and
(`reveals`) which events tell something that taking back does not make unknown.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.rulebook import RULE, RuleId
from domain.kernel.ruling import LEGAL, NO_FACTS, Refusal, Ruling, illegal, sentence
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import Value, changed

State = Any
Viewer = str

HIDDEN = "hidden"
"""Stands where a name, or what was chosen in secret, would tell what is hidden."""
TOLD = "told"
"""The fact of a refusal that holds what all but a judge are told of it."""

PLAIN = frozenset({"by", "do", "text", "because", "entry", "verdict", "to", "played", "at"})
"""The fields that every game's steps have; a ruleset may name hidden things in one of its own."""
JUDGES_RULINGS = frozenset({"overrule", "played"})
NOT_SHOWN = "A step was refused that names something not shown here."
PLAYED = "A step with a card that is not shown was refused, and played all the same."
SECRETLY = "Something was chosen that is not shown yet."


def no_names(_state: State) -> Iterable[str]:
    return ()


def all_see(_state: State, _viewer: Viewer, _name: str) -> bool:
    return True


def none_named(_state: State, _viewer: Viewer) -> Iterable[str]:
    return ()


EventSeen = Callable[[Any, State, Viewer, frozenset[str]], Any]
"""(event, state before, viewer, names hidden from them) → the event as they may see it."""


class Hiding(Value):
    """What is hidden from whom; a judge is never asked about and sees everything."""

    names: Callable[[State], Iterable[str]] = no_names
    """Every name that may be hidden now or later: the cards, wherever they are."""
    sees: Callable[[State, Viewer, str], bool] = all_see
    """Whether this viewer may know what has this name, where it is now."""
    exists: Callable[[State, Viewer, str], bool] | None = None
    """Whether a word is something for who says or reads it; without it the names that they see."""
    named_in: tuple[str, ...] = ()
    """The fields of steps in which such a name may stand."""
    guarded: tuple[str, ...] = ()
    """Those of them in which nothing else may stand: what is no name to its player is refused here, by G1,
    before any check, a hidden name in the same words as one that is nothing. A ruleset that names
    none answers so itself."""
    plain: frozenset[str] = frozenset()
    """The fields of steps in which no such name stands, besides those that every game has; in a field that
    nobody knows one may."""
    told_in: tuple[str, ...] = ()
    """The fields of events in which such a name may stand."""
    keyed_in: tuple[str, ...] = ()
    """The fields of events that hold something by such names."""
    said_names: Callable[[Said], Iterable[str]] | None = None
    """Every word of a step that may be such a name; without it all in fields that are not `plain`."""
    events: Mapping[type, EventSeen] = {}
    """Events that are redacted in a way of their own."""
    still_named: Callable[[State, Viewer], Iterable[str]] = none_named
    """Hidden names that this viewer may read: they lay open when they were said."""
    secret: Mapping[str, tuple[str, ...]] = {}
    """`do` → the fields of the step that only its player sees."""
    secret_in: Mapping[type, tuple[str, ...]] = {}
    """Event → the fields that only the player in its `by` sees."""

    def is_there(self, state: State, viewer: Viewer, name: str) -> bool:
        """Whether a word is something for this viewer."""
        if self.exists is not None:
            return self.exists(state, viewer, name)
        return name in self.names(state) and (viewer == JUDGE or self.sees(state, viewer, name))

    def hidden_names(self, viewer: Viewer, before: State, after: State) -> frozenset[str]:
        """The names that this viewer sees neither before nor after."""
        return frozenset(
            name
            for name in self.names(before)
            if not self.sees(before, viewer, name) and not self.sees(after, viewer, name)
        )


def entry_seen(hiding: Hiding, entry: Any, viewer: Viewer, before: State, after: State) -> Any:
    """The entry without what this viewer may know neither before nor after it.

    Of a step that is only tried `after` is the table before it: so it shows nothing that it uncovers.
    """
    if viewer == JUDGE:
        return entry
    if entry.ruling.verdict != LEGAL and not entry.events:
        return _refused_seen(hiding, _as_told(entry), viewer, before)
    entry = _without_secrets(hiding, entry, viewer)
    hidden = hiding.hidden_names(viewer, before, after)
    if not hidden:
        return entry
    events = tuple(_event_seen(hiding, one, before, viewer, hidden) for one in entry.events)
    said = {
        field: without(value, hidden) if field in hiding.named_in else value
        for field, value in entry.said.items()
    }
    ruling = entry.ruling
    if ruling.verdict != LEGAL and said != entry.said:
        ruling = changed(ruling, reason=PLAYED, facts=NO_FACTS)
    elif "text" not in entry.said:
        unsaid = hidden.difference(hiding.still_named(before, viewer))
        ruling = changed(ruling, reason=_without_names(ruling.reason, unsaid))
    return changed(entry, said=said, ruling=ruling, events=events)


def _without_names(reason: str, hidden: Iterable[str]) -> str:
    for name in hidden:
        reason = reason.replace(f"“{name}”", "a card")
    return reason


def without(value: Any, hidden: frozenset[str]) -> Any:
    """A value of a step or an event, with HIDDEN where it holds one of these names."""
    if isinstance(value, str):
        return HIDDEN if value in hidden else value
    if isinstance(value, Mapping):
        return {without(key, hidden): one for key, one in value.items()}
    if isinstance(value, list):
        return [without(one, hidden) for one in value]
    return tuple(without(one, hidden) for one in value) if isinstance(value, tuple) else value


def _event_seen(
    hiding: Hiding, event: Any, before: State, viewer: Viewer, hidden: frozenset[str]
) -> Any:
    own = hiding.events.get(type(event))
    if own is not None:
        return own(event, before, viewer, hidden)
    hides = fields_without(hiding, event, hidden)
    return changed(event, **hides) if hides else event


def fields_without(hiding: Hiding, event: Any, hidden: frozenset[str]) -> dict[str, Any]:
    """The fields of an event in which a hidden name stands, without it."""
    found = {}
    for fields, kinds in ((hiding.told_in, str | tuple), (hiding.keyed_in, Mapping)):
        for field in fields:
            value = getattr(event, field, None)
            if isinstance(value, kinds) and (seen := without(value, hidden)) != value:
                found[field] = seen
    return found


def _without_secrets(hiding: Hiding, entry: Any, viewer: Viewer) -> Any:
    """Without what its player chose and only they see; what is shown to all has an event of its own."""
    events = tuple(_secret_event_seen(hiding, one, viewer) for one in entry.events)
    said = _secret_said_seen(hiding, entry.said, viewer)
    if said is entry.said:
        return changed(entry, events=events) if events != entry.events else entry
    ruling = changed(entry.ruling, reason=SECRETLY, facts=NO_FACTS)
    return changed(entry, said=said, ruling=ruling, events=events)


def _secret_said_seen(hiding: Hiding, said: Said, viewer: Viewer) -> Said:
    fields = hiding.secret.get(str(said["do"]), ())
    if not fields or viewer == said["by"]:
        return said
    known = (PLAIN | hiding.plain) - {*fields}
    return {field: value if field in known else HIDDEN for field, value in said.items()}


def _secret_event_seen(hiding: Hiding, event: Any, viewer: Viewer) -> Any:
    fields = hiding.secret_in.get(type(event), ())
    if not fields or event.by == viewer:
        return event
    return changed(event, **dict.fromkeys(fields))


def _as_told(entry: Any) -> Any:
    """With the ruling that all but a judge are given: as if what is hidden did not exist."""
    ruling = entry.ruling
    told = ruling.facts.get(TOLD)
    if told is None:
        return entry
    cites, reason = tuple(told["cites"]), told["reason"]
    return changed(
        entry, ruling=Ruling(ruling.verdict, RULE, cites, reason, ruling.because, NO_FACTS)
    )


def _refused_seen(hiding: Hiding, entry: Any, viewer: Viewer, before: State) -> Any:
    """A refused step: its player sees it as said; others not where it names what is nothing for them.

    That is a name they may not see, or none at all: neither tells itself from the other.
    """
    by = entry.said["by"]
    if by == JUDGE and entry.said["do"] in JUDGES_RULINGS:
        return _without_the_entrys_reason(entry)
    if by == viewer or not _says_what_is_not_shown(hiding, entry.said, viewer, before):
        return entry
    said = {"by": by, "do": entry.said["do"]}
    return changed(entry, said=said, ruling=Ruling(entry.ruling.verdict, RULE, (), NOT_SHOWN))


def _says_what_is_not_shown(hiding: Hiding, said: Said, viewer: Viewer, before: State) -> bool:
    if str(said["do"]) in hiding.secret:
        return True
    if not hiding.named_in:
        return False
    names = names_said(hiding, said) if hiding.said_names is None else hiding.said_names(said)
    return not all(hiding.is_there(before, viewer, name) for name in names)


def _without_the_entrys_reason(entry: Any) -> Any:
    """Why a step cannot be made legal repeats what only a judge is told of it."""
    reason = entry.ruling.reason.partition(": ")[0].removesuffix(".") + "."
    return changed(entry, ruling=changed(entry.ruling, reason=reason, facts=NO_FACTS))


def names_said(hiding: Hiding, said: Said) -> Iterator[str]:
    """Every word that may be a hidden name, also the names of fields that nobody knows."""
    for field, value in said.items():
        named = field in hiding.named_in
        if not named and (field in hiding.plain or field in PLAIN):
            continue
        if not named:
            yield field
        yield from words_in(value)


def words_in(value: Any) -> Iterator[str]:
    """Every word that stands anywhere in this."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from words_in(key)
            yield from words_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words_in(one)


def kept_from_players(refusal: Refusal, reason: str, cites: tuple[RuleId, ...]) -> Refusal:
    """A refusal that says to a judge what is hidden, and to all others only this."""
    return Refusal(
        refusal.cites,
        refusal.reason,
        facts={TOLD: {"cites": list(cites), "reason": sentence(reason)}},
    )


def names_nothing(hiding: Hiding, state: State, said: Said) -> Refusal | None:
    """G1 for a word in a guarded field that is nothing for who says it."""
    for field in hiding.guarded:
        for name in words_in(said.get(field)):
            if not hiding.is_there(state, said["by"], name):
                refusal = illegal(f"there is nothing named “{name}” in this game", "G1")
                if name not in hiding.names(state):
                    return refusal
                kept = illegal(f"“{name}” is there, but {said['by']} does not see it", "G1")
                return kept_from_players(kept, refusal.reason, refusal.cites)
    return None


def sees_more(hiding: Hiding, player: str, before: State, after: State) -> bool:
    """Whether this player may know something now that they could not know before."""
    return any(
        hiding.sees(after, player, name) and not hiding.sees(before, player, name)
        for name in hiding.names(after)
    )
