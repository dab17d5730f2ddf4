"""`umpire show`, `log`, `options`: commands that look at a game."""

from typing import TYPE_CHECKING, Any

import click

from adapters.cli.desk.sources import game_of, live_of, load_viewable, mismatches_of
from adapters.cli.game.standing_answers import told_below
from adapters.cli.game_argument import GameCommand, StepsOrFileCommand
from adapters.cli.options import (
    HOW_MANY,
    as_option,
    at_option,
    checked_viewer,
    db_option,
    entry_at,
    game_argument,
    json_option,
    local_time,
    parse_time,
)
from adapters.cli.output import print_json, print_lines, print_lines_paged

if TYPE_CHECKING:
    from collections.abc import Iterable

    from application.game.live_game import LiveGame
    from application.game.stored_game import ViewableGame
    from application.game.transcript import Line
    from application.records.known_words import KnownWords
    from domain.kernel.history import Game, Opening
    from domain.kernel.shared import Option


@click.command(cls=GameCommand)
@game_argument
@at_option
@as_option
@json_option
@db_option
def show(game: str, at: int | None, viewer: str, as_json: bool, db: str | None) -> None:
    """Show the table: whose chance it is, the queue, restrictions and where they come from."""
    from application.game.redaction import Shown, effective_viewer, state_seen
    from application.game.transcript import heading, state_lines

    stored: ViewableGame
    if "." in game:  # a file, or a table of an event, where the game does not say who sits there
        live = live_of(game, db)
        stored, opening = live.game, opening_of(live)
    else:
        stored = load_viewable(game, db)
        opening = stored.opening
    n, viewer = entry_at(stored, at), effective_viewer(stored, checked_viewer(stored, viewer))
    if as_json:
        state: Any = state_seen(stored, viewer, n)
        print_json(Shown(game, opening.names, opening.about, n, state))
    else:
        print_lines((*heading(opening, stored.law.edition), *state_lines(stored, n, viewer)))


def opening_of(live: "LiveGame") -> "Opening":
    """The opening of a game, with the names of its seats where an event keeps them."""
    from domain.kernel.values import changed

    return changed(live.game.opening, names=live.names)


@click.command(cls=GameCommand)
@game_argument
@click.option("--all", "everything", is_flag=True, help="Also what was taken back.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N entries.")
@click.option(
    "--since", metavar="N|TIME", help="Only what came after entry N, or since a time such as 18:30."
)
@as_option
@json_option
@db_option
def log(
    game: str,
    everything: bool,
    last: int | None,
    since: str | None,
    viewer: str,
    as_json: bool,
    db: str | None,
) -> None:
    """Show every entry with its verdict, its rules, who said it and when, by this machine's clock."""
    from application.game.log import log_of, log_seen
    from application.game.redaction import effective_viewer, entry_seen
    from application.game.transcript import Line, heading, log_lines
    from application.records.replay_account import differing_below, places_differ
    from domain.kernel.steps import JUDGE

    live = live_of(game, db)
    stored, opening = live.game, opening_of(live)
    checked_viewer(stored, viewer)
    after = max(stored.length - (last or stored.length), _last_before(live, since))
    if as_json:
        listed = list(log_seen(live, viewer, after, stored.length))
        print_json(log_of(live, stored.length, listed))
        return
    entries = [entry_seen(stored, entry, viewer) for entry in stored.log]
    when = [local_time(live.taken_at(n)) for n in range(stored.length + 1)]
    differs = mismatches_of(game, live, db) if effective_viewer(stored, viewer) == JUDGE else []
    below = {**_by_standing_answers(live), **differing_below(differs)}
    lines = log_lines(stored, entries, when, everything=everything, first=after + 1, below=below)
    end = [Line(places_differ(len(differs)))] if differs else []
    print_lines_paged((*heading(opening, stored.law.edition), *lines, *end))


def _by_standing_answers(live: "LiveGame") -> "dict[int, Line]":
    """Entry → the line below it, for entries made by standing answers."""
    from application.game.log import said_by_standing_answer

    told = told_below()
    return {n: told for n in live.sent if said_by_standing_answer(live, n)}


def _last_before(live: "LiveGame", since: str | None) -> int:
    """The last entry that does not belong to what is asked for: entry N itself, or before a time."""
    if since is None:
        return 0
    if since.isascii() and since.isdigit():
        return min(int(since), live.game.length)
    moment = parse_time(since)
    later = (n for n in range(1, live.game.length + 1) if live.taken_at(n) >= moment)
    return next(later, live.game.length + 1) - 1


@click.command(cls=StepsOrFileCommand)
@click.argument("words", nargs=-1, metavar="[GAME] [WORD]...")
@click.option("--for", "player", metavar="PLAYER", help="Only what this player may do.")
@click.option("--legal", is_flag=True, help="Only what is legal.")
@click.option("--all", "everything", is_flag=True, help="Every step on a line of its own.")
@click.option("--page", type=HOW_MANY, default=1, help="The next ones, page by page.")
@as_option
@json_option
@db_option
def options(
    game: str,
    words: tuple[str, ...],
    player: str | None,
    legal: bool,
    everything: bool,
    page: int,
    viewer: str,
    as_json: bool,
    db: str | None,
) -> None:
    """List what may be done now, and for the rest the rule that stands in the way.

    Steps that are alike are folded. umpire options a1 opens what can be done with a1, umpire options
    a1 shoot what is a Shoot of it; the numbers stay the same. Of many, the first few hundred have one.
    """
    from application.game.choices import last_page, options_at_once, options_page
    from application.game.option_groups import has_words
    from application.game.options import OptionsListed, offered_step, options_filled_in
    from application.game.redaction import effective_viewer
    from application.game.transcript import option_lines
    from application.game.words.forms import forms
    from application.records.known_words import known_words
    from domain.kernel.ruling import LEGAL

    stored = game_of(game, db)
    known = known_words(stored, effective_viewer(stored, checked_viewer(stored, viewer)))
    player, words = _player_and_words(known, player, words)
    players = _whose_options(stored, player, viewer)
    listed = {seat: options_page(stored, seat, page) for seat in players}
    more, steps = any(listing.more for listing in listed.values()), forms(stored.ruleset)

    def wanted(options: "Iterable[Option]") -> "list[Option]":
        if legal:
            options = (option for option in options if option.ruling.verdict == LEGAL)
        return [
            option for option in options if has_words(option.candidate, words, steps, known.names)
        ]

    if as_json:
        rows = (
            offered_step(seat, option)
            for seat in players
            for option in wanted(listed[seat].options)
        )
        print_json(OptionsListed(game, stored.length, tuple(rows), page, more))
        return
    if not players:
        click.echo(f"What may be done now is not {viewer}'s to see.", err=True)
    elif page > 1 and not any(listing.options for listing in listed.values()):
        last = max(last_page(stored, seat) for seat in players)
        raise click.BadParameter(f"there is no page {page}; the last is {last}")
    at_once = page == 1 and not everything
    for seat in players:
        near = options_filled_in(stored, seat) if page == 1 else []
        numbered = [option for option in near if option.ruling.verdict == LEGAL]
        print_lines(
            option_lines(
                seat,
                wanted(options_at_once(stored, seat) if at_once else listed[seat].options),
                stored.law.edition,
                steps,
                numbers=[
                    number
                    for number, option in enumerate(numbered, 1)
                    if has_words(option.candidate, words, steps, known.names)
                ],
                first=stored.ruleset.plainest_step(stored.now.state),
                whole=not at_once,
                about=" ".join(words),
                page=page,
            )
        )
    if more and not at_once:
        click.echo(f"There are more: --page {page + 1}", err=True)


def _player_and_words(
    known: "KnownWords", player: str | None, words: tuple[str, ...]
) -> tuple[str | None, tuple[str, ...]]:
    """Whose options are asked for, and the words that they are to have. Raises UnknownWord."""
    from application.game.words.near_words import plain_word
    from application.records.short_steps import UnknownWord

    if words and player is None and plain_word(words[0]) in known.seats:
        player, words = known.seats[plain_word(words[0])], words[1:]
    for word in words:
        if not known.means_something(word):
            raise UnknownWord(known.nothing_called(word))
    return player, words


def _whose_options(game: "Game", player: str | None, viewer: str) -> tuple[str, ...]:
    """The players whose options are shown: those asked for, as far as the viewer may know."""
    from application.game.redaction import effective_viewer, hides, no_player

    if player is not None and (why := no_player(game, player)):
        raise click.BadParameter(why)
    hidden = effective_viewer(game, viewer) != "judge" and hides(game)
    asked = (player,) if player else (game.to_act() or game.players)
    if not hidden:
        return asked
    if player not in (None, viewer):
        raise click.BadParameter(f"what {player} may do is not {viewer}'s to see")
    return tuple(seat for seat in asked if seat == viewer)
