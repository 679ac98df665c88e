"""Where a text refers to files of its brand: found and rewritten, nothing else touched.

Html, css, scripts and JSON spell the same address in many ways; all are read here, in time that
grows with the text alone.
"""

import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote

_SLASH = r"(?:/|\\(?:/|0{0,4}2[fF] ?|u002[fF])|%2[fF]|&(?:#47|#x2[fF]|sol);)"
_PLAIN = r"[^\s\"'()<>\\?#,;&`]"
_ENDS = r"(?:quot|apos|lt|gt|#0{0,4}(?:34|39|60|62)|#[xX]0{0,4}(?:22|27|3[cCeE]));"
_ENTITY = rf"&(?!{_ENDS})(?:(?:amp|sol|#\d{{1,6}}|#[xX][0-9a-fA-F]{{1,5}});)?"
_ESCAPE = r"\\(?:/|u[0-9a-fA-F]{4}|[0-9a-fA-F]{1,6} ?|[ (),&#;])"
_PATH = rf"(?:{_PLAIN}|{_ENTITY}|{_ESCAPE}|,(?={_PLAIN})){{0,1000}}"
_LONGEST_BASE = 300
_HEAD_BACKWARDS = re.compile(r"(?:[^\s\"'(=,;>`]|;(?:74#|[fF]2x#|los)&)*")
"""What stands before ``/7/assets/``, read from its end: an address begins behind a blank, a
quotation mark, a bracket or the like, so that the path of a longer address elsewhere is not taken
for one of ours."""
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([0-9a-fA-F]{1,6}) ?|(.))")
_OPEN = re.compile(r"\$?\{|<%")
"""From here on a template or a script makes the name."""
_QUOTED_REST = re.compile(r"(?:[^\"'<>,?#\n\\`&]|&(?:#\w{1,7};)?){1,200}")
_ENDING = re.compile(r"\.[A-Za-z0-9]{2,5}$")
_CDN = "/cdn"


@dataclass(frozen=True, slots=True)
class AssetReference:
    """``text[start:end]`` is the address without query and fragment; ``path`` is relative to the
    brand's assets folder, decoded; ``whole`` tells an address with a host from a bare path.

    ``base`` is what stands before the brand's number, decoded; ``text[path_start:end]`` spells the
    path. ``is_open``: the name is made by a template or a script, and ``path`` is only how it
    begins.
    """

    start: int
    end: int
    path: str
    whole: bool
    base: str = ""
    is_open: bool = False
    path_start: int = 0


def asset_references(text: str, brand: int, assets_base: str) -> list[AssetReference]:
    """The references of html or css to files of a brand, in order.

    ``assets_base`` is where the platform's assets stand (``https://host/cdn``), with any scheme or
    none; the bare path ``/cdn/…`` counts too. Each bound to its brand: another brand's files are
    not meant.
    """
    own = _without_scheme(assets_base)
    return [
        found
        for found in asset_mentions(text, brand)
        if not found.is_open and (not found.whole or _without_scheme(found.base) == own)
    ]


def asset_mentions(text: str, brand: int) -> Iterator[AssetReference]:
    """Everything that looks like an address of a brand's file, in order: on any host, and with
    names that are only known in part. It is what a file may be used by."""
    for match in _pattern(brand).finditer(text):
        before = text[max(0, match.start() - _LONGEST_BASE) : match.start()]
        head = _HEAD_BACKWARDS.match(before[::-1])
        length = head.end() if head else 0
        base = _decoded(before[len(before) - length :])
        if length == _LONGEST_BASE or (base != _CDN and "//" not in base):
            continue
        start, end = match.start() - length, match.end()
        spelled = match["path"]
        if rest := _quoted_rest(text, start, end, spelled):
            spelled, end = spelled + rest, end + len(rest)
        made = _OPEN.search(spelled)
        path = _decoded(spelled[: made.start()] if made else spelled)
        is_open = made is not None or path == "" or path.endswith("/")
        if all(step not in ("", ".", "..") for step in path.removesuffix("/").split("/")) or (
            is_open and not path
        ):
            yield AssetReference(start, end, path, base != _CDN, base, is_open, match.start("path"))


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


def moved_references(
    text: str, brand: int, moved: Mapping[str, str], bases: Collection[str]
) -> tuple[str, int]:
    """``text`` with every reference to a moved file (old path to new path) at its new path, and how
    many there were.

    ``bases`` are where the brand's files stand, with or without a scheme; the bare path counts
    always. Host, spelling of what stands before the path, query and fragment stay as they are.
    """
    own = {_CDN, *map(_without_scheme, bases)}
    pieces: list[str] = []
    at = count = 0
    for found in asset_mentions(text, brand):
        new = moved.get(found.path)
        if new is None or found.is_open or _without_scheme(found.base) not in own:
            continue
        head = text[found.start : found.path_start]
        pieces += (
            text[at : found.path_start],
            spelled_path(new, inside_query="%2f" in head.lower()),
        )
        at = found.end
        count += 1
    return "".join((*pieces, text[at:])), count


def spelled_path(path: str, *, inside_query: bool = False) -> str:
    """A path as html, css, scripts and JSON all read it: percent-encoded, within a query whole."""
    return quote(path, safe="" if inside_query else "/")


@lru_cache(maxsize=8)
def _pattern(brand: int) -> re.Pattern[str]:
    return re.compile(rf"{_SLASH}{brand}{_SLASH}assets{_SLASH}(?P<path>{_PATH})")


def _quoted_rest(text: str, start: int, end: int, path: str) -> str:
    """The rest of a name with blanks or brackets in it, where a quotation mark says how far it
    goes: ``src="/cdn/7/assets/photo (1).jpg"``."""
    quote = text[start - 1 : start]
    if quote not in ('"', "'") or text[end : end + 1] not in tuple(" ();&") or _ENDING.search(path):
        return ""
    rest = _QUOTED_REST.match(text, end)
    if rest is None or text[rest.end() : rest.end() + 1] != quote:
        return ""
    return rest[0] if _ENDING.search(rest[0]) else ""


def _decoded(spelled: str) -> str:
    """An address as it is meant."""
    if "\\" in spelled:
        spelled = _ESCAPED.sub(_unescaped, spelled)
    if "&" in spelled:
        spelled = html.unescape(spelled)
    return unquote(spelled)


def _unescaped(match: re.Match[str]) -> str:
    number = match[1] or match[2]
    if number is None:
        return match[3]
    code = int(number, 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _without_scheme(base: str) -> str:
    return re.sub(r"^https?:", "", base.rstrip("/"), flags=re.IGNORECASE).lower()
