"""Words for changes of records that visitors see at once."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.kind import RecordKind

PUBLISH_CHANGES = _("Publish changes")
PUBLISHED_SINCE = _("Someone published it in the meantime, so visitors would see the changes.")


def live_among(kind: RecordKind, rows: Mapping[str, Any], ids: Iterable[str]) -> list[str]:
    """Records of a list that visitors see as the server has them."""
    life = kind.writes.lifecycle
    if life is None:
        return []
    return [i for i in ids if i in rows and getattr(rows[i], life.field, "") == life.live]


def live_words(live: Collection[object], chosen: int) -> str:
    """A sentence on how many of the chosen records are live; empty for none."""
    count = len(live)
    if not count:
        return ""
    if chosen == 1:
        return _("It’s published: visitors see the changes right away.")
    return ngettext(
        "{count:,} of them is published: visitors see its changes right away.",
        "{count:,} of them are published: visitors see their changes right away.",
        count,
    ).format(count=count)
