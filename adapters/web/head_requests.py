"""HEAD is answered as GET is, without a body (RFC 9110, 9.3.2)."""

from starlette.types import Message, Scope, Send


def as_get(scope: Scope, send: Send) -> tuple[Scope, Send]:
    """The scope of the GET for which this HEAD stands, and a `send` that ends every answer after its headers.

    So ends a stream too: its client is gone, as it is told.
    """
    ended = False

    async def send_headers(message: Message) -> None:
        nonlocal ended
        if message["type"] == "http.response.body":
            if ended:
                return
            ended, message = True, {"type": "http.response.body", "body": b"", "more_body": False}
        await send(message)

    return {**scope, "method": "GET"}, send_headers
