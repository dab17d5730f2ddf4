"""Shell completion: ids of games, seats, rulesets, rules, and the words of a step.

One table maps parameters to completions. If anything fails, nothing is completed.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from adapters.cli.event.options import Desk
    from application.game.umpire import Umpire
    from domain.kernel.history import Game

VARIABLE = "_UMPIRE_COMPLETE"
"""The environment variable that the shell sets to ask for completions."""
MOST = 200
"""Most games that are offered."""

Words = Callable[[click.Context], Iterable[str | CompletionItem]]
"""Words; or items, which are found by the beginning of their help too, as people are by their names."""


def with_completion(command: click.Command) -> click.Command:
    """The command; if a shell asks for completions, its parameters know theirs."""
    if os.environ.get(VARIABLE):
        _add_completions(command)
    return command


def _add_completions(command: click.Command) -> None:
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            inner = command.get_command(ctx, name)
            if inner is not None:
                _add_completions(inner)
    at_an_event = any(param.name == "event" for param in command.params)
    for parameter in command.params:
        words = (EVENT_COMPLETIONS if at_an_event else COMPLETIONS).get(parameter.name or "")
        if at_an_event and parameter.metavar == "JUDGE":
            words = judges
        if words is not None and not isinstance(parameter.type, click.Choice):
            # Where the parameter is made, what it may be would have to be imported for every command.
            parameter.shell_complete = partial(_completions, words)  # type: ignore[method-assign]


def _completions(words: Words, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    try:
        with ctx.scope():
            items = (
                word if isinstance(word, CompletionItem) else CompletionItem(word)
                for word in words(ctx)
            )
            fitting = {item.value: item for item in items if _begins(item, incomplete)}
    except Exception:  # a shell shows no errors: nothing is completed
        return []
    return list(fitting.values()) or _files(words)


def _begins(item: CompletionItem, incomplete: str) -> bool:
    named = (item.help or "").casefold().startswith(incomplete.casefold())
    return item.value.startswith(incomplete) or bool(item.help and named)


def _files(words: Words) -> list[CompletionItem]:
    """Lets the shell complete files where one may stand for a game."""
    return [CompletionItem("", type="file")] if words is games else []


def _umpire(ctx: click.Context) -> "Umpire":
    from adapters.cli.options import umpire_at

    return umpire_at(ctx.params.get("db"))


def games(ctx: click.Context) -> Iterator[str]:
    """The ids of the games, the newest first."""
    yield from _umpire(ctx).store.ids()[:MOST]


def game_or_first_word(ctx: click.Context) -> Iterator[str]:
    """The words of a step; where it begins, also the games that it could be in."""
    said = ctx.params.get("words") or ()
    if not said:
        yield from games(ctx)
    yield from step_words(ctx)


def _argument(ctx: click.Context, name: str) -> str:
    """The first argument; click leaves it among the words where the value of an option is still typed."""
    return str(ctx.params.get(name) or next(iter(ctx.args), ""))


def _game(ctx: click.Context) -> "tuple[Game, tuple[str, ...]]":
    """The game that is meant, and the words said behind it."""
    from adapters.cli.game_argument import game_and_words, resolve_game

    db = ctx.params.get("db")
    if "words" in ctx.params:
        id, said = game_and_words(tuple(ctx.params["words"] or ()), db, files=False)
    else:
        id, said = resolve_game(_argument(ctx, "game"), db), ()
    return _umpire(ctx).game(id).game, said


def step_words(ctx: click.Context) -> Iterable[str]:
    """The words that may come next in a step: seats, commands, units and others."""
    from adapters.cli.game_argument import viewer_asking
    from application.records.completion import next_words

    game, said = _game(ctx)
    return next_words(game, said, viewer_asking(game))


def seats(ctx: click.Context) -> Iterator[str]:
    """The players, the judge and the spectator."""
    game, _ = _game(ctx)
    yield from (*game.players, "judge", "spectator")


def events(ctx: click.Context) -> Iterator[str]:
    """The ids of the events of the store."""
    from adapters.cli.event.options import repository_at

    yield from repository_at(ctx.params.get("db")).events()


def _desk(ctx: click.Context) -> "Desk":
    from adapters.cli.event.options import desk_at

    return desk_at(ctx.params.get("db"), _argument(ctx, "event"))


def _people_by_name(desk: "Desk", numbers: Iterable[str]) -> Iterator[CompletionItem]:
    from adapters.cli.event.options import name_of

    event, keyring = desk.event, desk.repository.keyring(desk.id)
    yield from (CompletionItem(number, help=name_of(event, keyring, number)) for number in numbers)


def judges(ctx: click.Context) -> Iterator[CompletionItem]:
    """The numbers of those who judge at the event, with their names."""
    desk = _desk(ctx)
    yield from _people_by_name(desk, [judge.id for judge in desk.event.on_duty])


def people(ctx: click.Context) -> Iterator[CompletionItem]:
    """The numbers of everybody at the event, with their names."""
    desk = _desk(ctx)
    yield from _people_by_name(desk, desk.event.everybody)


def kinds(ctx: click.Context) -> Iterator[CompletionItem]:
    """What a judge may be called for, or an offence is, as the event's book has it."""
    from domain.tournament.book import CALL_KINDS, book_of

    book = book_of(_desk(ctx).event.book)
    if ctx.info_name == "call":
        yield from (
            CompletionItem(kind, help=it) for kind, it in (book.calls or CALL_KINDS).items()
        )
    else:
        yield from (
            CompletionItem(id, help=infraction.title) for id, infraction in book.kinds.items()
        )


def rulesets(_ctx: click.Context) -> Iterator[str]:
    from application.rulesets import FOLDERS

    yield from FOLDERS


def rules(ctx: click.Context) -> Iterator[str]:
    """The rules and questions of the ruleset that was named, or of all."""
    from application.rulesets import rulesets as all_rulesets

    for ruleset in all_rulesets():
        if ctx.params.get("ruleset") in (None, "", ruleset.name):
            edition = ruleset.edition()
            yield from (*edition.rules, *edition.questions)


def readings(ctx: click.Context) -> Iterator[str]:
    """`C1=wait`: each question with each of its readings."""
    from application.rulesets import rulesets as all_rulesets

    for ruleset in all_rulesets():
        if ctx.params.get("ruleset") in (None, "", ruleset.name):
            for id, question in ruleset.edition().questions.items():
                yield from (f"{id}={value}" for value in question.readings)


COMPLETIONS: dict[str, Words] = {
    "game": games,
    "games": games,
    "files": games,
    "words": game_or_first_word,
    "event": events,
    "by": seats,
    "viewer": seats,
    "player": seats,
    "ruleset": rulesets,
    "id": rules,
    "rule": rules,
    "readings": readings,
}
"""The name of a parameter → the function that gives its completions."""
EVENT_COMPLETIONS: dict[str, Words] = {
    **COMPLETIONS,
    "by": people,
    "player": people,
    "person": people,
    "people": people,
    "kind": kinds,
}
"""The same for the commands of an event, but that every JUDGE is completed by `judges`."""
