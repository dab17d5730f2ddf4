"""A position and an entry as they are said to whoever reads: to you, to the other, to a third.

Rulings and rules stay in the language of their edition; what is said here is the page's, in the reader's.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

from markupsafe import Markup, escape

from adapters.web.pages.faces import Faces, shown_name
from adapters.web.texts.catalogue import has_text, list_in_words, text
from adapters.web.texts.said.phrases import phrase
from application.game.standing import is_call
from domain.kernel.board import Due, Stage, Words
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.step_sentences import ANY, RULEBOOK_WORD, Mention, sentences_of, step_parts
from domain.kernel.steps import JUDGE, Said
from domain.kernel.wording import plainly

LEAD, SUB, LINE = 32, 44, 90
"""Most letters of the sentence on top, of the line below it, and of a line of the log."""
LENGTHS = (24, 18, 14, 11, 9, 7, 5)
"""To which names are shortened, one after the other, until a sentence fits."""


@dataclass(frozen=True, slots=True)
class Position:
    """Whose chance it is, said to one reader."""

    lead: str
    sub: str
    piece: str
    """What the reader would most likely tap; empty unless it is up to them."""


@dataclass(frozen=True, slots=True)
class StageView:
    """What is under way, with the two it is between."""

    says: Markup
    piece: str
    target: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Voice:
    """Says things of a game to one reader."""

    game: Game
    reader: Viewer
    faces: Faces

    def position(self, picture: Any, n: int | None = None) -> Position:
        """`picture`: as the ruleset draws it for this reader; None if it draws none."""
        position = self.game.now if n is None else self.game.position(n)
        where = self._where(picture)
        request = position.request
        if request is not None:
            who = (request.by,) if self.reader == request.by else request.waiting
            key = "aside" if request.sets_aside else "correction"
            key = "request" if request.takes_back else key
            key = f"{key}.by" if self.reader == request.by else key
            return self._position(Due(who, Words(key, {"by": request.by}), Words("waits")), where)
        due = picture.due if picture is not None else self._plain_due(position.state)
        return self._position(due, where)

    def _plain_due(self, state: Any) -> Due:
        """What can be told of any ruleset."""
        ruleset = self.game.ruleset
        if ruleset.over(state):
            winner = getattr(state, "winner", None)
            known = isinstance(winner, str) and winner in self.game.players
            return Due((), Words("won", {"winner": winner}) if known else Words("over"))
        return Due(ruleset.to_act(state), Words("may"))

    def _position(self, due: Due, where: str) -> Position:
        yours = self.reader in due.who or self.reader == due.says.values.get("winner")
        others = [player for player in due.who if player != self.reader]
        values = {"who": others, **due.says.values}
        lead = self._fitting(due.says.key, "you" if yours else "other", values, LEAD)
        notes = [where]
        if due.note is not None and (yours or due.note.values):
            notes.append(self._fitting(due.note.key, "you", due.note.values, SUB))
        elif not yours and due.who and self.reader in self.game.players:
            notes.append(text("voice.wait"))
        return Position(lead, " · ".join(filter(None, notes)), due.piece if yours else "")

    def _where(self, picture: Any) -> str:
        if picture is None:
            return ""
        says = picture.says_where
        yours = says.values.get("player") == self.reader
        return self._fitting(f"where.{says.key}", "you" if yours else "other", says.values, SUB)

    def stage(self, stage: Stage) -> StageView:
        """Who does what to whom, the names in their colours."""
        yours = stage.by == self.reader
        return StageView(
            self._markup(f"stage.{stage.says.key}", "you" if yours else "other", stage.says.values),
            stage.piece,
            stage.target,
            tuple((self._plain(f"part.{word}", "other", {}), state) for word, state in stage.parts),
        )

    def entry(self, entry: Entry, verdict: str) -> Markup:
        """What somebody said, as a line of the log; refused or open, that comes first."""
        said = entry.said
        line = self._line(said)
        return (
            line
            if verdict == LEGAL
            else Markup('<b class="no">{}</b> {}').format(text(f"entry.{verdict}"), line)
        )

    def plainly(self, said: Said) -> str:
        """A step as a line without colours or its full stop, as a button has it."""
        return self._line(said).striptags().removesuffix(".")

    def _line(self, said: Said) -> Markup:
        """In few words where the page has some for it; else as its ruleset tells it, with the page's names."""
        parts = step_parts(said, partial(self._own_words, said), brief=True)
        if not parts:
            parts = [*step_parts(said, partial(self._words_of_ruleset, said)), "."]
        said_in = (escape(one) if isinstance(one, str) else self._mentioned(one) for one in parts)
        # Markup's own join would escape each part a second time, for every entry of a log.
        return Markup("".join(said_in))  # noqa: S704 - each part is escaped

    def _own_words(self, said: Said, kind: str) -> str | None:
        by = said["by"]
        person = "you" if by == self.reader else "judge" if by == JUDGE else "other"
        remark = "call" if is_call(said) else "rematch" if is_rematch(said) else ""
        key = self._key("told", f"note {remark}" if remark else kind, person)
        return text(key) if key else None

    def _words_of_ruleset(self, said: Said, kind: str) -> str | None:
        if kind == ANY:
            return text("told.any")
        sentence = sentences_of(self.game.ruleset)(kind)
        who = text("seat.the_judge") if said["by"] == JUDGE else "{by}"
        return sentence and f"{who} {phrase(sentence)}"

    def _mentioned(self, mention: Mention) -> Markup:
        value = mention.value
        if mention.how == RULEBOOK_WORD and isinstance(value, str):
            return escape(self.game.ruleset.spoken(value))
        if isinstance(value, Mapping):
            value = list(value)
        if isinstance(value, bool) or value is None or value == "":
            return escape(plainly(value) or "“”")
        return self._in_colour(value)

    def _key(self, of: str, key: str, person: str) -> str:
        return _text_key(self.game.ruleset.name, of, key, person)

    def _plain(self, key: str, person: str, values: Mapping[str, Any], most: int = 99) -> str:
        text_key = self._key("voice", key, person) or self._key("voice", key, "other")
        if not text_key:
            return shown_name(key.rpartition(".")[2])
        shortened = {name: self._words(value, most) for name, value in values.items()}
        named = f"voice.step.{str(values.get('step', '')).replace(' ', '_')}"
        return text(
            text_key, **(shortened | {"step": text(named)} if has_text(named) else shortened)
        )

    def _fitting(self, key: str, person: str, values: Mapping[str, Any], most: int) -> str:
        """The text of this key with its names shortened until it fits."""
        for length in (99, *LENGTHS):
            words = self._plain(key, person, values, length)
            if len(words) <= most:
                return words
        return f"{words[: most - 1]}…"

    def _markup(self, key: str, person: str, values: Mapping[str, Any]) -> Markup:
        text_key = self._key("voice", key, person) or self._key("voice", key, "other")
        return self._put(text_key, values) if text_key else escape(shown_name(key))

    def _put(self, key: str, values: Mapping[str, Any]) -> Markup:
        """The text of this key, with the names in it in the colours of their seats."""
        marked = {name: value if name == "n" else f"\0{name}\0" for name, value in values.items()}
        parts = text(key, **marked).split("\0")
        return Markup("").join(
            self._in_colour(values[part]) if at % 2 else escape(part)
            for at, part in enumerate(parts)
        )

    def _in_colour(self, value: Any) -> Markup:
        if not isinstance(value, str):
            return Markup("{}").format(self._words(value, 99))
        if value not in self._coloured:
            self._coloured[value] = self._name_in_colour(value)
        return self._coloured[value]

    @cached_property
    def _coloured(self) -> dict[str, Markup]:
        """Names in their colours as they were said already: a log says few names many times."""
        return {}

    def _name_in_colour(self, value: str) -> Markup:
        seat = self.faces.seat(value) or self.faces.of(value).seat
        name = Markup("<bdi>{}</bdi>").format(self._name(value))
        return Markup('<b class="who s{}">{}</b>').format(seat, name) if seat else name

    def _words(self, value: Any, most: int) -> Any:
        """A value as a sentence has it: a number as it is; of several by player, the reader's own or all."""
        if isinstance(value, Mapping):
            return value.get(self.reader, sum(value.values()))
        if isinstance(value, list | tuple):
            return list_in_words([self._name(str(item), most) for item in value]) or text(
                "voice.nobody"
            )
        return value if isinstance(value, int) else self._name(str(value), most)

    def _name(self, id: str, most: int = 99) -> str:
        name = self._whole_name(id)
        if len(name) > most and id in self.game.players:
            name = self._first_name(name)
        return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"

    def _first_name(self, name: str) -> str:
        """The first word of a player's name; the whole one where another is called so too."""
        first = [self.faces.player(player).partition(" ")[0] for player in self.game.players]
        own = name.partition(" ")[0]
        return own if first.count(own) == 1 else name

    def _whole_name(self, id: str) -> str:
        if id in self.game.players:
            return self.faces.player(id)
        if id == JUDGE:
            return text("seat.judge")
        biome, _, player = id.partition(".")
        if self.faces.owner(id) is None and biome in BIOMES and player in ("", *self.game.players):
            n = BIOMES[biome]
            return (
                text("cards.sector", n=n, player=self._name(player))
                if player
                else text("cards.biome", n=n)
            )
        queued = QUEUED.fullmatch(id)
        if queued and 0 < int(queued[1]) <= self.game.length:
            said = self.game.entry(int(queued[1])).said
            return self.faces.of(str(said.get("card") or said["do"])).name
        return self.faces.of(id).name


@lru_cache(maxsize=1024)
def _text_key(ruleset: str, of: str, key: str, person: str) -> str:
    """The key of the text for this, the ruleset's own first; empty without one."""
    if of == "told" and "." in key:  # a hostile word of a step, which would choose the person
        return ""
    own = f"{ruleset}.{key}"
    for known in (f"{own}.{person}", own, f"{key}.{person}", key):
        text_key = f"told.{known}" if of == "told" else f"voice.{known}"
        if has_text(text_key):
            return text_key
    return ""


def stage_view(picture: Any, voice: Voice) -> StageView | None:
    """The stage of a ruleset's picture, said to a reader; None where nothing is under way."""
    stage = getattr(picture, "stage", None)
    return None if stage is None else voice.stage(stage)


BIOMES = {"b1": 1, "b2": 2, "b3": 3}
QUEUED = re.compile(r"q(\d{1,6})[a-z]?")
"""An action in a queue, by the entry that put it there."""
REMATCH = "Rematch: "
"""What a player's remark begins with that names the rematch they have opened."""


def is_rematch(said: Said) -> bool:
    return said["do"] == "note" and str(said.get("text", "")).startswith(REMATCH)
