"""How threads are read: as plain text or not, and with whose images; what the settings offer."""

from collections.abc import Iterator

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.thread.conversation import ConversationView
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.workspace.workspace import Workspace

PLAIN = "tickets.plain_messages"


class Reading(QObject):
    """Keeps what was chosen, for the brand on this computer."""

    def __init__(self, workspace: Workspace, view: ConversationView) -> None:
        super().__init__(view)
        self._store, self._view = workspace.store, view
        self._tasks = TaskScope(self)
        view.plain_chosen.connect(self._keep)

    async def begin(self) -> None:
        """Take what was chosen before. Raises LocalStoreProblem."""
        await self._view.images.begin()
        self._view.show_plain(await self._store.value(PLAIN, False) is True)

    def _keep(self, plain: bool) -> None:
        self._tasks.start(self._store.put_value(PLAIN, plain))


def reading_actions(view: ConversationView) -> Iterator[Action]:
    """Whose images are loaded, in the menu of the section; consent can be taken back there."""
    images = view.images
    for name, title, always in (
        ("ask", _("Ask before loading"), False),
        ("always", _("Always load"), True),
    ):
        yield Action(
            f"tickets.images-{name}",
            title,
            lambda _ids, chosen=always: images.allow_all(chosen),  # type: ignore[misc]
            places=Place.SECTION_MENU,
            submenu=_("Remote images"),
            checked=lambda chosen=always: images.always == chosen,  # type: ignore[misc]
        )
    yield Action(
        "tickets.images-forget",
        _("Ask again for every sender"),
        lambda _ids: images.forget(),
        places=Place.SECTION_MENU | Place.PALETTE,
        submenu=_("Remote images"),
        refusal=lambda _ids: "" if images.senders else _("No sender's images are loaded."),
    )
    yield Action(
        "tickets.plain-messages",
        _("Show messages as plain text"),
        lambda _ids: view.plain.click(),
        icon="type",
        keys="P",
        checked=view.plain.isChecked,
    )
