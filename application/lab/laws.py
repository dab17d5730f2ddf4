"""Laws laid beside each other: readings set otherwise, or another edition; and which question was asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from application.editions import BadEdition, with_edition
from application.law.editions import read_edition
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.lab import SmallTable
from domain.kernel.rulebook import Edition, Law, RuleId
from domain.kernel.ruleset import Ruleset, State
from domain.kernel.values import changed
from domain.kernel.wording import list_in_words


class BadLaw(Exception):
    """Nothing is known of such a law; one sentence."""


@dataclass(frozen=True)
class Side:
    """A law as it is asked for: some readings, and an edition where it is not the newest."""

    readings: Mapping[RuleId, str] = field(default_factory=dict)
    edition: str = ""
    """The id of a published one, or the file of an organiser's."""

    @property
    def words(self) -> str:
        """As it is typed: `C1=snap_fire`, `2025.1`, `club.yaml,C8=free`."""
        flipped = [f"{question}={value}" for question, value in self.readings.items()]
        return ",".join([self.edition, *flipped] if self.edition else flipped) or "as published"

    def __hash__(self) -> int:
        return hash(self.words)


def side_of(words: str) -> Side:
    """A law as it is typed. Raises BadLaw."""
    readings, edition = {}, ""
    for word in words.split(","):
        question, equals, value = word.partition("=")
        if equals and question and value:
            readings[question] = value
        elif word and not edition and not equals:
            edition = word
        else:
            raise BadLaw(f"“{words}” is no law; expected ID=VALUE, an edition or the file of one")
    return Side(readings, edition)


def known_side(ruleset: Ruleset, side: Side) -> Ruleset:
    """The ruleset that has this law's edition as its newest. Raises BadLaw."""
    if side.edition.endswith((".yaml", ".yml", ".json")) or "/" in side.edition:
        page = _page(ruleset, side.edition)
        ruleset = with_edition(ruleset, page)
    elif side.edition:
        ruleset = with_edition(ruleset, _edition(ruleset, side.edition))
    _check_readings(ruleset.edition(), side)
    return ruleset


def _page(ruleset: Ruleset, path: str) -> Edition:
    try:
        page = read_edition(path)
    except BadEdition as why:
        raise BadLaw(str(why).rstrip(".")) from None
    if page.ruleset != ruleset.name:
        raise BadLaw(f"{path}: an edition of {page.ruleset}, not of {ruleset.name}")
    return page


def _edition(ruleset: Ruleset, id: str) -> Edition:
    try:
        return ruleset.edition(id)
    except KeyError:
        known = list_in_words((one.id for one in ruleset.editions), "or")
        raise BadLaw(f"no edition “{id}”; expected {known}, or the file of one") from None


def _check_readings(edition: Edition, side: Side) -> None:
    for question, value in side.readings.items():
        found = edition.questions.get(question)
        if found is None or not found.readings:
            raise BadLaw(f"{edition.ruleset} has no open question “{question}” with readings")
        if value not in found.readings:
            known = list_in_words(found.readings, "or")
            raise BadLaw(f"{question}: no reading “{value}”; expected {known}")


ASKED: set[RuleId] = set()
"""The questions that were put to a listening law since this was last emptied."""


class Listening(Law):
    """A law that remembers what it was asked."""

    def __getitem__(self, question: RuleId) -> str:
        ASKED.add(question)
        return super().__getitem__(question)


def game_at_start(ruleset: Ruleset, opening: Opening, *, listening: bool = False) -> Game:
    """The game at entry 0, under a law that listens if that is asked for. Raises SetupError."""
    game = open_game(ruleset, opening)
    if not listening:
        return game
    return Game(ruleset, Listening(game.law.edition, game.law.chosen), opening)


def under(law: Law, state: State) -> State:
    """The same table under another law."""
    return changed(state, law=law)


def opening_of(ruleset: Ruleset, table: SmallTable, side: Side) -> Opening:
    """A small table under this law."""
    law = ruleset.edition().id
    return Opening(ruleset.name, law, dict(side.readings), "casual", table.players, table.setup)
