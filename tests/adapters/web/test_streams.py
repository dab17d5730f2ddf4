"""A stream's client that stops reading is let go, whichever part of the stream it leaves unread."""

import asyncio
from typing import Any

import pytest

from adapters.web.streams.event_stream import EventStream, Listener

SOON, MOST = 0.01, 10
HEAD, LINES, PART, END = range(4)


@pytest.mark.parametrize("unread", [HEAD, LINES, PART, END])
def test_a_client_that_reads_no_further_is_let_go_at_every_part_of_a_stream(unread: int) -> None:
    gone = []

    async def stream() -> None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)
            if len(sent) > unread:
                await asyncio.Event().wait()

        async with EventStream(
            Listener("token"), asyncio.Event().wait, send, SOON, lambda: gone.append(len(sent))
        ) as one:
            await one.begin(b"retry: 2000\n\n")
            await one.write(b"data: 1\n\n")
            await one.finish()

    async def in_time() -> bool:
        task = asyncio.ensure_future(stream())
        await asyncio.wait([task], timeout=MOST)
        return task.done() and isinstance(task.exception(), TimeoutError)

    assert asyncio.run(in_time())
    assert gone == [unread + 1]
