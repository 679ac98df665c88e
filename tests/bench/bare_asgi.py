"""The reference for the platform: the least that an ASGI program with sqlite3 can be.

Started as a program of its own: ``bare_asgi.py DATABASE``; it prints its port when it is ready.
``GET /?sql=…`` answers the rows of a statement, ``PUT /`` stores the body durably.
"""

import json
import socket
import sqlite3
import sys
from typing import Any
from urllib.parse import parse_qs

import uvicorn


def connect(path: str) -> sqlite3.Connection:
    """A connection with the same durability that the platform has."""
    found = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    found.execute("PRAGMA journal_mode = WAL")
    found.execute("PRAGMA synchronous = FULL")
    found.row_factory = sqlite3.Row
    return found


def application(database: sqlite3.Connection) -> Any:
    """Reads and writes without keys, rules or checks."""
    database.execute("CREATE TABLE IF NOT EXISTS bare_pages (id INTEGER PRIMARY KEY, html TEXT)")
    database.execute("INSERT OR IGNORE INTO bare_pages VALUES (1, '')")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] == "GET":
            (statement,) = parse_qs(scope["query_string"].decode())["sql"]
            rows = [dict(row) for row in database.execute(statement)]
            body = json.dumps({"data": rows}).encode()
        else:
            html = json.loads(await _whole(receive))["html"]
            database.execute("UPDATE bare_pages SET html = ? WHERE id = 1", (html,))
            body = json.dumps({"html": html}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


async def _whole(receive: Any) -> bytes:
    pieces = []
    more = True
    while more:
        message = await receive()
        pieces.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(pieces)


def main() -> None:
    """Serve until killed."""
    # Named as TCP, or asyncio would leave Nagle's algorithm on and each answer waits 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        application(connect(sys.argv[1])),
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        timeout_keep_alive=75,
        log_config=None,
        access_log=False,
    )
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main()
