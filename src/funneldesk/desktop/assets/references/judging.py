"""Conclusions from all references together: unused files, and broken references."""

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from funneldesk.contract.files import is_protected
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.use import Use

MOST_SUGGESTED = 3
Named = tuple[str, str, int, Use]
"""Path, base ("" for a bare path), place in the field, and who refers."""


@dataclass(frozen=True, slots=True)
class Unused:
    """``rows`` are used by nobody, the largest first. ``withheld`` counts those that a name made by
    a template or a script may mean; ``makers`` are the records that make such names."""

    rows: tuple[AssetRow, ...]
    withheld: int
    makers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """A path at which there is no file, and who refers to it. ``suggested`` are paths of files
    that it may have been."""

    path: str
    uses: tuple[Use, ...]
    suggested: tuple[str, ...]


def unused(
    rows: Iterable[AssetRow], used: Mapping[str, int], guesses: Sequence[tuple[str, Use]]
) -> Unused:
    """``used`` has every path that any record refers to, ``guesses`` how made names begin.

    Product files are never among them: orders refer to them, which nobody here can see.
    """
    begun = sorted({path for path, _ in guesses})
    found, withheld = [], 0
    for row in rows:
        if row.is_folder or row.path in used or is_protected(row.path):
            continue
        if any(row.path.startswith(path) for path in begun):
            withheld += 1
        else:
            found.append(row)
    found.sort(key=lambda row: (-row.size, row.path))
    makers = tuple(dict.fromkeys(use.title for _, use in guesses))
    return Unused(tuple(found), withheld, makers)


def broken(
    named: Iterable[Named], rows: Mapping[str, AssetRow], own_bases: Iterable[str]
) -> list[Broken]:
    """References to the brand's own storage, by path, where nothing lies."""
    own = {"", *(_plain(base) for base in own_bases)}
    lost: dict[str, list[Use]] = {}
    for path, base, _, use in named:
        if _plain(base) in own and path not in rows:
            lost.setdefault(path, []).append(use)
    if not lost:
        return []
    by_name: dict[str, list[str]] = {}
    for row in rows.values():
        if not row.is_folder:
            by_name.setdefault(row.name.casefold(), []).append(row.path)
            by_name.setdefault(_stem(row.path), []).append(row.path)
    return [Broken(path, tuple(uses), _suggested(path, by_name)) for path, uses in lost.items()]


def own_bases(rows: Iterable[AssetRow], brand: int, base_url: str) -> frozenset[str]:
    """Where the brand's files stand, as far as it is known: only addresses tell (quirk 34)."""
    found = {f"{base_url}/cdn"}
    for row in rows:
        base, between, _ = row.src.partition(f"/{brand}/assets/")
        if between:
            found.add("" if base == "/cdn" else base)
            if len(found) > 4:
                break
    return frozenset(found)


def _suggested(path: str, by_name: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    name = posixpath.basename(path).casefold()
    likely = (*by_name.get(name, ()), *by_name.get(_stem(path), ()))
    return tuple(dict.fromkeys(likely))[:MOST_SUGGESTED]


def _stem(path: str) -> str:
    """Folder and name without the ending: what stays when an image changes its format."""
    return (
        f"{posixpath.dirname(path)}\n{posixpath.splitext(posixpath.basename(path))[0]}".casefold()
    )


def _plain(base: str) -> str:
    base = base.rstrip("/").lower()
    return base.removeprefix("https:").removeprefix("http:")
