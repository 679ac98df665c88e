"""A local copy with very many pages of real-looking html, for the programs beside this file."""

import random
import time
from dataclasses import dataclass
from pathlib import Path

from funneldesk.desktop.local.cache import records, search
from funneldesk.desktop.local.database.encoding import encode
from funneldesk.desktop.local.database.opening import open_database
from funneldesk.resources import resource

PART = "pages"
LARGEST_TEMPLATE = 15_000


@dataclass(frozen=True)
class Sources:
    """What was built: ``rare`` are words that one page each holds, with that page's id."""

    path: Path
    count: int
    characters: int
    rare: dict[str, str]
    seconds: float


def build(path: Path, count: int, rare: int) -> Sources:
    """Fill a local copy with ``count`` whole pages of 10 to 40 KB, made of the sample's pages."""
    started = time.perf_counter()
    templates, words = _material()
    drawn = random.Random(7)
    marked = {drawn.randrange(count): f"zanzibar{n}quartz" for n in range(rare)}
    characters = 0
    connection = open_database(path).connection
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    for number in range(count):
        html = _page(drawn, templates, words)
        if number in marked:
            middle = html.index("<p>", len(html) // 2)
            html = f"{html[:middle]}<p>The {marked[number]} of the house.</p>{html[middle:]}"
        characters += len(html)
        _put(connection, number, html)
    connection.execute("COMMIT")
    connection.close()
    found = {word: str(number) for number, word in marked.items()}
    return Sources(path, count, characters, found, time.perf_counter() - started)


def _material() -> tuple[list[str], list[str]]:
    folder = Path(str(resource("sample")))
    files = [p for p in sorted(folder.rglob("pages/*.html")) if p.stat().st_size < LARGEST_TEMPLATE]
    templates = [file.read_text("utf-8") for file in files]
    text = " ".join(templates).replace("<", " ").replace(">", " ")
    return templates, sorted({word for word in text.split() if word.isalpha()})


def _page(drawn: random.Random, templates: list[str], words: list[str]) -> str:
    size, html = drawn.randint(10_000, 36_000), ""
    while len(html) < size:
        prose = " ".join(drawn.choices(words, k=60))
        html += f"{drawn.choice(templates)}<p>{prose}</p>\n"
    return html


def _put(connection: object, number: int, html: str) -> None:
    id, name = str(number), f"Page {number}"
    at = f"2026-01-01T{number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}"
    summary = {"id": number, "name": name, "slug": f"page-{number}", "updated_at": at}
    connection.execute(  # type: ignore[attr-defined]
        "INSERT INTO summaries (part, id, position, updated_at, summary) VALUES (?, ?, ?, ?, ?)",
        (PART, id, -number, at, encode(summary)),
    )
    records.put(connection, PART, id, {**summary, "html": html, "css": ""}, at)  # type: ignore[arg-type]
    fields = ((PART, id, "name", name), (PART, id, "html", html), (PART, id, "css", ""))
    search.index_fields(connection, fields)  # type: ignore[arg-type]
