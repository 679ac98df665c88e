"""Compares what a transfer says of each file with what the platform really has."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol
from urllib.parse import quote

from tests.desktop.support.live_server import LiveBrand

from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder

_AT_ONCE = 4


class Told(Protocol):
    """What the program says of a file."""

    @property
    def path(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def words(self) -> str: ...


@dataclass(slots=True)
class Verdict:
    """Paths, by what is amiss. ``open`` are those that the program itself says it does not know."""

    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Nothing is amiss, and nothing is open."""
        return not (self.lost or self.twice or self.wrong or self.open)


async def digests_on(brand: LiveBrand) -> dict[str, str]:
    """The SHA-256 of every file of the brand as visitors get it, by path."""
    slots = asyncio.Semaphore(_AT_ONCE)
    async with brand.api() as api:

        async def digest(path: str) -> tuple[str, str]:
            async with slots:
                content = await api.fetch_asset(f"/cdn/{brand.number}/assets/{quote(path)}")
            return path, sha256(content).hexdigest()

        entries = await api.files.list()
        files = [str(entry.browse_path) for entry in entries if not entry.is_directory]
        return dict(await asyncio.gather(*map(digest, files)))


def wanted_of(order: UploadOrder) -> dict[str, str]:
    """The SHA-256 that each path of an order has to have in the end."""
    return {item.path: sha256(item.source.read_bytes()).hexdigest() for item in order.items}


def judged(
    results: Iterable[Told],
    wanted: Mapping[str, str],
    there: Mapping[str, str],
    stored: Mapping[str, int],
) -> Verdict:
    """``wanted`` is what each path should be, ``there`` what it is, ``stored`` how often the
    platform stored it."""
    verdict = Verdict()
    states = {one.path: one for one in results if one.state != "left_out"}
    for path, digest in wanted.items():
        told = states.get(path)
        arrived = there.get(path) == digest
        if told is None or not (arrived or told.state != "done"):
            verdict.wrong.append(f"{path}: {told and told.state}, and it is not there")
        elif told.state == "unknown":
            verdict.open.append(path)
        elif told.state == "failed" and arrived:
            verdict.wrong.append(f"{path}: it is there, and was told as failed: {told.words}")
        elif not arrived:
            verdict.lost.append(f"{path}: {told.state}: {told.words}")
        if stored.get(path, 0) > 1:
            verdict.twice.append(f"{path}: stored {stored[path]} times")
    verdict.twice += [f"{path}: nobody asked for it" for path in there if path not in wanted]
    return verdict
