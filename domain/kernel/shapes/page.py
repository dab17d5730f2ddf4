"""The law as a page: rules, questions and readings read from the tables of a Markdown file.

The page is the source: who reads the rulebook reads what rules. A table is known by the first word
of its head, and each of its rows is one line:

    | rule | title | text | source | note |
    | T1 | In turn | The players take turns. | seed 000 | |
    | E1 | Advance | A move and then a shot. | edition 1 | inferred |
    | S7 | Values | They stay as they are. | seed 001 | not adjudicated: no value is ruled on |

    | question | title | text | source |
    | C1 | Equal | May equal numbers be said? | |
    | C1: no | | They may not. | |
    | C1: yes | | They may. | |

    | settled | what |
    | M8 | A battle action is answered like Speed 2. |

    | chapter | title |
    | T | The turn |

Any other table is what the ruleset makes of it: commands, the outline of a turn.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from domain.kernel.faults import RulesetFault
from domain.kernel.rulebook import Question, Rule
from domain.kernel.values import Value, changed

NOT_ADJUDICATED = "not adjudicated: "
NOTES = ("", "inferred")
CELLS = {"rule": 5, "question": 4, "settled": 2, "chapter": 2}


class Page(Value):
    """What a page of law says, in its order."""

    rules: tuple[Rule, ...]
    questions: tuple[Question, ...]
    tables: Mapping[str, tuple[Mapping[str, str], ...]] = {}
    """First word of its head → the rows of every other table, each cell by what stands above it."""

    def in_words(self, table: str) -> Mapping[str, str]:
        """A table of two columns: what its first one says → what its second does."""
        found = {}
        for row in self.tables.get(table, ()):
            name, words = row.values()
            found[name] = words
        return found

    @property
    def settled(self) -> Mapping[str, str]:
        return self.in_words("settled")

    @property
    def chapters(self) -> Mapping[str, str]:
        """The letters with which the rules of a chapter begin → what it is called."""
        return self.in_words("chapter")


def page_beside(module: str, name: str = "rulebook.md") -> Page:
    """The page that lies beside a module, given by its `__file__`. Raises RulesetFault."""
    path = Path(module).with_name(name)
    try:
        return law_from(path.read_text(encoding="utf-8"))
    except RulesetFault as why:
        raise RulesetFault(f"{path}, {why}") from None


def law_from(page: str) -> Page:
    """What this page says. Raises RulesetFault, which names the line."""
    rules: list[Rule] = []
    questions: dict[str, Question] = {}
    tables: dict[str, list[Mapping[str, str]]] = {}
    for number, head, cells in _rows(page):
        kind = head[0]
        wanted = CELLS.get(kind, len(head))
        if len(cells) != wanted:
            raise RulesetFault(
                f"line {number}: a row of {kind}s has {wanted} cells, and this one has {len(cells)}"
            )
        if kind == "rule":
            rules.append(_rule(cells, number))
        elif kind == "question":
            _question(cells, questions, number)
        else:
            tables.setdefault(kind, []).append(dict(zip(head, cells, strict=False)))
    others = {kind: tuple(found) for kind, found in tables.items()}
    return Page(tuple(rules), tuple(questions.values()), others)


def _rows(page: str) -> Iterator[tuple[int, list[str], list[str]]]:
    """The rows of all tables: number of the line, cells of the head, cells."""
    head: list[str] = []
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|"):
            head = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not head:
            head = cells
        elif set(line) - set("|-: "):
            yield number, head, cells


def _rule(cells: list[str], number: int) -> Rule:
    id, title, text, source, note = cells
    if note.startswith(NOT_ADJUDICATED):
        return Rule(id, title, text, source, not_adjudicated=note.removeprefix(NOT_ADJUDICATED))
    if note not in NOTES:
        raise RulesetFault(
            f"line {number}: {id} is noted as “{note}”; expected nothing, “inferred”, or “{NOT_ADJUDICATED}…”"
        )
    return Rule(id, title, text, source, note == "inferred")


def _question(cells: list[str], questions: dict[str, Question], number: int) -> None:
    name, title, text, source = cells
    id, colon, value = name.partition(": ")
    if not colon:
        if id in questions:
            raise RulesetFault(f"line {number}: there is a question {id} already")
        questions[id] = Question(id, title, text, source=source)
    elif id not in questions:
        raise RulesetFault(f"line {number}: “{value}” is a reading of {id}, which comes before it")
    else:
        asked = questions[id]
        questions[id] = changed(asked, readings={**asked.readings, value: text})
