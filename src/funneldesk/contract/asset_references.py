"""Where a page's sources refer to files of its brand: found and rewritten, nothing else touched."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

_BEFORE = r"(?<![^\s\"'(=,;>])"
"""An address begins here: what stands before is a blank, a quotation mark, a bracket or the like,
so that the path of a longer address elsewhere is not taken for one of ours."""
_PLAIN = r"[^\s\"'()<>\\?#,;&]"
_PATH = rf"(?P<path>(?:{_PLAIN}|&amp;|,(?={_PLAIN}))+)"


@dataclass(frozen=True, slots=True)
class AssetReference:
    """``text[start:end]`` is the address without query and fragment; ``path`` is relative to the
    brand's assets folder, decoded; ``whole`` tells an address with a host from a bare path."""

    start: int
    end: int
    path: str
    whole: bool


def asset_references(text: str, brand: int, assets_base: str) -> list[AssetReference]:
    """The references of html or css to files of a brand, in order.

    ``assets_base`` is where the platform's assets stand (``https://host/cdn``); the bare path
    ``/cdn/…`` counts too. Each bound to its brand: another brand's files are not meant.
    """
    if f"/{brand}/assets/" not in text:
        return []
    bases = "|".join(re.escape(base) for base in (assets_base.rstrip("/"), "/cdn") if base)
    pattern = re.compile(rf"{_BEFORE}(?P<base>{bases})/{brand}/assets/{_PATH}")
    found = []
    for match in pattern.finditer(text):
        path = unquote(match["path"].replace("&amp;", "&"))
        if all(step not in ("", ".", "..") for step in path.split("/")):
            whole = match["base"] != "/cdn"
            found.append(AssetReference(match.start(), match.end(), path, whole))
    return found


def rewritten(
    text: str, references: Iterable[AssetReference], addresses: Mapping[str, str], host: str
) -> str:
    """``text`` with each reference whose path is in ``addresses`` at its new address.

    An address may be a bare path; a reference that had a host then gets ``host`` before it. All
    other bytes stay.
    """
    pieces: list[str] = []
    at = 0
    for reference in references:
        new = addresses.get(reference.path)
        if new is None:
            continue
        if reference.whole and new.startswith("/"):
            new = host.rstrip("/") + new
        pieces += (text[at : reference.start], new)
        at = reference.end
    return "".join((*pieces, text[at:]))
