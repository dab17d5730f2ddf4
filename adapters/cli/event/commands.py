"""`umpire event`: a table of commands, each imported when it is called."""

from importlib import import_module

import click

from adapters.cli.command_help import with_example, write_commands
from adapters.cli.json_output import with_json_option

COMMANDS = {
    "new": "opening:new",
    "list": "opening:listing",
    "judge": "opening:judge",
    "policy": "opening:policy",
    "relieve": "opening:relieve",
    "pair": "tables:pair",
    "unpair": "tables:unpair",
    "exchange": "tables:exchange",
    "drop": "tables:drop",
    "take-back": "tables:take_back",
    "rename": "tables:rename",
    "tables": "tables:tables",
    "codes": "links:codes",
    "links": "links:links",
    "start": "rounds:start",
    "pause": "rounds:pause",
    "resume": "rounds:resume",
    "end": "rounds:end",
    "result": "rounds:result",
    "reopen": "rounds:reopen",
    "correct": "rounds:correct",
    "report": "rounds:report",
    "results": "rounds:results",
    "standings": "looking:standings",
    "call": "calls:call",
    "say": "calls:say",
    "waive": "calls:waive",
    "take": "calls:take",
    "rule": "calls:rule",
    "seen": "calls:note_seen",
    "withdraw": "calls:withdraw",
    "appeal": "calls:appeal",
    "decide": "calls:decide",
    "calls": "calls:calls",
    "offence": "offences:offence",
    "contest": "offences:contest",
    "settle": "offences:settle",
    "offences": "offences:offences",
    "time": "clocks:time",
    "clocks": "clocks:clocks",
    "clock": "clocks:clock",
    "adjust": "clocks:adjust",
    "flag": "clocks:flag",
    "checkpoint": "proofs:checkpoint",
    "cosign": "proofs:cosign",
    "growth": "growth:growth",
    "slip": "proofs:slip",
    "examine": "proofs:examine",
    "close": "closing:close",
    "forget": "closing:forget",
    "cases": "closing:cases",
    "log": "looking:log",
}
"""Name → module:function."""


class EventCommands(click.Group):
    """The commands of the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name].partition(":")
        found: click.Command = getattr(import_module(f"adapters.cli.event.{module}"), function)
        return with_json_option(with_example(found, f"event {cmd_name}"))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each command with its whole line."""
        write_commands(ctx, formatter, "Commands", COMMANDS)


@click.group(cls=EventCommands)
def event() -> None:
    """Run a tournament: judges, tables, calls, offences, time, and a log that proves itself."""
