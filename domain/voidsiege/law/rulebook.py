"""The rules of VoidSiege, read from the page beside this file, and the editions they make up."""

from domain.kernel.rulebook import edition
from domain.voidsiege.law.commands import COMMANDS, PAGE

NAMED = ("2025.1", "voidsiege", "VoidSiege, edition 2025.1", "2025")
TABLES = {"commands": COMMANDS, "settled": PAGE.settled}

EDITIONS = (edition(*NAMED, PAGE.rules, PAGE.questions, TABLES),)
