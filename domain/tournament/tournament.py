"""An event as a whole: it is opened, its policy set, and it is closed."""

from collections.abc import Iterator, Mapping

from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.values import changed, stored_as
from domain.tournament.command import Command, TournamentEvent
from domain.tournament.context import Context
from domain.tournament.offences import Offences
from domain.tournament.people import who_runs_it


class Tournament(Offences):
    """An event, after some number of its events."""

    policies: Mapping[str, str] = {}
    """Ruleset → the page laid over its policy, as YAML; the ruleset's own stands where there is none."""
    closed: int | None = None
    """When it was closed: microseconds since 1970, UTC."""


@stored_as("event/policy_set/v1")
class PolicySet(TournamentEvent):
    """From now on going back is weighed by this policy at the event's tables."""

    rulesets: tuple[str, ...]
    """Of these rulesets' tables."""
    page: str
    """The policy's page, as YAML; it is laid over the ruleset's."""

    def after(self, event: Tournament, _at: int) -> Tournament:
        return changed(
            event, policies={**event.policies, **dict.fromkeys(self.rulesets, self.page)}
        )


@requires("R1")
def no_round_has_begun(event: Tournament, _command: Command) -> Refusal | None:
    if all(round.started is None for round in event.rounds.values()):
        return None
    return illegal("the policy is set before the first round begins")


class SetPolicy(Command, tag="policy"):
    """Going back is weighed by this policy at the tables of these rulesets, or of all."""

    WHO = who_runs_it
    CHECKS = (no_round_has_begun,)

    page: str
    """The policy's page, as YAML."""
    rulesets: tuple[str, ...] = ()

    def happens(self, event: Tournament, _context: Context) -> Iterator[TournamentEvent]:
        chosen = self.rulesets or tuple(played.ruleset for played in event.played)
        for ruleset in chosen:
            event.plays(ruleset)
        if any(event.policies.get(ruleset) != self.page for ruleset in chosen):
            yield PolicySet(chosen, self.page)


@stored_as("event/closed/v1")
class EventClosed(TournamentEvent):
    """The event is over: nothing more is entered."""

    by: str
    """The judge, or `organiser`."""

    def after(self, event: Tournament, at: int) -> Tournament:
        return changed(event, closed=at)


@requires("R1")
def no_round_is_left(event: Tournament, command: "Close") -> Refusal | None:
    left = [round for round in event.rounds.values() if round.ended is None]
    for round in left:
        if round.started is not None:
            return illegal(f"round {round.number} has not ended yet")
    if not left or command.unplayed:
        return None
    return illegal(
        f"round {left[0].number} is paired and has not begun: begin and end it, or say "
        "--unplayed if it is not to be played"
    )


@requires("P4")
def nobody_waits_for_a_judge(event: Tournament, _command: "Close") -> Refusal | None:
    for call in event.calls.values():
        if call.open and call.appeal is not None:
            return illegal(f"the ruling on call {call.made.call} is appealed: decide on it first")
        if call.open:
            return illegal(f"call {call.made.call} is open: rule on it, or take it back")
    for offence in event.offences.values():
        if offence.appeal is not None and offence.decided is None:
            return illegal(f"offence {offence.given.offence} is contested: settle it first")
    return None


class Close(Command, tag="close"):
    """The event is over: nothing more is entered."""

    WHO = who_runs_it
    CHECKS = (no_round_is_left, nobody_waits_for_a_judge)

    unplayed: bool = False
    """Even though a paired round never began."""

    def is_repeated(self, event: Tournament, _context: Context) -> bool:
        return event.closed is not None

    def happens(self, _event: Tournament, _context: Context) -> Iterator[TournamentEvent]:
        yield EventClosed(self.by)
