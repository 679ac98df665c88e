"""Addresses that become others."""

from dataclasses import dataclass
from typing import Any

ANY = "*"
"""Stands for the slug of an article or a tag: the interface lists none of them."""


@dataclass(frozen=True, slots=True)
class AddressChange:
    """``old`` and ``new`` are paths, with ``*`` for any slug; ``new`` is empty where it cannot be
    told. ``kind`` says what is there: of a blog home, article, category, tag or search."""

    kind: str
    old: str
    new: str
    old_host: str = ""
    new_host: str = ""
    reserved: tuple[str, ...] = ()
    """Words that ``*`` does not stand for: they lead elsewhere, before or after."""

    @property
    def is_pattern(self) -> bool:
        """Whether it stands for many addresses."""
        return ANY in self.old

    @property
    def before(self) -> str:
        """The old address, whole."""
        return whole(self.old_host, self.old)

    @property
    def after(self) -> str:
        """The new address, whole."""
        return whole(self.new_host, self.new) if self.new else ""

    def as_json(self) -> dict[str, Any]:
        """What is kept on this computer."""
        hosts = {"old_host": self.old_host, "new_host": self.new_host}
        reserved = list(self.reserved)
        return {"kind": self.kind, "old": self.old, "new": self.new, "reserved": reserved, **hosts}


def kept_change(body: Any) -> AddressChange | None:
    """What ``as_json`` gave."""
    if not isinstance(body, dict) or not isinstance(body.get("old"), str):
        return None
    kind, old, new, old_host, new_host = (
        str(body.get(name) or "") for name in ("kind", "old", "new", "old_host", "new_host")
    )
    reserved = body.get("reserved")
    words = tuple(map(str, reserved)) if isinstance(reserved, list) else ()
    return AddressChange(kind, old, new, old_host, new_host, words)


def whole(host: str, path: str) -> str:
    """An address with its host, as far as that is known."""
    return f"https://{host}{path}" if host else path
