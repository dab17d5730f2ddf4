"""The standings as CSV, for people and for the tools that pair; tie-breaks are those tools' own."""

import csv
import io

from application.answer import Answer
from application.event.keyring import Keyring
from application.event.result_list import safe
from domain.tournament.book import book_of
from domain.tournament.pairing import is_out
from domain.tournament.tournament import Tournament


class Standing(Answer):
    """A player's place after the rounds that were played."""

    rank: int
    player: str
    name: str
    match_points: int
    wins: int
    draws: int
    losses: int
    byes: int
    points: int
    out: bool


def standings(event: Tournament, keyring: Keyring) -> list[Standing]:
    """Everybody's place: by match points, then by the points of their games; equal ones share it."""
    win, draw = book_of(event.book).match_points
    tallies = {
        player: dict.fromkeys(("wins", "draws", "losses", "byes", "points"), 0)
        for player in event.paired
    }
    for table in event.tables.values():
        for player in table.players:
            tally = tallies[player]
            if not table.game:
                tally["byes"] += event.rounds[table.round].started is not None
            elif table.result is not None:
                won = table.result.winner
                tally["draws" if won is None else "wins" if won == player else "losses"] += 1
                tally["points"] += table.result.points.get(player, 0)
    scored = [
        (win * (tally["wins"] + tally["byes"]) + draw * tally["draws"], tally["points"], player)
        for player, tally in tallies.items()
    ]
    places = [(match, points) for match, points, _ in scored]
    placed = [
        Standing(
            1 + sum(place > (match, points) for place in places),
            player,
            keyring.reveal(player, event.people[player]),
            match,
            **tallies[player],
            out=bool(is_out(event, player)),
        )
        for match, points, player in scored
    ]
    return sorted(placed, key=lambda standing: (standing.rank, standing.name))


def standings_list(event: Tournament, keyring: Keyring) -> str:
    """The standings as CSV, a row for each player."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(["rank", "player", "match points", "wins", "draws", "losses", "byes", "points", "out"])
    for standing in standings(event, keyring):
        counted = (
            standing.match_points,
            standing.wins,
            standing.draws,
            standing.losses,
            standing.byes,
            standing.points,
        )
        write([standing.rank, safe(standing.name), *counted, "out" if standing.out else ""])
    return out.getvalue()
