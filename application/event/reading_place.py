"""Where a list can no longer be read: the csv module gives only the line, not the column."""

import csv
import re

LINE_END = re.compile(r"\r\n?|\n")


def reading_place(text: str, delimiter: str) -> tuple[int, int]:
    """The first cell that cannot be read, else the last one: its line and column, both from 1."""
    cell = re.compile(f'"(?:[^"]|"")*+"(?=[{delimiter}\\r\\n]|\\Z)|(?!")[^{delimiter}\\r\\n]*')
    line, column, at = 1, 1, 0
    while match := cell.match(text, at):
        if match.end() == len(text) or len(match[0]) > csv.field_size_limit():
            break
        inside = len(LINE_END.findall(match[0]))
        ended = LINE_END.match(text, match.end())
        line, column = (line + inside + 1, 1) if ended else (line + inside, column + 1)
        at = ended.end() if ended else match.end() + 1
    return line, column
