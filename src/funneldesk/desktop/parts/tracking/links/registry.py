"""Short links that were made on this computer: the interface has no list of them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

LINKS, PRESETS = "tracking.links", "tracking.utm_presets"
MOST_LINKS, MOST_PRESETS = 2_000, 100


@dataclass(frozen=True, slots=True)
class Link:
    """``url`` is the short address, ``destination`` where it leads; ``made_at`` is ISO 8601."""

    code: str
    url: str
    destination: str
    name: str = ""
    made_at: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name or self.destination


class LinkRegistry(QObject):
    """One for each workspace. ``changed``: links or presets are others."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._store = workspace.store
        self.links: tuple[Link, ...] = ()
        self.presets: dict[str, dict[str, str]] = {}

    async def recall(self) -> None:
        """Take what this computer keeps; what is no link is left out."""
        links, presets = (
            await self._store.saved_work(LINKS, []),
            await self._store.saved_work(PRESETS, {}),
        )
        found = [link for each in _list(links) if (link := _link(each)) is not None]
        self.links = tuple(found)
        self.presets = {
            str(name): {str(key): str(value) for key, value in tags.items()}
            for name, tags in (presets if isinstance(presets, dict) else {}).items()
            if isinstance(tags, dict)
        }
        self.changed.emit()

    async def add(self, link: Link) -> None:
        """Keep a link, the newest first."""
        self.links = (link, *(each for each in self.links if each.code != link.code))[:MOST_LINKS]
        await self._keep_links()

    async def forget(self, code: str) -> None:
        """Keep a link no more; it leads on all the same."""
        self.links = tuple(each for each in self.links if each.code != code)
        await self._keep_links()

    async def keep_preset(self, name: str, tags: Mapping[str, str]) -> None:
        """Keep tags by a name; those of before are replaced."""
        self.presets = {**self.presets, name: dict(tags)}
        while len(self.presets) > MOST_PRESETS:
            self.presets.pop(next(iter(self.presets)))
        await self._store.save_work(PRESETS, self.presets)
        self.changed.emit()

    def preset_choices(self) -> tuple[tuple[str, str], ...]:
        """What can be chosen in a form."""
        return (("", _("None")), *((name, name) for name in self.presets))

    async def _keep_links(self) -> None:
        await self._store.save_work(LINKS, [asdict(each) for each in self.links])
        self.changed.emit()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _link(value: Any) -> Link | None:
    known = value if isinstance(value, dict) else {}
    texts = {each.name: known.get(each.name, "") for each in fields(Link)}
    if not all(isinstance(text, str) for text in texts.values()) or not texts["code"]:
        return None
    return Link(**texts)
