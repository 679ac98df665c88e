"""Names made valid for the server: of folders, whose rules are narrow, and of files."""

import re
import unicodedata
from collections.abc import Container

from funneldesk.contract.file_kinds import ENDINGS, TYPES, ending_of
from funneldesk.contract.file_names import LONGEST_NAME, BadPath, clean_name
from funneldesk.contract.files import FOLDER_NAME
from funneldesk.desktop.assets.upload_review.inspection.facts import clean
from funneldesk.desktop.local.texts import _

LONGEST_FOLDER = 100
"""Characters; a folder's name may be longer, but its files' paths have to fit too."""

_NOT_IN_FOLDER = re.compile(r"[^a-z0-9_-]+")
_NOT_IN_NAME = re.compile(r'[\\:*?"<>|/\ufffd]+')
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th"})
_IS_FOLDER = re.compile(FOLDER_NAME)


def is_folder_name(name: str) -> bool:
    """Whether a new folder may be called so."""
    return _IS_FOLDER.fullmatch(name) is not None and len(name) <= LONGEST_NAME


def allowed_folder(name: str) -> str:
    """The nearest name that a folder may have: ``Summer Photos`` is ``summer-photos``."""
    if is_folder_name(name):
        return name
    plain = unicodedata.normalize("NFKD", clean(name).casefold().translate(_LETTERS))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _NOT_IN_FOLDER.sub("-", kept).strip("-")[:LONGEST_FOLDER].rstrip("-") or "folder"


def repaired_name(name: str, kind: str) -> str:
    """The nearest name that a file of this content may have; a good name stays as it is, in
    Unicode's form C."""
    text = unicodedata.normalize("NFC", clean(name))
    stem, ending = _parts(text, kind)
    if stem and "\ufffd" not in stem and _is_good(f"{stem}{ending}"):
        return f"{stem}{ending}"
    stem = _NOT_IN_NAME.sub("-", stem)
    stem = "".join(letter if letter.isprintable() else "-" for letter in stem)
    stem = _cut(re.sub(r"#(?=\d+\Z)", "-", stem).strip(". "), LONGEST_NAME - len(ending)).rstrip(
        ". "
    )
    for tried in (f"{stem}{ending}", f"{_cut(stem, 200)}-file{ending}"):
        if stem.strip("-") and _is_good(tried):
            return tried
    return f"file{ending}"


def with_ending(name: str, ending: str) -> str:
    """A name with another ending: ``a.png`` as ``a.webp``."""
    stem = name.rpartition(".")[0] if ending_of(name) else name
    return f"{_cut(stem, LONGEST_NAME - len(ending) - 1)}.{ending}"


def numbered(name: str, count: int) -> str:
    """``hero.png`` as ``hero-2.png``; a long name is cut to have room for its number."""
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    tail = f"-{count}{dot}{ending}"
    return f"{_cut(stem, LONGEST_NAME - len(tail.encode()))}{tail}"


def free_name(name: str, taken: Container[str]) -> str:
    """The name itself, or with the first number that is not taken."""
    count, tried = 1, name
    while tried in taken:
        count += 1
        tried = numbered(name, count)
    return tried


def problem_of_name(name: str, kind: str) -> str:
    """Why a file of this content cannot be called so; empty when it can."""
    try:
        if clean_name(name) != name:
            return _("It has to be in Unicode's form C.")
    except BadPath as problem:
        return str(problem)
    if kind in ENDINGS and ending_of(name) not in ENDINGS[kind]:
        return _("The content asks for a name that ends with .{ending}.").format(
            ending=ENDINGS[kind][0]
        )
    return ""


def _parts(name: str, kind: str) -> tuple[str, str]:
    """The stem and the ending, with its dot, that fits the content."""
    ending = ending_of(name)
    if kind not in ENDINGS:
        return name, ""
    if ending in ENDINGS[kind]:
        return name[: -len(ending) - 1], name[-len(ending) - 1 :]
    # An ending that means another kind is wrong; one that means nothing is a part of the name.
    stem = name[: -len(ending) - 1] if ending in TYPES else name
    return stem, f".{ENDINGS[kind][0]}"


def _is_good(name: str) -> bool:
    try:
        return clean_name(name) == name
    except BadPath:
        return False


def _cut(text: str, most: int) -> str:
    """As much of a text as fits into so many bytes, in whole characters."""
    return text.encode()[: max(0, most)].decode("utf-8", "ignore")
