"""The brands that this computer knows how to reach. Never their keys."""

import re
import uuid
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from funneldesk.desktop.local.files.folders import is_safe_id

PALETTE: tuple[str, ...] = (
    "#3D57D6",
    "#0F8A7E",
    "#C2410C",
    "#8E3CC7",
    "#B8256E",
    "#2F7D32",
    "#9A6B00",
    "#0A74B5",
    "#6B5B95",
    "#B3362B",
)
"""Colours that mark a brand, offered in this order."""

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_NAME_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Connection:
    """A brand on a server: where it is, and how it is to be treated.

    ``colour`` is ``#RRGGBB``. ``read_only`` forbids writes from here; ``live`` makes destructive
    actions ask for the name. ``sample`` marks the embedded server's own brands, whose address
    is new in each run and may be empty. Raises ValueError, with a sentence, for unfit values.
    """

    id: str
    name: str
    base_url: str
    brand: int
    colour: str
    read_only: bool = False
    live: bool = False
    sample: bool = False

    def __post_init__(self) -> None:
        if not is_safe_id(self.id):
            raise ValueError("A connection's id is made of letters, digits, - and _ only.")
        if not self.name.strip() or len(self.name) > _NAME_LIMIT:
            raise ValueError(f"A brand needs a name of at most {_NAME_LIMIT} characters.")
        if not _COLOUR.fullmatch(self.colour):
            raise ValueError("A colour is written as #RRGGBB.")
        if self.brand < 1:
            raise ValueError("A brand's number is 1 or more.")
        if not (self.sample and not self.base_url):
            object.__setattr__(self, "base_url", server_address(self.base_url))


def new_connection_id() -> str:
    """An id that no other connection has."""
    return str(uuid.uuid4())


def server_address(text: str) -> str:
    """A server's base address in its one form, without the slash at its end.

    Raises ValueError, with a sentence, for what is no http(s) address or holds a password.
    """
    try:
        url = urlsplit(text.strip())
        usable = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        usable = False
    if not usable or any(c.isspace() or not c.isprintable() for c in text.strip()):
        raise ValueError("The address must begin with https:// and name a host.")
    if url.username is not None or url.password is not None:
        raise ValueError("The address must not contain a user name or a password.")
    if url.query or url.fragment:
        raise ValueError("The address must end before any ? or #.")
    return f"{url.scheme}://{url.netloc.lower()}{url.path.rstrip('/')}"


def next_colour(used: Iterable[str]) -> str:
    """The first colour of the palette that is not used, or the one used least."""
    taken = [colour.upper() for colour in used]
    return min(PALETTE, key=taken.count)


def to_entry(connection: Connection) -> dict[str, Any]:
    """A connection as it is written in the book."""
    return asdict(connection)


def from_entry(entry: object) -> Connection:
    """A connection as it was read from the book. Raises ValueError for what is none."""
    if not isinstance(entry, dict):
        raise ValueError("An entry of the book is an object.")
    kinds = {"id": str, "name": str, "base_url": str, "brand": int, "colour": str}
    switches = ("read_only", "live", "sample")
    for name, kind in kinds.items():
        if type(entry.get(name)) is not kind:
            raise ValueError(f"An entry of the book has no proper {name}.")
    if any(type(entry.get(name, False)) is not bool for name in switches):
        raise ValueError("A switch of a connection is true or false.")
    known = {name: entry[name] for name in (*kinds, *switches) if name in entry}
    return Connection(**known)
