"""The page that checks sealed games, slips and proofs of growth in any browser: one file, without network."""

from base64 import b64encode
from functools import cache
from pathlib import Path

from markupsafe import Markup

from adapters.page_to_keep import inline_source, style_source, template_of
from application.seal.sealed_file import preset_words

HERE = Path(__file__).parent


@cache
def page() -> str:
    """The whole page. It is kept, so its policy stands in it."""
    script = Markup(_script())  # noqa: S704 - our own file
    words = b64encode(preset_words()).decode()
    return template_of("check.html").render(policy=policy(), script=script, words=words)


@cache
def policy() -> str:
    """A content security policy that lets the page run its own script, and load nothing."""
    style = style_source((HERE / "check.html").read_text("utf-8"))
    return (
        f"default-src 'none'; script-src '{inline_source(_script())}'; style-src '{style}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _script() -> str:
    return (HERE / "check.js").read_text("utf-8")
