"""The rules of Lanterns, and what they leave open."""

from domain.kernel.rulebook import Question, Rule, edition

SOURCE = "made up for the tests"
LIGHTEST = 5
"""The lowest face of a die that takes a light."""
DICE = 2

RULES = (
    Rule("B1", "Bids", "Each round all bid coins in secret; then all bids are shown.", SOURCE),
    Rule(
        "B2",
        "The lead",
        "The highest bid leads and pays; of equals, the first after who led.",
        SOURCE,
    ),
    Rule(
        "C1", "The chance", "Whose chance it is lays a card or passes it to the next seat.", SOURCE
    ),
    Rule(
        "C2", "What a card aims at", "A spark or gust at another player, a snuff at a card.", SOURCE
    ),
    Rule(
        "C3",
        "All pass",
        "When all have passed in a row, the top of the stack takes effect.",
        SOURCE,
    ),
    Rule(
        "C4", "The round ends", "When all pass and the stack is empty, the round is over.", SOURCE
    ),
    Rule("E1", "Spark", "The player it aims at loses a light.", SOURCE),
    Rule("E2", "Snuff", "The card it aims at, a snuff too, is taken off the stack.", SOURCE),
    Rule(
        "E3",
        "Veil",
        "Whoever lays it loses no light to sparks until the next round is over.",
        SOURCE,
    ),
    Rule("E4", "Gust", "Two dice are rolled: each five or six takes a light.", SOURCE),
    Rule("E5", "Again", "Who laid the gust may pay a coin to roll one die again, once.", SOURCE),
    Rule("M1", "Mirrors", "When others lose lights, its trigger gives its owner a coin.", SOURCE),
    Rule("M2", "In order", "Triggers enter in seat order from who leads.", SOURCE),
    Rule("W1", "Out", "Who has no light is out, with all they have on the stack.", SOURCE),
    Rule("W2", "The last one", "The last player in the game has won.", SOURCE),
)
QUESTIONS = (
    Question(
        "Q1",
        "Veiled in answer",
        "Does a veil stop a spark that was on the stack before it?",
        {"yes": "It does.", "no": "Only later ones.", "open": "The table has not settled it."},
    ),
)
EDITIONS = (edition("1", "lanterns", "Lanterns", "2026-01-01", RULES, QUESTIONS),)
