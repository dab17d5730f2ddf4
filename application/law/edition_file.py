"""The file of an organiser's own edition: a published one with errata, filled-in tables and readings.

edition: 1                    # the format of this page
ruleset: voidsiege
base: "2025.1"                # the edition it begins from; the newest if left out
id: club-2026
title: The club's house rules
published: 2026-03-01
errata: {T4: {text: "Snap Fire is declared before any model moves."}}
readings: {C1: snap_fire}
tables: {commands: {overrun: {parts: [run], restrictions: {run: [run]}, target: none}}}
"""

from pathlib import Path
from typing import Any

from application.editions import BadEdition, edition_of, page_of
from application.named_file import CannotRead, text_of
from application.records.notation import Unclear, values
from application.records.odd_keys import with_plain_keys
from domain.kernel.rulebook import Edition


def read_edition(path: str | Path) -> Edition:
    """The edition described in this file. Raises BadEdition."""
    content = read_page(path)
    try:
        return edition_of(page_of(content))
    except BadEdition as why:
        raise BadEdition(f"{path}: {why}.") from None


def read_page(path: str | Path) -> Any:
    """The content of this file, parsed. Raises BadEdition."""
    try:
        return with_plain_keys(values(text_of(path, "an edition is a page of YAML in UTF-8")))
    except CannotRead as why:
        raise BadEdition(f"{why}.") from None
    except Unclear as why:
        raise BadEdition(f"{path}: {why}.") from None
