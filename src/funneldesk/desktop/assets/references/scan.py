"""Looking for references in every record of a brand, in the worker process. No Qt."""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from funneldesk.contract.asset_references import asset_mentions
from funneldesk.contract.component_references import references
from funneldesk.desktop.assets.copies.components import LIVE_HTML
from funneldesk.desktop.assets.references.reference_cache import (
    ComponentUse,
    Mention,
    References,
)
from funneldesk.desktop.local.cache.scan import StoreReader
from funneldesk.desktop.local.cache.search import storable
from funneldesk.desktop.local.texts import _

RULES = "2"
"""Changes with the rules: what older ones found is looked for again."""
COMMIT_AFTER = 200
TELL_AFTER = 100
MOST_OF_A_RECORD = 5000
HTML_FIELDS: Mapping[str, tuple[str, ...]] = {"pages": ("html",), "components": ("html", LIVE_HTML)}
"""Where references to components count, as the server rewrites them (quirk 31)."""
_RELATIVE = re.compile(
    r"url\(\s*(?P<mark>[\"']?)(?P<url>[^\"'()\s]{1,1000})(?P=mark)\s*\)"
    r"|@import\s+[\"'](?P<import>[^\"'\s]{1,1000})[\"']"
)
_ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|/|#|\?|$")


def look_for_references(
    path: str,
    brand: int,
    parts: Sequence[str],
    drafts: Sequence[Mapping[str, Any]],
    known_drafts: Sequence[str],
) -> Iterator[dict[str, Any] | None]:
    """Every record of a store that is here whole; what did not change is not looked at again.

    ``drafts`` are unsaved work as ``{part, id, mark, title, fields}``; ``known_drafts`` those that
    did not change, as ``part id``. Yields ``{"looked": n}`` now and then, and ``{"changed": b,
    "known": {part: [known, total]}}`` at the end.
    """
    changed = 0
    known: dict[str, list[int]] = {}
    with StoreReader(path) as reader, References(path) as kept:
        for part in parts:
            marks = kept.marks(part, drafts=False)
            now = {id: f"{RULES}:{brand}:{mark}" for id, mark in reader.marks(part)}
            known[part] = list(reader.coverage(part))
            for id in marks.keys() - now.keys():
                kept.drop(part, id, draft=False)
                changed += 1
            for id, mark in now.items():
                if marks.get(id) == mark:
                    continue
                packed = reader.packed(part, id)
                if packed is None:
                    continue
                body = reader.unpacked(packed[1])
                found, used = mentions_of(part, id, body, brand), components_in(part, body)
                kept.put((part, id), mark, _title(body), found, used, draft=False)
                changed += 1
                if changed % COMMIT_AFTER == 0:
                    kept.commit()
                yield {"looked": changed} if changed % TELL_AFTER == 0 else None
        changed += _look_at_drafts(kept, brand, drafts, known_drafts)
    yield {"changed": bool(changed), "known": known}


def mentions_of(part: str, id: str, body: Mapping[str, Any], brand: int) -> list[Mention]:
    """References of a record, in any field."""
    counted: dict[tuple[str, str, str, bool], list[int]] = {}
    for field, value in body.items():
        for text in _texts(value):
            for found in asset_mentions(text, brand):
                base = found.base if found.whole else ""
                _count(counted, (found.path, field, base, found.is_open), found.start)
            if part == "styles" and id.lower().endswith(".css"):
                for path, place, _unused in relative_references(text, posixpath.dirname(id)):
                    _count(counted, (path, field, "", False), place)
            if len(counted) > MOST_OF_A_RECORD:
                break
    return [
        (storable(path), field, storable(base), is_open, count, place)
        for (path, field, base, is_open), (count, place) in counted.items()
    ]


def components_in(part: str, body: Mapping[str, Any]) -> list[ComponentUse]:
    """Components that a record refers to: in html, and of a blog in any text."""
    fields = HTML_FIELDS.get(part, tuple(body) if part == "blogs" else ())
    counted: dict[tuple[str, str], int] = {}
    for field in fields:
        for text in _texts(body.get(field)):
            for reference in references(text):
                key = storable(reference.code), field
                counted[key] = counted.get(key, 0) + 1
    return [(code, field, count) for (code, field), count in counted.items()]


def relative_references(css: str, folder: str) -> Iterator[tuple[str, int, int]]:
    """Files that a style sheet in ``folder`` names by where they lie beside it: the path, and where
    its spelling begins and ends, without query and fragment."""
    for match in _RELATIVE.finditer(css):
        name = "url" if match["url"] is not None else "import"
        address = match[name]
        if _ELSEWHERE.match(address):
            continue
        spelled = re.split(r"[?#]", address, maxsplit=1)[0]
        path = posixpath.normpath(posixpath.join(folder, unquote(spelled)))
        if path != "." and not path.startswith("../") and path != "..":
            yield path, match.start(name), match.start(name) + len(spelled)


def _count(
    counted: dict[tuple[str, str, str, bool], list[int]],
    key: tuple[str, str, str, bool],
    place: int,
) -> None:
    counted.setdefault(key, [0, place])[0] += 1


def _texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, however deep."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)


def _title(body: Mapping[str, Any]) -> str:
    named = body.get("name") or body.get("title") or body.get("slug")
    return storable(str(named or _("Without a name")))


def _look_at_drafts(
    kept: References, brand: int, drafts: Sequence[Mapping[str, Any]], known: Sequence[str]
) -> int:
    changed = 0
    there = {f"{draft['part']} {draft['id']}" for draft in drafts} | set(known)
    for part in {*(draft["part"] for draft in drafts), "pages", "components", "blogs"}:
        for id in kept.marks(part, drafts=True):
            if f"{part} {id}" not in there:
                kept.drop(part, id, draft=True)
                changed += 1
    for draft in drafts:
        part, id = draft["part"], draft["id"]
        if kept.marks(part, drafts=True).get(id) != (mark := f"{RULES}:{brand}:{draft['mark']}"):
            found = mentions_of(part, id, draft["fields"], brand)
            used = components_in(part, draft["fields"])
            kept.put((part, id), mark, storable(draft["title"]), found, used, draft=True)
            changed += 1
    return changed
