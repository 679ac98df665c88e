"""Slugs, keys and options made from what the user types, and what fewer options lose. No Qt."""

import re
from collections.abc import Collection, Iterable
from unicodedata import normalize

from funneldesk.desktop.local.texts import _

MOST_OPTIONS = 500
_SLUG, _KEY = re.compile(r"[a-z0-9_-]+"), re.compile(r"[a-z0-9_]+")


def slug_of(name: str, taken: Collection[str] = ()) -> str:
    """A slug that a name suggests, with a number where it is taken."""
    return _free(_plain(name, "-"), "-", taken)


def key_of(name: str, taken: Collection[str] = ()) -> str:
    """A field's key that a name suggests, with a number where it is taken."""
    return _free(_plain(name, "_"), "_", taken)


def slug_problem(slug: str, taken: Collection[str]) -> str | None:
    """What to correct in a slug."""
    if not _SLUG.fullmatch(slug):
        return _("Use lower-case letters, digits, hyphens and underscores.")
    return _("This slug is taken.") if slug in taken else None


def key_problem(key: str, taken: Collection[str]) -> str | None:
    """What to correct in a key."""
    if not _KEY.fullmatch(key):
        return _("Use lower-case letters, digits and underscores.")
    return _("Another field has this key.") if key in taken else None


def options_of(text: str) -> list[str]:
    """The options of a text with one in each line."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def options_problem(text: str) -> str | None:
    """What to correct in options."""
    options = options_of(text)
    if not options:
        return _("Write at least one option.")
    twice = next((each for at, each in enumerate(options) if each in options[:at]), None)
    if twice is not None:
        return _("“{option}” is there twice.").format(option=twice)
    if len(options) > MOST_OPTIONS:
        told = _("At most {most} options fit: take out {over}.")
        return told.format(most=MOST_OPTIONS, over=len(options) - MOST_OPTIONS)
    return None


def options_loss(before: Iterable[str], after: Collection[str]) -> str:
    """What becomes of entries with options that go."""
    gone = [option for option in before if option not in after]
    if not gone:
        return ""
    told = _("Entries with {options} keep it until they are changed; it can't be chosen again.")
    return told.format(options=", ".join(f"“{option}”" for option in gone[:5]))


def _plain(name: str, between: str) -> str:
    text = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", between, text).strip(between)[:60]


def _free(wanted: str, between: str, taken: Collection[str]) -> str:
    if not wanted:
        return ""
    number, made = 2, wanted
    while made in taken:
        made, number = f"{wanted}{between}{number}", number + 1
    return made
