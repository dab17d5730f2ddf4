"""What an assistant may ask. Every sentence it gets carries the rules it rests on; nothing is written."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

if TYPE_CHECKING:
    from application.desk.explain import Explanation
    from application.game.live_game import LiveGame
    from application.game.umpire import Umpire
    from domain.kernel.history import Entry, Game
    from domain.kernel.rulebook import Edition
    from domain.kernel.steps import Said

MOST_FOUND = 40
"""Most rules found by words, legal options or precedents in one answer."""
MOST_GAMES = 500
"""Most games searched for precedents, the newest first."""


class CannotAnswer(Exception):
    """There is nothing to say; the message is a sentence about the question, not about the rules."""


class Sentence(BaseModel):
    """A sentence that may be said of the rules, and what it rests on."""

    text: str
    rules: list[str] = Field(
        min_length=1, description="Rules and open questions, by id. Cite them."
    )
    source: str = Field(default="", description="Where the rule itself is printed.")


class Ruled(BaseModel):
    """A step with the ruling it got, or would get."""

    game: str = ""
    entry: int | None = None
    step: dict[str, Any]
    verdict: str
    sentences: list[Sentence]


class Answer(BaseModel):
    """What the rules say. Say nothing about them that is not among the sentences."""

    ruleset: str
    edition: str
    sentences: list[Sentence] = []
    rulings: list[Ruled] = []
    to_act: list[str] = Field(default=[], description="Whose chance it is, by seat.")


class Shelf(BaseModel):
    """The rulesets that are ruled here, each with its editions, oldest first."""

    rulesets: dict[str, list[str]]


@dataclass
class Answers:
    """The questions, to a store as this viewer may know it."""

    opens: "Callable[[], Umpire]"
    viewer: str
    """A judge, a spectator, or a seat of the games in `seated`: elsewhere they are a spectator."""
    seated: frozenset[str] = frozenset()

    def rulesets(self) -> Shelf:
        """List the rulesets and their editions."""
        from application.rulesets import rulesets

        return Shelf(
            rulesets={ruleset.name: [ed.id for ed in ruleset.editions] for ruleset in rulesets()}
        )

    def rules(
        self, ruleset: str, id: str = "", words: str = "", edition: str | None = None
    ) -> Answer:
        """Read one rule or open question by its id, or all that hold these words."""
        law = _edition(ruleset, edition)
        if bool(id) == bool(words.strip()):
            raise CannotAnswer("give either the id of a rule, such as T4, or words to look for")
        known = {id.upper(): id for id in (*law.rules, *law.questions)}
        if id and id.upper() not in known:
            raise CannotAnswer(f"{ruleset} {law.id} has no rule “{id}”")
        ids = [known[id.upper()]] if id else list(_holding(law, words.lower().split()))
        sentences = [sentence for id in ids[:MOST_FOUND] for sentence in _of_rule(law, id)]
        return Answer(ruleset=ruleset, edition=law.id, sentences=sentences)

    def options(self, game: str, player: str = "") -> Answer:
        """List what may be done now in a game: what is legal, and why the rest is not."""
        from application.game.options import options_filled_in
        from domain.kernel.ruling import LEGAL

        stored = self._game(game)
        rulings, refused = [], set()
        for seat in self._whose_options(stored, self._viewer(game), player):
            for option in options_filled_in(stored, seat):
                ruling = option.ruling
                why = (seat, ruling.reason, ruling.cites)
                if ruling.verdict != LEGAL and why in refused:
                    continue
                refused.add(why)
                rulings.append(_ruling_told(option.candidate.said, ruling))
        rulings.sort(key=lambda ruled: ruled.verdict != LEGAL)
        return self._answer(stored, rulings=rulings[:MOST_FOUND])

    def why(self, game: str, entry: int) -> Answer:
        """Say why an entry of a game was ruled as it was."""
        from application.desk.explain import CannotExplain, why

        stored = self._game(game)
        try:
            return self._explanation(stored, game, why(stored, entry, self._viewer(game)))
        except CannotExplain as problem:
            raise CannotAnswer(str(problem)) from None

    def when(self, game: str, step: dict[str, Any] | str, at: int | None = None) -> Answer:
        """Say what a step would get in a game, why, and when it becomes legal. Nothing is taken.

        The step by its fields, or in words as in “ana a1 run”.
        """
        from application.desk.explain import CannotExplain, why_not
        from application.game.checked_step import NotAStep, checked_step
        from application.game.redaction import effective_viewer
        from application.records.numbered import check_letters
        from application.records.records import BadRecord
        from application.records.short_steps import step_on_line
        from application.records.typed import is_written_out

        stored, viewer = self._game(game), self._viewer(game)
        try:
            if isinstance(step, str):
                then = stored if at is None or not 0 <= at < stored.length else stored.at(at)
                if not is_written_out(step):
                    check_letters(step)
                step = dict(step_on_line(then, step, effective_viewer(stored, viewer)))
            said = checked_step(step, stored.players)
            return self._explanation(stored, game, why_not(stored, said, at, viewer))
        except (BadRecord, CannotExplain, NotAStep) as problem:
            raise CannotAnswer(str(problem)) from None

    def precedents(self, rule: str, ruleset: str = "", verdict: str = "") -> Answer:
        """Find earlier rulings of the store that cite a rule, the newest first."""
        from application.desk.precedents import rules_by_plain_id
        from application.game.words.near_words import plain_word
        from domain.kernel.ruling import VERDICTS

        if ruleset:
            _edition(ruleset, None)
        if verdict not in ("", *VERDICTS):
            raise CannotAnswer(f"no verdict “{verdict}”; expected one of {', '.join(VERDICTS)}")
        known = rules_by_plain_id(ruleset)
        rule = known.get(plain_word(rule), rule)
        rulings = [
            ruling for live in self._games(ruleset) for ruling in self._citing(live, rule, verdict)
        ]
        if not rulings and plain_word(rule) not in known:
            having = f"{ruleset} has no" if ruleset else "no ruleset has a"
            raise CannotAnswer(f"{having} rule “{rule}”")
        if not rulings:
            raise CannotAnswer(f"no ruling in the store cites {rule}")
        rulesets = {name for name, _ in rulings}
        told = [ruled for _, ruled in rulings][:MOST_FOUND]
        return Answer(ruleset=", ".join(sorted(rulesets)), edition="", rulings=told)

    def replay(self, record: str) -> Answer:
        """Rule on every step of a game record, given as its text in YAML or JSON."""
        from application.records.records import BadRecord, record_of
        from application.records.replay import replay

        try:
            game = replay(record_of(record)).game
        except BadRecord as problem:
            raise CannotAnswer(str(problem)) from None
        return self._answer(game, rulings=[_entry(entry) for entry in game.log])

    def _viewer(self, game: str) -> str:
        """As whom they look at this game."""
        everywhere = self.viewer in ("judge", "spectator")
        return self.viewer if everywhere or game in self.seated else "spectator"

    def _game(self, id: str) -> "Game":
        return self._live(id).game

    def _live(self, id: str) -> "LiveGame":
        return self.opens().game(id)

    def _whose_options(self, game: "Game", viewer: str, player: str) -> tuple[str, ...]:
        """The player whose options may be listed: in a game that hides things, only the viewer."""
        from application.game.redaction import effective_viewer, hides, no_player

        if player and (why := no_player(game, player)):
            raise CannotAnswer(why)
        asked = (player,) if player else (game.to_act() or game.players)
        if effective_viewer(game, viewer) == "judge" or not hides(game):
            return asked
        if viewer not in asked:
            raise CannotAnswer(f"what may be done is not {viewer}'s to see")
        return (viewer,)

    def _explanation(self, game: "Game", id: str, explanation: "Explanation") -> Answer:
        told = [
            explanation.reason,
            explanation.fate,
            *(cause.line(game.ruleset) for cause in explanation.causes),
        ]
        if explanation.when:
            told += [
                explanation.when.sentence,
                *(way.sentence for way in explanation.when.ways[1:]),
            ]
        rules = [
            sentence
            for cited in explanation.cites
            for sentence in _of_rule(game.law.edition, cited)
        ]
        ruled = Ruled(
            game=id,
            entry=explanation.entry,
            step=dict(explanation.said),
            verdict=explanation.verdict,
            sentences=[*_sentences(told, explanation.cites), *rules],
        )
        return self._answer(game, rulings=[ruled])

    def _answer(self, game: "Game", **told: Any) -> Answer:
        opening = game.opening
        return Answer(
            ruleset=opening.ruleset, edition=opening.edition, to_act=list(game.to_act()), **told
        )

    def _games(self, ruleset: str) -> "Iterator[LiveGame]":
        from application.ledger.store import StoreProblem

        listed = [game for game in self.opens().games() if ruleset in ("", game.ruleset)]
        for listed_game in listed[:MOST_GAMES]:
            try:
                yield self._live(listed_game.id)
            except StoreProblem:
                continue

    def _citing(self, live: "LiveGame", rule: str, verdict: str) -> Iterator[tuple[str, Ruled]]:
        from application.game.redaction import entry_seen

        # What is looked for is looked for in what they may see: else a search tells what was left out.
        seen = (entry_seen(live.game, entry, self._viewer(live.id)) for entry in live.game.log)
        for entry in seen:
            if rule in entry.ruling.cites and verdict in ("", entry.ruling.verdict):
                told = _entry(entry).model_copy(update={"game": live.id})
                yield live.game.opening.ruleset, told


def _edition(ruleset: str, edition: str | None) -> "Edition":
    from application.rulesets import FOLDERS
    from application.rulesets import ruleset as ruleset_called

    if ruleset not in FOLDERS:
        raise CannotAnswer(f"no ruleset “{ruleset}”; expected one of {', '.join(FOLDERS)}")
    try:
        return ruleset_called(ruleset).edition(edition)
    except KeyError:
        known = ", ".join(edition.id for edition in ruleset_called(ruleset).editions)
        raise CannotAnswer(f"no edition “{edition}”; expected one of {known}") from None


def _holding(law: "Edition", words: list[str]) -> Iterator[str]:
    """The ids of rules and questions with all of these words."""
    texts = {id: f"{rule.title} {rule.text}" for id, rule in law.rules.items()}
    texts |= {id: f"{question.title} {question.text}" for id, question in law.questions.items()}
    for id, text in texts.items():
        if all(word in text.lower() for word in words):
            yield id


def _of_rule(law: "Edition", id: str) -> Iterator[Sentence]:
    """A rule's text, or a question with its readings, the one in force named."""
    if id in law.rules:
        rule = law.rules[id]
        yield Sentence(text=f"{rule.title}: {rule.text}", rules=[id], source=rule.source)
        if rule.not_adjudicated:
            yield Sentence(text=f"Not adjudicated: {rule.not_adjudicated}", rules=[id])
        return
    if id not in law.questions:
        return
    question = law.questions[id]
    yield Sentence(text=f"{question.title}: {question.text}", rules=[id], source=question.source)
    chosen = law.reading(id) if question.readings else None
    for value, text in question.readings.items():
        force = "the reading of this edition" if value == chosen else "another reading"
        yield Sentence(text=f"{value} ({force}): {text}", rules=[id])


def _sentences(texts: Iterable[str], cites: tuple[str, ...]) -> list[Sentence]:
    """The texts that say something, each with these rules; none where there is no rule to name."""
    return [Sentence(text=text, rules=list(cites)) for text in texts if text] if cites else []


def _ruling_told(said: "Said", ruling: Any) -> Ruled:
    return Ruled(
        step=dict(said),
        verdict=ruling.verdict,
        sentences=_sentences([ruling.reason], ruling.cites),
    )


def _entry(entry: "Entry") -> Ruled:
    return _ruling_told(entry.said, entry.ruling).model_copy(update={"entry": entry.n})
