"""The large sample on either database, for the programs beside this file."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from measure import SMALLEST
from platform_under_test import Place, Served, sampled, served

sys.path.insert(0, str(Path(__file__).parents[2] / "packaging"))

from sqlalchemy import create_engine, make_url, text

from devtool import postgres
from devtool.debian import postgres_folder

KEPT = "FUNNELDESK_LARGE_SAMPLE"
"""Names a folder with the large sample on SQLite, made earlier; a copy of it is worked on."""


@contextmanager
def large_sample(kind: str, *words: str) -> Iterator[Served]:
    """A platform with the large sample on ``sqlite`` or ``postgresql``; making it takes minutes."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data, database = folder / "data", None
        if kind == "postgresql":
            address = stack.enter_context(postgres.private_server(folder / "postgres.log"))
            database = _new_database(address)
        elif os.environ.get(KEPT):
            shutil.copytree(os.environ[KEPT], data)
        place = Place(data, database)
        if SMALLEST:
            sampled(place)
        yield stack.enter_context(
            served(place, "--sample", "small" if SMALLEST else "large", *words)
        )


def kinds() -> list[str]:
    """The databases that are installed here."""
    return ["sqlite", *(["postgresql"] if postgres_folder() and not SMALLEST else [])]


def _new_database(address: str) -> str:
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CREATE DATABASE measured"))
    engine.dispose()
    return make_url(address).set(database="measured").render_as_string(hide_password=False)
