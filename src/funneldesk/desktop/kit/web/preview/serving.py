"""HTML of a page for the stage: with its CSS, addresses of files led to our scheme.

Nothing here needs the window's thread: big pages are made ready in another one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from funneldesk.desktop.kit.web.editor.mirror import units_of
from funneldesk.desktop.kit.web.slices import Piece, Slices, changed_part

_END_OF_HEAD = re.compile(r"</head\s*>", re.IGNORECASE)
_HEAD_MOST = 300_000
"""Characters in which the end of the head is looked for; a style works at the end, too."""
_EDIT_MOST = 200_000
"""Characters beyond which an edit is not told: the stage fetches the whole page instead."""

Source = tuple[str, str]
"""Html and css."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``[start, end)`` of a served text, in UTF-16 code units, by ``text``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """Served texts by source, and the edits between two of them, by their identities."""

    served: dict[Source, Slices] = field(default_factory=dict)
    edits: dict[tuple[int, int], Edit | None] = field(default_factory=dict)

    def serve(self, source: Source, asset_base: str, assets: str) -> Slices:
        """The served text of a source; made once, since one html stands at several widths."""
        if source not in self.served:
            self.served[source] = served(source, asset_base, assets)
        return self.served[source]

    def edit(self, before: Slices, after: Slices) -> Edit | None:
        """The edit between two served texts; None when it is too large to be told."""
        which = id(before), id(after)
        if which not in self.edits:
            self.edits[which] = edit_between(before.text, after.text)
        return self.edits[which]


def prepare(
    wanted: Iterable[tuple[Source, Slices | None]], asset_base: str, assets: str
) -> Prepared:
    """Everything for sources that follow what was served before; works in any thread."""
    made = Prepared()
    for source, before in wanted:
        after = made.serve(source, asset_base, assets)
        if before is not None:
            made.edit(before, after)
    return made


def edit_between(before: str, after: str) -> Edit | None:
    """The one edit that makes ``after`` of ``before``, unless it is too large to be told."""
    start, end, text = changed_part(before, after)
    if len(text) > _EDIT_MOST:
        return None
    first = units_of(before[:start])
    return Edit(first, first + units_of(before[start:end]), text)


def served(source: Source, asset_base: str, assets: str) -> Slices:
    """Html with its css at the end of the head; ``asset_base`` gives way to ``assets``."""
    html, css = source
    cuts: list[tuple[int, int, str]] = []
    if css:
        style = "<style>" + css.replace("</style", "<\\/style") + "</style>"
        if asset_base:
            style = style.replace(f"{asset_base}/", assets)
        found = _END_OF_HEAD.search(html, 0, _HEAD_MOST)
        place = found.start() if found else len(html)
        cuts.append((place, place, style))
    if asset_base:
        base = re.escape(f"{asset_base}/")
        cuts += [(match.start(), match.end(), assets) for match in re.finditer(base, html)]
    # The decoder on the other side takes a byte order mark away.
    at = 1 if html.startswith("\ufeff") else 0
    pieces: list[Piece] = []
    for start, end, instead in sorted(cuts):
        pieces += [(at, start), instead]
        at = end
    return Slices.of(html, [*pieces, (at, len(html))])
