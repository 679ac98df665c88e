"""Canned replies: texts of one's own, with places that the ticket and its customer fill."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from html import escape
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.rich_text.blocks import Block, of_text
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.resources import resources_root

KEPT = "tickets.canned"
MOST, LONGEST, LONGEST_FOLDER = 2_000, 20_000, 60
COLUMNS = ("code", "title", "text", "html", "folder")
_CODE = re.compile(r"[a-z0-9][a-z0-9-]{0,31}\Z")
_PLACE = re.compile(r"\{\{ *([a-z_.]{1,40}) *\}\}")
_BEFORE = re.compile(r"(?:^|\s)/([a-z0-9-]{1,32})\Z")
_SLASH = re.compile(r"(?:^|\s)/([^\s/]{0,32})\Z")
SAMPLE = "sample/shared/canned_replies.json"
"""Under the resources: what the sample workspace begins with."""

PLACES: Mapping[str, str] = {
    "customer.name": _("The customer's name"),
    "customer.first_name": _("The customer's first name"),
    "customer.email": _("The customer's email address"),
    "order.number": _("The number of the last order"),
    "order.total": _("The total of the last order"),
    "ticket.subject": _("The ticket's subject"),
    "ticket.number": _("The ticket's number"),
    "agent.name": _("Your name"),
}
"""What stands between double braces in a text, and what it means."""


@dataclass(frozen=True, slots=True)
class CannedReply:
    """``code`` is typed after a slash; ``used`` counts how often. ``html`` is the text with its
    form, "" where it is plain. ``folder`` groups replies, "" is none."""

    code: str
    title: str
    text: str
    used: int = 0
    html: str = ""
    folder: str = ""

    @classmethod
    def of(cls, kept: object) -> "CannedReply | None":
        """One as it was kept or brought; None for what is none."""
        known = kept if isinstance(kept, Mapping) else {}
        code, title, text, html, folder = (str(known.get(name) or "") for name in COLUMNS)
        used = known.get("used")
        count = used if type(used) is int else 0
        named = " ".join(folder.split())[:LONGEST_FOLDER].strip()
        made = cls(code.strip().lower(), title.strip(), text, count, html, named)
        return made if not made.problem() else None

    def problem(self) -> str:
        """Why it cannot be kept, in a sentence; empty when it can."""
        if not _CODE.match(self.code):
            return _("A code has small letters a to z, digits and -, at most 32.")
        if not self.text.strip():
            return _("Write the text of the reply.")
        return _("The text is too long.") if len(self.text + self.html) > LONGEST else ""

    @property
    def label(self) -> str:
        """What it is called in lists."""
        return self.title or " ".join(self.text.split())[:80]


class CannedReplies(QObject):
    """Those of a brand on this computer: ``workspace.shared(CannedReplies)``."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._store = workspace.store
        self._is_sample = workspace.connection.sample
        self._replies: dict[str, CannedReply] = {}
        self._read = False
        self._tasks = TaskScope(self)

    def __iter__(self) -> Iterator[CannedReply]:
        """Those used most come first."""
        return iter(sorted(self._replies.values(), key=lambda each: (-each.used, each.code)))

    def get(self, code: str) -> CannedReply | None:
        """The reply with this code."""
        return self._replies.get(code)

    @property
    def folders(self) -> list[str]:
        """Those that have a reply, in their order."""
        named = {each.folder for each in self._replies.values() if each.folder}
        return sorted(named, key=lambda name: (name.casefold(), name))

    async def read(self) -> None:
        """Take what was kept. Raises LocalStoreProblem."""
        if not self._read:
            kept = await self._store.saved_work(KEPT)
            if kept is None and self._is_sample:
                kept = await in_thread(_sample)
                await self._store.save_work(KEPT, kept)
            found = filter(None, map(CannedReply.of, kept if isinstance(kept, list) else ()))
            self._replies = {each.code: each for each in found}
            self._read = True
            self.changed.emit()

    def put(self, reply: CannedReply, instead_of: str = "") -> None:
        """Keep a reply, in place of the one with another code."""
        others = {code: each for code, each in self._replies.items() if code != instead_of}
        self._keep(others | {reply.code: reply})

    def remove(self, code: str) -> None:
        """Forget a reply."""
        self._keep({c: each for c, each in self._replies.items() if c != code})

    def add(self, brought: Iterable[CannedReply]) -> int:
        """Keep what was brought beside the others, in place of the same codes; how many."""
        fresh = {each.code: each for each in brought}
        self._keep(dict(list((self._replies | fresh).items())[:MOST]))
        return len(fresh)

    def count_use(self, code: str) -> None:
        """It was put into an answer."""
        known = self._replies.get(code)
        if known is not None:
            self.put(replace(known, used=known.used + 1))

    def _keep(self, replies: dict[str, CannedReply]) -> None:
        """Whoever asks may go at once: the writing belongs to the brand."""
        self._replies = replies
        self._tasks.start(self._store.save_work(KEPT, [asdict(each) for each in replies.values()]))
        self.changed.emit()


def code_before(text: str) -> str:
    """The code that was typed last, after a slash; "" where there is none."""
    found = _BEFORE.search(text)
    return found[1] if found else ""


def typed_slash(text: str) -> str | None:
    """What was typed last after a slash that begins a word; None where there is none."""
    found = _SLASH.search(text)
    return found[1] if found else None


def places(text: str) -> list[str]:
    """The places of a text, each once, known or not."""
    return list(dict.fromkeys(_PLACE.findall(text)))


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with what is known in its places; the others stay as they are."""
    return _PLACE.sub(lambda found: values.get(found[1]) or found[0], text)


def _sample() -> object:
    """What the sample workspace begins with; nothing where that is not at hand."""
    try:
        return json.loads((resources_root() / SAMPLE).read_text("utf-8"))
    except (OSError, ValueError):
        return []


def values_of(ticket: Mapping[str, Any], customer: Mapping[str, Any], agent: str) -> dict[str, str]:
    """What is known for the places."""
    known = customer.get("customer")
    person: Mapping[str, Any] = known if isinstance(known, Mapping) else {}
    orders = customer.get("orders")
    last = orders[0] if isinstance(orders, list) and orders else {}
    order: Mapping[str, Any] = last if isinstance(last, Mapping) else {}
    name = str(person.get("name") or ticket.get("from_name") or "")
    found = {
        "customer.name": name,
        "customer.first_name": name.split()[0] if name.split() else "",
        "customer.email": person.get("email") or ticket.get("from_email"),
        "order.number": order.get("id"),
        "order.total": order.get("total"),
        "ticket.subject": ticket.get("subject"),
        "ticket.number": ticket.get("ticket_code"),
        "agent.name": agent,
    }
    return {place: str(value) for place, value in found.items() if value not in (None, "")}


def fill_blocks(reply: CannedReply, values: Mapping[str, str]) -> list[Block]:
    """The reply with what is known in its places, with its form."""
    if not reply.html:
        return of_text(fill(reply.text, values))
    return from_html(fill(reply.html, {place: escape(value) for place, value in values.items()}))
