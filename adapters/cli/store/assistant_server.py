"""The server that an assistant asks: what it cannot answer is said in one sentence, in our own words."""

from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from pydantic import ValidationError

from application.game.words.near_words import did_you_mean
from domain.kernel.ruling import sentence
from domain.kernel.steps import KINDS, quoted_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult, InputRequiredResult

EXPECTED = {"string": "text", "integer": KINDS[int], "object": "a mapping of names"}
"""A type of JSON Schema → what it is, for people."""


class Server(MCPServer[Any]):
    """Its tools, and what is wrong with what they were asked."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: "Context[Any, Any] | None" = None
    ) -> "CallToolResult | InputRequiredResult":
        """The answer of a tool. Raises ToolError with the sentence that says why there is none."""
        tools = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in tools:
            near = did_you_mean(name, tools)
            known = f"expected one of {', '.join(tools)}{near}"
            raise ToolError(sentence(f"there is no tool {quoted_value(name)}; {known}"))
        takes = tools[name]["properties"]
        for given, value in arguments.items():
            if given not in takes:
                raise ToolError(sentence(_unknown(name, given, takes)))
            if isinstance(value, bool):  # else it would be read as 1 or 0
                raise ToolError(sentence(_unfit(name, given, arguments, takes)))
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as why:
            cause = why.__cause__
            if isinstance(cause, ValidationError):
                field = str(cause.errors()[0]["loc"][0])
                raise ToolError(sentence(_unfit(name, field, arguments, takes))) from None
            raise ToolError(sentence(str(cause or why))) from None


def _unknown(tool: str, given: str, takes: "Mapping[str, Any]") -> str:
    near = did_you_mean(given, takes)
    return f"“{tool}” does not know {quoted_value(given)}: it takes {', '.join(takes) or 'nothing'}{near}"


def _unfit(
    tool: str, field: str, arguments: "Mapping[str, Any]", takes: "Mapping[str, Any]"
) -> str:
    """What is wrong with a field that is missing or of a wrong type."""
    expected = _expected(takes[field])
    if field not in arguments:
        return f"“{tool}” needs “{field}”, {expected}"
    return f"{tool}: “{field}” is {expected}, not {quoted_value(arguments[field])}"


def _expected(schema: "Mapping[str, Any]") -> str:
    """What may stand in a field of this schema, as `a mapping of names or text`."""
    kinds = [one["type"] for one in schema.get("anyOf", (schema,))]
    return " or ".join(EXPECTED[kind] for kind in kinds if kind in EXPECTED)
