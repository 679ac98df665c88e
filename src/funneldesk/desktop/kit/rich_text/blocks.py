"""Rich text as lines of runs, in one normal form: what its html, its document and its words share.

A line outside of lists is a block of its own; an empty one parts two paragraphs.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Literal
from urllib.parse import quote

Kind = Literal["", "ul", "ol"]
BREAK = "\u2028"
"""A line break inside of a list's item."""
DEEPEST = 6
LINK_SCHEMES = frozenset(("http", "https", "mailto", "tel"))
_BREAKS = re.compile("\r\n|[\n\r\v\f\x85\u2028\u2029]")
_UNSENDABLE = {
    **dict.fromkeys((*range(9), *range(14, 32), 0xFDD0, 0xFDD1, 0xFFFC)),
    0x09: "    ",
}
"""What html cannot carry, or the editor means something by."""
_UNSAFE = re.compile(r"[\s<>\"'`\\\x00-\x20\x7f]")


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one form; ``link`` is where they lead to."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A line, or an item of a list at ``level`` 1 to 6; ``quote``: how often it is quoted."""

    runs: tuple[Run, ...] = ()
    kind: Kind = ""
    level: int = 0
    quote: int = 0

    @property
    def text(self) -> str:
        """Its characters."""
        return "".join(run.text for run in self.runs)


def literal(text: str) -> str:
    """The characters that are kept: all but controls; every line break is ``BREAK``."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _BREAKS.sub(BREAK, text).translate(_UNSENDABLE)


def of_text(text: str) -> list[Block]:
    """Plain text, line by line."""
    return tidy([Block((Run(text),))]) if text else []


def tidy(blocks: Iterable[Block]) -> list[Block]:
    """The normal form: characters kept, equal runs joined, lists and quotes without gaps."""
    made: list[Block] = []
    level = 0
    for block in blocks:
        deep = min(max(0, block.quote), DEEPEST)
        if made and made[-1].quote != deep:
            level = 0
        runs = [replace(run, text=literal(run.text)) for run in block.runs]
        if block.kind:
            level = max(1, min(block.level, level + 1, DEEPEST))
            made.append(Block(_joined(runs), block.kind, level, deep))
        else:
            level = 0
            made += (Block(_joined(line), quote=deep) for line in _lines(runs))
    return made


def has_form(blocks: Iterable[Block]) -> bool:
    """Whether they are more than plain text."""
    plain = Run("")
    return any(
        block.kind or block.quote or any(replace(run, text="") != plain for run in block.runs)
        for block in blocks
    )


def trimmed(blocks: Sequence[Block]) -> Sequence[Block]:
    """Without empty lines at the beginning and the end."""
    spoken = [place for place, block in enumerate(blocks) if block.text.strip() or block.kind]
    return blocks[spoken[0] : spoken[-1] + 1] if spoken else ()


def link_target(text: str) -> str:
    """An address as a link leads to it, "" for what must not be one."""
    found = _UNSAFE.sub(lambda char: quote(char[0]), text.strip())
    scheme = found.partition(":")[0].lower()
    return found if scheme in LINK_SCHEMES and _is_taken(found) else ""


@lru_cache(maxsize=256)
def _is_taken(address: str) -> bool:
    """Whether who cleans our html leaves this link in it."""
    import nh3  # Loads a library of its own.

    try:
        written = f'<a href="{html.escape(address)}">x</a>'
        return "href" in nh3.clean(written, url_schemes=set(LINK_SCHEMES), link_rel=None)
    except UnicodeEncodeError:
        return False


def words(blocks: Sequence[Block], *, targets: bool = False) -> str:
    """As plain text, with marks for lists and quotes; ``targets``: where links lead, too."""
    lines = []
    numbers: dict[int, int] = {}
    for block in blocks:
        numbers = {deep: n for deep, n in numbers.items() if block.kind and deep <= block.level}
        mark = ""
        if block.kind:
            number = numbers.get(block.level, 0) + 1 if block.kind == "ol" else 0
            numbers[block.level] = number
            mark = "  " * (block.level - 1) + (f"{number}. " if number else "• ")
        told = "".join(map(_with_target, block.runs)) if targets else block.text
        head = "> " * block.quote + mark
        lines.append(head + told.replace(BREAK, "\n" + " " * len(head)))
    return "\n".join(lines)


def _with_target(run: Run) -> str:
    is_told = not run.link or run.link.removeprefix("mailto:") == run.text
    return run.text if is_told else f"{run.text} <{run.link}>"


def _lines(runs: Iterable[Run]) -> Iterator[list[Run]]:
    line: list[Run] = []
    for run in runs:
        first, *rest = run.text.split(BREAK)
        line.append(replace(run, text=first))
        for text in rest:
            yield line
            line = [replace(run, text=text)]
    yield line


def _joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Equal neighbours as one; a line break has no form."""
    parts = (
        Run(BREAK) if text == BREAK else replace(run, text=text)
        for run in runs
        for text in re.split(f"({BREAK})", run.text)
        if text
    )
    grouped = groupby(parts, key=lambda run: replace(run, text=""))
    return tuple(replace(form, text="".join(run.text for run in same)) for form, same in grouped)
