"""Laws to compare: readings set otherwise, or another edition; and which open questions a ruling asks."""

from application.editions import BadEdition, with_edition
from application.law.edition_file import read_edition
from application.law.law_spec import LawSpec
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.lab import SmallTable
from domain.kernel.rulebook import Edition, Law, RuleId
from domain.kernel.ruleset import Ruleset, State
from domain.kernel.values import changed
from domain.kernel.wording import list_in_words


class BadLaw(Exception):
    """There is no such law; one sentence without a full stop."""


def parsed_law(words: str) -> LawSpec:
    """The law that is typed so (`LawSpec.words`). Raises BadLaw."""
    readings, edition = {}, ""
    for word in words.split(","):
        question, equals, value = word.partition("=")
        if equals and question and value:
            readings[question] = value
        elif word and not edition and not equals:
            edition = word
        else:
            raise BadLaw(f"“{words}” is no law; expected ID=VALUE, an edition or the file of one")
    return LawSpec(readings, edition)


def ruleset_under(ruleset: Ruleset, law: LawSpec) -> Ruleset:
    """The ruleset with this law's edition as its newest. Raises BadLaw."""
    if law.names_a_page:
        ruleset = with_edition(ruleset, _edition_in_file(ruleset, law.edition))
    elif law.edition:
        ruleset = with_edition(ruleset, _published_edition(ruleset, law.edition))
    _check_readings(ruleset.edition(), law)
    return ruleset


def _edition_in_file(ruleset: Ruleset, path: str) -> Edition:
    try:
        edition = read_edition(path)
    except BadEdition as why:
        raise BadLaw(str(why).rstrip(".")) from None
    if edition.ruleset != ruleset.name:
        raise BadLaw(f"{path}: an edition of {edition.ruleset}, not of {ruleset.name}")
    return edition


def _published_edition(ruleset: Ruleset, id: str) -> Edition:
    try:
        return ruleset.edition(id)
    except KeyError:
        known = list_in_words((edition.id for edition in ruleset.editions), "or")
        raise BadLaw(f"no edition “{id}”; expected {known}, or the file of one") from None


def _check_readings(edition: Edition, law: LawSpec) -> None:
    for question, value in law.readings.items():
        asked = edition.questions.get(question)
        if asked is None or not asked.readings:
            raise BadLaw(f"{edition.ruleset} has no open question “{question}” with readings")
        if value not in asked.readings:
            known = list_in_words(asked.readings, "or")
            raise BadLaw(f"{question}: no reading “{value}”; expected {known}")


ASKED_QUESTIONS: set[RuleId] = set()
"""The open questions that any recording law was asked since this set was last cleared."""
# It cannot stand in the law: that is a frozen part of every state, and states are compared.


class RecordingLaw(Law):
    """A law that adds each question it is asked to ASKED_QUESTIONS."""

    def __getitem__(self, question: RuleId) -> str:
        ASKED_QUESTIONS.add(question)
        return super().__getitem__(question)


def game_at_start(ruleset: Ruleset, opening: Opening, *, recording: bool = False) -> Game:
    """The game at entry 0, under a RecordingLaw if `recording`. Raises SetupError."""
    game = open_game(ruleset, opening)
    if not recording:
        return game
    return Game(ruleset, RecordingLaw(game.law.edition, game.law.chosen), opening)


def state_under(law: Law, state: State) -> State:
    """The same state with this law in force."""
    return changed(state, law=law)


def opening_under(ruleset: Ruleset, table: SmallTable, law: LawSpec) -> Opening:
    """The opening of the small table with this law's readings, in the ruleset's newest edition."""
    id = ruleset.edition().id
    return Opening(ruleset.name, id, dict(law.readings), "casual", table.players, table.setup)
