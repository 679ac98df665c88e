"""Pages join and leave a funnel by their own ``funnel_id`` (quirk 40)."""

from collections.abc import Awaitable, Callable, Sequence

from funneldesk.contract.pages import PagePatch
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.kind import PART
from funneldesk.desktop.parts.funnels.map.reading import page_ids
from funneldesk.desktop.parts.funnels.steps.order import joining_again
from funneldesk.desktop.sections.operations import journaled, optional
from funneldesk.desktop.workspace.workspace import Workspace

Step = Callable[[int, int], object]
"""Is told how many of how many are done."""
LEAVE = ""
"""What is sent for no funnel: an empty text clears (quirk 23)."""


class Membership:
    """Which pages are in which funnel. Everything raises ``ApiError``."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def order(self, funnel_id: int) -> list[str]:
        """The pages of a funnel, as the server has them now."""
        funnel = await self._workspace.run(lambda api: api.funnels.get(funnel_id))
        return page_ids(funnel.model_dump(mode="json"))

    async def home(self, page_id: str) -> int | None:
        """The funnel that a page is in."""
        page = await self._workspace.run(lambda api: api.pages.get(int(page_id)))
        return page.funnel_id

    async def join(self, page_id: str, funnel_id: int) -> None:
        """A page comes last in a funnel."""
        await self._put(page_id, funnel_id)

    async def leave(self, page_id: str) -> None:
        """A page is in no funnel."""
        await self._put(page_id, LEAVE)

    async def put_in_order(
        self, funnel_id: int, wanted: Sequence[str], told: Step = lambda _done, _of: None
    ) -> bool:
        """Have the pages stand in an order, those that are in no funnel included; pages that
        others added meanwhile come last. Whether the server shows them so."""
        current = await self.order(funnel_id)
        order = [*wanted, *(each for each in current if each not in wanted)]
        again = joining_again(current, order)
        for done, page_id in enumerate(again):
            told(done, len(again))
            await self._again(page_id, funnel_id, is_in=page_id in current)
        return not again or await self.order(funnel_id) == order

    async def _again(self, page_id: str, funnel_id: int, *, is_in: bool) -> None:
        """Leave and join: what ends in between is told when the brand is opened again."""
        title, doing = _("Step {number}").format(number=page_id), _("Reordering")
        async with journaled(self._workspace, PART, title, doing, str(funnel_id)):
            if is_in:
                await self.leave(page_id)
            await self._surely(lambda: self.join(page_id, funnel_id))

    async def _surely(self, join: Callable[[], Awaitable[None]]) -> None:
        """Once more after a failure: nobody wants a page to be left outside."""
        with optional() as asked:
            await join()
        if asked.failed:
            await join()

    async def _put(self, page_id: str, funnel_id: int | str) -> None:
        """The title goes along as the server has it now: every update needs it (quirk 22)."""
        number = int(page_id)
        page = await self._workspace.run(lambda api: api.pages.get(number))
        patch = PagePatch(title=page.name, funnel_id=funnel_id)
        await self._workspace.run(lambda api: api.pages.update(number, patch))
