"""A ruleset, and the two functions that rule: `decide` judges a step, `settle` runs what happens."""

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cached_property, partial
from operator import attrgetter
from types import GeneratorType
from typing import Any, ClassVar

from domain.kernel.assembly import check_assembly
from domain.kernel.board import Group
from domain.kernel.faults import (
    RulesetFault,
    calls_itself,
    endless,
    no_event,
    no_happening,
    returned_event,
)
from domain.kernel.hiding import Hiding, entry_seen, sees_more, with_secrets
from domain.kernel.lab import Lab
from domain.kernel.offers import Candidate as Candidate  # noqa: PLC0414
from domain.kernel.offers import Hint, Offers
from domain.kernel.prompting.declining import Declining
from domain.kernel.prompting.prompts import Ask as Ask  # noqa: PLC0414 (its readers know it from here)
from domain.kernel.roster import Roster
from domain.kernel.rulebook import Edition, Law
from domain.kernel.ruling import (
    Asks,
    Check,
    Grounds,
    Refusal,
    Ruling,
    Since,
    grounds,
    legal_ruling,
    ruling_of_refusal,
)
from domain.kernel.steps import Reader, Said, Step, reader
from domain.kernel.table_part import TablePart
from domain.kernel.values import Event, Value, fields_of, fill_in
from domain.kernel.view import PlainView, plain_board
from domain.kernel.wording import ChangeTemplate, key_in_words

State = Any
"""A ruleset's own frozen value: the table. It has a field `law`."""

Happening = Generator[Event | Grounds | Refusal, State, State]
"""What happens, one event after the other: `state = yield Event(…)` gives the state just after it.

Grounds add to the ruling what it cites. A Refusal takes everything back: the step does not happen.
The last state is returned, so that `state = yield from …` reads on.
"""

MOST_EVENTS = 10_000
NOT_YET = "What it reveals, and what follows from that, is seen once it happens."

FIRM = frozenset({"G1", "G2", "G3", "G6"})

Viewer = str
"""Who looks: a player, `spectator`, or `judge`, who sees everything."""
SPECTATOR = "spectator"


class SetupError(Exception):
    """A set-up that is not one of this ruleset; the message says where, what, and what was expected.

    `since`: what is behind it, where parts are laid out anew in a game.
    """

    def __init__(self, why: str, since: Since = ()) -> None:
        super().__init__(why)
        self.since = since


class Procedure(Value, dict=True, gc=True):
    """How one kind of step is ruled: its checks in the rulebook's order, then what happens."""

    step: type[Step]
    happens: Callable[[Any, Any], Happening]
    checks: tuple[Check, ...] = ()
    acts_on: Check | None = None
    """What a judge's ruling needs to act on. Without it the step cannot be made legal."""
    reads: Reader | None = None
    """A reader of its own, where the fields depend on a word (see `reader_by`)."""

    @cached_property
    def read(self) -> Reader:
        return self.reads or reader(self.step)

    @cached_property
    def asks(self) -> tuple[Asks, ...]:
        """What the checks ask, in their order."""
        return tuple(check.asks for check in self.checks)

    def check(self, asks: Asks) -> Check:
        """The check that asks this."""
        return self.checks[self.asks.index(asks)]


class Ruleset(Value, dict=True, gc=True):
    """A published game as we rule it; each ruleset's folder assembles one."""

    name: str
    title: str
    editions: tuple[Edition, ...]
    """Oldest first."""
    opens: Callable[[Law, tuple[str, ...], Mapping[str, Any]], State]
    """(law, players, setup) → the table as it is laid out, before `follow`. Raises SetupError."""
    procedures: Mapping[str, Procedure]
    """By the word of `do`; `report` and `concede` among them."""
    events: tuple[type[Event], ...]
    """Every kind of event, as `events_in(__name__)` finds them."""
    to_act: Callable[[State], tuple[str, ...]]
    """Who is waited for; somebody, until the game is over."""
    view: Callable[[State, Viewer], dict[str, Any]] = PlainView()
    """The table as the rulebook page's State section has it, as far as this viewer may see it.

    By default what the state's fields say, through `hiding`, with `over` and `to_act`.
    """
    in_game: Callable[[State], tuple[str, ...]] = attrgetter("players")
    """The players who are not out of the game, in seat order: all, where nobody is before it is over."""
    over: Callable[[State], bool] = attrgetter("over")
    """Whether the game is over: what the state says of itself."""
    seats: tuple[int, int] = (2, 2)
    """How few and how many may play."""
    follow: Callable[[State, int], Happening] | None = None
    """What follows by itself after every step, and once at entry 0: (state, entry number)."""
    hints: Mapping[str, Hint] = {}
    """How steps are put before people, the most pressing first: by `do`, or `report destroyed`."""
    says: Mapping[str, str] = {}
    """How steps are told, by `do` or `report destroyed`: templates of `kernel.step_sentences`."""
    spoken: Callable[[str], str] = key_in_words
    """A word of the rulebook as people say it: `snap_fire` as Snap Fire."""
    seen: Callable[[State, Viewer], State] = lambda state, _viewer: state
    """(state, viewer) → the table as they see it: what may stand in a field is asked of no other."""
    sets: frozenset[str] = frozenset()
    """Keys of the view whose lists are sets: their order says nothing."""
    judge_may: frozenset[str] = frozenset({"report"})
    """The ruleset's own steps that a judge may take too."""
    stands_firm: Callable[[Ruling], bool] = lambda ruling: not FIRM.isdisjoint(ruling.cites)
    """Whether this refusal is one that no judge can set aside."""
    reveals: Callable[[Any, State], bool] = lambda event, _before: event.REVEALS
    """(event, state before its entry) → whether it revealed something new: dice, a card drawn.

    By default what the event says of itself, `REVEALS`; a function is for what depends on the state.
    To undo such an entry the other players must agree, even if nobody has gone on (G4); likewise
    an entry that showed its player a name hidden from them before.
    """
    judged: Callable[[State], State] = lambda state: state
    """The state after a judge's step: what players had said they would do by themselves is dropped."""
    going_on: Callable[[State], Said | None] | None = None
    """The plainest step that lets the game go on; without it, the first that is due by its hints."""
    declining: Declining | None = None
    """What a player's standing answer may say for them; None: there are no standing answers."""
    hiding: Hiding | None = None
    """What is hidden from whom; None: nothing is. A ruleset's own view, board and words must observe
    it themselves; the kernel applies it to entries, refusals, options, why and undo."""
    setup_seen: Callable[[Mapping[str, Any], State, Viewer], Mapping[str, Any]] | None = None
    """(set-up of the game, state, viewer) → a set-up of the table as this viewer knows it.

    Raises SetupError where no set-up can say it. Only rulesets with `hiding` need it.
    """
    in_words: Callable[[State, Viewer], Iterable[str]] = lambda _state, _viewer: ()
    """The table for people, a line each."""
    chance: Callable[[State], str] = lambda _state: ""
    """Whose chance it is and what for, in one sentence."""
    board: Callable[[State, Viewer], tuple[Group, ...]] = plain_board
    """The table to look at: groups of pieces with their marks; the queue, top first, is one group.

    By default the zones of the state, of each player.
    """
    picture: Callable[[State, Viewer, Viewer], Any] | None = None
    """(state, player whose side is drawn nearest, viewer) → the table as its own page draws it.

    A view model of the ruleset's own; its `where` is the heading: round, turn or step.
    """
    changes: Mapping[str, ChangeTemplate] = {}
    """Path in the view (`*` for any name, as in `units.*.destroyed`) → how to word a change there.

    The kernel words changes of `over`, `winner` and `to_act` where they are not given here.
    """
    printed: Callable[[Edition], Iterable[str]] = lambda _edition: ()
    """What `rules` prints besides the rules: the command table, the outline of the turn."""
    lab: Lab = Lab()
    """What is asked of the rulebook as a whole."""
    setup: type[Value] | None = None
    """The shape of its set-ups, field by field; schemas and help are made from it."""
    example: Callable[[tuple[str, ...]], Mapping[str, Any]] | None = None
    """(players) → a small set-up for the first minute."""
    roster: Roster | None = None
    """What a form asks for when a table is set up by hand; made from `setup` without it."""
    corrects: Mapping[str, TablePart | None] = {}
    """Words of the set-up or the view (`units.*.restrictions`) → how that part is laid out anew, where the
    table keeps it otherwise; None for what is not put right. See `kernel.laying_anew`."""
    chapters: Mapping[str, str] = {}
    """The letters with which the rules of a chapter begin → what it is called."""
    ruled_from: Mapping[str, tuple[str, ...]] = {}
    """Table of an edition that the rules look up → its columns, which an organiser may fill in."""
    only_tried: ClassVar[bool] = False
    """Whether a step ends before the first event that reveals something; see `for_trying`."""

    def __post_init__(self) -> None:
        """Checks how it is put together. Raises RulesetFault."""
        check_assembly(self)
        secrets = {kind: kind.SHOWS for kind in self.events if hasattr(kind, "SHOWS")}
        if secrets:
            hiding = with_secrets(self.hiding or Hiding(), self.procedures, secrets)
            fill_in(self, hiding=hiding)
        if isinstance(self.view, PlainView):
            entries = self.lab.entry_fields
            fill_in(self, view=PlainView(self.to_act, self.over, self.hiding, entries))

    def edition(self, id: str | None = None) -> Edition:
        """The edition of this name, the newest without one. KeyError when there is none."""
        if id is None:
            return self.editions[-1]
        return {edition.id: edition for edition in self.editions}[id]

    @property
    def entry_seen(self) -> Callable[[Any, Viewer, State, State], Any] | None:
        """(entry, viewer, state before, state after) → the entry without what this viewer may not know."""
        return None if self.hiding is None else partial(entry_seen, self.hiding)

    def revealed_anything(self, entry: Any, before: State, after: State) -> bool:
        """Whether the entry told its player something that an undo cannot make unknown again."""
        if any(event.REVEALS or self.reveals(event, before) for event in entry.events):
            return True
        return self.hiding is not None and sees_more(self.hiding, entry.said["by"], before, after)

    @cached_property
    def offers(self) -> Offers:
        """What may be done next, and how it is said."""
        return Offers(
            self.procedures, self.hints, over=self.over, pieces=self.pieces, seen=self.seen
        )

    def pieces(self, state: State, viewer: Viewer) -> Iterable[str]:
        """What lies on the board, and the players."""
        groups = self.board(state, viewer)
        return (*(piece.id for group in groups for piece in group.pieces), *state.players)

    def plainest_step(self, state: State) -> Said | None:
        """The plainest step that lets the game go on: pass, decline, carry out what is due."""
        if self.going_on is not None:
            return self.going_on(state)
        return None if self.over(state) else self.offers.plainest(state, self.to_act(state))

    @cached_property
    def kinds_of_events(self) -> frozenset[type[Event]]:
        return frozenset(self.events)

    @cached_property
    def for_trying(self) -> "Ruleset":
        """It, with steps that happen only as far as they reveal nothing."""
        return RulesetForTrying(**fields_of(self))


class RulesetForTrying(Ruleset, dict=True, gc=True):
    only_tried: ClassVar[bool] = True


class Outcome(Value):
    """A ruling, what happened, and the table after it (the same table when nothing did)."""

    ruling: Ruling
    events: tuple[Any, ...]
    state: State


def decide(ruleset: Ruleset, procedure: Procedure, state: State, step: Step, entry: int) -> Outcome:
    """Asks the checks in order; the first that does not hold refuses, else the step happens.

    `entry`: the step's own number, or the judge's entry when a judge makes the step legal later.
    """
    if not step.forced:
        for asks in procedure.asks:
            refusal = asks(state, step)
            if refusal is not None:
                check = procedure.check(asks)
                refusal = check.with_additions(state, step, refusal)
                if check.causes is not None and not refusal.since:
                    refusal = refusal.since_entries(check.causes(state, step))
                return Outcome(
                    ruling_of_refusal(refusal, check, state.law.edition.basis), (), state
                )
    return settle(ruleset, state, procedure.happens(state, step), entry)


def nothing(state: State) -> Happening:
    """A happening without events."""
    yield from ()
    return state


def settle(ruleset: Ruleset, state: State, happening: Happening, entry: int) -> Outcome:
    """Runs what happens, then what follows by itself; each event is applied before the next is asked.

    What is only tried ends before the first event that reveals something, so that nothing depends on it.
    """
    events: list[Any] = []
    given: list[Any] = []
    item: Any = None
    after, sent = state, None
    known, only_tried = ruleset.kinds_of_events, ruleset.only_tried
    run, follow = happening, ruleset.follow
    if not isinstance(run, GeneratorType):
        raise RulesetFault(no_happening(ruleset.name, entry, run))
    for _ in range(MOST_EVENTS):
        try:
            item = run.send(sent)
        except StopIteration as end:
            if type(end.value) in known:
                raise RulesetFault(returned_event(ruleset.name, entry, end.value)) from None
            if follow is None:
                ruling = legal_ruling(given, state.law.edition.basis)
                return Outcome(ruling, tuple(events), after)
            run, follow, sent = follow(after, entry), None, None
            continue
        except RecursionError as why:
            raise RulesetFault(calls_itself(ruleset.name, entry)) from why
        if type(item) in known:
            if only_tried and (item.REVEALS or ruleset.reveals(item, state)):
                ruling = legal_ruling([*given, grounds(NOT_YET)], state.law.edition.basis)
                return Outcome(ruling, tuple(events), after)
            after = sent = item.after(after, entry)
            events.append(item)
        elif isinstance(item, Grounds):
            given.append(item)
            sent = after
        elif isinstance(item, Refusal):
            return Outcome(ruling_of_refusal(item, NO_CHECK, state.law.edition.basis), (), state)
        else:
            raise RulesetFault(no_event(ruleset.name, entry, item))
    raise RulesetFault(endless(ruleset.name, entry, item, run))


NO_CHECK = Check((), lambda _state, _step: None)
