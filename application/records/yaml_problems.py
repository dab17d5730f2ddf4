"""YAML's error messages, reworded for people who write records by hand."""

NOT_CLOSED = "a bracket is not closed, or a comma is missing; expected “,” or “{}”"
PLAINLY = {
    "found character that cannot start any token": (
        "a tab, or a mark such as @, % or `, where a word begins; "
        "indent with spaces and put such a word in quotes"
    ),
    "did not find expected ',' or '}'": NOT_CLOSED.format("}"),
    "did not find expected ',' or ']'": NOT_CLOSED.format("]"),
    "did not find expected node content": "a value is missing, or a bracket stands at a wrong place",
    "did not find expected '-' indicator": "expected “- ”, as in the lines of the list above it",
    "did not find expected key": "expected “key: value”, indented as the line above it",
    "mapping values are not allowed in this context": (
        "“:” at a wrong place; expected one “key: value”, indented as its neighbours, "
        "and a value that holds “: ” in quotes"
    ),
    "found unexpected end of stream": "a quote is opened and never closed",
    "found unknown escape character": "“\\” before a letter that it does not go with; use ' for \"",
    "could not find expected ':'": "a key without “:”; expected “key: value”",
}
"""PyYAML's message → ours."""


def yaml_problem(problem: str) -> str:
    """The problem in our words; in PyYAML's if we have none for it."""
    return PLAINLY.get(problem, f"it is not YAML ({problem})")
