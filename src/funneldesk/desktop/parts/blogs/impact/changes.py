"""Addresses of a blog that become others when its slug, domain, pattern or segments change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.desktop.parts.blogs.addresses import BlogAddresses, whole

ANY = "*"
"""Stands for the slug of an article or a tag: the interface lists none of them."""


@dataclass(frozen=True, slots=True)
class AddressChange:
    """``old`` and ``new`` are paths, with ``*`` for any slug; ``new`` is empty where it cannot be
    told. ``kind``: home, article, category, tag or search."""

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


def address_changes(
    before: BlogAddresses, after: BlogAddresses, categories: Sequence[str]
) -> list[AddressChange]:
    """Every address that is another one, the most special first. ``categories`` are slugs."""
    reserved = tuple(dict.fromkeys((*before.reserved, *after.reserved)))

    def change(kind: str, old: str, new: str, words: tuple[str, ...] = ()) -> AddressChange:
        return AddressChange(kind, old, new, before.host, after.host, words)

    found = [change("home", before.home, after.home)]
    found += [change("search", before.search, after.search)]
    found += [
        change("category", before.category(each), after.category(each)) for each in categories
    ]
    found += [change("tag", before.tag(ANY), after.tag(ANY))]
    found += [
        change("article", old, new, reserved if before.pattern == "slug_only" else ())
        for old, new in _articles(before, after, categories)
    ]
    return [each for each in found if each.before != each.after]


def _articles(
    before: BlogAddresses, after: BlogAddresses, categories: Sequence[str]
) -> Iterator[tuple[str, str]]:
    if before.pattern == "category":
        for each in categories:
            yield before.article(ANY, each), after.article(ANY, each)
    elif after.pattern == "category":
        # Of an article that stood under no category it is not known which one it gets.
        yield before.article(ANY), ""
    else:
        yield before.article(ANY), after.article(ANY)
