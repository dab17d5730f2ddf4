"""The backup policy at the tables of an event: set before play, the same for all."""

from collections.abc import Collection

from application.desk.policy import BadPolicy, Policy, own_policy, policy_for
from application.event.game_words import found_table
from application.event.repository import Repository
from domain.tournament.command import Refused
from domain.tournament.tournament import SetPolicy, Tournament

NAME = "the event's policy"


def setting_policy(
    event: Tournament, page: str, name: str, rulesets: Collection[str] = ()
) -> SetPolicy:
    """The command that lays a page over the policy of these rulesets, or of all. Raises Refused."""
    for ruleset in rulesets or [played.ruleset for played in event.played]:
        event.plays(ruleset)
        try:
            own_policy(ruleset, page, name)
        except BadPolicy as why:
            raise Refused(str(why)) from None
    return SetPolicy(page, tuple(rulesets))


def policy_at(repository: Repository, game: str, ruleset: str) -> Policy:
    """The policy in force for a game: its event's, else the ruleset's. Raises StoreProblem."""
    found = found_table(repository, game) if "." in game else None
    return policy_of(found[0], ruleset) if found else policy_for(ruleset)


def policy_of(event: Tournament, ruleset: str) -> Policy:
    """The policy in force at the event's tables of this ruleset."""
    page = event.policies.get(ruleset, "")
    return own_policy(ruleset, page, NAME) if page else policy_for(ruleset)
