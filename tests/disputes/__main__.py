"""Writes the answer of every dispute anew; the last key of its file."""

from textwrap import indent

from tests.disputes import answer, paths

for path in paths():
    before, _, _ = path.read_text(encoding="utf-8").partition("\nanswer: |\n")
    text = indent(answer(path), "  ")
    path.write_text(f"{before.rstrip()}\nanswer: |\n{text}", encoding="utf-8")
