"""How the steps of Nullshapers are put before people, the most pressing first."""

from collections.abc import Callable, Iterable, Mapping

from domain.kernel.fields import StepFields
from domain.kernel.offers import Hint
from domain.kernel.steps import Said
from domain.nullshapers.chapters.costs import price_in_words
from domain.nullshapers.chapters.naming import text_named
from domain.nullshapers.outline import step_name
from domain.nullshapers.table import Table


def _with_price(words: str) -> Callable[[Table, StepFields], str]:
    """With the option that is said, and the price."""

    def priced(table: Table, said: StepFields) -> str:
        option = f" ({said['option']})" if "option" in said else ""
        price = price_in_words(text_named(table, said), "a lock")
        return words.format(**said) + option + (f" for {price}" if price else "")

    return priced


def _chooses(table: Table, player: str) -> bool:
    return table.choice is not None and table.choice.by == player


def _choices(table: Table, player: str) -> Iterable[StepFields]:
    choice = table.choice
    if choice is None or choice.by != player:
        return []
    return [{"option": one} for one in choice.choices] if choice.kind == "option" else [{}]


def _to_pass(table: Table, player: str) -> Iterable[StepFields]:
    return [{}] if table.holds_chance() == player else []


def _to_end(table: Table, player: str) -> Iterable[StepFields]:
    ends = table.nobody_acts and table.choice is None and table.turn_player == player
    return [{}] if ends else []


def _owed_battles(table: Table) -> Iterable[StepFields]:
    return [{"biome": biome} for biome in table.battles]


def _battle(do: str) -> Hint:
    def words(table: Table, said: StepFields) -> str:
        ((agent, biome),) = said["agents"].items()
        stays = table.cards[agent].zone == biome
        return do.capitalize() if stays else f"{do.capitalize()} to {biome}"

    return Hint(words, lambda table: table.step == do)


def _report(words: str) -> Hint:
    return Hint(words, aside=True, form=True)


HINTS: Mapping[str, Hint] = {
    "choose": Hint(lambda said: said.get("option", "Choose"), _chooses, _choices),
    "report battle": Hint(
        "Report the battle in {biome}", lambda table: bool(table.battles), _owed_battles
    ),
    "pass": Hint(
        lambda said: "Pass until the step ends" if "until" in said else "Pass", due=_to_pass
    ),
    "next": Hint(lambda table, _said: f"Say that {step_name(table.step)} should end", due=_to_end),
    "anomaly": Hint("Put it into staging"),
    "play": Hint(_with_price("Play it")),
    "convert": Hint("Turn it into an anomaly"),
    "energy": Hint("Lock it for its energy"),
    "activate": Hint(_with_price("Use {skill}")),
    "advance": _battle("advance"),
    "attack": _battle("attack"),
    "defend": _battle("defend"),
    "report damage": _report("took damage"),
    "report lock": _report("was locked"),
    "report unlock": _report("was unlocked"),
    "report attach": _report("was attached"),
    "report move": _report("went elsewhere"),
    "report speed": _report("has another speed"),
    "report skill_reacts": Hint("{skill} reacts", aside=True),
    "report leave_battle": _report("changes its battle"),
    "report energy": _report("Report energy"),
    "report durability": _report("Report a sector's durability"),
    "report lose_biome": _report("Report a lost biome"),
    "report other": _report("Report something else"),
}


def going_on(table: Table) -> Said | None:
    """The plainest step that lets the game go on: choose, end the step, or pass."""
    if table.over:
        return None
    choice = table.choice
    if choice is not None and choice.kind == "option":
        return {"by": choice.by, "do": "choose", "option": choice.choices[0]}
    if choice is not None:
        targets = list(choice.choices[: choice.fewest])
        return {"by": choice.by, "do": "choose", "targets": targets}
    if table.battles:
        battle = {"fact": "battle", "biome": table.battles[0], "damage": {}}
        return {"by": table.turn_player, "do": "report", **battle}
    if table.nobody_acts:
        return {"by": table.turn_player, "do": "next"}
    return {"by": table.chance, "do": "pass"}


DECLARED = "[, option {option}][, X = {x}][, aiming at {targets}][ in {biome}][, paying {pay}]"
SAYS: Mapping[str, str] = {
    "play": f"plays “{{card}}”{DECLARED}",
    "activate": f"activates {{skill}} of “{{card}}”{DECLARED}",
    "advance": "advances {agents:to}",
    "attack": "attacks with {agents:in}",
    "defend": "defends with {agents:in}[, {against:against}]",
    "convert": "turns “{card}” into an anomaly",
    "anomaly": "puts the anomaly “{card}” into staging",
    "energy": "locks “{card}” for its energy",
    "pass": "declines[ until the step ends|until]",
    "next": "says that the step should end",
    "choose": "chooses[ {targets}][ {option}]",
    "report damage": "reports {amount} damage to “{card}”",
    "report lock": "reports that “{card}” is locked",
    "report unlock": "reports that “{card}” is unlocked",
    "report move": "reports that “{card}” goes to {to:word}",
    "report attach": "reports that “{card}” is attached to [“{to}”][nothing|-to]",
    "report speed": "reports that “{card}” has Speed {speed}",
    "report energy": "reports {amount} {kind:word} energy for {player}",
    "report durability": "reports {amount} durability of {sector}",
    "report lose_biome": "reports that {player} loses {biome}",
    "report skill_reacts": "reports that {skill} of “{card}” reacts",
    "report battle": "reports the battle in {biome}: {damage}",
    "report leave_battle": "reports that only the table sees what “{card}” does to a battle",
    "report other": "reports: {text}",
}
"""How steps are told."""
