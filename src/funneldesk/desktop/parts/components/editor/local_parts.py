"""Components as they are put into pages here: live, or as one of them is about to be."""

from collections.abc import Iterable, Mapping

from funneldesk.contract.component_filling import DEEPEST, Filler, Part, codes_in
from funneldesk.desktop.assets.copies.components import WholeComponent
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.components.kind import PART
from funneldesk.desktop.workspace.workspace import Workspace


class LocalParts:
    """Live sources of the components on this computer, read as pages refer to them."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._ids: dict[str, str] | None = None
        self._parts: dict[str, Part] = {}

    async def filler(
        self, htmls: Iterable[str], instead: Mapping[str, Part] | None = None
    ) -> Filler:
        """What fills these texts; ``instead`` takes the place of what is live."""
        given = instead or {}
        texts = list(htmls)
        wanted = await in_thread(_codes, texts)
        for _level in range(DEEPEST):
            fresh = [code for code in wanted if code not in self._parts]
            for code in fresh:
                await self._read(code)
            inner = [given.get(code) or self._parts.get(code) for code in wanted]
            further = await in_thread(_codes, [part.html for part in inner if part is not None])
            if further <= wanted:
                break
            wanted |= further
        known = {code: part for code, part in self._parts.items() if code in wanted}
        return Filler({**known, **given})

    async def _read(self, code: str) -> None:
        store = self._workspace.store
        if self._ids is None:
            self._ids = {
                str(each.get("code")): str(each.get("id"))
                async for piece in store.slices(PART)
                for each in piece
            }
        number = self._ids.get(code)
        kept = await store.record(PART, number) if number else None
        if kept is not None:
            component = WholeComponent.model_validate(kept.body)
            self._parts[code] = Part(component.live, component.css or "")


def _codes(texts: Iterable[str]) -> set[str]:
    return set().union(*(codes_in(text) for text in texts))
