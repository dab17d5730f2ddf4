"""The backup policy at the tables of an event: set before play, the same for all."""

from collections.abc import Collection, Iterator

from application.desk.policy import BadPolicy, Policy, own_policy, policy_for
from application.event.facts import Fact, PolicySet
from application.event.game_words import found_table
from application.event.office import Office
from application.event.state import Event, Refused

NAME = "the event's policy"


def set_policy(
    event: Event, page: str, name: str, rulesets: Collection[str] = ()
) -> Iterator[Fact]:
    """The fact that lays a page over the policy of these rulesets, or of all. Raises Refused."""
    if any(one.started is not None for one in event.rounds.values()):
        raise Refused("the policy is set before the first round begins")
    chosen = tuple(rulesets) or tuple(one.ruleset for one in event.played)
    for ruleset in chosen:
        event.plays(ruleset)
        try:
            own_policy(ruleset, page, name)
        except BadPolicy as why:
            raise Refused(str(why)) from None
    if any(event.policies.get(one) != page for one in chosen):
        yield PolicySet(chosen, page)


def policy_at(office: Office, game: str, ruleset: str) -> Policy:
    """The policy in force for a game: its event's, else the ruleset's. Raises StoreProblem."""
    found = found_table(office, game) if "." in game else None
    return policy_of(found[0], ruleset) if found else policy_for(ruleset)


def policy_of(event: Event, ruleset: str) -> Policy:
    """The policy in force at the event's tables of this ruleset."""
    page = event.policies.get(ruleset, "")
    return own_policy(ruleset, page, NAME) if page else policy_for(ruleset)
