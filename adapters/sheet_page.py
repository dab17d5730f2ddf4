"""The ruling sheet and the packet, each one page of HTML that needs nothing else, and the sheet as text."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from adapters.page_to_keep import clock, template_of

if TYPE_CHECKING:
    from application.desk.packet import Packet
    from application.desk.ruling_sheet import Sheet
    from domain.kernel.ruleset import Ruleset


def page(sheet: "Sheet") -> str:
    """The page, everything in it escaped."""
    template = template_of("sheet.html")
    return template.render(sheet=sheet, why=sheet.ruling, of=_ruleset_of(sheet))


def packet_page(packet: "Packet") -> str:
    """The packet with the sheet in it, everything in it escaped."""
    frozen, sheet = packet.frozen, packet.frozen.sheet
    return template_of("packet.html").render(
        packet=packet,
        frozen=frozen,
        sheet=sheet,
        why=sheet.ruling,
        of=_ruleset_of(sheet),
        since=packet.since,
    )


def _ruleset_of(sheet: "Sheet") -> "Ruleset":
    """The ruleset that the sheet names by its title."""
    from application.rulesets import FOLDERS, ruleset

    return next(rules for rules in map(ruleset, FOLDERS) if rules.title == sheet.ruleset)


def text_lines(sheet: "Sheet") -> Iterator[str]:
    """The sheet as text: the ruling first, then what belongs to it; what nobody said has no heading."""
    yield f"Ruling on entry {sheet.entry} of {sheet.game}, {clock(sheet.when)}"
    yield f"{sheet.ruleset}, edition {sheet.edition}: {' against '.join(sheet.called)}, {sheet.mode}"
    if sheet.about:
        yield sheet.about
    yield from sheet.ruling.lines(_ruleset_of(sheet))
    yield from _section("The situation before it", sheet.situation)
    yield from _section("Statements", _statements(sheet))
    yield from _section("Remedy", _remedies(sheet)) or ("Remedy: none is on record.",)
    yield from _section("Appeal and final ruling", _appeals(sheet))
    yield from _section("At the event", sheet.rest_at_event)
    yield f"Judge: {sheet.judge or '________________'}"
    if sheet.digest:
        yield f"Digest of the entry: {sheet.short_digest}"


def _section(title: str, lines: Iterable[str]) -> list[str]:
    told = [f"  {line}" for line in lines]
    return [title, *told] if told else []


def _statements(sheet: "Sheet") -> Iterator[str]:
    for note in sheet.of("statement"):
        yield f"{note.by}{f' ({note.name})' if note.name else ''}, entry {note.entry}: {note.text}"
    yield from (f"{remark.by}, entry {remark.entry}: {remark.text}" for remark in sheet.remarks)
    yield from sheet.statements_at_event


def _remedies(sheet: "Sheet") -> Iterator[str]:
    for remedy in sheet.remedies:
        because = "" if remedy.what.endswith(remedy.because) else f" — {remedy.because}"
        yield f"Entry {remedy.entry}, {clock(remedy.when)}: {remedy.what}{because}"
    for put in sheet.of("proposal"):
        yield f"Proposed by {put.by}, entry {put.entry}: {put.text}"


def _appeals(sheet: "Sheet") -> Iterator[str]:
    for note in sheet.attached:
        if note.on is not None:
            kind = note.kind.capitalize()
            yield f"{kind} on {note.on}, {note.name or note.by}, entry {note.entry}: {note.text}"
    for said in sheet.agreements:
        agrees = "agrees" if said.agrees else "does not agree"
        yield f"{sheet.name(said.by)} {agrees} with entry {said.to}, entry {said.entry}"
