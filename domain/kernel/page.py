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

    | settled | question | answer |
    | M8 | How is a battle action answered? | Like Speed 2. |

    | never ruled on | why |
    | distances | measured at the table |

    | source | title | what |
    | turn | Turn Structure and Commands | a page of the living rulebook |

    | chapter | title |
    | T | The turn |

A `source` names a key and, behind a colon, the place: `turn: step 2; ours`. People read its title,
“Turn Structure and Commands, step 2”. What has no source but `ours` no text says; without a table of
sources that is noted as `inferred`. Any other table is what the ruleset makes of it: commands, an outline.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from domain.kernel.faults import RulesetFault
from domain.kernel.rulebook import Edition, Question, Rule, Settled, Source, edition
from domain.kernel.values import Value, changed
from domain.kernel.wording import list_in_words

NOT_ADJUDICATED = "not adjudicated: "
NOTES = ("", "inferred")
CELLS = {"rule": 5, "question": 4, "settled": 3, "never ruled on": 2, "source": 3, "chapter": 2}
OWN = "ours"
"""The key of what no text says: the edition's author filled it in."""


class Page(Value):
    """What a page of law says, in its order."""

    rules: tuple[Rule, ...]
    questions: tuple[Question, ...]
    tables: Mapping[str, tuple[Mapping[str, str], ...]] = {}
    """First word of its head → the rows of every other table, each cell by what stands above it."""
    place: str = "the page"
    """Where it lies."""

    def in_words(self, table: str) -> Mapping[str, str]:
        """A table of two columns: what its first one says → what its second does."""
        by_name = {}
        for row in self.tables.get(table, ()):
            name, words = row.values()
            by_name[name] = words
        return by_name

    def rows(self, table: str, names: Iterable[str]) -> tuple[Mapping[str, str], ...]:
        """The rows of another table, whose first cells are these names, in whatever order.

        Raises RulesetFault where there is no such table, or where a name is missing, unknown, or there twice.
        """
        if table not in self.tables:
            raise RulesetFault(
                f"{self.place}: no table has a head that begins with “{table}”; it is missing"
            )
        left = [*names]
        for row in self.tables[table]:
            if row[table] not in left:
                known = list_in_words(left, "or") or "no row more"
                raise RulesetFault(f"{self.place}, {table} “{row[table]}”: expected {known}")
            left.remove(row[table])
        if left:
            raise RulesetFault(f"{self.place}: {table} “{left[0]}” is missing in its table")
        return self.tables[table]

    def edition(
        self,
        id: str,
        ruleset: str,
        title: str,
        published: str,
        tables: Mapping[str, object] | None = None,
        rules: Iterable[Rule] = (),
    ) -> Edition:
        """The edition that this page is, with rules made of its other tables before its own.

        Raises RulesetFault where two rules or questions have one number.
        """
        return edition(
            id,
            ruleset,
            title,
            published,
            (*rules, *self.rules),
            self.questions,
            tables,
            self.settled,
            self.never,
            self.sources,
        )

    @property
    def settled(self) -> tuple[Settled, ...]:
        """The questions that this edition has answered."""
        return tuple(
            Settled(id, question, answer)
            for id, question, answer in (row.values() for row in self.tables.get("settled", ()))
        )

    @property
    def never(self) -> Mapping[str, str]:
        """What is never ruled on → why, and how it comes in."""
        return self.in_words("never ruled on")

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where the rules come from, as people know it."""
        return tuple(
            Source(title, what)
            for _, title, what in (row.values() for row in self.tables.get("source", ()))
        )

    def titled(self, source: str, id: str) -> str:
        """The source of a row `id` of another table, as people read it.

        Raises RulesetFault for a key that the page does not list.
        """
        titles = {row["source"]: row["title"] for row in self.tables.get("source", ())}
        return _source_in_words(source, titles, id)

    @property
    def chapters(self) -> Mapping[str, str]:
        """The letters with which the rules of a chapter begin → what it is called."""
        return self.in_words("chapter")


def page_beside(module: str, name: str = "rulebook.md") -> Page:
    """The page that lies beside a module, given by its `__file__`. Raises RulesetFault."""
    path = Path(module).with_name(name)
    try:
        return changed(law_from(path.read_text(encoding="utf-8")), place=str(path))
    except RulesetFault as why:
        raise RulesetFault(f"{path}, {why}") from None


def law_from(page: str) -> Page:
    """What this page says. Raises RulesetFault, which names the line."""
    rules: list[Rule] = []
    questions: dict[str, Question] = {}
    tables: dict[str, list[Mapping[str, str]]] = {}
    for number, head, cells in rows_of(page):
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
    titles = {row["source"]: row["title"] for row in tables.get("source", ())}
    return Page(
        tuple(_with_titles(rule, titles) for rule in rules),
        tuple(
            changed(question, source=_source_in_words(question.source, titles, question.id))
            for question in questions.values()
        ),
        {kind: tuple(table) for kind, table in tables.items()},
    )


def _with_titles(rule: Rule, titles: Mapping[str, str]) -> Rule:
    """The rule with its source as people read it; one that is the page's own alone is filled in."""
    if not titles:
        return rule
    own = all(source.partition(":")[0] == OWN for source in rule.source.split("; "))
    return changed(rule, source=_source_in_words(rule.source, titles, rule.id), inferred=own)


def _source_in_words(source: str, titles: Mapping[str, str], id: str) -> str:
    """A source as people read it. Raises RulesetFault for a key that the page does not list."""
    if not titles or not source:
        return source
    places = []
    for source_named in source.split("; "):
        key, _, place = source_named.partition(": ")
        if key not in titles:
            raise RulesetFault(
                f"{id}: “{key}” is no source of this page; expected one of {', '.join(titles)}"
            )
        places.append(f"{titles[key]}, {place}" if place else titles[key])
    return "; ".join(places)


def rows_of(page: str) -> Iterator[tuple[int, list[str], list[str]]]:
    """The rows of all tables: number of the line, cells of the head, cells.

    Raises RulesetFault for a row that no head stands above: an empty line has parted it from its table.
    """
    head: list[str] = []
    lines = [*page.splitlines(), ""]
    for number, (line, below) in enumerate(pairwise(lines), 1):
        if not line.startswith("|"):
            head = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not head:
            if _says_something(below):
                raise RulesetFault(
                    f"line {number}: there is no line of dashes below this one, as below the head of a "
                    "table: has an empty line parted it from the rows above?"
                )
            head = cells
        elif _says_something(line):
            yield number, head, cells


def _says_something(line: str) -> bool:
    """Whether it is anything but the line of dashes below the head of a table."""
    return not line.startswith("|") or bool(set(line) - set("|-: "))


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
