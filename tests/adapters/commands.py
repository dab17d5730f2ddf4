"""The command, run in this process, and the sentence of one that cannot do its work."""

from click.testing import CliRunner, Result

from adapters.cli import cli


def umpire(*words: object, input: str | bytes | None = None) -> Result:
    """What `umpire` with these words ends with."""
    return CliRunner().invoke(cli, [str(word) for word in words], input=input)


def refused(result: Result) -> str:
    """The one sentence of a command that was given something it cannot use; it printed nothing else."""
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (sentence,) = result.stderr.splitlines()
    assert sentence.startswith("umpire: ") and "Traceback" not in sentence
    return str(sentence)
