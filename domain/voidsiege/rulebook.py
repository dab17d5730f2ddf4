"""The rules of VoidSiege, read from the page beside this file, and the editions they make up."""

from domain.voidsiege.commands import COMMANDS, PAGE

NAMED = ("2025.1", "voidsiege", "VoidSiege, edition 2025.1", "2025")

EDITIONS = (PAGE.edition(*NAMED, {"commands": COMMANDS}),)
