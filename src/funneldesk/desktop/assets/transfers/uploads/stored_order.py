"""An upload's order as it is kept on this computer, and back."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.assets.transfers.uploads.order import Conversion, UploadItem, UploadOrder
from funneldesk.desktop.local.transfers.transfers import KeptItem


def kept_items(order: UploadOrder) -> Iterator[KeptItem]:
    """The items that go, then those that were left out."""
    number = 0
    for item in order.items:
        waiting = ItemResult(item.shown or item.name, item.path, size=item.size)
        yield KeptItem(number, waiting.state, 0, _dumped(item), {}, waiting.dump())
        number += 1
    for left in order.left_out:
        result = ItemResult(left.shown, "", "left_out", left.why)
        yield KeptItem(number, result.state, 0, {}, {}, result.dump())
        number += 1


def task_of(kept: Mapping[str, Any]) -> UploadItem | None:
    """Item as stored by ``kept_items``; None for a file that was left out."""
    if not kept:
        return None
    conversion = kept.get("cure")
    return UploadItem(
        Path(os.fsdecode(bytes.fromhex(kept["source"]))),
        kept["folder"],
        kept["name"],
        kept["size"],
        kept["changed"],
        kept["shown"],
        kept["replaces"],
        Conversion(**conversion) if conversion else None,
        kept["spooled"],
    )


def _dumped(item: UploadItem) -> dict[str, Any]:
    conversion = item.conversion
    return {
        # A name on disk need not be text: its bytes are kept.
        "source": os.fsencode(item.source).hex(),
        "folder": item.folder,
        "name": item.name,
        "size": item.size,
        "changed": item.changed,
        "shown": item.shown,
        "replaces": item.replaces,
        "cure": {
            "format": conversion.format,
            "width": conversion.width,
            "quality": conversion.quality,
        }
        if conversion
        else None,
        "spooled": item.spooled,
    }
