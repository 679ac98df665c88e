"""States of reading and answering a ticket for the screenshots."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.reply.composer import NOTHING
from funneldesk.desktop.parts.tickets.reply.reply import Written
from funneldesk.desktop.parts.tickets.thread.conversation import ConversationView
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.5
State = tuple[str, Callable[[], Awaitable[None]]]
ANSWER = (
    "<p>Hi <b>Marta</b>,</p><p>both payments of order {{order.number}} are on their way back:</p>"
    "<ul><li>38.00 € for July, <i>by mistake</i></li><li>the shipping</li></ul>"
    "<p>Your code is <code>THANKS-12</code>, see <a href='https://harbor.example'>the shop</a>.</p>"
    "<blockquote>Could you look into it?</blockquote>"
)
PICTURE = "https://pictures.example/bag.png"
LETTER = f"<p>The bag arrived open.</p><p><img src='{PICTURE}' alt='a bag'></p><p>Marta</p>"
QUOTED = (
    "<p>No, it never came.</p><p>Marta</p><p><b>From:</b> Anouk<br><b>Sent:</b> Monday<br>"
    "<b>To:</b> Marta</p><p>Did it come?</p>"
)


def answering_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = AnsweringScenes(session, first_page)
    return [
        ("tickets-thread-long", scenes.long),
        ("tickets-composer", scenes.composer),
        ("tickets-images-blocked", scenes.blocked),
        ("tickets-images-shown", scenes.shown),
        ("tickets-plain", scenes.plain),
        ("tickets-offline", scenes.offline),
        ("tickets-conflict", scenes.conflict),
    ]


class AnsweringScenes:
    """Leads the window through them."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def long(self) -> None:
        """A thread of two hundred messages, at its newest."""
        messages = [_message(f"<p>Message {number}</p>", number % 2) for number in range(196)]
        system = {**_message("Merged with another ticket", 0), "type": "system_message"}
        view = await self.conversation([*messages, system, _message(QUOTED, 0)])
        view.composer.set_content(NOTHING)

    async def composer(self) -> None:
        """A reply with forms, and a place that is still open."""
        view = await self.conversation([_message(LETTER.replace("<img", "<br"), 0)])
        view.composer.text.put(from_html(ANSWER))
        view.composer.text.setFocus()

    async def blocked(self) -> None:
        """Remote images that were not loaded."""
        await self.conversation([_message(LETTER, 0)])

    async def shown(self) -> None:
        """The same images once they were asked for."""
        view = await self.conversation([_message(LETTER, 0)])
        view.images_line.once.click()
        await calm(DRAWN_SECONDS)

    async def plain(self) -> None:
        """A thread and a reply as plain text."""
        view = await self.conversation([_message(LETTER + ANSWER, 0)])
        view.show_plain(True)
        view.composer.writes_plain = True
        view.composer.set_content(Written("Hi Marta,\n\n• the shipping\n• July"))
        view.composer.show_state()
        await calm(DRAWN_SECONDS)

    async def offline(self) -> None:
        """A reply that waits for the server."""
        view = await self.conversation([_message(QUOTED, 0)])
        view.composer.set_content(Written("I am looking for it."))
        said = "Sent as soon as the server can be reached."
        view.composer.show_state(said, can_undo=True)
        self._session.window.say("The server cannot be reached.")

    async def conflict(self) -> None:
        """A reply that was held, since the customer wrote meanwhile."""
        view = await self.conversation([_message(QUOTED, 0)])
        view.composer.set_content(Written("I am looking for it."))
        why = "Marta wrote meanwhile. Read it first, then send or change your reply."
        view.composer.show_state(held=why)

    async def conversation(self, messages: list[dict[str, Any]]) -> ConversationView:
        """A ticket that is open, with these messages."""
        await self._first_page()
        self._session.window.show_section("tickets")
        panel = self._session.window.panel()
        if not isinstance(panel, TicketsPanel):
            raise RuntimeError("The tickets are not shown.")
        await _quiet(panel)
        panel.list.views.choose("open")
        await _quiet(panel)
        panel.open_record(panel.list.table.rows.ids[1])
        await _quiet(panel)
        view = panel.conversation
        view.images.fetch = _picture
        view.images.forget(str(view.body.get("ticket_code") or ""), view.written_by)
        view.show_plain(False)
        view.composer.writes_plain = False
        view.composer.set_content(NOTHING)
        view.composer.show_state()
        view.show_record({**view.body, "messages": messages})
        await calm(DRAWN_SECONDS)
        return view


def _message(text: str, agent: int) -> dict[str, Any]:
    return {
        "message": text,
        "type": "agent_message" if agent else "customer_message",
        "from_name": "Anouk Steur" if agent else "Marta Lindqvist",
        "created_at": "2026-07-01T13:52:00Z",
    }


async def _picture(_address: str) -> bytes:
    """A bag, more or less."""
    image = QImage(320, 160, QImage.Format.Format_RGB32)
    image.fill(QColor("#C86F3C"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


async def _quiet(panel: TicketsPanel) -> None:
    await until(lambda: panel.is_quiet)
    await calm(DRAWN_SECONDS)
