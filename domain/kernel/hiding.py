"""What is hidden from whom: a ruleset declares it as a `Hiding`, by which every entry is redacted.

It says which names may be hidden and who sees them, and which fields only their player sees.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from domain.kernel.rulebook import RULE, RuleId
from domain.kernel.ruling import LEGAL, NO_FACTS, Refusal, Ruling, illegal, sentence
from domain.kernel.steps import JUDGE, Said, Step
from domain.kernel.values import Event, Value, changed
from domain.kernel.values import fields as fields_of_kind

State = Any
Viewer = str

HIDDEN = "hidden"
"""Takes the place of a hidden name, or of what was chosen in secret."""
PUBLIC_RULING = "told"
"""The key in a refusal's facts under which everybody but a judge finds its rules and reason."""

PLAIN_FIELDS = frozenset({"by", "do", "text", "because", "entry", "verdict", "to", "played", "at"})
"""The fields, common to all games, in which no hidden name can be."""
JUDGES_RULINGS = frozenset({"overrule", "played"})
CORRECT = "correct"
"""The step that lays parts of the table out anew; they stand in `parts`, with the names of pieces as keys."""
NOT_SHOWN = "A step was refused that names something not shown here."
PLAYED = "A step with a card that is not shown was refused, and played all the same."
SECRETLY = "Something was chosen in secret."
NEVER_SECRET = frozenset({"by", "rules", *(field.encode_name for field in fields_of_kind(Step))})
"""The fields of a secret choice's step and event that everybody is told."""


def no_names(_state: State) -> Iterable[str]:
    """Of a ruleset in which nothing is named that could be hidden."""
    return ()


def all_see(_state: State, _viewer: Viewer, _name: str) -> bool:
    """Of a ruleset in which everybody sees everything."""
    return True


def none_named(_state: State, _viewer: Viewer) -> Iterable[str]:
    """Of a ruleset in which nobody may name what they do not see."""
    return ()


EventRedactor = Callable[[Any, State, Viewer, frozenset[str]], Any]
"""(event, state before, viewer, names hidden from them) → the event as they may see it."""


class InSecret(Value):
    """What a choice is made with that all make in secret."""

    do: str
    """The word of its step; the whole step is its player's own."""
    made: type[Event]
    """The event that its player, in `by`, has chosen; the whole event is theirs too."""
    kept: str
    """The field of the table that keeps what was chosen."""


class Hiding(Value, dict=True, gc=True):
    """What is hidden from whom. A judge sees everything, and `sees` is never asked about one."""

    names: Callable[[State], Iterable[str]] = no_names
    """Every name that may be hidden now or later, such as all cards, wherever they are."""
    sees: Callable[[State, Viewer, str], bool] = all_see
    """Whether this viewer may know the card of this name where it is now."""
    exists: Callable[[State, Viewer, str], bool] | None = None
    """Whether a word names anything for this viewer; if None, whether it is a name that they see."""
    step_name_fields: tuple[str, ...] = ()
    """The fields of steps that may hold a hidden name."""
    guarded_fields: tuple[str, ...] = ()
    """Those of `step_name_fields` that hold nothing but names: a word that names nothing for its player
    is refused by G1 before any check, and a hidden name in the same words as one that does not exist.
    A ruleset that lists none has to do so itself."""
    plain_fields: frozenset[str] = frozenset()
    """The fields of steps that never hold a hidden name, besides PLAIN_FIELDS; any other one may."""
    event_name_fields: tuple[str, ...] = ()
    """The fields of events that may hold a hidden name."""
    event_keyed_fields: tuple[str, ...] = ()
    """The fields of events that are mappings by such names."""
    names_in_step: Callable[[Said], Iterable[str]] | None = None
    """Every word of a step that may be a hidden name; if None, all words outside the plain fields."""
    event_redactors: Mapping[type, EventRedactor] = {}
    """Type of event → the function that redacts it, where the fields named here do not suffice."""
    remembered_names: Callable[[State, Viewer], Iterable[str]] = none_named
    """Names that are hidden by now, but may stay in reasons: the viewer saw them when they were said."""
    secret_step_fields: Mapping[str, tuple[str, ...]] = {}
    """`do` → the fields of the step that only its player sees."""
    secret_event_fields: Mapping[type, tuple[str, ...]] = {}
    """Type of event → the fields that only the player in its `by` sees."""
    setup_place: frozenset[str] = frozenset()
    """What a set-up says under a hidden name and everybody knows all the same: `owner`, `zone`."""
    setup_lying: frozenset[str] = frozenset()
    """What else it says there of how the thing lies, and not of what it is: `locked`, `damage`."""
    secrets: Mapping[type, InSecret] = {}
    """Type of event that shows everybody what was chosen in secret → what it was chosen with."""

    def is_there(self, state: State, viewer: Viewer, name: str) -> bool:
        """Whether this word names anything for this viewer."""
        if self.exists is not None:
            return self.exists(state, viewer, name)
        return name in self.names(state) and (viewer == JUDGE or self.sees(state, viewer, name))

    def hidden_names(self, viewer: Viewer, before: State, after: State) -> frozenset[str]:
        """The names that this viewer sees in neither of these states.

        The last answer is kept: all that may be done at a table is tried on the same one.
        """
        asked, names = self._last_hidden[0]
        if asked[0] == viewer and asked[1] is before and asked[2] is after:
            return names
        hidden = frozenset(
            name
            for name in self.names(before)
            if not self.sees(before, viewer, name)
            and (after is before or not self.sees(after, viewer, name))
        )
        self._last_hidden[0] = (viewer, before, after), hidden
        return hidden

    @cached_property
    def _last_hidden(self) -> list[tuple[tuple[Viewer, State, State], frozenset[str]]]:
        return [(("", None, None), frozenset())]

    @cached_property
    def _fields_with_names(self) -> dict[type, tuple[tuple[str, Any], ...]]:
        return {}

    def fields_with_names(self, kind: type[Event]) -> tuple[tuple[str, Any], ...]:
        """The fields of a kind of event that may hold a hidden name, and what they are where they do."""
        known = self._fields_with_names.get(kind)
        if known is None:
            own = {field.name for field in fields_of_kind(kind)}
            names = [(field, str | tuple) for field in self.event_name_fields if field in own]
            keyed = [(field, Mapping) for field in self.event_keyed_fields if field in own]
            known = self._fields_with_names[kind] = (*names, *keyed)
        return known


def entry_seen(hiding: Hiding, entry: Any, viewer: Viewer, before: State, after: State) -> Any:
    """The entry without what this viewer may not know, before it or after it.

    For a step that is only tried, `after` is the state before it, so that trying reveals nothing.
    """
    if viewer == JUDGE:
        return entry
    if entry.ruling.verdict != LEGAL and not entry.events:
        return _refused_seen(hiding, _with_public_ruling(entry), viewer, before)
    entry = _without_secrets(hiding, entry, viewer)
    hidden = hiding.hidden_names(viewer, before, after)
    if not hidden:
        return entry
    events = tuple(_event_seen(hiding, event, before, viewer, hidden) for event in entry.events)
    said = {
        field: without(value, hidden) if field in hiding.step_name_fields else value
        for field, value in entry.said.items()
    }
    if said["do"] == CORRECT:
        said["parts"] = parts_seen(said["parts"], hidden)
    ruling = entry.ruling
    if ruling.verdict != LEGAL and said != entry.said:
        ruling = changed(ruling, reason=PLAYED, facts=NO_FACTS)
    elif "text" not in entry.said:
        unsaid = hidden.difference(hiding.remembered_names(before, viewer))
        ruling = changed(ruling, reason=_without_names(ruling.reason, unsaid))
    return changed(entry, said=said, ruling=ruling, events=events)


def _without_names(reason: str, hidden: Iterable[str]) -> str:
    for name in hidden:
        reason = reason.replace(f"“{name}”", "a card")
    return reason


def with_secrets(
    hiding: Hiding, procedures: Mapping[str, Any], secrets: Mapping[type, InSecret]
) -> Hiding:
    """The hiding that keeps these choices too, their whole steps and events, until they are shown."""
    steps = {
        in_secret.do: tuple(
            field.encode_name for field in fields_of_kind(procedures[in_secret.do].step)
        )
        for in_secret in secrets.values()
    }
    events = {
        in_secret.made: tuple(field.name for field in fields_of_kind(in_secret.made))
        for in_secret in secrets.values()
    }
    return changed(
        hiding,
        secret_step_fields={**hiding.secret_step_fields, **_without_what_all_know(steps)},
        secret_event_fields={**hiding.secret_event_fields, **_without_what_all_know(events)},
        secrets=secrets,
    )


def _without_what_all_know(kinds: Mapping[Any, tuple[str, ...]]) -> dict[Any, tuple[str, ...]]:
    """Without the fields that everybody is told of every step and event."""
    return {
        kind: tuple(name for name in names if name not in NEVER_SECRET)
        for kind, names in kinds.items()
    }


def without(value: Any, hidden: frozenset[str]) -> Any:
    """A value of a step or an event, with HIDDEN where it holds one of these names."""
    if isinstance(value, str):
        return HIDDEN if value in hidden else value
    if isinstance(value, Mapping):
        return {without(key, hidden): without(part, hidden) for key, part in value.items()}
    if isinstance(value, list):
        return [without(part, hidden) for part in value]
    return tuple(without(part, hidden) for part in value) if isinstance(value, tuple) else value


def parts_seen(parts: Any, hidden: frozenset[str]) -> Any:
    """Parts of the table as they are laid out anew; of a hidden name not even what is said of it."""
    if isinstance(parts, Mapping):
        of_each = ((without(name, hidden), name, of) for name, of in parts.items())
        return {
            seen: parts_seen(of, hidden) if seen == name else HIDDEN for seen, name, of in of_each
        }
    return without(parts, hidden)


def _event_seen(
    hiding: Hiding, event: Any, before: State, viewer: Viewer, hidden: frozenset[str]
) -> Any:
    if hasattr(event, "parts") and hasattr(event, "before"):
        parts, lay = parts_seen(event.parts, hidden), parts_seen(event.before, hidden)
        return changed(event, parts=parts, before=lay)
    own = hiding.event_redactors.get(type(event))
    if own is not None:
        return own(event, before, viewer, hidden)
    hides = fields_without(hiding, event, hidden)
    return changed(event, **hides) if hides else event


def fields_without(hiding: Hiding, event: Any, hidden: frozenset[str]) -> dict[str, Any]:
    """Field → its value without hidden names, for the fields of the event that hold any."""
    fields = {}
    for field, kinds in hiding.fields_with_names(type(event)):
        value = getattr(event, field)
        if isinstance(value, kinds) and (seen := without(value, hidden)) != value:
            fields[field] = seen
    return fields


def _without_secrets(hiding: Hiding, entry: Any, viewer: Viewer) -> Any:
    """The entry without the secret fields of its step and events, unless its player is the viewer.

    What the entry itself shows to all is told to all.
    """
    if not hiding.secret_step_fields and not hiding.secret_event_fields:
        return entry
    shown = [hiding.secrets[kind] for kind in map(type, entry.events) if kind in hiding.secrets]
    made = {in_secret.made for in_secret in shown}
    events = tuple(
        event if type(event) in made else _secret_event_seen(hiding, event, viewer)
        for event in entry.events
    )
    said = entry.said
    if str(said["do"]) not in {in_secret.do for in_secret in shown}:
        said = _secret_said_seen(hiding, said, viewer)
    if said is entry.said:
        return changed(entry, events=events) if events != entry.events else entry
    ruling = changed(entry.ruling, reason=SECRETLY, facts=NO_FACTS)
    return changed(entry, said=said, ruling=ruling, events=events)


def _secret_said_seen(hiding: Hiding, said: Said, viewer: Viewer) -> Said:
    fields = hiding.secret_step_fields.get(str(said["do"]), ())
    if not fields or viewer == said["by"]:
        return said
    known = (PLAIN_FIELDS | hiding.plain_fields) - {*fields}
    return {field: value if field in known else HIDDEN for field, value in said.items()}


def _secret_event_seen(hiding: Hiding, event: Any, viewer: Viewer) -> Any:
    fields = hiding.secret_event_fields.get(type(event), ())
    if not fields or event.by == viewer:
        return event
    return changed(event, **dict.fromkeys(fields))


def _with_public_ruling(entry: Any) -> Any:
    """The refused entry with the ruling for everybody but a judge, as if what is hidden did not exist."""
    ruling = entry.ruling
    public = ruling.facts.get(PUBLIC_RULING)
    if public is None:
        return entry
    cites, reason = tuple(public["cites"]), public["reason"]
    return changed(
        entry, ruling=Ruling(ruling.verdict, RULE, cites, reason, ruling.because, NO_FACTS)
    )


def _refused_seen(hiding: Hiding, entry: Any, viewer: Viewer, before: State) -> Any:
    """A refused entry. Others than its player see only its verdict where it names anything they do not see.

    A name that does not exist counts as well, so that nobody can tell the two apart.
    """
    by = entry.said["by"]
    if by == JUDGE and entry.said["do"] in JUDGES_RULINGS:
        return _without_the_entrys_reason(entry)
    if by == viewer or not _says_what_is_not_shown(hiding, entry.said, viewer, before):
        return entry
    said = {"by": by, "do": entry.said["do"]}
    return changed(entry, said=said, ruling=Ruling(entry.ruling.verdict, RULE, (), NOT_SHOWN))


def _says_what_is_not_shown(hiding: Hiding, said: Said, viewer: Viewer, before: State) -> bool:
    if str(said["do"]) in hiding.secret_step_fields:
        return True
    if not hiding.step_name_fields:
        return False
    own = hiding.names_in_step
    names = names_in_step(hiding, said) if own is None else own(said)
    return not all(hiding.is_there(before, viewer, name) for name in names)


def _without_the_entrys_reason(entry: Any) -> Any:
    """Without the second half of the reason, which repeats the reason that only a judge may read."""
    reason = entry.ruling.reason.partition(": ")[0].removesuffix(".") + "."
    return changed(entry, ruling=changed(entry.ruling, reason=reason, facts=NO_FACTS))


def names_in_step(hiding: Hiding, said: Said) -> Iterator[str]:
    """Every word of the step that may be a hidden name, the names of unknown fields included."""
    for field, value in said.items():
        named = field in hiding.step_name_fields
        if not named and (field in hiding.plain_fields or field in PLAIN_FIELDS):
            continue
        if not named:
            yield field
        yield from words_in(value)


def words_in(value: Any) -> Iterator[str]:
    """Every text in this value, at any depth, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from words_in(key)
            yield from words_in(inner)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from words_in(item)


def kept_from_players(refusal: Refusal, reason: str, cites: tuple[RuleId, ...]) -> Refusal:
    """The refusal, whose reason only a judge reads; all others are told this reason and these rules."""
    return Refusal(
        refusal.cites,
        refusal.reason,
        facts={PUBLIC_RULING: {"cites": list(cites), "reason": sentence(reason)}},
    )


def refusal_of_unknown_names(hiding: Hiding, state: State, said: Said) -> Refusal | None:
    """The refusal by G1 of a word in a guarded field that names nothing for its player; None without one."""
    for field in hiding.guarded_fields:
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
