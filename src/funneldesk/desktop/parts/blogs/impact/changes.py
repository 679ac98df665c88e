"""Addresses of a blog that become others when its slug, domain, pattern or segments change."""

from collections.abc import Iterator, Sequence

from funneldesk.desktop.parts.blogs.addresses import BlogAddresses
from funneldesk.desktop.records.redirects.address_change import ANY, AddressChange


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
