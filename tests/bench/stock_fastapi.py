"""The reference for starts: one FastAPI route over SQLAlchemy, as its tutorials show it.

``stock_fastapi.py DATABASE`` prints its port when it is ready.
"""

import socket
import sys

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import create_engine, text


class Item(BaseModel):
    """What the route answers."""

    id: int


def main() -> None:
    """Serve until killed."""
    engine = create_engine(f"sqlite:///{sys.argv[1]}")
    app = FastAPI()

    @app.get("/items/{number}")
    def get(number: int) -> Item:
        """One row."""
        with engine.connect() as connection:
            return Item(id=connection.execute(text("SELECT :n"), {"n": number}).scalar_one())

    # Named as TCP, or asyncio would leave Nagle's algorithm on and each answer waits 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(app, log_config=None)).run([listener])


if __name__ == "__main__":
    main()
